"""The body of a pane: the page's text with what was dropped folded away.

Comes in: a page, what became of each token, selection and hover, a place to scroll to. Goes out:
the token a reader points at or clicks, and where the text stands after the reader scrolled.
Open folds are remembered as long as the page is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from widgets import theme
from widgets.fold_text import LineKind, touched
from widgets.panes.body_paint import BodyPainter, Look, left_out_words, overview_rect
from widgets.panes.content import Content, Place
from widgets.panes.overview import MaskColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page import Page
    from widgets.fold_text import PartArray
    from widgets.records import Selection

SELECTION_HEIGHT = 0.4
"""A selected block is brought to this share of the view's height."""
KEYBOARD_REASONS = frozenset(
    (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    )
)
"""Focus that came by these is shown by a ring."""
_OVERVIEW_HIT = 24


class Body(QAbstractScrollArea):
    """Shows the lines of a page for a mask.

    Signals
    -------
    token_clicked(int)
        The reader chose this token, by mouse or keyboard.
    token_pointed(int)
        The token under the pointer, -1 for none.
    scrolled(object)
        The reader scrolled; a list of `Place`, one for each segment that begins on screen, from
        top to bottom.
    copy_all_wanted()
        Copying was asked for and nothing is marked.
    """

    token_clicked = Signal(int)
    token_pointed = Signal(int)
    scrolled = Signal(object)
    copy_all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: Content | None = None
        self._look = Look()
        self._column = MaskColumn(strength=0.75)
        self._placing = False
        self._pressed: QPoint | None = None
        self._anchor = 0
        self._cursor_token = -1
        self._pointed = -1
        self._drag = QTimer(self, interval=40)
        self._drag.timeout.connect(self._scroll_while_marking)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        theme.signals().changed.connect(self._restyle)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def content(self) -> Content | None:
        """The lines on view, None without a page."""
        return self._content

    def show_text(self, page: Page | None, parts: PartArray) -> None:
        """Show a page for a mask; the reader's place, open folds and selection stay.

        Parameters
        ----------
        page : Page or None
            None empties the body.
        parts : array of int8, shape (n_tokens,)
            `Part` of each token.
        """
        if page is None:
            self._content = None
            self._column.set_mask(None)
            self._settle(-1, 0)
        elif self._content is None or self._content.page is not page:
            self._open_page(page, parts)
        else:
            pin, y = self._pin()
            if self._content.set_parts(parts):
                self._column.set_mask(self._content.mask())
                self._replace(pin, y)

    def set_veiled(self, veiled: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the text as that of an older run; it can still be marked."""
        if veiled != self._look.veiled:
            self._look.veiled = veiled
            self.viewport().update()

    def set_selection(self, selection: Selection | None) -> None:
        """Mark the selection; nothing scrolls."""
        if selection == self._look.selection:
            return
        self._look.selection = selection
        if self._content is not None:
            pin, y = self._pin()
            if self._content.select(selection.runs if selection else ()):
                self._replace(pin, y)
        self.viewport().update()

    def set_hover(self, hover: Selection | None) -> None:
        """Outline what some pointer is over; nothing scrolls."""
        if self._content is None:
            return
        hovered = None if hover is None else touched(self._content.segments, hover.runs)
        if hovered is not None or self._look.hovered is not None:
            self._look.hovered = hovered
            self.viewport().update()

    def set_matches(self, matches: Sequence[tuple[int, int]], present: int) -> None:
        """Mark what a search found and go to the present match, opening its fold.

        Parameters
        ----------
        matches : sequence of (int, int)
            Offsets in the page text.
        present : int
            Index of the match to go to, -1 for none.
        """
        self._look.matches, self._look.match = matches, present
        if self._content is not None and 0 <= present < len(matches):
            token = self._content.text.token_at(matches[present][0])
            pin, y = self._pin()
            if self._content.open_token(token):
                self._replace(pin, y)
            self._bring(self._content.lines.of_token(token))
        self.viewport().update()

    # -- places ----------------------------------------------------------------------------

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
        y = self._content.flow.top(line) - self._scroll() + self._content.above(line)
        return Place(segment, y) if 0 <= y < self.viewport().height() else None

    def places(self) -> list[Place]:
        """Return the segments that begin on screen, from top to bottom."""
        content = self._content
        if content is None or not len(content.flow):
            return []
        found: list[Place] = []
        for line in self._visible():
            y = content.flow.top(line) - self._scroll() + content.above(line)
            segment = int(content.lines.segment[line])
            if y >= 0 and (not found or found[-1].segment != segment):
                found.append(Place(segment, y))
        return found or [self._place_of_first()]

    # -- scrolling -------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy
        if self._placing or self._content is None or not len(self._content.flow):
            return
        flow, scroll = self._content.flow, self._scroll()
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

    def _scroll(self) -> int:
        return self.verticalScrollBar().value()

    def _visible(self) -> range:
        content = self._content
        if content is None or not len(content.flow):
            return range(0)
        first = content.flow.line_at(self._scroll())
        last = content.flow.line_at(self._scroll() + self.viewport().height() - 1)
        return range(first, last + 1)

    def _pin(self) -> tuple[int, float]:
        """Return a token whose line is wholly on screen, and where its text begins."""
        content = self._content
        if content is None or not len(content.flow):
            return -1, 0.0
        visible = self._visible()
        chosen = visible[0]
        if content.flow.top(chosen) < self._scroll() and len(visible) > 1:
            chosen = visible[1]
        for line in visible:
            # text stays in its place under any mask; a fold may be gone or begin elsewhere
            if content.is_text(line) and content.flow.top(line) >= self._scroll():
                chosen = line
                break
        y = content.flow.top(chosen) - self._scroll() + content.above(chosen)
        return int(content.lines.start[chosen]), y

    def _replace(self, pin: int, y: float) -> None:
        """Keep a token where it was after lines or heights changed."""
        if self._content is None:
            return
        line = self._content.lines.of_token(pin) if pin >= 0 else -1
        self._find_cursor()
        self._settle(line, y - (self._content.above(line) if line >= 0 else 0), free=True)

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
        self._look.scroll = bar.value()
        self.viewport().update()

    def _bring(self, line: int) -> None:
        """Scroll a line into sight if it is not, to the height of selections."""
        if self._content is None or line < 0:
            return
        top = self._content.flow.top(line) - self._scroll()
        height = self.viewport().height()
        if top < 0 or top + self._content.flow.height(line) > height:
            self._settle(line, height * SELECTION_HEIGHT - self._content.above(line))
            self.scrolled.emit(self.places())

    def _place_of_first(self) -> Place:
        """Return the place of the one segment that fills the screen; it begins above."""
        assert self._content is not None  # noqa: S101 - asked only with content
        segment = int(self._content.lines.segment[self._visible()[0]])
        line = self._content.line_of(segment)
        y = self._content.flow.top(line) - self._scroll() + self._content.above(line)
        return Place(segment, y)

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self.viewport())
        rect = self.viewport().rect()
        painter.fillRect(rect, theme.colour("surface"))
        if self._content is not None and len(self._content.flow):
            BodyPainter(painter, rect, self._content, self._look).paint(self._column)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.viewport().update()

    def _restyle(self) -> None:
        if self._content is not None:
            pin, y = self._pin()
            self._content.restyle()
            self._replace(pin, y)

    def _open_page(self, page: Page, parts: PartArray) -> None:
        self._content = Content(page, parts, self.viewport().width())
        self._look = Look(selection=self._look.selection, veiled=self._look.veiled)
        self._cursor_token = -1
        if self._look.selection is not None:
            self._content.select(self._look.selection.runs)
        self._column.set_mask(self._content.mask())
        self._settle(0 if len(self._content.flow) else -1, 0)

    # -- mouse -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._content is None:
            super().mousePressEvent(event)
            return
        at = event.position().toPoint()
        self._look.ring = False
        if self._jump(at):
            return
        self._pressed = at
        line = self._line_at(at)
        if line >= 0 and self._content.is_text(line):
            self._anchor = self._offset_at(at)
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._look.chosen:
                self._anchor = self._look.chosen[0]
                self._mark_to(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._content is None:
            return
        at = event.position().toPoint()
        if self._pressed is None:
            if event.buttons() & Qt.MouseButton.LeftButton:
                self._jump(at, dragging=True)
            else:
                self._point(at)
        elif self._is_marking(at):
            self._mark_to(at)
            outside = not self.viewport().rect().contains(at)
            if outside and not self._drag.isActive():
                self._drag.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag.stop()
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        marking = self._is_marking(at)
        self._pressed = None
        if not marking:
            self._look.chosen = None
            self._click(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        line = self._line_at(at)
        if self._content is None or line < 0 or not self._content.is_text(line):
            return
        token = self._content.text.token_at(self._offset_at(at))
        tokens = self._content.page.tokens
        self._look.chosen = (int(tokens.start[token]), int(tokens.end[token]))
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._tell_pointed(-1)

    def _is_marking(self, at: QPoint) -> bool:
        if self._pressed is None or self._content is None:
            return False
        line = self._line_at(self._pressed)
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        started = self._look.chosen is not None and self._look.chosen[0] != self._look.chosen[1]
        return line >= 0 and self._content.is_text(line) and (far or started)

    def _mark_to(self, at: QPoint) -> None:
        here = self._offset_at(at)
        self._look.chosen = (min(self._anchor, here), max(self._anchor, here))
        self.viewport().update()

    def _scroll_while_marking(self) -> None:
        at = self.viewport().mapFromGlobal(self.cursor().pos())
        beyond = at.y() - self.viewport().height() if at.y() > 0 else at.y()
        if self._pressed is None or self.viewport().rect().contains(at):
            self._drag.stop()
            return
        bar = self.verticalScrollBar()
        before = bar.value()
        bar.setValue(before + beyond // 2)
        self._pressed -= QPoint(0, bar.value() - before)
        self._mark_to(at)

    def _line_at(self, at: QPoint) -> int:
        content = self._content
        if content is None or not len(content.flow):
            return -1
        y = at.y() + self._scroll()
        return content.flow.line_at(y) if 0 <= y < content.flow.total else -1

    def _offset_at(self, at: QPoint) -> int:
        """Return the offset in the page text at a point; that of the nearest text beside it."""
        content = self._content
        assert content is not None  # noqa: S101 - asked only with content
        y = min(max(at.y() + self._scroll(), 0), round(content.flow.total) - 1)
        line = content.flow.line_at(y)
        if not content.is_text(line):
            return content.text.starts_at(int(content.lines.start[line]))
        made = content.paragraph(line)
        return made.shown.offset_of(made.unit_at(at.x(), y - content.flow.top(line)))

    def _click(self, at: QPoint) -> None:
        line = self._line_at(at)
        if line < 0 or self._content is None:
            return
        if self._content.is_text(line):
            offset = self._offset_at(at)
            first, last = int(self._content.lines.start[line]), int(self._content.lines.end[line])
            token = min(max(self._content.text.token_at(offset), first), last - 1)
            self._cursor_token = token
            self.token_clicked.emit(token)
        else:
            self._toggle(line)
        self.viewport().update()

    def _point(self, at: QPoint) -> None:
        line = self._line_at(at)
        over_text = line >= 0 and self._content is not None and self._content.is_text(line)
        if self._in_overview(at):
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
            self._tell_pointed(-1)
        elif over_text and self._content is not None:
            self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
            self._tell_pointed(self._content.text.token_at(self._offset_at(at)))
        else:
            shape = Qt.CursorShape.PointingHandCursor if line >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self._tell_pointed(-1)

    def _tell_pointed(self, token: int) -> None:
        if token != self._pointed:
            self._pointed = token
            self.token_pointed.emit(token)

    def _in_overview(self, at: QPoint) -> bool:
        return at.x() >= self.viewport().width() - theme.px(_OVERVIEW_HIT) and at.x() >= (
            self._overview().left() - theme.px(_OVERVIEW_HIT)
        )

    def _overview(self) -> QRect:
        return overview_rect(self.viewport().rect())

    def _jump(self, at: QPoint, *, dragging: bool = False) -> bool:
        content = self._content
        if content is None or not len(content.flow) or not (dragging or self._in_overview(at)):
            return False
        rect = self._overview()
        share = (at.y() - rect.top()) / max(rect.height(), 1)
        token = int(np.clip(share * content.page.n_tokens, 0, content.page.n_tokens - 1))
        line = content.lines.of_token(token)
        self._settle(line, self.viewport().height() * SELECTION_HEIGHT - content.above(line))
        self.scrolled.emit(self.places())
        return True

    # -- folds and keyboard ----------------------------------------------------------------

    def _toggle(self, line: int) -> None:
        content = self._content
        assert content is not None  # noqa: S101 - asked only with content
        start = int(content.lines.start[line])
        y = content.flow.top(line) - self._scroll()
        content.open_fold(line, opened=content.lines.kind[line] == LineKind.FOLD_CLOSED)
        head = int(np.searchsorted(content.lines.start, start, "left"))
        self._look.cursor = head
        self._cursor_token = start
        self._settle(head, y)
        self._describe(head)

    def _find_cursor(self) -> None:
        if self._content is None or self._cursor_token < 0:
            self._look.cursor = -1
        else:
            self._look.cursor = self._content.lines.of_token(self._cursor_token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        moves = {
            Qt.Key.Key_PageUp: bar.value() - bar.pageStep(),
            Qt.Key.Key_PageDown: bar.value() + bar.pageStep(),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: bar.maximum() - self.viewport().height() // 2,
        }
        key = Qt.Key(event.key())
        if self._content is None or not len(self._content.flow):
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.mark_all()
        elif key in moves:
            bar.setValue(moves[key])
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and not event.modifiers():
            self._step(-1 if key == Qt.Key.Key_Up else 1)
        elif not self._toggle_by_key(key):
            event.ignore()

    def copy(self) -> None:
        """Copy the marked text, or ask for all of it; folded text is never in it."""
        if self._content is not None and self._look.chosen is not None:
            text = self._content.copied(*self._look.chosen)
            if text:
                QGuiApplication.clipboard().setText(text)
                return
        self.copy_all_wanted.emit()

    def mark_all(self) -> None:
        """Mark all kept text for copying."""
        if self._content is not None:
            self._look.chosen = (0, len(self._content.page.text))
            self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._look.ring = event.reason() in KEYBOARD_REASONS
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._look.ring = False
        self.viewport().update()

    def _step(self, by: int) -> None:
        content = self._content
        assert content is not None  # noqa: S101 - asked only with content
        at = self._look.cursor
        if at < 0 and self._look.selection is not None:
            at = content.lines.of_token(self._look.selection.start)
        line = min(max(at + by, 0), len(content.lines) - 1) if at >= 0 else self._visible()[0]
        self._look.ring = True
        self._look.cursor = line
        self._cursor_token = int(content.lines.start[line])
        self._bring(line)
        self._describe(line)
        if content.is_text(line):
            self.token_clicked.emit(self._cursor_token)
        self.viewport().update()

    def _toggle_by_key(self, key: Qt.Key) -> bool:
        content, line = self._content, self._look.cursor
        if content is None or line < 0 or content.is_text(line):
            return False
        opened = content.lines.kind[line] == LineKind.FOLD_OPEN
        wanted = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}.get(key)
        if key in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            wanted = not opened
        if wanted is None:
            return False
        if wanted != opened:
            self._toggle(line)
        return True

    def _describe(self, line: int) -> None:
        """Say what the keyboard cursor is on, for screen readers."""
        content = self._content
        assert content is not None  # noqa: S101 - asked only with content
        if content.is_text(line):
            text = content.paragraph(line).shown.text
            state = self.tr("dropped") if content.lines.folded[line] else self.tr("kept")
        else:
            text = left_out_words(content, line)
            closed = content.lines.kind[line] == LineKind.FOLD_CLOSED
            state = self.tr("closed") if closed else self.tr("open")
        self.setAccessibleDescription(f"{text}, {state}")
