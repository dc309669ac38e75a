"""Exclusive text agrees with its definition, read slowly from the tree, on any markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.model.token_blocks import exclusive_blocks
from extractors.page import Page, SlotFlag
from extractors.text.exclusive_text import USUAL_LEFT_OUT, ExclusiveText, exclusive_text, in_link
from tests.helpers.material import CorpusPage, every_page

if TYPE_CHECKING:
    from collections.abc import Iterator

TAGS = frozenset(("body", "div", "p", "td"))


def _chain(page: Page, row: int) -> Iterator[int]:
    while row >= 0:
        yield row
        row = int(page.elements.parent[row])


def _owner(page: Page, row: int, made: ExclusiveText) -> int:
    """Return the place of the innermost element of the set at or above a row, read slowly."""
    places = {element: place for place, element in enumerate(made.element.tolist())}
    return next((places[one] for one in _chain(page, row) if one in places), -1)


def _slow(
    page: Page, made: ExclusiveText, place: int, left_out: SlotFlag
) -> list[tuple[str, bool]]:
    """Return the signs of the exclusive text of one element, each with whether it is linked."""
    signs: list[tuple[str, bool]] = []
    last = -1
    bounds = [
        edge
        for row in made.element.tolist()
        for edge in (page.elements.slot_start[row], page.elements.slot_end[row])
    ]
    for slot in range(len(page.slots)):
        owner = int(page.slots.owner[slot])
        if _owner(page, owner, made) != place or page.slots.flags[slot] & left_out:
            continue
        if last >= 0 and any(last < edge <= slot for edge in bounds):
            signs.append((" ", False))
        signs += [(sign, bool(in_link(page)[owner])) for sign in page.slot_text(slot)]
        last = slot
    return _collapsed(signs)


def _collapsed(signs: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    kept: list[tuple[str, bool]] = []
    for sign, linked in signs:
        if not sign.isspace():
            kept.append((sign, linked))
        elif kept and kept[-1][0] != " ":
            kept.append((" ", linked))
    return kept[:-1] if kept and kept[-1][0] == " " else kept


_MARKUP = st.lists(
    st.sampled_from(
        [
            *(f"<{tag}>" for tag in ("div", "p", "a href=x", "b", "script", "noscript")),
            *(f"</{tag}>" for tag in ("div", "p", "a", "b", "script", "noscript")),
            *("<table><td>", "</table>", "<!-- x -->", "<br>"),
            *("one ", "two", " ", "\n", "\u3000", "三。", "é\u00a0"),
        ]
    ),
    max_size=25,
).map("".join)


@given(_MARKUP)
def test_any_markup(markup: str):
    page = Page.from_text(f"<body>{markup}", name="page")

    made = exclusive_text(page, TAGS)

    assert [page.elements.tag[row] in TAGS for row in made.element] == [True] * len(made)
    for place in range(len(made)):
        signs = _slow(page, made, place, USUAL_LEFT_OUT)
        assert made.text_of(place) == "".join(sign for sign, _ in signs)
        assert made.length[place] == len(signs)
        assert made.link_length[place] == sum(linked for _, linked in signs)
    owners = [_owner(page, row, made) for row in range(len(page.elements))]
    assert made.owner_of_row.tolist() == owners
    parents = page.elements.parent[made.element].tolist()
    assert made.parent.tolist() == [_owner(page, row, made) if row >= 0 else -1 for row in parents]


@given(_MARKUP)
def test_the_blocks_hold_each_token_once_in_the_element_it_is_the_text_of(markup: str):
    page = Page.from_text(f"<body>{markup}", name="page")
    made = exclusive_text(page, TAGS)

    blocks = exclusive_blocks(page, made)
    owner = blocks.block_of_token(page.n_tokens)

    left_out = (page.slots.flags & int(USUAL_LEFT_OUT)) != 0
    wanted = made.owner_of_row[page.slots.owner[page.tokens.slot]]
    wanted = np.where(left_out[page.tokens.slot], -1, wanted)
    assert owner.tolist() == wanted.tolist()
    assert blocks.token_counts().sum() == (wanted >= 0).sum()


def test_what_is_left_out_is_for_the_algorithm_to_say():
    page = Page.from_text("<body>one<noscript>two</noscript>", name="page")

    assert exclusive_text(page, TAGS).text_of(0) == "one"
    assert exclusive_text(page, TAGS, SlotFlag.RAW | SlotFlag.COMMENT).text_of(0) == "onetwo"


def test_deep_nesting_takes_linear_time():
    depth = 50_000
    steps = [["html"], ["body"], *[["div"], "x "] * depth, depth + 2]
    page = Page.from_dom(steps, url=None)

    made = exclusive_text(page, TAGS)

    assert len(made) == depth + 1
    assert made.parent[-1] == depth - 1
    assert set(made.texts_of(np.arange(1, len(made)))) == {"x"}


@pytest.mark.parametrize("given_page", every_page(stride=30))
def test_all_text_of_a_real_page_belongs_to_somebody(given_page: CorpusPage):
    page = Page.from_bytes(given_page.data, name=given_page.identifier)

    made = exclusive_text(page, frozenset(page.elements.tag_names), SlotFlag.NONE)

    body = page.elements.tag.index("body")
    below = page.element_text(body)
    texts = made.texts_of(np.arange(len(made)))
    assert sum(map(len, "".join(texts).split())) == sum(map(len, below.split()))
