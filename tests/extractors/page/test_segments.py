"""Segments are the runs of text that no block-level tag breaks; views share them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.page import Page, segments
from extractors.page.segments import breaks_before
from tests.helpers.material import CorpusPage, every_page


def _texts(markup: str) -> list[str]:
    page = Page.from_text(markup, name="page")
    cut = segments(page)
    return [
        " ".join(page.text[page.tokens.start[a] : page.tokens.end[b - 1]].split())
        for a, b in zip(cut.token_start.tolist(), cut.token_end.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        ("", []),
        ("<p> - </p>", []),
        ("one", ["one"]),
        ("<p>one<p>two", ["one", "two"]),
        ("<p>one <b>two</b> <a href=x>three</a></p>", ["one two three"]),
        ("<p>one<br>two", ["one", "two"]),
        ("<div>one<p>two</p>three</div>", ["one", "two", "three"]),
        ("<p>one<script>let x</script> two<style>p {}</style> three", ["one two three"]),
        ("<p>one<!-- note --> two", ["one two"]),
        ("<p>one <input> two", ["one two"]),
        ("<a href=x>one <div>two</div> three</a>", ["one", "two", "three"]),
        ("<table><tr><td>one<td>two</table>", ["one", "two"]),
        ("<a>one <svg><g><path/></g></svg> two</a>", ["one two"]),
        ("<title>one</title><body>two", ["one", "two"]),
        ("<p>one<button>two</button>three", ["one", "two", "three"]),
    ],
)
def test_block_level_tags_break_text_and_others_do_not(markup: str, texts: list[str]):
    assert _texts(markup) == texts


_TAGS = ["p", "div", "b", "a", "script"]
_MARKUP = st.lists(
    st.sampled_from(
        [
            *(f"<{tag}>" for tag in _TAGS),
            *(f"</{tag}>" for tag in _TAGS),
            *("<br>", "<li>", "<td>", "word ", "two words", " ", "。", "中文"),
        ]
    ),
    max_size=30,
).map("".join)


@given(_MARKUP)
def test_segments_hold_every_token_once_in_order(markup: str):
    page = Page.from_text(markup, name="page")
    cut = segments(page)

    assert cut.token_start.tolist() == [0, *cut.token_end.tolist()][: len(cut)]
    assert cut.token_end.tolist()[-1:] == ([page.n_tokens] if page.n_tokens else [])
    assert (cut.token_end > cut.token_start).all()
    assert len(cut.of_token()) == page.n_tokens


@given(_MARKUP)
def test_a_segment_lies_within_its_element_and_is_whole_if_it_is_all_of_its_text(markup: str):
    page = Page.from_text(markup, name="page")
    cut, elements = segments(page), page.elements

    start, end = elements.token_start[cut.element], elements.token_end[cut.element]
    assert (start <= cut.token_start).all()
    assert (cut.token_end <= end).all()
    assert cut.whole.tolist() == [
        (a, b) == (c, d)
        for a, b, c, d in zip(start, end, cut.token_start, cut.token_end, strict=True)
    ]


@given(_MARKUP)
def test_slots_of_one_segment_have_no_break_between_them(markup: str):
    page = Page.from_text(markup, name="page")
    cut, breaks = segments(page), breaks_before(page)

    for first, last in zip(cut.slot_start.tolist(), cut.slot_end.tolist(), strict=True):
        assert len(set(breaks[first:last].tolist())) == 1
    assert len(set(breaks[cut.slot_start].tolist())) == len(cut)


def test_the_element_of_a_segment_is_the_block_level_one_around_it():
    page = Page.from_text("<div>one <b><i>two</i></b><p>three", name="page")

    assert [page.elements.tag[row] for row in segments(page).element.tolist()] == ["div", "p"]


def test_means_leave_out_what_was_not_measured():
    page = Page.from_text("<p>a b<p>c d<p>e", name="page")

    means = segments(page).mean(np.array([1.0, 3.0, np.nan, 5.0, np.nan]))

    assert means[:2].tolist() == [2.0, 5.0]
    assert np.isnan(means[2])
    assert segments(page).mean(np.array([True, False, True, True, False])).tolist() == [0.5, 1, 0]


def test_deep_nesting_is_no_deep_recursion():
    steps = [["html"], ["body"], *[["i"], "x "] * 3_000, 3_002]
    page = Page.from_dom(steps, url=None)

    assert len(segments(page)) == 1
    assert segments(page).element.tolist() == [1]


@pytest.mark.parametrize("given_page", every_page(stride=30))
def test_segments_of_real_pages_tile_their_tokens(given_page: CorpusPage):
    page = Page.from_bytes(given_page.data, name=given_page.identifier)
    cut = segments(page)

    assert np.array_equal(
        np.repeat(np.arange(len(cut)), np.diff([0, *cut.token_end])), cut.of_token()
    )
