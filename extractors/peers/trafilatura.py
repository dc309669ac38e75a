"""Adapter of trafilatura."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module

from boilerscope.extractors.model.extractor import Preset, Score
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.arguments import accepted
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.trafilatura import PROBES

_FORMATS = {"markdown": "markdown", "html": "html", "tei": "xmltei"}
"""Name of each of our formats in the library."""


class Focus(StrEnum):
    """Kind of error to avoid: boilerplate (precision) or lost content (recall)."""

    BALANCED = "balanced"
    PRECISION = "precision"
    RECALL = "recall"


@dataclass(frozen=True)
class TrafilaturaSettings(ExtractorSettings):
    """Settings of `trafilatura.extract`."""

    focus: Focus = knob(
        Focus.BALANCED,
        "Focus",
        "Precision keeps less text with less boilerplate; recall keeps more text.",
        source=Source.PROGRAM,
    )
    fast: bool = knob(
        False,
        "Fast",
        "Skip the fallbacks to readability and jusText.",
        source=Source.PROGRAM,
    )
    comments: bool = knob(
        True, "Comments", "Keep the comments below an article.", source=Source.PROGRAM
    )
    tables: bool = knob(True, "Tables", "Keep the text of tables.", source=Source.PROGRAM)
    deduplicate: bool = knob(
        False,
        "Drop repeated text",
        "Drop text that the page repeats more than twice.",
        source=Source.PROGRAM,
    )
    min_extracted_size: int = knob(
        250,
        "Minimum text length",
        "Try the fallbacks if the main rules find fewer characters.",
        unit="characters",
        low=0,
        high=5000,
        step=10,
        source=Source.PROGRAM,
        main=MainKnob.MIN_LENGTH,
    )
    min_output_size: int = knob(
        1,
        "Minimum output length",
        "Return nothing if the text has fewer characters.",
        unit="characters",
        low=0,
        high=5000,
        step=1,
        source=Source.PROGRAM,
    )


class Trafilatura(Peer[TrafilaturaSettings]):
    """Adapter of `trafilatura.extract`."""

    id = "trafilatura"
    name = "trafilatura"
    library = "trafilatura"
    module = "trafilatura"
    summary = "Runs trafilatura: rules on elements, then readability and jusText as fallbacks."
    reference = (
        "A. Barbaresi, Trafilatura: A Web Scraping Library and Command-Line Tool for Text"
        " Discovery and Extraction, ACL 2021"
    )
    help = """\
Calls `trafilatura.extract` on the decoded source and aligns the returned text to the page. The
library looks for the article with XPath expressions and removes elements with other expressions. If
it finds little text, it compares its result with those of readability and jusText.

*Settings.* They are the arguments `favor_precision`, `favor_recall`, `fast`, `include_comments`,
`include_tables` and `deduplicate`, and `MIN_EXTRACTED_SIZE` and `MIN_OUTPUT_SIZE` of its
configuration. Repeated text is counted in each page alone, so that the order of pages never
matters.

*Where it fails.* Pages without an article, such as forums, products and lists, keep little text or
the wrong part.
"""
    settings_class = TrafilaturaSettings
    own_formats = tuple(_FORMATS)
    scores = tuple(
        Score(f"candidate_{name}", label, "characters", f"Length of the result of {of}.")
        for name, label, of in (
            ("own_extraction", "Own extraction", "the rules of trafilatura"),
            ("readability", "Readability", "its copy of readability"),
            ("justext", "jusText", "jusText"),
            ("baseline", "Baseline", "the baseline"),
            ("recall_retry", "Recall retry", "the second run with the focus on recall"),
        )
    )
    probes = PROBES
    presets = (
        Preset("precision", {"focus": "precision"}, "Less boilerplate."),
        Preset("recall", {"focus": "recall"}, "More text."),
        Preset("fast", {"fast": True}, "Without fallbacks."),
    )

    def text(self, html: str, settings: TrafilaturaSettings) -> str:
        """Return the plain text; empty if the library returns None."""
        return self._extracted(html, settings, "txt")

    def structured(self, html: str, settings: TrafilaturaSettings, format_name: str) -> str:
        """Return Markdown, TEI or HTML of the library."""
        return self._extracted(html, settings, _FORMATS[format_name])

    def _extracted(self, html: str, settings: TrafilaturaSettings, output_format: str) -> str:
        from trafilatura import extract
        from trafilatura.settings import use_config

        config = use_config()
        config["DEFAULT"]["MIN_EXTRACTED_SIZE"] = str(settings.min_extracted_size)
        config["DEFAULT"]["MIN_OUTPUT_SIZE"] = str(settings.min_output_size)
        arguments = accepted(extract, _arguments(settings), _arguments(self.default_settings()))
        text = extract(html, output_format=output_format, config=config, **arguments)
        return text or ""


def _arguments(settings: TrafilaturaSettings) -> dict[str, object]:
    """Return the arguments of `trafilatura.extract` that settings set."""
    return {
        "fast": settings.fast,
        "favor_precision": settings.focus is Focus.PRECISION,
        "favor_recall": settings.focus is Focus.RECALL,
        "include_comments": settings.comments,
        "include_tables": settings.tables,
        "deduplicate": _new_cache() if settings.deduplicate else False,
    }


def _new_cache() -> object:
    """Return an empty cache of texts, so that repeated text is counted in each page alone.

    Versions before 2.1 use one cache for all pages, whatever is passed; it is emptied.
    """
    try:
        module = import_module("trafilatura.deduplication")
    except ImportError:  # before 1.8
        module = import_module("trafilatura.filters")
    module.LRU_TEST.clear()
    cache: object = module.LRUCache()
    return cache


TRAFILATURA = Trafilatura()
