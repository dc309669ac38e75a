"""Adapter of BoilerPy3."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.boilerpy3 import PROBES


class Kind(StrEnum):
    """Extractors of the library; values are the names of its classes."""

    ARTICLE = "ArticleExtractor"
    ARTICLE_SENTENCES = "ArticleSentencesExtractor"
    CANOLA = "CanolaExtractor"
    DEFAULT = "DefaultExtractor"
    KEEP_EVERYTHING = "KeepEverythingExtractor"
    LARGEST_CONTENT = "LargestContentExtractor"
    NUM_WORDS_RULES = "NumWordsRulesExtractor"


@dataclass(frozen=True)
class Boilerpy3Settings(ExtractorSettings):
    """Settings of BoilerPy3."""

    kind: Kind = knob(Kind.ARTICLE, "Extractor", "Library class to run.", source=Source.PROGRAM)


class Boilerpy3(Peer[Boilerpy3Settings]):
    """Adapter of the extractors of BoilerPy3."""

    id = "boilerpy3"
    name = "BoilerPy3"
    library = "boilerpy3"
    module = "boilerpy3"
    probes = PROBES
    summary = "Runs BoilerPy3, the Python port of boilerpipe."
    reference = "BoilerPy3, after C. Kohlschütter, P. Fankhauser, W. Nejdl, WSDM 2010"
    help = """\
Calls `get_content` of one of the extractors on the decoded source. The library is a port of the
Java program that `boilerpipe.article` and its siblings follow, so that panes of both show where the
port differs: it reads the page with Python's own HTML parser, and it has no end phrases of other
languages.

*Where it fails.* As boilerpipe does, on pages of short blocks and in languages without spaces
between words. A page that the parser cannot read is an error.
"""
    settings_class = Boilerpy3Settings

    def text(self, html: str, settings: Boilerpy3Settings) -> str:
        """Return the content."""
        from boilerpy3 import extractors as library

        extractor = getattr(library, settings.kind.value)()
        content: str = extractor.get_content(html)
        return content


BOILERPY3 = Boilerpy3()
