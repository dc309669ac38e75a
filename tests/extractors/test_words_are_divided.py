"""No extractor joins two words that a line break or the edge of a block divides on the page."""

from __future__ import annotations

import re
from functools import cache

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.text.align import align
from tests.helpers.extractions import variants
from tests.helpers.layout import flow_layout

ORIGINALS = {
    "cx_extractor": "cx_extractor.md 2: the program deletes white space; keep_spaces keeps it",
    "crunch": "crunch.md 3.6: the program ends a line only at br; block_breaks divides blocks",
    "joyhtml": "joyhtml.md 6: the program ends lines only after some elements, and at br",
}
"""Extractors whose own text is that of a program that joins words: where that is specified."""

STRICT = "strict_article"
"""Profile of AI Depot that reads lines as the published program does (ai_depot_density.md 2.2)."""

DIVISIONS = {
    "br": "<div>{}<br>{}</div>",
    "br in a paragraph": "<p>{}<br>{}</p>",
    "br in a heading": "<h1>{}<br>{}</h1>",
    "br in a cell": "<table><tr><td>{}<br>{}</td></tr></table>",
    "br in an item": "<ul><li>{}<br>{}</li></ul>",
    "br in a link": "<p><a href=x>{}<br>{}</a></p>",
    "hr": "<div>{}<hr>{}</div>",
    "paragraph after text": "<div>{}<p>{}</p></div>",
    "paragraphs": "<p>{}</p><p>{}</p>",
    "items": "<ul><li>{}</li><li>{}</li></ul>",
    "text after a list": "<ul><li>{}</ul>{}",
    "cells": "<table><tr><td>{}</td><td>{}</td></tr></table>",
    "rows": "<table><tr><td>{}</td></tr><tr><td>{}</td></tr></table>",
    "headings of rows": "<table><tr><th>{}</th><td>{}</td></tr></table>",
    "caption": "<table><caption>{}</caption><tr><td>{}</td></tr></table>",
    "definitions": "<dl><dt>{}</dt><dd>{}</dd></dl>",
    "headings": "<h2>{}</h2><h3>{}</h3>",
    "quotation": "<blockquote>{}</blockquote>{}",
    "code": "<div>{}<pre>{}</pre></div>",
    "block in a span": "<span>{}<div>{}</div></span>",
    "sections": "<section>{}<section>{}</section></section>",
    "figure": "<figure>{}<figcaption>{}</figcaption></figure>",
    "details": "<details><summary>{}</summary>{}</details>",
    "aside": "<article>{}<aside>{}</aside></article>",
    "center": "<center>{}</center><center>{}</center>",
    "button": "<div>{}<button>{}</button></div>",
    "option": "<form>{}<select><option>{}</option></select></form>",
    "element of a page's own": "<div>{}<x-card>{}</x-card></div>",
}
"""Markup that divides two texts without white space between them."""

N_PAIRS = 12
_WORD = re.compile(r"w\w+")


def _text(number: int) -> str:
    """Return twelve words that are nowhere else on the page, with commas."""
    words = [f"w{12 * number + index}x" for index in range(12)]
    return ", ".join(" ".join(words[first : first + 4]) for first in range(0, 12, 4))


@cache
def page_of(division: str) -> Page:
    """Return a page with a dozen pairs of texts that are divided alike, with boxes."""
    pairs = "".join(
        DIVISIONS[division].format(_text(2 * pair), _text(2 * pair + 1)) for pair in range(N_PAIRS)
    )
    source = f"<title>w0x w1x w2x w3x</title><body><div>{pairs}</div>"
    page = Page.from_text(source, name=division)
    return page.with_layout(flow_layout(page))


def joined_words(text: str) -> set[str]:
    """Return the words of a text that the page does not have."""
    return {word for word in _WORD.findall(text) if not re.fullmatch(r"w\d+x", word)}


OURS = sorted(set(registry.algorithms()) - set(ORIGINALS))


@pytest.mark.parametrize("division", DIVISIONS)
@pytest.mark.parametrize("identifier", OURS)
def test_words_that_the_page_divides_are_divided_in_the_text(identifier: str, division: str):
    page = page_of(division)

    extraction = runner.run(page, identifier)

    assert joined_words(extraction.own_text) == set()
    assert joined_words(extraction.title) == set()
    assert joined_words(" ".join(link.text for link in extraction.related)) == set()


@pytest.mark.parametrize("identifier", OURS)
def test_words_are_divided_whatever_the_settings(identifier: str):
    for settings in variants(registry.extractor(identifier)):
        if getattr(settings, "profile", None) == STRICT:
            continue
        for division in ("br in a paragraph", "paragraphs", "cells", "items"):
            page = page_of(division)
            extraction = runner.run(page, identifier, settings)
            assert joined_words(extraction.own_text) == set(), (division, settings)


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_a_declared_original_does_join_words(identifier: str):
    pages = [page_of(division) for division in DIVISIONS]
    if identifier == "cx_extractor":  # it reads the lines of the source
        lines = f"<p>{_text(0)}</p>\n<p>{_text(1)}</p>\n"
        pages = [Page.from_text(lines + "\n" * 6 + "end", name="lines")]

    assert any(joined_words(runner.run(page, identifier).own_text) for page in pages)


@pytest.mark.parametrize("division", DIVISIONS)
def test_kept_text_of_any_mask_is_divided(division: str):
    """What libraries and functions keep is written from the mask, whatever text they return."""
    page = page_of(division)
    joined = re.sub("<[^>]*>", "", page.source)

    alignment = align(page, joined)

    assert alignment.mask.any()
    assert joined_words(kept_text(page, alignment.mask)) == set()
