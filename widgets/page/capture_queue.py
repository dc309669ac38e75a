"""Queue of captures of the page on screen: pictures and layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from boilerscope.extractors.page import Layout
from boilerscope.widgets.page.page_capture import PageCapture

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.page.page_switcher import PageSwitcher


class CaptureQueue(QObject):
    """Runs one capture at a time; a capture waits until there is a page.

    Parameters
    ----------
    switcher : PageSwitcher
        Provides the page on screen.
    view : QWidget
        Covered by a still picture during a capture.

    Signals
    -------
    released()
        A capture ended. Set the size and the zoom of the web view again.
    layout_ready(Layout, Page), picture_ready(QImage), failed(message)
        See `PageView`.
    """

    released = Signal()
    layout_ready = Signal(object, object)
    picture_ready = Signal(QImage)
    failed = Signal(str)

    def __init__(self, switcher: PageSwitcher, view: QWidget) -> None:
        super().__init__(view)
        self._switcher = switcher
        self._view = view
        self._current: PageCapture | None = None
        self._waiting: list[tuple[Callable[[PageCapture], None], int, float]] = []

    @property
    def is_running(self) -> bool:
        """Whether a capture controls the size and the zoom of the page now."""
        return self._current is not None

    def take_picture(self, width: int, scale: float = 1.0) -> None:
        """Take a picture of the whole page at a width; `picture_ready` follows."""
        self._add(PageCapture.take_picture, width, scale)

    def read_layout(self, width: int) -> None:
        """Read the boxes and styles of the page at a width; `layout_ready` follows."""
        self._add(PageCapture.read_layout, width)

    def stop(self) -> None:
        """Cancel the running capture and the waiting captures."""
        self._waiting.clear()
        if self._current is not None:
            self._current.stop()
            self._current = None

    def _add(self, start: Callable[[PageCapture], None], width: int, scale: float = 1.0) -> None:
        self._waiting.append((start, width, scale))
        self._start_next()

    def _start_next(self) -> None:
        web_view, heatmap = self._switcher.front, self._switcher.heatmap
        if self.is_running or not self._waiting or web_view is None or heatmap is None:
            return
        start, width, scale = self._waiting.pop(0)
        self._current = PageCapture(
            web_view,
            heatmap.page,
            self._view,
            width=width,
            scripts=self._switcher.is_live,
            scale=scale,
        )
        self._current.finished.connect(self._on_finished)
        start(self._current)

    def _on_finished(self, result: object) -> None:
        heatmap, self._current = self._switcher.heatmap, None
        self.released.emit()
        if isinstance(result, QImage):
            self.picture_ready.emit(result)
        elif isinstance(result, Layout):
            self.layout_ready.emit(result, None if heatmap is None else heatmap.page)
        else:
            self.failed.emit(self.tr("The browser engine did not draw the whole page in time."))
        self._start_next()
