"""Settings class with one field of each kind, for the demo of the panel and for tests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from boilerscope.extractors.model.settings import (
    MainKnob,
    PipelineStep,
    Settings,
    Source,
    StepKind,
    knob,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class SampleProfile(StrEnum):
    """Two ways of counting."""

    CLASSIC = "classic"
    STRICT = "strict"


@dataclass(frozen=True)
class DropShortSettings(Settings):
    """Settings of a sample step."""

    min_words: int = knob(3, "Minimum words", "Drop blocks with fewer words.", unit="words", low=0)


@dataclass(frozen=True)
class FuseSettings(Settings):
    """Settings of another sample step."""

    max_gap: int = knob(
        1, "Maximum gap", "Fuse across at most this many dropped blocks.", unit="blocks", low=0
    )
    same_level: bool = knob(False, "Same level only", "Fuse only siblings.")


@dataclass(frozen=True)
class KeepAllSettings(Settings):
    """Settings of a step without fields."""


def _catalogue() -> Mapping[str, StepKind]:
    kinds = (
        StepKind(
            "drop_short", "Drop short blocks", "Drop blocks with few words.", DropShortSettings
        ),
        StepKind("fuse", "Fuse neighbours", "Fuse adjacent kept blocks.", FuseSettings),
        StepKind("keep_all", "Keep everything", "Keep all blocks.", KeepAllSettings),
    )
    return {kind.name: kind for kind in kinds}


@dataclass(frozen=True)
class SampleSettings(Settings):
    """One setting of each kind."""

    max_link_density: float = knob(
        1 / 3,
        "Max. link density",
        "Blocks above this share of linked words are boilerplate.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PAPER,
        bounds="link_density",
        group="Density",
        main=MainKnob.LINK_RATIO,
    )
    min_density: float = knob(
        9.0,
        "Min. text density",
        "Blocks with at least this text density are full text.",
        unit="w/line",
        low=0.0,
        high=100.0,
        step=0.5,
        source=Source.PROGRAM,
        bounds="text_density_wrapped",
        group="Density",
        main=MainKnob.DISTRIBUTION,
    )
    min_words: int | None = knob(
        None,
        "Min. words",
        "Shorter blocks are boilerplate.",
        unit="words",
        low=0,
        high=1000,
        source=Source.PAPER,
        bounds="words",
        group="Density",
        main=MainKnob.MIN_LENGTH,
    )
    profile: SampleProfile = knob(
        SampleProfile.CLASSIC,
        "Profile",
        "Way of counting words.",
        choice_labels={"classic": "Classic, 16 words", "strict": "Strict, 24 words"},
    )
    keep_titles: bool = knob(True, "Keep titles", "Keep headings even if they are short.")
    marker: str = knob("Comments", "End marker", "Nothing after this text is kept.")
    phrases: tuple[str, ...] = knob(
        ("Read more", "Share this"), "Phrases", "Drop blocks that start like this.", group="Phrases"
    )
    kinds: tuple[tuple[str, ...], ...] = knob(
        (("begins", "Read more"),),
        "Phrases with their kind",
        "Drop blocks that start or end with these phrases.",
        columns=("Kind", "Phrase"),
        group="Phrases",
    )
    pipeline: tuple[PipelineStep, ...] = knob(
        (PipelineStep("drop_short", DropShortSettings()), PipelineStep("fuse", FuseSettings(2))),
        "Steps",
        "Steps of the pipeline, in order.",
        group="Pipeline",
        catalogue=_catalogue,
    )

    def resolve(self) -> SampleSettings:
        """Return a copy with the automatic length replaced by that of the profile."""
        if self.min_words is not None:
            return self
        return self.replace(min_words=16 if self.profile is SampleProfile.CLASSIC else 24)


@dataclass(frozen=True)
class OtherSettings(Settings):
    """Settings of another extractor, in other units."""

    rate: float = knob(
        1.1,
        "Rate",
        "Drop containers above this multiple of the average ratio.",
        unit="x average",
        low=0.0,
        high=10.0,
        step=0.1,
        source=Source.PROGRAM,
        bounds="ratio",
        main=MainKnob.LINK_RATIO,
    )
    fewest_words: int = knob(
        20,
        "Minimum words",
        "Ignore containers with fewer words.",
        unit="words",
        low=0,
        high=500,
        bounds="words",
        main=MainKnob.MIN_LENGTH,
    )
