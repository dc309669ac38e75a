"""Whether a value fits its declaration, and the words that say what would be right."""

from __future__ import annotations

import math
from enum import Enum

from extractors.errors import SettingsError
from extractors.model.knob import AUTO, Knob, PipelineStep

_EXPECTED: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
    "choice": (Enum,),
    "text": (str,),
    "list": (tuple,),
    "table": (tuple,),
    "pipeline": (tuple,),
}


def check_value(declared: Knob, value: object) -> None:
    """Raise `SettingsError` if a value is not of the declared kind or not in its range."""
    if value is None and declared.auto:
        return
    if not _fits(declared, value):
        raise invalid_value_error(declared, value)
    if isinstance(value, int | float):
        if declared.low is not None and value < declared.low:
            raise invalid_value_error(declared, value, f"at least {declared.low:g}")
        if declared.high is not None and value > declared.high:
            raise invalid_value_error(declared, value, f"at most {declared.high:g}")


def invalid_value_error(declared: Knob, value: object, right: str = "") -> SettingsError:
    """Return the error that says what would be right: by default any value of the kind."""
    return SettingsError(
        f"{declared.name} must be {right or _right_kind(declared)}, got {_shown(value)}",
        field=declared.name,
    )


def _fits(declared: Knob, value: object) -> bool:
    if not isinstance(value, _EXPECTED[declared.kind]):
        return False
    match value:
        case bool():
            return declared.kind == "bool"
        case float():
            return math.isfinite(value)
        case Enum():
            return declared.kind != "choice" or value in declared.choices
        case tuple():
            return all(_item_fits(declared, item) for item in value)
        case _:
            return True


def _item_fits(declared: Knob, item: object) -> bool:
    if declared.kind == "pipeline":
        return isinstance(item, PipelineStep)
    if declared.kind == "list":
        return isinstance(item, str)
    if not isinstance(item, tuple) or not all(isinstance(cell, str) for cell in item):
        return False
    return not declared.columns or len(item) == len(declared.columns)


def _right_kind(declared: Knob) -> str:
    if declared.kind == "choice":
        words = "one of " + ", ".join(str(choice.value) for choice in declared.choices)
    else:
        words = {
            "bool": "true or false",
            "int": "a whole number",
            "float": "a number",
            "text": "text",
            "list": 'a list of text such as ["a", "b"]',
            "table": f"a list of rows such as [{_sample_row(declared)}]",
            "pipeline": 'a list of steps such as [{step = "NAME"}]',
        }[declared.kind]
    return words + (f" or {AUTO}" if declared.auto else "")


def _sample_row(declared: Knob) -> str:
    return "[" + ", ".join(f'"{name}"' for name in declared.columns or ("a", "b")) + "]"


def _shown(value: object) -> str:
    """Return a value as a message shows it, however long it is."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than twenty digits"
    text = f"{value:g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
