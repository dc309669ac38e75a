"""Text search in a pane: query, matches and the current match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.widgets.find_bar import FindBar, find_all

if TYPE_CHECKING:
    from boilerscope.widgets.panes.body import Body
    from boilerscope.widgets.panes.plain_view import PlainView


class Finder(QObject):
    """Connection of a find bar to the two views of a pane.

    Parameters
    ----------
    body, plain : Body, PlainView
        The views; the visible view is searched.
    """

    def __init__(self, bar: FindBar, body: Body, plain: PlainView) -> None:
        super().__init__(bar)
        self._bar, self._body, self._plain = bar, body, plain
        self._in_body = True
        self._text: tuple[bool, object] = (True, None)
        self._matches: list[tuple[int, int]] = []
        self._current = -1
        bar.changed.connect(self._search)
        bar.stepped.connect(self._step)

    def follow(self, *, in_body: bool) -> None:
        """Search again if the visible text changed."""
        content = self._body.content
        page = None if content is None else content.page
        text = (in_body, page if in_body else self._plain.shown)
        if text != self._text:
            self._text, self._in_body = text, in_body
            if not self._bar.isHidden():
                self._search(self._bar.field.text())

    def _search(self, query: str) -> None:
        content = self._body.content
        page_text = "" if content is None else content.page.text
        self._matches = find_all(page_text if self._in_body else self._plain.shown, query)
        self._current = 0 if self._matches else -1
        self._show()

    def _step(self, direction: int) -> None:
        if self._matches:
            self._current = (self._current + direction) % len(self._matches)
            self._show()

    def _show(self) -> None:
        view, other = (self._body, self._plain) if self._in_body else (self._plain, self._body)
        other.set_matches((), -1)
        view.set_matches(self._matches, self._current)
        self._bar.show_count(self._current, len(self._matches))
