"""Completion whose open list keeps the keys to itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QCompleter


class Completer(QCompleter):
    """Completes what is typed; while its list is open no key goes to the window's shortcuts.

    The list is a popup that Qt takes for a part of the field's window: it would give Return to the
    window before the list has seen it.
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
