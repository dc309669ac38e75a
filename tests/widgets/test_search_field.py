"""Escape in a search field, by real keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest

from boilerscope.widgets.search_field import SearchField

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def _escape() -> QKeyEvent:
    return QKeyEvent(
        QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier
    )


@pytest.fixture
def field(qtbot: QtBot) -> SearchField:
    search = SearchField("Find a word")
    qtbot.addWidget(search)
    search.show()
    qtbot.waitExposed(search)
    return search


def test_escape_clears_the_field_and_then_leaves_it(field: SearchField):
    left: list[str] = []
    field.leads_to(lambda: left.append(field.text()))
    QTest.keyClicks(field, "lake")

    QTest.keyClick(field, Qt.Key.Key_Escape)
    after_one = (field.text(), list(left))
    QTest.keyClick(field, Qt.Key.Key_Escape)

    assert after_one == ("", [])
    assert left == [""]


def test_an_empty_field_that_leads_nowhere_leaves_escape_to_its_dialog(field: SearchField):
    assert field.wants_key(_escape()) is None
    field.setText("lake")
    assert field.wants_key(_escape())
