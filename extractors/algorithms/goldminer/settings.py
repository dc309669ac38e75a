"""Settings of goldminer: those of jusText, and what the site is learned from."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.text.page_language import AUTO
from boilerscope.extractors.text.stop_words import NO_LANGUAGE, languages


@dataclass(frozen=True)
class GoldMinerSettings(ExtractorSettings):
    """The thresholds of the authors' test program, which differ from those of jusText."""

    language: str = knob(
        AUTO,
        "Stop words",
        "Language of the stop words; auto: that of the page; none: without stop words.",
        names=languages,
        tried=(NO_LANGUAGE,),
        group="Paragraphs",
    )
    max_link_density: float = knob(
        0.35,
        "Max. link density",
        "Paragraphs with a larger share of characters in links are boilerplate.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PROGRAM,
        main=MainKnob.LINK_RATIO,
        group="Paragraphs",
    )
    length_low: int = knob(
        70,
        "Short below",
        "Shorter paragraphs are decided by their neighbours.",
        unit="characters",
        low=0,
        high=2000,
        step=1,
        source=Source.PROGRAM,
        main=MainKnob.MIN_LENGTH,
        group="Paragraphs",
    )
    length_high: int = knob(
        110,
        "Long above",
        "Longer paragraphs with many stop words are main content.",
        unit="characters",
        low=0,
        high=2000,
        step=1,
        source=Source.PROGRAM,
        group="Paragraphs",
    )
    stopwords_low: float = knob(
        0.14,
        "Few stop words below",
        "Paragraphs with a smaller share of stop words are boilerplate.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PROGRAM,
        group="Paragraphs",
    )
    stopwords_high: float = knob(
        0.32,
        "Many stop words from",
        "Long paragraphs with at least this share of stop words are main content.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PROGRAM,
        group="Paragraphs",
    )
    max_heading_distance: int = knob(
        200,
        "Max. heading distance",
        "Short headings are kept if main content follows within this distance.",
        unit="characters",
        low=0,
        high=5000,
        step=10,
        source=Source.PROGRAM,
        group="Paragraphs",
    )
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

    def check(self) -> None:
        """Check the order of the thresholds."""
        for low, high in (("length_low", "length_high"), ("stopwords_low", "stopwords_high")):
            if getattr(self, low) > getattr(self, high):
                raise SettingsError(f"{low} must not be greater than {high}", field=low)
