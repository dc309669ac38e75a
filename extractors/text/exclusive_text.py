"""Exclusive text: the text of an element with nested elements of the same set cut out.

Several algorithms cut a page into elements of some framework tags and judge each by the text that
is its own. Where a nested one is cut out a space stands instead; white space is collapsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.page.code_points import character_table
from extractors.page.prefix_sums import prefix_sums
from extractors.page.records import SlotFlag
from extractors.text.collapsed_text import collapsed_text, slot_texts
from extractors.text.exclusive_slots import exclusive_slots, read_slots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray
    from extractors.text.exclusive_slots import ExclusiveSlots

USUAL_LEFT_OUT = SlotFlag.RAW | SlotFlag.COMMENT | SlotFlag.NOSCRIPT | SlotFlag.TEMPLATE
"""What nearly every algorithm removes before it measures: script, style, noscript, template and
comments."""

REMOVED_TAGS = frozenset(("script", "style", "noscript", "template"))
"""The elements whose text `USUAL_LEFT_OUT` names."""

_LONGEST_NUMBER = 20


@dataclass(frozen=True, eq=False)
class ExclusiveText:
    """The elements of a tag set below the body, with their exclusive text.

    Attributes
    ----------
    tags : frozenset of str
        Those of the set that the page has.
    element : array of int, shape (n,)
        Rows of the elements, in document order; those without text are there too.
    length : array of int, shape (n,)
        Code points of `text`.
    parent : array of int, shape (n,)
        Place, in these arrays, of the next element of the set around each one; -1 if none.
    owner_of_row : array of int, shape (n_elements,)
        Place, in these arrays, of the innermost element of the set at or above each element of
        the page; -1 if none.
    slots : ExclusiveSlots
        Where the texts stand.
    """

    tags: frozenset[str]
    element: IntArray
    length: IntArray
    parent: IntArray
    owner_of_row: IntArray
    slots: ExclusiveSlots

    def __len__(self) -> int:
        return len(self.element)

    @cached_property
    def link_length(self) -> IntArray:
        """Those code points of `text` that stand inside an ``a`` element, shape (n,)."""
        return self.slots.count(self.slots.size * self.slots.linked + self.slots.linked_space)

    @cached_property
    def lines(self) -> str:
        """The exclusive texts of all elements, a line break after each; none stands in them."""
        return "\n".join([*self.texts_of(np.arange(len(self))), ""])

    @cached_property
    def line_start(self) -> NDArray[np.int64]:
        """Where each exclusive text begins in `lines`, and where that ends, shape (n + 1,)."""
        starts = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(self.length + 1, out=starts[1:])
        return starts

    def text_of(self, place: int) -> str:
        """Return the exclusive text of an element, white space collapsed and trimmed."""
        return self.slots.texts(np.array([place]))[0]

    def texts_of(self, places: NDArray[np.integer[Any]]) -> list[str]:
        """Return the exclusive texts of some elements."""
        return self.slots.texts(places)

    def owner_of_token(self, page: Page) -> IntArray:
        """Return the place of the element whose exclusive text each token is in, -1 for none."""
        owner = np.full(len(page.slots), -1, dtype=np.int32)
        owner[self.slots.slot] = self.slots.owner
        return owner.take(page.tokens.slot)

    def count_rows(self, chosen: BoolArray) -> IntArray:
        """Return how many chosen elements of the page belong to each element of the set.

        An element belongs to the innermost element of the set above it, not to itself.

        Parameters
        ----------
        chosen : array of bool, shape (n_elements,)
            Rows to count.
        """
        held = np.bincount(self._holder_of_row[chosen], minlength=len(self) + 1)
        return held[:-1].astype(np.int32)

    def sum_rows(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sum of a quantity over the elements that belong to each one of the set.

        Parameters
        ----------
        values : array of int, shape (n_elements,)
            0 where an element does not count.
        """
        summed = np.bincount(self._holder_of_row, weights=values, minlength=len(self) + 1)
        return summed[:-1].astype(np.int64)

    def held_by(self, chosen: BoolArray) -> BoolArray:
        """Return which rows of the page belong to a chosen element of the set.

        Parameters
        ----------
        chosen : array of bool, shape (n,)
            Elements of the set.
        """
        of_holder = np.zeros(len(self) + 1, dtype=np.bool_)
        of_holder[:-1] = chosen
        return of_holder.take(self._holder_of_row)

    def rows_in(self, place: int, chosen: BoolArray) -> IntArray:
        """Return the chosen rows that belong to one element of the set, in order."""
        return np.flatnonzero(chosen & (self._holder_of_row == place)).astype(np.int32)

    @cached_property
    def _holder_of_row(self) -> IntArray:
        """Place of the innermost element of the set above each row; beyond the last if none."""
        holder = self.owner_of_row.copy()
        holder[self.element] = self.parent
        holder[holder < 0] = len(self)
        return holder

    def sum_slots(self, values: IntArray) -> IntArray:
        """Return the sum of a quantity over the slots of each exclusive text, shape (n,).

        Parameters
        ----------
        values : array of int, shape (n_slots,)
            Of each slot of the page, such as `signs_of_slots`.
        """
        return self.slots.count(values.take(self.slots.slot))

    def contains(self, words: Iterable[str], *, ignore_case: bool = False) -> BoolArray:
        """Return which exclusive texts contain any of some words, see `any_word`, shape (n,)."""
        held = np.zeros(len(self), dtype=np.bool_)
        alike = small_letters if ignore_case else str
        whole, ends, owners = self._searched
        text = alike(whole)
        for word in map(alike, words):
            # Hardly any word is on a page. A search for one sign says so soonest, then a plain one.
            part = _plain_part(word)
            if part[:1] in text and part in text:
                pattern = any_word((word,))
                places = sorted({*owners[_stretches_with(part, text, ends)].tolist()} - {-1})
                texts = self.texts_of(np.array(places, dtype=np.int64))
                found = [
                    place
                    for place, one in zip(places, texts, strict=True)
                    if pattern.search(alike(one))
                ]
                held[found] = True
        return held

    @property
    def _searched(self) -> tuple[str, NDArray[np.integer[Any]], NDArray[np.integer[Any]]]:
        """A text that contains each word of the exclusive texts, ends of its stretches, owners.

        The owner of a stretch is the element whose exclusive text it is part of, -1 for none. The
        text is that of the page, except where text is left out: words would go on behind it.
        """
        read = self.slots.read
        if read.is_whole:
            owners = self.owner_of_row.take(read.row)
            return read.texts.text, read.texts.end.take(read.slot), owners
        return self.lines, self.line_start[1:], np.arange(len(self))


