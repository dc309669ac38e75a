"""Find a foreign text on a page: gold standards, and libraries that return a string.

Both texts are compared by the characters of `extractors.text.comparing`. Twenty characters that
occur once in each text are an anchor. Anchors in the same order in both texts divide them. A gap
between two anchors is divided again by twenty characters that occur more than once in it, which
finds a text that the page has twice, and, if it is longer than `MAX_GAP`, by eight characters.
What is left is compared in full up to `MAX_GAP` characters. Where a stretch of the page is missing
in the text, equal characters on both sides of it leave open where exactly it begins: it begins and
ends with segments or words if it can. Characters that are not found, for whatever reason, are
counted in the share and listed.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.text.comparing import (
    Compared,
    compared,
    compared_page,
    compared_without_readings,
)

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

LOW_SHARE = 0.5
"""Below this share, a text is hardly that of its page: users are told."""

_DIVIDED = 20_000
"""Gaps with more pairs of characters are divided by anchors that occur more than once."""

_FEW_PAIRS = 16
"""Anchors with so many pairs of occurrences are tried in all of them."""

_RUN_COST = 2.0**-10
"""What a further run costs, in found characters: of equally long chains, it finds the whole one."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Position of a foreign text on a page.

    Attributes
    ----------
    mask : array of bool, shape (n_tokens,)
        Tokens with at least half of their compared characters found in the text. Readings above
        words (ruby) are not in it if the text is without them.
    share : float
        Share of the text's compared characters that were found on the page; 1 for an empty text.
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
        The text; white space, line ends and invisible characters are ignored.
    """
    theirs = compared(text)
    sides = _Sides.of(compared_page(page), theirs)
    _match(sides, page.cached("anchors", lambda _: _unique_grams(sides.ours.codes)))
    unread = compared_without_readings(page)
    if unread is not None and not sides.found_theirs.all():
        without = _Sides.of(unread, theirs)
        _match(without, _unique_grams(unread.codes))
        if without.found_theirs.sum() > sides.found_theirs.sum():
            sides = without
    _settle_gaps(page, sides)
    share = float(sides.found_theirs.mean()) if len(theirs.codes) else 1.0
    return Alignment(
        _tokens_found(page, sides), share, _missing(text, theirs.positions, sides.found_theirs)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """The compared characters of page and text, and which of them were found."""

    ours: Compared
    theirs: Compared
    found_ours: BoolArray
    found_theirs: BoolArray

    @classmethod
    def of(cls, ours: Compared, theirs: Compared) -> _Sides:
        """Return two sides with nothing found yet."""
        return cls(
            ours,
            theirs,
            np.zeros(len(ours.codes), dtype=np.bool_),
            np.zeros(len(theirs.codes), dtype=np.bool_),
        )

    def mark(self, start: int, their_start: int, length: int) -> None:
        """Record a run of equal characters by its start in `ours` and in `theirs`."""
        self.found_ours[start : start + length] = True
        self.found_theirs[their_start : their_start + length] = True


def _settle_gaps(page: Page, sides: _Sides) -> None:
    """Move stretches of the page that were not found to the edges of segments, else of tokens.

    In ``kept. Alert A notice``, of which the text has ``kept. A notice``, the ``A`` that was found
    may be either one; the number of characters that were found stays the same.
    """
    codes, found = sides.ours.codes, sides.found_ours
    gaps = np.flatnonzero(np.diff(found, prepend=True, append=True)).reshape(-1, 2).tolist()
    rank = _rank_of_edges(page, sides.ours.positions)
    before = 0
    for (first, end), (after, _) in pairwise([*gaps, (len(codes), 0)]):
        move = 0
        if first > 0 and end < len(codes):
            n_left = _n_equal(codes[before:first][::-1], codes[before:end][::-1])
            n_right = _n_equal(codes[first:after], codes[end:after])
            moves = np.arange(-n_left, n_right + 1)
            ranks = rank[first + moves] + rank[end + moves]
            best = moves[ranks == ranks.max()]
            move = int(best[np.abs(best).argmin()])
        found[first:end] = True
        found[first + move : end + move] = False
        before = end + move


def _rank_of_edges(page: Page, positions: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return what begins at each compared character and after the last: 2 segment, 1 token, 0."""
    token = np.searchsorted(page.tokens.start, positions, side="right") - 1
    segment = np.searchsorted(segments(page).token_start, token, side="right")
    rank = np.full(len(positions) + 1, 2, dtype=np.int8)
    rank[1:-1] = (np.diff(token) != 0).astype(np.int8) + (np.diff(segment) != 0)
    return rank


def _tokens_found(page: Page, sides: _Sides) -> BoolArray:
    positions, tokens = sides.ours.positions, page.tokens
    compared_in = _sums_in(positions, page)
    found_in = _sums_in(positions[sides.found_ours], page)
    n_compared = compared_in[tokens.end] - compared_in[tokens.start]
    n_found = found_in[tokens.end] - found_in[tokens.start]
    return (n_found * 2 >= n_compared) & (n_compared > 0)


