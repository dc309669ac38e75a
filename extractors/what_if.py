"""What if: the setting, and its nearest value, that would reverse a block's state.

Candidates for a threshold are the measured values of its quantity on this page, nearest first;
for other settings the declared steps outward. Between a value that flips and one that does not,
the nearest is found by halving, which assumes that a threshold flips a block once: the answer is
therefore called "nearest found".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.errors import SettingsError
from extractors.model.extraction import Extraction, Status
from extractors.model.sentence import deciding_step
from extractors.model.settings import Knob, Settings, knobs

if TYPE_CHECKING:
    from extractors.page.records import BoolArray

_MOST_STEPS = 10_000
"""Steps that are looked at on either side of a value that bounds no measured quantity."""

Run = Callable[[Settings], Extraction]
"""Runs the extractor at hand with other settings."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One change of one setting that flips the block.

    Attributes
    ----------
    field : str
        The setting.
    old, new : object
        Its value now (resolved) and then.
    keeps : bool
        Whether the block is kept then.
    gained, lost : int
        Tokens outside the block that would be kept, or dropped, as well.
    settings : Settings
        The changed record.
    """

    field: str
    old: object
    new: object
    keeps: bool
    gained: int
    lost: int
    settings: Settings


def what_if(
    run: Run,
    extraction: Extraction,
    block: int,
    *,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[WhatIf]:
    """Yield changes that flip a block, the settings of the deciding rule first.

    Parameters
    ----------
    run : callable
        Runs the extractor with given settings on the same page.
    extraction : Extraction
        The result to change.
    block : int
        Block of that result.
    cancelled : callable
        Asked before every run; True ends the search.
    """
    target = _Target(extraction, block)
    if not target.tokens.any():
        return
    for declared in _by_relevance(extraction, block):
        found = _search_field(run, target, declared, cancelled)
        if cancelled():
            return
        if found is not None:
            yield found


class _Target:
    """The block to flip and what it looked like before."""

    def __init__(self, extraction: Extraction, block: int) -> None:
        chosen = np.zeros(len(extraction.blocks), dtype=np.bool_)
        chosen[block] = True
        self.extraction = extraction
        self.block = block
        self.tokens: BoolArray = extraction.blocks.mask(chosen, len(extraction.mask))
        self.kept = self._is_kept(extraction.mask)

    def _is_kept(self, mask: BoolArray) -> bool:
        return bool(2 * np.count_nonzero(mask & self.tokens) >= np.count_nonzero(self.tokens))

    def flipped_by(self, other: Extraction) -> bool:
        usable = other.status in {Status.OK, Status.EMPTY}
        return (
            usable
            and len(other.mask) == len(self.tokens)
            and self._is_kept(other.mask) != self.kept
        )


def _by_relevance(extraction: Extraction, block: int) -> list[Knob]:
    """Return the searchable settings: those the block's rules compare with come first."""
    named: list[str] = []
    last = deciding_step(extraction, block)
    for number in [last, *range(len(extraction.steps) - 1, -1, -1)]:
        rule = extraction.steps[number].rule_of(block) if number >= 0 else None
        if rule is not None:
            named.extend(test.bound for test in rule.tests if isinstance(test.bound, str))
    declared = [
        one for one in knobs(type(extraction.settings)) if one.kind in {"int", "float", "bool"}
    ] + [one for one in knobs(type(extraction.settings)) if one.kind == "choice"]
    order = {name: place for place, name in reversed(list(enumerate(named)))}
    return sorted(declared, key=lambda one: order.get(one.name, len(order) + 1))


def _search_field(
    run: Run, target: _Target, declared: Knob, cancelled: Callable[[], bool]
) -> WhatIf | None:
    old = getattr(target.extraction.settings.resolve(), declared.name)
    best: WhatIf | None = None
    for ladder in _ladders(target.extraction, declared, old):
        found = _nearest_flip(run, target, declared.name, old, ladder, cancelled)
        if found is not None and (best is None or _distance(found) < _distance(best)):
            best = found
    return best


