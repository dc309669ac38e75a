"""What joyhtml reads: filtered text nodes, the elements that hold some, and lines of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.lazy import LazySequence
from extractors.page.code_points import character_table
from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import joined_ranges
from extractors.text.collapsed_text import slot_texts
from extractors.text.exclusive_text import body_row, in_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.code_points import CodeArray
    from extractors.page.records import BoolArray, FloatArray, IntArray

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "h7"))
"""Elements that are headings in the paragraph view; the last one is the original's."""

_SIGNS = ',.，。:；：><?…》《"”“!-©@'
_RANGES = (("\u4e00", "\u9fa5"), ("A", "Z"), ("a", "z"), ("0", "9"), ("\uff10", "\uff19"))
_DELETED = ord("|")
_SPACE = ord(" ")
_LINE_ENDERS = HEADINGS | {"title", "p", "tr", "td", "div", "table"}
_SPACED = frozenset(("span", "li"))

SIGNS_BETWEEN = ("", " ", "\n")
"""What may stand between texts, for a reader."""

_SPACE_AFTER, _LINE_END_AFTER = 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """The filtered text of a page and the elements from the body down that hold some of it.

    Attributes
    ----------
    body : int
        Row of the body, -1 where there is none.
    row : array of int, shape (n_windows,)
        The elements, in document order.
    start, end : array of int, shape (n_windows,)
        Range of the element's text in `text`.
    linked : array of int, shape (n_windows,)
        Characters of it inside links strictly below the element.
    info : array of int, shape (n_windows,)
        Information elements at or below it.
    text : str
        The filtered texts of all text nodes, joined.
    edges : array of int, shape (n_slots + 1,)
        The filtered text of text node s, empty where it does not count, is ``edges[s]`` ...
        ``edges[s + 1] - 1`` of `text`.
    sign : array of int, shape (n_slots,)
        What a reader sees after each text node: its number in `SIGNS_BETWEEN`.
    read : array of bool, shape (n_slots,)
        Slots that are in no removed element.
    removed : array of bool, shape (n_elements,)
        Elements that are removed, with those below them.
    total_linked, total_info : int
        A and I of the formula.
    share_read : float
        Share of the characters, white space left out, that the filter keeps.
    """

    body: int
    row: IntArray
    start: IntArray
    end: IntArray
    linked: IntArray
    info: IntArray
    text: str
    edges: IntArray
    sign: NDArray[np.uint8]
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
        """Return which windows hold one of some words, shape (n_windows,).

        Capital letters of the text are read as small ones, those of the words are not; empty
        words are nowhere.
        """
        lowered = self.text.lower()  # as long as before: the filter leaves letters of ASCII only
        held = np.zeros(len(self.row), dtype=np.bool_)
        for word in dict.fromkeys(words):
            found = _places(lowered, word)
            if found:
                places = np.array(found, dtype=np.int32)
                first = places.searchsorted(self.start)
                after = places.searchsorted(self.end - len(word), side="right")
                held |= after > first
        return held


def windows_of(page: Page, removed: frozenset[str], info: frozenset[str]) -> Windows:
    """Return the windows of a page, cached on it.

    Parameters
    ----------
    page : Page
        The page.
    removed, info : frozenset of str
        Lower-case tags of elements that are removed, and of information elements.
    """
    return page.cached(("joyhtml", removed, info), lambda one: _build(one, removed, info))


