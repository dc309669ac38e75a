"""Identity: rows of the page written into a library's trees, and texts found by these rows.

``sourceline`` is a number in the node itself. It survives copies, renaming, moves between trees and
the removal of attributes, and libraries do not read it. A new element has none; its text is looked
for in the range of the nearest element above that has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from boilerscope.extractors.model.candidates import start_tag
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.records import SlotFlag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

MAX_ELEMENTS = 65_533
"""Most elements of a page that can be labelled: ``sourceline`` has 16 bits."""

_MAX_DIFF = 6_000_000
"""Largest product of two numbers of tags that are compared by a diff."""

_WHITE = np.array([code for code in range(0x3001) if chr(code).isspace()], dtype=np.uint32)
_NO_TEXT = int(SlotFlag.RAW | SlotFlag.COMMENT)
_TEXTS = etree.XPath("descendant-or-self::*/text()")


@dataclass(frozen=True, slots=True)
class Run:
    """One text of a library's tree.

    Attributes
    ----------
    size : int
        Number of its characters without white space.
    start : int
        Offset of its first character in `PageIndex.solid`, -1 if it was not found.
    positions : array of int or None, shape (size,)
        Offsets of the characters if they do not follow one another, -1 for none.
    """

    size: int
    start: int
    positions: IntArray | None = None


class PageIndex:
    """The page as traces look things up in it.

    Attributes
    ----------
    solid : str
        The page text without white space; all offsets here are offsets in it.
    token_of : array of int, shape (len(solid),)
        Token of each character, -1 for punctuation between tokens.
    near : array of int, shape (len(solid),)
        Token of each character; of punctuation, the token before it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.elements = page.elements
        is_solid = ~np.isin(page.codes, _WHITE)
        before = prefix_sums(is_solid)
        self._codes = page.codes[is_solid]
        self.solid = self._codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
        token_start = before.take(page.tokens.start)
        token_end = before.take(page.tokens.end)
        offsets = np.arange(len(self.solid), dtype=np.int32)
        near = token_start.searchsorted(offsets, side="right").astype(np.int32) - 1
        self.near: IntArray = np.maximum(near, 0)
        ends = token_end.take(self.near) if page.n_tokens else offsets
        inside = (near >= 0) & (offsets < ends)
        self.token_of: IntArray = np.where(inside, near, -1).astype(np.int32)
        self.token_size: IntArray = (token_end - token_start).astype(np.int32)
        slots = page.slots
        self._slot_start = before.take(slots.start).tolist()
        self._slot_end = before.take(slots.end).tolist()
        self._raw = [slots.raw_text(slot) for slot in range(len(slots))]
        self._is_text = ((slots.flags & _NO_TEXT) == 0).tolist()
        row_of = {node: row for row, node in enumerate(page.elements.node)}
        self._text_slot: dict[int, int] = {}
        self._tail_slot: dict[int, int] = {}
        for slot, (holder, is_tail) in enumerate(
            zip(slots.holder, slots.is_tail.tolist(), strict=True)
        ):
            row = row_of.get(holder)
            if row is not None:
                (self._tail_slot if is_tail else self._text_slot)[row] = slot
        edges = np.append(before.take(slots.start), len(self.solid)).astype(np.int32)
        self._row_start = edges.take(page.elements.slot_start).tolist()
        self._row_end = edges.take(page.elements.slot_end).tolist()
        self._token_start = page.elements.token_start.tolist()
        self._token_end = page.elements.token_end.tolist()

    # -- rows ------------------------------------------------------------------------------

    def label(self, root: Any) -> bool:
        """Write the rows of the page into a tree that a library parsed from its source.

        Returns
        -------
        bool
            Whether most elements were recognised.
        """
        nodes = list(root.iter(etree.Element))
        rows = match_tags(self.elements.tag, [_local(node.tag) for node in nodes])
        for node, row in zip(nodes, rows, strict=True):
            node.sourceline = row + 1 if row >= 0 else 0
        return 2 * sum(row >= 0 for row in rows) >= len(nodes)

    def relabel(self, root: Any, labels: Sequence[tuple[str, int]]) -> None:
        """Write labels into a tree that was parsed from the markup of another tree.

        Parameters
        ----------
        labels : sequence of (str, int)
            Tag and row of each element of the other tree, in document order.
        """
        nodes = list(root.iter(etree.Element))
        matched = match_tags([tag for tag, _ in labels], [_local(node.tag) for node in nodes])
        for node, place in zip(nodes, matched, strict=True):
            row = labels[place][1] if place >= 0 else -1
            node.sourceline = row + 1 if row > 0 else 0

    def labels_of(self, root: Any) -> list[tuple[str, int]]:
        """Return tag and row of each element of a tree, in document order, see `relabel`."""
        return [(_local(node.tag), self.row(node)) for node in root.iter(etree.Element)]

    def row(self, element: Any) -> int:
        """Return the row that an element is labelled with, -1 for a new element."""
        line = element.sourceline
        return line - 1 if line and line <= len(self.elements) else -1

    def near_row(self, element: Any) -> int:
        """Return the row of the nearest labelled element at or above an element, -1 if none.

        Parsers number the lines of fragments from 1, which looks like the root of the page.
        """
        while element is not None:
            row = self.row(element)
            if row > 0 or (row == 0 and element.getparent() is None):
                return row
            element = element.getparent()
        return -1

    def tokens_of_row(self, row: int) -> tuple[int, int]:
        """Return the range of tokens below a row of the page."""
        return self._token_start[row], self._token_end[row]

    def tail_tokens(self, row: int) -> tuple[int, int]:
        """Return the range of tokens of the text after an element."""
        slot = self._tail_slot.get(row)
        if slot is None:
            return 0, 0
        slots = self.page.slots
        return int(slots.token_start[slot]), int(slots.token_end[slot])

    def contains(self, outer: int, row: int) -> bool:
        """Return whether the element of a row is the element of another one or below it."""
        return outer <= row < int(self.elements.subtree_end[outer])

    def describe(self, row: int) -> str:
        """Return an element as a start tag: ``<div class="story-teaser">``."""
        return start_tag(self.page, row)

    # -- texts -----------------------------------------------------------------------------

    def runs(self, root: Any, alive: BoolArray | None = None) -> Iterator[Run]:
        """Yield the texts of a tree in document order, found on the page.

        Parameters
        ----------
        root : element
            The tree, or a part of it; its tail is not read.
        alive : array of bool, shape (n_tokens,), optional
            Tokens that can be in the tree. Repeated text is looked for among them first.
        """
        finder = _Finder(self, alive)
        texts: Any = _TEXTS(root)
        for text in texts:
            holder = text.getparent()
            is_tail = text.is_tail
            slot = self._slot(holder, is_tail=is_tail)
            if slot is not None and self._raw[slot] == text:
                if self._is_text[slot]:
                    start, end = self._slot_start[slot], self._slot_end[slot]
                    yield Run(end - start, start)
                continue
            solid = "".join(text.split())
            if not solid or (not is_tail and holder.tag in {"script", "style"}):
                continue
            owner = holder.getparent() if is_tail else holder
            yield finder.find(solid, text, self.near_row(owner))

    def find(self, text: str, owner: Any, alive: BoolArray | None = None) -> Run:
        """Return where a text of an element of a library's tree is on the page."""
        return _Finder(self, alive).find("".join(text.split()), text, self.near_row(owner))

    def find_all(self, texts: Iterable[tuple[str, int]]) -> Iterator[Run]:
        """Yield where texts of another tree are on the page, in document order.

        Parameters
        ----------
        texts : iterable of (str, int)
            Each text, and the row of the nearest element of the page above it, -1 if unknown.
        """
        finder = _Finder(self, None)
        for text, row in texts:
            yield finder.find("".join(text.split()), text, row)

    def mask(self, runs: Sequence[Run]) -> BoolArray:
        """Return the tokens that texts contain, shape (n_tokens,)."""
        covered = np.zeros(len(self.solid), dtype=np.bool_)
        for run in runs:
            if run.positions is not None:
                covered[run.positions[run.positions >= 0]] = True
            elif run.start >= 0:
                covered[run.start : run.start + run.size] = True
        tokens = self.token_of[covered]
        mask = np.zeros(self.page.n_tokens, dtype=np.bool_)
        mask[tokens[tokens >= 0]] = True
        return mask

    def positions(self, runs: Sequence[Run]) -> IntArray:
        """Return the offset of each character of several texts in turn, -1 if not found."""
        parts = [
            run.positions
            if run.positions is not None
            else np.arange(run.start, run.start + run.size, dtype=np.int32)
            if run.start >= 0
            else np.full(run.size, -1, dtype=np.int32)
            for run in runs
        ]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)

    def row_range(self, row: int) -> tuple[int, int]:
        """Return the range of characters below a row; of the whole page for -1."""
        return (self._row_start[row], self._row_end[row]) if row >= 0 else (0, len(self.solid))

    def text_at(self, offsets: IntArray) -> str:
        """Return the characters at several offsets as one text."""
        codes = self._codes.take(offsets).astype("<u4")
        return codes.tobytes().decode("utf-32-le", "surrogatepass")

    def _slot(self, holder: Any, *, is_tail: bool) -> int | None:
        line = holder.sourceline
        if not line or not isinstance(holder.tag, str):
            return None
        return (self._tail_slot if is_tail else self._text_slot).get(line - 1)


