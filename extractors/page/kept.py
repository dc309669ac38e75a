"""The kept text of a page in the page's own spacing: runs of kept tokens by segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.page import Page
    from extractors.page.records import BoolArray


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
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def kept_lines(page: Page, mask: BoolArray) -> Iterator[Line]:
    """Yield the kept text segment by segment, in page order.

    A kept run carries the signs around its tokens: those before its first token back to the
    token before, if that one is kept too or the segment begins there, and those after its last
    token up to white space.
    """
    cut = segments(page)
    any_kept = np.add.reduceat(mask, cut.token_start) > 0 if len(cut) else np.zeros(0, np.bool_)
    for segment in np.flatnonzero(any_kept).tolist():
        start, end = int(cut.token_start[segment]), int(cut.token_end[segment])
        pieces: list[Piece] = []
        for first, last in runs_of(mask[start:end]):
            at_edges = (first == 0, last == end - start)
            pieces.extend(_pieces(page, start + first, start + last, at_edges))
        yield Line(segment, int(cut.element[segment]), tuple(pieces))


def kept_text(page: Page, mask: BoolArray) -> str:
    """Return the kept tokens with the page's own spacing, one line per segment."""
    return "".join(line.text + "\n" for line in kept_lines(page, mask) if line.text)


def _pieces(page: Page, first: int, last: int, at_edges: tuple[bool, bool]) -> Iterator[Piece]:
    tokens, slots = page.tokens, page.slots
    first_slot, last_slot = int(tokens.slot[first]), int(tokens.slot[last - 1])
    for slot in range(first_slot, last_slot + 1):
        low, high = int(slots.start[slot]), int(slots.end[slot])
        if slot == first_slot and not at_edges[0]:
            low = int(tokens.start[first])
        if slot == last_slot and not at_edges[1]:
            high = _after_signs(page.text, int(tokens.end[last - 1]), int(tokens.start[last]), high)
        if low < high:
            yield Piece(slot, page.text[low:high])


def _after_signs(text: str, at: int, next_token: int, slot_end: int) -> int:
    limit = min(max(next_token, at), slot_end)
    while at < limit and not text[at].isspace():
        at += 1
    return at
