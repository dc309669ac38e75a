"""The list of advertisement hosts is refreshed, stopped and replaced, without a window."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.preferences import load_preferences
from boilerscope.app.window.controllers.host_list import HostListController
from boilerscope.extractors.data.ad_hosts import built_in_hosts
from boilerscope.extractors.data.kept_hosts import hosts_in_use, kept_file, refresh

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.hosts_dialog import HostsDialog
    from tests.helpers.controller_bench import ControllerBench
    from tests.helpers.host_server import HostServer

pytestmark = pytest.mark.usefixtures("home")  # the list is in the configuration folder

AD = "<body><p>kept</p><b src='http://own.example.net/x'>advertisement</b></body>"
UNCHANGED = "The list in use has not changed."


@pytest.fixture
def hosts(shared: ControllerBench) -> HostListController:
    return HostListController(shared.context, shared.actions, shared.window)


@pytest.fixture
def dialog(shared: ControllerBench, hosts: HostListController) -> Iterator[HostsDialog]:
    """Return the open dialog."""
    shared.do("ad_hosts")
    dialog = hosts.dialog
    assert dialog is not None
    yield dialog
    if hosts.dialog is not None:
        dialog.reject()


def saved_choices(folder: Path) -> tuple[str, int]:
    preferences, _ = load_preferences(folder)
    return preferences.ad_hosts_source, preferences.ad_hosts_days


def make_older(days: float) -> None:
    """Set the date of the refreshed list back by some days."""
    then = time.time() - days * 86_400
    os.utime(kept_file(), (then, then))


def test_a_refreshed_list_is_remembered_and_panes_that_depend_on_it_run_again(
    shared: ControllerBench,
    dialog: HostsDialog,
    lists: HostServer,
    tmp_path: Path,
):
    shared.open(AD)
    shared.controller.add_pane("crunch")
    shared.finish()
    before = shared.controller.session.pane("crunch").shown
    dialog.show_choices(f"{lists.url}/hosts", 7)

    dialog.refresh_button.click()
    shared.wait_for_work()
    shared.finish()

    after = shared.controller.session.pane("crunch").shown
    assert before is not None
    assert after is not None
    assert "advertisement" in before.own_text
    assert "advertisement" not in after.own_text
    assert saved_choices(tmp_path) == (f"{lists.url}/hosts", 7)
    assert dialog.message.text() == "Advertisement hosts refreshed. The list has 1 host."
    assert f"1 host from {lists.url}/hosts" in dialog.in_use_label.text()


@pytest.mark.parametrize(
    ("path", "reason"),
    [("/none", "/none answers 404"), ("/page", "/page contains no host. Use")],
)
def test_a_failed_refresh_names_the_address_and_keeps_list_and_choices(
    shared: ControllerBench,
    dialog: HostsDialog,
    lists: HostServer,
    path: str,
    reason: str,
):
    lists.answers["/page"] = (200, b"<html>sign in</html>")
    dialog.show_choices(f"{lists.url}{path}", 7)

    dialog.refresh_button.click()
    shared.wait_for_work()

    assert f"{lists.url}{reason}" in dialog.message.text()
    assert UNCHANGED in dialog.message.text()
    assert hosts_in_use() is built_in_hosts()
    assert saved_choices(shared.folder) == ("", 0)
    assert dialog.refresh_button.isEnabled()


def test_a_refresh_can_be_stopped_while_the_server_is_silent(
    hosts: HostListController, dialog: HostsDialog, lists: HostServer, tmp_path: Path
):
    dialog.show_choices(f"{lists.url}/hosts", 0)

    with lists.holding("/hosts"):
        dialog.refresh_button.click()
        is_running = dialog.progress_bar.isVisible()
        dialog.cancel_button.click()
        text = dialog.message.text()

    assert is_running
    assert text == f"Stopped. {UNCHANGED}"
    assert not hosts.is_refreshing
    assert saved_choices(tmp_path) == ("", 0)


def test_closing_the_dialog_stops_the_refresh_that_it_began(
    shared: ControllerBench, hosts: HostListController, dialog: HostsDialog, lists: HostServer
):
    dialog.show_choices(f"{lists.url}/hosts", 0)

    with lists.holding("/hosts"):
        dialog.refresh_button.click()
        dialog.reject()

    assert hosts.dialog is None
    assert not hosts.is_refreshing
    assert shared.messages == [f"Stopped. {UNCHANGED}"]


@pytest.mark.parametrize(
    ("typed", "reason"), [("no/such/file", "is not a file"), ("ftp://a/b", "scheme 'ftp'")]
)
def test_a_source_that_cannot_be_a_list_is_refused_before_it_is_saved(
    dialog: HostsDialog, tmp_path: Path, typed: str, reason: str
):
    dialog.show_choices(typed, 7)

    dialog.save_button.click()
    after_save = dialog.message.text()
    dialog.refresh_button.click()

    assert reason in after_save
    assert reason in dialog.message.text()
    assert dialog.isVisible()
    assert saved_choices(tmp_path) == ("", 0)


def test_saving_remembers_the_choices_without_reading_the_list(
    hosts: HostListController, dialog: HostsDialog, lists: HostServer, tmp_path: Path
):
    dialog.show_choices(f"{lists.url}/hosts", 3)

    dialog.save_button.click()

    assert saved_choices(tmp_path) == (f"{lists.url}/hosts", 3)
    assert hosts.dialog is None
    assert lists.paths == []


def test_the_built_in_list_can_be_used_again(
    shared: ControllerBench, hosts: HostListController, tmp_path: Path
):
    source = tmp_path / "hosts"
    source.write_text("own.example.net\n", encoding="utf-8")
    refresh(str(source))
    shared.context.preferences.change(ad_hosts_source=str(source), ad_hosts_days=7)
    hosts.open()
    dialog = hosts.dialog
    assert dialog is not None

    dialog.built_in.click()

    assert hosts_in_use() is built_in_hosts()
    assert saved_choices(tmp_path) == ("", 0)
    assert "the built-in list" in dialog.in_use_label.text()
    assert dialog.chosen() == ("", 0)
    dialog.reject()


# -- at the start ---------------------------------------------------------------------------------


def test_a_list_that_is_due_is_refreshed_in_the_background(
    shared: ControllerBench, hosts: HostListController, lists: HostServer
):
    shared.context.preferences.change(ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7)
    refresh(f"{lists.url}/hosts")
    make_older(8)
    lists.answers["/hosts"] = (200, b"two.example.net\nthree.example.net\n")

    hosts.refresh_if_due()
    shared.wait_for_work()

    assert hosts_in_use().hosts == {"two.example.net", "three.example.net"}
    assert shared.messages == ["Advertisement hosts refreshed. The list has 2 hosts."]


def test_a_refresh_that_fails_at_the_start_is_reported_and_keeps_the_list(
    shared: ControllerBench,
    hosts: HostListController,
    lists: HostServer,
    tmp_path: Path,
):
    shared.context.preferences.change(ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7)
    refresh(f"{lists.url}/hosts")
    make_older(8)
    lists.answers.clear()

    hosts.refresh_if_due()
    shared.wait_for_work()

    assert f"{lists.url}/hosts answers 404" in shared.messages[0]
    assert hosts_in_use().hosts == {"own.example.net"}
    assert saved_choices(tmp_path) == (f"{lists.url}/hosts", 7)


@pytest.mark.parametrize(("days", "age"), [(0, 100.0), (7, 6.0)])
def test_a_list_that_is_not_due_is_not_fetched(
    shared: ControllerBench, hosts: HostListController, lists: HostServer, days: int, age: float
):
    refresh(f"{lists.url}/hosts")
    make_older(age)
    shared.context.preferences.change(ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=days)

    hosts.refresh_if_due()

    assert not hosts.is_refreshing
    assert lists.paths == ["/hosts"]


def test_without_a_source_nothing_is_read(hosts: HostListController):
    hosts.refresh_if_due()

    assert not hosts.is_refreshing


def test_the_dialog_shows_a_refresh_that_is_running_already(
    shared: ControllerBench, hosts: HostListController, lists: HostServer, qtbot: QtBot
):
    shared.context.preferences.change(ad_hosts_source=f"{lists.url}/hosts", ad_hosts_days=7)

    with lists.holding("/hosts"):
        hosts.refresh_if_due()
        hosts.open()
        dialog = hosts.dialog
        assert dialog is not None
        is_shown = dialog.progress_bar.isVisible()
        dialog.reject()
        goes_on = hosts.is_refreshing
    qtbot.waitUntil(lambda: not hosts.is_refreshing)

    assert is_shown
    assert goes_on
    assert hosts_in_use().hosts == {"own.example.net"}
