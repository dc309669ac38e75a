"""What if: the settings, with their nearest values, that would reverse the state of a block.

Candidates for a threshold are the measured values of its quantity on this page, nearest first. For
other settings they are the declared steps, from the current value outward. The search halves the
range between a value that flips the block and one that does not. This assumes that a threshold
flips a block only once, so the answer is called "nearest found".

If no single setting flips the block, `what_if_pairs` tries pairs of the settings in the rules that
tested it: one setting is moved as far as possible, the other is searched as before, and then the
first moves back to the nearest value that still flips the block.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import ANSWERED, Extraction
from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.extractors.model.settings import Knob, Settings, knobs
from boilerscope.extractors.model.shared_settings import is_shared
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray

MAX_PAIRED = 10
"""Number of settings of which pairs are tried: those of the deciding rule first."""

_MAX_STEPS = 10_000
"""Number of steps to try in each direction if a setting is not compared with a measured column."""

Run = Callable[[Settings], Extraction]
"""Function that runs the extractor with other settings."""


@dataclass(frozen=True, slots=True, eq=False)
class WhatIf:
    """One change that flips the block: of one setting, or of two that do it together.

    Attributes
    ----------
    old, new : object
        Current value (resolved) and changed value.
    keeps : bool
        Whether the block is kept with the changed value.
    gained, lost : int
        Number of tokens outside the block that are also kept, or dropped, with the changed value.
    settings : Settings
        The changed settings.
    mask : array of bool, shape (n_tokens,)
        The mask with the changed value.
    also : tuple of (str, object, object), or None
        Field, current and changed value of the second setting of a pair.
    """

    field: str
    old: object
    new: object
    keeps: bool
    gained: int
    lost: int
    settings: Settings
    mask: BoolArray
    also: tuple[str, object, object] | None = None


@dataclass(frozen=True, slots=True)
class Trying:
    """How far a search is.

    Attributes
    ----------
    number, total : int
        Which setting, or pair of settings, is tried now, from 1, and how many there are.
    fields : tuple of str
        The setting, or both of the pair.
    """

    number: int
    total: int
    fields: tuple[str, ...]


def _untold(_: Trying) -> None:
    pass


def describe_change(change: WhatIf) -> str:
    """Return a change and the other words that it keeps or drops, as a clause."""
    words = [
        f"{counted(count, 'other word')} {verb}"
        for count, verb in ((change.gained, "kept"), (change.lost, "dropped"))
        if count
    ]
    fields = [(change.field, change.old, change.new), *([change.also] if change.also else [])]
    named = [f"{name} = {_value(new)} instead of {_value(old)}" for name, old, new in fields]
    return " and ".join(named) + (f" ({', '.join(words)})" if words else "")


def _value(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def what_if(
    run: Run,
    extraction: Extraction,
    block: int,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    told: Callable[[Trying], object] = _untold,
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
        Called before every run; True ends the search.
    told : callable
        Called before each setting is tried.
    """
    target = _Target(extraction, block)
    if not target.tokens.any():
        return
    fields = _by_relevance(extraction, block)
    for number, field in enumerate(fields, 1):
        told(Trying(number, len(fields), (field.name,)))
        change = _search_field(run, target, field, cancelled)
        if cancelled():
            return
        if change is not None:
            yield change


def what_if_pairs(
    run: Run,
    extraction: Extraction,
    block: int,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    told: Callable[[Trying], object] = _untold,
) -> Iterator[WhatIf]:
    """Yield pairs of changes that flip a block together, those of the deciding rule first.

    Only settings of the steps that tested the block are paired, at most `MAX_PAIRED` of them; of a
    library, whose rules seldom name its settings, also its switches and choices.
    Parameters are those of `what_if`.
    """
    target = _Target(extraction, block)
    if not target.tokens.any():
        return
    matched = _in_rules(extraction, block)
    switches = _switches(extraction) if extraction.traced is not None else ()
    named = dict.fromkeys((*matched, *_in_steps(extraction, block), *switches))
    by_name = {field.name: field for field in _by_relevance(extraction, block)}
    fields = [by_name[name] for name in named if name in by_name]
    pairs = list(combinations(fields[:MAX_PAIRED], 2))
    for number, (first, second) in enumerate(pairs, 1):
        told(Trying(number, len(pairs), (first.name, second.name)))
        change = _search_pair(run, target, first, second, cancelled)
        if cancelled():
            return
        if change is not None:
            yield change


