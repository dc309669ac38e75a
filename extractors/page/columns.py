"""Tree to columns: each node is read once, the rest are array operations.

Only the tree has tags, parents and texts. The parents give the document order of all nodes and
texts; the texts give the page text, offsets and tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress, count
from typing import TYPE_CHECKING, cast

import numpy as np
from lxml import etree

from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.raw_text import ALTERNATIVE, NEVER_SHOWN, without_tags
from boilerscope.extractors.page.records import (
    ElementColumns,
    SlotColumns,
    SlotFlag,
    TokenColumns,
    numbered,
)
from boilerscope.extractors.page.tokens import find_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import BoolArray, IntArray

_FLAG_OF_TAG = {
    "script": SlotFlag.RAW,
    "style": SlotFlag.RAW,
    "title": SlotFlag.TITLE,
    "noscript": SlotFlag.NOSCRIPT,
    "template": SlotFlag.TEMPLATE,
    **dict.fromkeys(NEVER_SHOWN, SlotFlag.IFRAME),
    "textarea": SlotFlag.TEXTAREA,
    "option": SlotFlag.OPTION,
    "svg": SlotFlag.SVG,
    "head": SlotFlag.HEAD,
}
_NOT_PAGE_TEXT = int(SlotFlag.RAW | SlotFlag.COMMENT | SlotFlag.IFRAME)


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The page text, its code points, and the three tables over it."""

    text: str
    codes: CodeArray
    elements: ElementColumns
    slots: SlotColumns
    tokens: TokenColumns


def make_columns(root: etree._Element) -> Columns:
    """Return the page text and the columns of a tree; the arrays cannot be written to.

    Parameters
    ----------
    root : lxml element
        The only element at the top of its document.
    """
    tree = _tree_of(root)
    texts = _texts_of(root, tree)
    tags = [node.tag for node in tree.node]
    tag_names, tag_id = numbered(tags)
    flags = _slot_flags(tag_names, tag_id, tree, texts)
    alternative = {number for number, name in enumerate(tag_names) if name in ALTERNATIVE}
    if alternative:
        for slot in np.isin(tag_id.take(texts.owner), list(alternative)).nonzero()[0].tolist():
            texts.piece[slot] = without_tags(texts.piece[slot])
    text, text_end = _page_text(texts.piece, flags)
    codes = code_points(text)
    token_ranges = find_tokens(codes, text_end)
    # Tokens before each slot; tokens never cross a slot, so one search is enough for all ranges.
    slot_edges = np.zeros(len(text_end) + 1, dtype=np.int32)
    slot_edges[1:] = text_end
    token_edges: IntArray = token_ranges.start.searchsorted(slot_edges).astype(np.int32)
    elements = ElementColumns(
        node=tree.node,
        tag=tags,
        tag_id=tag_id,
        tag_names=tag_names,
        parent=tree.parent,
        subtree_end=tree.subtree_end,
        depth=tree.depth,
        slot_start=texts.slot_start,
        slot_end=texts.slot_end,
        token_start=token_edges.take(texts.slot_start),
        token_end=token_edges.take(texts.slot_end),
    )
    slots = SlotColumns(
        owner=texts.owner,
        after=texts.after,
        holder=texts.holder,
        is_tail=texts.is_tail,
        start=slot_edges[:-1],
        end=text_end,
        flags=flags,
        token_start=token_edges[:-1],
        token_end=token_edges[1:],
    )
    numbers = np.arange(len(slots), dtype=np.int32)
    slot_of_token = numbers.repeat(slots.token_end - slots.token_start)
    tokens = TokenColumns(slot_of_token, token_ranges.start, token_ranges.end)
    for table in (elements, slots, tokens):
        _seal(table)
    return Columns(text, codes, elements, slots, tokens)


def _seal(table: ElementColumns | SlotColumns | TokenColumns) -> None:
    for name in table.__slots__:
        column = getattr(table, name)
        if isinstance(column, np.ndarray):
            column.setflags(write=False)


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """The elements and their hierarchy, see `ElementColumns`.

    Attributes
    ----------
    node, parent, subtree_end, depth
        One row per element.
    row : dict of lxml element to int
        Row of each element; None, the parent of the root, has row -1.
    """

    node: list[etree._Element]
    parent: IntArray
    subtree_end: IntArray
    depth: IntArray
    row: dict[etree._Element | None, int]


def _tree_of(root: etree._Element) -> _Tree:
    node = list(root.iter(etree.Element))
    row: dict[etree._Element | None, int] = dict(zip(node, range(len(node)), strict=True))
    row[None] = -1
    above = map(etree._Element.getparent, node)  # noqa: SLF001 - the name is private, the type is not
    parent = np.fromiter(map(row.__getitem__, above), dtype=np.intp, count=len(node))
    # The last child of each element is the last one written; its last child follows, and so on.
    last = np.arange(len(node))
    last[parent[1:]] = last[1:].copy()
    while not (last == (further := last[last])).all():
        last = further
    subtree_end = (last + 1).astype(np.int32)
    return _Tree(node, parent.astype(np.int32), subtree_end, _depth(subtree_end), row)


def _depth(subtree_end: IntArray) -> IntArray:
    """Return the number of open elements at the start of each element."""
    ended = np.bincount(subtree_end).cumsum(dtype=np.int32)[:-1]
    depth: IntArray = np.arange(len(subtree_end), dtype=np.int32) - ended
    return depth


