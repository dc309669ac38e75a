"""Widget that fits its layout to its size, and to what is in it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

NO_LIMIT = 16_777_215
"""Qt's own largest width and height of a widget, pixels; Qt for Python does not have its name."""


class FittedWidget(QWidget):
    """Calls `fit` whenever its size or the size of something in it has changed."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        is_done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return is_done

    @abstractmethod
    def fit(self) -> None:
        """Arrange what is in the widget for its present size."""
