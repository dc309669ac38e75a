"""List of formats, a line for each: its name and what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyleOptionViewItem,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.guarded import Delegate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

_NAME, _SUMMARY = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_GAP = 12
_MAX_WIDTH = 420
_MARGIN = 8


class FormatLine(NamedTuple):
    """A format: identifier, name on screen, and what it holds in a few words."""

    name: str
    label: str
    summary: str = ""


class FormatList(QListWidget):
    """List of formats, one of which is chosen.

    Parameters
    ----------
    formats : sequence of FormatLine
        The first one is chosen at first.

    Signals
    -------
    changed()
        Another format was chosen.
    """

    changed = Signal()

    def __init__(self, formats: Sequence[FormatLine], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_FormatDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for line in formats:
            item = QListWidgetItem(line.label)
            item.setData(_NAME, line.name)
            item.setData(_SUMMARY, line.summary)
            spoken = ", ".join(filter(None, (line.label, line.summary)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.addItem(item)
        self.setCurrentRow(0)
        self.currentRowChanged.connect(lambda _row: self.changed.emit())
        theme.follow(self._fit)

    def chosen(self) -> str:
        """Return the identifier of the chosen format."""
        return str(self.item(max(self.currentRow(), 0)).data(_NAME))

    def choose(self, name: str) -> None:
        """Choose a format by its identifier; an unknown one changes nothing."""
        for row in range(self.count()):
            if self.item(row).data(_NAME) == name:
                self.setCurrentRow(row)

    def label_width(self) -> int:
        """Return the width of the longest name."""
        metrics = self.fontMetrics()
        widths = (metrics.horizontalAdvance(self.item(row).text()) for row in range(self.count()))
        return max(widths, default=0)

    def _fit(self) -> None:
        self.ensurePolished()
        rows = self.count() * self.sizeHintForRow(0)
        summaries = (str(self.item(row).data(_SUMMARY)) for row in range(self.count()))
        small = QFontMetrics(theme.font(12))
        widest = max(map(small.horizontalAdvance, summaries), default=0)
        needed = self.label_width() + widest + theme.px(2 * _MARGIN + _GAP + 4)
        self.setMinimumWidth(min(needed, theme.px(_MAX_WIDTH)))
        self.setFixedHeight(rows + 2 * self.frameWidth() + theme.px(4))


class _FormatDelegate(Delegate):
    """Draws what a format holds after its name, elided."""

    def __init__(self, formats: FormatList) -> None:
        super().__init__(formats)
        self._formats = formats

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        left = self._formats.label_width() + theme.px(_MARGIN + _GAP)
        room = QRect(option.rect.adjusted(left, 0, -theme.px(_MARGIN), 0))
        painter.save()
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("ink2"))
        text = painter.fontMetrics().elidedText(
            str(index.model().data(index, _SUMMARY) or ""),
            Qt.TextElideMode.ElideRight,
            room.width(),
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
