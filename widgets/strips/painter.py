"""Painting of the strips: axis, sections, rows, differences and outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from boilerscope.extractors.page import SECTION_NAMES
from boilerscope.widgets import theme
from boilerscope.widgets.marks import draw_error, draw_letter, draw_number, draw_outlined_letter
from boilerscope.widgets.strips.pixels import ticks
from boilerscope.widgets.strips.rows import Kind, Row, RowBook
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.records import Selection
    from boilerscope.widgets.strips.pictures import Pictures
    from boilerscope.widgets.strips.places import Places

_LINE = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Strips", text)


class StripPainter:
    """Painter of the strips for one repaint.

    Parameters
    ----------
    painter : QPainter
        Painter on the widget.
    places : Places
        Positions of the parts.
    pictures : Pictures
        Cached pictures of rows.
    ratio : float, optional
        Pixels per unit of these pictures; by default, that of the device.
    """

    def __init__(
        self,
        painter: QPainter,
        places: Places,
        book: RowBook,
        pictures: Pictures,
        *,
        ratio: float | None = None,
    ) -> None:
        self._painter, self._places, self._book, self._pictures = painter, places, book, pictures
        self._ratio = painter.device().devicePixelRatioF() if ratio is None else ratio

    def draw_axis(self, subject: str, *, name_room: int) -> None:
        """Draw ticks with lines through all rows, and the subject of the values at the right."""
        painter, places = self._painter, self._places
        painter.setFont(theme.font(12))
        names = places.names(places.axis).adjusted(0, 0, -name_room, 0)
        self._name(names, _tr("Tokens in page order"), "ink2")
        painter.setPen(theme.colour("ink2"))
        painter.drawText(places.values(places.axis), _LINE, subject)
        painter.save()
        painter.setFont(theme.font(11))
        painter.setClipRect(QRect(places.left, 0, places.tracks + 1, places.middle.bottom()))
        for token in ticks(places.window, places.tracks, theme.px(80)):
            x = round(places.x_of(token))
            painter.setPen(theme.colour("line"))
            painter.drawLine(x, theme.px(4), x, places.middle.bottom())
            box = QRect(x + theme.px(4), 0, theme.px(76), places.axis.height())
            label = number(token)
            if box.left() + painter.fontMetrics().horizontalAdvance(label) <= places.right:
                painter.setPen(theme.colour("ink2"))
                painter.drawText(box, _LINE, label)
        painter.restore()

    def draw_sections(self) -> None:
        """Draw the sections with their names."""
        painter, places = self._painter, self._places
        painter.setFont(theme.font(12))
        self._name(places.names(places.sections), _tr("Sections"), "ink")
        bar = places.bar(places.sections).adjusted(0, -theme.px(1), 0, theme.px(1))
        painter.save()
        painter.setClipRect(bar)
        painter.fillRect(bar, theme.colour("raised"))
        painter.setFont(theme.font(11))
        drawn_to = -1.0
        for start, end, code in self._book.sections:
            right = places.x_of(end)
            # Skip sections that end in a pixel that is already drawn.
            if right < places.left or right - drawn_to < 1.0 or places.x_of(start) > places.right:
                continue
            drawn_to = right
            left = places.x_of(start)
            painter.setPen(theme.colour("strong_line"))
            painter.drawLine(QPointF(left, bar.top()), QPointF(left, bar.bottom()))
            self._section(QRectF(left, bar.top(), right - left, bar.height()), code)
        painter.restore()
        painter.setPen(theme.colour("line"))
        painter.drawRect(bar.adjusted(0, 0, -1, -1))

    def draw_rows(self, runs: Sequence[tuple[int, int]], current: int) -> None:
        """Draw all rows; `current` is the index of the keyboard's row, -1 for none."""
        painter, places = self._painter, self._places
        painter.save()
        painter.setClipRect(places.middle)
        for index, row in enumerate(self._book.rows):
            area = places.row(index)
            if area.intersects(places.middle):
                self._row(row, area, runs, current=index == current)
        painter.restore()

    def draw_differences(self) -> None:
        """Draw the differences of panes on the whole page, with a frame around the visible part."""
        painter, places = self._painter, self._places
        painter.setFont(theme.font(12))
        self._name(places.names(places.bottom), _tr("Differences (whole page)"), "ink2")
        bar = places.bar(places.bottom)
        painter.fillRect(bar, theme.colour("raised"))
        if self._book.differences is not None:
            picture = self._pictures.of_differences(self._book.differences, bar.size(), self._ratio)
            painter.drawImage(bar.topLeft(), picture)
        frame = places.on_page(places.window.start, places.window.end, 8.0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("ink2"), theme.px(1.5)))
        painter.drawRoundedRect(frame.adjusted(0.5, -1.5, -0.5, 1.5), 2, 2)
        painter.restore()

    def draw_outline(self, outlined: Selection, *, strong: bool) -> None:
        """Draw a frame around a block through all rows.

        A strong outline, that of the selection, has its colour and a tick below; that of the text
        under the pointer is thin and neutral, so that one is never taken for the other.
        """
        painter, places = self._painter, self._places
        width = theme.px(2) if strong else 1
        top = places.axis.bottom()
        bottom = places.middle.bottom() + theme.px(1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(QRect(places.left - 2, 0, places.tracks + 4, places.height))
        for start, end in outlined.runs:
            left, right = places.x_of(start), places.x_of(end)
            if right < places.left - 4 or left > places.right + 4:
                continue
            box = QRectF(left, top, max(right - left, 2.0), bottom - top)
            painter.setPen(QPen(theme.colour("surface"), width + 3))
            painter.drawRoundedRect(box, 2, 2)
            painter.setPen(QPen(theme.colour("selection" if strong else "ink2"), width))
            painter.drawRoundedRect(box, 2, 2)
        painter.restore()
        if strong:
            for start, end in outlined.runs:
                tick = places.on_page(start, end, 3.0)
                tick.setTop(tick.bottom() - theme.px(3))
                painter.fillRect(tick.adjusted(0, 1, 0, 1), theme.colour("selection"))

    def _section(self, area: QRectF, code: int) -> None:
        name = SECTION_NAMES[code]
        if name == "other":
            return
        places, painter = self._places, self._painter
        # Draw the name in the visible part.
        visible = area.intersected(QRectF(places.left, area.top(), places.tracks, area.height()))
        label = declared(name)
        if painter.fontMetrics().horizontalAdvance(label) + theme.px(6) < visible.width():
            painter.setPen(theme.colour("ink2"))
            painter.drawText(visible, Qt.AlignmentFlag.AlignCenter, label)

    def _row(
        self, row: Row, area: QRect, runs: Sequence[tuple[int, int]], *, current: bool
    ) -> None:
        painter, places = self._painter, self._places
        names = places.names(area)
        if current:
            painter.fillRect(names.adjusted(theme.px(4), 0, -theme.px(4), 0), theme.colour("hover"))
        painter.setFont(theme.font(12))
        if row.pane is not None:
            active = row.pane.name == self._book.scene.active
            draw_number(painter, _mark(area, theme.px(12)), row.pane.number, active=active)
            names = names.adjusted(theme.px(22), 0, 0, 0)
        elif row.kind is Kind.GOLD:
            draw_outlined_letter(painter, _mark(area, theme.px(12)), "G")
            names = names.adjusted(theme.px(22), 0, 0, 0)
        self._name(names, row.title, "ink")
        bar = places.bar(area)
        picture = self._pictures.of_row(row, places.window, bar.size(), self._ratio)
        painter.drawImage(bar.topLeft(), picture)
        self._value(row, places.values(area), runs)

    def _value(self, row: Row, area: QRect, runs: Sequence[tuple[int, int]]) -> None:
        painter = self._painter
        value = self._book.value(row, runs)
        error = self._book.error(row, runs)
        painter.setPen(theme.colour("ink2" if row.kind in {Kind.LABEL, Kind.GOLD} else "ink"))
        if error is not None:
            draw_error(painter, _mark(area, area.left()), error)
            area = area.adjusted(theme.px(22), 0, 0, 0)
        if isinstance(value, bool):
            draw_letter(painter, _mark(area, area.left()), kept=value)
            area = area.adjusted(theme.px(22), 0, 0, 0)
            value = _tr("kept") if value else _tr("dropped")
        elif painter.fontMetrics().horizontalAdvance(value) > area.width():
            value = str(self._book.value(row, runs, with_unit=False))
        self._elided(area, value)

    def _name(self, area: QRect, name: str, role: str) -> None:
        self._painter.setPen(theme.colour(role))
        self._elided(area.adjusted(theme.px(12), 0, -theme.px(8), 0), name)

    def _elided(self, area: QRect, text: str) -> None:
        metrics = self._painter.fontMetrics()
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() + 1)
        self._painter.drawText(area, _LINE, elided)


def _mark(area: QRect, left: int) -> QRectF:
    side = theme.px(16)
    return QRectF(left, area.top() + (area.height() - side) / 2, side, side)
