"""Overview of all listed pages: sorted value, failures, selected page, visible rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.extractors.scoring.order import PageOrder, Sort, SortKey
from boilerscope.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent

    from boilerscope.extractors.page.records import BoolArray, FloatArray

_WIDTH = 16
_TICK = 2
_MIN_FRAME = 6


def shares(order: PageOrder, sort: Sort) -> FloatArray:
    """Return the sorted value of each listed page as a share of the range; 0 without a value."""
    values = order.values
    finite = values[~np.isnan(values)]
    if not len(finite) or sort.key is SortKey.NAME:
        return np.zeros(len(values))
    low, high = _range(sort.key, finite)
    if high <= low:
        return np.zeros(len(values))
    result: FloatArray = np.nan_to_num((values - low) / (high - low)).clip(0.0, 1.0)
    return result


def _range(key: SortKey, finite: FloatArray) -> tuple[float, float]:
    if key is SortKey.DIFFERENCE:
        return float(finite.min()), float(finite.max())
    return 0.0, float(finite.max()) if key in {SortKey.LENGTH, SortKey.RULE} else 1.0


def per_pixel(values: FloatArray, height: int) -> FloatArray:
    """Return the maximum value of the pages at each pixel of a column, shape (height,)."""
    if not len(values) or height < 1:
        return np.zeros(max(height, 0))
    n_pages = len(values)
    starts = np.arange(height) * n_pages // height
    if n_pages < height:
        return values[starts]
    result: FloatArray = np.maximum.reduceat(values, starts)
    return result


class PageOverview(QWidget):
    """Narrow column beside the list; a click or drag scrolls the list there.

    Signals
    -------
    scrolled_to(float)
        Bring this position of the list to the middle.
    turned(object)
        The wheel was turned over the column, a QWheelEvent.
    """

    scrolled_to = Signal(float)
    turned = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Overview of all pages"))
        self.setToolTip(self.tr("All listed pages with the sorted value. Drag to scroll"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._shares: FloatArray = np.zeros(0)
        self._failed: BoolArray = np.zeros(0, dtype=np.bool_)
        self._selected: int | None = None
        self._visible = (0.0, 0.0)
        self._picture: QPixmap | None = None
        self._picture_key: tuple[object, ...] = ()
        theme.signals().changed.connect(self.updateGeometry)
        theme.signals().changed.connect(self.update)

    def show_order(self, order: PageOrder, sort: Sort) -> None:
        """Show the listed pages."""
        self._shares, self._failed = shares(order, sort), order.has_failed
        self._picture = None
        self.update()

    def set_selected(self, position: int | None) -> None:
        """Mark the selected page."""
        if position != self._selected:
            self._selected = position
            self.update()

    def set_visible_rows(self, first: float, last: float) -> None:
        """Mark the visible rows."""
        if (first, last) != self._visible:
            self._visible = (first, last)
            self.update()

    def frame(self) -> QRectF:
        """Return the frame around the visible rows; empty if all pages are visible."""
        n_pages, (first, last) = len(self._shares), self._visible
        if not n_pages or last - first >= n_pages:
            return QRectF()
        top, bottom = (
            self.height() * position / n_pages for position in (first, min(last, n_pages))
        )
        missing = max(theme.px(_MIN_FRAME) - (bottom - top), 0)
        top = min(max(top - missing / 2, 0), self.height() - (bottom - top) - missing)
        return QRectF(0, top, self.width(), max(bottom - top, theme.px(_MIN_FRAME)))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_WIDTH), theme.px(100))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._scroll_to(event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._scroll_to(event.position().y())

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.turned.emit(event)

    def _scroll_to(self, y: float) -> None:
        if len(self._shares):
            self.scrolled_to.emit(y / max(self.height(), 1) * len(self._shares))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        ratio = painter.device().devicePixelRatioF()
        key = (self.size(), ratio, theme.current().name)
        if self._picture is None or key != self._picture_key:
            self._picture, self._picture_key = self._render(ratio), key
        painter.drawPixmap(0, 0, self._picture)
        if self._selected is not None and len(self._shares):
            y = round(self.height() * (self._selected + 0.5) / len(self._shares))
            tick = theme.px(_TICK)
            painter.fillRect(1, y - tick // 2, self.width() - 2, tick, theme.colour("selection"))
        frame = self.frame()
        if not frame.isEmpty():
            painter.setPen(QPen(theme.colour("ink"), theme.px(2)))
            painter.drawRect(frame.adjusted(1, 1, -1, -1))

    def _render(self, ratio: float) -> QPixmap:
        """Draw values and failures of all pages, which do not change while the list scrolls."""
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.colour("raised"))
        painter = QPainter(picture)
        room = self.width() - 2
        for y, share in enumerate(per_pixel(self._shares, self.height()).tolist()):
            painter.fillRect(QRectF(1, y, room * share, 1), theme.colour("histogram"))
        failed = per_pixel(self._failed.astype(np.float64), self.height())
        for y in np.flatnonzero(failed).tolist():
            painter.fillRect(1, y, room, 1, theme.colour("error"))
        painter.end()
        return picture
