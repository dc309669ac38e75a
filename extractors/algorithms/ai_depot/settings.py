"""Settings of the two AI Depot extractors, which classify lines by text density."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from boilerscope.extractors.algorithms.ai_depot.lines import BREAK_TAGS, LineProfile, LineRule
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class Classifier(StrEnum):
    """Threshold for the density of a line."""

    FIXED = "fixed"
    AVERAGE = "average"


class Inputs(StrEnum):
    """Number of inputs of the learned unit."""

    THREE = "3"
    NINE = "9"


@dataclass(frozen=True)
class LineSettings(ExtractorSettings):
    """Ways to read lines."""

    profile: LineProfile = knob(
        LineProfile.MODERN,
        "Lines",
        "Read lines by our repaired scan, or like the published program with its faults.",
        group="Lines",
        choice_labels={"modern": "Repaired (ours)", "strict_article": "As published"},
    )
    exclude_comments: bool = knob(
        default=True,
        label="Leave out comments",
        help="Do not count the bytes of comments; repaired lines only.",
        group="Lines",
    )
    exclude_scripts: bool = knob(
        default=True,
        label="Leave out scripts",
        help="Do not count the bytes of scripts and styles; repaired lines only.",
        group="Lines",
    )
    break_tags: tuple[str, ...] = knob(
        BREAK_TAGS,
        "Line ends",
        "Start and end tags of these elements end a line; repaired lines only.",
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
        """Division into lines by these settings; part of the cache key of the lines."""
        tags = frozenset(tag.lower() for tag in self.break_tags)
        return LineRule(self.profile, tags, self.exclude_comments, self.exclude_scripts)


@dataclass(frozen=True)
class AiDepotSettings(LineSettings):
    """Lines, and the threshold of their density."""

    classifier: Classifier = knob(
        Classifier.FIXED,
        "Threshold",
        "Compare a line's density with a fixed threshold or with the mean of all lines.",
        source=Source.PAPER,
        group="Decision",
        choice_labels={"fixed": "Fixed", "average": "Mean of all lines"},
    )
    threshold: float = knob(
        0.5,
        "Minimum density",
        "A line is content with more text than this per byte of HTML; fixed threshold only.",
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
        "Model file written by `boilerscope train ai_depot_learned`; empty for the built-in model.",
        group="Model",
    )
    inputs: Inputs = knob(
        Inputs.NINE,
        "Inputs",
        "Values that the unit reads: those of the line alone, or also those of its neighbours.",
        group="Model",
        choice_labels={"3": "The line (3)", "9": "The line and its neighbours (9)"},
    )
    threshold: float = knob(
        0.5,
        "Minimum support",
        "A line is content if the output of the unit is at least this.",
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
        "Number of training passes over all labelled lines.",
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
        "Factor by which each line changes the weights.",
        low=0.001,
        high=2.0,
        step=0.01,
        group="Training",
    )