def _build(page: Page, removed: frozenset[str], info: frozenset[str]) -> Windows:
    elements, slots = page.elements, page.slots
    gone = elements.at_or_below(elements.tagged(removed))
    read = ~gone.take(slots.owner) & (slots.end > slots.start)
    codes, edges, share_read = _filtered(page, read)
    size = edges[1:] - edges[:-1]
    body = body_row(page)
    row = _filled_rows(page, edges, body) if body >= 0 else np.zeros(0, dtype=np.int32)
    inside_link = in_link(page)
    linked = prefix_sums(size * inside_link.take(slots.owner))
    first, after = elements.slot_start.take(row), elements.slot_end.take(row)
    below = linked.take(after) - linked.take(first)
    n_info = prefix_sums(elements.tagged(info) & ~gone)
    last_row = elements.subtree_end[body] if body >= 0 else 0
    return Windows(
        body=body,
        row=row,
        start=edges.take(first),
        end=edges.take(after),
        linked=below * ~inside_link.take(row),
        info=n_info.take(elements.subtree_end.take(row)) - n_info.take(row),
        text=codes.tobytes().decode("utf-32-le"),
        edges=edges,
        sign=_signs_between(page, size > 0, gone),
        read=read,
        removed=gone,
        total_linked=int(below[0]) if len(below) else 0,
        total_info=int(n_info[last_row] - n_info[max(body, 0)]),
        share_read=share_read,
    )


def _filled_rows(page: Page, edges: IntArray, body: int) -> IntArray:
    elements = page.elements
    rows = np.arange(body, elements.subtree_end[body], dtype=np.int32)
    filled = edges.take(elements.slot_end.take(rows)) > edges.take(elements.slot_start.take(rows))
    return rows[filled]


def _filtered(page: Page, read: BoolArray) -> tuple[CodeArray, IntArray, float]:
    """Return the filtered texts of all slots, where each begins, and the share that is left.

    White space is collapsed before: what remains is to do the same with all that the filter makes
    white space, slot by slot.
    """
    whole = slot_texts(page)
    codes, start, end = whole.codes, whole.start, whole.end
    # What stands before the first slot, and from the begin of each slot on.
    bounds = np.empty(len(start) + 2, dtype=np.int32)
    bounds[0], bounds[1:-1], bounds[-1] = 0, start, len(codes)
    is_used = np.empty(len(start) + 1, dtype=np.bool_)
    is_used[0], is_used[1:] = False, read
    used = is_used.repeat(bounds[1:] - bounds[:-1])
    n_all = np.count_nonzero(used & (codes != _SPACE))
    deleted = codes == _DELETED
    if np.count_nonzero(deleted):
        places = deleted.nonzero()[0].astype(np.int32)
        start, end = (each - places.searchsorted(each) for each in (start, end))
        codes, used = codes[~deleted], used[~deleted]
    is_kept_char = used & character_table(_SIGNS, _RANGES).take(codes)
    held = is_kept_char | _spaces(is_kept_char, start, end)
    size = np.zeros(len(start), dtype=np.int32)
    filled = (end > start).nonzero()[0]
    if len(filled):  # what stands between the ranges is not held
        size[filled] = np.add.reduceat(held, start.take(filled), dtype=np.int32)
    edges = prefix_sums(size)
    share = np.count_nonzero(is_kept_char) / n_all if n_all else 1.0
    return np.where(is_kept_char, codes, np.uint32(_SPACE))[held], edges, share


def _spaces(is_kept_char: BoolArray, start: IntArray, end: IntArray) -> BoolArray:
    """Return where a space replaces characters between two kept ones of the same range."""
    space = np.zeros(len(is_kept_char) + 1, dtype=np.bool_)
    space[1:-1] = is_kept_char[:-1] & ~is_kept_char[1:]
    space[start] = space[end] = False
    # Ranges that do not end with a kept character have no space after their last one.
    open_end = (end > start).nonzero()[0]
    open_end = open_end[~is_kept_char.take(end.take(open_end) - 1)]
    if len(open_end):
        places = space.nonzero()[0]
        first, after = places.searchsorted(start[open_end]), places.searchsorted(end[open_end])
        space[places[after[after > first] - 1]] = False
    return space[:-1]


