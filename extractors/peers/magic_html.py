"""Adapter of magic-html."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.magic_html import PROBES
from boilerscope.extractors.peers.readability_lxml import text_of_markup


class PageKind(StrEnum):
    """Extractors of the library that take pages of any site; values are its `html_type`."""

    ARTICLE = "article"
    FORUM = "forum"


@dataclass(frozen=True)
class MagicHtmlSettings(ExtractorSettings):
    """Settings of `magic_html.GeneralExtractor.extract`."""

    html_type: PageKind = knob(
        PageKind.ARTICLE,
        "Kind of page",
        "Forum also keeps the posts of a discussion.",
        source=Source.PROGRAM,
    )


class MagicHtml(Peer[MagicHtmlSettings]):
    """Adapter of `magic_html.GeneralExtractor.extract`."""

    id = "magic_html"
    name = "magic-html"
    library = "magic-html"
    module = "magic_html"
    summary = "Runs magic-html: rules on tags and classes, link density, then the best element."
    reference = "magic-html, OpenDataLab, 2024"
    help = """\
Calls `GeneralExtractor().extract` on the decoded source; the field `html` is markup. The library
takes the first of its known frames that has enough text and removes sections by their classes and
lists by link density. If no frame was found, it chooses the best element as Readability does.

*Own text.* The markup is written with the line breaks of the block-level elements, as the page text
of Boilerscope is, and aligned to the page. Formulas are LaTeX, as the library writes them.

*Settings.* The address of the page, by which the library chooses its extractor for WeChat, is not
passed.

*Where it fails.* The library needs Python 3.12 or later. A page on which its last step raises an
error is empty, because the library catches the error.
"""
    settings_class = MagicHtmlSettings
    own_formats = ("html",)
    probes = PROBES
    python = (3, 12)

    def text(self, html: str, settings: MagicHtmlSettings) -> str:
        """Return the text of the article."""
        markup = self.structured(html, settings, "html")
        return text_of_markup(markup) if markup else ""

    def structured(self, html: str, settings: MagicHtmlSettings, format_name: str) -> str:
        """Return the article, which is HTML."""
        del format_name
        from magic_html import GeneralExtractor

        result = GeneralExtractor().extract(html, html_type=settings.html_type.value)
        return str(result["html"] or "")


MAGIC_HTML = MagicHtml()