def _distance(found: WhatIf) -> float:
    if isinstance(found.old, int | float) and isinstance(found.new, int | float):
        return abs(float(found.new) - float(found.old))
    return 0.0


def _ladders(extraction: Extraction, declared: Knob, old: object) -> list[list[object]]:
    """Return candidate values, one list per direction, nearest first."""
    if declared.kind == "bool":
        return [[not old]]
    if declared.kind == "choice":
        return [[choice] for choice in declared.choices if choice != old]
    if not isinstance(old, int | float):
        return []
    values = _grid(extraction, declared, float(old))
    return [
        [_cast(declared, v) for v in values if v > old],
        [_cast(declared, v) for v in reversed(values) if v < old],
    ]


def _cast(declared: Knob, value: float) -> object:
    return round(value) if declared.kind == "int" else round(value, 9)


def _grid(extraction: Extraction, declared: Knob, old: float) -> list[float]:
    """Return candidates in order: on the steps around what was measured, else around the value."""
    step = declared.step or (1.0 if declared.kind == "int" else 0.01)
    low = -math.inf if declared.low is None else declared.low
    high = math.inf if declared.high is None else declared.high
    column = extraction.column(declared.bounds) if declared.bounds else None
    if column is None:
        values = np.append(old + np.arange(-_MOST_STEPS, _MOST_STEPS + 1) * step, [low, high])
    else:
        measured = column.values.astype(np.float64)
        cells = np.unique(np.floor(measured[np.isfinite(measured)] / step + 1e-9))
        values = np.concatenate([cells - 1, cells, cells + 1]) * step
    inside = np.isfinite(values) & (values >= low) & (values <= high)
    found: list[float] = np.unique(np.round(values[inside], 9)).tolist()
    return found


def _nearest_flip(
    run: Run,
    target: _Target,
    name: str,
    old: object,
    ladder: list[object],
    cancelled: Callable[[], bool],
) -> WhatIf | None:
    """Gallop outward until a value flips the block, then halve back to the nearest one."""
    below, reach, found = -1, 0, None
    while ladder and reach < len(ladder) and found is None:
        if cancelled():
            return None
        here = reach
        if _changed(target, name, ladder[here]) is None:
            here = _last_accepted(target, name, ladder, (below, here))
        found = _try(run, target, name, old, ladder[here]) if here > below else None
        if found is None:
            below = reach
            reach = len(ladder) - 1 if reach < len(ladder) - 1 < 2 * reach + 1 else 2 * reach + 1
        else:
            reach = here
    if found is None:
        return None
    while reach - below > 1:
        if cancelled():
            return None
        middle = (below + reach) // 2
        nearer = _try(run, target, name, old, ladder[middle])
        if nearer is None:
            below = middle
        else:
            found, reach = nearer, middle
    return found


def _last_accepted(
    target: _Target, name: str, ladder: list[object], between: tuple[int, int]
) -> int:
    """Return the farthest value that contradicts no other field, before one that does."""
    accepted, refused = between
    while refused - accepted > 1:
        middle = (accepted + refused) // 2
        if _changed(target, name, ladder[middle]) is None:
            refused = middle
        else:
            accepted = middle
    return accepted


def _changed(target: _Target, name: str, new: object) -> Settings | None:
    """Return the settings with one value changed, None where it contradicts another field."""
    try:
        return target.extraction.settings.replace(**{name: new})
    except SettingsError:
        return None


def _try(run: Run, target: _Target, name: str, old: object, new: object) -> WhatIf | None:
    settings = _changed(target, name, new)
    if settings is None:
        return None
    other = run(settings)
    if not target.flipped_by(other):
        return None
    before, outside = target.extraction.mask, ~target.tokens
    return WhatIf(
        field=name,
        old=old,
        new=new,
        keeps=not target.kept,
        gained=int((other.mask & ~before & outside).sum()),
        lost=int((before & ~other.mask & outside).sum()),
        settings=settings,
    )
