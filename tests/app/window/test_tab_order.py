"""Tab and Shift+Tab visit the same widgets, in visual order, and change nothing on the way."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.tab_order import tab_stops
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench

MAX_STOPS = 400
WEB = "QWebEngineView"


def on_corpus(bench: WindowBench, folder: Path) -> WindowBench:
    """Open a small corpus."""
    state = bench.window_controller.corpus.state
    bench.window_controller.open(str(write_corpus(folder / "pages")))
    bench.qtbot.waitUntil(lambda: state.table is not None)
    return bench


def stop_of(widget: QWidget | None) -> QWidget | None:
    """Return the widget at which Tab stopped: the web view takes the focus by an inner widget."""
    outer = widget
    while outer is not None:
        if outer.inherits(WEB):
            return outer
        outer = outer.parentWidget()
    return widget


def walked(bench: WindowBench, *, forward: bool) -> list[QWidget]:
    """Return the widgets that Tab or Shift+Tab visits, from the first one round to it."""
    start = tab_stops(bench.window.tab_containers())[0]
    start.setFocus()
    visited = [start]
    for _ in range(MAX_STOPS):
        focus = QApplication.focusWidget()
        assert focus is not None
        focus.focusNextPrevChild(forward)
        stop = stop_of(QApplication.focusWidget())
        if stop is start or stop is None:
            return visited
        visited.append(stop)
    raise AssertionError("Tab does not come round")


def controls(bench: WindowBench) -> set[QWidget]:
    """Return every widget on screen that a keyboard user must reach, the page's web view too."""
    front = bench.window.page.view.web_view
    return {
        widget
        for widget in bench.window.findChildren(QWidget)
        if widget.isVisible()
        and widget.window() is bench.window
        and widget.isEnabled()
        and not widget.size().isEmpty()
        and stop_of(widget) is widget
        and (
            widget is front
            or (widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None)
        )
    }


def rect_in(window: QWidget, widget: QWidget) -> QRect:
    """Return the rectangle of a widget in the window."""
    return QRect(widget.mapTo(window, QPoint()), widget.size())


@pytest.mark.parametrize("state", ["start", "page", "corpus"])
@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800)])
def test_both_directions_visit_every_control_in_one_order(
    bench: WindowBench, lake_file: Path, tmp_path: Path, state: str, size: tuple[int, int]
):
    bench.window.resize(*size)
    if state == "page":
        bench.open(str(lake_file))
    elif state == "corpus":
        on_corpus(bench, tmp_path)
    bench.qtbot.waitUntil(lambda: bench.window_controller.views.idle)
    forward, backward = walked(bench, forward=True), walked(bench, forward=False)

    assert forward[1:] == backward[:0:-1]
    assert set(forward) == controls(bench)
    assert (bench.window.page.view.web_view in forward) == (state == "page")
    assert len(forward) == len(set(forward))
    for one, other in pairwise(forward):
        if one.parentWidget() is other.parentWidget():
            first, second = rect_in(bench.window, one), rect_in(bench.window, other)
            assert second.center().y() > first.top(), (one, other)
            assert second.left() > first.left() or second.top() >= first.center().y(), (one, other)


def test_tab_through_the_panes_changes_neither_pane_nor_selection(lake: WindowBench):
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.settle()
    session, before = lake.controller.session, lake.window.selection.selection
    active = session.active
    visited = walked(lake, forward=True)
    names = {stop.objectName() or type(stop).__name__ for stop in visited}
    lake.settle()

    assert "Body" in names
    assert session.active == active
    assert lake.window.selection.selection == before


def test_return_makes_the_focused_pane_active(lake: WindowBench):
    session = lake.controller.session
    other = next(pane.name for pane in session.panes if pane.name != session.active)
    lake.controller.activate(other)  # unfolded by now
    lake.settle()
    lake.controller.activate(session.panes[0].name)
    lake.settle()
    opened = lake.window.panes.pane(other)
    assert opened is not None
    opened.body.setFocus(Qt.FocusReason.TabFocusReason)
    still = session.active
    QTest.keyClick(opened.body, Qt.Key.Key_Return)

    assert still == session.panes[0].name
    assert session.active == other


def test_the_window_begins_in_the_address_field(bench: WindowBench):
    bench.window.activateWindow()
    bench.window.focus_work()

    assert bench.window.focusWidget() is bench.window.top.address


def test_ctrl_l_leads_from_the_corpus_to_the_address_field(bench: WindowBench, tmp_path: Path):
    on_corpus(bench, tmp_path)

    bench.do("focus_address")

    assert not bench.window.shows_corpus
    assert bench.window.focusWidget() is bench.window.top.address
