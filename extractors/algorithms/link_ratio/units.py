"""Counts of the link ratio before any threshold: units, links, lengths of text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.token_blocks import blocks_of_tokens
from extractors.page.prefix_sums import prefix_sums
from extractors.text.collapsed_text import is_space
from extractors.text.exclusive_text import innermost

if TYPE_CHECKING:
    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.code_points import CodeArray
    from extractors.page.records import BoolArray, IntArray

TagSet = frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class LinkUnits:
    """The elements that are judged, and the text that is counted.

    Units are the containers, the root, and the elements of removed kinds. A unit's block holds
    the tokens of which it is the innermost unit, so that no two blocks share one.

    Attributes
    ----------
    row : array of int, shape (n_units,)
        Rows of the elements, in document order; the root comes first.
    is_container, is_removed : array of bool, shape (n_units,)
        Which of both a unit is; the root may be neither.
    around : array of int, shape (n_units,)
        The unit around each unit, -1 for the root.
    of_row : array of int, shape (n_elements,)
        Innermost unit at or above each element.
    blocks : Blocks
        One block per unit.
    node : array of int, shape (n_nodes,)
        Rows that the counting visits: the root, and containers and links outside removed kinds.
    node_unit : array of int
        The container each of them is, by its unit; -1 for a link, and a root, that is none.
    node_around : array of int
        Place in `node` of the visited element around each one, -1 for the root.
    node_is_link : array of bool
        Whether it counts as a link (a link that is a container does not).
    node_text : array of int
        Length of all text below each, removed kinds left out.
    total_text, total_link : int
        Length of all text of the page, and of the text of all links.
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
    """Return tag names as they are compared: trimmed, in lower case."""
    return frozenset(name.strip().lower() for name in names)


def link_units(
    page: Page, containers: TagSet, removed: TagSet, *, collapse_space: bool
) -> LinkUnits:
    """Return units and counts of a page, cached on it.

    Parameters
    ----------
    page : Page
        The page.
    containers, removed : frozenset of str
        Lower-case tag names of the elements that are judged, and of those always removed.
    collapse_space : bool
        Whether each run of white space in a text counts as one character.
    """
    key = ("link units", containers, removed, collapse_space)
    return page.cached(
        key, lambda one: _build(one, containers, removed, collapse_space=collapse_space)
    )


def _build(page: Page, containers: TagSet, removed: TagSet, *, collapse_space: bool) -> LinkUnits:
    elements = page.elements
    is_removed, inside_removed = _removed_kinds(page, removed)
    is_container = elements.tagged(containers) & ~inside_removed
    is_link = elements.tagged({"a"}) & ~inside_removed
    is_root = elements.depth == 0
    row, around, of_row = _nesting(page, is_root | is_container | is_removed)
    node, node_around, _ = _nesting(page, is_root | is_container | is_link)
    text = _text_before(page, inside_removed, collapse_space=collapse_space)
    node_text = text[elements.slot_end[node]] - text[elements.slot_start[node]]
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
        total_text=int(text[-1]),
        total_link=int(node_text[is_link[node]].sum()),
    )


def _removed_kinds(page: Page, removed: TagSet) -> tuple[BoolArray, BoolArray]:
    """Return the outermost elements of removed kinds, and what stands at or below them."""
    elements = page.elements
    chosen = elements.tagged(removed)
    chosen[0] = False
    inside = elements.at_or_below(chosen)
    return chosen & ~inside[elements.parent], inside


def _nesting(page: Page, chosen: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the chosen rows, which of them is around each, and the innermost of every row."""
    rows = np.flatnonzero(chosen).astype(np.int32)
    of_row = innermost(page, chosen)
    around = of_row[page.elements.parent[rows]]
    around[0] = -1
    return rows, around, of_row


def _text_before(page: Page, inside_removed: BoolArray, *, collapse_space: bool) -> IntArray:
    """Return the length of all text that counts before each slot, shape (n_slots + 1,)."""
    slots = page.slots
    codes = page.codes
    length = slots.end - slots.start
    filled = np.flatnonzero(length)
    has_ink = np.zeros(len(slots), dtype=np.bool_)
    if len(filled):
        has_ink[filled] = np.logical_or.reduceat(_is_ink(codes), slots.start[filled])
    if collapse_space:
        length = _with_space_collapsed(codes, slots.start, slots.end)
    elif codes.max(initial=0) > 0xFFFF:  # which .NET counts as two
        wide = np.flatnonzero(codes > 0xFFFF).astype(np.int32)
        length = length + wide.searchsorted(slots.end) - wide.searchsorted(slots.start)
    return prefix_sums(length * (has_ink & ~inside_removed[slots.owner]))


def _with_space_collapsed(codes: CodeArray, start: IntArray, end: IntArray) -> IntArray:
    """Return the lengths of texts, each run of white space in one of them taken as one sign."""
    space = is_space(codes)
    follows = np.append(space[1:] & space[:-1], False)  # the sign after it is one too many
    before = prefix_sums(follows)
    last = np.maximum(end - 1, start)  # positions after the text do not matter
    collapsed: IntArray = end - start - (before[last] - before[start])
    return collapsed


def _is_ink(codes: CodeArray) -> BoolArray:
    """Return which code points are more than XML's white space.

    The original's parser drops a text node of nothing else.
    """
    space, feed, tab, carriage = (np.uint32(ord(sign)) for sign in " \n\t\r")
    is_ink: BoolArray = (codes != space) & (codes != feed) & (codes != tab) & (codes != carriage)
    return is_ink
