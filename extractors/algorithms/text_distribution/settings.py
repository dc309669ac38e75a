"""Settings of the text distribution coefficient."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.algorithms.text_distribution.spread import Spread, TextLongest
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class Measure(StrEnum):
    """Unit of the length of a text."""

    CHARACTERS = "characters"
    WORDS = "words"


@dataclass(frozen=True)
class TextDistributionSettings(ExtractorSettings):
    """Descent and coefficient."""

    threshold: float = knob(
        5.0,
        "Distribution threshold",
        "The walk stops at a node whose coefficient K is below this, since its text is spread"
        " evenly.",
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
        "Action of the walk at a node whose longest subnode is a text node.",
        source=Source.PROGRAM,
        group="Descent",
        choice_labels={"stop": "Stop at this node", "ignore": "Continue in the longest element"},
    )
    spread: Spread = knob(
        Spread.MAD,
        "Spread",
        "Measure of how much the lengths of the subnodes differ. Only the mean absolute deviation"
        " gives the values of the author's example.",
        group="Coefficient",
        choice_labels={
            "mad": "Mean absolute deviation",
            "sd": "Standard deviation",
            "sample_sd": "Standard deviation of a sample",
            "range": "Longest minus shortest",
        },
    )
    measure: Measure = knob(
        Measure.CHARACTERS,
        "Unit of length",
        "Unit of the length of a text; each Chinese or Japanese character is a word.",
        source=Source.PROGRAM,
        group="Coefficient",
    )
    text_nodes: bool = knob(
        default=True,
        label="Text nodes count",
        help="Count text directly in a node as a subnode, like child elements.",
        group="Coefficient",
    )
    drop_empty: bool = knob(
        default=True,
        label="Leave out empty subnodes",
        help="Do not count subnodes without text, such as line breaks and images.",
        group="Coefficient",
    )
