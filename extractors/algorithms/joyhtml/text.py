"""Input of joyhtml: filtered text nodes, the elements that contain them, and lines of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.lazy import LazySequence
from boilerscope.extractors.page.code_points import character_table
from boilerscope.extractors.page.events import END, START, TEXT
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import joined_ranges
from boilerscope.extractors.text.collapsed_text import slot_texts
from boilerscope.extractors.text.exclusive_text import body_row, in_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "h7"))
"""Elements that are headings in the paragraph view; only the original has an h7."""

_DELETED = "|"
_KEPT = character_table(
    ',.，。:：；><?…》《"”“!-©@' + _DELETED,
    (("\u4e00", "\u9fa5"), ("A", "Z"), ("a", "z"), ("0", "9"), ("\uff10", "\uff19")),
)
"""Characters that the filter does not replace by a space; it then deletes ``|``."""

_LINE_ENDERS = HEADINGS | {"title", "p", "tr", "td", "div", "table"}
_SPACED = frozenset(("span", "li"))

SEPARATORS = ("", " ", "\n")
"""Separators between texts, as a reader sees them."""

_SPACE_AFTER, _LINE_END_AFTER = 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """The filtered text of a page, and the elements from the body down that contain some of it.

    Attributes
    ----------
    body : int
        Row of the body, -1 without a body.
    row : array of int, shape (n_windows,)
        The elements, in document order.
    start, end : array of int, shape (n_windows,)
        Range of the element's text in `text`.
    linked : array of int, shape (n_windows,)
        Characters of that text in links strictly below the element.
    info : array of int, shape (n_windows,)
        Information elements at or below the element.
    text : str
        The filtered texts of all text nodes, joined.
    edges : array of int, shape (n_slots + 1,)
        The filtered text of text node s, empty if it is not counted, is ``edges[s]`` ... ``edges[s
        + 1] - 1`` of `text`.
    separator : array of int, shape (n_slots,)
        Index in `SEPARATORS` of the separator after each filled text node.
    read : array of bool, shape (n_slots,)
        Slots outside removed elements.
    removed : array of bool, shape (n_elements,)
        Removed elements and their descendants.
    total_linked, total_info : int
        A and I of the formula.
    share_read : float
        Share of the characters, without white space, that the filter keeps.
    """

    body: int
    row: IntArray
    start: IntArray
    end: IntArray
    linked: IntArray
    info: IntArray
    text: str
    edges: IntArray
    separator: NDArray[np.uint8]
    read: BoolArray
    removed: BoolArray
    total_linked: int
    total_info: int
    share_read: float

    @property
    def length(self) -> IntArray:
        """Characters of each window's text."""
        return self.end - self.start

    @property
    def total(self) -> int:
        """T of the formula: characters of the body's text."""
        return int(self.end[0] - self.start[0]) if len(self.row) else 0

    def contains_any(self, words: Iterable[str]) -> BoolArray:
        """Return which windows contain one of some words, shape (n_windows,).

        The text is compared in lower case, the words as they are; empty words match nothing.
        """
        lowered = self.text.lower()  # the same length: the filter keeps only ASCII letters
        has_word = np.zeros(len(self.row), dtype=np.bool_)
        for word in dict.fromkeys(words):
            offsets = _offsets(lowered, word)
            if offsets:
                offset_array = np.array(offsets, dtype=np.int32)
                first = offset_array.searchsorted(self.start)
                after = offset_array.searchsorted(self.end - len(word), side="right")
                has_word |= after > first
        return has_word


def windows_of(page: Page, removed: frozenset[str], info: frozenset[str]) -> Windows:
    """Return the windows of a page, cached on it.

    Parameters
    ----------
    removed, info : frozenset of str
        Lower-case tags of elements that are removed, and of information elements.
    """
    return page.cached(("joyhtml", removed, info), lambda of_page: _build(of_page, removed, info))


def _build(page: Page, removed: frozenset[str], info: frozenset[str]) -> Windows:
    elements, slots = page.elements, page.slots
    is_removed = elements.at_or_below(elements.tagged(removed))
    read = ~is_removed[slots.owner] & (slots.end > slots.start)
    text, size, share_read = _filtered(page, read)
    edges = prefix_sums(size)
    body = body_row(page)
    row = _filled_rows(page, edges, body) if body >= 0 else np.zeros(0, dtype=np.int32)
    is_in_link = in_link(page)
    linked = prefix_sums(size * is_in_link[slots.owner])
    first, after = elements.slot_start[row], elements.slot_end[row]
    linked_below = linked[after] - linked[first]
    n_info = prefix_sums(elements.tagged(info) & ~is_removed)
    last_row = elements.subtree_end[body] if body >= 0 else 0
    return Windows(
        body=body,
        row=row,
        start=edges[first],
        end=edges[after],
        linked=linked_below * ~is_in_link[row],
        info=n_info[elements.subtree_end[row]] - n_info[row],
        text=text,
        edges=edges,
        separator=_separators(page, size > 0, is_removed),
        read=read,
        removed=is_removed,
        total_linked=int(linked_below[0]) if len(linked_below) else 0,
        total_info=int(n_info[last_row] - n_info[max(body, 0)]),
        share_read=share_read,
    )


def _filled_rows(page: Page, edges: IntArray, body: int) -> IntArray:
    elements = page.elements
    rows = np.arange(body, elements.subtree_end[body], dtype=np.int32)
    filled = edges[elements.slot_end[rows]] > edges[elements.slot_start[rows]]
    return rows[filled]


