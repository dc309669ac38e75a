"""Combo box that elides long texts and ignores the wheel without focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from boilerscope.widgets import terms, theme
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QContextMenuEvent, QPaintEvent, QWheelEvent


_MAX_VISIBLE = 20


class Combo(QComboBox):
    """Combo box that the wheel changes only while it has the focus.

    Attributes
    ----------
    prefix : str
        Words before the selected entry, shown on the box but not in its list.
    tip : str
        Tooltip while the selected entry is not cut.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prefix = self.tip = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(_MAX_VISIBLE)

    def set_entries(self, entries: Sequence[tuple[str, str | None]], current: str | None) -> None:
        """Show entries and select one of them; unchanged entries are not rebuilt.

        Parameters
        ----------
        entries : sequence of (str, str or None)
            Text and data of each entry.
        current : str or None
            Data of the selected entry; without such an entry, none is selected.
        """
        present = [(self.itemText(i), self.itemData(i)) for i in range(self.count())]
        if present != list(entries):
            self.clear()
            for text, data in entries:
                self.addItem(text, data)
        values = [data for _, data in entries]
        self.setCurrentIndex(values.index(current) if current in values else -1)

    def showPopup(self) -> None:
        # The list is as wide as its longest entry; the box may be narrower.
        view = self.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + theme.px(8))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def term(self) -> str:
        """Return the selected entry, which *What is this?* explains."""
        return self.currentText()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.term():
            terms.open_menu(self, self.term(), event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        # Qt would cut a long text in the middle of a letter; this draws an ellipsis.
        del event
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        room = self.rect().adjusted(theme.px(9), 0, -theme.px(20), 0)
        full = f"{self.prefix}{self.currentText()}"
        text = self.fontMetrics().elidedText(full, Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(theme.colour("ink" if self.isEnabled() else "ink3"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        self.setToolTip(plain(full if text != full else self.tip))
