"""Declaration of a field of a settings record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from extractors.model.settings import Settings

AUTO = "auto"
"""An automatic value in files and on the command line (``None`` in records)."""


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
    names : callable or None
        The names a text, or the first column of a list or table, is offered where it names one of
        several, such as an extractor. Another one is no error of the setting: who looks it up says
        what would be right.
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
