"""Adapter of newspaper4k."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.model.settings import Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.peers.probes.newspaper4k import PROBES
from boilerscope.extractors.text.page_language import AUTO, page_language

FROM_PAGE = "page"


@dataclass(frozen=True)
class Newspaper4kSettings(ExtractorSettings):
    """Settings of `newspaper.Article`."""

    language: str = knob(
        FROM_PAGE,
        "Stop words",
        "Code of the language, such as en; page: the language that the page declares; auto: that of"
        " its words.",
        source=Source.PROGRAM,
        tried=(AUTO,),
    )


class Newspaper4k(Peer[Newspaper4kSettings]):
    """Adapter of `newspaper.Article.parse`."""

    id = "newspaper4k"
    name = "newspaper4k"
    library = "newspaper4k"
    module = "newspaper"
    probes = PROBES
    summary = "Runs newspaper4k: the element whose paragraphs have the most stop words."
    reference = "newspaper4k, after newspaper3k of L. Ou-Yang"
    help = """\
Gives the decoded source to `newspaper.Article` and calls `parse`; the own text is `Article.text`.
Paragraphs give points to their parents for the stop words that they contain. The best element,
some of its siblings and cleaning rules make the article.

*No network.* Pages are never downloaded, and images are not fetched. Summaries and keywords, which
need further data, are not requested.

*Settings.* `page` uses the language that the page declares, and English without one. `auto`
detects the language of its words; if the library has no stop words of it, it is as `page`.

*Where it fails.* With a wrong or missing language declaration, no stop words are found. Some
languages, such as Chinese and Japanese, need further packages to divide text into words; without
the package the result is unavailable, and the message names it. On a few pages, two runs of version
0.9.4 differ because of the library itself.
"""
    settings_class = Newspaper4kSettings

    def text(self, html: str, settings: Newspaper4kSettings) -> str:
        """Return the text of the article."""
        from newspaper import Article, Config
        from newspaper.languages import get_available_languages

        config = Config()
        config.fetch_images = False
        config.memorize_articles = False
        language, languages = settings.language, [*get_available_languages()]
        if language == AUTO:
            language = page_language(html)
            language = language if language in languages else FROM_PAGE
        if language != FROM_PAGE:
            if language not in languages:
                raise UnknownNameError("language", language, [AUTO, FROM_PAGE, *languages])
            config.language = language

        class TextOnly(Article):  # type: ignore[misc]  # the library is not annotated
            """Article without images, which version 0.9.4 would fetch in any configuration."""

            def fetch_images(self) -> None:
                """Do nothing."""

        article = TextOnly("", config=config)
        article.download(input_html=html)
        article.parse()
        text: str = article.text
        return text


NEWSPAPER4K = Newspaper4k()