def _sums_in(positions: NDArray[np.int64], page: Page) -> NDArray[np.int32]:
    """Return how many of some offsets are before each offset of the page text."""
    is_counted = np.zeros(len(page.codes) + 1, dtype=np.int32)
    is_counted[positions + 1] = 1
    return np.cumsum(is_counted, dtype=np.int32)


def _missing(text: str, positions: NDArray[np.int64], is_found: BoolArray) -> tuple[str, ...]:
    """Return the stretches of a text between the characters that were found."""
    edges = np.flatnonzero(np.diff(is_found, prepend=True, append=True)).reshape(-1, 2)
    first, last = positions[edges[:, 0]], positions[edges[:, 1] - 1]
    return tuple(text[a : b + 1] for a, b in zip(first.tolist(), last.tolist(), strict=True))


_Run = tuple[int, int, int]
"""Equal characters: start on the page, start in the text, length."""

_Range = tuple[int, int]

_Grams = tuple["NDArray[np.uint64]", "NDArray[np.int64]"]


def _match(sides: _Sides, grams: _Grams) -> None:
    """Mark the characters that are equal on both sides, in the same order.

    `grams` are the unique grams of the page.
    """
    pairs = _unique_pairs(grams, _unique_grams(sides.theirs.codes))
    whole = (0, len(sides.ours.codes)), (0, len(sides.theirs.codes))
    _mark_runs(sides, whole, _chain(pairs, ANCHOR), 0)


def _mark_runs(sides: _Sides, gap: tuple[_Range, _Range], runs: list[_Run], level: int) -> None:
    """Mark the runs in a gap, given by their starts in it, and fill the gaps between them.

    Each run is extended as far as both texts agree: repeated text beside it is its continuation.
    """
    (first, end), (their_first, their_end) = gap
    at, their_at = first, their_first
    bounds = [(first + a, their_first + b) for a, b, _ in runs[1:]]
    bounds.append((end, their_end))
    ours, theirs = sides.ours.codes, sides.theirs.codes
    for (a, b, length), (bound, their_bound) in zip(runs, bounds, strict=False):
        start, their_start = first + a, their_first + b
        after, their_after = start + length, their_start + length
        n_before = _n_equal(ours[at:start][::-1], theirs[their_at:their_start][::-1])
        n_after = _n_equal(ours[after:bound], theirs[their_after:their_bound])
        _fill_gap(sides, (at, start - n_before), (their_at, their_start - n_before), level)
        sides.mark(start - n_before, their_start - n_before, n_before + length + n_after)
        at, their_at = after + n_after, their_after + n_after
    _fill_gap(sides, (at, end), (their_at, their_end), level)


def _n_equal(first: NDArray[np.uint32], second: NDArray[np.uint32]) -> int:
    """Return how many characters agree at the beginning of two texts."""
    n = min(len(first), len(second))
    at, size = 0, 64
    while at < n:
        differs = first[at : min(at + size, n)] != second[at : min(at + size, n)]
        if differs.any():
            return at + int(differs.argmax())
        at, size = at + size, size * 2
    return n


def _fill_gap(sides: _Sides, left: _Range, right: _Range, level: int) -> None:
    """Mark equal runs in the gap between two anchors.

    `level` says what has been tried on it: 0 unique anchors, 1 all anchors, 2 shorter ones, 3 all.
    """
    ours, theirs = sides.ours.codes[slice(*left)], sides.theirs.codes[slice(*right)]
    if not len(ours) or not len(theirs):
        return
    if level < 1 and len(ours) * len(theirs) > _DIVIDED:
        level, runs = 1, _chain(_repeated_pairs(ours, theirs, ANCHOR), ANCHOR)
    elif level < 3 and max(len(ours), len(theirs)) <= MAX_GAP:
        level, runs = 3, _compare(ours, theirs)
    elif level < 2:
        # A text of fewer characters is sought as a whole.
        length = min(MIN_RUN, len(sides.theirs.codes))
        level, runs = 2, _chain(_repeated_pairs(ours, theirs, length), length)
    else:
        return
    _mark_runs(sides, (left, right), runs, level)


