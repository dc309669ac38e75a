"""Scene of a page of the corpus, from stored results. No Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session.scene import token_score
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.widgets.records import Layer, LayerKind, Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.runs.stored import StoredPage
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.widgets.records import PaneRecord

PANES_WITH_ERRORS = "panes with errors"
BLOCKS_OF_RULE = "blocks of the rule"


def scene_of_stored(
    stored: StoredPage, panes: Sequence[PaneRecord], active: str, *, comments: bool = False
) -> Scene:
    """Return the scene of a page for the strips: gold, panes, and number of wrong panes.

    Parameters
    ----------
    stored : StoredPage
        The page with its gold and results.
    panes : sequence of PaneRecord
        The panes, in their order; those without a stored result have none in the scene either.
    comments : bool
        Whether comments count as main content.
    """
    shown_panes = tuple(_with_result(stored, pane, comments=comments) for pane in panes)
    errors = _panes_with_errors(stored, shown_panes, comments=comments)
    return Scene(
        page=stored.page,
        panes=shown_panes,
        active=active,
        layers={} if errors is None else {errors.key: errors},
        gold=stored.gold,
        comments=comments,
    )


def rule_layer(
    stored: StoredPage,
    pane: str,
    label: str,
    is_of: Callable[[Address], bool],
    *,
    comments: bool = False,
) -> Layer | None:
    """Return the words that some rules of a pane decided wrongly; None without decisions.

    Without gold, they are those that another pane decides otherwise.

    Parameters
    ----------
    label : str
        Name of the rules.
    is_of : callable
        Whether an address belongs to the rules.
    comments : bool
        Whether comments count as main content.
    """
    gold, decided, result = stored.gold, stored.decided.get(pane), stored.results.get(pane)
    if decided is None or result is None:
        return None
    if gold is None:
        others = [
            each.mask
            for name, each in stored.results.items()
            if name != pane and each.status in ANSWERED
        ]
        differs = np.any([mask != result.mask for mask in others], axis=0) if others else False
    else:
        differs = gold.scored() & (result.mask != gold.main(comments=comments))
    wrong = differs & decided.are_of(is_of)
    return Layer(
        key=BLOCKS_OF_RULE,
        label=label,
        kind=LayerKind.AMOUNT,
        values=np.where(wrong, 1.0, np.nan),
        unit="words",
        meaning="Words of the selected rule that are wrong; without gold, those that another pane"
        " decides otherwise.",
        share=np.count_nonzero(wrong) / max(len(wrong), 1),
    )


def _with_result(stored: StoredPage, pane: PaneRecord, *, comments: bool) -> PaneRecord:
    """Return a pane with its stored result and the score of the result."""
    result = stored.results.get(pane.name)
    answer = result if result is not None and result.status in ANSWERED else None
    score = None if answer is None else token_score(stored.gold, answer.mask, comments=comments)
    return replace(pane, extraction=result, last_good=answer, step=None, gold_score=score)


def _panes_with_errors(
    stored: StoredPage, panes: Sequence[PaneRecord], *, comments: bool
) -> Layer | None:
    """Return the number of wrong panes for each token; None without gold or results."""
    gold = stored.gold
    masks = [pane.shown.mask for pane in panes if pane.shown is not None]
    if gold is None or not masks:
        return None
    main = gold.main(comments=comments)
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
