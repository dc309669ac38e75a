"""Pieces of text joined into units, and the source of each stretch of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page.records import IntArray


class Span(NamedTuple):
    """A stretch of a unit's text that comes from one slot or attribute.

    Attributes
    ----------
    start, end : int
        Range in the unit's text.
    slot : int
        Text slot, -1 for a text in an attribute.
    row : int
        Element that directly contains the text or has the attribute.
    """

    start: int
    end: int
    slot: int
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Sources of the units' texts, in order.

    Attributes
    ----------
    first : array of int, shape (n_units + 1,)
        The spans of unit u are first[u] ... first[u + 1] - 1, at least one.
    unit : array of int, shape (n_spans,)
        The unit of each span.
    start, end, slot, row : array of int, shape (n_spans,)
        As in `Span`.
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
        rows = slice(self.first[unit], self.first[unit + 1])
        columns = (self.start, self.end, self.slot, self.row)
        return list(map(Span, *(column[rows].tolist() for column in columns)))


class Piece(NamedTuple):
    """A text that forms a unit, alone or with other texts.

    Attributes
    ----------
    unit : int
        Consecutive pieces with the same number form one unit; never decreasing.
    text : str
        The text, white space collapsed and trimmed; empty for a blank text.
    opens, closes : bool
        Whether it starts, and ends, with white space.
    slot, row : int
        As in `Span`.
    """

    unit: int
    text: str
    opens: bool
    closes: bool
    slot: int
    row: int


def piece_of_text(unit: int, text: str, slot: int, row: int) -> Piece:
    """Return a text of the page as a piece."""
    words = " ".join(text.split())
    return Piece(unit, words, text[:1].isspace(), text[-1:].isspace(), slot, row)


def collapsed(pieces: Iterable[Piece]) -> tuple[tuple[str, ...], Spans]:
    """Return the texts of the units that are not blank, and their sources.

    A space separates two pieces of a unit if there is white space at the end of the first piece,
    at the start of the second piece, or in a blank piece between them.
    """
    units: list[list[str]] = []
    spans: list[tuple[int, ...]] = []
    number, is_spaced, end = -1, False, 0
    for unit, text, opens, closes, slot, row in pieces:
        is_spaced = is_spaced or opens
        if not text:
            continue
        if unit != number:
            number, end = unit, 0
            units.append([])
        elif is_spaced:
            units[-1].append(" ")
            end += 1
        start, end = end, end + len(text)
        units[-1].append(text)
        spans.append((len(units) - 1, start, end, slot, row, len(text) - text.count(" ")))
        is_spaced = closes
    return tuple(map("".join, units)), _spans(spans, len(units))


def _spans(spans: list[tuple[int, ...]], n_units: int) -> Spans:
    """Return spans as columns, given unit, start, end, slot, row and characters of each."""
    values = np.fromiter(chain.from_iterable(spans), dtype=np.int32)
    unit, start, end, slot, row, char_count = values.reshape(-1, 6).T
    first = np.searchsorted(unit, np.arange(n_units + 1, dtype=np.int32)).astype(np.int32)
    return Spans(first, unit, start, end, slot, row, char_count)
