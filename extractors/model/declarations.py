"""Declarations of settings: a field, the record of an extractor or step, the check of a value.

A field may be a pipeline, whose steps have settings of their own: the record of settings and the
declaration of a field know each other. `boilerscope.extractors.model.settings` offers the names.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Self, cast

from boilerscope.extractors.errors import SettingsError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

AUTO = "auto"
"""An automatic value in files and on the command line (``None`` in records)."""


class Source(StrEnum):
    """Origin of a default."""

    PAPER = "paper"
    PROGRAM = "program"
    OURS = "ours"


class MainKnob(StrEnum):
    """The three main knobs; each controls several fields."""

    LINK_RATIO = "link_ratio"
    DISTRIBUTION = "distribution"
    MIN_LENGTH = "min_length"


@dataclass(frozen=True, slots=True)
class StepKind:
    """A building block of custom pipelines.

    Attributes
    ----------
    name : str
        Identifier in settings files.
    label, help : str
        Plain name and one sentence.
    settings_class : type of Settings
        Settings of the step.
    """

    name: str
    label: str
    help: str
    settings_class: type[Settings]


@dataclass(frozen=True, slots=True)
class PipelineStep:
    """One step of a custom pipeline: a kind by name, with its settings."""

    kind: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Knob:
    """Declaration of one field.

    Attributes
    ----------
    name : str
        Field name, as in files and on the command line.
    kind : str
        ``bool``, ``int``, ``float``, ``choice``, ``text``, ``list``, ``table`` (a list of
        lists of text) or ``pipeline``.
    default : object
        Value in a new record; ``None`` if `auto` is true.
    label, help : str
        Plain name and one sentence without the name of the field.
    unit : str
        Unit of the value, empty for pure numbers.
    low, high, step : float or None
        Range and step of numbers.
    source : Source
        Origin of the default.
    bounds : str
        Name of the measured column that the value is compared with, or empty.
    group : str
        Heading in the panel.
    main : MainKnob or None
        The main knob that controls the field.
    auto : bool
        Whether ``None`` is allowed and means that the profile decides.
    choices : tuple
        Members of a choice.
    choice_labels : mapping
        Labels of the values of a choice; a value without an entry is its own label.
    columns : tuple of str
        Names of the columns of a table.
    catalogue : callable or None
        Step kinds that a pipeline may use, by name.
    names : callable or None
        Completions for a text, or for the first column of a list or table, that is a name, such as
        that of an extractor. Other names pass the check; the code that looks a name up raises the
        error.
    tried : tuple of str
        Values of a text that a search of the setting tries, since it cannot try all.
    """

    name: str
    kind: str
    default: object
    label: str
    help: str
    unit: str
    low: float | None
    high: float | None
    step: float | None
    source: Source
    bounds: str
    group: str
    main: MainKnob | None
    auto: bool
    choices: tuple[Enum, ...]
    choice_labels: Mapping[str, str]
    columns: tuple[str, ...]
    catalogue: Callable[[], Mapping[str, StepKind]] | None
    names: Callable[[], tuple[str, ...]] | None = None
    tried: tuple[str, ...] = ()


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
    tried: tuple[str, ...] = (),
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
        "tried": tried,
    }
    return field(default=default, metadata={"knob": facts})


def other_default(base: type[Settings], name: str, default: Any, **facts: Any) -> Any:
    """Declare a field of the record `base` again with another default, and facts that differ."""
    declared = base.__dataclass_fields__[name].metadata["knob"]
    return field(default=default, metadata={"knob": declared | facts})


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
            for field in sorted(dataclasses.fields(settings_class), key=_is_shared)
        )
    return _DECLARED[settings_class]


def find_knob(settings_class: type[Settings], name: str) -> Knob:
    """Return the declaration of one field.

    Raises
    ------
    UnknownNameError
        If the field does not exist; the message gives the nearest name.
    """
    found = known_knob(settings_class, name)
    if found is None:
        raise UnknownNameError("setting", name, [field.name for field in knobs(settings_class)])
    return found


def known_knob(settings_class: type[Settings], name: str) -> Knob | None:
    """Return the declaration of one field, None if the field does not exist."""
    return next((field for field in knobs(settings_class) if field.name == name), None)


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


def _is_shared(field: dataclasses.Field[Any]) -> bool:
    """Return whether a field is given by name only: those of all extractors come last."""
    return field.kw_only is True


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
