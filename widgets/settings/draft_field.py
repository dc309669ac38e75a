"""A field whose text takes effect when it is entered, and can be given up until then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from widgets.key_claims import is_escape

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class DraftField(QLineEdit):
    """Shows a value and takes another one.

    Signals
    -------
    given_up()
        The user wants the value in force back, where another one was typed or refused.
    """

    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""

    @property
    def shown(self) -> str:
        """The text of the value in force."""
        return self._shown

    @property
    def has_draft(self) -> bool:
        """Whether another text stands here than that of the value in force."""
        return self.text() != self._shown

    def show_text(self, text: str) -> None:
        """Show the value in force; what was typed is gone."""
        self._shown = text
        if self.has_draft:
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Escape and undo are for what is typed; entered values are undone by the window."""
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
