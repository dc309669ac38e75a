"""Adapter of Goose3."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import Settings, Source, knob
from boilerscope.extractors.peers.peer import Peer


class Parser(StrEnum):
    """Parsers of the library."""

    LXML = "lxml"
    SOUP = "soup"


@dataclass(frozen=True)
class Goose3Settings(Settings):
    """Settings of `goose3.Configuration`."""

    target_language: str = knob(
        "en",
        "Language",
        "Code of the language of the stop words, such as en.",
        source=Source.PROGRAM,
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
    summary = "Runs Goose3: the element whose paragraphs have the most stop words."
    reference = "Goose3, after Goose of J. Plush, Gravity Labs"
    help = """\
Calls `Goose.extract(raw_html=...)` on the decoded source; the own text is `cleaned_text`.
Paragraphs give points for stop words to their parents, boosted near the top; paragraphs with much
link text do not count. Known containers, such as `itemprop=articleBody`, are chosen without points.

*No network.* Images are not fetched.

*Settings.* They are fields of `goose3.Configuration`. Chinese needs the extra `cjk`, which divides
text into words.

*Where it fails.* A language without a list of stop words is an error of the library; short articles
return nothing.
"""
    settings_class = Goose3Settings

    def text(self, html: str, settings: Goose3Settings) -> str:
        """Return the cleaned text."""
        from goose3 import Goose

        configuration = {
            "target_language": settings.target_language,
            "use_meta_language": settings.use_meta_language,
            "parser_class": settings.parser.value,
            "parse_lists": settings.parse_lists,
            "parse_headers": settings.parse_headers,
            "keep_footnotes": settings.keep_footnotes,
            "enable_image_fetching": False,
        }
        with Goose(configuration) as goose:
            text: str = goose.extract(raw_html=html).cleaned_text
        return text


GOOSE3 = Goose3()
