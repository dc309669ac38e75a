"""Own text: the text of an element with nested elements of the same set cut out.

Several algorithms cut a page into elements of some framework tags and judge each by the text that
is its own. Where a nested one is cut out a space stands instead; white space is collapsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.text_lengths import is_space
from extractors.model.blocks import Blocks
from extractors.model.extraction import Link
from extractors.page.records import SlotFlag
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

USUAL_LEFT_OUT = SlotFlag.RAW | SlotFlag.COMMENT | SlotFlag.NOSCRIPT | SlotFlag.TEMPLATE
"""What nearly every algorithm removes before it measures: script, style, noscript, template and
comments."""

REMOVED_TAGS = frozenset(("script", "style", "noscript", "template"))
"""The elements whose text `USUAL_LEFT_OUT` names."""

_SPACE = ord(" ")
_LONGEST_NUMBER = 20


@dataclass(frozen=True, slots=True, eq=False)
class OwnText:
    """The elements of a tag set below the body, with their own text.

    Attributes
    ----------
    tags : frozenset of str
        The set.
    element : array of int, shape (n,)
        Rows of the elements, in document order; those without text are there too.
    text : tuple of str, length n
        Own text, white space collapsed and trimmed.
    length : array of int, shape (n,)
        Code points of `text`.
    link_length : array of int, shape (n,)
        Those of them that stand inside an ``a`` element.
    parent : array of int, shape (n,)
        Place, in these arrays, of the next element of the set around each one; -1 if none.
    owner_of_row : array of int, shape (n_elements,)
        Place, in these arrays, of the innermost element of the set at or above each element of
        the page; -1 if none.
    blocks : Blocks
        One block per element: the tokens of its own text.
    """

    tags: frozenset[str]
    element: IntArray
    text: tuple[str, ...]
    length: IntArray
    link_length: IntArray
    parent: IntArray
    owner_of_row: IntArray
    blocks: Blocks

    def __len__(self) -> int:
        return len(self.element)

    def count_rows(self, chosen: BoolArray) -> IntArray:
        """Return how many chosen elements of the page belong to each element of the set.

        An element belongs to the innermost element of the set above it, not to itself.

        Parameters
        ----------
        chosen : array of bool, shape (n_elements,)
            Rows to count.
        """
        return np.bincount(self._holders()[chosen] + 1, minlength=len(self) + 1)[1:].astype(
            np.int32
        )

    def sum_rows(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sum of a quantity over the elements that belong to each one of the set.

        Parameters
        ----------
        values : array of int, shape (n_elements,)
            0 where an element does not count.
        """
        summed = np.zeros(len(self) + 1, dtype=np.int64)
        np.add.at(summed, self._holders() + 1, values)
        return summed[1:]

    def rows_in(self, place: int, chosen: BoolArray) -> IntArray:
        """Return the chosen rows that belong to one element of the set, in order."""
        return np.flatnonzero(chosen & (self._holders() == place)).astype(np.int32)

    def _holders(self) -> IntArray:
        """Return the place of the innermost element of the set above each row, -1 if none."""
        holder = self.owner_of_row.copy()
        holder[self.element] = self.parent
        return holder

    def count_signs(self, signs: str) -> IntArray:
        """Return how many of some signs the own text of each element holds, shape (n,)."""
        hits = np.isin(code_points("".join(self.text)), code_points(signs))
        before = np.append(0, np.cumsum(hits))
        ends = np.cumsum(self.length)
        counted: IntArray = (before[ends] - before[ends - self.length]).astype(np.int32)
        return counted

    def holds(self, pattern: re.Pattern[str]) -> BoolArray:
        """Return in which own texts a pattern of `any_word` is found, shape (n,)."""
        return np.array([pattern.search(text) is not None for text in self.text], dtype=np.bool_)


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
    number = f"[0-9]{{1,{_LONGEST_NUMBER}}}"
    parts = [number.join(map(re.escape, word.split("#"))) for word in words if word]
    return re.compile("|".join(parts) or "(?!)", re.IGNORECASE if ignore_case else 0)


