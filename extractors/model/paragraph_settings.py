"""Thresholds of jusText for paragraphs: links, length and stop words, then the neighbours."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.text.page_language import AUTO
from boilerscope.extractors.text.stop_words import NO_LANGUAGE, languages

GROUP = "Paragraphs"


@dataclass(frozen=True)
class ParagraphSettings(ExtractorSettings):
    """The defaults are those of `justext.justext`."""

    language: str = knob(
        "English",
        "Stop words",
        "Language of the stop words; auto: that of the page; none: without stop words.",
        source=Source.PROGRAM,
        names=languages,
        tried=(AUTO, NO_LANGUAGE),
        group=GROUP,
    )
    max_link_density: float = knob(
        0.2,
        "Max. link density",
        "Paragraphs with a larger share of characters in links are boilerplate.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PROGRAM,
        main=MainKnob.LINK_RATIO,
        group=GROUP,
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
        group=GROUP,
    )
    length_high: int = knob(
        200,
        "Long above",
        "Longer paragraphs with many stop words are main content.",
        unit="characters",
        low=0,
        high=2000,
        step=1,
        source=Source.PROGRAM,
        group=GROUP,
    )
    stopwords_low: float = knob(
        0.3,
        "Few stop words below",
        "Paragraphs with a smaller share of stop words are boilerplate.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PROGRAM,
        group=GROUP,
    )
    stopwords_high: float = knob(
        0.32,
        "Many stop words from",
        "Long paragraphs with at least this share of stop words are main content.",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.PROGRAM,
        group=GROUP,
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
        group=GROUP,
    )

    def check(self) -> None:
        """Check the order of the thresholds."""
        for low, high in (("length_low", "length_high"), ("stopwords_low", "stopwords_high")):
            if getattr(self, low) > getattr(self, high):
                raise SettingsError(f"{low} must not be greater than {high}", field=low)
