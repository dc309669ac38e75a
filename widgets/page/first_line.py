"""First line of the selection on the page: found by the agent and kept at the window's level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.widgets.page import paint
from boilerscope.widgets.picking import leading_tokens

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from boilerscope.widgets.page.page_switcher import PageSwitcher
    from boilerscope.widgets.records import Selection
    from boilerscope.widgets.selection import SelectionModel

_MAX_PLACES = 40
"""Maximum number of starts of text to try until one is visible."""


class FirstLine:
    """Link between the window's level and the first line of the selection on the page.

    Parameters
    ----------
    switcher : PageSwitcher
        Provides the page on screen.
    """

    def __init__(self, selection: SelectionModel, switcher: PageSwitcher) -> None:
        self._selection = selection
        self._switcher = switcher
        self._leading = False
        self._tried: list[int] = []

    def select(self, selection: Selection, token: int, origin: QObject) -> None:
        """Select a clicked block and set the level to the height of its first line."""
        web_view, heatmap = self._switcher.front, self._switcher.heatmap
        if web_view is None or heatmap is None:
            return
        tokens = leading_tokens(heatmap.segments, selection, token)

        def answered(line: list[float] | None) -> None:
            first = tokens[-1 if line is None else int(line[0])]
            y = None if line is None else line[1] / web_view.devicePixelRatioF()
            self._selection.select_in(selection, origin, web_view, y, first)

        web_view.agent.ask("first_line", self._spans(tokens), then=answered)

    def follow(self) -> None:
        """Let the agent keep the line at the level, as far as the page can be scrolled."""
        web_view, level = self._switcher.front, self._selection.level
        selection = self._selection.selection
        if web_view is None or self._leading:
            return
        self._tried = [] if selection is None else self._tokens(selection, self._selection.first)
        spans = self._spans(self._tried)
        if level.requested is None or not spans:
            web_view.agent.ask("hold", None, 0)
        else:
            y = min(max(level.to_view(web_view, level.requested), 0.0), float(web_view.height()))
            web_view.agent.ask("hold", spans, y * web_view.devicePixelRatioF())

    def lead(self, y: float) -> bool:
        """Set the level to the height to which the user scrolled the line, in device pixels.

        Return whether the level can take that height.
        """
        web_view, level = self._switcher.front, self._selection.level
        if web_view is None or not level.has_room(web_view, y / web_view.devicePixelRatioF()):
            return False
        self._leading = True  # the agent has scrolled already; do not send the level back
        level.put(web_view, y / web_view.devicePixelRatioF())
        self._leading = False
        return True

    def arrive(self, y: float, index: int) -> None:
        """Take the height to which the page was scrolled; `index` is the first visible start."""
        web_view = self._switcher.front
        if web_view is not None:
            self._leading = True
            self._selection.level.settle(web_view, y / web_view.devicePixelRatioF())
            if 0 <= index < len(self._tried):
                self._selection.set_first(self._tried[index])
            self._leading = False

    def _tokens(self, selection: Selection, first: int) -> list[int]:
        """Return `first` and the later tokens at which runs of the selection or segments start."""
        heatmap = self._switcher.heatmap
        if heatmap is None:
            return []
        page, token_start = heatmap.page, heatmap.segments.token_start
        tokens: list[int] = []
        for start, end in selection.runs:
            if end <= first:
                continue
            begin = max(start, first)
            low, high = np.searchsorted(token_start, (begin + 1, end))
            tokens += [begin, *token_start[low:high].tolist()]
            if len(tokens) > _MAX_PLACES:
                break
        return [token for token in tokens[:_MAX_PLACES] if 0 <= token < page.n_tokens]

    def _spans(self, tokens: list[int]) -> list[Any]:
        """Return start and end of tokens on the page: slot, character, slot, character."""
        heatmap = self._switcher.heatmap
        if heatmap is None:
            return []
        return [paint.span(heatmap.page, token, token + 1) for token in tokens]
