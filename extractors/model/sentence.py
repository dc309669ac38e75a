"""Turn the record of a step into the sentence a reader sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.model.steps import Evaluated, Outcome, Step, evaluate

if TYPE_CHECKING:
    from extractors.model.extraction import Extraction

_NEIGHBOUR = {-1: "previous ", 0: "", 1: "next "}


def figure(value: float) -> str:
    """Return a measured value as people read it: whole numbers bare, others with three digits.

    >>> figure(55.0), figure(0.333333), figure(1079.0)
    ('55', '0.333', '1,079')
    """
    if value != value:  # noqa: PLR0124 - the test for not-a-number without an import
        return "-"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:.3g}" if abs(value) < 1 else f"{value:,.2f}"


def says(extraction: Extraction, step: Step, block: int) -> str:
    """Return why a step did what it did to a block, empty if it did not test it.

    Examples: ``R1: words 55 > 16``, ``F8: not largest, 234 < 316 words``.
    """
    rule = step.rule_of(block)
    if rule is None:
        return ""
    parts = [
        _comparison(extraction, result)
        for result in evaluate(step, block, extraction.column_values(), extraction.settings)
    ]
    if rule.says:
        parts.append(rule.says.format_map(_figures(extraction, step, block)))
    return f"{rule.code}: " + ", ".join(parts) if parts else rule.code


def deciding_step(extraction: Extraction, block: int) -> int:
    """Return the last step whose rule kept or dropped the block, -1 if none did.

    A rule that only confirms or labels decides nothing unless no other one spoke.
    """
    confirmed = -1
    for number in range(len(extraction.steps) - 1, -1, -1):
        rule = extraction.steps[number].rule_of(block)
        if rule is None:
            continue
        if rule.outcome in {Outcome.KEEP, Outcome.DROP}:
            return number
        if confirmed < 0:
            confirmed = number
    return confirmed


def verdict(extraction: Extraction, block: int) -> str:
    """Return the sentence of the rule that decided on a block."""
    number = deciding_step(extraction, block)
    if number < 0:
        return "no rule tested this block"
    return says(extraction, extraction.steps[number], block)


def _comparison(extraction: Extraction, result: Evaluated) -> str:
    column = extraction.column(result.test.quantity)
    label = column.label.lower() if column else result.test.quantity.replace("_", " ")
    where = _NEIGHBOUR.get(result.test.offset, f"block {result.test.offset:+d} ")
    return f"{where}{label} {figure(result.value)} {result.test.op} {figure(result.bound)}"


class _Figures(dict[str, str]):
    def __missing__(self, key: str) -> str:
        raise KeyError(f"a rule mentions {key!r}, which its step does not measure")


def _figures(extraction: Extraction, step: Step, block: int) -> _Figures:
    figures = _Figures(
        {name: figure(float(values[block])) for name, values in extraction.column_values().items()}
    )
    figures.update({name: figure(float(v[block])) for name, v in step.columns.items()})
    figures.update({name: figure(float(value)) for name, value in step.numbers.items()})
    resolved = (step.settings or extraction.settings).resolve()
    for name in getattr(type(resolved), "__dataclass_fields__", {}):
        figures.setdefault(name, _setting(getattr(resolved, name)))
    return figures


def _setting(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return figure(float(value))
    return str(value)