class _Finder:
    """Search for texts that a library changed, merged or moved to new elements."""

    def __init__(self, index: PageIndex, alive: BoolArray | None) -> None:
        self._index = index
        self._alive = alive
        self._cursor: dict[int, int] = {}
        self._living: dict[tuple[int, int], tuple[str, IntArray]] = {}

    def find(self, solid: str, text: str, row: int) -> Run:
        """Return where a text is, in the range of a row or, if it is not there, on the page.

        Text that has left the tree comes last: it can have been copied before.
        """
        low, high = self._index.row_range(row)
        cursor = self._cursor.get(row, low)
        page = 0, len(self._index.solid)
        windows = [(low, high)] if (low, high) == page else [(low, high), page]
        states = [False] if self._alive is None else [True, False]
        for window in windows:
            for living in states:
                run = self._inside(solid, text, window, cursor, living=living)
                if run is not None:
                    self._advance(row, run, cursor)
                    return run
        return Run(len(solid), -1)

    def _advance(self, row: int, run: Run, cursor: int) -> None:
        end = run.start + run.size
        if run.positions is not None:
            end = int(run.positions.max(initial=cursor - 1)) + 1
        self._cursor[row] = end

    def _inside(
        self, solid: str, text: str, window: tuple[int, int], cursor: int, *, living: bool
    ) -> Run | None:
        page, (low, high) = self._index.solid, window
        for begin in (cursor, low):
            start = page.find(solid, begin, high)
            if start >= 0 and (not living or self._lives(start)):
                return Run(len(solid), start)
        if living:
            joined, positions = self._living_text(window)
        elif high - low < len(page):
            joined, positions = page[low:high], np.arange(low, high, dtype=np.int32)
        else:
            return None
        begin = int(positions.searchsorted(cursor))
        start = joined.find(solid, begin)
        if start < 0:
            start = joined.find(solid)
        if start >= 0:
            return Run(len(solid), -1, positions[start : start + len(solid)])
        if len(solid) > 1 and high - low < len(page):
            return self._words(text, joined, positions, begin)
        return None

    def _words(self, text: str, living: str, positions: IntArray, begin: int) -> Run | None:
        """Find the words of a text one after the other; some of them may be missing."""
        parts: list[IntArray] = []
        found = 0
        for word in text.split():
            start = living.find(word, begin)
            if start < 0:
                parts.append(np.full(len(word), -1, dtype=np.int32))
                continue
            begin = start + len(word)
            found += len(word)
            parts.append(positions[start:begin])
        whole = np.concatenate(parts)
        return Run(len(whole), -1, whole) if 2 * found >= len(whole) else None

    def _lives(self, start: int) -> bool:
        return self._alive is None or bool(self._alive[self._index.near[start]])

    def _living_text(self, window: tuple[int, int]) -> tuple[str, IntArray]:
        if window not in self._living:
            offsets = np.arange(*window, dtype=np.int32)
            if self._alive is not None and len(offsets):
                offsets = offsets[self._alive[self._index.near[offsets]]]
            self._living[window] = self._index.text_at(offsets), offsets
        return self._living[window]


