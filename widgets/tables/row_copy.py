"""Ctrl+C in tables: rows as tab-separated text, with a header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtWidgets import QWidget


def rows_as_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as lines of tab-separated cells; white space in a cell is collapsed."""
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)


class RowCopier(QObject):
    """Event filter that copies rows of a view at Ctrl+C.

    Parameters
    ----------
    rows : callable
        Returns the header and the selected rows, or all rows if none is selected.

    Signals
    -------
    copied(int)
        Number of copied rows, without the header.
    """

    copied = Signal(int)

    def __init__(self, view: QWidget, rows: Callable[[], Sequence[Sequence[str]]]) -> None:
        super().__init__(view)
        self._rows = rows
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_copy = (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Copy)
        )
        if is_copy:
            self.copy()
        return is_copy or super().eventFilter(watched, event)

    def copy(self) -> None:
        """Copy the rows to the clipboard."""
        rows = self._rows()
        QGuiApplication.clipboard().setText(rows_as_text(rows))
        self.copied.emit(len(rows) - 1)
