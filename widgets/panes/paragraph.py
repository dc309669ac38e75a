"""Layout and drawing of a line of a pane; fonts and distances of each kind of text."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QFont, QTextCharFormat, QTextLayout, QTextOption

from boilerscope.widgets import colours, theme
from boilerscope.widgets.fold_text import ERRORS, Part
from boilerscope.widgets.panes.segment_styles import Emphasis, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from boilerscope.widgets.panes.segment_styles import SegmentStyles
    from boilerscope.widgets.panes.text import ShownText

_T = TypeVar("_T")

TEXT_LEFT = 16
TEXT_RIGHT = 22
BAR_LEFT = 4
BAR_WIDTH = 3
INDENT = 14
FOLD_TOP = 8
FOLD_HEIGHT = 18
FOLD_ROW = FOLD_TOP + FOLD_HEIGHT
CODE_PAD = 5
LETTER_SIDE = 14
_LETTER_ROOM = LETTER_SIDE + 4


@dataclass(frozen=True, slots=True)
class Typography:
    """Font and distances of a kind of text, pixels at 100 % interface size.

    Attributes
    ----------
    weight : int
        400 or 600.
    line : float
        Line height.
    gap : float
        Space above.
    mono : bool
        Whether to use the monospaced font.
    """

    size: float
    weight: int
    line: float
    gap: float
    mono: bool = False


TYPOGRAPHY = {
    Kind.BODY: Typography(13, 400, 19, 11),
    Kind.HEADING: Typography(17, 600, 24, 15),
    Kind.SUBHEADING: Typography(14, 600, 20, 13),
    Kind.ITEM: Typography(13, 400, 19, 5),
    Kind.QUOTE: Typography(13, 400, 19, 11),
    Kind.CODE: Typography(12, 400, 17, 11, mono=True),
    Kind.CELL: Typography(12, 400, 18, 7),
    Kind.HEAD_CELL: Typography(12, 600, 18, 7),
}
JOINED_GAP = 1
_WIDE_LINES = 1.6 / 1.45
"""Factor of the line height of Chinese, Japanese and Korean text."""


def gap(kind: int, *, joined: bool) -> int:
    """Return the space above a line, pixels."""
    return theme.px(JOINED_GAP if joined else TYPOGRAPHY[Kind(kind)].gap)


def line_height(kind: int, *, wide: bool) -> int:
    """Return the line height of a kind, pixels."""
    return theme.px(TYPOGRAPHY[Kind(kind)].line * (_WIDE_LINES if wide else 1.0))


def left_of(kind: int, indent: int) -> int:
    """Return the left edge of text of a kind, pixels from the left of the pane."""
    depth = indent
    if kind == Kind.QUOTE:
        depth += 1
    extra = CODE_PAD if kind == Kind.CODE else 0
    return theme.px(TEXT_LEFT + depth * INDENT + extra)


def estimate(
    styles: SegmentStyles,
    segment: np.ndarray,
    em_widths: np.ndarray,
    width: int,
    further: np.ndarray,
) -> np.ndarray:
    """Estimate the heights of lines.

    Parameters
    ----------
    styles : SegmentStyles
        Of the page.
    segment : array of int, shape (n_lines,)
        Segment of each line.
    em_widths : array of float, shape (n_lines,)
        Width of the line's text in one row, in units of the font's height.
    width : int
        Width of the pane, pixels.
    further : array of int, shape (n_lines,)
        Rows besides those of the line's words.

    Returns
    -------
    array of float, shape (n_lines,)
        Heights, pixels.
    """
    kind, joined = styles.kind[segment], styles.joined[segment]
    size = np.array([theme.px(TYPOGRAPHY[value].size) for value in Kind])[kind]
    height = np.array([line_height(value, wide=styles.wide) for value in Kind])[kind]
    above = np.array([gap(value, joined=False) for value in Kind])[kind]
    above[joined] = theme.px(JOINED_GAP)
    left = theme.px(TEXT_LEFT) + styles.indent[segment].astype(np.int32) * theme.px(INDENT)
    room = np.maximum(width - left - theme.px(TEXT_RIGHT), theme.px(40))
    lines = np.maximum(np.ceil(em_widths * size * 1.06 / room), 1) + further
    return np.asarray(above + lines * height, dtype=np.float64)


@dataclass(slots=True)
class Paragraph:
    """A laid-out line of a pane.

    Attributes
    ----------
    layout : QTextLayout
        Layout of the text, with colours.
    kind : int
        `Kind`.
    left : int
        Left edge of the text, pixels.
    room : int
        Width that the text may take, pixels.
    above : int
        Space above the text, pixels.
    height : int
        Height of the line with the space above, pixels.
    bars : list of (int, int, Part)
        Parts of the bar at the left: top and bottom within the line, and `Part` of the text beside
        it.
    marker : str
        Bullet or number before the text.
    dropped : bool
        Whether the text belongs to an open fold.
    rtl : bool
        Whether it is written from right to left: aligned and indented at the right.
    """

    shown: ShownText
    layout: QTextLayout
    kind: int
    left: int
    room: int
    above: int
    height: int = 0
    bars: list[tuple[int, int, Part]] = field(default_factory=list)
    marker: str = ""
    dropped: bool = False
    rtl: bool = False

    def draw(self, painter: QPainter, top: float, marks: Sequence[QTextLayout.FormatRange]) -> None:
        """Draw marks, text and marker; `top` is the line's top."""
        origin = QPointF(self.left, top + self.above)
        painter.setPen(theme.colour("boilerplate_ink" if self.dropped else "ink"))
        if self.marker:
            first = self.layout.lineAt(0)
            painter.setFont(self.layout.font())
            gap, width = theme.px(5), painter.fontMetrics().horizontalAdvance(self.marker)
            x = self.left + self.room + gap if self.rtl else self.left - gap - width
            painter.drawText(QPointF(x, origin.y() + first.y() + first.ascent()), self.marker)
        self.layout.draw(painter, origin, list(marks))

    def depth_of(self, unit: int) -> float:
        """Return the distance from the line's top to the text row of a UTF-16 unit."""
        line = self.layout.lineForTextPosition(unit)
        return self.above + (line.y() if line.isValid() else 0.0)

    def unit_at(self, x: float, y: float) -> int:
        """Return the UTF-16 unit at a point, relative to the line's top left corner."""
        inner = y - self.above
        for row in range(self.layout.lineCount()):
            line = self.layout.lineAt(row)
            if inner < line.y() + line.height() or row == self.layout.lineCount() - 1:
                return line.xToCursor(x - self.left)
        return 0


