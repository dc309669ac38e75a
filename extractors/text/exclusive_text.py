"""Exclusive text: the text of an element with nested elements of the same set cut out.

Several algorithms divide a page into elements with certain tags and judge each element by its
exclusive text. A space replaces each nested element; white space is collapsed. Line breaks and the
edges of other blocks divide the text into lines, but do not count as characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.page.code_points import character_table
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import joined_ranges
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.page.segments import INLINE_TAGS, edges_before
from boilerscope.extractors.text.collapsed_text import collapsed_text, slot_texts
from boilerscope.extractors.text.word_patterns import any_word, plain_part, small_letters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

USUAL_LEFT_OUT = SlotFlag.RAW | SlotFlag.COMMENT | SlotFlag.NOSCRIPT | SlotFlag.TEMPLATE
"""Text that nearly every algorithm ignores: script, style, noscript, template and comments."""

REMOVED_TAGS = frozenset(("script", "style", "noscript", "template"))
"""The elements whose text is in `USUAL_LEFT_OUT`."""


@dataclass(frozen=True, slots=True, eq=False)
class ExclusivePieces:
    """The texts of slots that form the exclusive texts, element by element.

    Attributes
    ----------
    page_text : str
        The collapsed text of the page.
    owner : array of int, shape (n_pieces,)
        Index of the element, never decreasing.
    start, end : array of int, shape (n_pieces,)
        Range of each text in `page_text`, never empty.
    is_linked : array of bool, shape (n_pieces,)
        Whether it is inside an ``a`` element.
    is_spaced, is_space_linked : array of bool, shape (n_pieces,)
        Whether a space precedes it in its exclusive text, and whether that space counts as linked.
    starts_line : array of bool, shape (n_pieces,)
        Whether a line break or the edge of a block, but no nested element, precedes it in its
        exclusive text.
    follows_image : array of bool, shape (n_pieces,)
        Whether only an image separates it from the text before it.
    """

    page_text: str
    owner: IntArray
    start: IntArray
    end: IntArray
    is_linked: BoolArray
    is_spaced: BoolArray
    is_space_linked: BoolArray
    starts_line: BoolArray
    follows_image: BoolArray

    @property
    def length(self) -> IntArray:
        """Code points of each text."""
        return self.end - self.start


@dataclass(frozen=True, eq=False)
class ExclusiveText:
    """The elements of a tag set below the body, with their exclusive text.

    Attributes
    ----------
    tags : frozenset of str
        The tags of the set that occur on the page.
    element : array of int, shape (n,)
        Rows of the elements, in document order, including those without text.
    parent : array of int, shape (n,)
        Index, in these arrays, of the nearest ancestor in the set; -1 if none.
    owner_of_row : array of int, shape (n_elements,)
        Index, in these arrays, of the innermost element of the set at or above each element of the
        page; -1 if none.
    owner_of_slot : array of int, shape (n_slots,)
        Index, in these arrays, of the element whose exclusive text contains each slot of the page;
        -1 if none.
    pieces : ExclusivePieces
        The texts of slots that form the exclusive texts.
    """

    tags: frozenset[str]
    element: IntArray
    parent: IntArray
    owner_of_row: IntArray
    owner_of_slot: IntArray
    pieces: ExclusivePieces

    def __len__(self) -> int:
        return len(self.element)

    @cached_property
    def length(self) -> IntArray:
        """Code points of each text, shape (n,)."""
        return self._sum_pieces(self.pieces.length + self.pieces.is_spaced)

    @cached_property
    def link_length(self) -> IntArray:
        """Code points of each text that are inside an ``a`` element, shape (n,)."""
        pieces = self.pieces
        return self._sum_pieces(pieces.length * pieces.is_linked + pieces.is_space_linked)

    @cached_property
    def texts(self) -> list[str]:
        """The exclusive texts in lines, white space collapsed and trimmed, length n."""
        pieces = self.pieces
        is_spaced = pieces.is_spaced | pieces.follows_image
        separators = np.where(pieces.starts_line, 2, is_spaced)
        joined = joined_ranges(
            pieces.page_text, pieces.start, pieces.end, separators, ("", " ", "\n")
        )
        size = self._sum_pieces(pieces.length + (separators > 0))
        edges = [0, *size.cumsum(dtype=np.int64).tolist()]
        return [joined[start:end] for start, end in pairwise(edges)]

    @cached_property
    def lines(self) -> str:
        """The exclusive texts of all elements, each in one line with a line feed after it."""
        return "\n".join([text.replace("\n", " ") for text in self.texts] + [""])

    @cached_property
    def line_start(self) -> NDArray[np.int64]:
        """The start of each exclusive text in `lines`, and the end of `lines`, shape (n + 1,)."""
        starts = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum([len(text) + 1 for text in self.texts], out=starts[1:])
        return starts

    def text_of(self, index: int) -> str:
        """Return the exclusive text of an element in lines, see `texts`."""
        return self.texts[index]

    def texts_of(self, indices: NDArray[np.integer[Any]]) -> list[str]:
        """Return the exclusive texts of some elements."""
        return [self.texts[index] for index in indices.tolist()]

    def owner_of_token(self, page: Page) -> IntArray:
        """Return the index of the element whose exclusive text each token is in, -1 for none."""
        return self.owner_of_slot[page.tokens.slot]

    def count_rows(self, selected: BoolArray) -> IntArray:
        """Return the number of selected rows that belong to each element of the set.

        An element belongs to the innermost element of the set above it, not to itself.

        Parameters
        ----------
        selected : array of bool, shape (n_elements,)
            Rows to count.
        """
        counts = np.bincount(self._holder_of_row[selected], minlength=len(self) + 1)
        return counts[:-1].astype(np.int32)

    def sum_rows(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sum of a quantity over the rows that belong to each element of the set.

        Parameters
        ----------
        values : array of int, shape (n_elements,)
            0 for rows that are not counted.
        """
        summed = np.bincount(self._holder_of_row, weights=values, minlength=len(self) + 1)
        return summed[:-1].astype(np.int64)

    def held_by(self, selected: BoolArray) -> BoolArray:
        """Return which rows of the page belong to a selected element of the set.

        Parameters
        ----------
        selected : array of bool, shape (n,)
            Elements of the set.
        """
        of_holder = np.zeros(len(self) + 1, dtype=np.bool_)
        of_holder[:-1] = selected
        return of_holder[self._holder_of_row]

    def rows_in(self, index: int, selected: BoolArray) -> IntArray:
        """Return the selected rows that belong to one element of the set, in order."""
        return np.flatnonzero(selected & (self._holder_of_row == index)).astype(np.int32)

    @cached_property
    def _holder_of_row(self) -> IntArray:
        """Index of the innermost element of the set above each row; n if none."""
        holder = self.owner_of_row.copy()
        holder[self.element] = self.parent
        holder[holder < 0] = len(self)
        return holder

    def sum_slots(self, values: IntArray) -> IntArray:
        """Return the sum of a quantity over the slots of each exclusive text, shape (n,).

        Parameters
        ----------
        values : array of int, shape (n_slots,)
            One value per slot of the page, such as `count_in_slots`.
        """
        is_read = self.owner_of_slot >= 0
        owners = self.owner_of_slot[is_read]
        summed = np.bincount(owners, weights=values[is_read], minlength=len(self))
        return summed.astype(np.int32)

    def _sum_pieces(self, values: IntArray) -> IntArray:
        """Return the sum of a quantity over the pieces of each exclusive text, shape (n,)."""
        summed = np.bincount(self.pieces.owner, weights=values, minlength=len(self))
        return summed.astype(np.int32)

    def contains(self, words: Iterable[str], *, ignore_case: bool = False) -> BoolArray:
        """Return which exclusive texts contain any of some words, see `any_word`, shape (n,)."""
        contains = np.zeros(len(self), dtype=np.bool_)
        alike = small_letters if ignore_case else str
        lines = alike(self.lines)
        for word in map(alike, words):
            part = plain_part(word)
            if part in lines:  # few words occur on a page
                search, texts = any_word((word,)).search, lines.split("\n")[:-1]
                contains |= [part in text and search(text) is not None for text in texts]
        return contains


