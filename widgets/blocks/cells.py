"""Cells of the table of blocks: letters of classes and errors, and matches of the filter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from boilerscope.widgets import theme
from boilerscope.widgets.blocks.model import BlockModel
from boilerscope.widgets.guarded import Delegate
from boilerscope.widgets.marks import draw_error, draw_gold_class, draw_letter

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

Index = QModelIndex | QPersistentModelIndex


class LetterCell(Delegate):
    """Delegate that paints the letter of the class."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> None:
        super().paint(painter, option, index)
        model = index.model()
        if isinstance(model, BlockModel):
            side = theme.px(16)
            middle = QRectF(option.rect).center()
            box = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            draw_letter(painter, box, kept=model.kept(model.block_at(index.row())))


class GoldCell(Delegate):
    """Delegate that paints the letter of a gold class or of an error before the text."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        model = index.model()
        if isinstance(model, BlockModel) and index.column() == model.gold_column:
            option.text = ""  # the letter replaces the text

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        cell = QStyleOptionViewItem(option)
        if not isinstance(model, BlockModel) or model.gold is None:
            super().paint(painter, cell, index)
            return
        side = theme.px(16)
        box = QRectF(0, 0, side, side)
        box.moveCenter(QRectF(option.rect).center())
        box.moveLeft(option.rect.left() + theme.px(8))
        block = model.block_at(index.row())
        error = None if index.column() == model.gold_column else model.gold.error(block)
        if error is not None:
            panel = QStyle.PrimitiveElement.PE_PanelItemViewItem
            cell.widget.style().drawPrimitive(panel, cell, painter, cell.widget)
            cell.rect.setLeft(round(box.right()))
        super().paint(painter, cell, index)
        if error is not None:
            draw_error(painter, box, error)
        elif index.column() == model.gold_column:
            draw_gold_class(painter, box, model.gold_class(block))


class MatchCell(Delegate):
    """Delegate that paints a text and highlights the words of the filter."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        query = model.query if isinstance(model, BlockModel) else ()
        if not query:
            super().paint(painter, option, index)
            return
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        text, cell.text = cell.text, ""
        style = cell.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell, painter, cell.widget)
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, cell, cell.widget)
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, cell, cell.widget) + 1
        room.adjust(margin, 0, -margin, 0)
        elided = cell.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.save()
        painter.setFont(cell.font)
        for match in re.finditer("|".join(map(re.escape, query)), elided, re.IGNORECASE):
            start = cell.fontMetrics.horizontalAdvance(elided[: match.start()])
            end = cell.fontMetrics.horizontalAdvance(elided[: match.end()])
            box = QRectF(room.left() + start, room.top() + 2, end - start, room.height() - 4)
            painter.fillRect(box, theme.colour("warning_fill"))
        painter.setPen(theme.colour("ink"))
        painter.drawText(room, int(cell.displayAlignment) | Qt.TextFlag.TextSingleLine, elided)
        painter.restore()
