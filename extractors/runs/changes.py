"""Changes between two panes, from stored results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.keys import fingerprint, key_of
from boilerscope.extractors.runs.score_task import scoring_of
from boilerscope.extractors.scoring.changes import Side
from boilerscope.extractors.scoring.results import ANSWERED

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.changes import Changes
    from boilerscope.extractors.scoring.results import ScoreOptions


def compare_stored(
    pages: Sequence[ListedPage],
    panes: tuple[Pane, Pane],
    options: ScoreOptions,
    store: ResultStore,
    changes: Changes,
) -> Generator[int, None, None]:
    """Compare the stored results of two panes, and yield the number of each compared page.

    Pages that were not read are left out, and pages without a result of both panes.

    Parameters
    ----------
    options : ScoreOptions
        Options with which the results were stored.
    changes : Changes
        Filled page by page.
    """
    keys = [key_of(pane) for pane in panes]
    scoring = scoring_of(options)
    for index, page in enumerate(pages):
        try:
            kept = store.page(f"{fingerprint(page.located())} {scoring}")
        except BoilerscopeError:
            continue  # its failure is reported by the run
        if kept is None:
            continue
        before, after = (store.result(kept.digest, key) for key in keys)
        if before is None or after is None:
            continue
        if {before.outcome.status, after.outcome.status} & ANSWERED:
            changes.add(index, _side(before), _side(after))
            yield index


def _side(result: KeptResult) -> Side:
    return Side(result.outcome.status, result.own_text, result.mask, result.decided)
