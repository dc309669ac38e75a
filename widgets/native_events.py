"""Events of a window as the screen sends them, before any widget of the window gets them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QWidget


class NativeEvents(QObject):
    """Filter of the native windows of some windows, whose subclasses say which events they take."""

    def watch(self, window: QWidget) -> None:
        """Filter the events of a window, even after Qt has recreated its native window."""
        window.installEventFilter(self)
        self._watch_handle(window)

    def takes(self, event: QEvent) -> bool:
        """Return whether no widget of the window must get an event of the screen."""
        del event
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWindow):
            return self.takes(event)
        if event.type() == QEvent.Type.WinIdChange and isinstance(watched, QWidget):
            self._watch_handle(watched)
        return False

    def _watch_handle(self, window: QWidget) -> None:
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)
