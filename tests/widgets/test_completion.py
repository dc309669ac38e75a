"""The list below a field: it gets the keys only while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QStringListModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from boilerscope.widgets.completion import Completer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_list_that_was_closed_leaves_the_focus_alone(qtbot: QtBot):
    field = QLineEdit()
    qtbot.addWidget(field)
    completer = Completer(QStringListModel(["lake", "lane"], field), field)
    field.setCompleter(completer)
    field.show()
    popup = completer.popup()
    assert popup is not None
    QTest.keyClicks(field, "la")
    qtbot.waitUntil(popup.isVisible)
    assert popup.focusProxy() is field

    assert completer.close_list()
    assert popup.focusProxy() is None
    assert not completer.close_list()

    QTest.keyClicks(field, "n")
    qtbot.waitUntil(popup.isVisible)
    assert popup.focusProxy() is field
    completer.close_list()
