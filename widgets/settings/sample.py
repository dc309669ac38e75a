"""A settings class with one field of every kind, for the panel alone and for its tests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from extractors.model.settings import (
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

    min_words: int = knob(3, "Fewest words", "Shorter blocks are dropped.", unit="words", low=0)


@dataclass(frozen=True)
class FuseSettings(Settings):
    """Settings of another sample step."""

    max_gap: int = knob(
        1, "Widest gap", "So many dropped blocks are bridged.", unit="blocks", low=0
    )
    same_level: bool = knob(False, "Same level only", "Only siblings are fused.")


@dataclass(frozen=True)
class KeepAllSettings(Settings):
    """A step with nothing to set."""


def _catalogue() -> Mapping[str, StepKind]:
    kinds = (
        StepKind(
            "drop_short", "Drop short blocks", "Drops blocks of few words.", DropShortSettings
        ),
        StepKind("fuse", "Fuse neighbours", "Fuses kept blocks that stand close.", FuseSettings),
        StepKind("keep_all", "Keep everything", "Keeps every block.", KeepAllSettings),
    )
    return {kind.name: kind for kind in kinds}


@dataclass(frozen=True)
class SampleSettings(Settings):
    """One setting of every kind."""

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
        "From here on a block is full text.",
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
        "Which of two ways of counting is used.",
        choice_labels={"classic": "Classic, 16 words", "strict": "Strict, 24 words"},
    )
    keep_titles: bool = knob(True, "Keep titles", "Headings stand even where they are short.")
    marker: str = knob("Comments", "End marker", "Nothing after this text is kept.")
    phrases: tuple[str, ...] = knob(
        ("Read more", "Share this"), "Phrases", "Blocks that begin so are dropped.", group="Phrases"
    )
    kinds: tuple[tuple[str, ...], ...] = knob(
        (("begins", "Read more"),),
        "Phrases with their kind",
        "How and with what a dropped block begins or ends.",
        columns=("Kind", "Phrase"),
        group="Phrases",
    )
    pipeline: tuple[PipelineStep, ...] = knob(
        (PipelineStep("drop_short", DropShortSettings()), PipelineStep("fuse", FuseSettings(2))),
        "Steps",
        "What is done, in this order.",
        group="Pipeline",
        catalogue=_catalogue,
    )

    def resolve(self) -> SampleSettings:
        """Return a copy in which the automatic length is that of the profile."""
        if self.min_words is not None:
            return self
        return self.replace(min_words=16 if self.profile is SampleProfile.CLASSIC else 24)


@dataclass(frozen=True)
class OtherSettings(Settings):
    """Settings of another extractor, in other units."""

    rate: float = knob(
        1.1,
        "Rate",
        "Containers above so many times the average ratio are dropped.",
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
        "Fewest words",
        "Shorter containers are left alone.",
        unit="words",
        low=0,
        high=500,
        bounds="words",
        main=MainKnob.MIN_LENGTH,
    )