def match_tags(page: Sequence[str], library: Sequence[str]) -> list[int]:
    """Return the row of the page for each element of a library's tree, -1 if unknown.

    Parsers differ in where they add elements; the tags of both trees are compared in their order.
    """
    if list(page) == list(library):
        return list(range(len(page)))
    rows = [row for row, tag in enumerate(page) if tag != "br"]
    places = [place for place, tag in enumerate(library) if tag != "br"]
    matched = [-1] * len(library)
    for row, place in _pairs([page[row] for row in rows], [library[place] for place in places]):
        matched[places[place]] = rows[row]
    return matched


def _pairs(page: Sequence[str], library: Sequence[str]) -> Iterator[tuple[int, int]]:
    shorter = min(len(page), len(library))
    head = next((n for n in range(shorter) if page[n] != library[n]), shorter)
    limit = shorter - head
    tail = next((n for n in range(limit) if page[-1 - n] != library[-1 - n]), limit)
    yield from ((n, n) for n in range(head))
    middle, other = page[head : len(page) - tail], library[head : len(library) - tail]
    if middle and other and len(middle) * len(other) <= _MAX_DIFF:
        for block in SequenceMatcher(None, middle, other, autojunk=False).get_matching_blocks():
            yield from ((head + block.a + n, head + block.b + n) for n in range(block.size))
    yield from ((len(page) - n, len(library) - n) for n in range(tail, 0, -1))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2].lower()
