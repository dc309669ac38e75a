"""Tree to columns: one walk, then array operations.

The walk visits every node once and writes down what only the tree knows: tags, parents, ends and
the texts. Flags, page text, offsets and tokens follow from these as arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.records import ElementColumns, SlotColumns, SlotFlag, TokenColumns
from extractors.page.tokens import find_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml import etree

    from extractors.page.records import IntArray

_FLAG_OF_TAG = {
    "script": SlotFlag.RAW,
    "style": SlotFlag.RAW,
    "title": SlotFlag.TITLE,
    "noscript": SlotFlag.NOSCRIPT,
    "template": SlotFlag.TEMPLATE,
    "iframe": SlotFlag.IFRAME,
    "textarea": SlotFlag.TEXTAREA,
    "option": SlotFlag.OPTION,
    "svg": SlotFlag.SVG,
    "head": SlotFlag.HEAD,
}
_NOT_PAGE_TEXT = SlotFlag.RAW | SlotFlag.COMMENT


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The page text and the three tables over it."""

    text: str
    elements: ElementColumns
    slots: SlotColumns
    tokens: TokenColumns


def make_columns(root: etree._Element) -> Columns:
    """Return the page text and the columns of a tree.

    Parameters
    ----------
    root : lxml element
        The only element at the top of its document.
    """
    walk = _walk(root)
    tag_names, tag_id = _numbered(walk.tag)
    slot_start = _int_array(walk.slot_start)
    slot_end = _int_array(walk.slot_end)
    flags = _slot_flags(walk, tag_names, tag_id, slot_start, slot_end)
    is_page_text = (flags & _NOT_PAGE_TEXT) == 0
    text = "".join(compress(walk.text, is_page_text.tolist()))
    lengths = np.fromiter(map(len, walk.text), dtype=np.int32, count=len(walk.text))
    text_end = np.cumsum(np.where(is_page_text, lengths, 0), dtype=np.int32)
    text_start = np.zeros(len(text_end), dtype=np.int32)
    text_start[1:] = text_end[:-1]
    found = find_tokens(text, text_end)
    # Tokens before each slot; tokens never cross a slot, so one search serves all ranges.
    token_edges = np.append(np.searchsorted(found.start, text_start), len(found.start))
    token_edges = token_edges.astype(np.int32)
    slots = SlotColumns(
        owner=_int_array(walk.owner),
        after=_int_array(walk.after),
        holder=walk.holder,
        is_tail=np.array(walk.is_tail, dtype=np.bool_),
        start=text_start,
        end=text_end,
        flags=flags,
        token_start=token_edges[:-1],
        token_end=token_edges[1:],
    )
    elements = ElementColumns(
        node=walk.node,
        tag=walk.tag,
        tag_id=tag_id,
        tag_names=tag_names,
        parent=_int_array(walk.parent),
        subtree_end=_int_array(walk.subtree_end),
        depth=_int_array(walk.depth),
        slot_start=slot_start,
        slot_end=slot_end,
        token_start=token_edges[slot_start],
        token_end=token_edges[slot_end],
    )
    slot_of_token = np.repeat(
        np.arange(len(slots), dtype=np.int32), slots.token_end - slots.token_start
    )
    return Columns(text, elements, slots, TokenColumns(slot_of_token, found.start, found.end))


@dataclass(slots=True)
class _Walk:
    """What the walk writes down: lists with one entry per element, then per slot."""

    node: list[etree._Element] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    subtree_end: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    slot_start: list[int] = field(default_factory=list)
    slot_end: list[int] = field(default_factory=list)

    text: list[str] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    holder: list[etree._Element] = field(default_factory=list)
    is_tail: list[bool] = field(default_factory=list)
    comments: list[int] = field(default_factory=list)
    """Slots that hold the text of a comment or processing instruction."""


def _walk(root: etree._Element) -> _Walk:
    """Visit all nodes in document order; a node's tail is met when its subtree ends."""
    walk = _Walk()
    nodes, texts = walk.node, walk.text
    open_nodes: list[etree._Element] = []
    open_rows: list[int] = []
    # Row of the last element child met so far, one entry per open element.
    last_child: list[int] = []

    def add_slot(text: str, holder: etree._Element, *, is_tail: bool) -> None:
        texts.append(text)
        walk.owner.append(open_rows[-1])
        walk.after.append(last_child[-1])
        walk.holder.append(holder)
        walk.is_tail.append(is_tail)

    def close() -> None:
        node = open_nodes.pop()
        row = open_rows.pop()
        last_child.pop()
        walk.subtree_end[row] = len(nodes)
        walk.slot_end[row] = len(texts)
        if open_rows:
            last_child[-1] = row
            if tail := node.tail:
                add_slot(tail, node, is_tail=True)

    for node in root.iter():
        parent = node.getparent()
        while open_nodes and open_nodes[-1] is not parent:
            close()
        tag = node.tag
        if isinstance(tag, str):
            row = len(nodes)
            nodes.append(node)
            walk.tag.append(tag)
            walk.parent.append(open_rows[-1] if open_rows else -1)
            walk.depth.append(len(open_rows))
            walk.slot_start.append(len(texts))
            walk.subtree_end.append(0)
            walk.slot_end.append(0)
            open_nodes.append(node)
            open_rows.append(row)
            last_child.append(-1)
            if text := node.text:
                add_slot(text, node, is_tail=False)
        else:
            if text := node.text:
                walk.comments.append(len(texts))
                add_slot(text, node, is_tail=False)
            if tail := node.tail:
                add_slot(tail, node, is_tail=True)
    while open_nodes:
        close()
    return walk


def _int_array(values: Sequence[int]) -> IntArray:
    return np.array(values, dtype=np.int32)


def _numbered(tags: Iterable[str]) -> tuple[tuple[str, ...], IntArray]:
    """Return the distinct names in the order they first appear, and for each tag its number."""
    numbers: dict[str, int] = {}
    tag_id = _int_array([numbers.setdefault(tag, len(numbers)) for tag in tags])
    return tuple(numbers), tag_id


def _slot_flags(
    walk: _Walk,
    tag_names: tuple[str, ...],
    tag_id: IntArray,
    slot_start: IntArray,
    slot_end: IntArray,
) -> IntArray:
    n_slots = len(walk.text)
    flags = np.zeros(n_slots, dtype=np.int32)
    flags[walk.comments] = SlotFlag.COMMENT
    for number, name in enumerate(tag_names):
        flag = _FLAG_OF_TAG.get(name)
        if flag is not None:
            rows = np.flatnonzero(tag_id == number)
            # +1 where such an element begins, -1 where it ends: positive inside, however nested.
            edges = np.bincount(slot_start[rows], minlength=n_slots + 1)
            edges -= np.bincount(slot_end[rows], minlength=n_slots + 1)
            flags[np.cumsum(edges)[:n_slots] > 0] |= flag
    return flags
