"""Runs of kept and dropped text and the lines that panes make of them; no Qt is needed here.

A pane shows the whole page: kept text as text, and what was left out as one line to open. `runs`
cuts the page where keeping changes, `lines` says what is shown of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray
    from extractors.page.segments import Segments

PartArray = NDArray[np.int8]

INLINE_TOKENS = 12
"""A dropped run up to this length inside a segment that is shown stays in its sentence."""
PIECE_TOKENS = 600
"""No line of a pane holds more tokens, so that laying one out takes bounded time."""


class Part(IntEnum):
    """What became of a token; a plain mask has the first two only."""

    DROPPED = 0
    KEPT = 1  # in a difference: kept by both panes
    ONLY_HERE = 2
    ONLY_THERE = 3


class LineKind(IntEnum):
    """What a line of a pane is."""

    TEXT = 0
    FOLD_CLOSED = 1
    FOLD_OPEN = 2


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Runs of tokens with one fate inside one segment, in page order; each token is in one.

    Attributes
    ----------
    segment : array of int, shape (n_runs,)
        Segment the run lies in.
    start, end : array of int, shape (n_runs,)
        Token range, never empty.
    part : array of int8, shape (n_runs,)
        `Part` of its tokens.
    group : array of int, shape (n_runs,)
        Number of the fold group: neighbouring dropped runs share one; -1 where the run is shown.
    """

    segment: IntArray
    start: IntArray
    end: IntArray
    part: PartArray
    group: IntArray

    def __len__(self) -> int:
        return len(self.segment)

    @property
    def n_groups(self) -> int:
        """How many fold groups there are."""
        return int(self.group.max(initial=-1)) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What a pane shows, from top to bottom; each line stands for a range of runs.

    Attributes
    ----------
    kind : array of int8, shape (n_lines,)
        `LineKind`.
    first, last : array of int, shape (n_lines,)
        Runs first ... last - 1. An open fold's line stands for the runs shown beneath it.
    segment : array of int, shape (n_lines,)
        Segment of the first run.
    start, end : array of int, shape (n_lines,)
        Token range.
    left_out : array of int, shape (n_lines,)
        For folds: segments that are left out, wholly or in part; 0 for text.
    folded : array of bool, shape (n_lines,)
        Whether text belongs to a fold group: it was dropped, and is shown because its fold is open
        or because it is selected.
    """

    kind: NDArray[np.int8]
    first: IntArray
    last: IntArray
    segment: IntArray
    start: IntArray
    end: IntArray
    left_out: IntArray
    folded: BoolArray

    def __len__(self) -> int:
        return len(self.kind)

    def of_token(self, token: int) -> int:
        """Return the line a token is in: its text, else the fold line that stands for it."""
        text = self.kind != LineKind.FOLD_OPEN
        rows = np.flatnonzero(text)
        if not len(rows):
            return -1
        return int(rows[max(int(np.searchsorted(self.start[rows], token, "right")) - 1, 0)])


def difference(here: BoolArray, there: BoolArray) -> PartArray:
    """Return what became of each token in two panes.

    Parameters
    ----------
    here, there : array of bool, shape (n_tokens,)
        Masks of the pane and of the one it is compared with.

    Returns
    -------
    array of int8, shape (n_tokens,)
        Values of `Part`.
    """
    parts = np.zeros(len(here), dtype=np.int8)
    parts[here & there] = Part.KEPT
    parts[here & ~there] = Part.ONLY_HERE
    parts[~here & there] = Part.ONLY_THERE
    return parts


def runs(page: Page, segments: Segments, parts: PartArray | BoolArray) -> Runs:
    """Return the runs of a page for a mask or a difference.

    Parameters
    ----------
    page : Page
        Gives the number of tokens.
    segments : Segments
        Its segments; they hold every token once.
    parts : array of int8 or bool, shape (n_tokens,)
        What became of each token.

    Returns
    -------
    Runs
        Cut where a segment ends, where the fate changes, and after `PIECE_TOKENS` tokens.

    Raises
    ------
    ValueError
        If `parts` has not one entry per token.
    """
    n_tokens = page.n_tokens
    if len(parts) != n_tokens:
        raise ValueError(f"a mask over {n_tokens} tokens is needed, got {len(parts)}")
    fate = parts.astype(np.int8)
    changes = np.zeros(n_tokens, dtype=np.bool_)
    changes[segments.token_start] = True
    changes[1:] |= fate[1:] != fate[:-1]
    segment_of = segments.of_token()
    within = np.arange(n_tokens) - segments.token_start[segment_of]
    start = np.flatnonzero(changes | (within % PIECE_TOKENS == 0)).astype(np.int32)
    end = np.append(start[1:], n_tokens).astype(np.int32)[: len(start)]
    segment, part = segment_of[start], fate[start]
    stretch = np.cumsum(changes) - 1
    length = np.bincount(stretch)[stretch[start]] if n_tokens else end - start
    group = _groups(_is_folded(segment, length, part, len(segments)))
    return Runs(segment, start, end, part, group)


def _is_folded(segment: IntArray, length: IntArray, part: PartArray, n_segments: int) -> BoolArray:
    shown = part != Part.DROPPED
    mixed = np.zeros(n_segments, dtype=np.bool_)
    mixed[segment[shown]] = True
    folded: BoolArray = ~shown & ~(mixed[segment] & (length <= INLINE_TOKENS))
    return folded


def _groups(folded: BoolArray) -> IntArray:
    begins = folded.copy()
    begins[1:] &= ~folded[:-1]
    return np.where(folded, np.cumsum(begins) - 1, -1).astype(np.int32)


def lines(found: Runs, opened: BoolArray, selected: BoolArray) -> Lines:
    """Return the lines of a pane.

    Parameters
    ----------
    found : Runs
        Of the page.
    opened : array of bool, shape (n_segments,)
        Segments whose fold the reader opened.
    selected : array of bool, shape (n_segments,)
        Segments of the selection: inside a closed fold they are shown alone between two lines.

    Returns
    -------
    Lines
    """
    state = _states(found, opened, selected)
    fresh = np.ones(len(found), dtype=np.bool_)
    piece = _pieces(found)
    fresh[1:] = (state[1:] != state[:-1]) | ((state[1:] != _HIDDEN) & (piece[1:] != piece[:-1]))
    heads = state == _OPENED
    heads[1:] &= state[:-1] != _OPENED
    bodies, openers = np.flatnonzero(fresh), np.flatnonzero(heads)
    changes = np.append(np.flatnonzero(state[1:] != state[:-1]) + 1, len(found))
    first = np.concatenate([bodies, openers])
    last = np.concatenate(
        [
            np.append(bodies[1:], len(found))[: len(bodies)],
            changes[np.searchsorted(changes, openers, "right")],
        ]
    )
    kind = np.concatenate(
        [
            np.where(state[bodies] == _HIDDEN, LineKind.FOLD_CLOSED, LineKind.TEXT),
            np.full(len(openers), LineKind.FOLD_OPEN),
        ]
    )
    order = np.lexsort((kind != LineKind.FOLD_OPEN, first))
    first, last, kind = first[order], last[order], kind[order]
    return Lines(
        kind.astype(np.int8),
        first.astype(np.int32),
        last.astype(np.int32),
        found.segment[first],
        found.start[first],
        found.end[last - 1],
        np.where(kind == LineKind.TEXT, 0, _distinct_segments(found, first, last)).astype(np.int32),
        (kind == LineKind.TEXT) & (state[first] != _SHOWN),
    )


_SHOWN, _HIDDEN, _OPENED, _ALONE = range(4)


def _states(found: Runs, opened: BoolArray, selected: BoolArray) -> NDArray[np.int8]:
    state = np.where(selected[found.segment], _ALONE, _HIDDEN)
    state[opened[found.segment]] = _OPENED
    state[found.group < 0] = _SHOWN
    return state.astype(np.int8)


def _pieces(found: Runs) -> IntArray:
    """Return the number of the piece of a segment that each run lies in: one line at most."""
    begins = np.ones(len(found), dtype=np.bool_)
    begins[1:] = found.segment[1:] != found.segment[:-1]
    origin = found.start[begins][np.cumsum(begins) - 1]
    within = (found.start - origin) // PIECE_TOKENS
    begins[1:] |= within[1:] != within[:-1]
    return np.cumsum(begins).astype(np.int32)


def _distinct_segments(found: Runs, first: IntArray, last: IntArray) -> IntArray:
    changes = np.zeros(len(found), dtype=np.int32)
    changes[1:] = found.segment[1:] != found.segment[:-1]
    seen = np.cumsum(changes, dtype=np.int32)
    return seen[last - 1] - seen[first] + 1


def touched(segments: Segments, token_runs: tuple[tuple[int, int], ...]) -> BoolArray:
    """Return which segments share a token with a selection, shape (n_segments,)."""
    chosen = np.zeros(len(segments), dtype=np.bool_)
    for start, end in token_runs:
        if end > start:
            first = int(np.searchsorted(segments.token_end, start, "right"))
            last = int(np.searchsorted(segments.token_start, end, "left"))
            chosen[first:last] = True
    return chosen
