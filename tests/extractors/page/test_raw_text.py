"""Content of elements whose markup the parser reads as text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.raw_text import without_tags


def _words(page: Page) -> list[str]:
    return [page.token_text(token) for token in range(page.n_tokens)]


@pytest.mark.parametrize("tag", ["iframe", "noembed"])
def test_content_that_no_browser_shows_is_not_page_text(tag: str):
    page = Page.from_text(f"<p>one<{tag}><p>two <a href=x>three</a></{tag}>four", name="page")

    assert page.text.split() == ["onefour"]
    assert page.source_positions.n_missing == 0


def test_words_of_noframes_are_page_text_and_its_tags_are_not():
    page = Page.from_text(
        "<noframes><body><p class='a b'>one</p><!-- no --><a href=x>two</a> 3 < 4</noframes>five",
        name="page",
    )

    assert _words(page) == ["one", "two", "3", "4", "five"]
    assert page.source_positions.n_missing == 0


def test_tags_of_noscript_in_a_rendered_document_are_not_words():
    page = Page.from_dom(
        [["html"], ["body"], ["noscript"], "<p>one <a href=x>two</a></p>", 3], url=None
    )

    assert _words(page) == ["one", "two"]


@pytest.mark.parametrize("identifier", sorted(registry.algorithms()))
def test_no_extractor_returns_tags_of_raw_text(identifier: str):
    text = "A sentence of some words, with a comma, that is long enough to be kept. " * 3
    raw = "".join(
        f"<{tag}><p id=rawtag>{text}<a href=rawlink>rawword</a></p></{tag}>"
        for tag in ("iframe", "noembed", "noframes")
    )
    page = Page.from_text(f"<div><p>{text}</p>{raw}<p>{text}</p></div>", name="page")

    kept = runner.run(page, identifier).own_text

    assert not {"rawtag", "rawlink", "href"} & set(kept.replace("=", " ").replace(">", " ").split())


@given(st.text("<>!-/ab =", max_size=40))
def test_offsets_stay(text: str):
    plain = without_tags(text)

    assert len(plain) == len(text)
    assert all(new in {old, " "} for old, new in zip(text, plain, strict=True))


def test_a_megabyte_of_unclosed_tags_is_read_at_once():
    start = time.perf_counter()

    for hostile in ("<a" * 500_000, "<!--" * 250_000, "<!-" * 300_000, "<" * 1_000_000):
        without_tags(hostile)

    assert time.perf_counter() - start < 10
