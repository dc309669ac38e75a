"""Scrollable view of a page's lines that keeps its visible text in place when lines change.

This view paints its lines itself. A QTextDocument with 100,000 blocks takes nearly a second for a
change in its middle (this view: 30 ms) and cannot keep a block at its position on screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.level import DEFAULT_SHARE
from boilerscope.widgets.panes.content import Content, SegmentPosition
from boilerscope.widgets.panes.painter import overview_rect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from boilerscope.widgets.level import Level

_LINE = 24  # minimum visible height of a line, pixels


class LineView(QAbstractScrollArea):
    """Scrollable view of the lines of a content; subclasses paint the lines and handle input.

    Signals
    -------
    scrolled(object)
        The user scrolled; a list of `SegmentPosition` for the segments that start on screen, from
        top to bottom.
    """

    scrolled = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: Content | None = None
        self._placing = False
        self._level: Level | None = None
        self._held = -1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.signals().changed.connect(self._restyle)

    @property
    def content(self) -> Content | None:
        """The content, None without a page."""
        return self._content

    @property
    def scroll_y(self) -> int:
        """Scroll offset, pixels."""
        return self.verticalScrollBar().value()

    # -- positions -------------------------------------------------------------------------

    def hold(self, token: int, level: Level | None) -> None:
        """Keep the text row of a token at a level, as far as possible; None releases it.

        There may be space above the first line and below the last line.
        """
        self._held, self._level = token, level
        if level is not None and self._content is not None and len(self._content.flow):
            self._replace(*self._pin())

    def align(self, positions: Sequence[SegmentPosition]) -> None:
        """Scroll the first of these segments that is not folded to its height.

        If all are folded, scroll the fold with the first segment there. A fold that starts before
        this segment is scrolled at most to the top, because it represents text above and below.
        """
        content = self._content
        if content is None or not positions:
            return
        shown = (position for position in positions if content.shows_segment(position.segment))
        target = next(shown, positions[0])
        line, y = content.line_of(target.segment), target.y
        starts_before = int(content.lines.segment[line]) < target.segment
        if not content.is_text(line) and starts_before:
            y = min(y, content.above(line))
        self._settle(line, y - content.above(line), free=True)

    def position_of(self, segment: int) -> SegmentPosition | None:
        """Return the position of a segment's text, None if it is folded or out of sight."""
        if self._content is None or not self._content.shows_segment(segment):
            return None
        line = self._content.line_of(segment)
        y = self._content.flow.top(line) - self.scroll_y + self._content.above(line)
        return SegmentPosition(segment, y) if 0 <= y < self.viewport().height() else None

    def y_of_token(self, token: int) -> float | None:
        """Return the top of a token's text row, None if it is folded or out of sight."""
        content = self._content
        line = -1 if content is None else content.lines.of_token(token)
        if content is None or line < 0 or not content.is_text(line):
            return None
        y = content.flow.top(line) + content.depth(line, token) - self.scroll_y
        return y if 0 <= y < self.viewport().height() else None

    def is_whole(self, token: int) -> bool:
        """Return whether the whole line of a token is visible."""
        content = self._content
        line = -1 if content is None else content.lines.of_token(token)
        if content is None or line < 0:
            return False
        top = content.flow.top(line) - self.scroll_y
        bottom = top + content.measure(line)
        return top + content.above(line) >= 0 and bottom <= self.viewport().height()

    def positions(self) -> list[SegmentPosition]:
        """Return the positions of the segments that start on screen, from top to bottom."""
        content = self._content
        if content is None or not len(content.flow):
            return []
        positions: list[SegmentPosition] = []
        for line in self._visible():
            y = content.flow.top(line) - self.scroll_y + content.above(line)
            segment = int(content.lines.segment[line])
            if y >= 0 and (not positions or positions[-1].segment != segment):
                positions.append(SegmentPosition(segment, y))
        return positions or [self._position_of_first()]

    # -- scrolling -------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy
        if self._placing or self._content is None or not len(self._content.flow):
            return
        flow, scroll = self._content.flow, self.scroll_y
        pin = flow.line_at(scroll)
        if flow.top(pin) < scroll and pin + 1 < len(flow):
            pin += 1
        self._settle(pin, flow.top(pin) - scroll)
        self.scrolled.emit(self.positions())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._content is not None:
            pin, y = self._pin()
            self._content.set_width(self.viewport().width())
            self._replace(pin, y)

    def _visible(self) -> range:
        content = self._content
        if content is None or not len(content.flow):
            return range(0)
        first = content.flow.line_at(self.scroll_y)
        last = content.flow.line_at(self.scroll_y + self.viewport().height() - 1)
        return range(first, last + 1)

    def _pin(self) -> tuple[int, float]:
        """Return the token that keeps its position, and the top of its text row.

        This is the held token, or the first token of a line whose top is visible.
        """
        content = self._content
        if content is None or not len(content.flow):
            return -1, 0.0
        held = None if self._level is None else self._level.in_view(self.viewport())
        if held is not None and 0 <= self._held < content.page.n_tokens:
            return self._held, min(max(held, 0.0), self.viewport().height() - theme.px(_LINE))
        visible = self._visible()
        pinned = visible[0]
        if content.flow.top(pinned) < self.scroll_y and len(visible) > 1:
            pinned = visible[1]
        for line in visible:
            # Prefer text: under another mask, a fold may disappear or start elsewhere.
            if content.is_text(line) and content.flow.top(line) >= self.scroll_y:
                pinned = line
                break
        token = int(content.lines.start[pinned])
        return token, content.flow.top(pinned) - self.scroll_y + content.depth(pinned, token)

    def _replace(self, pin: int, y: float) -> None:
        """Restore the position of a token after lines or heights changed."""
        if self._content is None:
            return
        line = self._content.lines.of_token(pin) if pin >= 0 else -1
        self.lines_changed()
        depth = self._content.depth(line, pin) if line >= 0 else 0
        self._settle(line, y - depth, free=True)

    def _settle(self, line: int, y: float, *, free: bool = False) -> None:
        """Move a line's top to a height and lay out the visible lines.

        The user cannot scroll beyond the first line. A requested position (`free`) may leave space
        above it, so that even the first block can be level with the same block in other columns.
        """
        bar = self.verticalScrollBar()
        height = self.viewport().height()
        content = self._content
        value, total, lowest = 0.0, 0.0, 0.0
        if content is not None and line >= 0:
            value = content.flow.settle(line, y, height, content.measure)
            lowest = min(value, 0.0) if free else min(float(bar.minimum()), value, 0.0)
            if not free and value >= 0:
                lowest = 0.0
            limited = min(max(value, lowest), max(content.flow.total - theme.px(24), 0.0))
            if limited != value:
                first = content.flow.line_at(limited)
                value = content.flow.settle(
                    first, content.flow.top(first) - limited, height, content.measure
                )
            total = content.flow.total
        self._placing = True
        bar.setPageStep(max(height, 1))
        bar.setSingleStep(theme.px(19))
        bar.setRange(round(lowest), max(round(total) - theme.px(24), 0))
        bar.setValue(round(value))
        self._placing = False
        self.viewport().update()

    def _bring(self, line: int, token: int) -> None:
        """Scroll a token of a line to the default height if it is out of sight."""
        if self._content is None or line < 0:
            return
        depth = self._content.depth(line, token)
        height = self.viewport().height()
        y = self._content.flow.top(line) + depth - self.scroll_y
        if y < 0 or y > height - theme.px(20):
            self._settle(line, height * DEFAULT_SHARE - depth)
            self.scrolled.emit(self.positions())

    def _position_of_first(self) -> SegmentPosition:
        """Return the position of the segment that fills the view; it starts above the view."""
        assert self._content is not None  # noqa: S101 - called only with content
        segment = int(self._content.lines.segment[self._visible()[0]])
        line = self._content.line_of(segment)
        y = self._content.flow.top(line) - self.scroll_y + self._content.above(line)
        return SegmentPosition(segment, y)

    def lines_changed(self) -> None:
        """React to changed lines; the base class does nothing."""

    def line_at(self, point: QPoint) -> int:
        """Return the line at a point of the viewport, -1 outside all lines."""
        content = self._content
        if content is None or not len(content.flow):
            return -1
        y = point.y() + self.scroll_y
        return content.flow.line_at(y) if 0 <= y < content.flow.total else -1

    def offset_at(self, point: QPoint) -> int:
        """Return the offset in the page text at a point, or of the nearest text."""
        content = self._content
        if content is None or not len(content.flow):
            return 0
        y = min(max(point.y() + self.scroll_y, 0), round(content.flow.total) - 1)
        line = content.flow.line_at(y)
        if not content.is_text(line):
            return content.text.starts_at(int(content.lines.start[line]))
        layout = content.paragraph(line)
        return layout.shown.offset_of(layout.unit_at(point.x(), y - content.flow.top(line)))

    def _overview(self) -> QRect:
        return overview_rect(self.viewport().rect())

    def _restyle(self) -> None:
        if self._content is not None:
            pin, y = self._pin()
            self._content.restyle()
            self._replace(pin, y)
