"""Positions of the lines of a pane: heights are estimated, and exact for lines seen on screen.

A page may have 100,000 lines; a layout of all lines would take seconds. One line is pinned when an
estimate is replaced, so that visible lines do not move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import FloatArray


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
        """Total height of all lines."""
        return float(self._tops[-1])

    def set_heights(self, heights: FloatArray, exact: NDArray[np.bool_]) -> None:
        """Replace the lines.

        Parameters
        ----------
        heights : array of float, shape (n_lines,)
            Estimated or exact heights.
        exact : array of bool, shape (n_lines,)
            Whether each height is exact.
        """
        self._heights, self._exact = heights, exact
        self._sum()

    def top(self, line: int) -> float:
        """Return the distance from the top of the first line to the top of a line."""
        return float(self._tops[line])

    def height(self, line: int) -> float:
        """Return the exact or estimated height of a line."""
        return float(self._heights[line])

    def line_at(self, y: float) -> int:
        """Return the line at a height, or the nearest line; -1 without lines."""
        if not len(self):
            return -1
        line = int(np.searchsorted(self._tops, y, "right")) - 1
        return min(max(line, 0), len(self) - 1)

    def settle(
        self, pin: int, y: float, view_height: float, measure: Callable[[int], float]
    ) -> float:
        """Measure all visible lines while one line keeps its position.

        Parameters
        ----------
        y : float
            Position of its top in the view.
        measure : function of a line
            Lays out a line and returns its height.

        Returns
        -------
        float
            The new scroll offset; below 0 if there is space above the first line.
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

    def measure_all(self, measure: Callable[[int], float]) -> None:
        """Replace all estimates by exact heights."""
        for line in range(len(self)):
            self._measured(line, measure)
        self._sum()

    def _measured(self, line: int, measure: Callable[[int], float]) -> float:
        if not self._exact[line]:
            self._heights[line] = measure(line)
            self._exact[line] = True
        return float(self._heights[line])

    def _sum(self) -> None:
        self._tops = np.concatenate([[0.0], np.cumsum(self._heights)])
