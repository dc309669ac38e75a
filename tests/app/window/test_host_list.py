"""The list of advertisement hosts in the real window: at the start and when the window closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.program import refresh_hosts
from boilerscope.extractors.data.ad_hosts import built_in_hosts
from boilerscope.extractors.data.kept_hosts import hosts_in_use

if TYPE_CHECKING:
    from tests.helpers.bench import WindowBench
    from tests.helpers.host_server import HostServer

pytestmark = pytest.mark.usefixtures("home")  # the list is in the configuration folder

WAIT_MS = 10_000


def choose(bench: WindowBench, lists: HostServer) -> None:
    """Choose the served list, refreshed every week."""
    preferences = bench.window_controller.preferences
    preferences.change(ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7)


def test_a_list_that_is_due_is_refreshed_at_the_start(bench: WindowBench, lists: HostServer):
    choose(bench, lists)

    refresh_hosts(bench.window_controller, "sample:news-en")
    hosts = bench.window_controller.hosts
    bench.qtbot.waitUntil(lambda: not hosts.is_refreshing, timeout=WAIT_MS)

    message = bench.window.statusBar().currentMessage()
    assert hosts_in_use().hosts == {"own.example.net"}
    assert message == "Advertisement hosts refreshed. The list has 1 host."


def test_a_snapshot_is_opened_without_refreshing_the_list(bench: WindowBench, lists: HostServer):
    choose(bench, lists)

    refresh_hosts(bench.window_controller, "page.bscope")

    assert not bench.window_controller.hosts.is_refreshing
    assert lists.paths == []


def test_a_window_closes_at_once_while_a_server_is_silent(bench: WindowBench, lists: HostServer):
    choose(bench, lists)

    with lists.holding("/hosts") as held:
        refresh_hosts(bench.window_controller, None)
        bench.qtbot.waitUntil(lambda: lists.paths == ["/hosts"], timeout=WAIT_MS)
        bench.window.close()
        is_silent = not held.is_set()

    assert is_silent
    assert not bench.window_controller.hosts.is_refreshing
    assert hosts_in_use() is built_in_hosts()
