"""The first column of a table that names one of several offers the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QWidget

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.consensus import ConsensusSettings
from boilerscope.extractors.model.settings import find_knob
from boilerscope.widgets.settings.list_editor import Grid, GridEditor

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def grid(qtbot: QtBot) -> Grid:
    holder = QWidget()
    qtbot.addWidget(holder)
    editor = GridEditor(find_knob(ConsensusSettings, "members"), holder)
    editor.show_value(ConsensusSettings(members=(("qd", "2"),)), None)
    holder.show()
    return editor.grid


def field_of(grid: Grid) -> QLineEdit:
    field = grid.findChild(QLineEdit)
    assert field is not None
    return field


def offered(field: QLineEdit) -> QAbstractItemView:
    popup = field.completer().popup()
    assert popup is not None
    return popup


def test_a_new_entry_is_offered_every_name_until_escape(grid: Grid, qtbot: QtBot):
    grid.add()
    popup = offered(field_of(grid))
    qtbot.waitUntil(popup.isVisible)
    names = [popup.model().index(row, 0).data() for row in range(popup.model().rowCount())]
    QTest.keyClick(popup, Qt.Key.Key_Escape)

    assert names == list(registry.identifiers())
    assert not popup.isVisible()


def test_a_name_chosen_from_the_list_is_entered_at_once(grid: Grid, qtbot: QtBot):
    emitted: list[object] = []
    grid.rows_edited.connect(emitted.append)
    grid.add()
    field = field_of(grid)
    QTest.keyClicks(field, "joyh")
    popup = offered(field)
    popup.setCurrentIndex(popup.model().index(0, 0))
    QTest.keyClick(popup, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: bool(emitted))

    assert grid.rows() == (("qd", "2"), ("joyhtml", ""))


def test_an_unknown_name_can_be_typed(grid: Grid, qtbot: QtBot):
    emitted: list[object] = []
    grid.rows_edited.connect(emitted.append)
    grid.add()
    field = field_of(grid)
    QTest.keyClicks(field, " mine.own ")
    QTest.keyClick(field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: bool(emitted))

    assert grid.rows()[1] == ("mine.own", "")


def test_all_other_columns_are_plain_text(grid: Grid):
    weight = grid.item(0, 1)
    assert weight is not None
    grid.editItem(weight)

    assert field_of(grid).completer() is None