def _switches(extraction: Extraction) -> list[str]:
    """Return the settings with few values."""
    fields = knobs(type(extraction.settings))
    return [field.name for field in fields if field.kind in {"bool", "choice"} or field.tried]


def _search_pair(
    run: Run, target: _Target, first: Knob, second: Knob, cancelled: Callable[[], bool]
) -> WhatIf | None:
    """Return the pair with the fewest other tokens, of both directions of the first setting."""
    old = target.extraction.setting(first.name)
    best: WhatIf | None = None
    for candidates in _candidates(target.extraction, first, old):
        far = _farthest(target, first.name, candidates)
        if far is None:
            continue
        found = _search_field(run, target.at(far), second, cancelled)
        if found is None:
            continue
        at_second = _changed(target, second.name, found.new)
        if at_second is None:
            continue
        near = _nearest_flip(run, target.at(at_second), first.name, old, candidates, cancelled)
        if near is None:
            continue
        pair = replace(near, also=(second.name, found.old, found.new))
        if best is None or pair.gained + pair.lost < best.gained + best.lost:
            best = pair
    return best


def _farthest(target: _Target, name: str, candidates: list[object]) -> Settings | None:
    """Return the settings with the last candidate that does not contradict another field."""
    if not candidates:
        return None
    last = len(candidates) - 1
    settings = _changed(target, name, candidates[last])
    if settings is not None:
        return settings
    accepted = _last_accepted(target, name, candidates, (-1, last))
    return None if accepted < 0 else _changed(target, name, candidates[accepted])


class _Target:
    """The block to flip, with its tokens and its state, and the settings that are changed."""

    def __init__(self, extraction: Extraction, block: int) -> None:
        self.settings = extraction.settings
        is_target = np.zeros(len(extraction.blocks), dtype=np.bool_)
        is_target[block] = True
        self.extraction = extraction
        self.block = block
        self.tokens: BoolArray = extraction.blocks.mask(is_target, len(extraction.mask))
        self.kept = self._is_kept(extraction.mask)

    def at(self, settings: Settings) -> _Target:
        """Return the same block, for changes of other settings."""
        other = _Target(self.extraction, self.block)
        other.settings = settings
        return other

    def _is_kept(self, mask: BoolArray) -> bool:
        return bool(2 * np.count_nonzero(mask & self.tokens) >= np.count_nonzero(self.tokens))

    def flipped_by(self, result: Extraction) -> bool:
        has_result = result.status in ANSWERED
        return (
            has_result
            and len(result.mask) == len(self.tokens)
            and self._is_kept(result.mask) != self.kept
        )


def _by_relevance(extraction: Extraction, block: int) -> list[Knob]:
    """Return the settings to search, those in the rules of the block first."""
    in_rules = _in_rules(extraction, block)
    fields = knobs(type(extraction.settings))
    if not getattr(extraction.settings, "minus_template", False):
        # The step is off: its settings change nothing, and switching it on only drops more.
        fields = tuple(field for field in fields if not is_shared(field))
    searched = [field for field in fields if field.kind in {"int", "float", "bool"}]
    searched += [field for field in fields if field.kind == "choice" or field.tried]
    order = {name: index for index, name in reversed(list(enumerate(in_rules)))}
    return sorted(searched, key=lambda field: order.get(field.name, len(order) + 1))


def _in_rules(extraction: Extraction, block: int) -> list[str]:
    """Return the settings in the rules that matched a block, those of the deciding rule first."""
    names: list[str] = []
    deciding = deciding_step(extraction, block)
    for number in [deciding, *range(len(extraction.steps) - 1, -1, -1)]:
        rule = extraction.steps[number].rule_of(block) if number >= 0 else None
        if rule is not None:
            names.extend(test.bound for test in rule.tests if isinstance(test.bound, str))
    return names


def _in_steps(extraction: Extraction, block: int) -> list[str]:
    """Return the names of the settings of all rules in the steps that tested a block.

    A rule that does not match now may match with another value.
    """
    tested = (step for step in reversed(extraction.steps) if step.rule_of(block) is not None)
    tests = (test for step in tested for rule in step.rules for test in rule.tests)
    return [test.bound for test in tests if isinstance(test.bound, str)]


