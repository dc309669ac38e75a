"""Limits on requests and connections per client and on the number of clients."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.proxy.settings import ProxySettings

_MINUTE_S = 60.0


class Limits:
    """Counts of connections and requests by numeric client address.

    Parameters
    ----------
    clock : callable
        Returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._connections: Counter[str] = Counter()
        self._used: dict[str, tuple[float, float]] = {}

    @property
    def n_clients(self) -> int:
        """Number of connected clients."""
        return len(self._connections)

    def connect(self, client: str, settings: ProxySettings) -> str:
        """Count a connection; return a reason to refuse it, empty if it is accepted."""
        self._connections[client] += 1
        if len(self._connections) > settings.max_clients:
            return f"too many clients (limit: {settings.max_clients})"
        if self._connections[client] > settings.max_connections:
            return f"too many connections of this client (limit: {settings.max_connections})"
        return ""

    def disconnect(self, client: str) -> None:
        """Count the end of a connection."""
        self._connections[client] -= 1
        if self._connections[client] <= 0:
            del self._connections[client]

    def request(self, client: str, settings: ProxySettings) -> bool:
        """Count a request; return whether it is within the limit.

        A client may use the requests of a minute at once; its allowance then refills evenly.
        """
        now, limit = self._clock(), settings.max_requests
        used, last = self._used.get(client, (0.0, now))
        used = min(max(0.0, used - (now - last) * limit / _MINUTE_S), limit)
        is_allowed = used + 1 <= limit
        self._used[client] = (used + is_allowed, now)
        self._forget(now)
        return is_allowed

    def _forget(self, now: float) -> None:
        """Drop clients with a full allowance once the table is large."""
        if len(self._used) > 1000:
            self._used = {
                client: (used, last)
                for client, (used, last) in self._used.items()
                if now - last < _MINUTE_S
            }
