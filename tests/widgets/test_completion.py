"""The list below a field: it gets the keys only while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from boilerscope.widgets.address_field import AddressField
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


def test_titles_find_addresses_and_the_field_gets_the_address(qtbot: QtBot):
    field = AddressField()
    qtbot.addWidget(field)
    field.resize(600, 40)
    field.show()
    field.set_completions(
        ["/pages/0488.html", "/pages/0012.html"], {"/pages/0488.html": "Quiet lake"}
    )
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    popup = field.completer().popup()
    assert popup is not None
    found = []
    for typed in ("lake", "0012"):
        field.clear()
        QTest.keyClicks(field, typed)
        qtbot.waitUntil(popup.isVisible)
        found.append(popup.model().index(0, 0).data())
        point = popup.visualRect(popup.model().index(0, 0)).center()
        QTest.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=point)
        found.append(field.text())

    assert found == [
        "Quiet lake  ·  /pages/0488.html",
        "/pages/0488.html",
        "/pages/0012.html",
        "/pages/0012.html",
    ]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("", "lake.html"), ("bridge.html", "lake.html"), ("tide", "tide")],
    ids=["nothing", "the address before", "another address"],
)
def test_a_new_page_shows_its_address_unless_another_is_being_typed(
    qtbot: QtBot, typed: str, shown: str
):
    field = AddressField()
    qtbot.addWidget(field)
    field.show()
    if typed == "bridge.html":
        field.show_address(typed)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    if typed == "tide":
        QTest.keyClicks(field, typed)

    field.show_address("lake.html")

    assert field.text() == shown