def _search_field(
    run: Run, target: _Target, field: Knob, cancelled: Callable[[], bool]
) -> WhatIf | None:
    """Return the nearest change of a setting that flips the block, in either direction."""
    old = target.extraction.setting(field.name)
    nearest: WhatIf | None = None
    for candidates in _candidates(target.extraction, field, old):
        change = _nearest_flip(run, target, field.name, old, candidates, cancelled)
        if change is not None and (nearest is None or _distance(change) < _distance(nearest)):
            nearest = change
    return nearest


def _distance(change: WhatIf) -> float:
    if isinstance(change.old, int | float) and isinstance(change.new, int | float):
        return abs(float(change.new) - float(change.old))
    return 0.0


def _candidates(extraction: Extraction, field: Knob, old: object) -> list[list[object]]:
    """Return the values to try, in one list for each direction, nearest first."""
    if field.kind == "bool":
        return [[not old]]
    if field.kind == "choice":
        return [[choice] for choice in field.choices if choice != old]
    if field.tried:
        return [[value] for value in field.tried if value != old]
    if not isinstance(old, int | float):
        return []
    values = _grid(extraction, field, float(old))
    return [
        [_cast(field, value) for value in values if value > old],
        [_cast(field, value) for value in reversed(values) if value < old],
    ]


def _cast(field: Knob, value: float) -> object:
    return round(value) if field.kind == "int" else round(value, 9)


def _grid(extraction: Extraction, field: Knob, old: float) -> list[float]:
    """Return the values to try in ascending order.

    They are the steps next to the measured values, or, without a measured column, the steps around
    the current value and both limits.
    """
    step = field.step or (1.0 if field.kind == "int" else 0.01)
    low = -math.inf if field.low is None else field.low
    high = math.inf if field.high is None else field.high
    column = extraction.column(field.bounds) if field.bounds else None
    if column is None:
        values = np.append(old + np.arange(-_MAX_STEPS, _MAX_STEPS + 1) * step, [low, high])
    else:
        measured = column.values.astype(np.float64)
        steps = np.unique(np.floor(measured[np.isfinite(measured)] / step + 1e-9))
        values = np.concatenate([steps - 1, steps, steps + 1]) * step
    is_valid = np.isfinite(values) & (values >= low) & (values <= high)
    grid: list[float] = np.unique(np.round(values[is_valid], 9)).tolist()
    return grid


def _nearest_flip(
    run: Run,
    target: _Target,
    name: str,
    old: object,
    candidates: list[object],
    cancelled: Callable[[], bool],
) -> WhatIf | None:
    """Try candidates in growing steps until one flips the block, then halve back to the nearest."""
    last_failed, index, change = -1, 0, None
    last = len(candidates) - 1
    while index <= last and change is None:
        if cancelled():
            return None
        tried = index
        if _changed(target, name, candidates[tried]) is None:
            tried = _last_accepted(target, name, candidates, (last_failed, tried))
        change = _try(run, target, name, old, candidates[tried]) if tried > last_failed else None
        if change is None:
            last_failed = index
            index = last if index < last < 2 * index + 1 else 2 * index + 1
        else:
            index = tried
    if change is None:
        return None
    while index - last_failed > 1:
        if cancelled():
            return None
        middle = (last_failed + index) // 2
        nearer = _try(run, target, name, old, candidates[middle])
        if nearer is None:
            last_failed = middle
        else:
            change, index = nearer, middle
    return change


def _last_accepted(
    target: _Target, name: str, candidates: list[object], between: tuple[int, int]
) -> int:
    """Return the last candidate that does not contradict another field."""
    accepted, refused = between
    while refused - accepted > 1:
        middle = (accepted + refused) // 2
        if _changed(target, name, candidates[middle]) is None:
            refused = middle
        else:
            accepted = middle
    return accepted


def _changed(target: _Target, name: str, new: object) -> Settings | None:
    """Return the settings with one changed value, None if it contradicts another field."""
    try:
        return target.settings.replace(**{name: new})
    except SettingsError:
        return None


def _try(run: Run, target: _Target, name: str, old: object, new: object) -> WhatIf | None:
    settings = _changed(target, name, new)
    if settings is None:
        return None
    result = run(settings)
    if not target.flipped_by(result):
        return None
    before, outside = target.extraction.mask, ~target.tokens
    return WhatIf(
        field=name,
        old=old,
        new=new,
        keeps=not target.kept,
        gained=int((result.mask & ~before & outside).sum()),
        lost=int((before & ~result.mask & outside).sum()),
        settings=settings,
        mask=result.mask,
    )
