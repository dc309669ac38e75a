"""Adapter of html-text."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.html_text import PROBES


@dataclass(frozen=True)
class HtmlTextSettings(ExtractorSettings):
    """Settings of `html_text.extract_text`."""

    guess_layout: bool = knob(
        True, "Line breaks", "Break lines where a browser does.", source=Source.PROGRAM
    )
    guess_punct_space: bool = knob(
        True,
        "Space before punctuation",
        "Write no space before punctuation that follows an inline element.",
        source=Source.PROGRAM,
    )


class HtmlText(Peer[HtmlTextSettings]):
    """Adapter of `html_text.extract_text`."""

    id = "html_text"
    name = "html-text"
    library = "html-text"
    module = "html_text"
    probes = PROBES
    summary = "Runs html-text: all visible text, boilerplate included."
    reference = "html-text, Zyte"
    help = """\
Calls `html_text.extract_text` on the decoded source. The library removes scripts, styles and
comments and writes all other text. It does not select main content: it is the baseline with the
highest recall.

*Where it fails.* Precision is the share of main content in the page. Very deeply nested pages
exceed the recursion limit of Python and are an error.
"""
    settings_class = HtmlTextSettings

    def text(self, html: str, settings: HtmlTextSettings) -> str:
        """Return all visible text."""
        from html_text import extract_text

        return extract_text(
            html,
            guess_layout=settings.guess_layout,
            guess_punct_space=settings.guess_punct_space,
        )


HTML_TEXT = HtmlText()
