"""Size and position of the main window on its screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QStyle

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QScreen
    from PySide6.QtWidgets import QMainWindow

DEFAULT_SIZE = QSize(1600, 1000)
_MIN_SIZE = QSize(740, 480)


def opening_size(screen: QScreen) -> QSize:
    """Return the size of a new window: the default size, or less on a small work area."""
    return DEFAULT_SIZE.boundedTo(_room(screen, QSize(0, 0)))


def _room(screen: QScreen, frame: QSize) -> QSize:
    """Return the size that a work area leaves for a window with a frame.

    A window has no frame before it is on screen; the height of a title bar is then an estimate.
    """
    title = QApplication.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    return screen.availableGeometry().size() - frame.expandedTo(QSize(2, title))


class ScreenFit(QObject):
    """Keeps a window and its frame inside the work area of the screen."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window

    def show_window(self) -> None:
        """Show the window, and fit it into the work area as soon as it has its frame."""
        self._window.installEventFilter(self)
        self._window.show()

    def bound_size(self) -> None:
        """Set the minimum size of the window, so that its contents never make it grow."""
        window = self._window
        frame = window.frameGeometry().size() - window.size()
        room = _room(window.screen(), frame)
        window.setMinimumSize((_MIN_SIZE * theme.scale()).boundedTo(room))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the window when it gets its frame."""
        window = self._window
        if event.type() is QEvent.Type.Move and window.frameGeometry() != window.geometry():
            window.removeEventFilter(self)
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        window = self._window
        room, frame = window.screen().availableGeometry(), window.frameGeometry()
        border = frame.size() - window.size()
        self.bound_size()
        window.resize(window.size().boundedTo(room.size() - border))
        frame = QRect(frame.topLeft(), window.size() + border)
        if not room.contains(frame):
            window.move(
                QPoint(
                    max(min(frame.x(), room.right() + 1 - frame.width()), room.x()),
                    max(min(frame.y(), room.bottom() + 1 - frame.height()), room.y()),
                )
            )
