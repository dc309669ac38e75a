"""Declaration of a field of a settings record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.model.settings import Settings

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
