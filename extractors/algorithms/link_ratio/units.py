"""The first pass of the link ratio: units, lengths of text and links, before any threshold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.page.code_points import character_table, is_space
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.text.exclusive_text import innermost

if TYPE_CHECKING:
    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import BoolArray, IntArray

TagSet = frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class LinkUnits:
    """Units of the page with the lengths of their text.

    Units are the containers, the root, and the elements that are always removed. The block of a
    unit has the tokens of which it is the innermost unit, so blocks do not overlap. *Nodes* are the
    elements that the second pass visits.

    Attributes
    ----------
    row : array of int, shape (n_units,)
        Rows of the elements, in document order; the root comes first.
    is_container, is_removed : array of bool, shape (n_units,)
        Whether each unit is a container, or is always removed; the root may be neither.
    around : array of int, shape (n_units,)
        The unit around each unit, -1 for the root.
    of_row : array of int, shape (n_elements,)
        Innermost unit at or above each element.
    blocks : Blocks
        One block per unit.
    node : array of int, shape (n_nodes,)
        Rows of the nodes: the root, and the containers and links that are not always removed.
    node_unit : array of int, shape (n_nodes,)
        Unit of each node that is a container, -1 for other nodes.
    node_around : array of int, shape (n_nodes,)
        Index in `node` of the node around each node, -1 for the root.
    node_is_link : array of bool, shape (n_nodes,)
        Whether each node counts as a link (a link that is a container does not).
    node_text : array of int, shape (n_nodes,)
        Length of all text below each node, without text that is always removed.
    """

    row: IntArray
    is_container: BoolArray
    is_removed: BoolArray
    around: IntArray
    of_row: IntArray
    blocks: Blocks
    node: IntArray
    node_unit: IntArray
    node_around: IntArray
    node_is_link: BoolArray
    node_text: IntArray
    total_text: int
    total_link: int


@lru_cache(maxsize=256)
def tag_set(names: tuple[str, ...]) -> TagSet:
    """Return a set of tag names, trimmed and in lower case."""
    return frozenset(name.strip().lower() for name in names)


def link_units(
    page: Page, containers: TagSet, removed: TagSet, *, collapse_space: bool
) -> LinkUnits:
    """Return the units of a page with their lengths, cached on the page.

    Parameters
    ----------
    containers, removed : frozenset of str
        Lower-case tag names of the elements that are judged, and of those that are always removed.
    collapse_space : bool
        Whether each sequence of white space in a text counts as one character.
    """
    key = ("link units", containers, removed, collapse_space)
    return page.cached(
        key, lambda page: _build(page, containers, removed, collapse_space=collapse_space)
    )


def _build(page: Page, containers: TagSet, removed: TagSet, *, collapse_space: bool) -> LinkUnits:
    elements = page.elements
    is_removed, in_removed = _removed_elements(page, removed)
    is_container = elements.tagged(containers) & ~in_removed
    is_link = elements.tagged({"a"}) & ~in_removed
    is_root = elements.depth == 0
    row, around, of_row = _nesting(page, is_root | is_container | is_removed)
    node, node_around, _ = _nesting(page, is_root | is_container | is_link)
    length = _text_lengths(page, collapse_space=collapse_space)
    text_before = prefix_sums(length * ~in_removed[page.slots.owner])
    node_text = text_before[elements.slot_end[node]] - text_before[elements.slot_start[node]]
    return LinkUnits(
        row=row,
        is_container=is_container[row],
        is_removed=is_removed[row],
        around=around,
        of_row=of_row,
        blocks=blocks_of_tokens(
            page, of_row[page.slots.owner][page.tokens.slot], len(row), element=row
        ),
        node=node,
        node_unit=np.where(is_container[node], of_row[node], -1),
        node_around=node_around,
        node_is_link=is_link[node] & ~is_container[node],
        node_text=node_text,
        total_text=int(text_before[-1]),
        total_link=int(node_text[is_link[node]].sum()),
    )


def _removed_elements(page: Page, removed: TagSet) -> tuple[BoolArray, BoolArray]:
    """Return the outermost elements that are always removed, and all elements at or below them."""
    elements = page.elements
    is_tagged = elements.tagged(removed)
    is_tagged[0] = False  # the root is never removed
    is_inside = elements.at_or_below(is_tagged)
    return is_tagged & ~is_inside[elements.parent], is_inside


def _nesting(page: Page, mask: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the rows in a mask, and two arrays of indices in them.

    The first array has the row around each of the rows (-1 for the root), the second the innermost
    row at or above each element.
    """
    rows = np.flatnonzero(mask).astype(np.int32)
    of_row = innermost(page, mask)
    around = of_row[page.elements.parent[rows]]
    around[0] = -1
    return rows, around, of_row


def _text_lengths(page: Page, *, collapse_space: bool) -> IntArray:
    """Return the length of the text of each slot, 0 for white space alone, shape (n_slots,)."""
    slots, codes = page.slots, page.codes
    visible_before = prefix_sums(_is_visible(codes))
    has_visible = visible_before[slots.end] > visible_before[slots.start]
    if collapse_space:
        length = _collapsed_lengths(codes, slots.start, slots.end)
    else:
        wide_before = prefix_sums(codes > 0xFFFF)  # .NET counts these as two characters
        length = slots.end - slots.start + wide_before[slots.end] - wide_before[slots.start]
    return length * has_visible


def _collapsed_lengths(codes: CodeArray, start: IntArray, end: IntArray) -> IntArray:
    """Return the lengths of texts, with each sequence of white space in a text as one character."""
    space = is_space(codes)
    is_extra = np.append(space[:-1] & space[1:], False)  # white space follows: count only the last
    extra_before = prefix_sums(is_extra)
    last = np.maximum(end - 1, start)  # the character after the last is in another text
    collapsed: IntArray = end - start - (extra_before[last] - extra_before[start])
    return collapsed


def _is_visible(codes: CodeArray) -> BoolArray:
    """Return which code points are not XML white space.

    The original's parser drops text nodes that contain only XML white space.
    """
    return ~character_table(" \n\t\r")[codes]
