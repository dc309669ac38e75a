"""Panes whose results are bounds, computed from the gold of each page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.runs.file_panes import FilePane
from boilerscope.extractors.runs.keys import ResultKey, program_digest
from boilerscope.extractors.scoring.bounds import BOUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.listed_page import ListedPage


class BoundPane(FilePane):
    """Pane of a bound; it has no results of its own, the task that scores a page makes them."""

    __slots__ = ()

    def key(self, page: ListedPage) -> ResultKey:
        """Return the key of the bound; its score is stored under the gold of the page too."""
        del page
        return ResultKey(self.pane.extractor, program_digest(), "")


def bound_panes(used_names: Iterable[str]) -> list[FilePane]:
    """Return a pane for the floor and one for the ceiling.

    Parameters
    ----------
    used_names : iterable of str
        Names of other panes.
    """
    names = list(used_names)
    return [BoundPane(Pane(free_name(bound, names), bound, NoSettings()), {}) for bound in BOUNDS]
