"""A field that searches or filters: Escape empties it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from widgets.key_claims import is_escape

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class SearchField(QLineEdit):
    """Asks for words to look for.

    Parameters
    ----------
    words : str
        What is looked for, verb first; also the accessible name.
    """

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(words)
        self.setAccessibleName(words)
        self.setClearButtonEnabled(True)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Escape empties the field; an empty one leaves it to the window."""
        return True if is_escape(event) and self.text() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_escape(event) and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
