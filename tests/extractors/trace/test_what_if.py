"""What if, for libraries: the library is run again with other settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.what_if import what_if, what_if_pairs
from tests.helpers.traced import blocks_with, traced

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings

_SENTENCE = "The harbour tram ran on time all winter, and the people of the town were glad of it. "
_TEXT = "Beekeepers of the estuary report that the lindens bloomed early this year."
_GERMAN = "Die Bienen der Mündung haben viel Honig gesammelt und niemand weiss warum. "

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def _page(markup: str, *, n_paragraphs: int = 4) -> Page:
    paragraphs = f"<p>{_SENTENCE * 3}</p>" * n_paragraphs
    article = f"<article><div>{paragraphs}{markup}<p>{_SENTENCE * 2}</p></div></article>"
    return Page.from_text(f"<html lang='en'><body><h1>Tram</h1>{article}</body></html>", name="p")


def _dropped(extraction: Extraction, page: Page) -> int:
    (block,) = [
        block
        for text in (_TEXT, _GERMAN)
        for block in blocks_with(extraction, page, text)
        if not extraction.content[block]
    ]
    return block


@pytest.mark.parametrize(
    ("library", "markup", "field", "new"),
    [
        ("trafilatura", f'<div class="story-teaser"><p>{_TEXT}</p></div>', "focus", "recall"),
        ("justext", f'<p><a href="/b">{_TEXT}</a></p>', "max_link_density", 1.0),
        ("justext", f"<p>{_GERMAN * 4}</p>", "language", "none"),
    ],
)
def test_the_nearest_setting_that_keeps_a_block_is_found(
    library: str, markup: str, field: str, new: object
):
    page = _page(markup)
    extraction = traced(page, library)
    block = _dropped(extraction, page)
    found = {
        change.field: change
        for change in what_if(lambda s: runner.run(page, library, s), extraction, block)
    }

    assert found[field].new == new
    assert found[field].keeps
    assert runner.run(page, library, found[field].settings).mask[
        extraction.blocks.runs(block)[0][0]
    ]


def test_a_pair_of_settings_keeps_what_none_of_them_keeps_alone():
    # The table is dropped by one setting, and the list in its cell by another.
    table = f"<table><tr><td>A<ul><li>{_TEXT}</li></ul></td><td>B</td></tr></table>"
    page = _page(table, n_paragraphs=60)  # so long that no fallback is tried
    extraction = traced(page, "trafilatura", {"tables": False})
    block = _dropped(extraction, page)

    def run(settings: Settings) -> Extraction:
        return runner.run(page, "trafilatura", settings)

    assert [change.field for change in what_if(run, extraction, block)] == []
    pairs = {
        frozenset((pair.field, pair.also[0]))
        for pair in what_if_pairs(run, extraction, block)
        if pair.also is not None
    }
    assert frozenset(("tables", "focus")) in pairs


def test_a_list_without_a_switch_has_no_setting():
    page = _page(f"<footer><p>{_TEXT}</p></footer>")
    extraction = traced(page, "trafilatura")
    block = _dropped(extraction, page)

    def run(settings: Settings) -> Extraction:
        return runner.run(page, "trafilatura", settings)

    assert list(what_if(run, extraction, block)) == []
    assert list(what_if_pairs(run, extraction, block)) == []
