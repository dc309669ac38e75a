"""Exclusive text of any markup, compared with a slow, literal reading of its definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.token_blocks import exclusive_blocks
from boilerscope.extractors.page import Page, SlotFlag
from boilerscope.extractors.page.segments import INLINE_TAGS
from boilerscope.extractors.text.exclusive_text import (
    USUAL_LEFT_OUT,
    ExclusiveText,
    exclusive_text,
    in_link,
    is_read,
)
from tests.helpers.material import CorpusPage, every_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TAGS = frozenset(("body", "div", "p", "td"))


def _chain(page: Page, row: int) -> Iterator[int]:
    while row >= 0:
        yield row
        row = int(page.elements.parent[row])


def _owner(page: Page, row: int, exclusive: ExclusiveText) -> int:
    """Return the index of the innermost element of the set at or above a row."""
    indices = {element: index for index, element in enumerate(exclusive.element.tolist())}
    return next((indices[ancestor] for ancestor in _chain(page, row) if ancestor in indices), -1)


def _edges(page: Page, rows: Iterable[int]) -> list[int]:
    """Return the slots before which some elements start or end."""
    starts, ends = page.elements.slot_start, page.elements.slot_end
    return [int(edge) for row in rows for edge in (starts[row], ends[row])]


def _shown_blocks(page: Page) -> list[int]:
    tag = page.elements.tag
    return [
        row
        for row in range(len(page.elements))
        if tag[row] not in INLINE_TAGS and is_read(page)[row]
    ]


def _slow(
    page: Page, exclusive: ExclusiveText, index: int, left_out: SlotFlag, *, in_lines: bool = False
) -> list[tuple[str, bool]]:
    """Return the characters of an element's exclusive text, each with True if it is linked."""
    characters: list[tuple[str, bool]] = []
    last = -1
    bounds, breaks = _edges(page, exclusive.element.tolist()), _edges(page, _shown_blocks(page))
    filled = -1
    for slot in range(len(page.slots)):
        owner = int(page.slots.owner[slot])
        if _owner(page, owner, exclusive) != index or page.slots.flags[slot] & left_out:
            continue
        if last >= 0 and any(last < edge <= slot for edge in bounds):
            characters.append((" ", False))
        if page.slot_text(slot).strip():
            is_cut = any(filled < edge <= slot for edge in bounds)
            if in_lines and not is_cut and any(filled < edge <= slot for edge in breaks):
                characters.append((_LINE_END, False))
            filled = slot
        characters += [
            (character, bool(in_link(page)[owner])) for character in page.slot_text(slot)
        ]
        last = slot
    return _collapsed(characters)


_LINE_END = "\0"


def _collapsed(characters: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    kept: list[tuple[str, bool]] = []
    for character, linked in characters:
        if character == _LINE_END:
            if kept and kept[-1][0] == " ":
                kept.pop()
            if kept:
                kept.append(("\n", linked))
        elif not character.isspace():
            kept.append((character, linked))
        elif kept and kept[-1][0] not in {" ", "\n"}:
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
def test_texts_owners_and_parents_are_those_of_the_definition(markup: str):
    page = Page.from_text(f"<body>{markup}", name="page")

    exclusive = exclusive_text(page, TAGS)

    assert [page.elements.tag[row] in TAGS for row in exclusive.element] == [True] * len(exclusive)
    for index in range(len(exclusive)):
        characters = _slow(page, exclusive, index, USUAL_LEFT_OUT)
        shown = _slow(page, exclusive, index, USUAL_LEFT_OUT, in_lines=True)
        assert exclusive.text_of(index) == "".join(character for character, _ in shown)
        assert exclusive.length[index] == len(characters)
        assert exclusive.link_length[index] == sum(linked for _, linked in characters)
    owners = [_owner(page, row, exclusive) for row in range(len(page.elements))]
    assert exclusive.owner_of_row.tolist() == owners
    parents = page.elements.parent[exclusive.element].tolist()
    assert exclusive.parent.tolist() == [
        _owner(page, row, exclusive) if row >= 0 else -1 for row in parents
    ]


@given(_MARKUP)
def test_each_token_is_once_in_the_block_of_the_element_that_has_its_text(markup: str):
    page = Page.from_text(f"<body>{markup}", name="page")
    exclusive = exclusive_text(page, TAGS)

    blocks = exclusive_blocks(page, exclusive)
    owner = blocks.block_of_token(page.n_tokens)

    left_out = (page.slots.flags & int(USUAL_LEFT_OUT)) != 0
    expected = exclusive.owner_of_row[page.slots.owner[page.tokens.slot]]
    expected = np.where(left_out[page.tokens.slot], -1, expected)
    assert owner.tolist() == expected.tolist()
    assert blocks.token_counts().sum() == (expected >= 0).sum()


def test_an_algorithm_chooses_the_text_that_is_left_out():
    page = Page.from_text("<body>one<noscript>two</noscript>", name="page")

    assert exclusive_text(page, TAGS).text_of(0) == "one"
    assert exclusive_text(page, TAGS, SlotFlag.RAW | SlotFlag.COMMENT).text_of(0) == "onetwo"


def test_deep_nesting_takes_linear_time():
    depth = 50_000
    steps = [["html"], ["body"], *[["div"], "x "] * depth, depth + 2]
    page = Page.from_dom(steps, url=None)

    exclusive = exclusive_text(page, TAGS)

    assert len(exclusive) == depth + 1
    assert exclusive.parent[-1] == depth - 1
    assert set(exclusive.texts_of(np.arange(1, len(exclusive)))) == {"x"}


@pytest.mark.parametrize("corpus_page", every_page(stride=30))
def test_all_text_of_a_real_page_belongs_to_an_element(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)

    exclusive = exclusive_text(page, frozenset(page.elements.tag_names), SlotFlag.NONE)

    body = page.elements.tag.index("body")
    below = page.element_text(body)
    texts = exclusive.texts_of(np.arange(len(exclusive)))
    assert sum(map(len, "".join(texts).split())) == sum(map(len, below.split()))
