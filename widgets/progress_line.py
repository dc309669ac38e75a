"""Thin progress line of a page load."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from boilerscope.widgets import theme


class ProgressLine(QWidget):
    """Progress line, 2 px high, of a page load; a plain line while nothing loads."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(2)
        self._share: float | None = None

    def set_share(self, share: float | None) -> None:
        """Show a share of 0 to 1; below 0: unknown; None: nothing loads."""
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._share is None:
            painter.fillRect(self.rect(), theme.colour("line"))
            return
        painter.fillRect(self.rect(), theme.colour("track"))
        share = self._share if self._share >= 0 else 0.35
        painter.fillRect(0, 0, round(self.width() * share), 2, theme.colour("ink"))
