"""Lines of a page on a scrollable paper: the reader's place stays whatever changes.

Painted by ourselves: a text document with 100,000 blocks needs most of a second for every change in
its middle, where this needs 30 ms, and it cannot keep a block where it is on screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from widgets import theme
from widgets.level import DEFAULT_SHARE
from widgets.panes.body_paint import overview_rect
from widgets.panes.content import Content, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from widgets.level import Level

_LINE = 24  # pixels that a line needs to be read


class LineView(QAbstractScrollArea):
    """Scrolls through the lines of a content; subclasses paint them and take input.

    Signals
    -------
    scrolled(object)
        The reader scrolled; a list of `Place`, one for each segment that begins on screen, from
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
        """The lines on view, None without a page."""
        return self._content

    @property
    def scroll_y(self) -> int:
        """How far the lines are scrolled, pixels."""
        return self.verticalScrollBar().value()

    # -- places ----------------------------------------------------------------------------

    def hold(self, token: int, level: Level | None) -> None:
        """Keep the text line of a token at a level, whatever changes; without one no longer.

        As near as the view reaches: lines may leave room above the first and below the last one.
        """
        self._held, self._level = token, level
        if level is not None and self._content is not None and len(self._content.flow):
            self._replace(*self._pin())

    def align(self, places: Sequence[Place]) -> None:
        """Bring the text of a segment to a height: the first one that is on view, not folded.

        Where all are folded away the fold that hides the first is brought there; a fold that
        begins further up goes to the top, since it stands for text above and below the edge.
        """
        content = self._content
        if content is None or not places:
            return
        place = next((one for one in places if content.shows_segment(one.segment)), places[0])
        line = content.line_of(place.segment)
        y = place.y
        hidden_before = int(content.lines.segment[line]) < place.segment
        if not content.is_text(line) and hidden_before:
            y = min(y, content.above(line))
        self._settle(line, y - content.above(line), free=True)

    def place_of(self, segment: int) -> Place | None:
        """Return where a segment's text stands, None if it is folded away or out of sight."""
        if self._content is None or not self._content.shows_segment(segment):
            return None
        line = self._content.line_of(segment)
        y = self._content.flow.top(line) - self.scroll_y + self._content.above(line)
        return Place(segment, y) if 0 <= y < self.viewport().height() else None

    def y_of_token(self, token: int) -> float | None:
        """Return where the text line with a token begins, None if it is folded or out of sight."""
        content = self._content
        line = -1 if content is None else content.lines.of_token(token)
        if content is None or line < 0 or not content.is_text(line):
            return None
        y = content.flow.top(line) + content.depth(line, token) - self.scroll_y
        return y if 0 <= y < self.viewport().height() else None

    def is_whole(self, token: int) -> bool:
        """Return whether all of the paragraph with a token is in the view."""
        content = self._content
        line = -1 if content is None else content.lines.of_token(token)
        if content is None or line < 0:
            return False
        top = content.flow.top(line) - self.scroll_y
        bottom = top + content.measure(line)
        return top + content.above(line) >= 0 and bottom <= self.viewport().height()

    def places(self) -> list[Place]:
        """Return the segments that begin on screen, from top to bottom."""
        content = self._content
        if content is None or not len(content.flow):
            return []
        found: list[Place] = []
        for line in self._visible():
            y = content.flow.top(line) - self.scroll_y + content.above(line)
            segment = int(content.lines.segment[line])
            if y >= 0 and (not found or found[-1].segment != segment):
                found.append(Place(segment, y))
        return found or [self._place_of_first()]

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
        self.scrolled.emit(self.places())

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
        """Return the token that stays where it is, and where its text line is.

        The one held, or else one whose line is wholly on screen.
        """
        content = self._content
        if content is None or not len(content.flow):
            return -1, 0.0
        held = None if self._level is None else self._level.in_view(self.viewport())
        if held is not None and 0 <= self._held < content.page.n_tokens:
            return self._held, min(max(held, 0.0), self.viewport().height() - theme.px(_LINE))
        visible = self._visible()
        chosen = visible[0]
        if content.flow.top(chosen) < self.scroll_y and len(visible) > 1:
            chosen = visible[1]
        for line in visible:
            # text stays in its place under any mask; a fold may be gone or begin elsewhere
            if content.is_text(line) and content.flow.top(line) >= self.scroll_y:
                chosen = line
                break
        token = int(content.lines.start[chosen])
        return token, content.flow.top(chosen) - self.scroll_y + content.depth(chosen, token)

    def _replace(self, pin: int, y: float) -> None:
        """Keep a token where it was after lines or heights changed."""
        if self._content is None:
            return
        line = self._content.lines.of_token(pin) if pin >= 0 else -1
        self.lines_changed()
        depth = self._content.depth(line, pin) if line >= 0 else 0
        self._settle(line, y - depth, free=True)

    def _settle(self, line: int, y: float, *, free: bool = False) -> None:
        """Put a line's top at a height and lay out what is on screen.

        Scrolling by hand ends at the first line; a place that is asked for (`free`) may leave
        room above it, so that even the first block can stand beside its like.
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
        """Scroll a token of a line into sight if it is not, to the usual height."""
        if self._content is None or line < 0:
            return
        depth = self._content.depth(line, token)
        height = self.viewport().height()
        y = self._content.flow.top(line) + depth - self.scroll_y
        if y < 0 or y > height - theme.px(20):
            self._settle(line, height * DEFAULT_SHARE - depth)
            self.scrolled.emit(self.places())

    def _place_of_first(self) -> Place:
        """Return the place of the one segment that fills the screen; it begins above."""
        assert self._content is not None  # noqa: S101 - asked only with content
        segment = int(self._content.lines.segment[self._visible()[0]])
        line = self._content.line_of(segment)
        y = self._content.flow.top(line) - self.scroll_y + self._content.above(line)
        return Place(segment, y)

    def lines_changed(self) -> None:
        """Be told that lines are others now; nothing to do here."""

    def line_at(self, at: QPoint) -> int:
        """Return the line at a point of the viewport, -1 beside all lines."""
        content = self._content
        if content is None or not len(content.flow):
            return -1
        y = at.y() + self.scroll_y
        return content.flow.line_at(y) if 0 <= y < content.flow.total else -1

    def offset_at(self, at: QPoint) -> int:
        """Return the offset in the page text at a point; that of the nearest text beside it."""
        content = self._content
        if content is None or not len(content.flow):
            return 0
        y = min(max(at.y() + self.scroll_y, 0), round(content.flow.total) - 1)
        line = content.flow.line_at(y)
        if not content.is_text(line):
            return content.text.starts_at(int(content.lines.start[line]))
        made = content.paragraph(line)
        return made.shown.offset_of(made.unit_at(at.x(), y - content.flow.top(line)))

    def _overview(self) -> QRect:
        return overview_rect(self.viewport().rect())

    def _restyle(self) -> None:
        if self._content is not None:
            pin, y = self._pin()
            self._content.restyle()
            self._replace(pin, y)
