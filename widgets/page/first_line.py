"""The first line of the selection on the page: found, and kept at the window's level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from widgets.page import paint
from widgets.picking import beginnings

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from widgets.page.stages import Stages
    from widgets.records import Selection
    from widgets.selection import SelectionModel

_MAX_PLACES = 40
"""Beginnings of text that are tried, where the first ones cannot be seen."""


class FirstLine:
    """Speaks with the agent of the page on screen about the first line of a selection.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    stages : Stages
        Has the page on screen.
    """

    def __init__(self, selection: SelectionModel, stages: Stages) -> None:
        self._selection = selection
        self._stages = stages
        self._leading = False
        self._tried: list[int] = []

    def select(self, selection: Selection, token: int, origin: QObject) -> None:
        """Select what was clicked at a token, at the height where the page shows its first line."""
        stage, heatmap = self._stages.front, self._stages.heatmap
        if stage is None or heatmap is None:
            return
        tokens = beginnings(heatmap.segments, selection, token)

        def answered(found: list[float] | None) -> None:
            first = tokens[-1 if found is None else int(found[0])]
            y = None if found is None else found[1] / stage.devicePixelRatioF()
            self._selection.select_in(selection, origin, stage, y, first)

        stage.agent.ask("first_line", self._places(tokens), then=answered)

    def follow(self) -> None:
        """Have the agent keep the line at the level, as far as the page can be scrolled."""
        stage, level, chosen = self._stages.front, self._selection.level, self._selection.selection
        if stage is None or self._leading:
            return
        self._tried = [] if chosen is None else self._tokens(chosen, self._selection.first)
        places = self._places(self._tried)
        if level.wish is None or not places:
            stage.agent.ask("hold", None, 0)
        else:
            y = min(max(level.to_view(stage, level.wish), 0.0), float(stage.height()))
            stage.agent.ask("hold", places, y * stage.devicePixelRatioF())

    def lead(self, y: float) -> bool:
        """Take the height to which the reader scrolled the line, in points of the screen.

        Return whether that is a height for all columns.
        """
        stage, level = self._stages.front, self._selection.level
        if stage is None or not level.has_room(stage, y / stage.devicePixelRatioF()):
            return False
        self._leading = True  # the agent is there already, or even further
        level.put(stage, y / stage.devicePixelRatioF())
        self._leading = False
        return True

    def arrive(self, y: float, place: int) -> None:
        """Take the height that the page could be scrolled to, and which place is the first seen."""
        stage = self._stages.front
        if stage is not None:
            self._leading = True
            self._selection.level.settle(stage, y / stage.devicePixelRatioF())
            if 0 <= place < len(self._tried):
                self._selection.set_first(self._tried[place])
            self._leading = False

    def _tokens(self, selection: Selection, first: int) -> list[int]:
        """Return a token, and those after it at which runs of the selection or segments begin."""
        heatmap = self._stages.heatmap
        if heatmap is None:
            return []
        page, found = heatmap.page, heatmap.segments
        tokens: list[int] = []
        for start, end in selection.runs:
            if end <= first:
                continue
            begin = max(start, first)
            here, last = np.searchsorted(found.token_start, (begin + 1, end))
            tokens += [begin, *found.token_start[here:last].tolist()]
            if len(tokens) > _MAX_PLACES:
                break
        return [token for token in tokens[:_MAX_PLACES] if 0 <= token < page.n_tokens]

    def _places(self, tokens: list[int]) -> list[Any]:
        """Return where tokens are on the page: slot, character, slot, character."""
        heatmap = self._stages.heatmap
        if heatmap is None:
            return []
        return [paint.span(heatmap.page, token, token + 1) for token in tokens]
