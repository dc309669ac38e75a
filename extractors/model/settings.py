"""Settings declared once: the panel, `--set`, TOML files, provenance and docs all read this.

A record of settings is a frozen dataclass below `Settings` whose fields are made by `knob`.
"""

from __future__ import annotations

import dataclasses
import tomllib
import types
import typing
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Self, cast

from extractors.errors import SettingsError, UnknownNameError

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping

AUTO = "auto"
"""How an automatic value is written in files and on the command line (``None`` in records)."""


class Source(StrEnum):
    """Where a default comes from."""

    PAPER = "paper"
    PROGRAM = "program"
    OURS = "ours"


class MainKnob(StrEnum):
    """The three knobs that every visitor looks for, each driving some fields."""

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
        What the step can be told.
    """

    name: str
    label: str
    help: str
    settings_class: type[Settings]


@dataclass(frozen=True, slots=True)
class StepUse:
    """One step of a custom pipeline: a kind by name, with its settings."""

    kind: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Knob:
    """What is declared about one field.

    Attributes
    ----------
    name : str
        Field name, as in files and on the command line.
    kind : str
        ``bool``, ``int``, ``float``, ``choice``, ``text``, ``list``, ``table`` (a list of
        lists of text) or ``pipeline``.
    default : object
        Value in a new record; ``None`` where `auto` is true.
    label, help : str
        Plain name and one sentence without the name of the field.
    unit : str
        Unit of the value, empty for pure numbers.
    low, high, step : float or None
        Range and step of numbers.
    source : Source
        Where the default comes from.
    bounds : str
        Name of the measured column the value is compared with, or empty.
    group : str
        Heading in the panel.
    main : MainKnob or None
        The main knob which drives the field.
    auto : bool
        Whether ``None`` is allowed and stands for "as the profile says".
    choices : tuple
        Members of a choice.
    choice_labels : mapping
        Plain words for the values of a choice; a value without an entry shows itself.
    columns : tuple of str
        Names of the columns of a table.
    catalogue : callable or None
        Step kinds a pipeline may use, by name.
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
) -> Any:
    """Declare a field of a settings record; see `Knob` for the words.

    A default of ``None`` declares an automatic value: the record's `Settings.resolve` says
    what it stands for.
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
    }
    return field(default=default, metadata={"knob": facts})


@dataclass(frozen=True)
class Settings:
    """Base of all settings records.

    Subclasses are frozen dataclasses (without ``slots``, so that zero-argument ``super`` works)
    whose fields are made by `knob`. Values are checked when a record is made.

    Raises
    ------
    SettingsError
        If a value has the wrong type, leaves its range, or contradicts another one.
    """

    def __post_init__(self) -> None:
        for declared in knobs(type(self)):
            _check_value(declared, getattr(self, declared.name))
        self.check()

    def check(self) -> None:
        """Check relations between fields; raise `SettingsError` naming the field."""

    def resolve(self) -> Self:
        """Return a copy in which every automatic value stands as what it means."""
        return self

    def replace(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        for name in changes:
            find_knob(type(self), name)
        return dataclasses.replace(self, **cast("dict[str, Any]", changes))


@dataclass(frozen=True)
class NoSettings(Settings):
    """For extractors and steps that have nothing to be told."""


def knobs(settings_class: type[Settings]) -> tuple[Knob, ...]:
    """Return the declarations of a settings class, in order."""
    if settings_class not in _DECLARED:
        hints = typing.get_type_hints(settings_class)
        _DECLARED[settings_class] = tuple(
            _declared(each, hints[each.name])
            for each in dataclasses.fields(settings_class)
            if "knob" in each.metadata
        )
    return _DECLARED[settings_class]


def find_knob(settings_class: type[Settings], name: str) -> Knob:
    """Return the declaration of one field.

    Raises
    ------
    UnknownNameError
        If there is no such field; it names the nearest one.
    """
    for declared in knobs(settings_class):
        if declared.name == name:
            return declared
    raise UnknownNameError("setting", name, [each.name for each in knobs(settings_class)])


def changed(settings: Settings) -> dict[str, object]:
    """Return the fields that differ from their defaults, in order of declaration."""
    return {
        declared.name: getattr(settings, declared.name)
        for declared in knobs(type(settings))
        if getattr(settings, declared.name) != declared.default
    }


def to_table(settings: Settings, *, everything: bool = False) -> dict[str, Any]:
    """Return a settings record as plain TOML and JSON values.

    Parameters
    ----------
    settings : Settings
        The record.
    everything : bool
        Whether fields at their default are written as well.
    """
    shown = (
        {declared.name: getattr(settings, declared.name) for declared in knobs(type(settings))}
        if everything
        else changed(settings)
    )
    return {name: _plain(value) for name, value in shown.items()}


def from_table(settings_class: type[Settings], table: Mapping[str, Any]) -> Settings:
    """Make a record from plain values; the inverse of `to_table`.

    Raises
    ------
    UnknownNameError
        If a key is not a field.
    SettingsError
        If a value does not fit.
    """
    values = {
        name: _from_plain(find_knob(settings_class, name), value) for name, value in table.items()
    }
    return settings_class(**values)


def parse_value(settings_class: type[Settings], name: str, text: str) -> object:
    """Read the right side of ``--set EXTRACTOR.FIELD=VALUE``.

    Lists are TOML values; text and choices need no quotes.
    """
    declared = find_knob(settings_class, name)
    if declared.kind in {"choice", "text"}:
        plain: Any = text
    else:
        try:
            plain = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            plain = text
    return _from_plain(declared, plain)


_DECLARED: dict[type[Settings], tuple[Knob, ...]] = {}


def _declared(each: dataclasses.Field[Any], hint: Any) -> Knob:
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    auto = type(None) in options
    (kind_hint,) = [option for option in options if option is not type(None)]
    is_choice = isinstance(kind_hint, type) and issubclass(kind_hint, Enum)
    return Knob(
        name=each.name,
        kind=_kind_name(kind_hint),
        default=each.default,
        auto=auto,
        choices=tuple(kind_hint) if is_choice else (),
        **each.metadata["knob"],
    )


def _kind_name(hint: Any) -> str:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "choice"
    simple = {bool: "bool", int: "int", float: "float", str: "text"}
    if hint in simple:
        return simple[hint]
    if typing.get_origin(hint) is tuple:
        inner = typing.get_args(hint)[0]
        if inner is StepUse:
            return "pipeline"
        return "table" if typing.get_origin(inner) is tuple else "list"
    raise TypeError(f"no kind of setting for the type {hint!r}")


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


def _check_value(declared: Knob, value: object) -> None:
    if value is None and declared.auto:
        return
    fits = isinstance(value, _EXPECTED[declared.kind])
    if declared.kind in {"int", "float"} and isinstance(value, bool):
        fits = False
    if declared.kind == "choice" and value not in declared.choices:
        fits = False
    if not fits:
        raise SettingsError(
            f"{declared.name} must be {_kind_words(declared)}, got {value!r}", field=declared.name
        )
    if isinstance(value, int | float):
        _check_range(declared, value)


def _check_range(declared: Knob, value: float) -> None:
    if declared.low is not None and not value >= declared.low:
        raise SettingsError(
            f"{declared.name} must be at least {declared.low:g}, got {value:g}",
            field=declared.name,
        )
    if declared.high is not None and not value <= declared.high:
        raise SettingsError(
            f"{declared.name} must be at most {declared.high:g}, got {value:g}",
            field=declared.name,
        )


def _kind_words(declared: Knob) -> str:
    if declared.kind == "choice":
        words = "one of " + ", ".join(str(choice.value) for choice in declared.choices)
    else:
        words = {
            "bool": "true or false",
            "int": "a whole number",
            "float": "a number",
            "text": "text",
            "list": "a list of text",
            "table": "a list of lists of text",
            "pipeline": "a list of steps",
        }[declared.kind]
    return words + (f" or {AUTO}" if declared.auto else "")


def _plain(value: object) -> Any:
    if value is None:
        return AUTO
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, StepUse):
        return {"step": value.kind, **to_table(value.settings)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _from_plain(declared: Knob, value: Any) -> Any:
    if declared.auto and value in (AUTO, None):
        return None
    if declared.kind == "choice":
        return _choice(declared, value)
    if declared.kind == "pipeline" and isinstance(value, list | tuple):
        return tuple(_step_use(declared, item) for item in value)
    if isinstance(value, list):
        return tuple(tuple(item) if isinstance(item, list) else item for item in value)
    if declared.kind == "float" and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _choice(declared: Knob, value: object) -> Enum:
    for choice in declared.choices:
        if value in (choice, choice.value):
            return choice
    raise SettingsError(
        f"{declared.name} must be {_kind_words(declared)}, got {value!r}", field=declared.name
    )


def _step_use(declared: Knob, item: Any) -> StepUse:
    if isinstance(item, StepUse):
        return item
    catalogue = declared.catalogue() if declared.catalogue is not None else {}
    values = dict(item)
    kind = str(values.pop("step", ""))
    if kind not in catalogue:
        raise UnknownNameError("step", kind, catalogue)
    return StepUse(kind, from_table(catalogue[kind].settings_class, values))
