"""The arrangement of the window: remembered between starts, and reset to its default."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu, QWidget

from boilerscope.app.session.preferences import Preferences, load_memory
from boilerscope.app.window.program import make_window
from boilerscope.app.window.window import Window
from boilerscope.widgets import theme
from boilerscope.widgets.records import ShowAs

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from tests.helpers.bench import WindowBench


@pytest.mark.parametrize("at_once", [False, True])
def test_arrangement_is_remembered_for_the_next_start(
    lake: WindowBench, qapp: QApplication, *, at_once: bool
):
    lake.window.work.setSizes([400, 300])
    lake.window.arrangement.inspector_dock.hide()
    lake.settle()
    lake.window.closing.emit()

    size = lake.window.size()
    again = make_window(
        qapp, folder=lake.home, preferences=Preferences(), size=size, at_once=at_once
    )
    again.window.show()

    assert load_memory(lake.home).arrangement
    assert not again.window.arrangement.inspector_dock.isVisible()
    again.window.close()
    again.window.deleteLater()


def test_tables_and_plots_keep_their_shares_in_a_window_of_another_width(lake: WindowBench):
    window = lake.window
    window.resize(1500, 950)
    docks = [window.arrangement.tables_dock, window.arrangement.curves_dock]
    lake.settle()
    total = sum(dock.width() for dock in docks)
    sizes = [round(0.35 * total), round(0.65 * total)]
    window.resizeDocks(docks, sizes, Qt.Orientation.Horizontal)
    lake.qtbot.waitUntil(lambda: abs(docks[0].width() - sizes[0]) <= 2)
    saved = window.arrangement.saved()
    window.resize(1900, 950)
    lake.settle()
    window.arrangement.restore(saved)

    def share() -> float:
        return docks[0].width() / sum(dock.width() for dock in docks)

    lake.qtbot.waitUntil(lambda: abs(share() - 0.35) < 0.01)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(("chosen", "later"), [(220, 780), (320, 640)])
def test_restored_tables_are_as_high_as_before_if_that_leaves_room_for_the_page(
    lake: WindowBench, qapp: QApplication, chosen: int, later: int, *, at_once: bool
):
    tables = lake.window.arrangement.tables_dock
    lake.window.resize(780, 780)
    lake.window.arrangement.open_bottom()
    lake.window.resizeDocks([tables], [chosen], Qt.Orientation.Vertical)
    lake.qtbot.waitUntil(lambda: has_height(tables, chosen))
    lake.window.closing.emit()
    size, memory = QSize(780, later), Preferences()
    again = make_window(
        qapp, folder=lake.home, preferences=memory, size=size, at_once=at_once
    ).window
    again.show()

    restored = again.arrangement.tables_dock
    if later == 780:
        lake.qtbot.waitUntil(lambda: has_height(restored, chosen))
    else:
        lake.qtbot.waitUntil(lambda: again.centre.height() >= theme.px(350))
        assert restored.height() >= theme.px(120)
    again.close()
    again.deleteLater()


def has_height(widget: QWidget, height: int) -> bool:
    return widget.height() == height


def test_tables_that_were_folded_unfold_to_the_height_that_they_had(lake: WindowBench):
    arrangement = lake.window.arrangement
    lake.window.resize(1200, 1000)
    arrangement.open_bottom()
    lake.window.resizeDocks([arrangement.tables_dock], [260], Qt.Orientation.Vertical)
    lake.qtbot.waitUntil(partial(has_height, arrangement.tables_dock, 260))
    for _ in range(2):
        arrangement.toggle_bottom()
        lake.qtbot.waitUntil(lambda: arrangement.tables_dock.height() < 60)
        arrangement.toggle_bottom()
        lake.qtbot.waitUntil(partial(has_height, arrangement.tables_dock, 260))


def test_the_strips_have_their_height_again_when_the_interface_is_as_before(lake: WindowBench):
    lake.window.resize(1280, 800)
    lake.window.work.setSizes([300, 170])
    lake.settle()
    before = lake.window.work.sizes()

    lake.window_controller.preferences.change(interface_size=2.0)
    lake.qtbot.waitUntil(lambda: lake.window.work.sizes()[1] > before[1] + 20)
    lake.window_controller.preferences.change(interface_size=1.0)

    lake.qtbot.waitUntil(lambda: lake.window.work.sizes() == before)


def test_default_arrangement_brings_every_view_back(lake: WindowBench):
    lake.window.arrangement.inspector_dock.hide()
    lake.window.arrangement.curves_dock.setFloating(True)

    lake.do("default_arrangement")

    assert lake.window.arrangement.inspector_dock.isVisible()
    assert not lake.window.arrangement.curves_dock.isFloating()
    right = lake.window.arrangement.settings_dock.x()
    assert right > lake.window.width() * 0.7


def test_folding_by_hand_wins_and_is_remembered(lake: WindowBench, qapp: QApplication):
    lake.do("fold_right")
    lake.window.resize(1500, 950)
    lake.window.resize(1600, 1000)
    lake.window.closing.emit()

    again = make_window(qapp, folder=lake.home, preferences=Preferences())
    again.window.show()

    assert not again.window.arrangement.settings_dock.isVisible()
    assert again.window.arrangement.rail.isVisible()
    again.window.arrangement.reveal(again.window.inspector)
    assert again.window.inspector.isVisible()
    assert not again.window.arrangement.rail.isVisible()
    again.window.close()
    again.window.deleteLater()


def test_views_folded_for_lack_of_room_open_at_the_next_start_with_room(
    lake: WindowBench, qapp: QApplication
):
    lake.window.resize(1000, 700)
    assert lake.window.arrangement.rail.isVisible()
    saved = lake.window.arrangement.saved()

    again = make_window(qapp, folder=lake.home / "other", preferences=Preferences())
    again.window.resize(1280, 800)
    again.window.show()
    assert again.window.arrangement.restore(saved)

    assert again.window.arrangement.settings_dock.isVisible()
    assert not again.window.arrangement.rail.isVisible()
    again.window.close()
    again.window.deleteLater()


def test_tables_opened_by_hand_stay_open_and_do_not_widen_the_window(lake: WindowBench):
    lake.window.resize(1280, 800)
    lake.do("tab_blocks")
    lake.window.resize(1270, 790)

    assert lake.window.blocks.isVisible()
    assert lake.window.width() == 1270
    lake.do("fold_tables")
    assert not lake.window.blocks.isVisible()


def test_damaged_memory_is_empty(lake: WindowBench):
    assert not lake.window.arrangement.restore("no such thing")
    assert not lake.window.arrangement.restore("AAAA BBBB CCCC")


def test_opened_pages_are_offered_on_the_start_screen(lake: WindowBench):
    lake.do("start_screen")

    assert lake.window.centre.currentWidget() is lake.window.start
    assert lake.window_controller.preferences.memory.recent[0].endswith("lake.html")
    lake.window.start.opened.emit(lake.window_controller.preferences.memory.recent[0])
    lake.qtbot.waitUntil(lambda: lake.window.centre.currentWidget() is lake.window.work)


def test_view_chosen_for_an_extractor_is_used_for_its_next_pane(lake: WindowBench):
    lake.window.panes.show_as_changed.emit("link_ratio", ShowAs.PLAIN)
    lake.controller.add_pane("link_ratio")
    lake.settle()

    assert lake.pane("link_ratio#2").show_as is ShowAs.PLAIN
    assert lake.pane("boilerpipe.article").show_as is ShowAs.RENDERED


def test_the_bar_in_the_tabs_belongs_to_the_current_view(lake: WindowBench):
    window = lake.window
    bars = window.scores.bar, window.curves.bar
    at_first = [bar.isVisibleTo(window) for bar in bars]
    window.arrangement.reveal(window.scores)

    assert at_first == [False, True]
    assert [bar.isVisibleTo(window) for bar in bars] == [True, False]


def test_a_bar_that_grows_beside_the_tabs_of_the_plots_leaves_them_whole(lake: WindowBench):
    window = lake.window
    plots, bar = window.arrangement.plots, window.curves.bar
    window.resize(1600, 1000)
    window.arrangement.open_bottom()
    lake.settle()
    tabs, corner = plots.tabBar().sizeHint().width(), plots.cornerWidget()
    room = plots.width() - tabs - bar.sizeHint().width()
    text = QWidget()
    row = bar.layout()
    assert row is not None
    row.addWidget(text)
    beside = []
    for width in (max(room, 0) + 40, 0):
        text.setFixedWidth(width)
        lake.settle()
        beside.append(corner.isAncestorOf(bar))
        assert not beside[-1] or tabs + bar.width() <= plots.width()

    assert beside == [False, room >= theme.px(16)]


def test_choosers_beside_tabs_are_no_higher_than_the_tabs(lake: WindowBench):
    window = lake.window
    tabs = window.arrangement.plots.tabBar().sizeHint().height()

    for view in (window.scores, window.curves):
        assert view.bar.sizeHint().height() <= tabs, "the corner beside the tabs would cut them"


def test_the_page_or_the_active_pane_takes_the_whole_row_and_gives_it_back(lake: WindowBench):
    window = lake.window
    folds = {pane.name: window.panes.is_folded(pane.name) for pane in lake.controller.session.panes}
    window.page.view.setFocus(Qt.FocusReason.OtherFocusReason)
    lake.do("whole_row")
    alone = window.page.isVisible(), window.panes.isVisible()
    lake.do("whole_row")
    active = window.panes.pane(lake.controller.session.active)
    assert active is not None
    active.body.setFocus(Qt.FocusReason.OtherFocusReason)
    lake.do("whole_row")
    of_pane = window.page.isVisible(), window.panes.isVisible()
    folded = {name for name in folds if window.panes.is_folded(name)}
    lake.do("cancel")
    lake.settle()

    assert alone == (True, False)
    assert of_pane == (False, True)
    assert folded == folds.keys() - {lake.controller.session.active}
    assert window.page.isVisible()
    assert {name: window.panes.is_folded(name) for name in folds} == folds


def test_the_window_is_on_screen_before_its_views_are_made(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    fill, on_screen = Window.fill, []

    def watched(window: Window) -> None:
        window.resize(1300, 900)
        on_screen.append(window.windowHandle().isExposed())
        fill(window)

    monkeypatch.setattr(Window, "fill", watched)

    controller = make_window(qapp, folder=tmp_path, preferences=Preferences(), at_once=True)

    window = controller.window
    assert on_screen == [True]
    assert window.focusWidget() is window.top.address
    assert window.start.isVisible()
    assert window.arrangement.tables_dock.isVisible()
    assert not any(menu.isVisible() for menu in window.findChildren(QMenu))
    window.close()
    assert not window.isVisible()
    window.deleteLater()


@pytest.mark.parametrize("place", ["fill", "show_views"])
def test_a_window_that_is_closed_before_its_views_are_there_closes_with_them(
    lake: WindowBench,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
):
    make, closings = getattr(Window, place), []

    def closed(window: Window) -> None:
        assert not window.close()
        window.closing.connect(lambda: closings.append(1))
        make(window)

    monkeypatch.setattr(Window, place, closed)

    window = make_window(qapp, folder=lake.home, preferences=Preferences(), at_once=True).window

    lake.qtbot.waitUntil(lambda: not window.isVisible(), timeout=10_000)
    assert closings == [1]
    window.deleteLater()


def test_no_tab_of_a_page_hides_behind_arrows_on_a_small_screen(lake: WindowBench):
    lake.window.resize(1280, 800)
    lake.window.arrangement.open_bottom()
    lake.settle()
    tables = lake.window.arrangement.tables
    corner = tables.cornerWidget()

    lake.qtbot.waitUntil(lambda: tables.count() == 12)
    assert tables.tabBar().sizeHint().width() + corner.minimumSizeHint().width() <= 1280 - 350
