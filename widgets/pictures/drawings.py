"""Drawings: views without scroll bars and focus marks, drawn on any device.

A drawing has a size in pixels at 100 % and draws itself from the origin. On a vector device its
text stays text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QHeaderView, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.panes.painter import BodyPainter, Look
from boilerscope.widgets.strips.painter import StripPainter
from boilerscope.widgets.strips.pictures import Pictures
from boilerscope.widgets.strips.places import Places, row_height
from boilerscope.widgets.tables.heading import PaintedHeading

if TYPE_CHECKING:
    from boilerscope.widgets.panes.content import Content
    from boilerscope.widgets.plots.plot import Plot
    from boilerscope.widgets.records import Selection
    from boilerscope.widgets.strips.view import Strips
    from boilerscope.widgets.tables.table import CalmTable

VECTOR_RATIO = 3.0
"""Pixels per unit of the pictures inside of vector drawings."""

MAX_TABLE_ROWS = 200
"""Rows of a table in a picture: more would not be read."""

_FRAME = 10


class Drawing(Protocol):
    """What a picture shows."""

    def size(self) -> QSizeF:
        """Return width and height, pixels at 100 %."""
        ...

    def draw(self, painter: QPainter) -> None:
        """Draw everything, from the origin."""
        ...


@dataclass(frozen=True, slots=True)
class ImageDrawing:
    """A picture that exists already, such as that of a page.

    Attributes
    ----------
    ratio : float
        Its pixels per unit.
    """

    image: QImage
    ratio: float = 1.0

    def size(self) -> QSizeF:
        """Return its size in units."""
        return QSizeF(self.image.size()) / self.ratio

    def draw(self, painter: QPainter) -> None:
        """Draw it with all of its pixels."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(0, 0, self.size().width(), self.size().height()), self.image)


@dataclass(frozen=True, slots=True)
class TopOf:
    """The top of a drawing, for previews of tall ones."""

    drawing: Drawing
    height: float

    def size(self) -> QSizeF:
        """Return the width of the drawing and the limited height."""
        size = self.drawing.size()
        return QSizeF(size.width(), min(size.height(), self.height))

    def draw(self, painter: QPainter) -> None:
        """Draw what fits."""
        size = self.size()
        painter.save()
        painter.setClipRect(QRectF(0, 0, size.width(), size.height()))
        self.drawing.draw(painter)
        painter.restore()


