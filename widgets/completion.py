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
        """Close the list; return whether it was open.

        On a busy machine the X server reports only afterwards that the list has the keyboard. It
        would then give the focus to the field, even if another widget has it.
        """
        popup = self.popup()
        if popup is None:
            return False
        was_open = popup.isVisible()
        popup.hide()
        popup.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes none
        return was_open

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind, popup = event.type(), self.popup()
        if popup is not None and watched == popup and kind == QEvent.Type.Show:
            popup.setFocusProxy(self.widget())
        if kind == QEvent.Type.ShortcutOverride and watched != self.widget():
            event.accept()
            return True
        return super().eventFilter(watched, event)
