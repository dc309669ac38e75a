"""Field for a search or a filter; Escape clears it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from boilerscope.widgets.key_claims import is_escape

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class SearchField(QLineEdit):
    """Field for the words of a search or a filter.

    Parameters
    ----------
    label : str
        Placeholder, verb first; also the accessible name.
    """

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(label)
        self.setAccessibleName(label)
        self.setClearButtonEnabled(True)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape if the field has text; otherwise leave it to the window."""
        return True if is_escape(event) and self.text() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_escape(event) and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
