"""Completer that gives keys to its open list first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QCompleter


class Completer(QCompleter):
    """Completer that keeps keys from the window's shortcuts while its list is open.

    Qt treats the list, a popup, as a part of the field's window. Without this class, the window
    would get Return before the list.
    """

    def close_list(self) -> bool:
        """Close the list; return whether it was open."""
        popup = self.popup()
        was_open = popup is not None and popup.isVisible()
        if popup is not None:
            popup.hide()
        return was_open

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and watched != self.widget():
            event.accept()
            return True
        return super().eventFilter(watched, event)
