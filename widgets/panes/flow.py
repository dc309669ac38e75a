"""Where the lines of a pane stand: heights estimated for all, exact for what has been on screen.

A page may have 100,000 lines; laying them all out would take seconds. What is on screen never
moves when an estimate is replaced: one line is pinned and the others follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from extractors.page.records import FloatArray


class Flow:
    """Heights and tops of lines, in pixels."""

    def __init__(self) -> None:
        self._heights: FloatArray = np.zeros(0)
        self._exact: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self._tops: FloatArray = np.zeros(1)

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> float:
        """Height of all lines together."""
        return float(self._tops[-1])

    def set_heights(self, heights: FloatArray, exact: NDArray[np.bool_]) -> None:
        """Begin with new lines.

        Parameters
        ----------
        heights : array of float, shape (n_lines,)
            Estimated or known.
        exact : array of bool, shape (n_lines,)
            Which of them are known.
        """
        self._heights, self._exact = heights, exact
        self._sum()

    def top(self, line: int) -> float:
        """Return how far below the first line's top a line begins."""
        return float(self._tops[line])

    def height(self, line: int) -> float:
        """Return the height of a line as far as it is known."""
        return float(self._heights[line])

    def line_at(self, y: float) -> int:
        """Return the line at a height, the first or last one beyond the ends, -1 if none."""
        if not len(self):
            return -1
        found = int(np.searchsorted(self._tops, y, "right")) - 1
        return min(max(found, 0), len(self) - 1)

    def settle(
        self, pin: int, y: float, view_height: float, measure: Callable[[int], float]
    ) -> float:
        """Make all lines on screen exact while one line stays where it is.

        Parameters
        ----------
        pin : int
            The line that stays.
        y : float
            Where its top is on screen.
        view_height : float
            Height of the screen.
        measure : function of a line
            Lays it out and returns its height.

        Returns
        -------
        float
            What the screen is scrolled to then; below 0 where there is room above the first line.
        """
        line, edge = pin, y
        while line < len(self) and edge < view_height:
            edge += self._measured(line, measure)
            line += 1
        line, edge = pin - 1, y
        while line >= 0 and edge > 0:
            edge -= self._measured(line, measure)
            line -= 1
        self._sum()
        return self.top(pin) - y

    def _measured(self, line: int, measure: Callable[[int], float]) -> float:
        if not self._exact[line]:
            self._heights[line] = measure(line)
            self._exact[line] = True
        return float(self._heights[line])

    def _sum(self) -> None:
        self._tops = np.concatenate([[0.0], np.cumsum(self._heights)])
