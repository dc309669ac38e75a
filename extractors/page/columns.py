"""Tree to columns: one walk, then array operations.

The walk visits every node once and writes down what only the tree knows: tags, parents, ends and
the texts. Flags, page text, offsets and tokens follow from these as arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree

from extractors.page.records import ElementColumns, SlotColumns, SlotFlag, TokenColumns
from extractors.page.tokens import find_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import BoolArray, IntArray

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
_NOT_PAGE_TEXT = int(SlotFlag.RAW | SlotFlag.COMMENT)


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The page text and the three tables over it."""

    text: str
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
    walk = _walk(root)
    tag_names, tag_id = _numbered(walk.tag)
    flags = _slot_flags(walk, tag_names, tag_id)
    text, text_end = _page_text(walk.text, flags)
    found = find_tokens(text, text_end)
    # Tokens before each slot; tokens never cross a slot, so one search serves all ranges.
    slot_edges = np.append(np.int32(0), text_end)
    token_edges: IntArray = np.searchsorted(found.start, slot_edges).astype(np.int32)
    elements = _element_columns(walk, tag_names, tag_id, token_edges)
    owner, after, is_tail = _slot_places(walk, elements.parent)
    slots = SlotColumns(
        owner=owner,
        after=after,
        holder=walk.holder,
        is_tail=is_tail,
        start=slot_edges[:-1],
        end=text_end,
        flags=flags,
        token_start=token_edges[:-1],
        token_end=token_edges[1:],
    )
    numbers = np.arange(len(slots), dtype=np.int32)
    slot_of_token = np.repeat(numbers, slots.token_end - slots.token_start)
    tokens = TokenColumns(slot_of_token, found.start, found.end)
    for table in (elements, slots, tokens):
        _seal(table)
    return Columns(text, elements, slots, tokens)


def _seal(table: ElementColumns | SlotColumns | TokenColumns) -> None:
    for name in table.__slots__:
        column = getattr(table, name)
        if isinstance(column, np.ndarray):
            column.flags.writeable = False


def _page_text(pieces: list[str], flags: IntArray) -> tuple[str, IntArray]:
    """Return the page text and where each slot ends in it; other pieces are emptied."""
    for slot in np.flatnonzero(flags & _NOT_PAGE_TEXT).tolist():
        pieces[slot] = ""
    return "".join(pieces), _int_array(list(map(len, pieces))).cumsum(dtype=np.int32)


def _element_columns(
    walk: _Walk, tag_names: tuple[str, ...], tag_id: IntArray, token_edges: IntArray
) -> ElementColumns:
    subtree_end = _int_array(walk.subtree_end)
    slot_start = _int_array(walk.slot_start)
    slot_end = _int_array(walk.slot_end)
    return ElementColumns(
        node=walk.node,
        tag=walk.tag,
        tag_id=tag_id,
        tag_names=tag_names,
        parent=_int_array(walk.parent),
        subtree_end=subtree_end,
        depth=_depth(subtree_end),
        slot_start=slot_start,
        slot_end=slot_end,
        token_start=token_edges[slot_start],
        token_end=token_edges[slot_end],
    )


def _depth(subtree_end: IntArray) -> IntArray:
    """Return how many elements are open where each element starts: begun before and not ended."""
    ended = np.cumsum(np.bincount(subtree_end, minlength=len(subtree_end)))[: len(subtree_end)]
    return (np.arange(len(subtree_end)) - ended).astype(np.int32)


