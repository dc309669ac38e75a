"""Changes between two panes, from stored results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.runs.results_by_page import stored_results
from boilerscope.extractors.scoring.changes.records import Side

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.changes.records import Changes
    from boilerscope.extractors.scoring.results import ScoreOptions


def compare_stored(
    pages: Sequence[ListedPage],
    panes: tuple[Pane | FilePane, Pane | FilePane],
    options: ScoreOptions,
    store: ResultStore,
    changes: Changes,
    indices: Iterable[int] | None = None,
) -> Generator[int, None, None]:
    """Compare the stored results of two panes, and yield the number of each compared page.

    Pages that were not read are left out, and pages without a result of both panes.

    Parameters
    ----------
    options : ScoreOptions
        Options with which the results were stored.
    changes : Changes
        Filled page by page.
    indices : iterable of int, optional
        Numbers of the pages, all by default.
    """
    for index, (before, after) in stored_results(pages, panes, options, store, indices):
        if before is None or after is None:
            continue
        if {before.outcome.status, after.outcome.status} & ANSWERED:
            changes.add(index, _side(before), _side(after))
            yield index


def _side(result: KeptResult) -> Side:
    return Side(result.outcome.status, result.own_text, result.mask, result.decided)
