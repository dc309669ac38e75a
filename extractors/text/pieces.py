"""Pieces of text put together to units, with where each stretch of a unit comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from extractors.page.ranges import joined_ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractors.page.records import BoolArray, IntArray


class Span(NamedTuple):
    """A stretch of a unit's text that comes from one place of the page.

    Attributes
    ----------
    start, end : int
        Range in the unit's text.
    slot : int
        Text slot, -1 for a text that stands in an attribute.
    row : int
        Element that directly holds the text, or has the attribute.
    """

    start: int
    end: int
    slot: int
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Where the texts of units come from, in order.

    Attributes
    ----------
    first : array of int, shape (n_units + 1,)
        The spans of unit u are first[u] ... first[u + 1] - 1, at least one.
    unit : array of int, shape (n_spans,)
        The unit of each span.
    start, end, slot, row : array of int, shape (n_spans,)
        As those of a span.
    char_count : array of int, shape (n_spans,)
        Characters without white space.
    """

    first: IntArray
    unit: IntArray
    start: IntArray
    end: IntArray
    slot: IntArray
    row: IntArray
    char_count: IntArray

    def of_unit(self, unit: int) -> list[Span]:
        """Return the spans of one unit."""
        chosen = slice(self.first[unit], self.first[unit + 1])
        columns = (self.start, self.end, self.slot, self.row)
        return list(map(Span, *(column[chosen].tolist() for column in columns)))


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Texts in the order in which units are made of them.

    Attributes
    ----------
    text : str
        Holds them all, white space collapsed.
    unit : array of int, shape (n,)
        Rising; pieces of the same number are one unit.
    start, end : array of int, shape (n,)
        Range of each one in `text`, trimmed; blank ones are there too.
    opens, closes : array of bool, shape (n,)
        Whether white space stood before and after the words.
    slot, row : array of int, shape (n,)
        As those of a span.
    char_count : array of int, shape (n,)
        Characters of each one without white space.
    """

    text: str
    unit: IntArray
    start: IntArray
    end: IntArray
    opens: BoolArray
    closes: BoolArray
    slot: IntArray
    row: IntArray
    char_count: IntArray

    @classmethod
    def of_texts(
        cls, texts: Sequence[str], unit: IntArray, slot: IntArray, row: IntArray
    ) -> Pieces:
        """Return the pieces that texts are, as they stand on the page."""
        words = [" ".join(text.split()) for text in texts]
        length = np.array(list(map(len, words)), dtype=np.int32)
        end = length.cumsum(dtype=np.int32)
        return cls(
            text="".join(words),
            unit=unit,
            start=end - length,
            end=end,
            opens=np.array([text[:1].isspace() for text in texts], dtype=np.bool_),
            closes=np.array([text[-1:].isspace() for text in texts], dtype=np.bool_),
            slot=slot,
            row=row,
            char_count=length - np.array([one.count(" ") for one in words], dtype=np.int32),
        )

    def with_more(self, other: Pieces, order: IntArray) -> Pieces:
        """Return these pieces and others, in an order given by places in both lists."""
        offset = np.int32(len(self.text))
        pairs = (
            (self.unit, other.unit),
            (self.start, other.start + offset),
            (self.end, other.end + offset),
            (self.opens, other.opens),
            (self.closes, other.closes),
            (self.slot, other.slot),
            (self.row, other.row),
            (self.char_count, other.char_count),
        )
        return Pieces(self.text + other.text, *(np.concatenate(pair).take(order) for pair in pairs))


def collapsed(pieces: Pieces, chosen: BoolArray | None = None) -> tuple[tuple[str, ...], Spans]:
    """Return the texts of units that are not blank, and where they come from.

    Parameters
    ----------
    pieces : Pieces
        What they are made of.
    chosen : array of bool, shape (n_pieces,), optional
        Pieces to read; all by default.
    """
    opens, filled = pieces.opens, pieces.end > pieces.start
    if chosen is not None:
        opens, filled = opens & chosen, filled & chosen
    place = filled.nonzero()[0]
    start, end, unit = pieces.start.take(place), pieces.end.take(place), pieces.unit.take(place)
    # Where units begin, and where the last one ends.
    fresh = np.ones(len(place) + 1, dtype=np.bool_)
    np.not_equal(unit[1:], unit[:-1], out=fresh[1:-1])
    # Is there white space after the piece before, or at the begin of this one or of one between?
    met = opens.cumsum().take(place)
    spaced = np.zeros(len(place), dtype=np.bool_)
    spaced[1:] = ((met[1:] > met[:-1]) | pieces.closes.take(place[:-1])) & ~fresh[1:-1]
    # Pieces that stand in the text as they do in their unit are taken at once.
    is_edge = fresh.copy()
    is_edge[1:-1] |= start[1:] - end[:-1] != spaced[1:]
    edges = is_edge.nonzero()[0]
    run, last = edges[:-1], edges[1:] - 1
    before = spaced[run] + fresh[run] * np.int32(2)
    text = joined_ranges(pieces.text, start[run], end[last], before, ("", " ", "\n"))
    spans = _spans(pieces, place, fresh, end - start, spaced)
    return tuple(text[1:].split("\n")) if text else (), spans


def _spans(
    pieces: Pieces, place: NDArray[np.intp], fresh: BoolArray, length: IntArray, spaced: BoolArray
) -> Spans:
    """Return where units come from, given their pieces and what stands before each of these."""
    first = fresh.nonzero()[0].astype(np.int32)
    unit = fresh[:-1].cumsum(dtype=np.int32) - 1
    end = (length + spaced).cumsum(dtype=np.int32)
    start = end - length
    before = start.take(first[:-1]).take(unit)
    return Spans(
        first=first,
        unit=unit,
        start=start - before,
        end=end - before,
        slot=pieces.slot.take(place),
        row=pieces.row.take(place),
        char_count=pieces.char_count.take(place),
    )