def set_paragraph(  # noqa: PLR0913 - the parts of a line, by name
    shown: ShownText,
    parts: Sequence[tuple[int, Part]],
    emphasis: Sequence[tuple[int, Emphasis]],
    *,
    styles: SegmentStyles,
    segment: int,
    starts_segment: bool,
    dropped: bool,
    width: int,
) -> Paragraph:
    """Lay out a line.

    Parameters
    ----------
    parts : sequence of (int, Part)
        Start of each run in UTF-16 units, and its `Part`.
    emphasis : sequence of (int, Emphasis)
        Start of each range of words in UTF-16 units, and its emphasis; may be empty.
    styles : SegmentStyles
        Of the page.
    starts_segment : bool
        Whether the line is the first of its segment; only then it gets a marker.
    dropped : bool
        Whether the text belongs to an open fold.
    width : int
        Width of the pane, pixels.
    """
    kind = int(styles.kind[segment])
    typography = TYPOGRAPHY[Kind(kind)]
    font = theme.font(typography.size, typography.weight, mono=typography.mono)
    layout = QTextLayout(shown.text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTabStopDistance(8 * typography.size * 0.6)
    rtl = bool(styles.rtl[segment])
    if rtl:
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
    layout.setFormats(_formats(shown.text, parts, emphasis, kind=kind, dropped=dropped))
    indented = left_of(kind, int(styles.indent[segment]))
    letters = theme.px(_LETTER_ROOM) if any(part in ERRORS for _, part in parts) else 0
    room = max(width - indented - theme.px(TEXT_RIGHT) - letters, theme.px(40))
    paragraph = Paragraph(
        shown,
        layout,
        kind,
        left_of(kind, 0) if rtl else indented,
        room,
        gap(kind, joined=bool(styles.joined[segment]) or not starts_segment),
        marker=_marker(int(styles.marker[segment])) if starts_segment else "",
        dropped=dropped,
        rtl=rtl,
    )
    _break_lines(paragraph, line_height(kind, wide=styles.wide), parts)
    return paragraph


def _break_lines(paragraph: Paragraph, height: int, parts: Sequence[tuple[int, Part]]) -> None:
    pad = theme.px(CODE_PAD) if paragraph.kind == Kind.CODE else 0
    y = pad
    paragraph.layout.beginLayout()
    while (line := paragraph.layout.createLine()).isValid():
        line.setLineWidth(paragraph.room)
        line.setPosition(QPointF(0, y + (height - line.height()) / 2))
        start = line.textStart()
        part = _main_part(parts, start, start + line.textLength())
        top = paragraph.above + y
        if paragraph.bars and paragraph.bars[-1][2] is part:
            paragraph.bars[-1] = (paragraph.bars[-1][0], top + height, part)
        else:
            paragraph.bars.append((top, top + height, part))
        y += height
    paragraph.layout.endLayout()
    paragraph.height = paragraph.above + y + pad


def _main_part(parts: Sequence[tuple[int, Part]], start: int, end: int) -> Part:
    """Return the most frequent `Part` of a range.

    Errors have priority over other parts; dropped text counts only if the range has no other part.
    """
    ends = [*[unit for unit, _ in parts[1:]], max(end, parts[-1][0])]
    share: dict[Part, int] = {}
    for (first, part), last in zip(parts, ends, strict=True):
        covered = min(last, end) - max(first, start)
        if covered > 0:
            share[part] = share.get(part, 0) + covered
    for preferred in (share.keys() & ERRORS.keys(), share.keys() - _QUIETLY_DROPPED):
        if preferred:
            return max(preferred, key=lambda part: share[part])
    return max(share, key=lambda part: share[part], default=parts[0][1])


_QUIETLY_DROPPED = {Part.DROPPED, Part.RIGHTLY_DROPPED}


def _formats(
    text: str,
    parts: Sequence[tuple[int, Part]],
    emphasis: Sequence[tuple[int, Emphasis]],
    *,
    kind: int,
    dropped: bool,
) -> list[QTextLayout.FormatRange]:
    length = len(text.encode("utf-16-le")) // 2
    cuts = sorted({start for start, _ in (*parts, *emphasis) if start < length} | {0})
    formats = []
    for start, end in itertools.pairwise([*cuts, length]):
        part = _value_at(parts, start, Part.KEPT)
        form = QTextCharFormat()
        form.setForeground(theme.colour(_ink(part, kind, dropped=dropped)))
        if not dropped or part is Part.MISSED:
            _mark(form, part)
        _emphasize(form, _value_at(emphasis, start, Emphasis.NONE))
        format_range = QTextLayout.FormatRange()
        format_range.start, format_range.length = start, end - start
        format_range.format = form
        formats.append(format_range)
    return formats


def _value_at(ranges: Sequence[tuple[int, _T]], unit: int, default: _T) -> _T:
    """Return the value of the last range that starts at or before a unit."""
    return next((value for start, value in reversed(ranges) if start <= unit), default)


def _emphasize(form: QTextCharFormat, emphasis: Emphasis) -> None:
    if emphasis & Emphasis.BOLD:
        form.setFontWeight(QFont.Weight.DemiBold)
    if emphasis & Emphasis.ITALIC:
        form.setFontItalic(True)
    if emphasis & Emphasis.MONO:
        form.setFontFamilies(theme.font(mono=True).families())


def _ink(part: Part, kind: int, *, dropped: bool) -> str:
    if part is Part.RIGHTLY_DROPPED:
        return "ink2"
    if dropped or part in (Part.DROPPED, Part.ONLY_THERE, Part.MISSED):
        return "boilerplate_ink"
    if part is Part.ONLY_HERE:
        return "content_ink"
    return "ink2" if kind == Kind.QUOTE else "ink"


def _mark(form: QTextCharFormat, part: Part) -> None:
    """Mark text not only by colour: hatch dropped text, underline text on which panes differ.

    Errors against a gold standard are filled; their bars and letters mark them as well.
    """
    if part is Part.DROPPED:
        form.setBackground(colours.hatch("boilerplate_fill"))
    elif part is Part.RIGHTLY_DROPPED:
        form.setBackground(colours.hatch("line"))
    elif part in ERRORS:
        fill = "boilerplate_fill" if part is Part.MISSED else "content_fill"
        form.setBackground(QBrush(theme.colour(fill)))
    elif part is Part.ONLY_HERE:
        form.setBackground(QBrush(theme.colour("content_fill")))
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        form.setUnderlineColor(theme.colour("content"))
    elif part is Part.ONLY_THERE:
        form.setBackground(QBrush(theme.colour("boilerplate_fill")))
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        form.setUnderlineColor(theme.colour("boilerplate"))


def _marker(number: int) -> str:
    if number == 0:
        return ""
    return "•" if number < 0 else f"{number}."
