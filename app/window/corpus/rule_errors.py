"""First text on a page that a rule decided wrongly, or as another pane does not. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.scoring.changes.records import Direction, rules_of_words
from boilerscope.extractors.scoring.loss_addresses import decisions
from boilerscope.widgets.picking import selection_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.changes.records import RuleChange
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.widgets.records import PaneRecord, Scene, Selection


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
    if record is None or outcomes is None:
        return None
    is_wrong = np.isin(outcomes, [Outcome.WRONGLY_KEPT, Outcome.MISSED])
    return _first_of(scene, record, is_of, is_wrong)


def first_difference_of(
    scene: Scene, *, pane: str, is_of: Callable[[Address], bool]
) -> Selection | None:
    """Return the first block of some rules of a pane that another pane decides otherwise.

    Parameters
    ----------
    is_of : callable
        Whether an address belongs to the rules.
    """
    record = scene.pane(pane)
    if record is None or record.shown is None:
        return None
    mask = record.shown.mask
    others = [other.shown.mask for other in scene.panes if other.shown is not None]
    return _first_of(scene, record, is_of, np.any([other != mask for other in others], axis=0))


def _first_of(
    scene: Scene, pane: PaneRecord, is_of: Callable[[Address], bool], is_sought: BoolArray
) -> Selection | None:
    """Return the first block of a pane with a sought token that some rules decided."""
    if pane.shown is None:
        return None
    tokens = np.flatnonzero(is_sought & decisions(pane.shown).are_of(is_of))
    return selection_at(scene, int(tokens[0]), pane.name) if len(tokens) else None


def first_change_of(
    scene: Scene, *, before: str, after: str, rule: RuleChange | None
) -> Selection | None:
    """Return the first block that one of two panes keeps and the other one drops.

    Parameters
    ----------
    before, after : str
        Names of the panes.
    rule : RuleChange or None
        Only words that this rule drops; None for all words.

    Returns
    -------
    Selection or None
        The block of the pane that drops it; None if the panes agree, or have no results.
    """
    kept = {Direction.LOST: before, Direction.WON: after}
    found: list[tuple[int, str]] = []
    for direction, keeper in kept.items():
        if rule is not None and rule.direction is not direction:
            continue
        dropper = after if keeper == before else before
        of_keeper, of_dropper = scene.pane(keeper), scene.pane(dropper)
        if of_keeper is None or of_dropper is None:
            continue
        if of_keeper.shown is None or of_dropper.shown is None:
            continue
        changed = of_keeper.shown.mask & ~of_dropper.shown.mask
        if rule is not None:
            changed &= rules_of_words(decisions(of_dropper.shown)) == rule.name
        tokens = np.flatnonzero(changed)
        if len(tokens):
            found.append((int(tokens[0]), dropper))
    return selection_at(scene, *min(found)) if found else None
