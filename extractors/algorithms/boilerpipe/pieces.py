"""From the page's events to pieces of text: what the original's event handler keeps of each text.

The original appends texts to a buffer and flushes the buffer at tags. Here every counter of
that handler is a running sum over the page's events, so that a piece reads its state at its own
event: two pieces share a block if no tag that breaks a block stands between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from extractors.algorithms.boilerpipe.characters import SPACE, FlagArray, character_flags
from extractors.algorithms.boilerpipe.labels import bits
from extractors.algorithms.boilerpipe.profiles import ANCHOR_TAG, BODY_TAG
from extractors.page import START, TEXT, SlotFlag
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.page import BoolArray, Events, IntArray, Page
    from extractors.page.tokens import CodeArray

Rows = NDArray[np.integer[Any]]
"""Row numbers or counts of any width."""

INLINE, INLINE_SPACE, ANCHOR, BODY, IGNORABLE, BLOCK = range(6)
"""What a tag does: nothing, a space, mark a link, hold the text, hide its text, break blocks.

In this order: from `ANCHOR` on a tag changes the tag level, from `BODY` on it breaks blocks.
"""

_SIGN = np.array([1, -1, 0], dtype=np.int8)
"""How an event of each kind changes the count of open elements."""


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

    def by_name(self, names: tuple[str, ...]) -> NDArray[np.uint8]:
        """Return the action of each tag name; a prefix such as ``x:`` is not looked at."""
        actions = _actions_by_name(self)
        local_names = [name.rpartition(":")[2] for name in names]
        return np.array([actions.get(name, BLOCK) for name in local_names], dtype=np.uint8)


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
    codes : array of uint32, shape (n_characters,)
        The characters that `start` and `end` count.
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
    labels : array of int
        Labels that a block gets which ends with this piece.
    after_title : array of bool
        Whether a buffer that ends with this piece is flushed right after a title tag.
    """

    codes: CodeArray
    flags: FlagArray
    slot: IntArray
    start: IntArray
    end: IntArray
    spaced: BoolArray
    segment: IntArray
    in_body: BoolArray
    linked: BoolArray
    tag_level: IntArray
    labels: IntArray
    after_title: BoolArray

    def __len__(self) -> int:
        return len(self.slot)

    def take(self, rows: Rows) -> Pieces:
        """Return some of the pieces."""
        columns = {
            name: getattr(self, name)[rows] for name in self.__slots__ if name not in _CHARACTERS
        }
        return Pieces(self.codes, self.flags, **columns)


_CHARACTERS = ("codes", "flags")
"""Attributes of `Pieces` with a row per character."""


def changes(values: IntArray) -> BoolArray:
    """Return which values differ from the one before; the first always does."""
    differs = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=differs[1:])
    return differs


def read_pieces(page: Page, tags: TagActions) -> Pieces:
    """Return the pieces of a page under some tag actions."""
    events = page.events
    action = _actions(page, tags)
    sign = _SIGN[events.kind]
    hidden = (sign * (action == IGNORABLE)).cumsum()
    at = ((events.kind == TEXT) & (hidden == 0)).nonzero()[0]
    at = at[(page.slots.flags[events.index[at]] & SlotFlag.COMMENT) == 0]
    slot = events.index[at]
    codes, first, last = _characters(page, slot)
    flags = character_flags(codes)
    start, end = _without_outer_space(flags, first, last)
    filled = end > start

    body = (sign * (action == BODY)).cumsum() > 0
    marks = _link_marks(events, action, hidden)
    gives_space = (action == INLINE_SPACE) | (marks != 0)
    gives_space[at[~filled]] = True
    place = at[filled]
    spaces_before = gives_space.cumsum()[place]
    spaced = start[filled] > first[filled]
    trails = end[filled] < last[filled]
    spaced[1:] |= (spaces_before[1:] != spaces_before[:-1]) | trails[:-1]
    flush = _next_flush(events, action, place)
    return Pieces(
        codes=codes,
        flags=flags,
        slot=slot[filled],
        start=start[filled],
        end=end[filled],
        spaced=spaced,
        segment=(action >= BODY).cumsum(dtype=np.int32)[place],
        in_body=body[place],
        linked=_in_link(marks * body)[place],
        tag_level=(sign * (action >= ANCHOR)).cumsum(dtype=np.int32)[place],
        labels=_labels(page, tags, sign, flush),
        after_title=_after_title(page, flush),
    )


