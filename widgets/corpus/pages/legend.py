"""Legend of the cells: colour scale, no result, empty result."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.widgets import terms, theme
from boilerscope.widgets.corpus.cells import draw_ramp
from boilerscope.widgets.corpus.names import measure_name, short_measure
from boilerscope.widgets.corpus.score_cell import draw_ring, paint_status

_RAMP, _HATCH, _HEIGHT = 118, 26, 14
_GAP, _BREAK = 8, 24


class ScoreLegend(QWidget):
    """Line that explains the cells; a narrow line leaves out the parts that do not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = self._measure = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.signals().changed.connect(self._restyle)
        self.show_measure("token_f1")

    def show_measure(self, measure: str) -> None:
        """Show the measure of the values."""
        self._label, self._measure = short_measure(measure), measure
        self.setAccessibleName(
            self.tr("{measure} from 0 to 1; hatched: no result; circle: empty").format(
                measure=measure_name(measure)
            )
        )
        self._restyle()

    def term(self) -> str:
        """Return the measure, which *What is this?* explains."""
        return measure_name(self._measure)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        terms.open_menu(self, self.term(), event.globalPos(), self.accessibleName())

    def sizeHint(self) -> QSize:
        return QSize(sum(self._widths()) + 2 * theme.px(_BREAK), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, theme.px(24))  # it makes room for the tabs

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setFont(theme.font(12))
        x = 0
        for width, draw in zip(
            self._widths(), (self._draw_ramp, self._draw_failure, self._draw_empty), strict=True
        ):
            if x + width > self.width():
                return
            draw(painter, x)
            x += width + theme.px(_BREAK)

    def _texts(self) -> tuple[str, str, str, str]:
        return f"{self._label} 0", "1", self.tr("no result"), self.tr("empty")

    def _widths(self) -> tuple[int, int, int]:
        metrics, gap = self.fontMetrics(), theme.px(_GAP)
        low, high, failure, empty = map(metrics.horizontalAdvance, self._texts())
        ring = theme.px(8)
        return (
            low + high + 2 * gap + theme.px(_RAMP),
            theme.px(_HATCH) + gap + failure + 1,
            ring + gap + empty + 1,
        )

    def _draw_ramp(self, painter: QPainter, x: int) -> None:
        low, high, *_ = self._texts()
        x = self._draw_text(painter, x, low) + theme.px(_GAP)
        box = self._box(x, _RAMP)
        draw_ramp(painter, box)
        self._draw_text(painter, round(box.right()) + theme.px(_GAP), high)

    def _draw_failure(self, painter: QPainter, x: int) -> None:
        box = self._box(x, _HATCH)
        paint_status(painter, box, None)
        self._draw_text(painter, round(box.right()) + theme.px(_GAP), self._texts()[2])

    def _draw_empty(self, painter: QPainter, x: int) -> None:
        ring = theme.px(8)
        draw_ring(painter, QPointF(x + ring / 2, self.height() / 2), theme.colour("ink2"))
        self._draw_text(painter, x + ring + theme.px(_GAP), self._texts()[3])

    def _box(self, x: int, width: int) -> QRectF:
        height = theme.px(_HEIGHT if width == _HATCH else 10)
        return QRectF(x, (self.height() - height) // 2, theme.px(width), height)

    def _draw_text(self, painter: QPainter, x: int, text: str) -> int:
        painter.setPen(theme.colour("ink2"))
        width = painter.fontMetrics().horizontalAdvance(text)
        room = QRectF(x, 0, width + 1, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        return x + width

    def _restyle(self) -> None:
        self.setFont(theme.font(12))
        self.setFixedHeight(theme.px(24))
        self.updateGeometry()
        self.update()
