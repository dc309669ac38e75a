"""Settings of advertisement trimming and title search."""

from __future__ import annotations

from dataclasses import dataclass

from extractors import registry
from extractors.algorithms.ad_trim.word_sets import Tokenizer
from extractors.model.settings import Settings, Source, knob


@dataclass(frozen=True)
class AdTrimSettings(Settings):
    """The extractor to trim, the limits of the parents, where titles are looked for."""

    input: str = knob(
        "boilerpipe.article",
        "Input",
        "Extractor whose content is trimmed; it runs with its default settings.",
        group="Input",
        names=registry.identifiers,
    )
    low: float = knob(
        0.3,
        "Smallest parent",
        "Blocks whose parent has a smaller part of the reference are advertisements inside.",
        unit="ratio",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="ratio",
        group="Trimming",
    )
    high: float = knob(
        1.15,
        "Largest parent",
        "Blocks whose parent is larger than this times the reference stand beside the content.",
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
        "Drop only what stands before the first and after the last block that is kept.",
        group="Trimming",
    )
    title_tags: tuple[str, ...] = knob(
        ("font", "strong", "h1", "title"),
        "Title elements",
        "Elements that may be the title.",
        source=Source.PAPER,
        group="Title",
    )
    title_max: int = knob(
        500,
        "Longest title",
        "Longer elements are not titles.",
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
        "Look inside the main element too, at half the score: every word there is a hit.",
        group="Title",
    )
    tokenizer: Tokenizer = knob(
        Tokenizer.PAIRS,
        "Chinese words",
        "How Chinese and Japanese text is cut into words.",
        group="Title",
        choice_labels={
            "pairs": "overlapping pairs",
            "characters": "single characters",
            "jieba": "jieba's dictionary (optional package)",
        },
    )
