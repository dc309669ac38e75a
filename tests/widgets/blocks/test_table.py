"""The block table: order, filter, selection in both directions, and a page of 100,000 blocks."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView

from boilerscope.extractors import runner
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column
from boilerscope.extractors.page import Page
from boilerscope.widgets import theme
from boilerscope.widgets.blocks import model
from boilerscope.widgets.blocks.model import RULE, TEXT
from boilerscope.widgets.blocks.order import runs_text
from boilerscope.widgets.blocks.table import BlockTable
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import PaneRecord
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import Scene


@pytest.fixture
def table(qtbot: QtBot, scene: Scene, selection: SelectionModel) -> BlockTable:
    block_table = BlockTable(selection)
    qtbot.addWidget(block_table)
    block_table.resize(900, 300)
    block_table.show()
    block_table.show_pane(scene.page, scene.panes[0])
    return block_table


def column(table: BlockTable, label: str) -> int:
    heads = [
        table.model.headerData(index, Qt.Orientation.Horizontal)
        for index in range(table.model.columnCount())
    ]
    return heads.index(label)


def test_every_block_has_a_row_with_number_values_rule_and_text(
    table: BlockTable, scene: Scene
) -> None:
    extraction = scene.panes[0].shown
    assert extraction is not None

    assert table.model.rowCount() == len(extraction.blocks)
    assert table.model.index(6, 1).data() == "6"
    assert table.model.index(6, TEXT).data() == "The lighthouse that lends books"
    assert table.model.index(6, RULE).data().startswith("R")
    assert table.model.columnCount() == 4 + len(extraction.columns)


def test_columns_have_room_for_their_widest_values(table: BlockTable, scene: Scene) -> None:
    extraction = scene.panes[0].shown
    assert extraction is not None
    values = np.arange(len(extraction.blocks)) * -123_456_789.0
    area = Column("area", "Area", "px", "Size.", values)
    pane = dataclasses.replace(
        scene.panes[0],
        extraction=dataclasses.replace(extraction, columns=(*extraction.columns, area)),
        run=9,
    )

    table.show_pane(scene.page, dataclasses.replace(pane, last_good=pane.extraction))

    index = column(table, "Area")
    widest = table.model.index(len(extraction.blocks) - 1, index).data()
    view = table.findChild(QTableView)
    assert view is not None
    assert view.columnWidth(index) >= view.fontMetrics().horizontalAdvance(widest) + theme.px(8)
    assert table.model.extremes(index) == (widest, table.model.index(0, index).data())
    assert table.model.extremes(TEXT) == ()


def test_sorting_by_a_value_orders_rows_and_the_third_click_restores_page_order(
    table: BlockTable,
) -> None:
    words_column = column(table, "Words")

    table.model.sort(words_column, Qt.SortOrder.DescendingOrder)
    values = [float(table.model.index(r, words_column).data().replace(",", "")) for r in range(10)]
    table.model.sort(-1)

    assert values == sorted(values, reverse=True)
    assert [table.model.block_at(row) for row in range(5)] == [0, 1, 2, 3, 4]


def test_filter_hides_rows_and_counts_the_rest(table: BlockTable) -> None:
    everything = table.model.rowCount()

    QTest.keyClicks(table.filter, "lighthouse lends")

    assert 0 < table.model.rowCount() < everything
    rows = range(table.model.rowCount())
    texts = [table.model.index(row, TEXT).data() for row in rows]
    assert all("lighthouse" in text.lower() for text in texts)
    assert f"of {everything} blocks" in table.count_label.text()


def test_filter_without_a_match_shows_a_note(table: BlockTable) -> None:
    QTest.keyClicks(table.filter, "zzzz")

    assert table.empty_note.isVisible()
    assert table.empty_note.text() == "No block contains these words."


def test_clicking_a_row_selects_the_block(
    selection: SelectionModel, table: BlockTable, scene: Scene
) -> None:
    table.table.scrollTo(table.model.index(6, 1))
    box = table.table.visualRect(table.model.index(6, 1))

    QTest.mouseClick(table.table.viewport(), Qt.MouseButton.LeftButton, pos=box.center())

    assert selection.selection == selection_of_block(scene.panes[0], 6)


def test_selection_from_a_different_view_marks_the_row_of_the_block_with_most_common_tokens(
    selection: SelectionModel, table: BlockTable, scene: Scene
) -> None:
    second_pane = scene.panes[1]
    extraction = second_pane.shown
    assert extraction is not None
    block = int(np.argmax(extraction.blocks.token_counts()))

    selection.select(selection_of_block(second_pane, block))

    row = table.table.currentIndex().row()
    runs = scene.panes[0].shown.blocks.runs(table.model.block_at(row))  # type: ignore[union-attr]  # shown above
    start, end = extraction.blocks.runs(block)[0]
    assert any(first < end and start < last for first, last in runs)


def test_clearing_the_selection_leaves_no_row_marked(
    selection: SelectionModel, table: BlockTable, scene: Scene
) -> None:
    selection.select(selection_of_block(scene.panes[0], 3))

    selection.select(None)

    assert not table.table.selectionModel().hasSelection()


def test_without_a_page_the_table_explains_how_to_fill_it(table: BlockTable) -> None:
    table.show_pane(None, None)

    assert table.empty_note.text() == "Blocks appear here when a page is open."


def test_new_values_of_the_same_blocks_keep_the_selected_row(
    selection: SelectionModel, table: BlockTable, scene: Scene
) -> None:
    selection.select(selection_of_block(scene.panes[0], 9))
    extraction = scene.panes[0].shown
    assert extraction is not None
    inverted = dataclasses.replace(extraction, content=~extraction.content)

    table.show_pane(scene.page, dataclasses.replace(scene.panes[0], last_good=inverted))

    assert table.model.block_at(table.table.currentIndex().row()) == 9
    assert table.model.kept(9) is not bool(extraction.content[9])


def test_hundred_thousand_blocks_compute_only_visible_rows(
    table: BlockTable, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane = _large(scene.panes[0], 100_000)
    requests: list[int] = []

    def counted(page: Page, runs: list[tuple[int, int]], query: list[str]) -> str:
        requests.append(runs[0][0])
        return runs_text(page, runs, query)

    monkeypatch.setattr(model, "runs_text", counted)

    table.show_pane(scene.page, pane)
    table.table.scrollToBottom()
    table.table.viewport().repaint()

    assert table.model.rowCount() == 100_000
    assert 0 < len(requests) < 200


def test_rows_are_copied_with_a_header(table: BlockTable) -> None:
    lines = table.rows_as_text().splitlines()

    assert lines[0].startswith("class\tBlock\tWords")
    assert len(lines) == table.model.rowCount() + 1


def test_control_c_copies_the_marked_rows(
    selection: SelectionModel, table: BlockTable, scene: Scene
) -> None:
    selection.select(selection_of_block(scene.panes[0], 6))
    QTest.keyClick(table.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    QTest.keyClick(table.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[1] for line in lines] == ["Block", "6", "7"]


def test_a_selection_made_while_the_table_was_hidden_is_in_view_when_it_is_shown(
    qtbot: QtBot, scene: Scene
) -> None:
    selection = SelectionModel()
    late = BlockTable(selection)
    qtbot.addWidget(late)
    late.resize(900, 200)
    late.show_pane(scene.page, scene.panes[0])
    selection.select(selection_of_block(scene.panes[0], 40))

    late.show()

    box = late.table.visualRect(late.table.currentIndex())
    assert late.table.viewport().rect().contains(box.center())


def _large(pane: PaneRecord, count: int) -> PaneRecord:
    extraction = pane.shown
    assert extraction is not None
    n_tokens = len(extraction.mask)
    start = np.arange(count, dtype=np.int32) % (n_tokens - 1)
    blocks = Blocks.from_ranges(start, start + 1, np.full(count, -1, dtype=np.int32))
    values = np.arange(count, dtype=np.float64)
    large = dataclasses.replace(
        extraction,
        blocks=blocks,
        columns=(Column("words", "Words", "words", "Words.", values),),
        steps=(),
        content=np.zeros(count, dtype=np.bool_),
        labels=None,
    )
    return dataclasses.replace(pane, extraction=large, last_good=large)


def test_a_filter_shows_the_text_around_its_match(table: BlockTable, scene: Scene) -> None:
    extraction = scene.panes[0].shown
    assert extraction is not None
    long = int(np.argmax(extraction.blocks.token_counts()))
    last = table.model.text(long).split()[-1]

    QTest.keyClicks(table.filter, last)

    text = table.model.text(long)
    assert text.startswith("…")
    assert last in text
    assert len(text) < 60


def test_a_filter_that_matches_the_title_of_a_step_shows_it(
    table: BlockTable, scene: Scene
) -> None:
    extraction = scene.panes[0].shown
    assert extraction is not None
    title = extraction.steps[0].title

    table.model.set_filter(title)

    assert table.model.rowCount() > 0
    assert table.model.index(0, RULE).data().startswith(f"{title} · ")


def test_an_empty_table_offers_actions_that_fill_it(
    qtbot: QtBot, table: BlockTable, scene: Scene
) -> None:
    idle = dataclasses.replace(scene.panes[0], extraction=None, last_good=None)
    offering = dataclasses.replace(idle, offer="Lay out now")

    table.show_pane(scene.page, None)
    assert table.empty_note.text() == "No extractor is open."
    table.show_pane(scene.page, idle)
    assert "no result yet" in table.empty_note.text()
    table.show_pane(scene.page, offering)

    (button,) = table.empty_note.buttons
    with qtbot.waitSignal(table.offer_chosen) as signal:
        button.click()
    assert (button.text(), signal.args) == ("Lay out now", ["offer"])


def test_a_pane_without_a_word_count_has_its_token_count(table: BlockTable, scene: Scene) -> None:
    extraction = scene.panes[0].shown
    assert extraction is not None
    bare = dataclasses.replace(extraction, columns=(), steps=())

    table.show_pane(scene.page, dataclasses.replace(scene.panes[0], last_good=bare))

    counts = extraction.blocks.token_counts()
    assert table.model.headerData(2, Qt.Orientation.Horizontal) == "Words"
    assert table.model.index(6, 2).data() == str(counts[6])
    assert table.model.columnCount() == 5


def test_the_filter_takes_conditions(table: BlockTable):
    model = table.model
    everything = model.rowCount()
    table.filter.setText("words >= 10 and kept")
    kept = [model.block_at(row) for row in range(model.rowCount())]
    table.filter.setText("not (words >= 10 and kept)")
    others = [model.block_at(row) for row in range(model.rowCount())]

    assert kept
    assert sorted([*kept, *others]) == list(range(everything))
    assert all(model.kept(block) for block in kept)


def test_a_wrong_name_is_answered_with_the_nearest_and_hides_nothing(table: BlockTable):
    everything = table.model.rowCount()
    table.filter.setText("wrds > 3")

    assert table.model.rowCount() == everything
    assert table.count_label.text() == "There is no quantity “wrds”. Did you mean words?"
    assert "words" in table.filter.toolTip()


def test_blocks_without_words_are_counted_and_listed_only_by_a_condition(
    qtbot: QtBot, selection: SelectionModel
):
    page = Page.from_text("<p>One line of words here\n\n\n<p>two\n\n" + "x " * 200, name="page")
    extraction = runner.run(page, "cx_extractor")
    n_empty = int((extraction.blocks.token_counts() == 0).sum())
    pane = PaneRecord(1, "cx", "cx_extractor", "cx", extraction.settings, last_good=extraction)
    table = BlockTable(selection)
    qtbot.addWidget(table)
    table.show()
    table.show_pane(page, pane)
    total = len(extraction.blocks)

    assert n_empty
    assert table.model.rowCount() == total - n_empty
    assert f"{n_empty} without text" in table.count_label.text()
    table.filter.setText("tokens = 0")
    assert table.model.rowCount() == n_empty
