"""What joyhtml reads: filtered text nodes, the elements that hold some, and lines of text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.own_text import body_row, collapse_by_owner, in_link
from extractors.algorithms.text_lengths import is_space
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "h7"))
"""Elements that are headings in the paragraph view; the last one is the original's."""

_SIGNS = ',.，。:；：><?…》《"”“!-©@'
_RANGES = (("\u4e00", "\u9fa5"), ("A", "Z"), ("a", "z"), ("0", "9"), ("\uff10", "\uff19"))
_DELETED = ord("|")
_LINE_ENDERS = HEADINGS | {"title", "p", "tr", "td", "div", "table"}
_SPACED = frozenset(("span", "li"))


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
    slot_text : tuple of str, length n_slots
        The filtered text of each text node, empty where it does not count.
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
    slot_text: tuple[str, ...]
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
        return int(self.length[0]) if len(self.row) else 0

    def holds_any(self, words: Iterable[str]) -> BoolArray:
        """Return which windows hold one of some words, shape (n_windows,).

        Capital letters of the text are read as small ones, those of the words are not; empty
        words are nowhere.
        """
        lowered = self.text.lower()  # as long as before: the filter leaves letters of ASCII only
        held = np.zeros(len(self.row), dtype=np.bool_)
        for word in dict.fromkeys(words):
            places = _places(lowered, word)
            first = np.searchsorted(places, self.start)
            after = np.searchsorted(places, self.end - len(word), side="right")
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
    return page.stage(("joyhtml", removed, info), lambda one: _build(one, removed, info))


@cache
def _kept_table() -> BoolArray:
    table = np.zeros(0x110000, dtype=np.bool_)
    table[[ord(sign) for sign in _SIGNS]] = True
    for first, last in _RANGES:
        table[ord(first) : ord(last) + 1] = True
    table.flags.writeable = False
    return table


def _build(page: Page, removed: frozenset[str], info: frozenset[str]) -> Windows:
    elements, slots = page.elements, page.slots
    gone = elements.at_or_below(elements.tagged(removed))
    read = ~gone[slots.owner] & (slots.end > slots.start)
    slot_text, share_read = _filtered(page, read)
    lengths = np.fromiter(map(len, slot_text), dtype=np.int32, count=len(slots))
    edges = np.append(0, np.cumsum(lengths)).astype(np.int32)
    body = body_row(page)
    row = _filled_rows(page, edges, body) if body >= 0 else np.zeros(0, dtype=np.int32)
    linked = np.append(0, np.cumsum(np.where(in_link(page)[slots.owner], lengths, 0)))
    first, after = elements.slot_start[row], elements.slot_end[row]
    below = (linked[after] - linked[first]).astype(np.int32)
    n_info = np.append(0, np.cumsum(elements.tagged(info) & ~gone))
    last_row = elements.subtree_end[body] if body >= 0 else 0
    return Windows(
        body=body,
        row=row,
        start=edges[first],
        end=edges[after],
        linked=np.where(in_link(page)[row], 0, below).astype(np.int32),
        info=(n_info[elements.subtree_end[row]] - n_info[row]).astype(np.int32),
        text="".join(slot_text),
        slot_text=slot_text,
        read=read,
        removed=gone,
        total_linked=int(below[0]) if len(below) else 0,
        total_info=int(n_info[last_row] - n_info[max(body, 0)]),
        share_read=share_read,
    )


def _filled_rows(page: Page, edges: IntArray, body: int) -> IntArray:
    elements = page.elements
    rows = np.arange(body, elements.subtree_end[body], dtype=np.int32)
    filled = edges[elements.slot_end[rows]] > edges[elements.slot_start[rows]]
    return rows[filled]


def _filtered(page: Page, read: BoolArray) -> tuple[tuple[str, ...], float]:
    """Return the filtered text of each slot, and the share of the characters that is left."""
    slots = page.slots
    codes = code_points(page.text)
    owner = np.repeat(np.arange(len(slots), dtype=np.int32), slots.end - slots.start)
    used = read[owner]
    n_all = int((used & ~is_space(codes)).sum())
    used &= codes != _DELETED
    codes, owner = codes[used].astype(np.uint32), owner[used]
    kept = _kept_table()[codes]
    share = int(kept.sum()) / n_all if n_all else 1.0
    none = np.zeros(len(codes), dtype=np.bool_)
    return collapse_by_owner(codes, owner, none, ~kept, len(slots))[0], share


def _places(text: str, word: str) -> IntArray:
    """Return where a word stands in a text, also where it overlaps itself."""
    found = []
    at = text.find(word) if word else -1
    while at >= 0:
        found.append(at)
        at = text.find(word, at + 1)
    return np.array(found, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Neighbouring text of one weight.

    Attributes
    ----------
    weight : float
        How much the original thinks of it.
    offset : int
        Characters of text before it, line ends and spaces between texts not counted.
    text : str
        Its lines.
    first_slot : int
        Slot in which it begins.
    """

    weight: float
    offset: int
    text: str
    first_slot: int


def visual_text(page: Page, windows: Windows, first_slot: int, end_slot: int) -> str:
    """Return the text of a range of slots in lines, as a reader would see it."""
    chosen = _filled_slots(windows)
    chosen = chosen[(chosen >= first_slot) & (chosen < end_slot)]
    return _joined(windows, chosen, separators(page, windows))


def paragraphs(page: Page, windows: Windows, main: int) -> list[Paragraph]:
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
    chosen = _filled_slots(windows)
    tenths = _tenths(page, main)[page.slots.owner[chosen]]
    between = separators(page, windows)
    edges = np.flatnonzero(np.diff(tenths, prepend=-1, append=-1)).tolist()
    made, offset = [], 0
    for first, after in pairwise(edges):
        own = chosen[first:after]
        text = _joined(windows, own, between)
        made.append(Paragraph(int(tenths[first]) / 10, offset, text, int(own[0])))
        offset += sum(len(windows.slot_text[slot]) for slot in own.tolist())
    return made


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


def separators(page: Page, windows: Windows) -> list[str]:
    """Return what stands after the text of each slot: a line end, a space, or nothing."""
    elements = page.elements
    filled = np.array([bool(text) for text in windows.slot_text], dtype=np.bool_)
    numbers = np.where(filled, np.arange(len(filled)), -1)
    # The last slot with text before each place between slots.
    before = np.append(-1, np.maximum.accumulate(numbers) if len(numbers) else numbers)
    has_text = before[elements.slot_end] >= elements.slot_start
    parents = np.maximum(elements.parent, 0)
    of_spaced = elements.tagged(_SPACED)
    spaced = has_text & of_spaced[parents] & (elements.parent >= 0)
    ended = has_text & elements.tagged(_LINE_ENDERS)
    kinds = np.zeros(len(filled) + 1, dtype=np.int8)  # the last place stands for no slot
    kinds[:-1] = of_spaced[page.slots.owner]
    kinds[before[elements.slot_end[spaced]]] = 1
    kinds[before[elements.slot_end[ended]]] = 2
    kinds[before[elements.slot_start[elements.tagged({"br"}) & ~windows.removed]]] = 2
    return [("", " ", "\n")[kind] for kind in kinds[:-1].tolist()]


def _filled_slots(windows: Windows) -> IntArray:
    filled = (slot for slot, text in enumerate(windows.slot_text) if text)
    return np.fromiter(filled, dtype=np.int32)


def _joined(windows: Windows, chosen: IntArray, between: list[str]) -> str:
    pieces = (windows.slot_text[slot] + between[slot] for slot in chosen.tolist())
    lines = (line.strip() for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)
