"""First text on a page that a rule decided wrongly. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED, decisions
from boilerscope.widgets.picking import selection_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.widgets.records import Scene, Selection


def first_error_of(
    scene: Scene, *, pane: str, is_of: Callable[[Address], bool]
) -> Selection | None:
    """Return the first block of a pane that some rules decided wrongly; None without one.

    Parameters
    ----------
    is_of : callable
        Whether an address belongs to the rules.
    """
    record = scene.pane(pane)
    outcomes = None if record is None else scene.outcomes(record)
    if record is None or record.shown is None or outcomes is None:
        return None
    decided = decisions(record.shown)
    listed = np.array([*map(is_of, decided.addresses), is_of(NOT_TRACED)], dtype=np.bool_)
    wrong = np.isin(outcomes, [Outcome.WRONGLY_KEPT, Outcome.MISSED]) & listed[decided.number]
    tokens = np.flatnonzero(wrong)
    return selection_at(scene, int(tokens[0]), pane) if len(tokens) else None
