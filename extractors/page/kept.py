"""The kept text of a page in the page's own spacing: runs of kept tokens by segment."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import breaks_before, segments

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

    A kept run carries the signs around its tokens: those before its first token if the line
    begins there, and those after its last token up to white space, or to the end of the line if
    that is where the run ends. Between two runs a space stands if one stood there.
    """
    cut = segments(page)
    breaks = breaks_before(page)
    line_start = np.searchsorted(breaks, breaks[cut.slot_start], side="left").tolist()
    line_end = np.searchsorted(breaks, breaks[cut.slot_start], side="right").tolist()
    any_kept = np.add.reduceat(mask, cut.token_start) if len(cut) else np.zeros(0, np.bool_)
    for segment in np.flatnonzero(any_kept).tolist():
        start, end = int(cut.token_start[segment]), int(cut.token_end[segment])
        pieces: list[Piece] = []
        before = -1
        for first, last in runs_of(mask[start:end]):
            slots = (
                line_start[segment] if first == 0 else None,
                line_end[segment] if last == end - start else None,
            )
            if before >= 0 and _has_space(page, start + before, start + first):
                pieces.append(Piece(int(page.tokens.slot[start + first]), " "))
            pieces.extend(_pieces(page, start + first, start + last, slots))
            before = last - 1
        yield Line(segment, int(cut.element[segment]), tuple(pieces))


def kept_text(page: Page, mask: BoolArray) -> str:
    """Return the kept tokens with the page's own spacing, one line per segment."""
    return "".join(line.text + "\n" for line in kept_lines(page, mask) if line.text)


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


def _pieces(
    page: Page, first: int, last: int, line: tuple[int | None, int | None]
) -> Iterator[Piece]:
    """Yield the pieces of a run of tokens.

    Parameters
    ----------
    page : Page
        The page.
    first, last : int
        The tokens, `last` not included.
    line : tuple of (int or None, int or None)
        First slot of the line and slot after its last one, where the run reaches that far.
    """
    tokens, slots = page.tokens, page.slots
    first_slot, end_slot = int(tokens.slot[first]), int(tokens.slot[last - 1]) + 1
    begin, end = int(tokens.start[first]), int(slots.end[end_slot - 1])
    if line[0] is not None:
        first_slot = line[0]
        begin = int(slots.start[first_slot])
    if line[1] is not None:
        end_slot = line[1]
        end = int(slots.end[end_slot - 1])
    else:
        end = _after_signs(page.text, int(tokens.end[last - 1]), int(tokens.start[last]), end)
    for slot in range(first_slot, end_slot):
        low, high = max(int(slots.start[slot]), begin), min(int(slots.end[slot]), end)
        if low < high:
            yield Piece(slot, page.text[low:high])


def _has_space(page: Page, first: int, second: int) -> bool:
    """Return whether white space stands anywhere between two tokens."""
    gap = slice(int(page.tokens.end[first]), int(page.tokens.start[second]))
    return any(sign.isspace() for sign in page.text[gap])


def _after_signs(text: str, at: int, next_token: int, slot_end: int) -> int:
    limit = min(max(next_token, at), slot_end)
    while at < limit and not text[at].isspace():
        at += 1
    return at
