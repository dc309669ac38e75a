"""The keyboard's place in a pane: one line, text or fold, that stays when lines change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.fold_text import LineKind

if TYPE_CHECKING:
    from widgets.panes.content import Content


class LineCursor:
    """Remembers a line by its first token and whether it is a fold."""

    def __init__(self) -> None:
        self.line = -1
        self._token = -1
        self._on_fold = False

    def clear(self) -> None:
        """Stand nowhere."""
        self.line, self._token, self._on_fold = -1, -1, False

    def go_to(self, content: Content, line: int) -> None:
        """Stand on a line."""
        self.line = line
        self._token = int(content.lines.start[line])
        self._on_fold = not content.is_text(line)

    def go_to_token(self, content: Content, token: int) -> None:
        """Stand on the text of a token."""
        self._token, self._on_fold = token, False
        self.line = content.lines.of_token(token)

    def follow(self, content: Content) -> None:
        """Find the line again after lines changed."""
        if self._token < 0 or self._token >= content.page.n_tokens:
            self.clear()
            return
        self.line = content.lines.of_token(self._token)
        head = self.line - 1
        opened = head >= 0 and content.lines.kind[head] == LineKind.FOLD_OPEN
        if self._on_fold and opened and int(content.lines.start[head]) == self._token:
            self.line = head

    def stepped(self, content: Content, by: int, start: int) -> int:
        """Return the line above or below; `start` is where to begin without a place."""
        if self.line < 0:
            return start
        return min(max(self.line + by, 0), len(content.lines) - 1)
