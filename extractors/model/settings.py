"""Settings, declared once: read by the panel, `--set`, TOML files, provenance and docs.

A record of settings is a frozen dataclass derived from `Settings` whose fields are declared by
`knob`.
"""

from __future__ import annotations

import tomllib
from enum import Enum
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.declarations import (
    AUTO,
    Knob,
    MainKnob,
    NoSettings,
    PipelineStep,
    Settings,
    Source,
    StepKind,
    check_value,
    find_knob,
    invalid_value_error,
    knob,
    knobs,
    known_knob,
    other_default,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "AUTO",
    "Knob",
    "MainKnob",
    "NoSettings",
    "PipelineStep",
    "Settings",
    "Source",
    "StepKind",
    "changed",
    "find_knob",
    "from_table",
    "knob",
    "knobs",
    "known_knob",
    "other_default",
    "parse_value",
    "to_table",
]


def changed(settings: Settings) -> dict[str, object]:
    """Return the fields that differ from their defaults, in declaration order."""
    return {
        declaration.name: getattr(settings, declaration.name)
        for declaration in knobs(type(settings))
        if getattr(settings, declaration.name) != declaration.default
    }


def to_table(settings: Settings, *, everything: bool = False) -> dict[str, Any]:
    """Convert a settings record to plain TOML and JSON values.

    Parameters
    ----------
    everything : bool
        Whether fields at their default are written too, including those of pipeline steps.
    """
    shown = (
        {
            declaration.name: getattr(settings, declaration.name)
            for declaration in knobs(type(settings))
        }
        if everything
        else changed(settings)
    )
    return {name: _plain(value, everything=everything) for name, value in shown.items()}


def from_table(settings_class: type[Settings], table: Mapping[str, Any]) -> Settings:
    """Create a record from plain values; the inverse of `to_table`.

    Raises
    ------
    UnknownNameError
        If a key is not a field.
    SettingsError
        If a value is not valid.
    """
    values = {
        name: _from_plain(find_knob(settings_class, name), value) for name, value in table.items()
    }
    return settings_class(**values)


def parse_value(settings_class: type[Settings], name: str, text: str) -> object:
    """Parse the right side of ``--set EXTRACTOR.FIELD=VALUE``.

    Lists are TOML values; text and choices need no quotes.

    Raises
    ------
    UnknownNameError
        If the field does not exist.
    SettingsError
        If the text is not a value of this kind. Ranges are checked when a record is created.
    """
    declaration = find_knob(settings_class, name)
    if declaration.kind in {"choice", "text"}:
        plain: Any = text
    else:
        try:
            plain = tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):  # not TOML, or an absurd number or nesting
            plain = text
    value = _from_plain(declaration, plain)
    check_value(declaration, value)
    return value


def _plain(value: object, *, everything: bool) -> Any:
    if value is None:
        return AUTO
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, PipelineStep):
        return {"step": value.kind, **to_table(value.settings, everything=everything)}
    if isinstance(value, tuple):
        return [_plain(item, everything=everything) for item in value]
    return value


def _from_plain(declaration: Knob, value: Any) -> Any:
    if declaration.auto and (value is None or value == AUTO):
        return None
    if declaration.kind == "choice":
        return _choice(declaration, value)
    if declaration.kind == "float" and isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError as error:
            raise invalid_value_error(declaration, value) from error
    if isinstance(value, list | tuple):
        if declaration.kind == "pipeline":
            return tuple(_pipeline_step(declaration, item) for item in value)
        return tuple(tuple(item) if isinstance(item, list) else item for item in value)
    return value


def _choice(declaration: Knob, value: object) -> Enum:
    for choice in declaration.choices:
        if value in (choice, choice.value):
            return choice
    raise invalid_value_error(declaration, value)


def _pipeline_step(declaration: Knob, item: Any) -> PipelineStep:
    if isinstance(item, PipelineStep):
        return item
    if not isinstance(item, dict) or not isinstance(item.get("step"), str):
        raise invalid_value_error(declaration, [item])
    catalogue = declaration.catalogue() if declaration.catalogue is not None else {}
    values = dict(item)
    kind = values.pop("step")
    if kind not in catalogue:
        raise UnknownNameError("step", kind, catalogue)
    try:
        return PipelineStep(kind, from_table(catalogue[kind].settings_class, values))
    except SettingsError as error:
        raise SettingsError(f"step {kind}: {error}", field=declaration.name) from error
