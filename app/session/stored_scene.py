"""Scene of a page of the corpus, from stored results. No Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session.scene import token_score
from boilerscope.extractors.scoring.results import ANSWERED
from boilerscope.widgets.records import Layer, LayerKind, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.runs.stored import StoredPage
    from boilerscope.widgets.records import PaneRecord

PANES_WITH_ERRORS = "panes with errors"


def scene_of_stored(stored: StoredPage, panes: Sequence[PaneRecord], active: str) -> Scene:
    """Return the scene of a page for the strips: gold, panes, and number of wrong panes.

    Parameters
    ----------
    stored : StoredPage
        The page with its gold and results.
    panes : sequence of PaneRecord
        The panes, in their order; those without a stored result have none in the scene either.
    """
    shown_panes = tuple(_with_result(stored, pane) for pane in panes)
    errors = _panes_with_errors(stored, shown_panes)
    return Scene(
        page=stored.page,
        panes=shown_panes,
        active=active,
        layers={} if errors is None else {errors.key: errors},
        gold=stored.gold,
    )


def _with_result(stored: StoredPage, pane: PaneRecord) -> PaneRecord:
    """Return a pane with its stored result and the score of the result."""
    result = stored.results.get(pane.name)
    answer = result if result is not None and result.status in ANSWERED else None
    score = None if answer is None else token_score(stored.gold, answer.mask, comments=False)
    return replace(pane, extraction=result, last_good=answer, step=None, gold_score=score)


def _panes_with_errors(stored: StoredPage, panes: Sequence[PaneRecord]) -> Layer | None:
    """Return the number of wrong panes for each token; None without gold or results."""
    gold = stored.gold
    masks = [pane.shown.mask for pane in panes if pane.shown is not None]
    if gold is None or not masks:
        return None
    main = gold.main()
    scored = gold.scored()
    wrong = np.sum([mask != main for mask in masks], axis=0)
    return Layer(
        key=PANES_WITH_ERRORS,
        label="Panes with errors",
        kind=LayerKind.AMOUNT,
        values=np.where(scored, wrong, np.nan).astype(np.float64),
        unit="panes",
        meaning="Number of panes that keep boilerplate or drop main content here.",
        high=float(len(masks)),
        share=np.count_nonzero(wrong[scored]) / max(len(wrong), 1),
    )
