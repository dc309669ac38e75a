"""From the page's slots to pieces of text: what the original's event handler keeps of each text.

The original appends texts to a buffer and flushes the buffer at tags. Here every counter of that
handler is a running sum over the tags before each slot, so that a piece reads its state at its own
slot: two pieces share a block if no tag that breaks a block stands between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from extractors.algorithms.boilerpipe.characters import (
    SPACE,
    FlagArray,
    character_flags,
    with_plain_spaces,
)
from extractors.algorithms.boilerpipe.labels import bits
from extractors.algorithms.boilerpipe.profiles import ANCHOR_TAG, BODY_TAG
from extractors.page import SlotFlag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.page import BoolArray, IntArray, Page

Rows = NDArray[np.integer[Any]]
"""Row numbers or counts of any width."""

INLINE, INLINE_SPACE, ANCHOR, BODY, IGNORABLE, BLOCK = range(6)
"""What a tag does: nothing, a space, mark a link, hold the text, hide its text, break blocks.

In this order: from `ANCHOR` on a tag changes the tag level, from `BODY` on it breaks blocks.
"""

_COMMENT, _RAW = int(SlotFlag.COMMENT), int(SlotFlag.RAW)

Actions = NDArray[np.uint8]
"""What the tags of each element do, shape (n_elements,)."""


@dataclass(frozen=True, slots=True)
class TagActions:
    """Which tag does what; every tag that is not named breaks blocks.

    Attributes
    ----------
    ignorable, inline, inline_space : tuple of str
        Tags that hide their text, do nothing, or stand for a space.
    labelled : tuple of (str, int)
        Block-level tags with the bits of the labels that blocks made inside them get.
    """

    ignorable: tuple[str, ...]
    inline: tuple[str, ...]
    inline_space: tuple[str, ...]
    labelled: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(
        cls,
        ignorable: tuple[str, ...],
        inline: tuple[str, ...],
        inline_space: tuple[str, ...],
        labelled: Mapping[str, tuple[str, ...]],
    ) -> TagActions:
        """Return the actions for lists of tags in any case, with labels by name."""
        return cls(
            tuple(tag.lower() for tag in ignorable),
            tuple(tag.lower() for tag in inline),
            tuple(tag.lower() for tag in inline_space),
            tuple((tag, bits(names)) for tag, names in labelled.items()),
        )

    def of_elements(self, page: Page) -> Actions:
        """Return the action of each element; a prefix such as ``x:`` is not looked at."""
        actions = _actions_by_name(self)
        by_name = [actions.get(name.rpartition(":")[2], BLOCK) for name in page.elements.tag_names]
        return np.array(by_name, dtype=np.uint8).take(page.elements.tag_id)


@lru_cache(maxsize=256)
def _actions_by_name(tags: TagActions) -> Mapping[str, int]:
    return {
        **dict.fromkeys(tags.ignorable, IGNORABLE),
        **dict.fromkeys(tags.inline, INLINE),
        **dict.fromkeys(tags.inline_space, INLINE_SPACE),
        ANCHOR_TAG: ANCHOR,
        BODY_TAG: BODY,
    }


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """One row per text that is neither blank nor hidden, in document order.

    Attributes
    ----------
    text : str
        The characters that `start` and `end` count, every white space turned into a space.
    flags : array of uint8, shape (n_characters,)
        Their flags, see `characters`.
    slot : array of int, shape (n_pieces,)
        Text slot.
    start, end : array of int
        Where the text stands without the white space at its ends.
    spaced : array of bool
        Whether a space stands between this piece and the one before, if they share a block.
    segment : array of int
        Equal for pieces with no block-breaking tag between them; never falls.
    in_body : array of bool
        Whether the piece stands inside the body. Others become title or nothing.
    linked : array of bool
        Whether the piece counts as text of a link.
    tag_level : array of int
        Open elements around it that change the level.
    """

    text: str
    flags: FlagArray
    slot: Rows
    start: Rows
    end: Rows
    spaced: BoolArray
    segment: IntArray
    in_body: BoolArray
    linked: BoolArray
    tag_level: IntArray

    def __len__(self) -> int:
        return len(self.slot)

    def take(self, rows: Rows) -> Pieces:
        """Return some of the pieces."""
        return Pieces(
            self.text,
            self.flags,
            self.slot.take(rows),
            self.start.take(rows),
            self.end.take(rows),
            self.spaced.take(rows),
            self.segment.take(rows),
            self.in_body.take(rows),
            self.linked.take(rows),
            self.tag_level.take(rows),
        )

    def segment_edges(self) -> BoolArray:
        """Return which pieces begin a segment, and True after the last, shape (n_pieces + 1,)."""
        edges = np.empty(len(self) + 1, dtype=np.bool_)
        edges[0] = edges[-1] = True
        np.not_equal(self.segment[1:], self.segment[:-1], out=edges[1:-1])
        return edges


def read_pieces(page: Page, action: Actions) -> Pieces:
    """Return the pieces of a page under the actions of its elements."""
    elements, slots = page.elements, page.slots
    hidden = elements.at_or_below(action == IGNORABLE)
    is_read = ((slots.flags & _COMMENT) == 0) & ~hidden.take(slots.owner)
    read = is_read.nonzero()[0]
    text, first, last = _characters(page, read)
    flags = character_flags(text)
    filled, start, end = _without_outer_space(flags, first, last)
    slot, blank = read[filled], read[~filled]
    body = elements.at_or_below(action == BODY)
    gives_space, linked = _links(page, action, hidden, body, slot)
    for tags in _tags_before(page, action == INLINE_SPACE):
        gives_space += tags
    gives_space[blank] += 1
    spaces_before = gives_space.cumsum().take(slot)
    spaced = start > first[filled]
    trails = end < last[filled]
    spaced[1:] |= (spaces_before[1:] != spaces_before[:-1]) | trails[:-1]
    breaks, ended_breaks = _tags_before(page, action >= BODY)
    levels, ended_levels = _tags_before(page, action >= ANCHOR)
    return Pieces(
        text=with_plain_spaces(text),
        flags=flags,
        slot=slot,
        start=start,
        end=end,
        spaced=spaced,
        segment=(breaks + ended_breaks).cumsum(dtype=np.int32).take(slot),
        in_body=body.take(slots.owner.take(slot)),
        linked=linked,
        tag_level=(levels - ended_levels).cumsum(dtype=np.int32).take(slot),
    )


def _tags_before(page: Page, chosen: BoolArray) -> tuple[Rows, Rows]:
    """Return how many of some elements start, and end, right before each slot and after the last.

    Each has shape (n_slots + 1,).
    """
    elements, rows, n_places = page.elements, chosen.nonzero()[0], len(page.slots) + 1
    started = np.bincount(elements.slot_start.take(rows), minlength=n_places)
    return started, np.bincount(elements.slot_end.take(rows), minlength=n_places)


def _characters(page: Page, slot: Rows) -> tuple[str, IntArray, IntArray]:
    """Return the characters and the range of each slot's text among them, in order.

    These are the page text, or the texts of all slots where scripts and styles are not hidden.
    """
    if not np.count_nonzero(page.slots.flags.take(slot) & _RAW):
        return page.text, page.slots.start.take(slot), page.slots.end.take(slot)
    texts = [page.slots.raw_text(each) for each in slot.tolist()]
    size = np.array(list(map(len, texts)), dtype=np.int32)
    last = size.cumsum(dtype=np.int32)
    return "".join(texts), last - size, last


def _without_outer_space(
    flags: FlagArray, first: IntArray, last: IntArray
) -> tuple[BoolArray, Rows, Rows]:
    """Return which ranges are not blank, and these without the white space at their ends."""
    solid = ((flags & SPACE) == 0).nonzero()[0]
    ahead, behind = solid.searchsorted(first), solid.searchsorted(last)
    filled = behind > ahead
    return filled, solid.take(ahead[filled]), solid.take(behind[filled] - 1) + 1


def _links(
    page: Page, action: Actions, hidden: BoolArray, body: BoolArray, slot: Rows
) -> tuple[Rows, BoolArray]:
    """Return how many marks of links stand before each slot, and whether some slots are linked."""
    elements, is_link = page.elements, action == ANCHOR
    link = is_link.nonzero()[0]
    if np.count_nonzero(elements.subtree_end.take(link[:-1]) > link[1:]):
        marks = _link_marks(page, link, hidden)
        counted = np.bincount(marks.slot, minlength=len(page.slots) + 1)
        return counted, marks.inside(slot, body)
    # With no link inside a link nothing is miscounted: what stands in a link is linked.
    marked = is_link & ~hidden
    started, ended = _tags_before(page, marked)
    inside = elements.at_or_below(marked & body)
    return started + ended, inside.take(page.slots.owner.take(slot))


@dataclass(frozen=True, slots=True, eq=False)
class _LinkMarks:
    """Where the original marks starts and ends of links, in order.

    Attributes
    ----------
    is_start : array of bool, shape (n_marks,)
        Whether each mark is that of a start.
    slot : array of int, shape (n_marks,)
        The slot before which it stands.
    row : array of int, shape (n_marks,)
        Row of the link.
    """

    is_start: BoolArray
    slot: Rows
    row: Rows

    def inside(self, slot: Rows, body: BoolArray) -> BoolArray:
        """Return for some slots whether the last mark before, in the body, is that of a start."""
        counts = body.take(self.row)
        is_inside = np.zeros(np.count_nonzero(counts) + 1, dtype=np.bool_)
        is_inside[1:] = self.is_start[counts]
        return is_inside.take(self.slot[counts].searchsorted(slot, side="right"))


def _link_marks(page: Page, link: Rows, hidden: BoolArray) -> _LinkMarks:
    """Return the marks of links, given by their rows, that are not hidden.

    Links count their nesting. The original lets a link inside a link take the place of the outer
    one and then counts both ends, so that its count stays one too low for the rest of the page
    and no later link is seen to end.
    """
    elements = page.elements
    depth = elements.depth.take(link)
    places = np.concatenate((2 * link - depth, 2 * elements.subtree_end.take(link) - depth - 1))
    order = places.argsort()
    is_start = order < len(link)
    count = np.where(is_start, 1, -1).cumsum()
    # A count that would rise above 1 stays there: what it was kept down by is kept for good.
    count -= np.maximum.accumulate(np.maximum(count - 1, 0))
    row = np.concatenate((link, link))[order]
    slot = np.concatenate((elements.slot_start.take(link), elements.slot_end.take(link)))[order]
    marked = ((is_start | (count == 0)) & ~hidden.take(row)).nonzero()[0]
    return _LinkMarks(is_start[marked], slot[marked], row[marked])
