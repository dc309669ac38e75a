"""What was dropped on the window, or pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QPlainTextEdit, QTextEdit

from boilerscope.widgets.native_events import NativeEvents

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

_FIELDS = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit)


class FieldDrops(NativeEvents):
    """Files and links that are dropped on a text field of a window.

    The field would insert their addresses into its text. They mean there what they mean elsewhere
    on the window: open them. Text that is dropped on a field is inserted as ever.

    Parameters
    ----------
    window : QWidget
        The window whose fields are watched.

    Signals
    -------
    dropped(QMimeData)
        Files or links were dropped on a field; valid during the signal.
    """

    dropped = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.watch(window)

    def takes(self, event: QEvent) -> bool:
        """Accept a drag of files over a field, and take its drop."""
        if not isinstance(event, QDropEvent) or not event.mimeData().hasUrls():
            return False
        widget = self._window.childAt(event.position().toPoint())
        while widget is not None and not isinstance(widget, _FIELDS):
            widget = widget.parentWidget()
        if widget is None:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(event.mimeData())
        return True


def dropped_text(data: QMimeData) -> str:
    """Return the local path, address or markup that was dropped or pasted; empty if there is none.

    Parameters
    ----------
    data : QMimeData
        Data of a drop or of the clipboard.
    """
    for url in data.urls():
        return url.toLocalFile() if url.isLocalFile() else url.toString()
    if data.hasHtml() and "<" in data.text():
        return str(data.text())
    return str(data.text()).strip() if data.hasText() else ""
