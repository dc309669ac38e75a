"""Keyboard cursor of a pane: a line (text or fold) that persists when lines change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.widgets.fold_text import LineKind

if TYPE_CHECKING:
    from boilerscope.widgets.panes.content import Content


class LineCursor:
    """Cursor on a line, stored as the line's first token and whether it is a fold."""

    def __init__(self) -> None:
        self.line = -1
        self._token = -1
        self._on_fold = False

    def clear(self) -> None:
        """Remove the cursor."""
        self.line, self._token, self._on_fold = -1, -1, False

    def go_to(self, content: Content, line: int) -> None:
        """Move the cursor to a line."""
        self.line = line
        self._token = int(content.lines.start[line])
        self._on_fold = not content.is_text(line)

    def go_to_token(self, content: Content, token: int) -> None:
        """Move the cursor to the line of a token."""
        self._token, self._on_fold = token, False
        self.line = content.lines.of_token(token)

    def follow(self, content: Content) -> None:
        """Find the line again after lines changed."""
        if self._token < 0 or self._token >= content.page.n_tokens:
            self.clear()
            return
        self.line = content.lines.of_token(self._token)
        previous = self.line - 1
        opened = previous >= 0 and content.lines.kind[previous] == LineKind.FOLD_OPEN
        if self._on_fold and opened and int(content.lines.start[previous]) == self._token:
            self.line = previous

    def stepped(self, content: Content, direction: int, start: int) -> int:
        """Return the next or previous line; without a cursor, return `start`."""
        if self.line < 0:
            return start
        return min(max(self.line + direction, 0), len(content.lines) - 1)
