"""Segments: the runs of text between block-level tags, which views share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page, segments
from boilerscope.extractors.page.segments import breaks_before
from tests.helpers.material import CorpusPage, every_page


def _texts(markup: str) -> list[str]:
    page = Page.from_text(markup, name="page")
    page_segments = segments(page)
    return [
        " ".join(page.text[page.tokens.start[a] : page.tokens.end[b - 1]].split())
        for a, b in zip(
            page_segments.token_start.tolist(), page_segments.token_end.tolist(), strict=True
        )
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
def test_segments_contain_every_token_once_in_order(markup: str):
    page = Page.from_text(markup, name="page")
    page_segments = segments(page)

    assert (
        page_segments.token_start.tolist()
        == [0, *page_segments.token_end.tolist()][: len(page_segments)]
    )
    assert page_segments.token_end.tolist()[-1:] == ([page.n_tokens] if page.n_tokens else [])
    assert (page_segments.token_end > page_segments.token_start).all()
    assert len(page_segments.of_token()) == page.n_tokens


@given(_MARKUP)
def test_a_segment_is_within_its_element_and_whole_if_it_has_all_of_its_text(markup: str):
    page = Page.from_text(markup, name="page")
    page_segments, elements = segments(page), page.elements

    start, end = (
        elements.token_start[page_segments.element],
        elements.token_end[page_segments.element],
    )
    assert (start <= page_segments.token_start).all()
    assert (page_segments.token_end <= end).all()
    assert page_segments.is_whole.tolist() == [
        (a, b) == (c, d)
        for a, b, c, d in zip(
            start, end, page_segments.token_start, page_segments.token_end, strict=True
        )
    ]


@given(_MARKUP)
def test_slots_of_one_segment_have_no_break_between_them(markup: str):
    page = Page.from_text(markup, name="page")
    page_segments, breaks = segments(page), breaks_before(page)

    for first, last in zip(
        page_segments.slot_start.tolist(), page_segments.slot_end.tolist(), strict=True
    ):
        assert len(set(breaks[first:last].tolist())) == 1
    assert len(set(breaks[page_segments.slot_start].tolist())) == len(page_segments)


def test_the_element_of_a_segment_is_the_block_level_element_around_it():
    page = Page.from_text("<div>one <b><i>two</i></b><p>three", name="page")

    assert [page.elements.tag[row] for row in segments(page).element.tolist()] == ["div", "p"]


def test_means_leave_out_values_that_were_not_measured():
    page = Page.from_text("<p>a b<p>c d<p>e", name="page")

    means = segments(page).mean(np.array([1.0, 3.0, np.nan, 5.0, np.nan]))

    assert means[:2].tolist() == [2.0, 5.0]
    assert np.isnan(means[2])
    assert segments(page).mean(np.array([True, False, True, True, False])).tolist() == [0.5, 1, 0]


def test_deep_nesting_needs_no_deep_recursion():
    steps = [["html"], ["body"], *[["i"], "x "] * 3_000, 3_002]
    page = Page.from_dom(steps, url=None)

    assert len(segments(page)) == 1
    assert segments(page).element.tolist() == [1]


@pytest.mark.parametrize("corpus_page", every_page(stride=30))
def test_segments_of_real_pages_cover_their_tokens(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    page_segments = segments(page)

    assert np.array_equal(
        np.repeat(np.arange(len(page_segments)), np.diff([0, *page_segments.token_end])),
        page_segments.of_token(),
    )
