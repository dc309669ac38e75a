"""Splitters whose handle is a 1 px line with a 7 px area for the mouse."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from boilerscope.widgets import theme

_REACH = 3


class ThinSplitter(QSplitter):
    """Splitter with thin lines between its widgets."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        theme.signals().changed.connect(self._restyle)

    def createHandle(self) -> QSplitterHandle:
        return _ThinHandle(self.orientation(), self)

    def _restyle(self) -> None:
        for index in range(self.count()):
            self.handle(index).update()


class _ThinHandle(QSplitterHandle):
    """Handle that overlaps its neighbours for the mouse but paints only the line."""

    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self._grab_point = QPoint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Qt positions the contents rectangle, paints the mask, and takes mouse events everywhere.
        # Qt's own method would set margins of two pixels, and every change of margins causes
        # another resize event; so it is not called.
        del event
        wide = self.orientation() == Qt.Orientation.Horizontal
        margins = QMargins(_REACH, 0, _REACH, 0) if wide else QMargins(0, _REACH, 0, _REACH)
        if self.contentsMargins() != margins:
            self.setContentsMargins(margins)
        self.setMask(QRegion(self.contentsRect()))
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._grab_point = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        # Qt would move the line to the edge of the handle, which is three pixels off.
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        moved = self.mapToParent(event.position().toPoint() - self._grab_point)
        wide = self.orientation() == Qt.Orientation.Horizontal
        position = (moved.x() if wide else moved.y()) + _REACH
        self.moveSplitter(self.closestLegalPosition(position))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.contentsRect(), theme.colour("line"))
