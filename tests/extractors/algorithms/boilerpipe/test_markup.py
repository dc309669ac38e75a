"""The page with its kept text highlighted, and the page with kept text only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lxml import etree, html

from boilerscope.extractors.algorithms.boilerpipe import extractor as boilerpipe
from boilerscope.extractors.algorithms.boilerpipe.markup import (
    HIGHLIGHT_CLASS,
    extracted_html,
    highlighted_html,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page

Write = Callable[[Page, Extraction], str]


def words(n: int, stem: str = "w") -> str:
    return " ".join(f"{stem}{number}" for number in range(n))


PAGE = Page.from_text(
    "<html><head><title>T</title><link rel=x><script>s()</script></head><body>"
    "<div><a href=1>nav</a></div><!-- note --><p>intro is kept</p>"
    f"<p class=k id=a>{words(30)} <b>bold</b>. <img src=x> tail <i>i</i>!</p>"
    f"<p>{words(20, 'v')}</p><div><a>foot</a><span></span></div><noscript>no</noscript></body>",
    name="page",
)


def extraction_of(page: Page = PAGE) -> Extraction:
    rules = boilerpipe.NUM_WORDS_RULES
    return rules.extract(page, rules.default_settings(), ())


def tree(markup: str) -> Any:
    return html.document_fromstring(markup)


def test_highlighting_marks_every_kept_text_and_leaves_the_rest():
    root = tree(highlighted_html(PAGE, extraction_of()))
    marks = root.xpath(f"//span[@class='{HIGHLIGHT_CLASS}']")

    assert [mark.text for mark in marks] == [
        "intro is kept",
        f"{words(30)} ",
        "bold",
        ". ",
        " tail ",
        "i",
        "!",
        words(20, "v"),
    ]
    assert root.xpath("string(//div/a)") == "nav"
    assert len(root.xpath("//p[@class='k']/img")) == 1


def test_highlighting_does_not_change_the_text_of_the_page():
    root = tree(highlighted_html(PAGE, extraction_of()))

    assert "".join(root.itertext("body", "div", "a", "p", "b", "i", "span")) == (
        f"navintro is kept{words(30)} bold.  tail i!{words(20, 'v')}foot"
    )


def test_extracting_leaves_kept_texts_in_their_elements():
    markup = extracted_html(PAGE, extraction_of())
    root = tree(markup)

    assert root.xpath("count(//p)") == 3
    assert root.xpath("//p[2]/@class | //p[2]/@id") == ["k", "a"]
    assert [node.tag for node in root.xpath("//p[2]/*")] == ["b", "i"]
    assert root.xpath("string(//p[3])") == words(20, "v")
    assert root.xpath("//div | //a | //img | //span") == []


@pytest.mark.parametrize("write", [highlighted_html, extracted_html])
def test_head_content_scripts_and_comments_are_never_written(write: Write):
    root = tree(write(PAGE, extraction_of()))

    assert root.xpath("//script | //link | //noscript | //title | //comment()") == []
    assert root.xpath("//meta/@charset") == ["utf-8"]


@pytest.mark.parametrize("write", [highlighted_html, extracted_html])
def test_the_page_itself_is_not_changed(write: Write):
    before = etree.tostring(PAGE.root)

    write(PAGE, extraction_of())

    assert etree.tostring(PAGE.root) == before


def test_punctuation_without_a_token_belongs_to_its_block():
    assert ".  tail" in extracted_html(PAGE, extraction_of())


def test_text_of_an_element_that_allows_no_markup_is_not_highlighted():
    page = Page.from_text(f"<body><p>{words(30)}<textarea>{words(30, 'v')}</textarea>", name="page")

    assert f"<textarea>{words(30, 'v')}</textarea>" in highlighted_html(page, extraction_of(page))


def test_a_page_without_blocks_becomes_an_empty_page():
    page = Page.from_text("<body><img src=x>", name="page")

    assert "<body></body>" in extracted_html(page, extraction_of(page))


def test_paragraphs_that_are_split_again_stay_in_their_elements():
    page = Page.from_text(
        f"<body><p>{words(30)}. So.</p><p>and no clause {words(20)}</p>", name="p"
    )
    sentences = boilerpipe.ARTICLE_SENTENCES
    extraction = sentences.extract(page, sentences.default_settings(), ())

    assert tree(extracted_html(page, extraction)).xpath("count(//p)") == 1


def test_other_extractions_are_refused():
    with pytest.raises(TypeError, match="does not decide on boilerpipe's text blocks"):
        extracted_html(PAGE, Extraction(extractor="some.other", status=Status.OK))