@dataclass(frozen=True, slots=True, eq=False)
class _Texts:
    """The texts of the tree in document order; they become the slots, see `SlotColumns`.

    Attributes
    ----------
    piece : list of str
    owner, after, holder, is_tail
        One row per slot.
    is_comment : array of bool, shape (n_slots,)
        Texts of comments and processing instructions, which are not page text.
    slot_start, slot_end : array of int, shape (n_elements,)
    """

    piece: list[str]
    owner: IntArray
    after: IntArray
    holder: list[etree._Element]
    is_tail: BoolArray
    is_comment: BoolArray
    slot_start: IntArray
    slot_end: IntArray


def _texts_of(root: etree._Element, tree: _Tree) -> _Texts:
    """Return the non-empty texts.

    A text may follow the start or the end of any element, and be the text or tail of a comment.
    Before the start of element i there are i starts, and the ends of those i elements that are not
    its ancestors; the number before its end follows in the same way.
    """
    n_rows, comments = len(tree.node), _comments_of(root, tree)
    rows = np.arange(n_rows, dtype=np.int32)
    pieces = [node.text for node in tree.node]
    pieces += [node.tail for node in tree.node]
    pieces += comments.piece
    holders = [*tree.node, *tree.node, *comments.holder]
    filled = np.fromiter(compress(count(), pieces), dtype=np.intp)
    rank = np.concatenate((2 * rows - tree.depth, 2 * tree.subtree_end - tree.depth - 1))
    start, end = rank[:n_rows], rank[n_rows:]
    rank = np.concatenate((rank, rank.take(comments.follows)))
    filled = filled[rank[filled].argsort(kind="stable")]
    before = prefix_sums(np.bincount(rank[filled], minlength=2 * n_rows))
    owner = np.concatenate((rows, tree.parent, comments.owner))
    after = np.concatenate((np.full(n_rows, -1, np.int32), rows, comments.after))
    is_comment, is_other = filled >= 2 * n_rows, filled % 2 == 1
    order = filled.tolist()
    return _Texts(
        piece=cast("list[str]", list(map(pieces.__getitem__, order))),
        owner=owner[filled],
        after=after[filled],
        holder=list(map(holders.__getitem__, order)),
        is_tail=np.where(is_comment, is_other, filled >= n_rows),
        is_comment=is_comment & ~is_other,
        slot_start=before.take(start),
        slot_end=before.take(end),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Comments:
    """Text and tail of each comment and processing instruction, alternating.

    Attributes
    ----------
    piece : list of str or None
    holder : list of lxml nodes
    owner, after : array of int, shape (n_texts,)
        See `SlotColumns`.
    follows : array of int, shape (n_texts,)
        The tag before the text: row of an element for its start tag, n_elements + row for its end
        tag. Comments are not counted.
    """

    piece: list[str | None]
    holder: list[etree._Element]
    owner: IntArray
    after: IntArray
    follows: IntArray


def _comments_of(root: etree._Element, tree: _Tree) -> _Comments:
    n_rows = len(tree.node)
    nodes = list(root.iter(etree.Comment, etree.PI, etree.Entity))
    # The element sibling before each comment; adjacent comments have the same sibling.
    sibling: dict[etree._Element | None, int] = {}
    for node in nodes:
        before = node.getprevious()
        sibling[node] = tree.row.get(before, sibling.get(before, -1))
    owner = _int_array([tree.row[node.getparent()] for node in nodes]).repeat(2)
    after = _int_array(list(sibling.values())).repeat(2)
    return _Comments(
        piece=[text for node in nodes for text in (node.text, node.tail)],
        holder=[node for node in nodes for _ in range(2)],
        owner=owner,
        after=after,
        follows=np.where(after < 0, owner, n_rows + after),
    )


def _page_text(pieces: list[str], flags: IntArray) -> tuple[str, IntArray]:
    """Return the page text and each slot's end in it; empty the pieces that are not page text."""
    for slot in (flags & _NOT_PAGE_TEXT).nonzero()[0].tolist():
        pieces[slot] = ""
    lengths = np.fromiter(map(len, pieces), np.int32, len(pieces))
    return "".join(pieces), lengths.cumsum(dtype=np.int32)


def _int_array(values: Sequence[int]) -> IntArray:
    return np.array(values, dtype=np.int32)


def _slot_flags(
    tag_names: tuple[str, ...], tag_id: IntArray, tree: _Tree, texts: _Texts
) -> IntArray:
    """Return the flags of each slot: those of the elements around it, and the comment flag."""
    of_element = _int_array([_FLAG_OF_TAG.get(name, 0) for name in tag_names]).take(tag_id)
    flags = of_element.take(texts.owner)
    flags[texts.is_comment] |= int(SlotFlag.COMMENT)
    # Descendants of elements that contain other elements.
    is_leaf = tree.subtree_end == np.arange(1, len(tag_id) + 1)
    rows = (of_element * ~is_leaf).nonzero()[0]
    starts, ends = texts.slot_start[rows].tolist(), texts.slot_end[rows].tolist()
    flagged: dict[int, int] = {}
    for flag, first, last in zip(of_element[rows].tolist(), starts, ends, strict=True):
        if last > flagged.get(flag, 0):  # else nested in an element of the same kind
            flags[first:last] |= flag
            flagged[flag] = last
    return flags
