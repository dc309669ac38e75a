"""Settings, declared once: read by the panel, `--set`, TOML files, provenance and docs.

A record of settings is a frozen dataclass derived from `Settings` whose fields are declared by
`knob`.
"""

from __future__ import annotations

import dataclasses
import tomllib
import types
import typing
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self, cast

from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.checks import check_value, invalid_value_error
from boilerscope.extractors.model.knob import AUTO, Knob, MainKnob, PipelineStep, Source, StepKind

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    "parse_value",
    "to_table",
]


def knob(  # noqa: PLR0913 - a declaration is a list of named facts, always given by keyword
    default: Any,
    label: str,
    help: str,  # noqa: A002 - the word of the field's own metadata
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    source: Source = Source.OURS,
    bounds: str = "",
    group: str = "General",
    main: MainKnob | None = None,
    choice_labels: Mapping[str, str] | None = None,
    columns: tuple[str, ...] = (),
    catalogue: Callable[[], Mapping[str, StepKind]] | None = None,
    names: Callable[[], tuple[str, ...]] | None = None,
) -> Any:
    """Declare a field of a settings record; see `Knob` for the arguments.

    A default of ``None`` declares an automatic value; the record's `Settings.resolve` replaces it.
    If only the page decides the value, it stays ``None``, and the step that uses the value has it
    in its numbers, under the name of the field.
    """
    facts = {
        "label": label,
        "help": help,
        "unit": unit,
        "low": low,
        "high": high,
        "step": step,
        "source": source,
        "bounds": bounds,
        "group": group,
        "main": main,
        "choice_labels": dict(choice_labels or {}),
        "columns": columns,
        "catalogue": catalogue,
        "names": names,
    }
    return field(default=default, metadata={"knob": facts})


@dataclass(frozen=True)
class Settings:
    """Base of all settings records.

    Subclasses are frozen dataclasses (without ``slots``, so that zero-argument ``super`` works)
    whose fields are declared by `knob`. Values are checked when a record is created.

    Raises
    ------
    SettingsError
        If a value has the wrong type, is outside its range, or contradicts another value.
    """

    def __post_init__(self) -> None:
        for declaration in knobs(type(self)):
            check_value(declaration, getattr(self, declaration.name))
        self.check()

    def check(self) -> None:
        """Check relations between fields; raise `SettingsError` naming the field."""

    def resolve(self) -> Self:
        """Return a copy with automatic values replaced by actual values."""
        return self

    def replace(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        for name in changes:
            find_knob(type(self), name)
        return dataclasses.replace(self, **cast("dict[str, Any]", changes))


@dataclass(frozen=True)
class NoSettings(Settings):
    """Settings of extractors and steps that have none."""


def knobs(settings_class: type[Settings]) -> tuple[Knob, ...]:
    """Return the declarations of a settings class, in order.

    Raises
    ------
    TypeError
        If a field is not declared by `knob`, or has a type that settings do not support.
    """
    if settings_class not in _DECLARED:
        hints = typing.get_type_hints(settings_class)
        _DECLARED[settings_class] = tuple(
            _declared(settings_class, field, hints[field.name])
            for field in dataclasses.fields(settings_class)
        )
    return _DECLARED[settings_class]


def find_knob(settings_class: type[Settings], name: str) -> Knob:
    """Return the declaration of one field.

    Raises
    ------
    UnknownNameError
        If the field does not exist; the message gives the nearest name.
    """
    for declaration in knobs(settings_class):
        if declaration.name == name:
            return declaration
    raise UnknownNameError("setting", name, [field.name for field in knobs(settings_class)])


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


_DECLARED: dict[type[Settings], tuple[Knob, ...]] = {}


def _declared(settings_class: type[Settings], field: dataclasses.Field[Any], hint: Any) -> Knob:
    if "knob" not in field.metadata:
        raise TypeError(f"{settings_class.__name__}.{field.name} is not declared by knob()")
    is_union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    options = typing.get_args(hint) if is_union else (hint,)
    auto = type(None) in options
    kinds = [option for option in options if option is not type(None)]
    kind_hint = kinds[0] if len(kinds) == 1 else hint
    return Knob(
        name=field.name,
        kind=_kind_name(kind_hint, f"{settings_class.__name__}.{field.name}"),
        default=field.default,
        auto=auto,
        choices=tuple(kind_hint) if _is_choice(kind_hint) else (),
        **field.metadata["knob"],
    )


def _is_choice(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def _kind_name(hint: Any, field_name: str) -> str:
    if _is_choice(hint):
        return "choice"
    simple = {bool: "bool", int: "int", float: "float", str: "text"}
    if hint in simple:
        return simple[hint]
    listed = {(str, ...): "list", (PipelineStep, ...): "pipeline", (tuple[str, ...], ...): "table"}
    if typing.get_origin(hint) is tuple and typing.get_args(hint) in listed:
        return listed[typing.get_args(hint)]
    raise TypeError(f"{field_name} has a type that settings do not support")


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
