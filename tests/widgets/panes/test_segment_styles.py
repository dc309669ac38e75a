"""The style of a text follows the elements around it."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.page import Page, segments
from boilerscope.widgets.panes.segment_styles import (
    MAX_INDENT,
    Emphasis,
    Kind,
    segment_styles,
    widths,
)


def kinds(html: str) -> list[str]:
    page = Page.from_text(html, name="k")
    return [Kind(kind).name for kind in segment_styles(page).kind.tolist()]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>a</h1><h2>b</h2><h6>c</h6>", ["HEADING", "SUBHEADING", "SUBHEADING"]),
        ("<p>a</p><div>b</div>", ["BODY", "BODY"]),
        ("<ul><li>a<li><p>b</p></ul>", ["ITEM", "ITEM"]),
        ("<blockquote><p>a</p></blockquote>", ["QUOTE"]),
        ("<pre>a</pre>", ["CODE"]),
        ("<table><tr><th>a<td>b</table>", ["HEAD_CELL", "CELL"]),
        ("<table><tr><td><p>a</p><p>b</p></table>", ["BODY", "BODY"]),
        ("<li><h3>a</h3></li>", ["SUBHEADING"]),
        ("<h2>a <b>b</b></h2>", ["SUBHEADING"]),
    ],
)
def test_the_nearest_styled_element_decides(html: str, expected: list[str]):
    assert kinds(html) == expected


def test_items_are_numbered_in_ordered_lists_and_bulleted_in_other_lists():
    page = Page.from_text(
        "<ol><li>a<li>b<ul><li>c</ul><li>d</ol><ul><li><p>e</p><p>f</p></ul>", name="k"
    )

    assert segment_styles(page).marker.tolist() == [1, 2, -1, 3, -1, 0]


def test_lists_inside_lists_are_indented_up_to_a_limit():
    page = Page.from_text("<ul><li>a" + "<ul><li>b" * 9, name="k")

    assert segment_styles(page).indent.tolist() == [1, 2, 3, *[MAX_INDENT] * 7]


def test_lines_of_one_paragraph_and_cells_of_one_row_are_joined():
    page = Page.from_text("<p>a<br>b</p><p>c</p><table><tr><td>d<td>e<tr><td>f</table>", name="k")

    assert segment_styles(page).joined.tolist() == [False, True, False, False, True, False]


@pytest.mark.parametrize(
    ("html", "wide"),
    [("<p>water and wind", False), ("<p>水力和风力 100", True), ("", False), ("<p>かな", True)],
)
def test_chinese_and_japanese_pages_count_characters(html: str, wide: bool):  # noqa: FBT001 - a case
    assert segment_styles(Page.from_text(html, name="k")).wide is wide


def test_words_are_emphasised_by_their_elements():
    page = Page.from_text("<p>a <b>b <i>c</i></b> <code>d</code>", name="k")
    zh = Page.from_text("<p>水力 <em>发电</em>", name="k")
    texts = [page.slot_text(n).strip() for n in range(len(page.slots))]
    by_text = dict(zip(texts, segment_styles(page).emphasis.tolist(), strict=True))

    assert {text: by_text[text] for text in "abcd"} == {
        "a": Emphasis.NONE,
        "b": Emphasis.BOLD,
        "c": Emphasis.BOLD | Emphasis.ITALIC,
        "d": Emphasis.MONO,
    }
    assert not segment_styles(zh).emphasis.any()


def test_widths_grow_with_the_text_and_chinese_letters_are_wider():
    latin = widths(Page.from_text("<p>abc abc", name="k"))
    chinese = widths(Page.from_text("<p>水力", name="k"))

    assert len(latin) == 3
    assert np.all(np.diff(latin) > 0)
    assert chinese[-1] == pytest.approx(2.0)


def test_an_empty_page_has_no_styles():
    page = Page.from_text("", name="k")

    assert len(segment_styles(page).kind) == len(segments(page)) == 0
    assert widths(page).tolist() == [0.0]


def test_deep_nesting_is_walked_without_recursion():
    page = Page.from_text("<blockquote>" * 1500 + "<p>deep", name="k")

    assert segment_styles(page).kind.tolist() == [Kind.QUOTE]
