"""Field for a search or a filter; Escape clears it, and leaves it when it is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from boilerscope.widgets.key_claims import is_escape

if TYPE_CHECKING:
    from collections.abc import Callable

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
        self._go_on: Callable[[], object] | None = None

    def leads_to(self, go_on: Callable[[], object]) -> None:
        """Let Escape in the empty field give the focus to what is searched or filtered."""
        self._go_on = go_on

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape while it clears or leaves the field; otherwise leave it to the window."""
        return True if is_escape(event) and (self.text() or self._go_on) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_escape(event) and self.text():
            self.clear()
        elif is_escape(event) and self._go_on is not None:
            self._go_on()
        else:
            super().keyPressEvent(event)
