"""Ctrl+C in a view copies rows and emits their number; other keys go to the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget

from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.steps_view import StepsView
from boilerscope.widgets.tables.row_copy import RowCopier, rows_as_text

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_cells_are_separated_by_tabs_and_stay_on_one_line():
    assert (
        rows_as_text([["a", "b"], ["one\ttwo", "three\n four "]]) == "a\tb\none two\tthree four\n"
    )


def test_control_c_copies_and_other_keys_do_not(qtbot: QtBot):
    view = QListWidget()
    qtbot.addWidget(view)
    view.addItems(["first", "second"])
    copier = RowCopier(view, lambda: [["head"], ["first"], ["second"]])
    counts: list[int] = []
    copier.copied.connect(counts.append)

    QTest.keyClick(view, Qt.Key.Key_C)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert counts == [2]
    assert QGuiApplication.clipboard().text() == "head\nfirst\nsecond\n"


def test_steps_are_copied_with_their_counts(qtbot: QtBot):
    view = StepsView()
    qtbot.addWidget(view)
    view.show_pane(demo_scene().panes[0], None)

    with qtbot.waitSignal(view.rows_copied) as copied:
        QTest.keyClick(view.columns, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[2:] == ["Kept", "Added", "Removed"]
    assert copied.args == [len(lines) - 1]
