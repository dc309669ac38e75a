"""One line of a pane laid out: fonts and distances of each kind of text, and how it is drawn."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QFont, QTextCharFormat, QTextLayout, QTextOption

from widgets import theme
from widgets.fold_text import Part
from widgets.panes.segment_styles import Emphasis, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from widgets.panes.segment_styles import SegmentStyles
    from widgets.panes.text import ShownText

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


@dataclass(frozen=True, slots=True)
class Setting:
    """Measures of a kind of text, pixels at 100 % interface size.

    Attributes
    ----------
    size : float
        Font size.
    weight : int
        400 or 600.
    line : float
        Line height.
    gap : float
        Room above.
    mono : bool
        The system's monospace.
    """

    size: float
    weight: int
    line: float
    gap: float
    mono: bool = False


SETTINGS = {
    Kind.BODY: Setting(13, 400, 19, 11),
    Kind.HEADING: Setting(17, 600, 24, 15),
    Kind.SUBHEADING: Setting(14, 600, 20, 13),
    Kind.ITEM: Setting(13, 400, 19, 5),
    Kind.QUOTE: Setting(13, 400, 19, 11),
    Kind.CODE: Setting(12, 400, 17, 11, mono=True),
    Kind.CELL: Setting(12, 400, 18, 7),
    Kind.HEAD_CELL: Setting(12, 600, 18, 7),
}
JOINED_GAP = 1
_WIDE_LINES = 1.6 / 1.45
"""Chinese, Japanese and Korean text needs more room between its lines."""


def gap(kind: int, *, joined: bool) -> int:
    """Return the room above a line, pixels."""
    return theme.px(JOINED_GAP if joined else SETTINGS[Kind(kind)].gap)


def line_height(kind: int, *, wide: bool) -> int:
    """Return the line height of a kind, pixels."""
    return theme.px(SETTINGS[Kind(kind)].line * (_WIDE_LINES if wide else 1.0))


def left_of(kind: int, indent: int) -> int:
    """Return where text of a kind begins, pixels from the left of the pane."""
    depth = indent
    if kind == Kind.QUOTE:
        depth += 1
    extra = CODE_PAD if kind == Kind.CODE else 0
    return theme.px(TEXT_LEFT + depth * INDENT + extra)


def estimate(
    styles: SegmentStyles, segment: np.ndarray, em_widths: np.ndarray, width: int
) -> np.ndarray:
    """Return about how high lines are.

    Parameters
    ----------
    styles : SegmentStyles
        Of the page.
    segment : array of int, shape (n_lines,)
        Segment of each line.
    em_widths : array of float, shape (n_lines,)
        Length of its text on one line, in units of the font's height.
    width : int
        Width of the pane, pixels.

    Returns
    -------
    array of float, shape (n_lines,)
        Pixels.
    """
    kind, joined = styles.kind[segment], styles.joined[segment]
    size = np.array([theme.px(SETTINGS[each].size) for each in Kind])[kind]
    high = np.array([line_height(each, wide=styles.wide) for each in Kind])[kind]
    above = np.array([gap(each, joined=False) for each in Kind])[kind]
    above[joined] = theme.px(JOINED_GAP)
    left = theme.px(TEXT_LEFT) + styles.indent[segment].astype(np.int32) * theme.px(INDENT)
    room = np.maximum(width - left - theme.px(TEXT_RIGHT), theme.px(40))
    lines = np.maximum(np.ceil(em_widths * size * 1.06 / room), 1)
    return np.asarray(above + lines * high, dtype=np.float64)


@dataclass(slots=True)
class Paragraph:
    """A laid-out line of a pane.

    Attributes
    ----------
    shown : ShownText
        Its text.
    layout : QTextLayout
        Laid out with its colours.
    kind : int
        `Kind`.
    left : int
        Where the text begins, pixels.
    above : int
        Room above the text, pixels.
    height : int
        Of the whole line with the room above, pixels.
    bars : list of (int, int, Part)
        Stretches of the bar at the left: top and bottom within the line, and what became of the
        text beside them.
    marker : str
        Bullet or number before the text.
    dropped : bool
        Whether it is text of an opened fold.
    """

    shown: ShownText
    layout: QTextLayout
    kind: int
    left: int
    above: int
    height: int = 0
    bars: list[tuple[int, int, Part]] = field(default_factory=list)
    marker: str = ""
    dropped: bool = False

    def draw(self, painter: QPainter, top: float, marks: Sequence[QTextLayout.FormatRange]) -> None:
        """Draw text and marker with the line's top at a height; marks lie behind the text."""
        at = QPointF(self.left, top + self.above)
        painter.setPen(theme.colour("boilerplate_ink" if self.dropped else "ink"))
        if self.marker:
            first = self.layout.lineAt(0)
            painter.setFont(self.layout.font())
            width = painter.fontMetrics().horizontalAdvance(self.marker)
            painter.drawText(
                QPointF(
                    self.left - theme.px(5) - width,
                    at.y() + first.y() + first.ascent(),
                ),
                self.marker,
            )
        self.layout.draw(painter, at, list(marks))

    def depth_of(self, unit: int) -> float:
        """Return how far below the top the letters of a text line begin, by a UTF-16 unit of it."""
        line = self.layout.lineForTextPosition(unit)
        return self.above + (line.y() if line.isValid() else 0.0)

    def unit_at(self, x: float, y: float) -> int:
        """Return the UTF-16 unit at a point, counted from the line's left top corner."""
        inner = y - self.above
        for number in range(self.layout.lineCount()):
            line = self.layout.lineAt(number)
            if inner < line.y() + line.height() or number == self.layout.lineCount() - 1:
                return line.xToCursor(x - self.left)
        return 0


