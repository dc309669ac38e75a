"""The list of advertisement hosts in the window: refreshed, stopped, due, never lost."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from app.session.preferences import load_preferences
from app.window.program import refresh_hosts
from extractors.data.ad_hosts import shipped_hosts
from extractors.data.kept_hosts import hosts_in_use, kept_file, refresh
from tests.helpers.host_server import HostServer, host_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.bench import WindowBench
    from widgets.hosts_dialog import HostsDialog

pytestmark = pytest.mark.usefixtures("home")  # the list is kept where the window keeps the rest

AD = "<body><p>kept</p><b src='http://own.example.net/x'>advertisement</b></body>"
WAIT_MS = 10_000


@pytest.fixture
def lists() -> Iterator[HostServer]:
    with host_server() as running:
        running.answers["/hosts"] = (200, b"0.0.0.0 own.example.net\n")
        yield running


def opened(bench: WindowBench) -> HostsDialog:
    bench.window_controller.actions.trigger("ad_hosts")
    dialog = bench.window_controller.hosts.dialog
    assert dialog is not None
    return dialog


def said(bench: WindowBench) -> str:
    return bench.window.statusBar().currentMessage()


def kept(bench: WindowBench) -> tuple[str, int]:
    loaded, _ = load_preferences(bench.home)
    return loaded.ad_hosts_source, loaded.ad_hosts_days


def old(days: float) -> None:
    then = time.time() - days * 86_400
    os.utime(kept_file(), (then, then))


def test_refreshing_takes_the_list_remembers_it_and_runs_panes_again(
    bench: WindowBench, lists: HostServer, tmp_path: Path
):
    page = tmp_path / "page.html"
    page.write_text(AD, encoding="utf-8")
    bench.open(str(page))
    bench.controller.add_pane("crunch")
    bench.settle()
    before = bench.made("crunch").own_text
    dialog = opened(bench)
    dialog.show_choices(f"{lists.url}/hosts", 7)

    with bench.qtbot.waitSignal(bench.window_controller.hosts.refresh.refreshed, timeout=WAIT_MS):
        dialog.refresh_button.click()
    bench.settle()

    assert "advertisement" in before
    assert "advertisement" not in bench.made("crunch").own_text
    assert bench.made("crunch").used == {"crunch.ad_hosts": hosts_in_use().name}
    assert kept(bench) == (f"{lists.url}/hosts", 7)
    assert f"1 hosts from {lists.url}/hosts" in dialog.in_use_label.text()
    assert "Refreshed" in dialog.in_use_label.text()
    assert dialog.message.text() == "The list of advertisement hosts is fresh: 1 hosts."
    assert not dialog.progress_bar.isVisible()
    dialog.reject()


@pytest.mark.parametrize(
    ("path", "says"), [("/none", "/none answers 404"), ("/page", "/page names no host; a list has")]
)
def test_a_failed_refresh_names_the_address_and_keeps_list_and_choices(
    bench: WindowBench, lists: HostServer, path: str, says: str
):
    lists.answers["/page"] = (200, b"<html>sign in</html>")
    dialog = opened(bench)
    dialog.show_choices(f"{lists.url}{path}", 7)

    with bench.qtbot.waitSignal(bench.window_controller.hosts.refresh.failed, timeout=WAIT_MS):
        dialog.refresh_button.click()

    assert f"{lists.url}{says}" in dialog.message.text()
    assert "The list in use stays as it was." in dialog.message.text()
    assert hosts_in_use() is shipped_hosts()
    assert kept(bench) == ("", 0)
    assert dialog.refresh_button.isEnabled()
    dialog.reject()


def test_a_refresh_can_be_stopped_while_the_server_is_silent(bench: WindowBench, lists: HostServer):
    dialog = opened(bench)
    dialog.show_choices(f"{lists.url}/hosts", 0)

    with lists.holding("/hosts"):
        dialog.refresh_button.click()
        running = dialog.progress_bar.isVisible()
        dialog.cancel_button.click()
        text = dialog.message.text()

    assert running
    assert text == "Stopped. The list in use stays as it was."
    assert not bench.window_controller.hosts.refresh.busy
    assert kept(bench) == ("", 0)
    dialog.reject()


def test_closing_the_dialog_stops_what_it_began(bench: WindowBench, lists: HostServer):
    dialog = opened(bench)
    dialog.show_choices(f"{lists.url}/hosts", 0)

    with lists.holding("/hosts"):
        dialog.refresh_button.click()
        dialog.reject()

    assert bench.window_controller.hosts.dialog is None
    assert not bench.window_controller.hosts.refresh.busy
    assert said(bench) == "Stopped. The list in use stays as it was."


@pytest.mark.parametrize(
    ("typed", "says"), [("no/such/file", "is not a file"), ("ftp://a/b", "scheme 'ftp'")]
)
def test_a_source_that_cannot_be_one_is_refused_before_it_is_saved(
    bench: WindowBench, typed: str, says: str
):
    dialog = opened(bench)
    dialog.show_choices(typed, 7)

    dialog.save_button.click()
    saving = dialog.message.text()
    dialog.refresh_button.click()

    assert says in saving
    assert says in dialog.message.text()
    assert dialog.isVisible()
    assert kept(bench) == ("", 0)
    dialog.reject()


def test_saving_remembers_the_choices_without_reading_anything(
    bench: WindowBench, lists: HostServer
):
    dialog = opened(bench)
    dialog.show_choices(f"{lists.url}/hosts", 3)

    dialog.save_button.click()

    assert kept(bench) == (f"{lists.url}/hosts", 3)
    assert bench.window_controller.hosts.dialog is None
    assert lists.paths == []


def test_the_shipped_list_can_be_used_again(bench: WindowBench, tmp_path: Path):
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")
    refresh(str(source))
    bench.window_controller.preferences.change(ad_hosts_source=str(source), ad_hosts_days=7)
    dialog = opened(bench)

    dialog.built_in.click()

    assert hosts_in_use() is shipped_hosts()
    assert kept(bench) == ("", 0)
    assert "the built-in list" in dialog.in_use_label.text()
    assert dialog.chosen() == ("", 0)
    dialog.reject()


# -- at the start ---------------------------------------------------------------------------------


def test_a_list_that_is_due_is_refreshed_in_the_background(bench: WindowBench, lists: HostServer):
    bench.window_controller.preferences.change(
        ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7
    )
    refresh(f"{lists.url}/hosts")
    old(8)
    lists.answers["/hosts"] = (200, b"two.example.net\n")

    with bench.qtbot.waitSignal(bench.window_controller.hosts.refresh.refreshed, timeout=WAIT_MS):
        refresh_hosts(bench.window_controller, None)

    assert hosts_in_use().hosts == {"two.example.net"}
    assert said(bench) == "The list of advertisement hosts is fresh: 1 hosts."


def test_a_refresh_that_fails_at_the_start_says_so_and_keeps_the_list(
    bench: WindowBench, lists: HostServer
):
    bench.window_controller.preferences.change(
        ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7
    )
    refresh(f"{lists.url}/hosts")
    old(8)
    lists.answers.clear()

    with bench.qtbot.waitSignal(bench.window_controller.hosts.refresh.failed, timeout=WAIT_MS):
        refresh_hosts(bench.window_controller, "sample:news-en")

    assert f"{lists.url}/hosts answers 404" in said(bench)
    assert hosts_in_use().hosts == {"own.example.net"}
    assert kept(bench) == (f"{lists.url}/hosts", 7)


@pytest.mark.parametrize(("days", "age"), [(0, 100.0), (7, 6.0)])
def test_what_is_not_due_reaches_no_network(
    bench: WindowBench, lists: HostServer, days: int, age: float
):
    refresh(f"{lists.url}/hosts")
    old(age)
    bench.window_controller.preferences.change(
        ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=days
    )

    refresh_hosts(bench.window_controller, None)

    assert not bench.window_controller.hosts.refresh.busy
    assert lists.paths == ["/hosts"]


def test_without_a_source_nothing_is_read(bench: WindowBench):
    refresh_hosts(bench.window_controller, None)

    assert not bench.window_controller.hosts.refresh.busy


def test_a_snapshot_is_opened_without_refreshing_anything(bench: WindowBench, lists: HostServer):
    bench.window_controller.preferences.change(
        ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7
    )

    refresh_hosts(bench.window_controller, "page.bscope")

    assert not bench.window_controller.hosts.refresh.busy
    assert lists.paths == []


def test_the_dialog_shows_a_refresh_that_runs_already(bench: WindowBench, lists: HostServer):
    bench.window_controller.preferences.change(
        ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7
    )

    with lists.holding("/hosts"):
        refresh_hosts(bench.window_controller, None)
        dialog = opened(bench)
        running = dialog.progress_bar.isVisible()
        dialog.reject()
        goes_on = bench.window_controller.hosts.refresh.busy
    bench.qtbot.waitUntil(lambda: not bench.window_controller.hosts.refresh.busy, timeout=WAIT_MS)

    assert running
    assert goes_on
    assert hosts_in_use().hosts == {"own.example.net"}


def test_a_window_closes_at_once_while_a_server_is_silent(bench: WindowBench, lists: HostServer):
    bench.window_controller.preferences.change(
        ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7
    )

    with lists.holding("/hosts") as held:
        refresh_hosts(bench.window_controller, None)
        bench.qtbot.waitUntil(lambda: lists.paths == ["/hosts"], timeout=WAIT_MS)
        bench.window.close()
        still_held = not held.is_set()

    assert still_held
    assert not bench.window_controller.hosts.refresh.busy
    assert hosts_in_use() is shipped_hosts()
