"""The base of all tables, by real events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.tables.table import CalmTable

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

CONTROL = Qt.KeyboardModifier.ControlModifier


class Form(QWidget):
    """A field and a table of three rows and two columns."""

    def __init__(self, *, takes_enter: bool | None = None) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.table = CalmTable(name="Words", takes_enter=takes_enter)
        self.model = QStandardItemModel(self)
        self.model.setHorizontalHeaderLabels(["word", "length"])
        for word in ("one", "three", "seven"):
            self.model.appendRow([QStandardItem(word), QStandardItem(str(len(word)))])
        self.table.setModel(self.model)
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.table)


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    shown = Form(takes_enter=True)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    return shown


def copied(form: Form) -> list[str]:
    """Copy by the key; return the lines of the clipboard."""
    QTest.keyClick(form.table, Qt.Key.Key_C, CONTROL)
    return QGuiApplication.clipboard().text().splitlines()


def test_tab_enters_and_leaves_a_table_without_selecting_anything(form: Form):
    form.field.setFocus()
    QTest.keyClick(form.field, Qt.Key.Key_Tab)

    assert form.table.hasFocus()
    assert not form.table.currentIndex().isValid()
    QTest.keyClick(form.table, Qt.Key.Key_Tab)
    assert not form.table.hasFocus()


def test_the_ring_is_visible_until_a_cell_is_current(form: Form):
    def has_ring() -> bool:
        picture = form.table.viewport().grab().toImage()
        return picture.pixelColor(picture.width() - 1, picture.height() - 9) == theme.colour("ink")

    assert not has_ring()
    form.table.setFocus()
    assert has_ring()
    QTest.keyClick(form.table, Qt.Key.Key_Down)
    assert form.table.currentIndex().row() == 0
    assert not has_ring()


def test_all_rows_are_copied_and_with_a_selection_only_its_rows(form: Form):
    counts: list[int] = []
    form.table.rows_copied.connect(counts.append)

    assert copied(form) == ["word\tlength", "one\t3", "three\t5", "seven\t5"]
    form.table.selectRow(1)
    assert copied(form) == ["word\tlength", "three\t5"]
    form.table.setColumnHidden(1, True)
    assert copied(form) == ["word", "three"]
    assert counts == [3, 1, 1]


@pytest.mark.parametrize("takes_enter", [True, False, None])
def test_return_is_taken_or_left_to_the_window_as_declared(qtbot: QtBot, takes_enter: bool | None):  # noqa: FBT001 - a value of the test
    shown = Form(takes_enter=takes_enter)
    qtbot.addWidget(shown)
    presses: list[bool] = []
    shown.table.confirmed.connect(lambda: presses.append(True))
    QTest.keyClick(shown.table, Qt.Key.Key_Return)

    assert presses == ([True] if takes_enter else [])


def test_rows_and_texts_grow_with_the_interface(form: Form):
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = form.table.rowHeight(0), form.table.font().pixelSize()
    theme.apply(app, theme.LIGHT, size=1.5)

    assert (form.table.rowHeight(0), form.table.font().pixelSize()) == (36, 18)
    theme.apply(app, theme.LIGHT)
    assert (form.table.rowHeight(0), form.table.font().pixelSize()) == before
