"""Settings of the two AI Depot extractors, which decide on lines by text density."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from extractors.algorithms.ai_depot.lines import BREAK_TAGS, LineProfile, LineRule
from extractors.model.settings import MainKnob, Settings, Source, knob


class Classifier(StrEnum):
    """Quantity that the density of a line is compared with."""

    FIXED = "fixed"
    AVERAGE = "average"


class Inputs(StrEnum):
    """Number of inputs of the learned unit."""

    THREE = "3"
    NINE = "9"


@dataclass(frozen=True)
class LineSettings(Settings):
    """Ways to read lines."""

    profile: LineProfile = knob(
        LineProfile.MODERN,
        "Lines",
        "How lines are read: our repaired scan, or the published program with its faults.",
        group="Lines",
        choice_labels={"modern": "Repaired (ours)", "strict_article": "As published"},
    )
    exclude_comments: bool = knob(
        default=True,
        label="Leave out comments",
        help="Whether the bytes of comments count for no line; repaired lines only.",
        group="Lines",
    )
    exclude_scripts: bool = knob(
        default=True,
        label="Leave out scripts",
        help="Whether the bytes of scripts and styles count for no line; repaired lines only.",
        group="Lines",
    )
    break_tags: tuple[str, ...] = knob(
        BREAK_TAGS,
        "Line ends",
        "Elements whose start and end tags end a line; repaired lines only.",
        group="Lines",
    )
    min_length: int = knob(
        0,
        "Minimum length",
        "Drop lines with less text than this.",
        unit="bytes",
        low=0,
        high=500,
        step=1,
        bounds="length",
        group="Decision",
        main=MainKnob.MIN_LENGTH,
    )

    @cached_property
    def rule(self) -> LineRule:
        """The key by which the lines are cached."""
        tags = frozenset(tag.lower() for tag in self.break_tags)
        return LineRule(self.profile, tags, self.exclude_comments, self.exclude_scripts)


@dataclass(frozen=True)
class AiDepotSettings(LineSettings):
    """Lines, and the limit of their density."""

    classifier: Classifier = knob(
        Classifier.FIXED,
        "Limit",
        "Whether a line's density is compared with a fixed limit or with the mean of all lines.",
        source=Source.PAPER,
        group="Decision",
        choice_labels={"fixed": "Fixed", "average": "Mean of all lines"},
    )
    threshold: float = knob(
        0.5,
        "Minimum density",
        "A line needs more text than this per byte of HTML; with the fixed limit only.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PAPER,
        bounds="density",
        group="Decision",
    )


@dataclass(frozen=True)
class AiDepotLearnedSettings(LineSettings):
    """Lines, the model, and how it is trained."""

    model: str = knob(
        "",
        "Model",
        "File of a model made by `boilerscope train ai_depot_learned`; empty: the shipped one.",
        group="Model",
    )
    inputs: Inputs = knob(
        Inputs.NINE,
        "Inputs",
        "Whether the unit sees the line alone, or the lines before and after it too.",
        group="Model",
        choice_labels={"3": "The line (3)", "9": "The line and its neighbours (9)"},
    )
    threshold: float = knob(
        0.5,
        "Minimum support",
        "A line is content from this answer of the unit on.",
        unit="probability",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="support",
        group="Decision",
    )
    epochs: int = knob(
        1000,
        "Passes",
        "How often training goes over all labelled lines.",
        unit="passes",
        low=1,
        high=100_000,
        step=10,
        source=Source.PAPER,
        group="Training",
    )
    rate: float = knob(
        0.5,
        "Learning rate",
        "How far one line moves the weights.",
        low=0.001,
        high=2.0,
        step=0.01,
        group="Training",
    )
