"""Pictures and layout of a whole page: taken at the capture width, behind a picture of the view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter

from extractors.page import Layout
from widgets.labels import PlainLabel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from extractors.page import FloatArray, Page
    from widgets.page.stage import Stage

TILE_HEIGHT = 4096
"""A page is taken in pieces of this height, pixels."""

MAX_PICTURE_HEIGHT = 32_000
"""Lines of a picture (Qt draws on no more than 32,767); taller pages are made smaller."""

MIN_ZOOM = 0.25
"""Pages are not made smaller than this: what is higher still is cut, and the picture says so."""

CUT = "Cut"
"""Key of the text that a picture carries if it does not show the whole page."""

STRIP_HEIGHT = 8
"""Below each piece the agent colours a strip, so that we see when a piece is on screen."""

_ROWS_AT_A_TIME = 4000
_LOOK_MS, _LOOKS, _LOOKS_FOR_IMAGES = 15, 400, 200


class Camera(QObject):
    """Does one job on one stage: sets the page to its true size, works, and is finished.

    The reader sees a still picture meanwhile. Whoever made the camera sets size and zoom again
    when it has finished.

    Signals
    -------
    finished(result)
        QImage or Layout; None if the page did not come to rest.
    """

    finished = Signal(object)

    def __init__(
        self, stage: Stage, page: Page, view: QWidget, *, width: int, scripts: bool
    ) -> None:
        super().__init__(stage)
        self._stage = stage
        self._page = page
        self._scripts = scripts
        self._width = width
        self._height = max(round(stage.height() / stage.zoomFactor()), 200)
        self._strip = 0
        self._looks = 0
        self._zoom = 1.0
        self._stopped = False
        self._cover = PlainLabel(view)
        self._cover.setPixmap(view.grab())
        self._cover.setGeometry(view.rect())
        self._cover.show()

    def take_picture(self) -> None:
        """Make a picture of the whole page."""
        self._set_up(self._first_tile)

    def read_layout(self) -> None:
        """Read boxes and looks of all elements and texts."""
        self._set_up(self._read_rows)

    def stop(self) -> None:
        """End without a result."""
        self._stopped = True
        self._cover.deleteLater()
        self.deleteLater()

    def _finish(self, result: object) -> None:
        self._stage.agent.ask("strip", 0, 0)
        self._stage.agent.ask("resume")
        self.stop()
        self.finished.emit(result)

    # -- waiting for the engine ------------------------------------------------------------

    def _set_up(self, work: Callable[[dict[str, float]], None]) -> None:
        self._stage.agent.ask("rest")
        self._stage.setZoomFactor(1.0)
        self._stage.resize(self._width, self._height)
        self._stage.agent.ask("zoom", 1.0)
        self._looks = _LOOKS
        self._when_sized(work)

    def _when_sized(self, work: Callable[[dict[str, float]], None]) -> None:
        """Go on when the page has the size the stage was given."""
        self._stage.agent.ask("layout_begin", then=lambda size: self._check_size(size, work))

    def _check_size(self, size: dict[str, float], work: Callable[[dict[str, float]], None]) -> None:
        wide, high = (side / self._zoom for side in (self._stage.width(), self._stage.height()))
        rounding = 1 / self._zoom
        arrived = abs(size["view_width"] - wide) <= rounding
        waits_for_images = size["loading"] and self._looks > _LOOKS - _LOOKS_FOR_IMAGES
        if arrived and abs(size["view_height"] - high) <= rounding and not waits_for_images:
            work(size)
        else:
            self._look_again(lambda: self._when_sized(work))

    def _look_again(self, check: Callable[[], None]) -> None:
        """Check once more a little later; give up after some seconds."""
        self._looks -= 1
        if self._looks:
            QTimer.singleShot(_LOOK_MS, self, lambda: None if self._stopped else check())
        else:
            self._finish(None)

    # -- pictures --------------------------------------------------------------------------

    def _first_tile(self, size: dict[str, float]) -> None:
        most = MAX_PICTURE_HEIGHT / self._stage.devicePixelRatioF()
        high = max(size["page_height"], 1)
        self._zoom = max(min(most / high, 1.0), MIN_ZOOM)
        self._stage.setZoomFactor(self._zoom)
        self._stage.agent.ask("zoom", self._zoom)
        tile = min(math.ceil(high * self._zoom), int(most), TILE_HEIGHT)
        self._stage.resize(round(self._width * self._zoom), tile + STRIP_HEIGHT)
        self._when_sized(self._begin_picture)  # a page may grow with its view

    def _begin_picture(self, size: dict[str, float]) -> None:
        ratio = self._stage.devicePixelRatioF()
        whole = math.ceil(size["page_height"] * self._zoom)
        height = min(whole, int(MAX_PICTURE_HEIGHT / ratio))
        if whole <= self._stage.height():  # no page is less high than its view
            whole = height = self._stage.height() - STRIP_HEIGHT
        picture = QImage(
            math.ceil(self._stage.width() * ratio),
            math.ceil(height * ratio),
            QImage.Format.Format_RGB32,
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.white)
        if whole > height:
            share = self.tr("The first {share} % of the page").format(
                share=math.floor(100 * height / whole)
            )
            picture.setText(CUT, share)
        self._show_tile(picture, 0)

    def _show_tile(self, picture: QImage, top: int) -> None:
        if top >= picture.height() / picture.devicePixelRatio():
            self._finish(picture)
            return
        self._strip += 1
        self._stage.agent.ask(
            "strip",
            self._strip,
            STRIP_HEIGHT / self._zoom,
            top / self._zoom,
            then=lambda place: self._check_tile(picture, top, place),
        )

    def _check_tile(self, picture: QImage, top: int, place: float) -> None:
        """Take a piece when its strip is seen: then all above the strip is on screen too."""
        size = self._stage.size()
        strip = QRect(0, size.height() - STRIP_HEIGHT // 2, 1, 1)
        if self._stage.grab(strip).toImage().pixelColor(0, 0) != strip_colour(self._strip):
            self._look_again(lambda: self._check_tile(picture, top, place))
            return
        tile = QRect(0, 0, size.width(), size.height() - STRIP_HEIGHT)
        painter = QPainter(picture)
        painter.drawPixmap(QPoint(0, round(place * self._zoom)), self._stage.grab(tile))
        painter.end()
        self._show_tile(picture, top + tile.height())

    # -- layout ----------------------------------------------------------------------------

    def _read_rows(self, size: dict[str, float]) -> None:
        def read_slots(elements: list[dict[str, Any]]) -> None:
            self._read_part(
                "layout_slots", len(self._page.slots), lambda slots: done(elements, slots)
            )

        def done(elements: list[dict[str, Any]], slots: list[dict[str, Any]]) -> None:
            self._finish(_layout(size, elements, slots, scripts=self._scripts))

        self._read_part("layout_elements", len(self._page.elements), read_slots)

    def _read_part(
        self, method: str, count: int, done: Callable[[list[dict[str, Any]]], None]
    ) -> None:
        """Read the rows of a table some thousand at a time."""
        parts: list[dict[str, Any]] = []

        def take(part: dict[str, Any]) -> None:
            parts.append(part)
            ask()

        def ask() -> None:
            first = len(parts) * _ROWS_AT_A_TIME
            if first < count:
                self._stage.agent.ask(method, first, first + _ROWS_AT_A_TIME, then=take)
            else:
                done(parts)

        ask()


def strip_colour(number: int) -> QColor:
    """Return the colour that the agent gives the strip below piece `number`."""
    return QColor(number & 255, 77, 133)


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
