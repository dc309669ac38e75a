"""Checks of values against their declaration; messages name the valid values."""

from __future__ import annotations

import math
from enum import Enum

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.knob import AUTO, Knob, PipelineStep

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


def check_value(field: Knob, value: object) -> None:
    """Raise `SettingsError` if a value has the wrong kind or is outside its range."""
    if value is None and field.auto:
        return
    if not _fits(field, value):
        raise invalid_value_error(field, value)
    if isinstance(value, int | float):
        if field.low is not None and value < field.low:
            raise invalid_value_error(field, value, f"at least {field.low:g}")
        if field.high is not None and value > field.high:
            raise invalid_value_error(field, value, f"at most {field.high:g}")


def invalid_value_error(field: Knob, value: object, expected: str = "") -> SettingsError:
    """Return an error that names the valid values, by default all values of the kind."""
    return SettingsError(
        f"{field.name} must be {expected or _expected_kind(field)}, got {_shown(value)}",
        field=field.name,
    )


def _fits(field: Knob, value: object) -> bool:
    if not isinstance(value, _EXPECTED[field.kind]):
        return False
    match value:
        case bool():
            return field.kind == "bool"
        case float():
            return math.isfinite(value)
        case Enum():
            return field.kind != "choice" or value in field.choices
        case tuple():
            return all(_item_fits(field, item) for item in value)
        case _:
            return True


def _item_fits(field: Knob, item: object) -> bool:
    if field.kind == "pipeline":
        return isinstance(item, PipelineStep)
    if field.kind == "list":
        return isinstance(item, str)
    if not isinstance(item, tuple) or not all(isinstance(cell, str) for cell in item):
        return False
    return not field.columns or len(item) == len(field.columns)


def _expected_kind(field: Knob) -> str:
    if field.kind == "choice":
        expected = "one of " + ", ".join(str(choice.value) for choice in field.choices)
    else:
        expected = {
            "bool": "true or false",
            "int": "a whole number",
            "float": "a number",
            "text": "text",
            "list": 'a list of text such as ["a", "b"]',
            "table": f"a list of rows such as [{_sample_row(field)}]",
            "pipeline": 'a list of steps such as [{step = "NAME"}]',
        }[field.kind]
    return expected + (f" or {AUTO}" if field.auto else "")


def _sample_row(field: Knob) -> str:
    return "[" + ", ".join(f'"{name}"' for name in field.columns or ("a", "b")) + "]"


def _shown(value: object) -> str:
    """Format a value for messages; shorten a long value."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than twenty digits"
    text = f"{value:g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
