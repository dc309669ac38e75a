"""Settings with which one rule of a pane is off, where it can be off alone.

A rule is off if one of its tests is never true, because its setting is at the end of its range, or
if its step is left out. Reversing the stored decisions of the rule instead would be wrong: the
steps after it would have decided otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.runner import Pane

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.extractors.scoring.losses.ledger import Ledger, LedgerRow

_HIGHEST = frozenset({">", ">="})
"""Operators of tests that are never true if the setting is at its maximum."""

_STRICT = frozenset({"<", ">"})
_COMPARISONS = ("<", ">", "<=", ">=")


@dataclass(frozen=True, slots=True)
class Without:
    """A pane whose rule is off.

    Attributes
    ----------
    pane : Pane
        Extractor and settings without the rule.
    setting : str
        Setting that turns the rule off, empty if its step is left out.
    value : float
        Value of the setting.
    step : str
        Step that is left out, empty if a setting turns the rule off.
    """

    pane: Pane
    setting: str = ""
    value: float = float("nan")
    step: str = ""

    def explain(self) -> str:
        """Return how the rule is off: ``max_link_density 1`` or ``step F8 left out``."""
        return f"{self.setting} {self.value:g}" if self.setting else f"step {self.step} left out"


def without_rows(pane: Pane, book: Ledger) -> dict[LedgerRow, Without]:
    """Return the rows of a ledger by rule that can be off alone, and how."""
    addresses = [address for row in book.rows for address in row.addresses if address.step]
    ways = ((row, without(pane, row.addresses, addresses)) for row in book.rows)
    return {row: way for row, way in ways if way is not None}


def without(pane: Pane, rule: Iterable[Address], addresses: Iterable[Address]) -> Without | None:
    """Return a pane without a rule; None if the rule cannot be off alone.

    Parameters
    ----------
    rule : iterable of Address
        Addresses of the rule: of one rule of one step.
    addresses : iterable of Address
        Addresses of all rules of the pane.
    """
    own, others = _divided(tuple(rule), addresses)
    if not own:
        return None
    extractor = registry.extractor(pane.extractor)
    found = (*_by_setting(pane, extractor, own, others), *_by_step(pane, extractor, own, others))
    return next(iter(found), None)


def _divided(
    rule: tuple[Address, ...], addresses: Iterable[Address]
) -> tuple[tuple[Address, ...], tuple[Address, ...]]:
    """Return the addresses of the rule, empty if they are of several rules, and all others."""
    places = {(address.step_number, address.rule_number) for address in rule if address.step}
    if len(places) != 1:
        return (), ()
    listed = tuple(addresses)
    is_own = [(other.step_number, other.rule_number) in places for other in listed]
    return rule, tuple(other for other, own in zip(listed, is_own, strict=True) if not own)


def _by_setting(
    pane: Pane,
    extractor: Extractor[Any],
    own: tuple[Address, ...],
    others: tuple[Address, ...],
) -> Iterator[Without]:
    """Yield the pane with a setting at the end of its range; strict comparisons come first."""
    first = own[0]
    tests = [(field, op) for field, op in first.tests if op in _COMPARISONS]
    for field, op in sorted(tests, key=lambda test: test[1] not in _STRICT):
        if any(_suffers(first, other, field, op) for other in others):
            continue
        knob = find_knob(extractor.settings_class, field)
        value = knob.high if op in _HIGHEST else knob.low
        if value is None or knob.kind not in {"int", "float"}:
            continue
        try:
            settings = pane.settings.replace(
                **{field: int(value) if knob.kind == "int" else float(value)}
            )
        except BoilerscopeError:
            continue  # another setting contradicts it
        if settings != pane.settings:
            yield Without(Pane(pane.name, pane.extractor, settings), field, float(value))


def _suffers(rule: Address, other: Address, field: str, op: str) -> bool:
    """Return whether moving a setting to where a rule is off changes another rule by itself.

    A later rule of the same step that compares the other way round only gets the blocks that the
    rule leaves to it.
    """
    ways = {way for name, way in other.tests if name == field}
    if not ways:
        return False
    is_reversed = all(way and (way in _HIGHEST) is not (op in _HIGHEST) for way in ways)
    is_later = other.step_number == rule.step_number and other.rule_number > rule.rule_number
    return not (is_reversed and is_later)


def _by_step(
    pane: Pane,
    extractor: Extractor[Any],
    own: tuple[Address, ...],
    others: tuple[Address, ...],
) -> Iterator[Without]:
    """Yield the pane without the step, if all changes of the step have the outcome of the rule."""
    number, is_kept = own[0].step_number, own[0].is_kept
    beside = [other for other in others if other.step_number == number and other.changes]
    changes = any(address.changes for address in own)
    if not changes or any(other.is_kept is not is_kept for other in beside):
        return
    left = extractor.without_step(pane.settings, number)
    if left is not None and left.settings is not None:
        yield Without(Pane(pane.name, left.extractor, left.settings), step=own[0].step)