def exclusive_text(
    page: Page, tags: frozenset[str], left_out: SlotFlag = USUAL_LEFT_OUT
) -> ExclusiveText:
    """Return the elements with some tags, and their exclusive text, cached on the page.

    Parameters
    ----------
    tags : frozenset of str
        Lower-case tag names. Only the body and elements below it count.
    left_out : SlotFlag
        Text that does not belong to any element.
    """
    # Sets that differ only in tags that the page does not have give the same result.
    used_tags = tags.intersection(page.elements.tag_names)
    return page.cached(
        ("exclusive text", used_tags, int(left_out)),
        lambda of_page: _build(of_page, used_tags, left_out),
    )


def body_row(page: Page) -> int:
    """Return the row of the first body element, -1 if there is none."""
    try:
        return page.elements.tag.index("body")
    except ValueError:
        return -1


def in_link(page: Page) -> BoolArray:
    """Return which elements are, or are inside, an ``a`` element, shape (n_elements,)."""
    return page.cached(
        "in link", lambda of_page: of_page.elements.at_or_below(of_page.elements.tagged({"a"}))
    )


def is_read(page: Page) -> BoolArray:
    """Return which elements are not at or below one of `REMOVED_TAGS`."""
    return page.cached("is read", _is_read)


def _is_read(page: Page) -> BoolArray:
    return ~page.elements.at_or_below(page.elements.tagged(REMOVED_TAGS))


