"""Settings of body text extraction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class Variant(StrEnum):
    """Variant of the method."""

    EXACT = "exact"
    PUBLISHED_2009 = "published_2009"


class BodiesMode(StrEnum):
    """Choice among several bodies."""

    JOINT = "joint"
    GREEDY = "greedy"


@dataclass(frozen=True)
class BteSettings(ExtractorSettings):
    """Definition of words and tags, and number of bodies."""

    variant: Variant = knob(
        Variant.EXACT,
        "Variant",
        "Find the optimum of the paper, or the body of the program of 2009, which never includes"
        " the last word run.",
        source=Source.PAPER,
        choice_labels={
            Variant.EXACT: "exact optimum",
            Variant.PUBLISHED_2009: "program of 2009, one body",
        },
    )
    tag_weight: float = knob(
        1.0,
        "Tag weight",
        "Number of words that one tag outweighs.",
        unit="words",
        low=0.1,
        high=5.0,
        step=0.1,
        source=Source.PAPER,
    )
    bodies: int = knob(
        1,
        "Bodies",
        "Maximum number of bodies.",
        low=1,
        high=8,
        step=1,
        group="Several bodies",
    )
    bodies_mode: BodiesMode = knob(
        BodiesMode.JOINT,
        "Choice of bodies",
        "Choose all bodies together for the greatest sum, or the best body first, then the best in"
        " the rest.",
        choice_labels={
            BodiesMode.JOINT: "greatest sum",
            BodiesMode.GREEDY: "one after the other",
        },
        group="Several bodies",
    )
    skip_script: bool = knob(
        True,
        "Skip scripts",
        "Leave out the text of scripts and styles, which the original program reads as words.",
        group="Words",
    )
    cjk_words: bool = knob(
        True,
        "Chinese by character",
        "Count each Chinese or Japanese character as a word; off: only white space separates"
        " words.",
        group="Words",
    )