def set_paragraph(  # noqa: PLR0913 - what a line is made of, by name
    shown: ShownText,
    parts: Sequence[tuple[int, Part]],
    emphasis: Sequence[tuple[int, Emphasis]],
    *,
    styles: SegmentStyles,
    segment: int,
    begins: bool,
    dropped: bool,
    width: int,
) -> Paragraph:
    """Lay a line out.

    Parameters
    ----------
    shown : ShownText
        Its text.
    parts : sequence of (int, Part)
        Unit at which each run begins, and what became of it.
    emphasis : sequence of (int, Emphasis)
        Unit at which each stretch of words begins, and how it stands out; may be empty.
    styles : SegmentStyles
        Of the page.
    segment : int
        Segment of the line.
    begins : bool
        Whether the line begins the segment; only then a marker stands before it.
    dropped : bool
        Whether it is text of an opened fold.
    width : int
        Width of the pane, pixels.
    """
    kind = int(styles.kind[segment])
    setting = SETTINGS[Kind(kind)]
    font = theme.font(setting.size, setting.weight, mono=setting.mono)
    layout = QTextLayout(shown.text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTabStopDistance(8 * setting.size * 0.6)
    layout.setTextOption(option)
    layout.setFormats(_formats(shown.text, parts, emphasis, kind=kind, dropped=dropped))
    left = left_of(kind, int(styles.indent[segment]))
    room = max(width - left - theme.px(TEXT_RIGHT), theme.px(40))
    made = Paragraph(
        shown,
        layout,
        kind,
        left,
        gap(kind, joined=bool(styles.joined[segment]) or not begins),
        marker=_marker(int(styles.marker[segment])) if begins else "",
        dropped=dropped,
    )
    _break_lines(made, room, line_height(kind, wide=styles.wide), parts)
    return made


def _break_lines(
    made: Paragraph, room: int, height: int, parts: Sequence[tuple[int, Part]]
) -> None:
    pad = theme.px(CODE_PAD) if made.kind == Kind.CODE else 0
    y = pad
    made.layout.beginLayout()
    while (line := made.layout.createLine()).isValid():
        line.setLineWidth(room)
        line.setPosition(QPointF(0, y + (height - line.height()) / 2))
        start = line.textStart()
        part = _main_part(parts, start, start + line.textLength())
        part = Part.DROPPED if made.dropped else part
        top = made.above + y
        if made.bars and made.bars[-1][2] is part:
            made.bars[-1] = (made.bars[-1][0], top + height, part)
        else:
            made.bars.append((top, top + height, part))
        y += height
    made.layout.endLayout()
    made.height = made.above + y + pad


def _main_part(parts: Sequence[tuple[int, Part]], start: int, end: int) -> Part:
    """Return what became of most of the text in a range; short gaps count only where alone."""
    ends = [*[unit for unit, _ in parts[1:]], max(end, parts[-1][0])]
    share: dict[Part, int] = {}
    for (first, part), last in zip(parts, ends, strict=True):
        covered = min(last, end) - max(first, start)
        if covered > 0:
            share[part] = share.get(part, 0) + covered
    gap_only = share.keys() <= {Part.DROPPED}
    if not gap_only:
        share.pop(Part.DROPPED, None)
    return max(share, key=lambda part: share[part], default=parts[0][1])


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
    made = []
    for start, end in itertools.pairwise([*cuts, length]):
        part = _value_at(parts, start, Part.KEPT)
        form = QTextCharFormat()
        form.setForeground(theme.colour(_ink(part, kind, dropped=dropped)))
        if not dropped:
            _mark(form, part)
        _stress(form, _value_at(emphasis, start, Emphasis.NONE))
        each = QTextLayout.FormatRange()
        each.start, each.length, each.format = start, end - start, form
        made.append(each)
    return made


def _value_at(stretches: Sequence[tuple[int, _T]], unit: int, default: _T) -> _T:
    """Return what the last stretch that begins up to a unit says."""
    return next((value for start, value in reversed(stretches) if start <= unit), default)


def _stress(form: QTextCharFormat, emphasis: Emphasis) -> None:
    if emphasis & Emphasis.BOLD:
        form.setFontWeight(QFont.Weight.DemiBold)
    if emphasis & Emphasis.ITALIC:
        form.setFontItalic(True)
    if emphasis & Emphasis.MONO:
        form.setFontFamilies(theme.font(mono=True).families())


def _ink(part: Part, kind: int, *, dropped: bool) -> str:
    if dropped or part in (Part.DROPPED, Part.ONLY_THERE):
        return "boilerplate_ink"
    if part is Part.ONLY_HERE:
        return "content_ink"
    return "ink2" if kind == Kind.QUOTE else "ink"


def _mark(form: QTextCharFormat, part: Part) -> None:
    """Mark text by more than its colour: hatched where dropped, underlined where panes differ."""
    if part is Part.DROPPED:
        form.setBackground(theme.hatch("boilerplate_fill"))
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
