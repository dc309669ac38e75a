"""Layout that wraps widgets into rows, like words of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from boilerscope.widgets.fitted import NO_LIMIT, FittedWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FlowLayout(QLayout):
    """Layout of widgets at their preferred size, from left to right in as many rows as needed.

    Widgets of different heights are in the middle of their row. A widget that is wider than the
    layout gets the width of the layout.

    Parameters
    ----------
    centred : bool
        Whether rows are in the middle; else they begin at the left.
    """

    def __init__(self, parent: QWidget | None = None, *, centred: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._is_centred = centred
        self.setContentsMargins(QMargins())

    def set_spacing(self, spacing: int) -> None:
        """Set the space between widgets and between rows, pixels."""
        self.setSpacing(spacing)
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Return the height of the items; with `move`, also place them."""
        y, space = rect.y(), max(self.spacing(), 0)
        limit = max(rect.width(), self.minimumSize().width())
        for row in self._rows(rect.width(), space):
            sizes = [item.sizeHint().boundedTo(QSize(limit, NO_LIMIT)) for item in row]
            high = max(size.height() for size in sizes)
            needed = sum(size.width() + space for size in sizes) - space
            x = rect.x() + (max(rect.width() - needed, 0) // 2 if self._is_centred else 0)
            for item, size in zip(row, sizes, strict=True):
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
                x += size.width() + space
            y += high + space
        return max(y - space - rect.y(), 0)

    def _rows(self, width: int, space: int) -> list[list[QLayoutItem]]:
        """Return the items of each row of a width."""
        rows: list[list[QLayoutItem]] = []
        x = 0
        for item in self._items:
            needed = item.sizeHint().width()
            if not rows or x + needed > width:
                rows.append([])
                x = 0
            rows[-1].append(item)
            x += needed + space
        return rows


class WrappingRow(FittedWidget):
    """Widget with a flow layout inside, never lower than its rows.

    Qt asks only for the height of one row where several parts share too little height.
    """

    def fit(self) -> None:
        self.setMinimumHeight(max(self.heightForWidth(self.width()), 0))
