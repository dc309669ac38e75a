"""Blocks compared with gold, and their columns in the table by real events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Outcome, Provenance
from boilerscope.widgets.blocks.gold import block_gold
from boilerscope.widgets.blocks.table import BlockTable
from boilerscope.widgets.demo import demo_scene

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.widgets.records import Scene
    from boilerscope.widgets.selection import SelectionModel

PLAIN = demo_scene()
EXTRACTORS = registry.algorithms()


def shown_of(scene: Scene) -> Extraction:
    extraction = scene.panes[0].shown
    assert extraction is not None
    return extraction


def with_gold(**wrong: Outcome) -> Scene:
    """Return the scene with gold that equals the pane except for these blocks (``b3``)."""
    extraction = shown_of(PLAIN)
    classes = np.where(extraction.mask, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
    for name, outcome in wrong.items():
        for start, end in extraction.blocks.runs(int(name[1:])):
            is_missed = outcome is Outcome.MISSED
            classes[start:end] = GoldClass.TITLE if is_missed else GoldClass.COMMENT
    return replace(PLAIN, gold=Gold(classes, Provenance("boilerscope", "")))


def some_block(*, kept: bool) -> int:
    extraction = shown_of(PLAIN)
    sizes = extraction.blocks.token_counts()
    return int(np.flatnonzero((extraction.content == kept) & (sizes > 1))[0])


KEPT, DROPPED = some_block(kept=True), some_block(kept=False)
WRONG = with_gold(**{f"b{KEPT}": Outcome.WRONGLY_KEPT, f"b{DROPPED}": Outcome.MISSED})


@pytest.fixture
def table(qtbot: QtBot, selection: SelectionModel) -> BlockTable:
    block_table = BlockTable(selection)
    qtbot.addWidget(block_table)
    block_table.resize(900, 400)
    block_table.show()
    block_table.show_pane(WRONG.page, WRONG.panes[0], block_gold(WRONG, WRONG.panes[0]))
    return block_table


def test_errors_are_counted_in_blocks_and_words():
    gold = block_gold(WRONG, WRONG.panes[0])
    sizes = shown_of(PLAIN).blocks.token_counts()

    assert gold is not None
    assert gold.error(KEPT) is Outcome.WRONGLY_KEPT
    assert gold.error(DROPPED) is Outcome.MISSED
    assert gold.totals(Outcome.WRONGLY_KEPT) == (1, sizes[KEPT])
    assert gold.totals(Outcome.MISSED) == (1, sizes[DROPPED])
    assert GoldClass(gold.classes[DROPPED]) is GoldClass.TITLE
    assert block_gold(PLAIN, PLAIN.panes[0]) is None


@pytest.mark.parametrize("identifier", EXTRACTORS)
def test_every_wrong_word_of_the_page_is_counted_once(identifier: str):
    page = PLAIN.page
    assert page is not None
    extraction = runner.run(page, identifier, registry.extractor(identifier).default_settings())
    if extraction.status not in {Status.OK, Status.EMPTY}:
        pytest.skip(extraction.message)
    pane = replace(PLAIN.panes[0], extraction=extraction, last_good=extraction)
    classes = np.where(np.arange(page.n_tokens) % 3, GoldClass.MAIN, GoldClass.BOILERPLATE)
    gold = Gold(classes.astype(np.uint8), Provenance("boilerscope", ""))
    scene = replace(PLAIN, panes=(pane,), gold=gold)
    outcomes, blocks = scene.outcomes(pane), block_gold(scene, pane)

    assert outcomes is not None
    assert blocks is not None
    for error in (Outcome.MISSED, Outcome.WRONGLY_KEPT):
        assert blocks.totals(error)[1] == np.count_nonzero(outcomes == error)


def test_gold_columns_come_first_and_only_with_gold(table: BlockTable):
    header = table.table.horizontalHeader()
    labels = [
        str(table.model.headerData(header.logicalIndex(index), Qt.Orientation.Horizontal))
        for index in range(4)
    ]
    n_columns = table.model.columnCount()
    table.show_pane(PLAIN.page, PLAIN.panes[0])

    assert labels == ["Gold", "Against gold", "", "Block"]
    assert table.model.columnCount() == n_columns - 2
    assert [header.logicalIndex(index) for index in range(3)] == [0, 1, 2]
    assert not table.only_errors.isVisible()


def test_only_errors_are_shown_until_all_blocks_come_back(table: BlockTable):
    total = table.model.rowCount()
    QTest.mouseClick(
        table.only_errors,
        Qt.MouseButton.LeftButton,
        pos=QPoint(10, table.only_errors.height() // 2),
    )
    blocks = [table.model.block_at(row) for row in range(table.model.rowCount())]
    cells = [
        table.model.index(table.model.row_of(block), table.model.gold_column + 1).data()
        for block in (KEPT, DROPPED)
    ]

    assert blocks == sorted([KEPT, DROPPED])
    assert cells == ["wrongly kept", "missed"]
    assert table.count_label.text() == f"2 of {total} blocks"

    table.show_pane(PLAIN.page, PLAIN.panes[0])
    assert table.model.rowCount() == total


def test_a_page_without_errors_shows_a_note(table: BlockTable):
    right = with_gold()
    table.only_errors.setChecked(True)
    table.show_pane(right.page, right.panes[0], block_gold(right, right.panes[0]))

    assert table.empty_note.isVisible()
    assert table.empty_note.text() == "No block has errors."
