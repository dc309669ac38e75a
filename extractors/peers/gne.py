"""Adapter of GNE, the General News Extractor."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.gne import PROBES

_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>")
"""XML declaration, which lxml refuses in decoded text."""


@dataclass(frozen=True)
class GneSettings(ExtractorSettings):
    """Settings of `GeneralNewsExtractor.extract`."""

    normalize: bool = knob(
        False,
        "Normalise",
        "Convert the source to Unicode form NFKC, which changes full-width punctuation.",
        source=Source.PROGRAM,
    )
    body_xpath: str = knob(
        "", "Article", "XPath of the article; empty: find it.", source=Source.PROGRAM
    )
    noise_node_list: tuple[str, ...] = knob(
        (), "Noise", "XPath expressions of elements to remove.", source=Source.PROGRAM
    )


class Gne(Peer[GneSettings]):
    """Adapter of `gne.GeneralNewsExtractor.extract`."""

    id = "gne"
    name = "GNE"
    library = "gne"
    module = "gne"
    probes = PROBES
    summary = "Runs GNE: the element with the best density of text and punctuation."
    reference = (
        "GNE, after Hong Honghui et al., Web text extraction by text and symbol density, 2019"
    )
    help = """\
Calls `GeneralNewsExtractor().extract` on the decoded source; the own text is the field `content`.
The library scores each element by the density of text without links, by the number of paragraphs
and by the density of punctuation, and returns the best element.

*Settings.* They are arguments of `extract`. The rendered visibility that the library can use is not
passed. An XML declaration is removed from the source, because the library cannot read decoded text
with such a declaration.

*Where it fails.* The library is made for Chinese news: of pages with little punctuation or several
articles it keeps one small element. A page without a candidate is empty.
"""
    settings_class = GneSettings

    def text(self, html: str, settings: GneSettings) -> str:
        """Return the content; empty if the library finds no content."""
        from gne import GeneralNewsExtractor
        from gne.exceptions import NoContentException

        try:
            fields = GeneralNewsExtractor().extract(
                _XML_DECLARATION.sub("", html),
                normalize=settings.normalize,
                body_xpath=settings.body_xpath,
                noise_node_list=list(settings.noise_node_list) or None,
            )
        except NoContentException:
            return ""
        text: str = fields["content"]
        return text


GNE = Gne()
