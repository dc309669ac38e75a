"""Event loop that resolves a name once and refuses private addresses."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.page.private_network import REASON, is_private_address, is_private_host

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = f"refused: {REASON}"
"""Error of a refused connection."""


class GuardedLoop(asyncio.SelectorEventLoop):
    """Event loop that connects by name to public addresses only.

    The loop checks the addresses of a lookup and connects to these same addresses, so that a name
    with another address at the second lookup (DNS rebinding) has no effect. Numeric addresses need
    no lookup: `refusal` checks them.

    Parameters
    ----------
    allow_private : bool
        Whether every address is allowed.
    look_up : callable, optional
        Looks up a name in a thread, as `socket.getaddrinfo` does.
    """

    def __init__(
        self, *, allow_private: bool = False, look_up: Callable[..., Any] = socket.getaddrinfo
    ) -> None:
        super().__init__()
        self._allow_private, self._look_up = allow_private, look_up

    async def getaddrinfo(
        self,
        host: Any,
        port: Any,
        *,
        family: int = 0,
        type: int = 0,  # noqa: A002 - name given by the overridden method
        proto: int = 0,
        flags: int = 0,
    ) -> list[Any]:
        """Return the public addresses of a name; addresses to listen on are not checked.

        Raises
        ------
        OSError
            If the name is unknown, or all its addresses are private.
        """
        addresses: list[Any] = await self.run_in_executor(
            None, self._look_up, host, port, family, type, proto, flags
        )
        if self._allow_private or flags & socket.AI_PASSIVE:
            return addresses
        public = [info for info in addresses if not is_private_address(info[4][0])]
        if not public:
            raise OSError(REFUSED)
        return public


def refusal(host: str, *, allow_private: bool) -> str:
    """Return the reason for refusing a host without a lookup; empty if it is allowed."""
    return "" if allow_private or not is_private_host(host) else REFUSED


def is_loopback(host: str) -> bool:
    """Return whether a numeric address is reachable from this machine only."""
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
