"""Body of a pane: the page's text with dropped text folded away.

Input: a page, the decision on each token, selection and hover, a position to scroll to. Output: the
token that the user points at or clicks, and the positions of the text after scrolling. Open folds
stay open while the page is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)

from boilerscope.widgets import theme
from boilerscope.widgets.fold_text import LineKind, touched
from boilerscope.widgets.key_claims import is_enter, is_escape
from boilerscope.widgets.level import DEFAULT_SHARE
from boilerscope.widgets.panes.content import Content
from boilerscope.widgets.panes.line_cursor import LineCursor
from boilerscope.widgets.panes.line_view import LineView
from boilerscope.widgets.panes.marker import TextMarker
from boilerscope.widgets.panes.overview import MaskColumn
from boilerscope.widgets.panes.painter import BodyPainter, Look, fold_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.fold_text import PartArray
    from boilerscope.widgets.records import Selection

KEYBOARD_REASONS = frozenset(
    (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    )
)
"""Reasons of focus changes after which a focus ring is shown."""
_OVERVIEW_HIT = 24


class Body(LineView):
    """View of a page's lines for a mask.

    Signals
    -------
    token_clicked(int)
        The user selected this token, by mouse or keyboard.
    tokens_dragged(int, int)
        The user dragged over the text from the first to the last of these tokens.
    token_pointed(int)
        The token under the pointer, -1 for none.
    copy_all_wanted()
        The user copied without a text selection.
    """

    token_clicked = Signal(int)
    tokens_dragged = Signal(int, int)
    token_pointed = Signal(int)
    copy_all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = Look()
        self._column = MaskColumn(strength=0.75)
        self._marker = TextMarker(self)
        self._cursor = LineCursor()
        self._pointed = -1
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    # -- display ---------------------------------------------------------------------------

    def show_text(self, page: Page | None, parts: PartArray) -> None:
        """Show a page for a mask; scroll position, open folds and selection stay.

        Parameters
        ----------
        page : Page or None
            The page; None empties the body.
        parts : array of int8, shape (n_tokens,)
            `Part` of each token.
        """
        if page is None:
            self._content = None
            self._column.set_parts(None)
            self._settle(-1, 0)
        elif self._content is None or not page.is_same_tree(self._content.page):
            self._open_page(page, parts)
        else:
            pin, y = self._pin()
            has_other_spaces = self._content.set_page(page)
            if self._content.set_parts(parts):
                self._column.set_parts(parts)
                self._replace(pin, y)
            elif has_other_spaces:
                self._replace(pin, y)

    def set_veiled(self, veiled: bool) -> None:  # noqa: FBT001 - Qt setter
        """Fade the text because it is from an older run; it can still be copied."""
        if veiled != self._look.veiled:
            self._look.veiled = veiled
            self.viewport().update()

    def set_changes(self, changes: FloatArray | None) -> None:
        """Outline the words that a suggested setting would keep or drop, see `Look.changes`."""
        if changes is not self._look.changes:
            self._look.changes = changes
            self.viewport().update()

    def set_selection(self, selection: Selection | None) -> None:
        """Mark the selection without scrolling, and release the token held before."""
        if selection == self._look.selection:
            return
        self._look.selection = selection
        self.hold(-1, None)
        if self._content is not None:
            pin, y = self._pin()
            if self._content.select(selection.runs if selection else ()):
                self._replace(pin, y)
        self.viewport().update()

    def set_hover(self, hover: Selection | None) -> None:
        """Outline the text under a pointer in any view, without scrolling."""
        if self._content is None:
            return
        hovered = None if hover is None else touched(self._content.segments, hover.runs)
        if hovered is not None or self._look.hovered is not None:
            self._look.hovered = hovered
            self.viewport().update()

    def set_matches(self, matches: Sequence[tuple[int, int]], current: int) -> None:
        """Mark the matches of a search and go to the current match, opening its fold.

        Parameters
        ----------
        matches : sequence of (int, int)
            Offsets in the page text.
        current : int
            Index of the match to go to, -1 for none.
        """
        self._look.matches, self._look.match = matches, current
        if self._content is not None and 0 <= current < len(matches):
            token = self._content.text.token_at(matches[current][0])
            pin, y = self._pin()
            if self._content.open_token(token):
                self._replace(pin, y)
            self._bring(self._content.lines.of_token(token), token)
        self.viewport().update()

    def copy(self) -> None:
        """Copy the marked kept text; without any, emit `copy_all_wanted`."""
        if self._content is not None and self._marker.marked is not None:
            text = self._content.copied(*self._marker.marked)
            if text:
                QGuiApplication.clipboard().setText(text)
                return
        self.copy_all_wanted.emit()

    def mark_all(self) -> None:
        """Mark all kept text for copying."""
        if self._content is not None:
            self._marker.set_marked((0, len(self._content.page.text)))

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self.viewport())
        rect = self.viewport().rect()
        painter.fillRect(rect, theme.colour("surface"))
        if self._content is not None and len(self._content.flow):
            self._look.scroll = self.scroll_y
            self._look.marked = self._marker.marked
            self._look.cursor = self._cursor.line
            BodyPainter(painter, rect, self._content, self._look).paint(self._column)
        painter.end()

    def _open_page(self, page: Page, parts: PartArray) -> None:
        self._content = Content(page, parts, self.viewport().width())
        self._look = Look(selection=self._look.selection, veiled=self._look.veiled)
        self._cursor.clear()
        self._marker.set_marked(None)
        if self._look.selection is not None:
            self._content.select(self._look.selection.runs)
        self._column.set_parts(parts)
        self._settle(0 if len(self._content.flow) else -1, 0)
        self.hold(self._held, self._level)

    def lines_changed(self) -> None:
        if self._content is not None:
            self._cursor.follow(self._content)

    # -- mouse -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._content is None:
            super().mousePressEvent(event)
            return
        point = event.position().toPoint()
        self._look.ring = False
        if not self._jump(point):
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._marker.press(point, extend=shift)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._marker.is_pressed:
            self._marker.move(point)
        elif event.buttons() & Qt.MouseButton.LeftButton:
            self._jump(point, dragging=True)
        else:
            self._point(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        was_pressed = self._marker.is_pressed
        if self._marker.release():
            self._click(event.position().toPoint())
        elif was_pressed and self._marker.marked is not None and self._content is not None:
            tokens, (first, last) = self._content.page.tokens, self._marker.marked
            start = int(np.searchsorted(tokens.end, first, "right"))
            end = int(np.searchsorted(tokens.start, last, "left")) - 1
            if start <= end:
                self.tokens_dragged.emit(start, end)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        line = self.line_at(point)
        if self._content is not None and line >= 0 and self._content.is_text(line):
            token = self._content.text.token_at(self.offset_at(point))
            tokens = self._content.page.tokens
            self._marker.set_marked((int(tokens.start[token]), int(tokens.end[token])))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_pointed(-1)

    def _click(self, point: QPoint) -> None:
        line = self.line_at(point)
        if line < 0 or self._content is None:
            return
        if self._content.is_text(line):
            token = self._token_at(point, line)
            self._cursor.go_to_token(self._content, token)
            self.token_clicked.emit(token)
        else:
            self._toggle(line)
        self.viewport().update()

    def _token_at(self, point: QPoint, line: int) -> int:
        """Return the token of a line nearest to a point."""
        content = self._content
        assert content is not None  # noqa: S101 - called only with content
        first, last = int(content.lines.start[line]), int(content.lines.end[line])
        return min(max(content.text.token_at(self.offset_at(point)), first), last - 1)

    def _point(self, point: QPoint) -> None:
        content, line = self._content, self.line_at(point)
        token, shape = -1, Qt.CursorShape.ArrowCursor
        if self._in_overview(point):
            shape = Qt.CursorShape.PointingHandCursor
        elif content is not None and line >= 0 and content.is_text(line):
            shape = Qt.CursorShape.IBeamCursor
            token = self._token_at(point, line)
        elif line >= 0:
            shape = Qt.CursorShape.PointingHandCursor
        if shape != self.viewport().cursor().shape():
            self.viewport().setCursor(shape)
        self._set_pointed(token)

    def _set_pointed(self, token: int) -> None:
        if token != self._pointed:
            self._pointed = token
            self.token_pointed.emit(token)

    def _in_overview(self, point: QPoint) -> bool:
        return point.x() >= self.viewport().width() - theme.px(_OVERVIEW_HIT)

    def _jump(self, point: QPoint, *, dragging: bool = False) -> bool:
        """Scroll to a position in the overview; return whether the point is in it."""
        content = self._content
        if content is None or not len(content.flow) or not (dragging or self._in_overview(point)):
            return False
        rect = self._overview()
        share = (point.y() - rect.top()) / max(rect.height(), 1)
        token = int(np.clip(share * content.page.n_tokens, 0, content.page.n_tokens - 1))
        line = content.lines.of_token(token)
        self._settle(line, self.viewport().height() * DEFAULT_SHARE - content.depth(line, token))
        self.scrolled.emit(self.positions())
        return True

    # -- folds and keyboard ----------------------------------------------------------------

    def _toggle(self, line: int) -> None:
        """Open or close a fold without moving its line."""
        content = self._content
        assert content is not None  # noqa: S101 - called only with content
        y = content.flow.top(line) - self.scroll_y
        self._cursor.go_to(content, line)
        content.open_fold(line, opened=content.lines.kind[line] == LineKind.FOLD_CLOSED)
        self._cursor.follow(content)
        self._settle(self._cursor.line, y)
        self._describe(self._cursor.line)
        self.scrolled.emit(self.positions())

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return to open a fold, and Escape to remove the marking of text."""
        if is_escape(event):
            return self._marker.marked is not None
        return is_enter(event) and self._on_fold()

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
            event.ignore()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.mark_all()
        elif is_escape(event) and self._marker.marked is not None:
            self._marker.set_marked(None)
        elif key in moves:
            bar.setValue(moves[key])
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and not event.modifiers():
            self._step(-1 if key == Qt.Key.Key_Up else 1)
        elif not self._toggle_by_key(key):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._look.ring = event.reason() in KEYBOARD_REASONS
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._look.ring = False
        self.viewport().update()

    def _step(self, direction: int) -> None:
        content = self._content
        assert content is not None  # noqa: S101 - called only with content
        if self._cursor.line < 0 and self._look.selection is not None:
            self._cursor.go_to_token(content, self._look.selection.start)
        line = self._cursor.stepped(content, direction, self._visible()[0])
        self._look.ring = True
        self._cursor.go_to(content, line)
        moved = self._bring_whole(line)
        self._describe(line)
        if content.is_text(line):
            self.token_clicked.emit(int(content.lines.start[line]))
        elif moved:
            self.scrolled.emit(self.positions())
        self.viewport().update()

    def _bring_whole(self, line: int) -> bool:
        """Scroll until a line is completely visible, if it fits; return whether it scrolled."""
        content = self._content
        assert content is not None  # noqa: S101 - called only with content
        if self.is_whole(int(content.lines.start[line])):
            return False
        above, line_height = content.above(line), content.measure(line)
        height = self.viewport().height()
        y = max(min(height * DEFAULT_SHARE - above, height - line_height), -above)
        self._settle(line, y, free=True)
        return True

    def _toggle_by_key(self, key: Qt.Key) -> bool:
        content, line = self._content, self._cursor.line
        if content is None or not self._on_fold():
            return False
        opened = content.lines.kind[line] == LineKind.FOLD_OPEN
        requested = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}.get(key)
        if key in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            requested = not opened
        if requested is None:
            return False
        if requested != opened:
            self._toggle(line)
        return True

    def _on_fold(self) -> bool:
        """Return whether the keyboard cursor is on a fold line."""
        content, line = self._content, self._cursor.line
        return content is not None and line >= 0 and not content.is_text(line)

    def _describe(self, line: int) -> None:
        """Describe the line of the keyboard cursor for screen readers."""
        content = self._content
        assert content is not None  # noqa: S101 - called only with content
        if content.is_text(line):
            text = content.paragraph(line).shown.text
            state = self.tr("dropped") if content.lines.folded[line] else self.tr("kept")
        else:
            text = fold_label(content, line)
            closed = content.lines.kind[line] == LineKind.FOLD_CLOSED
            state = self.tr("closed") if closed else self.tr("open")
        self.setAccessibleDescription(f"{text}, {state}")