def _stretches_with(part: str, text: str, ends: NDArray[np.integer[Any]]) -> list[int]:
    """Return the stretches of a text in which a part of a word begins, each once."""
    found, stretches = text.find(part), []
    while found >= 0 and (stretch := int(ends.searchsorted(found, side="right"))) < len(ends):
        stretches.append(stretch)
        found = text.find(part, int(ends[stretch]))
    return stretches


def _plain_part(word: str) -> str:
    """Return the first part of a word of `any_word` that is no number and no white space."""
    return "".join(word.partition("#")[0].split()[:1])


_SMALL = (("İ", "i"), ("ı", "i"), ("ſ", "s"), ("Σ", "σ"), ("ς", "σ"))


def small_letters(text: str) -> str:
    """Return a text with each capital letter made small, sign for sign.

    Letters that `str.lower` makes two of, makes small by what stands beside them, or leaves apart
    from one with the same capital letter are made alike before.
    """
    for sign, small in _SMALL:
        text = text.replace(sign, small)
    return text.lower()


def any_word(words: Iterable[str], *, ignore_case: bool = False) -> re.Pattern[str]:
    """Return a pattern that finds any of some words, in time linear in the text.

    Parameters
    ----------
    words : iterable of str
        Taken as they are, but ``#`` stands for one to twenty ASCII digits. Empty words find
        nothing.
    ignore_case : bool
        Whether capital and small letters are the same.
    """
    return _any_word(tuple(words), ignore_case=ignore_case)


