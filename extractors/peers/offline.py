"""Block of network access by libraries, so that they read only the page itself."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_EVENTS = frozenset(
    [
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.sendto",
    ]
)
"""Audit events that Python raises before it looks up or connects to an address."""

_refused: ContextVar[list[str] | None] = ContextVar("_refused", default=None)


class OfflineError(ConnectionError):
    """Error: a library tried to reach the network."""


@contextmanager
def offline() -> Iterator[list[str]]:
    """Refuse network access inside the block, in this thread.

    Yields
    ------
    list of str
        Refused attempts so far, one entry per attempt.
    """
    _add_hook()
    refused: list[str] = []
    token = _refused.set(refused)
    try:
        yield refused
    finally:
        _refused.reset(token)


@cache
def _add_hook() -> None:
    """Add the audit hook once per process; Python cannot remove audit hooks."""
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _EVENTS:
        return
    refused = _refused.get()
    if refused is not None:
        target = " ".join(repr(value) for value in arguments if not hasattr(value, "fileno"))
        refused.append(f"{event} {target}")
        raise OfflineError(f"network access is off while a page is measured: {target}")
