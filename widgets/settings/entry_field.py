"""Field whose text takes effect when it is entered; until then, Escape restores the old text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from boilerscope.widgets.key_claims import is_escape

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class DraftField(QLineEdit):
    """Field for a value.

    Signals
    -------
    given_up()
        The user discarded a typed or rejected text; restore the current value.
    """

    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""

    @property
    def shown(self) -> str:
        """The text of the current value."""
        return self._shown

    @property
    def has_draft(self) -> bool:
        """Whether the text differs from the text of the current value."""
        return self.text() != self._shown

    def show_text(self, text: str) -> None:
        """Show the current value and discard the typed text."""
        self._shown = text
        if self.has_draft:
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape and undo for typed text; the window undoes entered values."""
        undo, redo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
        if is_escape(event):
            return self.has_draft or None
        if event.matches(undo) or event.matches(redo):
            return self.isModified() and self.has_draft
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_escape(event) and self.has_draft:
            self.show_text(self._shown)
            self.selectAll()
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
