"""Texts to score: the gold text of a page, and the texts of extractors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from tests.helpers.material import CorpusPage

EXTRACTORS = ("boilerpipe.article", "cx_extractor", "link_ratio")


def text_pairs(corpus_page: CorpusPage) -> list[tuple[str, str]]:
    """Return the gold text of a page with own text and page text of some extractors.

    The test is skipped if the page has no gold text.
    """
    if corpus_page.gold is None:
        pytest.skip(f"{corpus_page.identifier} has no gold text")
    page = Page.from_bytes(
        corpus_page.data, name=corpus_page.identifier, encoding=corpus_page.encoding
    )
    results = [runner.run(page, name) for name in EXTRACTORS]
    texts = [text for result in results for text in (result.own_text, kept_text(page, result.mask))]
    return [(corpus_page.gold, text) for text in texts]
