"""Place and zoom of the web views in the page column, with a scroll bar for wide pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QScrollBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.page.heatmap import OverlayState
    from boilerscope.widgets.page.isolated_view import IsolatedView

CAPTURE_WIDTH = 1280
"""Default width of a page's layout, CSS pixels."""

MIN_ZOOM, _MAX_ZOOM = 0.25, 5.0  # Chromium's limits
_MAX_USER_ZOOM = 8.0
_NOTCH = 1.1  # one notch of the wheel with Ctrl


class PageFrame(QObject):
    """Shows a page at the width of its layout, zoomed to the column and by the user.

    Parameters
    ----------
    overlay : OverlayState
        While it has boxes, the page has the width at which they were measured.
    column : QWidget
        Contains the web views.

    Signals
    -------
    moved()
        The user scrolled sideways, or the zoom or the capture width changed: arrange again.
    """

    moved = Signal()

    def __init__(self, overlay: OverlayState, column: QWidget) -> None:
        super().__init__(column)
        self._overlay, self._column = overlay, column
        self._user_zoom = 1.0
        self.capture_width = CAPTURE_WIDTH
        self._bar = QScrollBar(Qt.Orientation.Horizontal, column)
        self._bar.hide()
        self._bar.valueChanged.connect(lambda _value: self.moved.emit())

    @property
    def page_width(self) -> int:
        """Width of the page, CSS pixels."""
        boxes = self._overlay.boxes
        return self.capture_width if boxes is None else boxes.layout.view_width

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the page."""
        fit = max(self._column.width(), 1) / self.page_width
        return min(max(fit * self._user_zoom, MIN_ZOOM), _MAX_ZOOM)

    def set_zoom(self, factor: float) -> None:
        """Magnify the page; at 1 it fits the width of the column."""
        factor = min(max(factor, 1.0), _MAX_USER_ZOOM)
        if factor != self._user_zoom:
            self._user_zoom = factor
            self.moved.emit()

    def zoom_by(self, notches: float) -> None:
        """Magnify the page by notches of the wheel."""
        self.set_zoom(self._user_zoom * _NOTCH**notches)

    def set_capture_width(self, width: int) -> None:
        """Set the width of page layouts, CSS pixels."""
        if width != self.capture_width:
            self.capture_width = width
            self.moved.emit()

    def arrange(self, web_views: Iterable[IsolatedView | None]) -> None:
        """Place the web views and the scroll bar."""
        width, height = self._column.width(), self._column.height()
        hidden = max(self._web_view_width() - width, 0)
        self._bar.setRange(0, hidden)
        self._bar.setPageStep(width)
        self._bar.setVisible(hidden > 0)
        bar = self._bar.sizeHint().height()
        self._bar.setGeometry(0, height - bar, width, bar)
        for web_view in web_views:
            if web_view is not None:
                self.place(web_view)

    def place(self, web_view: IsolatedView) -> None:
        """Give a web view its place and zoom."""
        bar = self._bar.height() if self._bar.maximum() else 0
        height = self._column.height() - bar
        web_view.setGeometry(-self._bar.value(), 0, self._web_view_width(), height)
        web_view.setZoomFactor(self.zoom)

    def _web_view_width(self) -> int:
        return max(round(self.page_width * self.zoom), 1)
