"""Capture of a whole page as a picture or a layout, hidden behind a still picture of the view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWebEngineCore import QWebEngineSettings

from boilerscope.extractors.page import Layout
from boilerscope.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.page import FloatArray, Page
    from boilerscope.widgets.page.isolated_view import IsolatedView

TILE_HEIGHT = 4096
"""Height of the pieces of a picture, pixels."""

MAX_PICTURE_HEIGHT = 32_000
"""Maximum height of a picture (Qt's limit is 32,767); taller pages are scaled down."""

MIN_ZOOM = 0.25
"""Minimum scale of a page; a page that is still too tall is cut, see `CUT`."""

CUT = "Cut"
"""Key of the picture's text on how much of the page it shows, if not all of it."""

STRIP_HEIGHT = 8
"""Height of the coloured strip below each piece: it shows that the piece is on screen."""

_ROWS_AT_A_TIME = 4000
_CHECK_MS, _MAX_CHECKS, _CHECKS_FOR_IMAGES = 15, 400, 200


class PageCapture(QObject):
    """One capture of one web view; changes the size and the zoom of the view.

    A picture has `scale` pixels per CSS pixel, or fewer if the page is too tall for that.

    The user sees a still picture meanwhile. The caller restores size and zoom after `finished`.

    Signals
    -------
    finished(result)
        QImage or Layout; None if the page did not become still.
    """

    finished = Signal(object)

    def __init__(
        self,
        web_view: IsolatedView,
        page: Page,
        view: QWidget,
        *,
        width: int,
        scripts: bool,
        scale: float = 1.0,
    ) -> None:
        super().__init__(web_view)
        self._web_view = web_view
        self._page = page
        self._scripts = scripts
        self._width, self._scale = width, scale
        self._height = max(round(web_view.height() / web_view.zoomFactor()), 200)
        self._strip = 0
        self._checks_left = 0
        self._zoom = 1.0
        self._stopped = False
        self._cover = PlainLabel(view)
        self._cover.setPixmap(view.grab())
        self._cover.setGeometry(view.rect())
        self._cover.show()

    def take_picture(self) -> None:
        """Take a picture of the whole page, without scroll bars."""
        self._show_scroll_bars(False)
        self._set_up(self._first_tile)

    def read_layout(self) -> None:
        """Read the boxes and styles of all elements and the boxes of all texts."""
        self._set_up(self._read_rows)

    def stop(self) -> None:
        """End without a result."""
        self._stopped = True
        self._show_scroll_bars(True)
        self._cover.deleteLater()
        self.deleteLater()

    def _show_scroll_bars(self, shown: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        bars = QWebEngineSettings.WebAttribute.ShowScrollBars
        self._web_view.page().settings().setAttribute(bars, shown)

    def _finish(self, result: object) -> None:
        self._web_view.agent.ask("strip", 0, 0)
        self._web_view.agent.ask("resume")
        self.stop()
        self.finished.emit(result)

    # -- waiting for the engine ------------------------------------------------------------

    def _set_up(self, work: Callable[[dict[str, float]], None]) -> None:
        self._web_view.agent.ask("rest")
        self._web_view.setZoomFactor(1.0)
        self._web_view.resize(self._width, self._height)
        self._web_view.agent.ask("zoom", 1.0)
        self._checks_left = _MAX_CHECKS
        self._when_sized(work)

    def _when_sized(self, work: Callable[[dict[str, float]], None]) -> None:
        """Do the work as soon as the page has the size of the web view."""
        self._web_view.agent.ask("layout_begin", then=lambda size: self._check_size(size, work))

    def _check_size(self, size: dict[str, float], work: Callable[[dict[str, float]], None]) -> None:
        wide, high = (
            side / self._zoom for side in (self._web_view.width(), self._web_view.height())
        )
        rounding = max(1.0, 1 / self._zoom)  # the browser rounds down
        has_width = abs(size["view_width"] - wide) <= rounding
        first_checks = self._checks_left > _MAX_CHECKS - _CHECKS_FOR_IMAGES
        waits_for_images = size["loading"] and first_checks
        if has_width and abs(size["view_height"] - high) <= rounding and not waits_for_images:
            work(size)
        else:
            self._check_again(lambda: self._when_sized(work))

    def _check_again(self, check: Callable[[], None]) -> None:
        """Check again a little later; finish without a result after some seconds."""
        self._checks_left -= 1
        if self._checks_left:
            QTimer.singleShot(_CHECK_MS, self, lambda: None if self._stopped else check())
        else:
            self._finish(None)

    # -- pictures --------------------------------------------------------------------------

    def _first_tile(self, size: dict[str, float]) -> None:
        max_height = MAX_PICTURE_HEIGHT / self._web_view.devicePixelRatioF()
        page_height = max(size["page_height"], 1)
        self._zoom = max(min(max_height / page_height, self._scale), MIN_ZOOM)
        self._web_view.setZoomFactor(self._zoom)
        self._web_view.agent.ask("zoom", self._zoom)
        tile = min(math.ceil(page_height * self._zoom), int(max_height), TILE_HEIGHT)
        self._web_view.resize(round(self._width * self._zoom), tile + STRIP_HEIGHT)
        self._when_sized(self._begin_picture)  # a page may grow with its view

    def _begin_picture(self, size: dict[str, float]) -> None:
        ratio = self._web_view.devicePixelRatioF()
        full_height = math.ceil(size["page_height"] * self._zoom)
        height = min(full_height, int(MAX_PICTURE_HEIGHT / ratio))
        if full_height <= self._web_view.height():  # a page is at least as high as its view
            full_height = height = self._web_view.height() - STRIP_HEIGHT
        picture = QImage(
            math.ceil(self._web_view.width() * ratio),
            math.ceil(height * ratio),
            QImage.Format.Format_RGB32,
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.white)
        if full_height > height:
            share = self.tr("The first {share} % of the page").format(
                share=math.floor(100 * height / full_height)
            )
            picture.setText(CUT, share)
        self._show_tile(picture, 0)

    def _show_tile(self, picture: QImage, top: int) -> None:
        if top >= picture.height() / picture.devicePixelRatio():
            self._finish(picture)
            return
        self._strip += 1
        self._web_view.agent.ask(
            "strip",
            self._strip,
            STRIP_HEIGHT / self._zoom,
            top / self._zoom,
            then=lambda scrolled_to: self._check_tile(picture, top, scrolled_to),
        )

    def _check_tile(self, picture: QImage, top: int, scrolled_to: float) -> None:
        """Take a piece as soon as its strip is on screen: the rest is then on screen too."""
        size = self._web_view.size()
        strip = QRect(0, size.height() - STRIP_HEIGHT // 2, 1, 1)
        if self._web_view.grab(strip).toImage().pixelColor(0, 0) != strip_colour(self._strip):
            self._check_again(lambda: self._check_tile(picture, top, scrolled_to))
            return
        tile = QRect(0, 0, size.width(), size.height() - STRIP_HEIGHT)
        painter = QPainter(picture)
        painter.drawPixmap(QPoint(0, round(scrolled_to * self._zoom)), self._web_view.grab(tile))
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
        """Read the rows of a table in parts of some thousands."""
        parts: list[dict[str, Any]] = []

        def take(part: dict[str, Any]) -> None:
            parts.append(part)
            ask()

        def ask() -> None:
            first = len(parts) * _ROWS_AT_A_TIME
            if first < count:
                self._web_view.agent.ask(method, first, first + _ROWS_AT_A_TIME, then=take)
            else:
                done(parts)

        ask()


def strip_colour(number: int) -> QColor:
    """Return the agent's colour of the strip below piece `number`."""
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
    # An element or text without a box has None, which becomes NaN.
    return np.array(_joined(parts, "box"), dtype=np.float64).reshape(-1, 4)
