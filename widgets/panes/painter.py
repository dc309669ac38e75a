"""Painting of a pane's body: text with its bars, fold lines, selection, overview, veil."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTextCharFormat, QTextLayout

from boilerscope.extractors.model.gold import Outcome
from boilerscope.widgets import colours, theme
from boilerscope.widgets.fold_text import ERRORS, KEPT_PARTS, LineKind, Part
from boilerscope.widgets.marks import draw_error, draw_focus
from boilerscope.widgets.panes import paragraph
from boilerscope.widgets.panes.overview import draw_frame, rect_of
from boilerscope.widgets.panes.preview_marks import draw_on_fold, draw_on_text
from boilerscope.widgets.panes.segment_styles import Kind
from boilerscope.widgets.words import counted, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.widgets.panes.content import Content
    from boilerscope.widgets.panes.overview import MaskColumn
    from boilerscope.widgets.records import Selection

OVERVIEW_WIDTH = 8
_FRAME_LEFT = 8
_FRAME_RIGHT = 15
_FRAME_PAD = 4
_VEIL = 0.45
_PALE = 0.3  # opacity of correct text, as in the strips
_ERROR_BAR = 4


@dataclass(slots=True)
class Look:
    """State of a body that is painted in addition to its text.

    Attributes
    ----------
    scroll : int
        Scroll offset, pixels.
    selection : Selection or None
        Selection, for its tick in the overview.
    hovered : array of bool or None, shape (n_segments,)
        Segments under the pointer of any view.
    marked : tuple of (int, int) or None
        Range of the page text that is marked for copying.
    matches : sequence of (int, int)
        Ranges of the page text that match a search, sorted.
    match : int
        Index of the current match, -1 for none.
    cursor : int
        Line with the keyboard cursor, -1 for none.
    ring : bool
        Whether the focus ring is shown.
    changes : array of float or None, shape (n_tokens,)
        1 for words that a suggested setting would keep, 0 for those that it would drop, else NaN.
    veiled : bool
        Whether the text is from an older result.
    """

    scroll: int = 0
    selection: Selection | None = None
    hovered: BoolArray | None = None
    marked: tuple[int, int] | None = None
    matches: Sequence[tuple[int, int]] = ()
    match: int = -1
    cursor: int = -1
    ring: bool = False
    veiled: bool = False
    changes: FloatArray | None = None


def overview_rect(rect: QRect) -> QRect:
    """Return the rectangle of the overview in a body."""
    width = theme.px(OVERVIEW_WIDTH)
    return QRect(rect.right() + 1 - width, rect.top(), width, rect.height())


def fold_label(content: Content, line: int) -> str:
    """Return the label of a fold line: ``11 dropped, 56 words`` or ``1 missed, 58 words``."""
    blocks, tokens = content.left_out(line)
    if content.is_missed(line):
        label = QCoreApplication.translate("Body", "{blocks} missed, {words}")
    else:
        label = QCoreApplication.translate("Body", "{blocks} dropped, {words}")
    return label.format(
        blocks=number(blocks), words=counted(tokens, characters=content.styles.wide)
    )


class BodyPainter:
    """Painter of one body for one repaint."""

    def __init__(self, painter: QPainter, rect: QRect, content: Content, look: Look) -> None:
        self._painter = painter
        self._rect = rect
        self._content = content
        self._look = look
        self._flow = content.flow

    def paint(self, column: MaskColumn | None) -> None:
        """Paint everything; without a column there is no overview."""
        visible = self._visible()
        frames = self._frames(visible, self._content.is_selected)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(theme.colour("selection_fill"))
        for frame in frames:
            self._painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
        for line in visible:
            top = self._top(line)
            if self._content.is_text(line):
                self._text(line, top)
            else:
                self._fold(line, top)
        self._outline(self._frames(visible, self._is_hovered), theme.px(1))
        self._outline(frames, theme.px(2))
        if self._look.veiled:
            veil = QColor(theme.colour("surface"))
            veil.setAlphaF(_VEIL)
            self._painter.fillRect(self._rect, veil)
        if column is not None:
            self._overview(column, visible)
        if self._look.ring and self._look.cursor < 0:
            draw_focus(self._painter, QRectF(self._rect), radius=0)

    def _visible(self) -> range:
        if not len(self._flow):
            return range(0)
        first = self._flow.line_at(self._look.scroll)
        last = self._flow.line_at(self._look.scroll + self._rect.height() - 1)
        return range(first, last + 1)

    def _top(self, line: int) -> float:
        return self._flow.top(line) - self._look.scroll

    # -- text and folds --------------------------------------------------------------------

    def _text(self, line: int, top: float) -> None:
        laid_out = self._content.paragraph(line)
        if laid_out.kind == Kind.CODE:
            self._code_paper(laid_out, top)
        self._bars(laid_out, top)
        laid_out.draw(self._painter, top, self._marks(laid_out))
        self._letters(laid_out, top)
        if self._look.changes is not None:
            draw_on_text(self._painter, self._content, line, top, self._look.changes)

    def _letters(self, laid_out: paragraph.Paragraph, top: float) -> None:
        """Draw the letter of each error at the right of its first row."""
        side = theme.px(paragraph.LETTER_SIDE)
        left = self._rect.width() - theme.px(paragraph.TEXT_RIGHT) - side
        for start, _, part in laid_out.bars:
            if part in ERRORS:
                box = QRectF(left, top + start + theme.px(2), side, side)
                draw_error(self._painter, box, ERRORS[part])

    def _code_paper(self, laid_out: paragraph.Paragraph, top: float) -> None:
        pad = theme.px(paragraph.CODE_PAD)
        left = laid_out.left - pad
        right = self._rect.width() - theme.px(paragraph.TEXT_RIGHT) + pad
        paper = QRectF(left, top + laid_out.above, right - left, laid_out.height - laid_out.above)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(theme.colour("raised"))
        self._painter.drawRoundedRect(paper, theme.px(3), theme.px(3))

    def _bars(self, laid_out: paragraph.Paragraph, top: float) -> None:
        for start, end, part in laid_out.bars:
            self._bar(top + start, end - start, part)

    def _bar(self, top: float, height: float, part: Part) -> None:
        left, width = theme.px(paragraph.BAR_LEFT), theme.px(paragraph.BAR_WIDTH)
        painter = self._painter
        if part in (Part.RIGHTLY_KEPT, Part.RIGHTLY_DROPPED):
            painter.setOpacity(_PALE)
        if part in ERRORS:
            role = "missed" if part is Part.MISSED else "content"
            painter.fillRect(QRectF(left, top, theme.px(_ERROR_BAR), height), theme.colour(role))
        elif part is Part.UNMARKED:
            line = QRectF(left, top, max(theme.px(1), 1), height)
            painter.fillRect(line, theme.colour("control_line"))
        elif part in KEPT_PARTS:
            painter.fillRect(QRectF(left, top, width, height), theme.colour("content"))
        else:
            bar = QRectF(left - 1, top, width + 1, height)
            painter.setBrushOrigin(QPointF(0, top))
            painter.fillRect(bar, colours.hatch(every=4, width=1.4))
            painter.setBrushOrigin(QPointF(0, 0))
        painter.setOpacity(1.0)

    def _fold(self, line: int, top: float) -> None:
        painter = self._painter
        height = theme.px(paragraph.FOLD_HEIGHT)
        band = QRectF(
            theme.px(_FRAME_LEFT),
            top + theme.px(paragraph.FOLD_TOP),
            self._rect.width() - theme.px(_FRAME_LEFT + _FRAME_RIGHT),
            height,
        )
        missed = self._content.is_missed(line)
        quiet = self._content.is_rightly_dropped(line)
        fill, ink = ("track", "ink2") if quiet else ("boilerplate_fill", "boilerplate_ink")
        part = Part.MISSED if missed else Part.RIGHTLY_DROPPED if quiet else Part.DROPPED
        self._bar(band.top(), height, part)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(fill))
        painter.drawRoundedRect(band, theme.px(3), theme.px(3))
        if missed:
            painter.setOpacity(_PALE)
            painter.fillRect(band, colours.hatch(every=8))
            painter.setOpacity(1.0)
        opened = self._content.lines.kind[line] == LineKind.FOLD_OPEN
        icon = theme.pixmap("chevron-down" if opened else "chevron-right", 14, role=ink)
        side = theme.px(14)
        painter.drawPixmap(
            QRectF(band.left() + theme.px(6), band.center().y() - side / 2, side, side),
            icon,
            QRectF(icon.rect()),
        )
        room = band.adjusted(theme.px(26), 0, -theme.px(4), 0)
        if missed:
            letter = QRectF(room.left(), band.center().y() - side / 2, side, side)
            draw_error(painter, letter, Outcome.MISSED)
            room.setLeft(letter.right() + theme.px(6))
        painter.setFont(theme.font(12, 600))
        painter.setPen(theme.colour(ink))
        label = fold_label(self._content, line)
        elided = painter.fontMetrics().elidedText(
            label, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        if self._look.changes is not None and not opened:
            draw_on_fold(painter, self._content, line, band, self._look.changes)
        if line == self._look.cursor and self._look.ring:
            draw_focus(painter, band.adjusted(-2, -2, 2, 2))

    def _marks(self, laid_out: paragraph.Paragraph) -> list[QTextLayout.FormatRange]:
        marks = [
            self._mark(laid_out, span, "warning_fill" if index != self._look.match else "warning")
            for index, span in self._matches_in(laid_out)
        ]
        if self._look.marked is not None and not laid_out.dropped:
            marks.append(self._mark(laid_out, self._look.marked, "track"))
        return [mark for mark in marks if mark.length > 0]

    def _matches_in(self, laid_out: paragraph.Paragraph) -> list[tuple[int, tuple[int, int]]]:
        if not self._look.matches or not len(laid_out.shown.offset):
            return []
        first, last = int(laid_out.shown.offset[0]), laid_out.shown.end
        return [
            (index, span)
            for index, span in enumerate(self._look.matches)
            if span[0] < last and span[1] > first
        ]

    def _mark(
        self, laid_out: paragraph.Paragraph, span: tuple[int, int], role: str
    ) -> QTextLayout.FormatRange:
        form = QTextCharFormat()
        form.setBackground(QBrush(theme.colour(role)))
        if role == "warning":
            form.setForeground(theme.colour("surface"))
        mark = QTextLayout.FormatRange()
        mark.start = laid_out.shown.unit_of(span[0])
        mark.length = laid_out.shown.unit_of(span[1]) - mark.start
        mark.format = form
        return mark

    # -- frames ----------------------------------------------------------------------------

    def _is_hovered(self, line: int) -> bool:
        hovered = self._look.hovered
        if hovered is None:
            return False
        lines, runs = self._content.lines, self._content.runs
        if self._content.is_text(line):
            return bool(hovered[lines.segment[line]])
        folded = runs.segment[int(lines.first[line]) : int(lines.last[line])]
        return bool(lines.kind[line] == LineKind.FOLD_CLOSED and hovered[folded].any())

    def _frames(self, visible: range, is_framed: Callable[[int], bool]) -> list[QRectF]:
        """Return a frame around each group of adjacent framed lines; it may extend out of sight."""
        frames: list[QRectF] = []
        continues = False
        for line in visible:
            if not is_framed(line):
                continues = False
                continue
            top = self._top(line) + self._content.above(line) - theme.px(_FRAME_PAD)
            bottom = self._top(line) + self._flow.height(line) + theme.px(_FRAME_PAD)
            if continues:
                frames[-1].setBottom(bottom)
            else:
                if line == visible[0] and line > 0 and is_framed(line - 1):
                    top = -2.0 * theme.px(_FRAME_PAD)
                left = theme.px(_FRAME_LEFT)
                width = self._rect.width() - left - theme.px(_FRAME_RIGHT)
                frames.append(QRectF(left, top, width, bottom - top))
            continues = True
        if continues and visible[-1] + 1 < len(self._flow) and is_framed(visible[-1] + 1):
            frames[-1].setBottom(self._rect.height() + 2.0 * theme.px(_FRAME_PAD))
        return frames

    def _outline(self, frames: list[QRectF], width: int) -> None:
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(theme.colour("selection"), width))
        for frame in frames:
            half = width / 2
            self._painter.drawRoundedRect(
                frame.adjusted(half, half, -half, -half), theme.px(4), theme.px(4)
            )

    # -- overview --------------------------------------------------------------------------

    def _overview(self, column: MaskColumn, visible: range) -> None:
        rect = overview_rect(self._rect)
        n_tokens = self._content.page.n_tokens
        column.draw(self._painter, rect)
        if len(visible):
            lines = self._content.lines
            first, last = int(lines.start[visible[0]]), int(lines.end[visible[-1]])
            top = rect.top() + rect.height() * first / n_tokens
            bottom = rect.top() + rect.height() * last / n_tokens
            left = rect.left() - theme.px(3)
            self._painter.fillRect(
                QRectF(left, top, theme.px(2), max(bottom - top, theme.px(4))),
                theme.colour("strong_line"),
            )
        if self._look.selection is not None:
            frame = rect_of(self._look.selection, n_tokens, rect, theme.px(2))
            colour = theme.colour("selection")
            tick = QRectF(0, 0, theme.px(8), theme.px(2))
            tick.moveCenter(QPointF(rect.left() - theme.px(4), frame.center().y()))
            self._painter.fillRect(tick, colour)
            if frame.height() < theme.px(6):
                self._painter.fillRect(frame, colour)
            else:
                draw_frame(self._painter, frame.adjusted(1, 1, -1, -1))