@lru_cache(maxsize=64)
def _any_word(words: tuple[str, ...], *, ignore_case: bool) -> re.Pattern[str]:
    number = f"[0-9]{{1,{_LONGEST_NUMBER}}}"
    parts = [number.join(map(re.escape, word.split("#"))) for word in words if word]
    return re.compile("|".join(parts) or "(?!)", re.IGNORECASE if ignore_case else 0)


def exclusive_text(
    page: Page, tags: frozenset[str], left_out: SlotFlag = USUAL_LEFT_OUT
) -> ExclusiveText:
    """Return the elements of a tag set with their exclusive text, cached on the page.

    Parameters
    ----------
    page : Page
        The page.
    tags : frozenset of str
        Lower-case tag names. Only elements at or below the body count.
    left_out : SlotFlag
        Text that is no text of any element.
    """
    # Sets that differ in tags which the page does not have are one.
    known = tags.intersection(page.elements.tag_names)
    return page.cached(
        ("exclusive text", known, int(left_out)), lambda one: _build(one, known, left_out)
    )


def body_row(page: Page) -> int:
    """Return the row of the first body element, -1 where there is none."""
    try:
        return page.elements.tag.index("body")
    except ValueError:
        return -1


def in_link(page: Page) -> BoolArray:
    """Return which elements are an ``a`` or stand inside one, shape (n_elements,)."""
    return page.cached("in link", lambda one: one.elements.at_or_below(one.elements.tagged({"a"})))


def is_read(page: Page) -> BoolArray:
    """Return which elements neither are nor stand inside one of `REMOVED_TAGS`."""
    return page.cached("is read", _is_read)


def _is_read(page: Page) -> BoolArray:
    return ~page.elements.at_or_below(page.elements.tagged(REMOVED_TAGS))


def link_of(page: Page, row: int) -> tuple[str, str]:
    """Return the text of an ``a`` element and its address as the page gives it."""
    return collapsed_text(page, row), page.elements.node[row].get("href") or ""


def _build(page: Page, tags: frozenset[str], left_out: SlotFlag) -> ExclusiveText:
    elements = page.elements
    chosen = elements.tagged(tags)
    top = body_row(page)
    if top < 0:
        chosen[:] = False
    else:
        chosen[:top] = False
        chosen[elements.subtree_end[top] :] = False
    element = chosen.nonzero()[0].astype(np.int32)
    owner = innermost(page, chosen)
    around = elements.parent.take(element)
    read = page.cached(
        ("read slots", int(left_out)), lambda one: read_slots(one, in_link(one), left_out)
    )
    slots = exclusive_slots(page, read, element, owner)
    return ExclusiveText(
        tags=tags,
        element=element,
        length=slots.count(slots.size + slots.spaced),
        parent=np.where(around >= 0, owner.take(around), np.int32(-1)),
        owner_of_row=owner,
        slots=slots,
    )


def innermost(page: Page, chosen: BoolArray) -> IntArray:
    """Return the place of the innermost chosen element at or above each row, -1 if none."""
    return prefix_sums(chosen).take(page.elements.innermost(chosen) + 1) - 1


def signs_of_slots(page: Page, signs: str) -> IntArray:
    """Return how many of some signs, not white space, stand in each slot, cached on the page."""
    return page.cached(("signs of slots", signs), lambda one: _count_signs(one, signs))


def _count_signs(page: Page, signs: str) -> IntArray:
    texts = slot_texts(page)
    hits = character_table(signs).take(texts.codes).nonzero()[0].astype(np.int32)
    counted: IntArray = hits.searchsorted(texts.end) - hits.searchsorted(texts.start)
    return counted
