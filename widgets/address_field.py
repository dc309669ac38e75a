"""Field with the address of the page, and completion from recent addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.completion import Completer
from boilerscope.widgets.key_claims import is_escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


ADDRESS = Qt.ItemDataRole.UserRole
"""Role of the address of an entry; its text has the title, too, and both are searched."""


class _Addresses(Completer):
    """Completer that writes the address of an entry into the field."""

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return str(index.model().data(index, ADDRESS))


class AddressField(QLineEdit):
    """Field with the page's address; Enter opens the typed address, Esc restores the old address.

    Signals
    -------
    opened(str)
        Open this text: an address, a path or markup.
    left()
        The user finished typing; move the focus to the work area.
    continued()
        Enter in the empty field: continue where the user left.
    """

    opened = Signal(str)
    left = Signal()
    continued = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("address")
        self.setAccessibleName(self.tr("Address"))
        self.setPlaceholderText(self.tr("Address, file, or pasted HTML"))
        self.setClearButtonEnabled(False)
        self._shown = ""
        self.setTextMargins(theme.px(24), 0, 0, 0)
        self._completions = QStandardItemModel(self)
        self._completer = completer = _Addresses(self._completions, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(10)
        self.setCompleter(completer)
        self.returnPressed.connect(self._open)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.px(16)
        picture = theme.pixmap("file-document-outline")
        QPainter(self).drawPixmap(theme.px(9), (self.height() - side) // 2, picture)

    def show_address(self, text: str) -> None:
        """Show the address of the page on screen, unless another is being typed."""
        is_typed = self.hasFocus() and self.text() != self._shown
        self._shown = text
        if not is_typed:
            self.setText(text)
            self.setCursorPosition(0)

    def restore(self) -> None:
        """Show the address of the page on screen again, after a load was cancelled."""
        self.setText(self._shown)
        self.setCursorPosition(0)

    def set_completions(self, addresses: Iterable[str], titles: Mapping[str, str]) -> None:
        """Set the addresses for completion, and the titles of some of their pages."""
        self._completions.clear()
        for address in addresses:
            title = titles.get(address, "")
            item = QStandardItem(f"{title}  ·  {address}" if title else address)
            item.setData(address, ADDRESS)
            self._completions.appendRow(item)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape, which ends typing before it closes anything else."""
        return True if is_escape(event) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_escape(event):
            if self._completer.close_list():
                return
            self.restore()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        text = self.text().strip()
        if text:
            self._completer.close_list()
            self.left.emit()
            self.opened.emit(text)
        else:
            self.continued.emit()
