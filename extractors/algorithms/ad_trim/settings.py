"""Settings of advertisement trimming and title search."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.ad_trim.word_sets import Tokenizer
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


@dataclass(frozen=True)
class AdTrimSettings(ExtractorSettings):
    """The extractor to trim, limits of parents, and the search for the title."""

    input: str = knob(
        "boilerpipe.article",
        "Input",
        "Extractor whose content is trimmed. It runs with its default settings.",
        group="Input",
        names=registry.identifiers,
    )
    low: float = knob(
        0.3,
        "Minimum parent size",
        "Drop blocks whose parent has less than this share of the text of the longest block's"
        " parent.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="ratio",
        group="Trimming",
    )
    high: float = knob(
        1.15,
        "Maximum parent size",
        "Drop blocks whose parent has more than this many times the text of the longest block's"
        " parent.",
        unit="ratio",
        low=1.0,
        high=10.0,
        step=0.01,
        bounds="ratio",
        group="Trimming",
    )
    ends_only: bool = knob(
        False,
        "Only at the ends",
        "Drop only blocks before the first block, or after the last block, whose parent fits.",
        group="Trimming",
    )
    title_tags: tuple[str, ...] = knob(
        ("font", "strong", "h1", "title"),
        "Title elements",
        "Elements that can be the title.",
        source=Source.PAPER,
        group="Title",
    )
    title_max: int = knob(
        500,
        "Maximum title length",
        "Ignore elements with more text when looking for the title.",
        unit="characters",
        low=1,
        high=5000,
        step=10,
        bounds="title_length",
        group="Title",
    )
    allow_inside: bool = knob(
        False,
        "Titles inside the content",
        "Also compare elements inside the main element, at half their score, since all their words"
        " are in it.",
        group="Title",
    )
    tokenizer: Tokenizer = knob(
        Tokenizer.PAIRS,
        "Chinese words",
        "Division of Chinese and Japanese text into words.",
        group="Title",
        choice_labels={
            "pairs": "overlapping pairs",
            "characters": "single characters",
            "jieba": "jieba's dictionary (optional package)",
        },
    )
