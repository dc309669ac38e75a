"""How a view says which keys it uses itself, so that the window leaves them alone.

A key belongs to what has the focus. What Qt's own fields, lists and buttons use is known by their
class (`app.window.key_routing`); a view of our own that uses a key which the window has an action
for has a method `wants_key`, and acts on the key in its `keyPressEvent`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


@runtime_checkable
class Claimant(Protocol):
    """A widget that uses keys itself, or for the widgets in it."""

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Return whether a key is used here now; None leaves that to the widget's class."""


def is_enter(event: QKeyEvent) -> bool:
    """Return whether a key is Return, or Enter of the number block."""
    return event.key() in _ENTER


def is_escape(event: QKeyEvent) -> bool:
    """Return whether a key is Escape, without another one."""
    return event.key() == Qt.Key.Key_Escape and not event.modifiers()
