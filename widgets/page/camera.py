"""Pictures and layout of a whole page: taken at the capture width, behind a picture of the view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLabel

from extractors.page import Layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from extractors.page import FloatArray, Page
    from widgets.page.stage import Stage

TILE_HEIGHT = 4096
"""A page is taken in pieces of this height, pixels."""

MAX_PICTURE_HEIGHT = 32_000
"""Taller pages are cut here: pictures have no more than 32,767 lines."""

_ROWS_AT_A_TIME = 4000


class Camera(QObject):
    """Does one job on one stage: sets the page to its true size, works, and is finished.

    The reader sees a still picture meanwhile. Whoever made the camera sets size and zoom again
    when it has finished.

    Signals
    -------
    finished(result)
        QImage or Layout; None if the page went away.
    """

    finished = Signal(object)

    def __init__(
        self, stage: Stage, page: Page, view: QWidget, *, width: int, scripts: bool
    ) -> None:
        super().__init__(stage)
        self._stage = stage
        self._page = page
        self._scripts = scripts
        self._number = 0
        self._waiting: dict[int, Callable[[], None]] = {}
        self._cover = QLabel(view)
        self._cover.setPixmap(view.grab())
        self._cover.setGeometry(view.rect())
        self._cover.show()
        self._height = max(round(stage.height() / stage.zoomFactor()), 200)
        self._width = width
        stage.agent.heard.connect(self._on_heard)

    def take_picture(self) -> None:
        """Make a picture of the whole page."""
        self._set_up(lambda: self._stage.agent.ask("layout_begin", then=self._first_tile))

    def read_layout(self) -> None:
        """Read boxes and looks of all elements and texts."""
        self._set_up(lambda: self._stage.agent.ask("layout_begin", then=self._read_rows))

    def stop(self) -> None:
        """End without a result."""
        self._stage.agent.heard.disconnect(self._on_heard)
        self._cover.deleteLater()
        self.deleteLater()

    # -- setting up ------------------------------------------------------------------------

    def _set_up(self, work: Callable[[], None]) -> None:
        self._stage.setZoomFactor(1.0)
        self._stage.resize(self._width, self._height)
        self._stage.agent.ask("zoom", 1.0)
        self._when_drawn(work)

    def _when_drawn(self, work: Callable[[], None]) -> None:
        self._number += 1
        self._waiting[self._number] = work
        self._stage.agent.ask("when_drawn", self._number)

    def _on_heard(self, message: dict[str, Any]) -> None:
        if message["kind"] == "drawn":
            work = self._waiting.pop(int(message["number"]), None)
            if work is not None:
                work()

    def _finish(self, result: object) -> None:
        self.stop()
        self.finished.emit(result)

    # -- pictures --------------------------------------------------------------------------

    def _first_tile(self, size: dict[str, float]) -> None:
        height = min(max(int(size["page_height"]), 1), TILE_HEIGHT)
        self._stage.resize(self._width, height)
        # A page may grow with its view, so it is asked once more.
        self._when_drawn(
            lambda: self._stage.agent.ask("layout_begin", then=self._begin_picture),
        )

    def _begin_picture(self, size: dict[str, float]) -> None:
        height = min(max(int(size["page_height"]), 1), MAX_PICTURE_HEIGHT)
        ratio = self._stage.devicePixelRatioF()
        picture = QImage(
            math.ceil(self._width * ratio), math.ceil(height * ratio), QImage.Format.Format_RGB32
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.white)
        self._tile(picture, 0, height)

    def _tile(self, picture: QImage, top: int, height: int) -> None:
        if top >= height:
            self._finish(picture)
            return
        self._stage.agent.ask("scroll_to", top, then=lambda place: self._paint(picture, place, top))

    def _paint(self, picture: QImage, place: float, top: int) -> None:
        def paint() -> None:
            painter = QPainter(picture)
            painter.drawPixmap(QPoint(0, round(place)), self._stage.grab())
            painter.end()
            height = round(picture.height() / picture.devicePixelRatio())
            self._tile(picture, top + self._stage.height(), height)

        self._when_drawn(paint)

    # -- layout ----------------------------------------------------------------------------

    def _read_rows(self, size: dict[str, float]) -> None:
        self._size = size
        self._read_part("layout_elements", len(self._page.elements), [], self._read_slots)

    def _read_slots(self, elements: list[dict[str, Any]]) -> None:
        def done(slots: list[dict[str, Any]]) -> None:
            self._finish(_layout(self._size, elements, slots, scripts=self._scripts))

        self._read_part("layout_slots", len(self._page.slots), [], done)

    def _read_part(
        self,
        method: str,
        count: int,
        parts: list[dict[str, Any]],
        done: Callable[[list[dict[str, Any]]], None],
    ) -> None:
        first = len(parts) * _ROWS_AT_A_TIME
        if first >= count:
            done(parts)
            return

        def take(part: dict[str, Any]) -> None:
            parts.append(part)
            self._read_part(method, count, parts, done)

        self._stage.agent.ask(method, first, first + _ROWS_AT_A_TIME, then=take)


def _layout(
    size: dict[str, float],
    elements: list[dict[str, Any]],
    slots: list[dict[str, Any]],
    *,
    scripts: bool,
) -> Layout:
    return Layout(
        view_width=int(size["view_width"]),
        scripts=scripts,
        pixel_ratio=float(size["pixel_ratio"]),
        page_width=int(size["page_width"]),
        page_height=int(size["page_height"]),
        element_box=_boxes(elements),
        slot_box=_boxes(slots),
        font_size=np.array(_joined(elements, "font_size"), dtype=np.float64),
        font_weight=np.array(_joined(elements, "font_weight"), dtype=np.int32),
        background=np.array(_joined(elements, "background"), dtype=np.int32),
        visible=np.array(_joined(elements, "visible"), dtype=np.bool_),
    )


def _joined(parts: list[dict[str, Any]], name: str) -> list[Any]:
    return [value for part in parts for value in part[name]]


def _boxes(parts: list[dict[str, Any]]) -> FloatArray:
    # None, where there is no box, becomes NaN.
    return np.array(_joined(parts, "box"), dtype=np.float64).reshape(-1, 4)
