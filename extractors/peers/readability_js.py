"""Adapter of Readability.js, the program of the reader view of Firefox, in the web engine."""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.aligned import aligned_extraction
from boilerscope.extractors.model.extraction import Extraction
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.readability_js import PROBES, trace_of
from boilerscope.extractors.peers.readability_lxml import text_of_markup
from boilerscope.extractors.system.answering_process import AnsweringProcess
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.trace.explained import explained_extraction
from boilerscope.extractors.trace.run import DIFFERS

if TYPE_CHECKING:
    from boilerscope.extractors.model.aligned import ForeignText
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.trace.table import Probes

VERSION = "0.6.0"
"""Version of `resources/readability/Readability.js`."""

_PROCESS = "boilerscope.app.readability"
"""Module that runs it. Extractors do not import Qt, so it is started by its name."""


@dataclass(frozen=True)
class ReadabilityJsSettings(ExtractorSettings):
    """Options of `new Readability(document, options)`."""

    char_threshold: int = knob(
        500,
        "Minimum text length",
        "Try again with fewer rules if the article has fewer characters.",
        unit="characters",
        low=1,
        high=10_000,
        step=10,
        source=Source.PROGRAM,
        main=MainKnob.MIN_LENGTH,
    )
    nb_top_candidates: int = knob(
        5,
        "Best candidates",
        "Number of elements with the best scores among which the article is chosen.",
        unit="elements",
        low=1,
        high=50,
        step=1,
        source=Source.PROGRAM,
    )
    link_density_modifier: float = knob(
        0.0,
        "Link density modifier",
        "Added to the limits of the link density; above 0, more linked elements stay.",
        low=-0.5,
        high=0.8,
        step=0.01,
        source=Source.PROGRAM,
    )
    max_elems_to_parse: int = knob(
        0,
        "Maximum number of elements",
        "Fail on a page with more elements; 0: no limit.",
        unit="elements",
        low=0,
        high=100_000,
        step=100,
        source=Source.PROGRAM,
    )
    keep_classes: bool = knob(
        False, "Keep classes", "Keep the classes of elements in HTML.", source=Source.PROGRAM
    )
    classes_to_preserve: tuple[str, ...] = knob(
        (), "Classes to preserve", "Classes that stay in HTML in any case.", source=Source.PROGRAM
    )
    disable_json_ld: bool = knob(
        False,
        "Ignore JSON-LD",
        "Do not read title and author from JSON-LD; an author found there keeps a byline in the"
        " text.",
        source=Source.PROGRAM,
    )


class ReadabilityJs(Peer[ReadabilityJsSettings]):
    """Adapter of `new Readability(document).parse()`."""

    id = "readability_js"
    name = "Readability.js"
    library = "Readability.js"
    module = "readability"
    summary = "Runs Readability.js of Mozilla: the program behind the reader view of Firefox."
    reference = "@mozilla/readability, after Readability of Arc90 (2009)"
    help = """\
Parses the decoded source in the web engine and calls `new Readability(document).parse()`.
Hidden elements and elements with unlikely classes are removed; paragraphs give points to the
elements around them; the best element and similar siblings are the article, which is then cleaned.

*In the web engine.* The file of the npm package is unchanged. It runs in a process of its own,
without a window, on a document that is only parsed: scripts of the page do not run, and nothing is
fetched. `noscript` is therefore read as markup, as by Node with jsdom.

*Own text.* The library returns markup. Its text is written with the line breaks of the block-level
elements, as the page text of Boilerscope is, and aligned to the page.

*Settings.* They are its options. If the article has fewer characters than `charThreshold`, it
tries again without removing unlikely candidates, then without weights of classes, then without
conditional cleaning, and returns the longest text.

*Where it fails.* Pages whose text is in many containers of equal weight; lists of links; pages
whose text is only made by scripts.
"""
    settings_class = ReadabilityJsSettings
    own_formats = ("html",)
    probes: ClassVar[Probes | None] = PROBES

    def missing(self) -> str:
        """Return how to install the web engine; empty if it is installed."""
        if _has_web_engine():
            return ""
        return (
            "Readability.js runs in the web engine of the window, which is not installed. Install"
            f" it with: {extra_command('gui')}"
        )

    def version(self) -> str:
        """Return the version of the file."""
        return VERSION

    def text(self, html: str, settings: ReadabilityJsSettings) -> str:
        """Return the text of the article; empty if there is none."""
        return _text_of(self.structured(html, settings, "html"))

    def structured(self, html: str, settings: ReadabilityJsSettings, format_name: str) -> str:
        """Return the article, which is HTML."""
        del format_name
        return str(_ask(html, settings, explains=False)["content"])

    def _explained(
        self,
        page: Page,
        settings: ReadabilityJsSettings,
        foreign: ForeignText,
        plain_s: float,
    ) -> Extraction:
        """Return the extraction of a run that reports what it does."""
        del plain_s
        try:
            report = _ask(page.decoded.text, settings, explains=True)
        except ExtractorError as error:
            problem = f"No trace: {error}"
        else:
            problem = f"{DIFFERS}: the traced run returned another text, so no rules are shown."
            if _text_of(report["content"]) == foreign.text:
                trace = trace_of(page, report)
                explained = explained_extraction(page, self.id, settings, foreign, trace)
                if isinstance(explained, Extraction):
                    return explained
                problem = explained
        aligned = aligned_extraction(page, self.id, settings, foreign)
        return replaced(aligned, trace_problem=problem)


READABILITY_JS = ReadabilityJs()


def _text_of(markup: str) -> str:
    return text_of_markup(markup) if markup else ""


def _ask(html: str, settings: ReadabilityJsSettings, *, explains: bool) -> dict[str, Any]:
    """Return the answer of the process.

    Raises
    ------
    ExtractorError
        If the library or the engine fails; the message gives the reason.
    """
    options = {
        "charThreshold": settings.char_threshold,
        "nbTopCandidates": settings.nb_top_candidates,
        "linkDensityModifier": settings.link_density_modifier,
        "maxElemsToParse": settings.max_elems_to_parse,
        "keepClasses": settings.keep_classes,
        "classesToPreserve": list(settings.classes_to_preserve),
        "disableJSONLD": settings.disable_json_ld,
    }
    request = json.dumps({"html": html, "options": options, "explains": explains})
    answer: dict[str, Any] = json.loads(engine_process().ask(request.encode()))
    if "fault" in answer:
        raise ExtractorError(f"Readability.js: {answer['fault']}")
    return answer


@cache
def engine_process() -> AnsweringProcess:
    """Return the process of the engine, one for each process that runs extractors."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    memory = 0 if limit == resource.RLIM_INFINITY else limit

    def command(number: int) -> list[str]:
        return [sys.executable, "-P", "-m", _PROCESS, str(number), str(memory)]

    return AnsweringProcess("Readability.js", command)


@cache
def _has_web_engine() -> bool:
    """Return whether the web engine is installed, without importing it."""
    spec = find_spec("PySide6")
    folders = (spec.submodule_search_locations if spec is not None else None) or ()
    return any(path for folder in folders for path in Path(folder).glob("QtWebEngineCore*"))
