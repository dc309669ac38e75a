"""The page text as a person reads it, with spaces that the page shows and its source lacks."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.page import (
    Layout,
    Page,
    reading_spaces,
    reading_text,
    slots_apart,
    touching_slots,
)


def read(html: str) -> str:
    """Return all text of a page as a person reads it."""
    page = Page.from_text(html, name="p")
    return reading_text(page, 0, len(page.text))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><a>Old Bridge</a><a>Tidal power</a></p>", "Old Bridge Tidal power"),
        ("<a><b>one</b></a><i><a>two</a></i>", "one two"),
        ("<p>one</p><p>two</p>", "one two"),
        ("<ul><li>one<li>two</ul>", "one two"),
        ("one<br>two", "one two"),
        ("<a>one</a> <a>two</a>", "one two"),
        ("<b>un</b><i>believ</i>able", "unbelievable"),
        ("H<sub>2</sub>O", "H2O"),
        ("<a>one<b>two</b></a>", "onetwo"),
        ("the <a>link</a>s", "the links"),
        ("<a>one</a>, <a>two</a>", "one, two"),
        ("<pre><a>map</a><a>(f)</a></pre>", "map(f)"),
        ("<a>旧桥</a><a>潮汐</a>", "旧桥 潮汐"),
        ("<b>旧桥</b><i>潮汐</i>", "旧桥潮汐"),
        ("", ""),
    ],
)
def test_neighbouring_links_and_blocks_are_read_with_a_space_between_them(html: str, text: str):
    assert read(html) == text


def test_part_of_a_text_is_read():
    page = Page.from_text("<p><a>one</a><a>two</a><a>three</a></p>", name="p")
    start = page.text.index("n")

    assert reading_text(page, start, page.text.index("three") + 2) == "ne two th"


def test_the_page_text_is_not_changed():
    page = Page.from_text("<p><a>one</a><a>two</a></p>", name="p")

    assert reading_spaces(page).tolist() == [3]
    assert page.text == "onetwo"


@pytest.mark.parametrize(
    ("box", "text"),
    [
        ([30, 0, 30, 20], "onetwo"),  # side by side
        ([40, 0, 30, 20], "one two"),  # a gap between them
        ([0, 20, 30, 20], "one two"),  # the line below
        ([-60, 0, 30, 20], "one two"),  # to the left
        ([30, -6, 30, 12], "onetwo"),  # raised
        ([np.nan] * 4, "onetwo"),  # not shown
    ],
)
def test_a_layout_decides_which_texts_touch(box: list[float], text: str):
    page = Page.from_text("<p><span>one</span><a>two</a></p>", name="p")
    n_elements = len(page.elements)
    slot_box = np.array([[0, 0, 30, 20], box], dtype=np.float64)
    layout = Layout(
        view_width=800,
        scripts=False,
        pixel_ratio=1.0,
        page_width=800,
        page_height=600,
        element_box=np.zeros((n_elements, 4)),
        slot_box=slot_box,
        font_size=np.full(n_elements, 16.0),
        font_weight=np.full(n_elements, 400),
        background=np.zeros(n_elements, dtype=np.int32),
        visible=np.ones(n_elements, dtype=np.bool_),
    )

    laid_out = page.with_layout(layout)

    assert reading_text(laid_out, 0, len(laid_out.text)) == text
    assert reading_text(page, 0, len(page.text)) == "onetwo"


def test_boxes_measured_by_a_browser_override_links():
    page = Page.from_text("<p><a>one</a><a>two</a><small>three</small></p>", name="p")
    first, second = touching_slots(page)
    first_boxes = np.array([[0, 0, 30, 20], [30, 0, 30, 20]], dtype=np.float64)
    second_boxes = np.array([[30, 0, 30, 20], [0, 20, 30, 20]], dtype=np.float64)

    shown = page.with_set_apart(slots_apart(page, first_boxes, second_boxes))

    assert (first.tolist(), second.tolist()) == ([0, 1], [1, 2])
    assert shown.set_apart == (2,)
    assert shown.is_same_tree(page)
    assert reading_text(shown, 0, len(shown.text)) == "onetwo three"
    assert reading_text(page, 0, len(page.text)) == "one twothree"


@pytest.mark.parametrize(("top", "is_apart"), [(11.0, True), (8.0, False)])
def test_overlapping_lines_of_tight_text_are_read_with_a_space(top: float, is_apart: bool):  # noqa: FBT001 - the expected result
    page = Page.from_text("<p><b>Merrowby Tidings</b><small>Twice daily</small></p>", name="p")
    first_boxes, second_boxes = np.array([[0.0, 0, 90, 16]]), np.array([[0.0, top, 60, 16]])

    assert slots_apart(page, first_boxes, second_boxes) == ((1,) if is_apart else ())


def test_a_line_break_between_ideographs_is_not_a_space():
    page = Page.from_text("<p><b>旧桥</b><i>潮汐</i></p>", name="p")
    first_boxes, second_boxes = np.array([[90.0, 0, 30, 20]]), np.array([[0.0, 20, 30, 20]])
    beside = np.array([[140.0, 0, 30, 20]])

    assert slots_apart(page, first_boxes, second_boxes) == ()
    assert slots_apart(page, first_boxes, beside) == (1,)
