"""Splitters whose handles are a 1 px line with a 7 px area to take hold of."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from widgets import theme

_REACH = 3


class ThinSplitter(QSplitter):
    """A splitter between regions that touch with a line."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        theme.signals().changed.connect(self._restyle)

    def createHandle(self) -> QSplitterHandle:
        return _ThinHandle(self.orientation(), self)

    def _restyle(self) -> None:
        for number in range(self.count()):
            self.handle(number).update()


class _ThinHandle(QSplitterHandle):
    """Reaches over its neighbours without covering them: only the line is painted."""

    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self._taken_at = QPoint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Qt lays out the contents rectangle, shows the mask, and takes the mouse everywhere. Its
        # own way, not called here, does the same with a reach of two pixels; other margins would
        # be another resize.
        del event
        wide = self.orientation() == Qt.Orientation.Horizontal
        margins = QMargins(_REACH, 0, _REACH, 0) if wide else QMargins(0, _REACH, 0, _REACH)
        if self.contentsMargins() != margins:
            self.setContentsMargins(margins)
        self.setMask(QRegion(self.contentsRect()))
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._taken_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        # Qt would move the line to where the handle begins, three pixels off
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        moved = self.mapToParent(event.position().toPoint() - self._taken_at)
        wide = self.orientation() == Qt.Orientation.Horizontal
        place = (moved.x() if wide else moved.y()) + _REACH
        self.moveSplitter(self.closestLegalPosition(place))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.contentsRect(), theme.colour("line"))
