"""Results of a corpus run as they are stored, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.keys import fingerprint, key_of
from boilerscope.extractors.runs.score_task import scoring_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.results import ScoreOptions


def stored_results(
    pages: Sequence[ListedPage], panes: Sequence[Pane], options: ScoreOptions, store: ResultStore
) -> Iterator[tuple[int, list[KeptResult | None]]]:
    """Yield the number of each stored page, and the result of each pane, None without one.

    Parameters
    ----------
    options : ScoreOptions
        Options with which the results were stored.
    """
    keys = [key_of(pane) for pane in panes]
    scoring = scoring_of(options)
    for index, page in enumerate(pages):
        try:
            kept = store.page(f"{fingerprint(page.located())} {scoring}")
        except BoilerscopeError:
            continue  # its failure is reported by the run
        if kept is not None:
            yield index, [store.result(kept.digest, key) for key in keys]
