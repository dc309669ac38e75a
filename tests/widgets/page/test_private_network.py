"""A page of the public network reaches no private address, whatever its name resolves to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkProxy, QNetworkReply, QNetworkRequest

from boilerscope.extractors.page.private_network import REASON, is_private_host
from boilerscope.widgets.page.gate import Gate
from boilerscope.widgets.page.policy import Access, Policy, RequestLog, judge
from tests.helpers.page_bench import counting_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LIVE = Access(Policy.LIVE, home="news.example")


@pytest.mark.parametrize(
    "host",
    [
        *(
            "localhost",
            "LOCALHOST.",
            "a.localhost",
            "printer.local",
            "router",
            "[::1]",
            "[::ffff:7f00:1]",
        ),
        *("2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "10.0.0.1"),
    ],
)
def test_private_host_names_and_addresses_are_refused(host: str):
    assert is_private_host(host)
    assert judge(f"http://{host}/", LIVE).reason == REASON


@pytest.mark.parametrize(
    "host", ["example.org", "10.example.org", "93.184.216.34", "[2606:2800::1]"]
)
def test_all_other_hosts_are_left_to_the_gate(host: str):
    assert judge(f"https://{host}/", LIVE).allowed


def test_the_host_opened_by_the_user_and_allowed_pages_are_let_through():
    own = Access(Policy.LIVE, home="192.168.0.1")

    assert judge("http://192.168.0.1/style.css", own).allowed
    assert not judge("http://192.168.0.2/", own).allowed
    assert judge("http://192.168.0.2/", Access(Policy.LIVE, home="a.example", private=True)).allowed


def test_the_log_counts_later_refusals():
    log = RequestLog()
    log.add("http://rebind.example/", "image", judge("http://rebind.example/", LIVE))
    log.add("http://10.0.0.1/", "image", judge("http://10.0.0.1/", LIVE))
    log.refuse("rebind.example")

    assert (log.n_allowed, log.n_blocked, log.n_private) == (0, 2, 2)


@pytest.fixture
def gate(qapp: object) -> Iterator[Gate]:
    """Return a gate without a browser."""
    assert qapp is not None
    gate = Gate()
    yield gate
    gate.deleteLater()


def test_a_name_is_resolved_and_checked_each_time(gate: Gate):
    emitted: list[str] = []
    gate.begin("news.example", emitted.append, private=False)

    assert gate.allowed("news.example", ["93.184.216.34"]) == ["93.184.216.34"]
    assert gate.allowed("news.example", ["127.0.0.1"]) == []  # it has become private: rebinding
    assert gate.allowed("other.example", ["10.0.0.1", "93.184.216.34"]) == ["93.184.216.34"]
    assert gate.allowed("other.example", ["10.0.0.1"]) == []
    assert emitted == ["news.example", "other.example"]


def test_a_private_page_opened_by_the_user_reaches_only_its_own_host(gate: Gate):
    emitted: list[str] = []
    gate.begin("intranet.example", emitted.append, private=False)

    assert gate.allowed("intranet.example", ["10.0.0.1"]) == ["10.0.0.1"]
    assert gate.allowed("router.example", ["10.0.0.2"]) == []
    gate.begin("news.example", emitted.append, private=True)
    assert gate.allowed("router.example", ["10.0.0.2"]) == ["10.0.0.2"]


def test_a_page_kept_off_the_network_reaches_nothing(gate: Gate):
    emitted: list[str] = []
    assert gate.allowed("news.example", ["93.184.216.34"]) == []

    gate.begin("news.example", emitted.append, private=True)
    gate.close()
    assert gate.allowed("news.example", ["93.184.216.34"]) == []
    assert emitted == []


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_connections_go_through_the_gate_or_are_refused(
    qtbot: QtBot, gate: Gate, host: str, *, private: bool
):
    emitted: list[str] = []
    gate.begin("news.example", emitted.append, private=private)
    body = b"0123456789" * 200_000
    network = QNetworkAccessManager(gate)
    kind = QNetworkProxy.ProxyType.Socks5Proxy
    network.setProxy(QNetworkProxy(kind, "127.0.0.1", gate.port))
    with counting_server() as server:
        server.pages["/big"] = ("text/plain", body)
        url = QUrl(f"{server.url}/big")
        url.setHost(host)
        reply = network.get(QNetworkRequest(url))
        qtbot.waitUntil(reply.isFinished, timeout=20_000)

    is_fine = reply.error() is QNetworkReply.NetworkError.NoError
    assert is_fine is private
    assert bytes(reply.readAll().data()) == (body if private else b"")
    assert server.paths == (["/big"] if private else [])
    assert set(emitted) == (set() if private else {host})
