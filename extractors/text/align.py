"""Find a foreign text on a page: gold standards, and libraries that return a string.

Both texts are compared by characters without white space. Twenty characters that occur once in each
text are an anchor. Anchors in the same order in both texts divide them, and only the gaps between
two anchors, up to `MAX_GAP` characters, are compared in full.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.text.collapsed_text import is_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

ANCHOR = 20
"""Length of an anchor in characters."""

MAX_GAP = 20_000
"""Longest gap between anchors, in either text, that is compared in full."""

MIN_RUN = 8
"""Shortest run of equal characters in a gap that counts: single characters agree by chance."""

_LEFT_OUT = SlotFlag.TITLE | SlotFlag.HEAD | SlotFlag.TEMPLATE


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Position of a foreign text on a page.

    Attributes
    ----------
    mask : array of bool, shape (n_tokens,)
        Tokens with at least half of their characters found in the text.
    share : float
        Share of the text's characters, without white space, that were found on the page; 1 for
        an empty text.
    missing : tuple of str
        The stretches of the text that were not found, in order and as written in the text.
    """

    mask: BoolArray
    share: float
    missing: tuple[str, ...] = ()


def align(page: Page, text: str) -> Alignment:
    """Find a foreign text on a page.

    Parameters
    ----------
    page : Page
        The page. Text of title, head and template is ignored.
    text : str
        The text; white space and line ends are ignored.
    """
    codes = page.codes
    positions = text_positions(page)
    their_codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    their_positions = np.flatnonzero(~is_space(their_codes))
    sides = _Sides.of(codes[positions], their_codes[their_positions])
    _match(sides)
    hits = np.zeros(len(codes) + 1, dtype=np.int32)
    hits[positions[sides.found_ours] + 1] = 1
    counted = np.cumsum(hits)
    tokens = page.tokens
    covered = counted[tokens.end] - counted[tokens.start]
    mask = covered * 2 >= tokens.end - tokens.start
    share = float(sides.found_theirs.mean()) if len(their_positions) else 1.0
    return Alignment(mask, share, _missing(text, their_positions, sides.found_theirs))


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """The characters of page and text without white space, and which of them were found."""

    ours: NDArray[np.uint32]
    theirs: NDArray[np.uint32]
    found_ours: BoolArray
    found_theirs: BoolArray

    @classmethod
    def of(cls, ours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> _Sides:
        """Return two sides with nothing found yet."""
        return cls(
            ours, theirs, np.zeros(len(ours), dtype=np.bool_), np.zeros(len(theirs), dtype=np.bool_)
        )

    def mark(self, start: int, their_start: int, length: int) -> None:
        """Record a run of equal characters by its start in `ours` and in `theirs`."""
        self.found_ours[start : start + length] = True
        self.found_theirs[their_start : their_start + length] = True


def _missing(text: str, positions: NDArray[np.int64], is_found: BoolArray) -> tuple[str, ...]:
    """Return the stretches of a text between the characters that were found."""
    edges = np.flatnonzero(np.diff(is_found, prepend=True, append=True)).reshape(-1, 2)
    first, last = positions[edges[:, 0]], positions[edges[:, 1] - 1]
    return tuple(text[a : b + 1] for a, b in zip(first.tolist(), last.tolist(), strict=True))


def text_positions(page: Page) -> NDArray[np.int64]:
    """Return the offsets in the page text of all characters that a foreign text can contain.

    These exclude white space and the text of title, head and template; shape (n_characters,).
    """
    is_usable = ~is_space(page.codes)
    slots = page.slots
    for slot in np.flatnonzero(slots.flags & int(_LEFT_OUT)).tolist():
        is_usable[slots.start[slot] : slots.end[slot]] = False
    return np.flatnonzero(is_usable)


def _match(sides: _Sides) -> None:
    """Mark the characters that are equal on both sides, in the same order."""
    at_ours = at_theirs = 0
    end = (len(sides.ours), len(sides.theirs), 0)
    for start, their_start, length in [*_anchored(sides.ours, sides.theirs), end]:
        _fill_gap(sides, (at_ours, start), (at_theirs, their_start))
        sides.mark(start, their_start, length)
        at_ours, at_theirs = start + length, their_start + length


def _anchored(ours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> list[tuple[int, int, int]]:
    """Return runs (start in ours, start in theirs, length) between anchors, in order in both."""
    first, second = _unique_grams(ours), _unique_grams(theirs)
    _, left, right = np.intersect1d(first[0], second[0], assume_unique=True, return_indices=True)
    a, b = first[1][left], second[1][right]
    order = np.argsort(a)
    a, b = a[order], b[order]
    if not len(a):
        return []
    starts_run = np.ones(len(a), dtype=np.bool_)
    starts_run[1:] = (np.diff(a) != np.diff(b)) | (np.diff(a) > ANCHOR)
    starts = np.flatnonzero(starts_run)
    ends = np.append(starts[1:], len(a)) - 1
    runs = [
        (int(a[s]), int(b[s]), int(a[e] - a[s]) + ANCHOR)
        for s, e in zip(starts.tolist(), ends.tolist(), strict=True)
    ]
    return _without_overlap(_heaviest_chain(runs))


def _unique_grams(
    codes: NDArray[np.uint32],
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return hashes of the grams that occur once, and their positions."""
    n = len(codes) - ANCHOR + 1
    if n <= 0:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    hashed = np.zeros(n, dtype=np.uint64)
    for shift in range(ANCHOR):
        hashed = hashed * np.uint64(0x9E3779B97F4A7C15) + codes[shift : shift + n]
    values, positions, counts = np.unique(hashed, return_index=True, return_counts=True)
    is_unique = counts == 1
    return values[is_unique], positions[is_unique]


def _heaviest_chain(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the chain with the largest total length: runs in order in ours and in theirs."""
    ends: list[int] = []  # start in theirs of each chain's last run, increasing
    weights: list[int] = []  # largest weight of a chain ending there, increasing
    last_runs: list[int] = []
    before = [-1] * len(runs)
    for number, (_, their_start, length) in enumerate(runs):
        index = bisect_left(ends, their_start)
        weight = length + (weights[index - 1] if index else 0)
        before[number] = last_runs[index - 1] if index else -1
        last = index
        while last < len(ends) and weights[last] <= weight:
            last += 1
        ends[index:last] = [their_start]
        weights[index:last] = [weight]
        last_runs[index:last] = [number]
    chain: list[tuple[int, int, int]] = []
    current = last_runs[-1] if last_runs else -1
    while current >= 0:
        chain.append(runs[current])
        current = before[current]
    return chain[::-1]


def _without_overlap(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Cut the start of runs that overlap the run before them in ours or theirs."""
    kept: list[tuple[int, int, int]] = []
    at_ours = at_theirs = 0
    for start, their_start, length in runs:
        cut = max(at_ours - start, at_theirs - their_start, 0)
        if cut < length:
            kept.append((start + cut, their_start + cut, length - cut))
            at_ours, at_theirs = start + length, their_start + length
    return kept


def _fill_gap(sides: _Sides, left: tuple[int, int], right: tuple[int, int]) -> None:
    """Mark equal runs in the gap between two anchors."""
    # imported here, because programs that only list pages with gold would load it for nothing
    from rapidfuzz.distance import Indel

    n_left, n_right = left[1] - left[0], right[1] - right[0]
    if not 0 < n_left <= MAX_GAP or not 0 < n_right <= MAX_GAP:
        return
    a: list[int] = sides.ours[slice(*left)].tolist()
    b: list[int] = sides.theirs[slice(*right)].tolist()
    for block in Indel.opcodes(a, b).as_matching_blocks():
        if block.size >= min(MIN_RUN, n_right):
            sides.mark(left[0] + block.a, right[0] + block.b, block.size)
