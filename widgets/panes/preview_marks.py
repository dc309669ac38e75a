"""Words of a pane that a suggested setting would keep or drop: a dashed outline and a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPen

from boilerscope.widgets import theme
from boilerscope.widgets.equal_runs import equal_runs
from boilerscope.widgets.marks import draw_letter
from boilerscope.widgets.panes import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPainter

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.panes.content import Content

_WIDTH = 1.5
_LETTER_LEFT = 2


class Change(NamedTuple):
    """Adjacent words that change in the same way.

    Attributes
    ----------
    kept : bool
        Whether the setting would keep them.
    start, end : int
        Tokens.
    """

    kept: bool
    start: int
    end: int


def changes(values: FloatArray, start: int, end: int) -> Iterator[Change]:
    """Yield the changes among the tokens of a range.

    Parameters
    ----------
    values : array of float, shape (n_tokens,)
        1 for words that would be kept, 0 for words that would be dropped, NaN for the others.
    """
    codes = np.nan_to_num(values[start:end], nan=-1.0).astype(np.int32)
    for first, last, code in equal_runs(codes):
        if code >= 0:
            yield Change(bool(code), start + first, start + last)


def draw_on_text(
    painter: QPainter, content: Content, line: int, top: float, values: FloatArray
) -> None:
    """Outline the words of a line of text that would change; `top` is the line's top."""
    first, last = int(content.lines.start[line]), int(content.lines.end[line])
    lettered: set[bool] = set()
    for change in changes(values, first, last):
        boxes = list(_boxes(content, line, top, change))
        for box in boxes:
            _outline(painter, box, kept=change.kept)
        if boxes and change.kept not in lettered:
            lettered.add(change.kept)
            _letter(painter, boxes[0], kept=change.kept)


def draw_on_fold(
    painter: QPainter, content: Content, line: int, band: QRectF, values: FloatArray
) -> None:
    """Outline the band of a fold whose words would be kept."""
    first, last = int(content.lines.start[line]), int(content.lines.end[line])
    if any(change.kept for change in changes(values, first, last)):
        _outline(painter, band, kept=True)
        _letter(painter, band, kept=True)


def _boxes(content: Content, line: int, top: float, change: Change) -> Iterator[QRectF]:
    """Yield a rectangle for each row of the words of a change."""
    laid_out = content.paragraph(line)
    start = laid_out.shown.unit_of(content.text.starts_at(change.start))
    end = laid_out.shown.unit_of(content.text.ends_at(change.end))
    for number in range(laid_out.layout.lineCount()):
        row = laid_out.layout.lineAt(number)
        first = max(start, row.textStart())
        last = min(end, row.textStart() + row.textLength())
        if first >= last:
            continue
        # PySide returns the place and the unit, whatever its type hints say.
        places = [cast("tuple[float, int]", row.cursorToX(unit)) for unit in (first, last)]
        edges = sorted(x for x, _ in places)
        yield QRectF(
            laid_out.left + edges[0] - 1,
            top + laid_out.above + row.y(),
            edges[1] - edges[0] + 2,
            row.height(),
        )


def _outline(painter: QPainter, box: QRectF, *, kept: bool) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(theme.colour("content" if kept else "boilerplate"), theme.px(_WIDTH))
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawRoundedRect(box, theme.px(3), theme.px(3))


def _letter(painter: QPainter, beside: QRectF, *, kept: bool) -> None:
    """Draw the letter over the bar at the left, where no text is."""
    side = theme.px(paragraph.LETTER_SIDE)
    box = QRectF(theme.px(_LETTER_LEFT), beside.center().y() - side / 2, side, side)
    draw_letter(painter, box, kept=kept)