def shown_breaks(page: Page) -> IntArray:
    """Return the number of line breaks and edges of blocks before each slot, shape (n_slots,).

    Those at or below one of `REMOVED_TAGS` do not count: nobody sees them.
    """
    return page.cached("shown breaks", _shown_breaks)


def _shown_breaks(page: Page) -> IntArray:
    return edges_before(page, is_read(page) & ~page.elements.tagged(INLINE_TAGS))


def link_of(page: Page, row: int) -> tuple[str, str]:
    """Return the text and the ``href`` of an ``a`` element, unchanged."""
    return collapsed_text(page, row), page.elements.node[row].get("href") or ""


def _build(page: Page, tags: frozenset[str], left_out: SlotFlag) -> ExclusiveText:
    elements = page.elements
    selected = elements.tagged(tags)
    top = body_row(page)
    if top < 0:
        selected[:] = False
    else:
        selected[:top] = False
        selected[elements.subtree_end[top] :] = False
    element = np.flatnonzero(selected).astype(np.int32)
    owner_of_row = innermost(page, selected)
    around = elements.parent[element]
    parent = np.where(around >= 0, owner_of_row[around], np.int32(-1))
    is_left_out = (page.slots.flags & int(left_out)) != 0
    owner_of_slot = np.where(is_left_out, np.int32(-1), owner_of_row[page.slots.owner])
    return ExclusiveText(
        tags=tags,
        element=element,
        parent=parent,
        owner_of_row=owner_of_row,
        owner_of_slot=owner_of_slot,
        pieces=_pieces(page, elements.slot_start[element], owner_of_slot),
    )


def _pieces(page: Page, slot_start: IntArray, owner_of_slot: IntArray) -> ExclusivePieces:
    """Return the pieces of the exclusive texts of some elements.

    A space separates two texts of an element if white space or a nested element is between them. It
    counts as linked if the first white space is inside a link and comes before any nested element.

    Parameters
    ----------
    slot_start : array of int, shape (n,)
        Slot at which each element starts.
    owner_of_slot : array of int, shape (n_slots,)
        As in `ExclusiveText`.
    """
    texts, slots = slot_texts(page), page.slots
    slot = np.flatnonzero((owner_of_slot >= 0) & (slots.end > slots.start))
    slot = slot[owner_of_slot[slot].argsort(kind="stable")]  # element by element
    is_linked = in_link(page)[slots.owner[slot]]
    leads, trails = texts.leads[slot], texts.trails[slot]
    # An element of the set that starts between two texts of another element is nested in it.
    n_started = slot_start.searchsorted(slot, side="right")
    filled = np.flatnonzero(texts.end[slot] > texts.start[slot])
    owner = owner_of_slot[slot[filled]]
    before, after = filled[:-1], filled[1:]
    following = before + 1  # may be white space alone
    is_cut = n_started[before] < n_started[after]
    is_cut_first = n_started[before] < n_started[following]
    is_spaced, is_space_linked, starts_line = np.zeros((3, len(filled)), dtype=np.bool_)
    is_joined = owner[:-1] == owner[1:]
    is_spaced[1:] = is_joined & (trails[before] | leads[following] | is_cut)
    follows_image = texts.follows_image[slot[filled]]
    follows_image[:1] = False
    follows_image[1:] &= is_joined
    line = shown_breaks(page)[slot[filled]]
    starts_line[1:] = is_joined & ~is_cut & (line[:-1] != line[1:])
    is_space_linked[1:] = is_spaced[1:] & np.where(
        trails[before],
        is_linked[before],
        leads[following] & ~is_cut_first & is_linked[following],
    )
    return ExclusivePieces(
        page_text=texts.text,
        owner=owner,
        start=texts.start[slot[filled]],
        end=texts.end[slot[filled]],
        is_linked=is_linked[filled],
        is_spaced=is_spaced,
        is_space_linked=is_space_linked,
        starts_line=starts_line,
        follows_image=follows_image,
    )


def innermost(page: Page, selected: BoolArray) -> IntArray:
    """Return the index of the innermost selected element at or above each row, -1 if none."""
    return prefix_sums(selected)[page.elements.innermost(selected) + 1] - 1


def count_in_slots(page: Page, characters: str) -> IntArray:
    """Return how often some characters, not white space, occur in each slot, cached on the page."""
    return page.cached(
        ("counts in slots", characters), lambda of_page: _count_in_slots(of_page, characters)
    )


def _count_in_slots(page: Page, characters: str) -> IntArray:
    texts = slot_texts(page)
    hits = np.flatnonzero(character_table(characters)[texts.codes]).astype(np.int32)
    counted: IntArray = hits.searchsorted(texts.end) - hits.searchsorted(texts.start)
    return counted
