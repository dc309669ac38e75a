"""Key claims: a view declares the keys it uses itself, so that the window does not use them.

The widget with the focus has priority. For Qt's own fields, lists and buttons, the key router
(`boilerscope.app.window.key_routing`) knows the keys by class. A view of the program that uses a
key of a window action has a method `wants_key` and handles the key in its `keyPressEvent`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


@runtime_checkable
class Claimant(Protocol):
    """Widget that claims keys for itself or for the widgets in it."""

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Return whether the widget uses a key now; None: decide by the widget's class."""


def is_enter(event: QKeyEvent) -> bool:
    """Return whether a key is Return, or Enter on the numeric keypad."""
    return event.key() in _ENTER


def is_escape(event: QKeyEvent) -> bool:
    """Return whether a key is Escape without modifiers."""
    return event.key() == Qt.Key.Key_Escape and not event.modifiers()
