"""The router leaves a key to the focused widget if the table and the widget agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from boilerscope.app.window.actions import ACTIONS, ALT, Where, keys_in_force
from boilerscope.app.window.key_routing import KeyRouter, is_of_focus
from boilerscope.widgets.buttons import FoldHeader
from boilerscope.widgets.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from tests.helpers.bench import WindowBench

KEYS = {
    "J": (Qt.Key.Key_J, Qt.KeyboardModifier.NoModifier, "j"),
    "Return": (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r"),
    "Esc": (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, ""),
    "Ctrl+Z": (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, ""),
    "Alt+Up": (Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier, ""),
    "Alt+Left": (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier, ""),
    "Ctrl+K": (Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier, ""),
}

OWNED = {
    "field": {"J", "Return", "Ctrl+Z", "Alt+Up"},
    "search": {"J", "Return", "Ctrl+Z", "Alt+Up", "Esc"},
    "list": {"Return"},
    "button": {"Return"},
    "chooser": {"Return", "Alt+Up"},
    "slider": set[str](),
    "heading": {"Return"},
}
"""The keys above that each kind of widget handles itself."""


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    """Return a shown window with one widget of each kind."""
    window = QMainWindow()
    qtbot.addWidget(window)
    centre = QWidget()
    column = QVBoxLayout(centre)
    window.setCentralWidget(centre)
    search = SearchField("Find")
    search.setText("words")
    widgets: dict[str, QWidget] = {
        "field": QLineEdit("text"),
        "search": search,
        "list": QListWidget(),
        "button": QPushButton("Do"),
        "chooser": QComboBox(),
        "slider": QSlider(),
        "heading": FoldHeader("Group"),
    }
    for name, widget in widgets.items():
        widget.setObjectName(name)
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column.addWidget(widget)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close()


def focus(window: QMainWindow, name: str) -> QWidget:
    """Give the focus to a widget of the window and return it."""
    widget = window.findChild(QWidget, name)
    assert widget is not None
    widget.setFocus()
    return widget


def test_every_key_of_the_table_has_a_scope():
    keys = keys_in_force()

    assert {key for row in ACTIONS for key in row.keys} <= set(keys)
    assert keys["Esc"] is Where.UNCLAIMED
    assert keys["1"] is Where.OUTSIDE_TEXT
    assert keys["Ctrl+K"] is Where.WINDOW


@pytest.mark.parametrize("name", OWNED)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_left_to_the_focused_widget_that_uses_it(window: QMainWindow, name: str, key: str):
    focus(window, name)
    event = QKeyEvent(QEvent.Type.ShortcutOverride, *KEYS[key])

    assert is_of_focus(event, keys_in_force()[key]) is (key in OWNED[name])


def test_keys_reach_the_action_or_the_focus_never_both(window: QMainWindow):
    calls: list[str] = []
    for key in ("J", "Return"):
        action = QAction(window)
        action.setShortcut(key)
        action.triggered.connect(lambda _checked=False, key=key: calls.append(key))
        window.addAction(action)
    router = KeyRouter(keys_in_force(), lambda: None, lambda: calls.append(ALT), window)
    router.watch(window)
    button = focus(window, "button")
    assert isinstance(button, QPushButton)
    button.clicked.connect(lambda: calls.append("button"))
    handle = window.windowHandle()

    QTest.keyClick(handle, Qt.Key.Key_Return)
    QTest.keyClick(handle, Qt.Key.Key_J)
    focus(window, "slider")
    QTest.keyClick(handle, Qt.Key.Key_Return)
    field = focus(window, "field")
    QTest.keyClick(handle, Qt.Key.Key_J)

    assert calls == ["button", "J", "Return"]
    assert isinstance(field, QLineEdit)
    assert field.text() == "textj"


def test_a_key_that_bypasses_the_window_goes_to_the_focus_all_the_same(window: QMainWindow):
    calls: list[str] = []
    action = QAction(window)
    action.setShortcut("Return")
    action.triggered.connect(lambda: calls.append("action"))
    window.addAction(action)
    KeyRouter(keys_in_force(), lambda: None, lambda: None, window).watch(window)
    field = focus(window, "field")
    assert isinstance(field, QLineEdit)
    field.returnPressed.connect(lambda: calls.append("field"))

    QTest.keyClick(field, Qt.Key.Key_Return)  # as a key that went to a list that has closed since
    focus(window, "slider")
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)

    assert calls == ["field", "action"]


def test_a_key_of_a_disabled_action_does_nothing(window: QMainWindow):
    KeyRouter(keys_in_force(), lambda: None, lambda: None, window).watch(window)
    entries = focus(window, "list")
    assert isinstance(entries, QListWidget)
    entries.addItems(["alpha", "juniper"])

    QTest.keyClick(window.windowHandle(), Qt.Key.Key_J)

    assert entries.currentRow() <= 0


def test_alt_alone_opens_the_menu_but_not_with_another_key(window: QMainWindow):
    opened: list[bool] = []
    KeyRouter(keys_in_force(), lambda: None, lambda: opened.append(True), window).watch(window)
    handle = window.windowHandle()

    QTest.keyPress(handle, Qt.Key.Key_Alt)
    QTest.keyClick(handle, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyRelease(handle, Qt.Key.Key_Alt)
    assert not opened

    QTest.keyPress(handle, Qt.Key.Key_Alt)
    QTest.keyRelease(handle, Qt.Key.Key_Alt)
    assert opened == [True]


def test_alt_that_a_page_returns_late_does_not_open_the_menu(window: QMainWindow):
    """The web view returns an unused key to the window after the next key."""
    opened: list[bool] = []
    KeyRouter(keys_in_force(), lambda: None, lambda: opened.append(True), window).watch(window)
    handle = window.windowHandle()

    QTest.keyPress(handle, Qt.Key.Key_Alt)
    QTest.keyClick(handle, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
        alt = QKeyEvent(kind, Qt.Key.Key_Alt, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(window, alt)
    QTest.keyRelease(handle, Qt.Key.Key_Alt)

    assert not opened


def test_every_search_field_of_the_window_is_left_with_escape(bench: WindowBench):
    bench.window_controller.actions.trigger("switch_face")
    escape = QKeyEvent(
        QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier
    )

    fields = [
        field
        for field in bench.window.findChildren(SearchField)
        if field is not bench.window.settings.finder  # it has no list: its Escape unselects
    ]

    assert len(fields) >= 4
    stuck = [field.placeholderText() for field in fields if not field.wants_key(escape)]
    assert not stuck, "letters would go on into the field"
