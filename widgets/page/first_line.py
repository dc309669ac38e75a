"""The first line of the selection on the page: found, and kept at the window's level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from widgets.page import paint

if TYPE_CHECKING:
    from collections.abc import Callable

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

    def find(self, selection: Selection, then: Callable[[float | None], None]) -> None:
        """Ask where the first line is: pixels of the window below the view's edge, or None."""
        stage = self._stages.front
        if stage is None:
            return
        zoom = stage.zoomFactor()
        stage.agent.ask(
            "first_line",
            self._places(selection),
            then=lambda y: then(None if y is None else y * zoom),
        )

    def follow(self) -> None:
        """Have the agent keep the line at the level, as far as the page can be scrolled."""
        stage, level, chosen = self._stages.front, self._selection.level, self._selection.selection
        if stage is None or self._leading:
            return
        places = [] if chosen is None else self._places(chosen)
        if level.wish is None or not places:
            stage.agent.ask("hold", None, 0)
        else:
            y = min(max(level.to_view(stage, level.wish), 0.0), float(stage.height()))
            stage.agent.ask("hold", places, y / stage.zoomFactor())

    def lead(self, y: float) -> bool:
        """Take the height to which the reader scrolled the line, in pixels of the page.

        Return whether that is a height for all columns.
        """
        stage, level = self._stages.front, self._selection.level
        if stage is None or not level.has_room(stage, y * stage.zoomFactor()):
            return False
        self._leading = True  # the agent is there already, or even further
        level.put(stage, y * stage.zoomFactor())
        self._leading = False
        return True

    def arrive(self, y: float) -> None:
        """Take the height that the page could be scrolled to."""
        stage = self._stages.front
        if stage is not None:
            self._leading = True
            self._selection.level.settle(stage, y * stage.zoomFactor())
            self._leading = False

    def _places(self, selection: Selection) -> list[Any]:
        """Return where runs of the selection, and segments in them, begin on the page."""
        heatmap = self._stages.heatmap
        if heatmap is None:
            return []
        page, found = heatmap.page, heatmap.segments
        tokens: list[int] = []
        for start, end in selection.runs:
            first, last = np.searchsorted(found.token_start, (start + 1, end))
            tokens += [start, *found.token_start[first:last].tolist()]
            if len(tokens) > _MAX_PLACES:
                break
        return [
            paint.span(page, token, token + 1)
            for token in tokens[:_MAX_PLACES]
            if 0 <= token < page.n_tokens
        ]
