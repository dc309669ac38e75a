"""The columns of any page, compared with a plain walk over its tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from boilerscope.extractors.page import END, START, TEXT, Page, SlotFlag
from tests.helpers.columns import assert_columns_hold, columns_of
from tests.helpers.markup import documents


@hypothesis_settings(max_examples=200)
@given(documents)
def test_columns_of_any_markup_agree_with_a_plain_walk(markup: str) -> None:
    page = Page.from_text(markup, name="any")

    assert_columns_hold(page)


@pytest.mark.parametrize(
    "markup",
    [
        "<p>a<!-- c -->b<b>c</b>d<!-- e --><!-- f -->g</p>h",
        "<p><!--c--></p><p><b>x</b><!--d-->y</p><div><i><u>z</u></i><!--e--></div><!--f-->t",
        "<head><title>T</title><style>s</style></head><noscript>n<script>s</script>m</noscript>",
        "<svg><title>t</title><text>x</text></svg><select><option>o<option>p</select>q",
        "<template>a<b>c</b></template><textarea>t</textarea><iframe>i<b></iframe>x",
        "<svg>a<svg>b</svg>c</svg>d<svg>e</svg>f",
        "",
        "<!-- only -->",
        "text",
    ],
)
def test_columns_of_known_markup_agree_with_a_plain_walk(markup: str) -> None:
    page = Page.from_text(markup, name="known")

    assert_columns_hold(page)


@hypothesis_settings(max_examples=50)
@given(documents)
def test_same_bytes_twice_give_equal_columns(markup: str) -> None:
    data = markup.encode()

    first, second = (Page.from_bytes(b"<p>" + data, name="twice") for _ in range(2))

    assert first.text == second.text
    assert columns_of(first) == columns_of(second)


@hypothesis_settings(max_examples=100)
@given(documents)
def test_events_open_and_close_every_element_around_its_texts(markup: str) -> None:
    page = Page.from_text(markup, name="events")

    open_rows: list[int] = []
    started: list[int] = []
    texts: list[int] = []
    for kind, index in zip(page.events.kind.tolist(), page.events.index.tolist(), strict=True):
        if kind == START:
            assert page.elements.parent[index] == (open_rows[-1] if open_rows else -1)
            open_rows.append(index)
            started.append(index)
        elif kind == END:
            assert open_rows.pop() == index
        else:
            assert kind == TEXT
            assert page.slots.owner[index] == open_rows[-1]
            texts.append(index)

    assert not open_rows
    assert started == list(range(len(page.elements)))
    assert texts == list(range(len(page.slots)))


def test_slot_of_a_comment_is_not_page_text_but_its_tail_is() -> None:
    page = Page.from_text("<p>a<!--hidden-->b</p>", name="comment")

    assert page.text == "ab"
    comment = page.slots.flags.tolist().index(SlotFlag.COMMENT)
    assert page.slots.raw_text(comment) == "hidden"
    assert page.slot_text(comment) == ""


def test_scripts_and_styles_have_a_slot_without_tokens() -> None:
    page = Page.from_text("<script>var a</script><p>b</p><style>c{}</style>", name="raw")

    raw = np.flatnonzero(page.slots.flags & SlotFlag.RAW).tolist()
    assert [page.slots.raw_text(slot) for slot in raw] == ["var a", "c{}"]
    assert page.text == "b"
    assert page.slots.token_start[raw].tolist() == page.slots.token_end[raw].tolist()


def test_two_hundred_thousand_elements_are_walked_without_recursion() -> None:
    page = Page.from_text("<p>a<b>b</b><!--c-->d" * 100_000, name="many")

    assert len(page.elements) > 200_000
    assert page.n_tokens == 300_000


def test_columns_cannot_be_written_to() -> None:
    page = Page.from_text("<p>a<b>b</b>", name="sealed")

    for column in (page.elements.parent, page.slots.start, page.tokens.end):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 7


@given(markup=documents, tag=st.sampled_from(["p", "div", "b", "body"]))
def test_elements_below_tagged_elements_have_a_tagged_ancestor(markup: str, tag: str) -> None:
    elements = Page.from_text(markup, name="random").elements
    is_tagged = elements.tagged({tag})

    below = [
        any(
            is_tagged[ancestor] and ancestor < row < elements.subtree_end[ancestor]
            for ancestor in range(row)
        )
        for row in range(len(elements))
    ]

    assert elements.below(is_tagged).tolist() == below
    assert (
        elements.at_or_below(is_tagged).tolist() == (is_tagged | np.array(below, np.bool_)).tolist()
    )


@given(markup=documents, tag=st.sampled_from(["p", "div", "b", "body"]))
def test_innermost_tagged_element_is_the_last_tagged_element_around_a_row(
    markup: str, tag: str
) -> None:
    elements = Page.from_text(markup, name="random").elements
    is_tagged = elements.tagged({tag})

    innermost = [
        max(
            (
                ancestor
                for ancestor in range(row + 1)
                if is_tagged[ancestor] and row < elements.subtree_end[ancestor]
            ),
            default=-1,
        )
        for row in range(len(elements))
    ]

    assert elements.innermost(is_tagged).tolist() == innermost
