"""Limits per client, refused addresses, and the memory of recent pages."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from boilerscope.extractors.proxy.history import History
from boilerscope.extractors.proxy.limits import Limits
from boilerscope.extractors.proxy.records import PageCopy, PageRecord, ProxyOptions
from boilerscope.extractors.proxy.settings import ProxySettings
from boilerscope.extractors.proxy.targets import REFUSED, GuardedLoop, is_loopback, refusal

PUBLIC, PRIVATE = "93.184.216.34", "127.0.0.1"


def test_clients_and_connections_beyond_the_limits_are_refused():
    settings = ProxySettings(max_clients=2, max_connections=2)
    limits = Limits()

    assert limits.connect("a", settings) == limits.connect("b", settings) == ""
    assert limits.connect("c", settings) == "too many clients (limit: 2)"
    limits.disconnect("c")
    assert limits.connect("a", settings) == ""
    assert limits.connect("a", settings) == "too many connections of this client (limit: 2)"
    for _ in range(3):
        limits.disconnect("a")
    assert limits.connect("c", settings) == ""
    assert limits.n_clients == 2


def test_the_allowance_of_requests_refills_evenly():
    now = [0.0]
    limits, settings = Limits(lambda: now[0]), ProxySettings(max_requests=60)

    assert [limits.request("a", settings) for _ in range(61)] == [True] * 60 + [False]
    assert limits.request("b", settings)
    now[0] = 2.0
    assert [limits.request("a", settings) for _ in range(3)] == [True, True, False]


def test_a_changed_limit_applies_to_the_next_request():
    limits = Limits(lambda: 0.0)

    assert [limits.request("a", ProxySettings(max_requests=2)) for _ in range(3)] == [
        *(True, True, False)
    ]
    assert limits.request("a", ProxySettings(max_requests=3))
    assert not limits.request("a", ProxySettings(max_requests=1))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "0x7f.1", "localhost", "router", "[::1]", "10.1.1.1"]
)
def test_private_hosts_are_refused_unless_they_are_allowed(host: str):
    assert refusal(host, allow_private=False) == REFUSED
    assert refusal(host, allow_private=True) == ""


def test_only_this_machine_reaches_a_loopback_address():
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "0.0.0.0", "10.0.0.1", "x")] == [  # noqa: S104 - only tested, not listened on
        *(True, True, False, False, False)
    ]


class Resolver:
    """Resolver that returns another address at every lookup, as a rebinding server does."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self.n_lookups = 0

    def __call__(self, _host: str, port: int, *_arguments: int) -> list[Any]:
        """Return the next address."""
        address = self.addresses[self.n_lookups]
        self.n_lookups += 1
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


def _connect(resolver: Resolver, port: int, *, allow_private: bool = False) -> str:
    """Connect by name; return the address reached, or the error message."""

    async def connect() -> str:
        try:
            _, writer = await asyncio.open_connection("rebind.example", port)
        except OSError as error:
            return str(error)
        peer: tuple[str, int] = writer.get_extra_info("peername")
        writer.close()
        await writer.wait_closed()
        return peer[0]

    with asyncio.Runner(
        loop_factory=lambda: GuardedLoop(allow_private=allow_private, look_up=resolver)
    ) as runner:
        return runner.run(connect())


def test_a_name_with_an_address_of_this_machine_is_refused_before_a_connection():
    with socket.create_server((PRIVATE, 0)) as server:
        server.settimeout(0.0)
        port = server.getsockname()[1]

        assert _connect(Resolver(PRIVATE), port) == REFUSED
        with pytest.raises(BlockingIOError):
            server.accept()
        assert _connect(Resolver(PRIVATE), port, allow_private=True) == PRIVATE


def test_the_loop_connects_to_the_checked_address_without_a_second_lookup():
    resolver = Resolver(PUBLIC, PRIVATE)

    async def look_up() -> list[Any]:
        loop = asyncio.get_running_loop()
        return await loop.getaddrinfo("rebind.example", 80)

    with asyncio.Runner(loop_factory=lambda: GuardedLoop(look_up=resolver)) as runner:
        first = runner.run(look_up())
        with pytest.raises(OSError, match=REFUSED):
            runner.run(look_up())

    assert [info[4][0] for info in first] == [PUBLIC]
    with socket.create_server((PRIVATE, 0)) as server:
        resolver = Resolver(PRIVATE, PUBLIC)
        assert _connect(resolver, server.getsockname()[1], allow_private=True) == PRIVATE
        assert resolver.n_lookups == 1  # it connects to the address that it has checked


def _copy(number: int, size: int, client: str = "a") -> PageCopy:
    record = PageRecord(
        number=number,
        time=0.0,
        client=client,
        url="http://a.example/",
        status=200,
        cleaned=True,
        pane="p",
        reason="",
        kept=0.5,
        milliseconds=1.0,
        before=size,
        after=1,
    )
    return PageCopy(record, bytes(size - 1), "", None, b"x")


def test_the_history_limits_kept_bytes_and_returns_only_the_pages_of_a_client():
    history = History(ProxyOptions(kept_pages=3, kept_mb=1.0))
    for number in range(1, 6):
        history.add(_copy(number, 1000, "a" if number % 2 else "b"))

    assert [history.copy(number) is not None for number in range(1, 6)] == [False] * 2 + [True] * 3
    assert [record.number for record in history.records("a")] == [5, 3, 1]

    history.add(_copy(6, 2**20))
    assert [history.copy(number) is not None for number in range(4, 7)] == [False, False, True]
    history.add(_copy(7, 2**21))
    assert history.copy(7) is None  # too large by itself
    assert (history.n_pages, history.n_cleaned) == (7, 7)
