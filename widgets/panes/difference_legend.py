"""Legend above a difference: its three marks with their word counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.fold_text import Part
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.widgets.fold_text import PartArray
    from boilerscope.widgets.records import PaneRecord


class DifferenceLegend(QWidget):
    """Legend with the number of tokens that both panes keep, and that only one pane keeps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[Part, str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.signals().changed.connect(self.update)

    def show_difference(self, parts: PartArray, here: PaneRecord, there: PaneRecord) -> None:
        """Show the counts of a difference."""
        counts = [number(count) for count in np.bincount(parts, minlength=4).tolist()]
        both = self.tr("both {n}").format(n=counts[Part.KEPT])
        alone = self.tr("only {pane}: {n}")
        pane_numbers = {Part.ONLY_HERE: here.number, Part.ONLY_THERE: there.number}
        self._entries = (
            (Part.KEPT, both, both),
            *(
                (part, alone.format(pane=pane, n=counts[part]), f"{pane}: {counts[part]}")
                for part, pane in pane_numbers.items()
            ),
        )
        self.setAccessibleName(", ".join(text for _, text, _ in self._entries))
        self.setToolTip(
            plain(
                self.tr("Words kept by {here} and {there}").format(here=here.name, there=there.name)
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(26))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
        painter.setFont(theme.font(12))
        metrics = painter.fontMetrics()
        swatch, space = theme.px(16), theme.px(10)
        needed = sum(
            swatch + space + metrics.horizontalAdvance(label) for _, label, _ in self._entries
        )
        is_short = needed + theme.px(12) > self.width()
        x = float(theme.px(12))
        for part, label, short in self._entries:
            text = short if is_short else label
            height = theme.px(10)
            _draw_swatch(
                painter, QRectF(x, (self.height() - height) / 2, theme.px(12), height), part
            )
            x += swatch
            painter.setPen(theme.colour("ink2"))
            room = QRectF(x, 0, self.width() - x, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
            x += metrics.horizontalAdvance(text) + space


def _draw_swatch(painter: QPainter, rect: QRectF, part: Part) -> None:
    if part is Part.KEPT:
        painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), theme.colour("content"))
        return
    here = part is Part.ONLY_HERE
    painter.fillRect(rect, theme.colour("content_fill" if here else "boilerplate_fill"))
    style = Qt.PenStyle.SolidLine if here else Qt.PenStyle.DashLine
    painter.setPen(QPen(theme.colour("content" if here else "boilerplate"), 1.5, style))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
