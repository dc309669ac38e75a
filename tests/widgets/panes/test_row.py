"""The row of panes: order, folding, widths, scrolling together, windows, by real events."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from boilerscope.extractors.page import segments
from boilerscope.widgets import theme
from boilerscope.widgets.demo import DemoSettings, demo_extraction, demo_scene
from boilerscope.widgets.labels import PlainLabel
from boilerscope.widgets.panes.content import SegmentPosition
from boilerscope.widgets.panes.output_pane import MAX_WIDTH, MIN_WIDTH, OutputPane
from boilerscope.widgets.panes.row import PaneRow
from boilerscope.widgets.panes.slot import PaneWindow, Slot
from boilerscope.widgets.panes.spine import WIDTH
from boilerscope.widgets.records import Scene, Selection

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.selection import SelectionModel

SCENE = demo_scene()
A, B, C, D = (pane.name for pane in SCENE.panes)


def all_open(**changes: Any) -> Scene:
    panes = tuple(replace(pane, folded=False) for pane in SCENE.panes)
    return replace(SCENE, panes=panes, **changes)


def folded(scene: Scene, *names: str) -> Scene:
    panes = tuple(replace(pane, folded=pane.name in names) for pane in scene.panes)
    return replace(scene, panes=panes)


@pytest.fixture
def row(qtbot: QtBot, selection: SelectionModel) -> PaneRow:
    pane_row = PaneRow(selection)
    qtbot.addWidget(pane_row)
    pane_row.resize(1100, 500)
    pane_row.show()
    pane_row.show_scene(all_open())
    return pane_row


def pane(row: PaneRow, name: str) -> OutputPane:
    output_pane = row.pane(name)
    assert output_pane is not None
    return output_pane


def slot(row: PaneRow, name: str) -> Slot:
    return next(child for child in row.findChildren(Slot) if child.name == name)


def order(row: PaneRow) -> list[str]:
    slots = [child for child in row.findChildren(Slot) if child.isVisible()]
    return [child.name for child in sorted(slots, key=lambda child: child.x())]


def segment_selection(number: int) -> Selection:
    page = SCENE.page
    assert page is not None
    text_segments = segments(page)
    return Selection(
        ((int(text_segments.token_start[number]), int(text_segments.token_end[number])),)
    )


# -- arrangement -----------------------------------------------------------------------------


def test_panes_are_in_the_order_of_the_scene_and_share_the_room(row: PaneRow):
    widths = [slot(row, name).width() for name in (A, B, C, D)]

    assert order(row) == [A, B, C, D]
    assert max(widths) - min(widths) <= 1
    assert sum(widths) + 3 == row.width()


def test_bodies_begin_at_the_same_height(row: PaneRow):
    row.show_scene(replace(all_open(), active=B))
    tops = {pane(row, name).body.mapTo(row, QPoint()).y() for name in (A, B, C, D)}

    assert len(tops) == 1


def test_a_new_order_moves_the_panes_and_creates_none(row: PaneRow):
    before = pane(row, A)
    scene = all_open()
    row.show_scene(replace(scene, panes=(*scene.panes[1:], scene.panes[0])))

    assert order(row) == [B, C, D, A]
    assert pane(row, A) is before


def test_a_removed_pane_leaves_the_row(row: PaneRow):
    scene = all_open()
    row.show_scene(replace(scene, panes=scene.panes[:2]))

    assert order(row) == [A, B]
    assert row.pane(C) is None


def test_panes_fold_from_the_right_without_room_and_come_back(row: PaneRow):
    row.resize(600, 500)
    narrow = [row.is_folded(name) for name in (A, B, C, D)]
    row.resize(1100, 500)

    assert narrow == [False, False, True, True]
    assert not any(row.is_folded(name) for name in (A, B, C, D))


def test_the_active_pane_stays_open_however_little_room_there_is(row: PaneRow):
    row.resize(400, 500)
    row.show_scene(replace(all_open(), active=D))

    assert [row.is_folded(name) for name in (A, B, C, D)] == [True, True, True, False]


def test_a_pane_folded_by_hand_stays_folded_in_any_room(row: PaneRow):
    row.show_scene(folded(all_open(), B))

    assert row.is_folded(B)
    assert slot(row, B).width() == WIDTH
    assert not row.is_folded(D)


def test_open_panes_keep_their_limits_and_spare_room_is_offered_for_another(
    row: PaneRow, qtbot: QtBot
):
    scene = all_open()
    row.show_scene(replace(scene, panes=scene.panes[:1]))
    (offer,) = [b for b in row.findChildren(QPushButton) if b.text() == "Add an extractor"]
    with qtbot.waitSignal(row.command) as signal:
        QTest.mouseClick(offer, Qt.MouseButton.LeftButton)

    assert MIN_WIDTH <= slot(row, A).width() <= MAX_WIDTH
    assert signal.args == ["", "add_extractor"]


def test_without_panes_the_row_explains_how_to_fill_it(row: PaneRow):
    row.show_scene(Scene(None))
    (offer,) = [b for b in row.findChildren(QPushButton) if b.text() == "Add an extractor"]

    assert offer.isVisible()
    assert order(row) == []


def test_widths_chosen_by_hand_last(row: PaneRow):
    splitter = slot(row, A).parentWidget()
    handle = splitter.handle(1)  # type: ignore[union-attr]
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + QPoint(50, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + QPoint(50, 0))
    wide, narrow = slot(row, A).width(), slot(row, B).width()
    row.show_scene(replace(all_open(), active=B))

    assert wide > narrow + 40
    assert abs(slot(row, A).width() - wide) <= 2


# -- what the reader does --------------------------------------------------------------------


def test_a_click_in_a_pane_makes_it_active_once(row: PaneRow, qtbot: QtBot):
    with qtbot.waitSignal(row.pane_activated) as signal:
        QTest.mouseClick(pane(row, B).header, Qt.MouseButton.LeftButton)
    row.show_scene(all_open(active=B))
    with qtbot.assertNotEmitted(row.pane_activated):
        QTest.mouseClick(pane(row, B).header, Qt.MouseButton.LeftButton)

    assert signal.args == [B]


def test_a_middle_click_closes(row: PaneRow, qtbot: QtBot):
    with qtbot.waitSignal(row.pane_closed) as signal:
        QTest.mouseClick(pane(row, C).header, Qt.MouseButton.MiddleButton)

    assert signal.args == [C]


def test_the_menu_folds_and_a_click_on_the_spine_unfolds(row: PaneRow, qtbot: QtBot):
    with qtbot.waitSignal(row.pane_folded) as signal:
        pane(row, B).command.emit("fold_pane")
    row.show_scene(folded(all_open(), B))
    spine = slot(row, B).spine
    with qtbot.waitSignals([row.pane_folded, row.pane_activated]):
        QTest.mouseClick(spine, Qt.MouseButton.LeftButton, pos=QPoint(19, 80))

    assert signal.args == [B, True]
    assert spine.isVisible()


def test_a_pane_folded_for_lack_of_room_unfolds_when_it_becomes_active(row: PaneRow, qtbot: QtBot):
    row.resize(600, 500)
    with (
        qtbot.assertNotEmitted(row.pane_folded),
        qtbot.waitSignal(row.pane_activated) as signal,
    ):
        QTest.keyClick(slot(row, D).spine, Qt.Key.Key_Return)

    assert signal.args == [D]


def test_dragging_a_header_emits_the_new_index(row: PaneRow, qtbot: QtBot):
    header = pane(row, A).header
    start = QPoint(100, 10)
    target = header.mapFromGlobal(row.mapToGlobal(QPoint(700, 60)))
    with qtbot.waitSignal(row.pane_moved) as signal:
        QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(header, target)
        QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=target)

    assert signal.args == [A, 2]


def test_dragging_a_header_back_or_out_of_the_row_changes_nothing(row: PaneRow, qtbot: QtBot):
    header = pane(row, A).header
    for target in (QPoint(30, 30), QPoint(600, -300)):
        with qtbot.assertNotEmitted(row.pane_moved):
            QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=QPoint(100, 10))
            QTest.mouseMove(header, QPoint(400, 10))
            QTest.mouseMove(header, target)
            QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=target)


def test_commands_are_emitted_with_the_name_of_their_pane(row: PaneRow, qtbot: QtBot):
    with qtbot.waitSignal(row.command) as signal:
        pane(row, B).command.emit("run_again")

    assert signal.args == [B, "run_again"]


def test_the_source_is_requested_and_shown_in_its_pane(row: PaneRow, qtbot: QtBot):
    with qtbot.waitSignal(row.source_wanted) as signal:
        pane(row, B).source_wanted.emit()
    row.set_source(B, (1, None), "<p>b</p>")

    assert signal.args == [B]


# -- one height ------------------------------------------------------------------------------

GULLS = 27


def test_a_selection_of_a_different_view_is_scrolled_to_one_height_in_all_panes(
    row: PaneRow, selection: SelectionModel
):
    selection.select(segment_selection(GULLS), None)
    positions = {pane(row, name).position_of(GULLS) for name in (A, B, C, D)}
    height = pane(row, A).body.viewport().height()
    head = pane(row, A).header.height()
    (position,) = positions

    assert position is not None
    assert position.y == pytest.approx(head + height * 0.4, abs=1)  # in whole pixels


def test_a_selection_is_scrolled_to_the_clicked_height_and_its_own_pane_does_not_move(
    row: PaneRow, selection: SelectionModel
):
    clicked = pane(row, B)
    clicked.align([SegmentPosition(GULLS, 250.0)])
    before = clicked.body.scroll_y
    gulls = segment_selection(GULLS)
    y = clicked.body.y_of_token(gulls.start)
    selection.select_in(gulls, clicked, clicked.body.viewport(), y, gulls.start)
    places = {pane(row, name).position_of(GULLS) for name in (A, B, C, D)}

    assert clicked.body.scroll_y == before
    assert places == {SegmentPosition(GULLS, 250.0)}


def test_a_pane_with_a_notice_above_its_body_scrolls_blocks_to_the_same_height(
    row: PaneRow, selection: SelectionModel
):
    page = SCENE.page
    assert page is not None
    nothing = demo_extraction(
        page, np.zeros(len(segments(page)), dtype=np.bool_), DemoSettings(), extractor="x"
    )
    scene = all_open()
    empty = replace(scene.panes[1], extraction=nothing, last_good=nothing)
    row.show_scene(replace(scene, panes=(scene.panes[0], empty, *scene.panes[2:])))
    selection.select(segment_selection(GULLS), None)
    places = {pane(row, name).position_of(GULLS) for name in (A, B, C, D)}
    on_screen = {
        pane(row, name).body.mapTo(row, QPoint(0, round(position.y))).y()
        for name in (A, B, C, D)
        if (position := pane(row, name).body.position_of(GULLS)) is not None
    }

    assert pane(row, B).notice.isVisible()
    assert len(places) == 1
    assert len(on_screen) == 1


def test_panes_scroll_together_by_block(row: PaneRow):
    bar = pane(row, B).body.verticalScrollBar()
    bar.setValue(400)
    leading = pane(row, B).body.positions()
    followers = [pane(row, name) for name in (A, C, D)]

    for follower in followers:
        content = follower.body.content
        assert content is not None
        common = next(position for position in leading if content.shows_segment(position.segment))
        assert follower.body.position_of(common.segment) == common


def test_a_free_pane_neither_follows_nor_leads(row: PaneRow, qtbot: QtBot):
    QTest.keyClick(pane(row, B).body, Qt.Key.Key_L)
    locks = row.findChildren(PlainLabel)
    free = [lock.isVisible() for lock in locks if lock.accessibleName() == "Scrolls separately"]
    pane(row, A).body.verticalScrollBar().setValue(300)
    follows = pane(row, B).body.scroll_y
    with qtbot.assertNotEmitted(row.scrolled):
        pane(row, B).body.verticalScrollBar().setValue(150)

    assert free.count(True) == 1
    assert follows == 0
    assert pane(row, A).body.scroll_y == 300


def test_the_key_a_aligns_free_panes_as_well(row: PaneRow, selection: SelectionModel):
    row.toggle_free(B)
    selection.select(segment_selection(GULLS), None)
    pane(row, B).body.verticalScrollBar().setValue(0)
    QTest.keyClick(pane(row, A).body, Qt.Key.Key_A)

    assert pane(row, B).position_of(GULLS) == pane(row, A).position_of(GULLS)


def test_scrolling_of_a_different_view_moves_all_panes(row: PaneRow):
    row.align([SegmentPosition(GULLS, 120.0)])

    assert {pane(row, name).position_of(GULLS) for name in (A, B)} == {
        SegmentPosition(GULLS, 120.0)
    }


def test_an_unfolded_pane_shows_the_current_scene(row: PaneRow):
    row.show_scene(folded(all_open(), D))
    row.show_scene(all_open())

    assert pane(row, D).pane == all_open().panes[3]


# -- windows ---------------------------------------------------------------------------------


def test_a_detached_pane_is_a_window_and_comes_back_when_it_closes(row: PaneRow, qtbot: QtBot):
    with qtbot.waitSignal(row.pane_detached) as signal:
        pane(row, B).command.emit("detach")
    (window,) = row.findChildren(PaneWindow)
    alone = order(row), pane(row, B).window() is window, window.isVisible()
    window.close()
    qtbot.waitUntil(lambda: order(row) == [A, B, C, D])

    assert signal.args == [B]
    assert alone == ([A, C, D], True, True)
    assert order(row) == [A, B, C, D]


def test_find_opens_in_the_pane_with_the_focus_also_in_a_window_of_its_own(
    row: PaneRow, qtbot: QtBot
):
    pane(row, B).command.emit("detach")
    (window,) = row.findChildren(PaneWindow)
    window.activateWindow()
    pane(row, B).body.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is pane(row, B).body)
    row.open_find()

    opened = [name for name in (A, B) if pane(row, name).find_bar.isVisible()]
    window.close()
    qtbot.waitUntil(lambda: order(row) == [A, B, C, D])

    assert opened == [B]


def test_a_detached_pane_still_follows_the_selection(row: PaneRow, selection: SelectionModel):
    pane(row, B).command.emit("detach")
    selection.select(segment_selection(GULLS), None)
    position = pane(row, B).position_of(GULLS)
    pane(row, B).command.emit("detach")

    assert position is not None
    assert order(row) == [A, B, C, D]


def test_closing_a_detached_pane_closes_its_window(row: PaneRow):
    pane(row, B).command.emit("detach")
    scene = all_open()
    row.show_scene(replace(scene, panes=(scene.panes[0], *scene.panes[2:])))
    visible = [window for window in row.findChildren(PaneWindow) if window.isVisible()]

    assert visible == []
    assert order(row) == [A, C, D]


@pytest.mark.parametrize("width", [300, 330, 360, 420])
def test_no_pane_covers_its_neighbour_in_a_row_that_is_too_narrow(row: PaneRow, width: int):
    row.resize(width, 500)
    QApplication.processEvents()
    slots = sorted(
        (child for child in row.findChildren(Slot) if child.isVisible()), key=lambda slot: slot.x()
    )

    for left, right in pairwise(slots):
        assert left.geometry().right() < right.x()
    assert slots[-1].geometry().right() <= row.width()
    opened = next(slot for slot in slots if not slot.folded)
    assert opened.pane.width() == opened.width()


# -- spine -----------------------------------------------------------------------------------


def test_arrows_on_a_spine_visit_the_blocks_of_its_pane(row: PaneRow, selection: SelectionModel):
    row.show_scene(folded(all_open(), D))
    spine = slot(row, D).spine
    selection.select(segment_selection(GULLS), None)
    QTest.keyClick(spine, Qt.Key.Key_Down)

    assert selection.selection is not None
    assert selection.selection.pane == D
    assert selection.selection.start == segment_selection(GULLS + 1).start
    assert spine.accessibleName() == "Folded pane text_distribution, 80\u00a0% kept"


def test_the_letter_of_a_spine_stands_on_no_text(row: PaneRow, selection: SelectionModel):
    row.show_scene(folded(all_open(), D))
    spine = slot(row, D).spine
    selection.select(segment_selection(GULLS), None)
    for y in range(30, 150, 10):
        selection.level.put(spine, y)
        mark = spine.mark_rect()
        assert mark is not None
        above, below = int(mark.top()) - 7, int(mark.bottom()) + 9
        mask_top = max(180, round(spine.height() * 0.36)) - 6  # the selection's tick sticks out
        clear = spine.grab(QRect(4, below, 30, mask_top - below)).toImage()
        over = spine.grab(QRect(4, above, 30, 2)).toImage()

        assert colours_of(clear) == {theme.colour("surface").name()}, y
        assert above < 34 or colours_of(over) == {theme.colour("surface").name()}, y


def colours_of(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_a_spine_shows_warnings_as_the_open_pane_does(row: PaneRow):
    plain = folded(all_open(), D)
    index = next(number for number, pane in enumerate(plain.panes) if pane.name == D)
    extraction = plain.panes[index].extraction
    assert extraction is not None
    warned = replace(plain.panes[index], extraction=replace(extraction, warnings=("One.", "Two.")))
    panes = (*plain.panes[:index], warned, *plain.panes[index + 1 :])
    sign = QRect(8, 34, 22, 20)
    row.show_scene(plain)
    spine = slot(row, D).spine
    before = spine.grab(sign).toImage()

    row.show_scene(replace(plain, panes=panes))

    assert spine.accessibleName().endswith("% kept, 2 warnings")
    assert "\n2 warnings\n" in spine.toolTip()
    assert spine.grab(sign).toImage() != before


def test_a_click_on_the_mask_of_a_spine_selects_its_block(row: PaneRow, selection: SelectionModel):
    row.show_scene(folded(all_open(), D))
    spine = slot(row, D).spine
    QTest.mouseClick(spine, Qt.MouseButton.LeftButton, pos=QPoint(19, spine.height() - 14))
    page = SCENE.page
    assert page is not None

    assert selection.selection is not None
    assert selection.selection.end == page.n_tokens
