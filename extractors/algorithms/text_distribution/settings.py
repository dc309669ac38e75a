"""Settings of the text distribution coefficient."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.algorithms.text_distribution.spread import Spread, TextLongest
from extractors.model.settings import MainKnob, Settings, Source, knob


class Measure(StrEnum):
    """Unit of the length of a text."""

    CHARACTERS = "characters"
    WORDS = "words"


@dataclass(frozen=True)
class TextDistributionSettings(Settings):
    """Settings of the descent."""

    threshold: float = knob(
        5.0,
        "Distribution threshold",
        "The walk stops at a node whose coefficient K is below this: its text is spread evenly.",
        unit="%",
        low=0.0,
        high=100.0,
        step=0.1,
        source=Source.PROGRAM,
        bounds="k",
        group="Descent",
        main=MainKnob.DISTRIBUTION,
    )
    text_longest: TextLongest = knob(
        TextLongest.STOP,
        "Longest subnode is text",
        "Whether the walk stops where a text node is longest, or goes into the longest element.",
        source=Source.PROGRAM,
        group="Descent",
        choice_labels={"stop": "Stop there", "ignore": "Go into the longest element"},
    )
    spread: Spread = knob(
        Spread.MAD,
        "Spread",
        "How far the lengths of the subnodes lie apart; the mean absolute deviation alone gives "
        "the figures of the author's example.",
        group="Coefficient",
        choice_labels={
            "mad": "Mean absolute deviation",
            "sd": "Standard deviation",
            "sample_sd": "Standard deviation of a sample",
            "range": "Longest less shortest",
        },
    )
    measure: Measure = knob(
        Measure.CHARACTERS,
        "Length counts",
        "What the length of a text counts; each Chinese or Japanese character is a word.",
        source=Source.PROGRAM,
        group="Coefficient",
    )
    text_nodes: bool = knob(
        default=True,
        label="Text nodes count",
        help="Whether text that stands directly in a node is a subnode of it, as elements are.",
        group="Coefficient",
    )
    drop_empty: bool = knob(
        default=True,
        label="Leave out empty subnodes",
        help="Whether subnodes without text, such as line breaks and images, do not count.",
        group="Coefficient",
    )