def _actions(page: Page, tags: TagActions) -> NDArray[np.uint8]:
    """Return the action of each event's tag; a text acts like a tag that does nothing."""
    of_element = tags.by_name(page.elements.tag_names)[page.elements.tag_id]
    action = of_element.take(page.events.index, mode="clip")  # the index of a text is no element
    action[page.events.kind == TEXT] = INLINE
    return action


def _characters(page: Page, slot: IntArray) -> tuple[CodeArray, IntArray, IntArray]:
    """Return the characters and the range of each slot's text among them, in order.

    These are the page text, or the texts of all slots where scripts and styles are not hidden.
    """
    if not (page.slots.flags[slot] & SlotFlag.RAW).any():
        return code_points(page.text), page.slots.start[slot], page.slots.end[slot]
    texts = [page.slots.raw_text(each) for each in slot.tolist()]
    size = np.array(list(map(len, texts)), dtype=np.int32)
    last = size.cumsum(dtype=np.int32)
    return code_points("".join(texts)), last - size, last


def _without_outer_space(
    flags: FlagArray, first: IntArray, last: IntArray
) -> tuple[IntArray, IntArray]:
    """Return ranges without the white space at their ends; a blank one becomes empty."""
    solid = np.append(((flags & SPACE) == 0).nonzero()[0], len(flags)).astype(np.int32)
    start = np.minimum(solid[solid.searchsorted(first)], last)
    behind = solid.searchsorted(last)
    end = np.where(behind > 0, solid[behind - 1] + 1, 0)
    return start, np.maximum(start, end)


def _link_marks(
    events: Events, action: NDArray[np.uint8], hidden: NDArray[np.int_]
) -> NDArray[np.int8]:
    """Return at each event 1 where the original marks the start of a link, -1 at its end.

    Links count their nesting. The original lets a link inside a link take the place of the outer
    one and then counts both ends, so that its count stays one too low for the rest of the page
    and no later link is seen to end.
    """
    marks = np.zeros(len(events), dtype=np.int8)
    places = (action == ANCHOR).nonzero()[0]
    starts = events.kind[places] == START
    depth = 0
    for place, is_start in zip(places.tolist(), starts.tolist(), strict=True):
        if is_start:
            depth = min(depth + 1, 1)
            marks[place] = 1
        else:
            depth -= 1
            marks[place] = -1 if depth == 0 else 0
    marks[hidden > 0] = 0
    return marks


def _in_link(marks: NDArray[np.int8]) -> BoolArray:
    """Return at each event whether the last mark at or before it was the start of a link."""
    places = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks != 0, places, 0))
    return marks[last] > 0


def _next_flush(events: Events, action: NDArray[np.uint8], place: Rows) -> IntArray:
    """Return for some events the place of the next one at which the buffer is flushed.

    A tag that breaks blocks only asks for it: the flush comes with the next text or end tag. The
    body tag flushes by itself.
    """
    asked = _next_place(action >= BODY, place)
    return _next_place((events.kind != START) | (action == BODY), asked)


def _next_place(where: BoolArray, place: Rows) -> IntArray:
    """Return for some places the next one, itself included, that is marked."""
    marked = np.append(where.nonzero()[0], len(where)).astype(np.int32)
    return marked[marked.searchsorted(place.astype(np.int32))]


def _labels(page: Page, tags: TagActions, sign: NDArray[np.int8], flush: IntArray) -> IntArray:
    """Return the labels of the tags that are open at each flush, an ending one still open."""
    labels = np.zeros(len(flush), dtype=np.int32)
    names = page.elements.tag_names
    for tag, tag_bits in tags.labelled:
        if tag not in names:
            continue
        is_tag = page.events.kind != TEXT
        has_tag = np.zeros(len(sign), dtype=np.bool_)
        rows = page.events.index[is_tag]
        has_tag[is_tag] = page.elements.tag_id[rows] == names.index(tag)
        opened = np.cumsum(sign * has_tag)
        labels[opened[flush - 1] > 0] |= tag_bits
    return labels


def _after_title(page: Page, flush: IntArray) -> BoolArray:
    """Return whether the last start tag before each flush is a title."""
    if "title" not in page.elements.tag_names or not len(flush):
        return np.zeros(len(flush), dtype=np.bool_)
    is_start = page.events.kind == START
    started = np.maximum.accumulate(np.where(is_start, page.events.index, 0))
    title = page.elements.tag_names.index("title")
    return np.equal(page.elements.tag_id[started[flush - 1]], title)
