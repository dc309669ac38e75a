"""Bar with a part for each outcome of a pane against the gold standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF

from boilerscope.extractors.model.gold import Outcome
from boilerscope.widgets import colours, theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from boilerscope.widgets.records import GoldScore

_MIN_PART = 2
_PALE = 0.3  # opacity of correct text, as in the strips


def paint_outcomes(painter: QPainter, rect: QRect, score: GoldScore) -> None:
    """Draw the parts, correct text pale; every outcome that occurs is visible."""
    painter.fillRect(rect, theme.colour("track"))
    widths = _widths([count for _, count in score.outcomes], rect.width())
    left = float(rect.left())
    for (outcome, _), width in zip(score.outcomes, widths, strict=True):
        box = QRectF(left, rect.top(), width, rect.height())
        left += width
        painter.fillRect(box, theme.colour("surface"))
        painter.setOpacity(_PALE if outcome in {Outcome.KEPT, Outcome.DROPPED} else 1.0)
        if outcome in {Outcome.KEPT, Outcome.WRONGLY_KEPT}:
            painter.fillRect(box, theme.colour("content"))
        else:
            painter.fillRect(box, colours.hatch())
        painter.setOpacity(1.0)


def _widths(counts: Sequence[int], width: int) -> list[float]:
    """Divide a width by counts, with at least `_MIN_PART` pixels for each count above 0."""
    total = sum(counts)
    if not total:
        return [0.0] * len(counts)
    widths = [max(width * count / total, theme.px(_MIN_PART)) if count else 0.0 for count in counts]
    excess = sum(widths) - width
    widest = widths.index(max(widths))
    widths[widest] -= excess
    return widths
