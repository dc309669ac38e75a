"""Adapter of readability-lxml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.peers.arguments import accepted
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.readability_lxml import PROBES


@dataclass(frozen=True)
class ReadabilitySettings(ExtractorSettings):
    """Settings of `readability.Document`."""

    min_text_length: int = knob(
        25,
        "Min. paragraph length",
        "Shorter paragraphs add no points to their container.",
        unit="characters",
        low=0,
        high=1000,
        step=1,
        source=Source.PROGRAM,
        main=MainKnob.MIN_LENGTH,
    )
    retry_length: int = knob(
        250,
        "Retry length",
        "Try again without removing unlikely elements if the result has fewer characters.",
        unit="characters",
        low=0,
        high=5000,
        step=10,
        source=Source.PROGRAM,
    )
    positive_keywords: tuple[str, ...] = knob(
        (),
        "Positive keywords",
        "Elements with one of these words in class or id get more points.",
        source=Source.PROGRAM,
    )
    negative_keywords: tuple[str, ...] = knob(
        (),
        "Negative keywords",
        "Elements with one of these words in class or id get fewer points.",
        source=Source.PROGRAM,
    )


class ReadabilityLxml(Peer[ReadabilitySettings]):
    """Adapter of `readability.Document.summary`."""

    id = "readability_lxml"
    name = "readability-lxml"
    library = "readability-lxml"
    module = "readability"
    summary = "Runs readability-lxml: the element whose paragraphs collect the most points."
    reference = "readability-lxml, a Python port of Arc90's Readability of 2009"
    help = """\
Calls `readability.Document(source).summary()` on the decoded source. Paragraphs give points to
their parents for commas and length; class names add or remove points, and the share of link text
lowers the sum. The best element and similar siblings are the article.

*Own text.* The library returns markup. Its text is written with the line breaks of the block-level
elements, as the page text of Boilerscope is, and aligned to the page.

*Settings.* They are the arguments of `Document`. An empty list of keywords is not passed.

*Where it fails.* Pages whose text is in many containers of equal weight, such as forums, keep only
one of them; headings outside that element are lost.
"""
    settings_class = ReadabilitySettings
    own_formats = ("html",)
    probes = PROBES

    def text(self, html: str, settings: ReadabilitySettings) -> str:
        """Return the text of the summary."""
        return text_of_markup(self.structured(html, settings, "html"))

    def structured(self, html: str, settings: ReadabilitySettings, format_name: str) -> str:
        """Return the summary, which is HTML."""
        del format_name
        from readability import Document

        arguments = accepted(Document, _arguments(settings), _arguments(self.default_settings()))
        summary: str = Document(html, **arguments).summary()
        return summary


def _arguments(settings: ReadabilitySettings) -> dict[str, Any]:
    """Return the arguments of `readability.Document` that settings set."""
    return {
        "positive_keywords": settings.positive_keywords or None,
        "negative_keywords": settings.negative_keywords or None,
        "min_text_length": settings.min_text_length,
        "retry_length": settings.retry_length,
    }


READABILITY_LXML = ReadabilityLxml()


def text_of_markup(markup: str) -> str:
    """Return the text of a library's markup, one line for each block of text."""
    page = Page.from_text(markup, name="result of a library")
    return kept_text(page, np.ones(page.n_tokens, dtype=np.bool_))
