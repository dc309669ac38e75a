"""Switch for settings that are on or off."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.marks import draw_focus

_WIDTH, _HEIGHT = 32, 18


class Switch(QCheckBox):
    """Check box that looks like a switch, with the keys and the accessibility of a check box."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.follow(self._resize)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_WIDTH + 6), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = theme.px(_WIDTH), theme.px(_HEIGHT)
        body = QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)
        on = self.isChecked()
        edge = theme.colour("button" if on else "control_line")
        if not self.isEnabled():
            edge = theme.colour("strong_line")
        inner = body.adjusted(0.75, 0.75, -0.75, -0.75)
        painter.setPen(QPen(edge, 1.5))
        painter.setBrush(edge if on else theme.colour("surface"))
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        radius = inner.height() / 2 - theme.px(3)
        shift = inner.width() - inner.height() if on else 0.0
        centre = QPointF(inner.left() + inner.height() / 2 + shift, inner.center().y())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("surface") if on else edge)
        painter.drawEllipse(centre, radius, radius)
        if self.hasFocus():
            draw_focus(painter, body.adjusted(-3, -3, 3, 3), radius=_HEIGHT / 2 + 3)

    def _resize(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()
