"""Settings of goldminer: those of jusText, and what the site is learned from."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.paragraph_settings import ParagraphSettings
from boilerscope.extractors.model.settings import Source, knob, other_default
from boilerscope.extractors.text.page_language import AUTO
from boilerscope.extractors.text.stop_words import NO_LANGUAGE


@dataclass(frozen=True)
class GoldMinerSettings(ParagraphSettings):
    """The thresholds of the authors' test program, which differ from those of jusText."""

    language: str = other_default(
        ParagraphSettings, "language", AUTO, source=Source.OURS, tried=(NO_LANGUAGE,)
    )
    max_link_density: float = other_default(ParagraphSettings, "max_link_density", 0.35)
    length_high: int = other_default(ParagraphSettings, "length_high", 110)
    stopwords_low: float = other_default(ParagraphSettings, "stopwords_low", 0.14)
    max_pages: int = knob(
        100,
        "Pages of the site",
        "The patterns are learned from at most this many pages.",
        unit="pages",
        low=2,
        high=100,
        step=1,
        source=Source.PROGRAM,
        group="Site",
    )
    pattern_tags: int = knob(
        5,
        "Tags of a pattern",
        "Longest sequence of tags before or after an article that is a candidate.",
        unit="tags",
        low=1,
        high=10,
        step=1,
        source=Source.PROGRAM,
        group="Site",
    )
    single_tags: int = knob(
        20,
        "Single tags behind",
        "So many tags behind an article are candidates for its end, one by one.",
        unit="tags",
        low=0,
        high=100,
        step=1,
        source=Source.PROGRAM,
        group="Site",
    )
    min_pattern_length: int = knob(
        9,
        "Shortest end pattern",
        "Shorter patterns mark no end of an article, as the end tag of a list item.",
        unit="characters",
        low=1,
        high=50,
        step=1,
        source=Source.PROGRAM,
        group="Site",
    )
    second_below: float = knob(
        0.8,
        "Second pair below",
        "If the end pattern is on a smaller share of the pages with the start pattern, a second"
        " pair is tried on pages without the first end pattern.",
        unit="share",
        low=0.0,
        high=1.0,
        step=0.05,
        source=Source.PROGRAM,
        group="Site",
    )
