"""The status bar counts runs, blocks, warnings and blocked requests, without a window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from boilerscope.app.window.controllers.status import StatusController
from boilerscope.app.window.status.bar import StatusBar
from boilerscope.widgets.page.policy import AccessDecision, RequestLog
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.view import PageView
    from tests.helpers.stub_page_view import StubPageView

# The parser moves text after the end of the document, which is a warning.
MOVED = "<html><body><p>One two three.</p></body></html><p>After the end.</p>"


@pytest.fixture
def bar(qtbot: QtBot) -> StatusBar:
    """Return the status bar on screen."""
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    return bar


@pytest.fixture
def status(shared: ControllerBench, bar: StatusBar, view: PageView) -> StatusController:
    """Return the controller; no page is open."""
    return StatusController(shared.context, bar, view)


def test_without_a_page_it_counts_the_extractors_that_will_run(
    shared: ControllerBench, status: StatusController, bar: StatusBar
):
    status.refresh()
    without_panes = bar.runs.text()
    shared.add_panes(ARTICLE, LINK_RATIO)
    status.refresh()

    assert without_panes == ""
    assert bar.runs.text() == "Extractors that run when a page is open: 2"
    assert bar.page.text() == ""
    assert not bar.warnings.isVisible()


def test_with_a_page_it_counts_runs_blocks_and_differences(
    shared: ControllerBench, status: StatusController, bar: StatusBar
):
    shared.open()

    status.refresh()

    assert bar.runs.text() == "4 of 4 extractors done"
    assert bar.page.text().startswith("Page: 5 segments, ")
    assert re.fullmatch(r"Panes disagree on \d+ words \(\d+\s%\)", bar.difference.text())
    assert not bar.warnings.isVisible()


def test_warnings_of_the_page_open_as_a_menu(
    shared: ControllerBench, status: StatusController, bar: StatusBar
):
    page = shared.open(MOVED)

    status.refresh()
    bar.warnings.click()

    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert bar.warnings.text() == f"{len(page.warnings)} warning"
    assert [entry.text() for entry in menu.actions()] == [page.warnings[0].message]
    menu.close()


@pytest.mark.usefixtures("status")
def test_blocked_requests_are_counted_with_their_reasons(
    monkeypatch: pytest.MonkeyPatch, bar: StatusBar, stub: StubPageView
):
    log = RequestLog()
    monkeypatch.setattr(type(stub), "log", log)
    refused = AccessDecision(allowed=False, reason="not recorded")
    log.add("https://a.example/x.css", "stylesheet", refused)

    stub.requests_changed.emit(0, 1)

    assert bar.requests.isVisible()
    assert bar.requests.text() == "1 request blocked"
    assert "https://a.example/x.css: not recorded" in bar.requests.toolTip()


@pytest.mark.usefixtures("status")
def test_a_page_without_blocked_requests_shows_no_count(bar: StatusBar, stub: StubPageView):
    stub.requests_changed.emit(3, 0)

    assert not bar.requests.isVisible()
