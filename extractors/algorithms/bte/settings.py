"""Settings of body text extraction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.model.settings import Settings, Source, knob


class Variant(StrEnum):
    """Variant of the method."""

    EXACT = "exact"
    PUBLISHED_2009 = "published_2009"


class BodiesMode(StrEnum):
    """Choice among several bodies."""

    JOINT = "joint"
    GREEDY = "greedy"


@dataclass(frozen=True)
class BteSettings(Settings):
    """Definition of words and tags, and number of bodies."""

    variant: Variant = knob(
        Variant.EXACT,
        "Variant",
        "The optimum of the paper, or what the program of 2009 finds, which misses last runs.",
        source=Source.PAPER,
        choice_labels={
            Variant.EXACT: "exact optimum",
            Variant.PUBLISHED_2009: "program of 2009, one body",
        },
    )
    tag_weight: float = knob(
        1.0,
        "Tag weight",
        "How many words a tag outweighs.",
        unit="words",
        low=0.1,
        high=5.0,
        step=0.1,
        source=Source.PAPER,
    )
    bodies: int = knob(
        1,
        "Bodies",
        "Most bodies that are looked for.",
        low=1,
        high=8,
        step=1,
        group="Several bodies",
    )
    bodies_mode: BodiesMode = knob(
        BodiesMode.JOINT,
        "Choice of bodies",
        "All at once for the best sum, or the best one, then the best of what is left.",
        choice_labels={
            BodiesMode.JOINT: "best sum of all",
            BodiesMode.GREEDY: "one after the other",
        },
        group="Several bodies",
    )
    skip_script: bool = knob(
        True,
        "Skip scripts",
        "Leave out the text of scripts and styles; the original's parser read it as words.",
        group="Words",
    )
    cjk_words: bool = knob(
        True,
        "Chinese by character",
        "Each Chinese or Japanese character is a word; off, what stands between white space is.",
        group="Words",
    )
