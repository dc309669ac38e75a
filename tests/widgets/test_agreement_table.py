"""Agreement of panes: values computed by hand, cells in pixels, and the request to compare."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt

from boilerscope.widgets.agreement_table import AgreementTable, agreement_of
from boilerscope.widgets.demo import demo_scene

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import PaneRecord


def masked(pane: PaneRecord, *mask: int) -> PaneRecord:
    extraction = pane.shown
    assert extraction is not None
    changed = dataclasses.replace(extraction, mask=np.array(mask, dtype=np.bool_))
    return dataclasses.replace(pane, extraction=changed, last_good=changed)


def test_values_of_three_masks_equal_those_computed_by_hand(qapp: object) -> None:
    del qapp
    first, second, third, *_ = demo_scene().panes
    panes = [masked(first, 1, 1, 0, 0), masked(second, 1, 0, 0, 0), masked(third, 0, 0, 0, 0)]

    agreement = agreement_of(panes)

    assert agreement.same.tolist() == [[1, 0.75, 0.5], [0.75, 1, 0.75], [0.5, 0.75, 1]]
    assert agreement.overlap[0].tolist() == pytest.approx([1, 2 / 3, 0])
    assert agreement.overlap[2, 2] == 1


def test_pane_without_result_is_left_out(qapp: object) -> None:
    del qapp
    first, second, *_ = demo_scene().panes
    empty = dataclasses.replace(second, extraction=None, last_good=None)

    assert agreement_of([first, empty]).names == (f"1 {first.name}",)


def test_single_pane_explains_how_to_fill_the_matrix(qtbot: QtBot) -> None:
    table = AgreementTable()
    qtbot.addWidget(table)

    table.show_panes(demo_scene().panes[:1])

    assert table.empty_note.isVisibleTo(table)
    assert not table.table.isVisibleTo(table)


def test_cells_of_high_agreement_are_painted_and_double_click_requests_a_comparison(
    qtbot: QtBot,
) -> None:
    table = AgreementTable()
    qtbot.addWidget(table)
    table.resize(600, 200)
    table.show_panes(demo_scene().panes)
    table.show()
    index = table.model.index(1, 2)
    box = table.table.visualRect(index)

    corner = table.table.viewport().grab(box).toImage().pixelColor(4, 4)
    with qtbot.waitSignal(table.compare_asked) as signal:
        table.table.doubleClicked.emit(index)

    assert corner.green() > corner.blue() + 40
    panes = demo_scene().panes
    assert signal.args == [panes[1].name, panes[2].name]


def test_cell_has_a_sentence_for_tip_and_screen_reader(qtbot: QtBot) -> None:
    table = AgreementTable()
    qtbot.addWidget(table)
    table.show_panes(demo_scene().panes)

    tip = table.model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)

    assert "agree on" in tip
    assert tip == table.model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)
