"""Splitters with thin lines, and rows of buttons that wrap like words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.splitter import ThinSplitter

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_splitters_line_is_thin_and_its_area_wide_enough_to_grab(qtbot: QtBot):
    splitter = ThinSplitter(Qt.Orientation.Horizontal)
    qtbot.addWidget(splitter)
    left, right = QWidget(), QWidget()
    splitter.addWidget(left)
    splitter.addWidget(right)
    splitter.resize(401, 100)
    splitter.show()
    handle = splitter.handle(1)
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle + QPoint(3, 0))
    QTest.mouseMove(handle, middle + QPoint(63, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + QPoint(63, 0))
    picture = splitter.grab().toImage()
    line = theme.colour("line")
    x = left.width()

    assert handle.width() == 7
    assert left.width() == 260
    assert right.x() - x == 1
    assert picture.pixelColor(x, 50) == line
    assert picture.pixelColor(x - 1, 50) != line
    assert picture.pixelColor(x + 1, 50) != line


def test_a_row_wraps_when_the_room_ends(qtbot: QtBot):
    box = QWidget()
    qtbot.addWidget(box)
    row = FlowLayout(box)
    row.set_spacing(10)
    for _ in range(5):
        part = QWidget()
        part.setFixedSize(50, 20)
        row.addWidget(part)
    box.resize(190, 100)
    box.show()
    places = [row.itemAt(n).geometry().topLeft().toTuple() for n in range(5)]  # type: ignore[union-attr]  # there are five

    assert places == [(0, 0), (60, 0), (120, 0), (0, 30), (60, 30)]
    assert row.heightForWidth(190) == 50
    assert row.heightForWidth(60) == 140
    assert row.itemAt(5) is None
    assert row.minimumSize().toTuple() == (50, 20)


def test_parts_of_a_row_are_level_and_none_leaves_the_row(qtbot: QtBot):
    box = QWidget()
    qtbot.addWidget(box)
    row = FlowLayout(box)
    row.set_spacing(10)
    button, chooser, text = QWidget(), QWidget(), ElidedLabel("Saved beside the page")
    button.setFixedSize(50, 20)
    chooser.setFixedSize(50, 30)
    for part in (button, chooser, text):
        row.addWidget(part)
    box.resize(112, 100)
    box.show()

    assert button.geometry().center().y() == chooser.geometry().center().y()
    assert text.width() == 112
    assert text.is_elided()