@dataclass(frozen=True, slots=True)
class WidgetDrawing:
    """A widget as it is on screen, with its children.

    Attributes
    ----------
    has_background : bool
        Whether its background is drawn too.
    """

    widget: QWidget
    has_background: bool = True

    def size(self) -> QSizeF:
        """Return the size of the widget."""
        return QSizeF(self.widget.size())

    def draw(self, painter: QPainter) -> None:
        """Render the widget."""
        flags = QWidget.RenderFlag.DrawChildren
        if self.has_background:
            flags |= QWidget.RenderFlag.DrawWindowBackground
        if painter.hasClipping():  # under a clip, text layouts draw beyond their widgets
            ratio = painter.device().devicePixelRatio()
            picture = QPixmap(self.widget.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            self.widget.render(picture, QPoint(), QRegion(), flags)
            painter.drawPixmap(0, 0, picture)
        else:
            self.widget.render(painter, QPoint(), QRegion(), flags)


@dataclass(frozen=True, slots=True)
class PlotDrawing:
    """A plot with its axes."""

    plot: Plot

    def size(self) -> QSizeF:
        """Return the size of the plot on screen."""
        return QSizeF(self.plot.size())

    def draw(self, painter: QPainter) -> None:
        """Render the plot."""
        size = self.plot.size()
        self.plot.render(painter, QRectF(0, 0, size.width(), size.height()), self.plot.rect())


@dataclass(frozen=True, slots=True)
class StripsDrawing:
    """All rows of the strips, however many are on screen.

    Attributes
    ----------
    selection : Selection or None
        Text to outline.
    """

    strips: Strips
    selection: Selection | None = None

    def size(self) -> QSizeF:
        """Return the width on screen and the height of all rows."""
        n_rows = len(self.strips.rows) + 3
        return QSizeF(self.strips.viewport().width(), row_height() * n_rows + theme.px(4))

    def draw(self, painter: QPainter) -> None:
        """Draw axis, sections, rows and differences."""
        size = self.size().toSize()
        strips = self.strips
        n_rows = len(strips.rows)
        window = strips.window_shown
        places = Places(size.width(), size.height(), n_rows, 0, window, strips.n_tokens)
        ratio = max(painter.device().devicePixelRatioF(), _scale_of(painter))
        strip_painter = StripPainter(painter, places, strips.book, Pictures(), ratio=ratio)
        strip_painter.draw_axis(strips.book.subject(None, self.selection), name_room=0)
        strip_painter.draw_sections()
        runs = () if self.selection is None else self.selection.runs
        strip_painter.draw_rows(runs, -1)
        strip_painter.draw_differences()
        if self.selection is not None:
            strip_painter.draw_outline(self.selection, strong=True)


@dataclass(frozen=True, slots=True)
class PaneDrawing:
    """All lines of a pane, with the folds that are open on screen.

    Attributes
    ----------
    content : Content
        From `Content.measured_copy`.
    selection : Selection or None
        Text to frame.
    """

    content: Content
    selection: Selection | None = None

    def size(self) -> QSizeF:
        """Return the width on screen and the height of all lines."""
        return QSizeF(self.content.width, self.content.flow.total + theme.px(_FRAME))

    def draw(self, painter: QPainter) -> None:
        """Draw texts and folds, without the overview at the right."""
        size = self.size().toSize()
        rect = QRect(0, 0, size.width(), size.height())
        look = Look(selection=self.selection)
        BodyPainter(painter, rect, self.content, look).paint(None)


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """All rows of a table, however many are on screen, up to a limit.

    Attributes
    ----------
    limit : int
        Maximum number of rows.
    """

    table: CalmTable
    limit: int = MAX_TABLE_ROWS

    def size(self) -> QSizeF:
        """Return the width of all columns and the height of the heading and the rows."""
        return QSizeF(self._width(), self._heading().height() + sum(self._heights()))

    def draw(self, painter: QPainter) -> None:
        """Draw the headings and the rows as the table does on screen."""
        painter.fillRect(QRectF(0, 0, self.size().width(), self.size().height()), _paper())
        self._draw_heading(painter)
        columns, top = self._columns(), self._heading().height()
        for row, height in enumerate(self._heights()):
            cells = [(column, QRect(left, top, width, height)) for column, left, width in columns]
            self.table.draw_row(painter, row, cells)
            top += height

    def _heading(self) -> QHeaderView:
        return self.table.horizontalHeader()

    def _draw_heading(self, painter: QPainter) -> None:
        heading = self._heading()
        for column, left, width in self._columns():
            room = QRect(left, 0, width, heading.height())
            painter.save()
            if isinstance(heading, PaintedHeading):
                heading.draw_heading(painter, room, column)
            else:
                self._draw_title(painter, room, column)
            painter.restore()
        line = QRectF(0, heading.height() - 1, self._width(), 1)
        painter.fillRect(line, theme.colour("line"))

    def _draw_title(self, painter: QPainter, room: QRect, column: int) -> None:
        """Draw a heading that the style of the program draws on screen."""
        text = str(self.table.model().headerData(column, Qt.Orientation.Horizontal) or "")
        painter.setFont(self._heading().font())
        painter.setPen(theme.colour("ink2"))
        inner = room.adjusted(theme.px(4), 0, -theme.px(4), 0)
        elide = Qt.TextElideMode.ElideRight
        elided = painter.fontMetrics().elidedText(text, elide, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, elided)

    def _columns(self) -> list[tuple[int, int, int]]:
        """Return column, left side and width of each visible column, in the order on screen."""
        heading, left = self._heading(), 0
        columns = []
        for at in range(heading.count()):
            column = heading.logicalIndex(at)
            if not heading.isSectionHidden(column):
                columns.append((column, left, heading.sectionSize(column)))
                left += heading.sectionSize(column)
        return columns

    def _width(self) -> int:
        return sum(width for _, _, width in self._columns())

    def _heights(self) -> list[int]:
        n_rows = min(self.table.model().rowCount(), self.limit)
        return [self.table.rowHeight(row) for row in range(n_rows)]


def _paper() -> QColor:
    return theme.colour("surface")


def _scale_of(painter: QPainter) -> float:
    """Return the pixels per unit of raster parts on a vector device."""
    kind = painter.paintEngine().type()
    is_raster = kind is painter.paintEngine().Type.Raster
    return 1.0 if is_raster else VECTOR_RATIO
