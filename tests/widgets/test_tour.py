"""The card of the tour: its places, its keys, and the focus that it gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from boilerscope.widgets.tour import Stop, Tour, beside

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """Return a window with a field and a button."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 500)
    field, button = QLineEdit(window), QPushButton("Run", window)
    field.setGeometry(10, 10, 200, 30)
    button.setGeometry(700, 450, 80, 30)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    return window


@pytest.fixture
def tour(window: QWidget) -> Tour:
    """Return a tour of the window, with a stop that has no control."""
    tour = Tour(window)
    field, button = window.findChild(QLineEdit), window.findChild(QPushButton)
    tour.start(
        [
            Stop("Type here.", lambda: field),
            Stop("Think.", lambda: None),
            Stop("Run.", lambda: button),
        ]
    )
    QApplication.processEvents()
    return tour


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def test_enter_and_arrows_walk_and_escape_gives_the_focus_back(window: QWidget, tour: Tour):
    steps = [tour.at]
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Left):
        press(key)
        steps.append(tour.at)
    press(Qt.Key.Key_Escape)

    assert steps == [0, 1, 2, 1]
    assert tour.at == -1
    assert window.focusWidget() is window.findChild(QLineEdit)


def test_the_last_stop_ends_the_tour(tour: Tour):
    texts = []
    for _ in range(3):
        texts.append(tour.next.text())
        press(Qt.Key.Key_Return)

    assert texts == ["Next", "Next", "Done"]
    assert tour.at == -1


def test_enter_on_a_button_does_what_the_button_says(tour: Tour):
    press(Qt.Key.Key_Right)
    tour.back.setFocus()
    press(Qt.Key.Key_Return)
    back = tour.at
    tour.close_button.setFocus()
    press(Qt.Key.Key_Return)

    assert (back, tour.at) == (0, -1)


def test_the_card_stands_beside_the_control_and_in_the_window(window: QWidget, tour: Tour):
    for control in (QLineEdit, QWidget, QPushButton):
        target = window.findChild(control)
        assert isinstance(target, QWidget)
        assert window.rect().contains(tour.geometry())
        if control is not QWidget:
            assert not tour.geometry().intersects(target.geometry())
        press(Qt.Key.Key_Right)
        QApplication.processEvents()


def test_a_control_that_fills_the_window_has_the_card_inside():
    area, card = QRect(0, 0, 600, 400), QRect(0, 0, 300, 120)

    placed = beside(area, card, area, 12)

    assert area.contains(placed)
    assert placed.size() == card.size()