def own_text(page: Page, tags: frozenset[str], left_out: SlotFlag = USUAL_LEFT_OUT) -> OwnText:
    """Return the elements of a tag set with their own text, cached on the page.

    Parameters
    ----------
    page : Page
        The page.
    tags : frozenset of str
        Lower-case tag names. Only elements at or below the body count.
    left_out : SlotFlag
        Text that is no text of any element.
    """
    return page.stage(("own text", tags, int(left_out)), lambda one: _build(one, tags, left_out))


def body_row(page: Page) -> int:
    """Return the row of the first body element, -1 where there is none."""
    try:
        return page.elements.tag.index("body")
    except ValueError:
        return -1


def in_link(page: Page) -> BoolArray:
    """Return which elements are an ``a`` or stand inside one, shape (n_elements,)."""
    return page.stage("in link", lambda one: one.elements.at_or_below(one.elements.tagged({"a"})))


def is_read(page: Page) -> BoolArray:
    """Return which elements neither are nor stand inside one of `REMOVED_TAGS`."""
    return page.stage("is read", _is_read)


def _is_read(page: Page) -> BoolArray:
    return ~page.elements.at_or_below(page.elements.tagged(REMOVED_TAGS))


def link_of(page: Page, row: int) -> Link:
    """Return the text and the address of an ``a`` element, the address as it stands."""
    address = page.elements.node[row].get("href") or ""
    return Link(" ".join(page.element_text(row).split()), address)


def _build(page: Page, tags: frozenset[str], left_out: SlotFlag) -> OwnText:
    elements = page.elements
    chosen = elements.tagged(tags)
    top = body_row(page)
    if top < 0:
        chosen[:] = False
    else:
        chosen[:top] = False
        chosen[elements.subtree_end[top] :] = False
    element = np.flatnonzero(chosen).astype(np.int32)
    owner = innermost(page, chosen)
    parent_row = elements.parent[element]
    parent = np.where(parent_row >= 0, owner[parent_row], -1).astype(np.int32)
    slots, slot_owner = _slots_by_owner(page, owner, left_out)
    text, length, link_length = _collapse(page, slots, slot_owner, chosen, len(element))
    return OwnText(
        tags=tags,
        element=element,
        text=text,
        length=length,
        link_length=link_length,
        parent=parent,
        owner_of_row=owner,
        blocks=_blocks(page, slots, slot_owner, element),
    )


def innermost(page: Page, chosen: BoolArray) -> IntArray:
    """Return the place of the innermost chosen element at or above each row, -1 if none."""
    places = np.where(chosen, np.cumsum(chosen) - 1, -1).tolist()
    owner: list[int] = []
    add = owner.append
    for place, parent in zip(places, page.elements.parent.tolist(), strict=True):
        add(place if place >= 0 else owner[parent] if parent >= 0 else -1)
    return np.array(owner, dtype=np.int32)


def _slots_by_owner(page: Page, owner: IntArray, left_out: SlotFlag) -> tuple[IntArray, IntArray]:
    """Return the slots that are somebody's own text, grouped by owner, with their owners."""
    slots = page.slots
    if not len(slots):
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    slot_owner = owner[slots.owner]
    used = (slot_owner >= 0) & ((slots.flags & int(left_out)) == 0) & (slots.end > slots.start)
    rows = np.flatnonzero(used)
    order = np.argsort(slot_owner[rows], kind="stable")
    rows = rows[order]
    return rows.astype(np.int32), slot_owner[rows]


