"""Adapter of Goose3."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.goose3 import PROBES
from boilerscope.extractors.text.page_language import AUTO, page_language

_DEFAULT = "en"


class Parser(StrEnum):
    """Parsers of the library."""

    LXML = "lxml"
    SOUP = "soup"


@dataclass(frozen=True)
class Goose3Settings(ExtractorSettings):
    """Settings of `goose3.Configuration`."""

    target_language: str = knob(
        _DEFAULT,
        "Language",
        "Code of the language of the stop words, such as en; auto: that of the page's words.",
        source=Source.PROGRAM,
        tried=(AUTO,),
    )
    use_meta_language: bool = knob(
        True,
        "Language of the page",
        "Use the language that the page declares, if it declares one.",
        source=Source.PROGRAM,
    )
    parser: Parser = knob(Parser.LXML, "Parser", "Parser for the markup.", source=Source.PROGRAM)
    parse_lists: bool = knob(
        True, "Lists", "Write lists, with a mark before each item.", source=Source.PROGRAM
    )
    parse_headers: bool = knob(
        True, "Headings", "Keep headings inside the article.", source=Source.PROGRAM
    )
    keep_footnotes: bool = knob(True, "Footnotes", "Keep footnote marks.", source=Source.PROGRAM)


class Goose3(Peer[Goose3Settings]):
    """Adapter of `goose3.Goose.extract`."""

    id = "goose3"
    name = "Goose3"
    library = "goose3"
    module = "goose3"
    probes = PROBES
    summary = "Runs Goose3: the element whose paragraphs have the most stop words."
    reference = "Goose3, after Goose of J. Plush, Gravity Labs"
    help = """\
Calls `Goose.extract(raw_html=...)` on the decoded source; the own text is `cleaned_text`.
Paragraphs give points for stop words to their parents, boosted near the top; paragraphs with much
link text do not count. Known containers, such as `itemprop=articleBody`, are chosen without points.

*No network.* Images are not fetched.

*Settings.* They are fields of `goose3.Configuration`. With the language `auto`, the language of the
page's words is detected, and what the page declares does not count; the language is English if the
library has no stop words of it. Chinese and Korean then have the library's own division
into words. Chinese needs the extra `cjk`, which divides
text into words.

*Where it fails.* A language without a list of stop words is an error of the library; short articles
return nothing.
"""
    settings_class = Goose3Settings

    def text(self, html: str, settings: Goose3Settings) -> str:
        """Return the cleaned text."""
        from goose3 import Goose

        language = settings.target_language
        if language == AUTO:
            language = page_language(html)
            language = language if language in _stop_lists() else _DEFAULT
        configuration: dict[str, Any] = {
            "target_language": language,
            "use_meta_language": settings.use_meta_language and settings.target_language != AUTO,
            "parser_class": settings.parser.value,
            "parse_lists": settings.parse_lists,
            "parse_headers": settings.parse_headers,
            "keep_footnotes": settings.keep_footnotes,
            "enable_image_fetching": False,
        }
        if settings.target_language == AUTO and (words := _division(language)) is not None:
            configuration["stopwords_class"] = words
        with Goose(configuration) as goose:
            text: str = goose.extract(raw_html=html).cleaned_text
        return text


@cache
def _stop_lists() -> frozenset[str]:
    """Return the codes of the languages that the library has stop words of."""
    folder = resources.files("goose3") / "resources" / "text"
    names = (file.name for file in folder.iterdir())
    return frozenset(
        name.removeprefix("stopwords-").removesuffix(".txt")
        for name in names
        if name.startswith("stopwords-")
    )


def _division(language: str) -> type | None:
    """Return the library's class for words that white space does not separate, if it has one."""
    from goose3 import text

    names = {"zh": "StopWordsChinese", "ko": "StopWordsKorean"}
    return getattr(text, names[language]) if language in names else None


GOOSE3 = Goose3()
