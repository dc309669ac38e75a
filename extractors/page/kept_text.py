"""The kept text of a page in the page's own spacing: runs of kept tokens by segment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.ranges import joined_ranges, run_edges
from extractors.page.segments import breaks_before, segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

_SPACE = re.compile(r"\s")
_SOLID = re.compile(r"\S++")


@dataclass(frozen=True, slots=True)
class Piece:
    """Kept text of one slot.

    Attributes
    ----------
    slot : int
        Text slot.
    text : str
        As it stands on the page, white space not collapsed.
    """

    slot: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """Kept text of one segment.

    Attributes
    ----------
    segment : int
        Row of the segment.
    element : int
        Its block-level element.
    pieces : tuple of Piece
        By slot, in order.
    """

    segment: int
    element: int
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The whole line with white space collapsed."""
        return " ".join("".join(piece.text for piece in self.pieces).split())


def runs_of(mask: BoolArray) -> list[tuple[int, int]]:
    """Return the maximal runs of True as (start, end)."""
    edges = run_edges(mask).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def kept_lines(page: Page, mask: BoolArray) -> Iterator[Line]:
    """Yield the kept text segment by segment, in page order.

    A kept run carries the signs around its tokens: those before its first token if the line
    begins there, and those after its last token up to white space, or to the end of the line if
    that is where the run ends. Between two runs a space stands if one stood there.
    """
    runs = _runs(page, mask)
    element = segments(page).element
    first_run = np.flatnonzero(runs.opens).tolist()
    for first, after in pairwise([*first_run, len(runs.opens)]):
        pieces = tuple(piece for run in range(first, after) for piece in _pieces(page, runs, run))
        segment = int(runs.segment[first])
        yield Line(segment, int(element[segment]), pieces)


def kept_text(page: Page, mask: BoolArray) -> str:
    """Return the kept tokens with the page's own spacing, one line per segment."""
    runs = _runs(page, mask)
    before = runs.spaced + runs.opens * np.int32(2)
    # No parser leaves U+0000 in a text; every line begins with one.
    joined = joined_ranges(page.text, runs.start, runs.end, before, ("", " ", "\0"))
    lines = [" ".join(line.split()) for line in joined.split("\0")]
    return "\n".join([*lines[1:], ""])


def run_text(page: Page, first: int, last: int) -> str:
    """Return the text of the tokens first ... last - 1 with the signs that follow the last one.

    White space is collapsed; where a block-level boundary lies between two texts, a space stands.
    """
    slots, tokens = page.slots, page.tokens
    first_slot, last_slot = int(tokens.slot[first]), int(tokens.slot[last - 1])
    next_token = int(tokens.start[last]) if last < len(tokens) else len(page.text)
    begin = int(tokens.start[first])
    end = _after_signs(page.text, int(tokens.end[last - 1]), next_token, int(slots.end[last_slot]))
    if first_slot == last_slot:
        return " ".join(page.text[begin:end].split())
    breaks = breaks_before(page)[first_slot : last_slot + 1]
    edges = slots.start[first_slot + 1 : last_slot + 1][np.diff(breaks) > 0].tolist()
    cuts = [begin, *edges, end]
    return " ".join(" ".join(page.text[a:b] for a, b in pairwise(cuts)).split())


@dataclass(frozen=True, slots=True, eq=False)
class _Runs:
    """Runs of kept tokens, none across segments, shape (n_runs,) each.

    Attributes
    ----------
    segment : array of int
        Row of the segment.
    opens : array of bool
        Whether it is the first run of its segment.
    spaced : array of bool
        Whether white space stands between it and the run before it in its segment.
    first_slot : array of int
        Slot in which the text begins.
    start, end : array of int
        Range in the page text, the signs around the tokens included.
    """

    segment: IntArray
    opens: BoolArray
    spaced: BoolArray
    first_slot: IntArray
    start: IntArray
    end: IntArray


def _runs(page: Page, mask: BoolArray) -> _Runs:
    cut, slots, tokens = segments(page), page.slots, page.tokens
    is_edge = np.zeros(len(mask) + 1, dtype=np.bool_)  # whether a segment ends before each token
    is_edge[cut.token_end] = True
    is_edge[:1] = True
    stops = np.empty(len(mask) + 2, dtype=np.bool_)
    stops[0] = stops[-1] = True
    np.logical_not(mask, out=stops[1:-1])
    first = (mask & (is_edge[:-1] | stops[:-2])).nonzero()[0]
    last = (mask & (is_edge[1:] | stops[2:])).nonzero()[0]
    segment = cut.token_end.searchsorted(first.astype(np.int32), side="right").astype(np.int32)
    # What stands in the line of a segment, before its first token and after its last one.
    breaks = breaks_before(page)
    line = breaks.take(cut.slot_start.take(segment))
    line_slot = breaks.searchsorted(line, side="left")
    line_end = slots.end.take(breaks.searchsorted(line, side="right") - 1)
    begins = is_edge.take(first)
    end = line_end
    for run in (~is_edge[1:].take(last)).nonzero()[0].tolist():
        token = int(last[run])
        slot_end = int(slots.end[tokens.slot[token]])
        end[run] = _after_signs(
            page.text, int(tokens.end[token]), int(tokens.start[token + 1]), slot_end
        )
    opens = np.empty(len(first), dtype=np.bool_)
    opens[:1] = True
    np.not_equal(segment[1:], segment[:-1], out=opens[1:])
    spaced = np.zeros(len(first), dtype=np.bool_)
    for run in (~opens).nonzero()[0].tolist():
        gap = int(tokens.end[last[run - 1]]), int(tokens.start[first[run]])
        spaced[run] = _SPACE.search(page.text, *gap) is not None
    return _Runs(
        segment=segment,
        opens=opens,
        spaced=spaced,
        first_slot=np.where(begins, line_slot, tokens.slot.take(first)),
        start=np.where(begins, slots.start.take(line_slot), tokens.start.take(first)),
        end=end,
    )


def _pieces(page: Page, runs: _Runs, run: int) -> Iterator[Piece]:
    """Yield the pieces of a run, by slot, with a space before them where one stood."""
    slots = page.slots
    slot, start, end = int(runs.first_slot[run]), int(runs.start[run]), int(runs.end[run])
    if runs.spaced[run]:
        yield Piece(slot, " ")
    while start < end:
        slot_end = int(slots.end[slot])
        if slot_end > start:
            yield Piece(slot, page.text[start : min(slot_end, end)])
            start = slot_end
        slot += 1


def _after_signs(text: str, at: int, next_token: int, slot_end: int) -> int:
    """Return where the signs end that follow a token which ends at a place."""
    solid = _SOLID.match(text, at, min(max(next_token, at), slot_end))
    return solid.end() if solid else at
