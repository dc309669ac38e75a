"""Finding text in a pane: the bar, what it found, and where the reader is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.find_bar import FindBar, find_all

if TYPE_CHECKING:
    from widgets.panes.body import Body
    from widgets.panes.plain_view import PlainView


class Finder(QObject):
    """Connects a find bar to the two kinds of view of a pane.

    Parameters
    ----------
    bar : FindBar
        Asks what to find.
    body, plain : Body, PlainView
        The views; the one on view is searched.
    """

    def __init__(self, bar: FindBar, body: Body, plain: PlainView) -> None:
        super().__init__(bar)
        self._bar, self._body, self._plain = bar, body, plain
        self._in_body = True
        self._text: tuple[bool, object] = (True, None)
        self._matches: list[tuple[int, int]] = []
        self._present = -1
        bar.changed.connect(self._search)
        bar.stepped.connect(self._step)

    def follow(self, *, in_body: bool) -> None:
        """Search again if another text is on view."""
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
        self._present = 0 if self._matches else -1
        self._show()

    def _step(self, by: int) -> None:
        if self._matches:
            self._present = (self._present + by) % len(self._matches)
            self._show()

    def _show(self) -> None:
        view, other = (self._body, self._plain) if self._in_body else (self._plain, self._body)
        other.set_matches((), -1)
        view.set_matches(self._matches, self._present)
        self._bar.show_count(self._present, len(self._matches))