def _compare(ours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> list[_Run]:
    """Return the runs of a gap that is compared in full."""
    # imported here, because programs that only list pages with gold would load it for nothing
    from rapidfuzz.distance import Indel

    blocks = Indel.opcodes(ours.tolist(), theirs.tolist()).as_matching_blocks()
    shortest = max(min(MIN_RUN, len(theirs)), 1)
    return [(block.a, block.b, block.size) for block in blocks if block.size >= shortest]


_Pairs = tuple["NDArray[np.int64]", "NDArray[np.int64]"]
"""Starts of equal grams on the page and in the text."""


def _hashed(codes: NDArray[np.uint32], length: int) -> NDArray[np.uint64]:
    """Return the hashes of all grams of a length."""
    n = max(len(codes) - length + 1, 0)
    hashed = np.zeros(n, dtype=np.uint64)
    for shift in range(length):
        hashed *= np.uint64(0x9E3779B97F4A7C15)
        hashed += codes[shift : shift + n]
    return hashed


def _unique_grams(codes: NDArray[np.uint32]) -> _Grams:
    """Return hashes of the grams of an anchor's length that occur once, and their positions."""
    hashed = _hashed(codes, ANCHOR)
    if not len(hashed):
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    order = hashed.argsort()  # of equal hashes, none is used: the order need not be stable
    values = hashed[order]
    is_other = np.concatenate(([True], values[1:] != values[:-1], [True]))
    is_unique = is_other[1:] & is_other[:-1]
    return values[is_unique], order[is_unique]


def _unique_pairs(first: _Grams, second: _Grams) -> _Pairs:
    _, left, right = np.intersect1d(first[0], second[0], assume_unique=True, return_indices=True)
    return first[1][left], second[1][right]


def _repeated_pairs(ours: NDArray[np.uint32], theirs: NDArray[np.uint32], length: int) -> _Pairs:
    """Return pairs of equal grams, also of those that occur more than once.

    Of a gram with few pairs, these are all pairs. Else its occurrences are paired by number, from
    the beginning and from the end, so that their number is linear in the lengths.
    """
    left, right = _hashed(ours, length), _hashed(theirs, length)
    at_left, at_right = left.argsort(kind="stable"), right.argsort(kind="stable")
    left, right = left[at_left], right[at_right]
    values = np.intersect1d(left, right)
    first_left, after_left = (left.searchsorted(values, side) for side in ("left", "right"))
    first_right, after_right = (right.searchsorted(values, side) for side in ("left", "right"))
    n_left, n_right = after_left - first_left, after_right - first_right
    is_few = n_left * n_right <= _FEW_PAIRS

    few, rank = _ranked(np.where(is_few, n_left * n_right, 0))
    many, number = _ranked(np.where(is_few, 0, np.minimum(n_left, n_right)))
    a = at_left[
        np.concatenate(
            (
                first_left[few] + rank // n_right[few],
                first_left[many] + number,
                after_left[many] - 1 - number,
            )
        )
    ]
    b = at_right[
        np.concatenate(
            (
                first_right[few] + rank % n_right[few],
                first_right[many] + number,
                after_right[many] - 1 - number,
            )
        )
    ]
    return a, b


def _ranked(sizes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return group and number in the group of each member of groups of some sizes."""
    group = np.repeat(np.arange(len(sizes)), sizes)
    return group, np.arange(len(group)) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _chain(pairs: _Pairs, gram: int) -> list[_Run]:
    """Return runs of equal characters, in order in both texts, from pairs of equal grams."""
    a, b = pairs
    if not len(a):
        return []
    order = np.lexsort((a, a - b))
    a, b = a[order], b[order]
    starts_run = np.ones(len(a), dtype=np.bool_)
    starts_run[1:] = (np.diff(a) != np.diff(b)) | (np.diff(a) > gram)
    starts = np.flatnonzero(starts_run)
    ends = np.append(starts[1:], len(a)) - 1
    start, their_start, length = a[starts], b[starts], a[ends] - a[starts] + gram
    order = np.lexsort((-their_start, start))
    columns = (column[order].tolist() for column in (start, their_start, length))
    return _without_overlap(_heaviest_chain(list(zip(*columns, strict=True))))


def _heaviest_chain(runs: list[_Run]) -> list[_Run]:
    """Return the chain with the largest total length: runs in order in both texts.

    Of equally long chains, this is one of fewest runs, and of those one that begins early.
    """
    ends: list[int] = []  # start in the text of each chain's last run, not decreasing
    weights: list[float] = []  # largest weight of a chain ending there, not decreasing
    last_runs: list[int] = []
    before = [-1] * len(runs)
    heaviest, last_run = 0.0, -1
    for number, (_, their_start, length) in enumerate(runs):
        index = bisect_left(ends, their_start)
        weight = float(length)
        if index:
            weight += weights[index - 1] - _RUN_COST
            before[number] = last_runs[index - 1]
        if weight > heaviest:
            heaviest, last_run = weight, number
        if index < len(ends) and ends[index] == their_start and weights[index] >= weight:
            continue
        last = index
        while last < len(ends) and weights[last] < weight:
            last += 1
        ends[index:last] = [their_start]
        weights[index:last] = [weight]
        last_runs[index:last] = [number]
    chain: list[_Run] = []
    while last_run >= 0:
        chain.append(runs[last_run])
        last_run = before[last_run]
    return chain[::-1]


def _without_overlap(runs: list[_Run]) -> list[_Run]:
    """Cut the start of runs that overlap the run before them in either text."""
    kept: list[_Run] = []
    at_ours = at_theirs = 0
    for start, their_start, length in runs:
        cut = max(at_ours - start, at_theirs - their_start, 0)
        if cut < length:
            kept.append((start + cut, their_start + cut, length - cut))
            at_ours, at_theirs = start + length, their_start + length
    return kept