def _places(text: str, word: str) -> list[int]:
    """Return where a word stands in a text, also where it overlaps itself."""
    found = []
    at = text.find(word) if word else -1
    while at >= 0:
        found.append(at)
        at = text.find(word, at + 1)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Paragraphs:
    """Neighbouring texts of one weight, shape (n_paragraphs,) each.

    Attributes
    ----------
    weight : array of float
        How much the original thinks of them.
    offset : array of int
        Characters of text before, line ends and spaces between texts not counted.
    text : sequence of str
        Their lines.
    first_slot : array of int
        Slot in which each begins.
    """

    weight: FloatArray
    offset: IntArray
    text: Sequence[str]
    first_slot: IntArray


def visual_text(windows: Windows, first_slot: int, end_slot: int) -> str:
    """Return the text of a range of slots in lines, as a reader would see it."""
    edges = windows.edges[first_slot : end_slot + 1]
    filled = (edges[1:] > edges[:-1]).nonzero()[0]
    before = np.zeros(len(filled), dtype=np.int32)
    before[1:] = windows.sign[first_slot + filled[:-1]]
    start, end = edges[filled], edges[filled + 1]
    seen = joined_ranges(windows.text, start, end, before, SIGNS_BETWEEN)
    return "\n".join(filter(None, map(str.strip, seen.split("\n"))))


def paragraphs(page: Page, windows: Windows, main: int) -> Paragraphs:
    """Return the text of the whole document as paragraphs.

    A text weighs 0.3 inside the main window, else 0.1; 0.3 more in a heading and 0.7 more in the
    title.

    Parameters
    ----------
    page, windows : Page, Windows
        The page.
    main : int
        Row of the main element, -1 for none.
    """
    filled = np.flatnonzero(np.diff(windows.edges))
    tenths = _tenths(page, main)[page.slots.owner[filled]]
    fresh = np.diff(tenths, prepend=-1) != 0
    first = filled[fresh]
    slots = np.append(first, len(page.slots)).tolist()
    return Paragraphs(
        weight=tenths[fresh] / 10,
        offset=windows.edges[first],
        text=LazySequence(
            len(first), lambda place: visual_text(windows, slots[place], slots[place + 1])
        ),
        first_slot=first.astype(np.int32),
    )


def _tenths(page: Page, main: int) -> IntArray:
    """Return the weight of text directly in each element, in tenths."""
    elements = page.elements
    inside = np.zeros(len(elements), dtype=np.bool_)
    if main >= 0:
        inside[main : elements.subtree_end[main]] = True
    heading = elements.at_or_below(elements.tagged(HEADINGS))
    title = elements.at_or_below(elements.tagged({"title"}))
    tenths: IntArray = (1 + 2 * inside + 3 * heading + 7 * title).astype(np.int32)
    return tenths


def _signs_between(page: Page, filled: BoolArray, removed: BoolArray) -> NDArray[np.uint8]:
    """Return what stands after the text of each slot, where it has text."""
    elements = page.elements
    # The last slot with text before each place between slots.
    before = np.empty(len(filled) + 1, dtype=np.intp)
    before[0] = -1
    np.maximum.accumulate(np.where(filled, np.arange(len(filled)), -1), out=before[1:])
    has_text = before.take(elements.slot_end) >= elements.slot_start
    of_spaced = elements.tagged(_SPACED)
    spaced = (has_text & of_spaced.take(elements.parent) & (elements.parent >= 0)).nonzero()[0]
    ended = (has_text & elements.tagged(_LINE_ENDERS)).nonzero()[0]
    breaks = (elements.tagged({"br"}) & ~removed).nonzero()[0]
    found = np.zeros(len(filled) + 1, dtype=np.uint8)  # the last place stands for no slot
    found[:-1][of_spaced.take(page.slots.owner)] = _SPACE_AFTER
    found[before.take(elements.slot_end.take(spaced))] = _SPACE_AFTER
    found[before.take(elements.slot_end.take(ended))] = _LINE_END_AFTER
    found[before.take(elements.slot_start.take(breaks))] = _LINE_END_AFTER
    return found[:-1]