def _collapse(
    page: Page, slots: IntArray, slot_owner: IntArray, chosen: BoolArray, n: int
) -> tuple[tuple[str, ...], IntArray, IntArray]:
    """Return own texts, their lengths and linked lengths, by one pass over the characters."""
    if not len(slots):
        nothing = np.zeros(0, dtype=np.uint32)
        none = np.zeros(0, dtype=np.bool_)
        return collapse_by_owner(nothing, slot_owner, none, none, n)
    begin, size = page.slots.start[slots], page.slots.end[slots] - page.slots.start[slots]
    gap = _cut_before(page, slots, chosen)  # one place for a space before each slot
    width = size + 1
    ends = np.cumsum(width)
    place = np.repeat(begin - (ends - size), width) + np.arange(ends[-1])
    codes = code_points(page.text)[np.maximum(place, 0)].astype(np.uint32)
    heads = ends - width
    codes[heads] = _SPACE
    owner = np.repeat(slot_owner, width)
    linked = np.repeat(in_link(page)[page.slots.owner[slots]], width)
    linked[heads] = False
    space = is_space(codes)
    usable = np.ones(len(codes), dtype=np.bool_)
    usable[heads] = gap
    codes, owner, linked, space = codes[usable], owner[usable], linked[usable], space[usable]
    return collapse_by_owner(codes, owner, linked, space, n)


def _cut_before(page: Page, slots: IntArray, chosen: BoolArray) -> BoolArray:
    """Return before which slots a nested element of the set was cut out."""
    n_slots = len(page.slots)
    edges = np.bincount(page.elements.slot_start[chosen], minlength=n_slots + 1)
    edges += np.bincount(page.elements.slot_end[chosen], minlength=n_slots + 1)
    crossed = np.cumsum(edges)[slots]
    return np.append(True, np.diff(crossed) != 0)


def collapse_by_owner(
    codes: NDArray[np.uint32], owner: IntArray, linked: BoolArray, space: BoolArray, n: int
) -> tuple[tuple[str, ...], IntArray, IntArray]:
    """Return the texts of all owners, white space collapsed and trimmed, and their lengths.

    Parameters
    ----------
    codes : array of uint32, shape (n_codes,)
        Characters, those of one owner next to each other.
    owner : array of int, shape (n_codes,)
        Whose text each one belongs to, rising.
    linked, space : array of bool, shape (n_codes,)
        Which of them stand in a link, and which are white space.
    n : int
        Number of owners, also of those without text.

    Returns
    -------
    text : tuple of str, length n
    length, link_length : array of int, shape (n,)
    """
    ink = np.flatnonzero(~space)
    owner_of_ink = owner[ink]
    # After which ink one space stands: white space follows, then more ink of the same owner.
    spaced = np.zeros(len(ink), dtype=np.bool_)
    spaced[:-1] = (np.diff(ink) > 1) & (np.diff(owner_of_ink) == 0)
    gap = ink[spaced]
    joined = np.full(len(ink) + len(gap), _SPACE, dtype="<u4")
    joined[np.arange(len(ink)) + np.cumsum(spaced) - spaced] = codes[ink]
    length = np.bincount(owner_of_ink, minlength=n) + np.bincount(owner[gap], minlength=n)
    link_length = np.bincount(owner_of_ink[linked[ink]], minlength=n)
    link_length += np.bincount(owner[gap[linked[gap + 1]]], minlength=n)
    text = joined.tobytes().decode("utf-32-le", "surrogatepass")
    ends = np.cumsum(length).tolist()
    starts = [0, *ends][:-1]
    parts = tuple(text[start:end] for start, end in zip(starts, ends, strict=True))
    return parts, length.astype(np.int32), link_length.astype(np.int32)


def _blocks(page: Page, slots: IntArray, slot_owner: IntArray, element: IntArray) -> Blocks:
    start, end = page.slots.token_start[slots], page.slots.token_end[slots]
    filled = end > start
    start, end, owner = start[filled], end[filled], slot_owner[filled]
    joins = np.zeros(len(start), dtype=np.bool_)
    joins[1:] = (start[1:] == end[:-1]) & (owner[1:] == owner[:-1])
    first = np.flatnonzero(~joins)
    last = np.append(first[1:], len(start)) - 1 if len(first) else first
    counts = np.bincount(owner[first], minlength=len(element))
    return Blocks(
        first_run=np.append(0, np.cumsum(counts)).astype(np.int32),
        run_start=start[first].astype(np.int32),
        run_end=end[last].astype(np.int32),
        element=element,
    )