def _slot_places(walk: _Walk, parent: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
    """Return owner, element sibling before, and whether it is a tail, of each slot."""
    key = _int_array(walk.key)
    is_tail = key < 0
    row = np.where(is_tail, ~key, key)
    owner = np.where(is_tail, parent[row], row)
    after = np.where(is_tail, row, np.int32(-1))
    owner[walk.comment_slot] = walk.comment_owner
    after[walk.comment_slot] = walk.comment_after
    is_tail[walk.comment_slot] = walk.comment_is_tail
    return owner, after, is_tail


@dataclass(slots=True)
class _Walk:
    """What the walk writes down.

    A slot of an element is keyed by the row of its holder, inverted (~row) for its tail: owner and
    sibling before follow from it. Slots of comments are few and written down whole.
    """

    node: list[etree._Element] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    subtree_end: list[int] = field(default_factory=list)
    slot_start: list[int] = field(default_factory=list)
    slot_end: list[int] = field(default_factory=list)

    text: list[str] = field(default_factory=list)
    holder: list[etree._Element] = field(default_factory=list)
    key: list[int] = field(default_factory=list)

    comment_slot: list[int] = field(default_factory=list)
    comment_owner: list[int] = field(default_factory=list)
    comment_after: list[int] = field(default_factory=list)
    comment_is_tail: list[bool] = field(default_factory=list)
    _met: int = 0
    _before: int = -1

    def add_comment(self, node: etree._Element, owner: int) -> None:
        """Write down the text and the tail of a comment or processing instruction."""
        for text, is_tail in ((node.text, False), (node.tail, True)):
            if text:
                self.comment_slot.append(len(self.text))
                self.comment_owner.append(owner)
                self.comment_after.append(self._last_child(owner))
                self.comment_is_tail.append(is_tail)
                self.text.append(text)
                self.holder.append(node)
                self.key.append(owner)

    def _last_child(self, owner: int) -> int:
        """Return the row of the last element child met so far, -1 if there is none.

        Climbs from the last element met, and from where it came to if none was met since: each
        row is climbed over once.
        """
        if self._met != len(self.node):
            self._met = len(self.node)
            self._before = self._met - 1
        while self._before != owner and self.parent[self._before] != owner:
            self._before = self.parent[self._before]
        return -1 if self._before == owner else self._before


def _walk(root: etree._Element) -> _Walk:
    """Visit all nodes in document order; a node's tail is met when its subtree ends.

    This loop is a third of the time a page takes, hence the local names.
    """
    walk = _Walk()
    texts = walk.text
    add_node, add_tag, add_parent = walk.node.append, walk.tag.append, walk.parent.append
    add_slot_start = walk.slot_start.append
    add_text, add_holder, add_key = texts.append, walk.holder.append, walk.key.append
    visited = list(root.iter())
    subtree_end = [0] * len(visited)
    slot_end = [0] * len(visited)
    # A node without parent closes all that is still open; an empty comment adds nothing else.
    visited.append(etree.Comment())
    # The open elements, innermost last; the root has nothing around it.
    open_nodes: list[etree._Element] = []
    open_rows = [-1]
    innermost: etree._Element | None = None
    n_rows = 0
    for node in visited:
        parent = node.getparent()
        while innermost is not None and innermost is not parent:
            row = open_rows.pop()
            subtree_end[row] = n_rows
            slot_end[row] = len(texts)
            if tail := innermost.tail:
                add_text(tail)
                add_holder(innermost)
                add_key(~row)
            open_nodes.pop()
            innermost = open_nodes[-1] if open_nodes else None
        tag = node.tag
        if type(tag) is str:
            add_node(node)
            add_tag(tag)
            add_parent(open_rows[-1])
            add_slot_start(len(texts))
            if text := node.text:
                add_text(text)
                add_holder(node)
                add_key(n_rows)
            open_nodes.append(node)
            open_rows.append(n_rows)
            innermost = node
            n_rows += 1
        else:
            walk.add_comment(node, open_rows[-1])
    walk.subtree_end = subtree_end[:n_rows]
    walk.slot_end = slot_end[:n_rows]
    return walk


def _int_array(values: Sequence[int]) -> IntArray:
    return np.array(values, dtype=np.int32)


def _numbered(tags: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
    """Return the distinct names in the order they first appear, and for each tag its number."""
    names = tuple(dict.fromkeys(tags))
    number = {name: place for place, name in enumerate(names)}
    return names, _int_array(list(map(number.__getitem__, tags)))


def _slot_flags(walk: _Walk, tag_names: tuple[str, ...], tag_id: IntArray) -> IntArray:
    flags = np.zeros(len(walk.text), dtype=np.int32)
    for slot, is_tail in zip(walk.comment_slot, walk.comment_is_tail, strict=True):
        if not is_tail:
            flags[slot] = SlotFlag.COMMENT
    for number, name in enumerate(tag_names):
        if name in _FLAG_OF_TAG:
            flag = int(_FLAG_OF_TAG[name])
            flagged = 0
            for row in np.flatnonzero(tag_id == number).tolist():
                first, last = walk.slot_start[row], walk.slot_end[row]
                if last > flagged:  # else it lies in one of the same tag
                    flags[first:last] |= flag
                    flagged = last
    return flags