def _filtered(page: Page, read: BoolArray) -> tuple[str, IntArray, float]:
    """Return the filtered texts joined, their lengths, and the share of characters kept."""
    collapsed = slot_texts(page)
    slots = np.flatnonzero(read & (collapsed.end > collapsed.start))
    start, end = collapsed.start[slots], collapsed.end[slots]
    codes = np.where(_KEPT[collapsed.codes], collapsed.codes, np.uint32(ord(" ")))
    page_text = codes.tobytes().decode("utf-32-le")
    texts = map(page_text.__getitem__, map(slice, start.tolist(), end.tolist()))
    filtered = [" ".join(text.replace(_DELETED, "").split()) for text in texts]
    size = np.zeros(len(read), dtype=np.int32)
    size[slots] = list(map(len, filtered))
    joined = "".join(filtered)
    characters_before = prefix_sums(collapsed.codes != ord(" "))
    n_characters = int((characters_before[end] - characters_before[start]).sum())
    n_kept = len(joined) - joined.count(" ")
    return joined, size, n_kept / n_characters if n_characters else 1.0


def _offsets(text: str, word: str) -> list[int]:
    """Return the offsets of a word in a text; occurrences may overlap."""
    offsets = []
    offset = text.find(word) if word else -1
    while offset >= 0:
        offsets.append(offset)
        offset = text.find(word, offset + 1)
    return offsets


@dataclass(frozen=True, slots=True, eq=False)
class Paragraphs:
    """Neighbouring texts of equal weight, shape (n_paragraphs,) each.

    Attributes
    ----------
    weight : array of float
        Weight of each paragraph in the original.
    offset : array of int
        Characters of text before it, without line ends and spaces between texts.
    text : sequence of str
        The lines of each paragraph.
    first_slot : array of int
        Slot in which each paragraph starts.
    """

    weight: FloatArray
    offset: IntArray
    text: Sequence[str]
    first_slot: IntArray


def visual_text(windows: Windows, first_slot: int, end_slot: int) -> str:
    """Return the text of a range of slots in lines, as a reader sees it."""
    edges = windows.edges[first_slot : end_slot + 1]
    filled = np.flatnonzero(edges[1:] > edges[:-1])
    before = np.zeros(len(filled), dtype=np.int32)
    before[1:] = windows.separator[first_slot + filled[:-1]]
    start, end = edges[filled], edges[filled + 1]
    lines = joined_ranges(windows.text, start, end, before, SEPARATORS)
    return "\n".join(filter(None, map(str.strip, lines.split("\n"))))


def paragraphs(page: Page, windows: Windows, main: int) -> Paragraphs:
    """Return the text of the whole document as paragraphs.

    Text weighs 0.3 inside the main window, else 0.1; 0.3 more in a heading and 0.7 more in the
    title.

    Parameters
    ----------
    main : int
        Row of the main element, -1 for none.
    """
    filled = np.flatnonzero(np.diff(windows.edges))
    tenths = _tenths(page, main)[page.slots.owner[filled]]
    starts_paragraph = np.diff(tenths, prepend=-1) != 0
    first = filled[starts_paragraph]
    slots = np.append(first, len(page.slots)).tolist()
    return Paragraphs(
        weight=tenths[starts_paragraph] / 10,
        offset=windows.edges[first],
        text=LazySequence(
            len(first), lambda index: visual_text(windows, slots[index], slots[index + 1])
        ),
        first_slot=first.astype(np.int32),
    )


def _tenths(page: Page, main: int) -> IntArray:
    """Return the weight of the text directly in each element, in tenths."""
    elements = page.elements
    is_inside = np.zeros(len(elements), dtype=np.bool_)
    if main >= 0:
        is_inside[main : elements.subtree_end[main]] = True
    is_heading = elements.at_or_below(elements.tagged(HEADINGS))
    is_title = elements.at_or_below(elements.tagged({"title"}))
    tenths: IntArray = (1 + 2 * is_inside + 3 * is_heading + 7 * is_title).astype(np.int32)
    return tenths


def _separators(page: Page, filled: BoolArray, removed: BoolArray) -> NDArray[np.uint8]:
    """Return the separator after each filled slot.

    Section 6: a line ends at a BR, and after headings, P, TR, TD, DIV and TABLE with text. A space
    follows each child of SPAN and LI with text. A line end takes precedence over a space.
    """
    elements = page.elements
    is_filled, is_removed = filled.tolist(), removed.tolist()
    tag, parent, slot_start = elements.tag, elements.parent.tolist(), elements.slot_start.tolist()
    owner = page.slots.owner.tolist()
    separator = [0] * len(filled)
    last = -1  # the last filled slot so far
    for kind, index in zip(page.events.kind.tolist(), page.events.index.tolist(), strict=True):
        if kind == TEXT and is_filled[index]:
            last = index
            if tag[owner[index]] in _SPACED:
                separator[last] = _SPACE_AFTER
        elif kind == START and tag[index] == "br" and not is_removed[index] and last >= 0:
            separator[last] = _LINE_END_AFTER
        elif kind == END and last >= slot_start[index]:  # the element has text
            if tag[index] in _LINE_ENDERS:
                separator[last] = _LINE_END_AFTER
            elif parent[index] >= 0 and tag[parent[index]] in _SPACED:
                separator[last] = max(separator[last], _SPACE_AFTER)
    return np.array(separator, dtype=np.uint8)
