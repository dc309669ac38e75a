"""Deleting from a source what line-based algorithms do not read, with every offset kept.

Each function here does what one replacement by a regular expression does in such programs, as a
scan that takes time proportional to the text whatever stands in it. None looks a text up twice:
an opening that finds no end ends the search, since no later one can find one either.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.code_points import code_points
from extractors.page.ranges import mask_of_ranges

if TYPE_CHECKING:
    from extractors.page.code_points import CodeArray
    from extractors.page.records import BoolArray, IntArray

LF, CR, SPACE = 0x0A, 0x0D, 0x20
_LONG = 600
LESS, GREATER, AMPERSAND, SEMICOLON, HASH = map(ord, "<>&;#")


@dataclass(frozen=True, eq=False)
class EditedSource:
    """A source of which parts have been deleted.

    Deleting makes a new draft, so that what is looked up in one is looked up once.

    Attributes
    ----------
    codes : array of uint32, shape (n,)
        Code points that are left.
    origin : array of int, shape (n,)
        Where each of them stands in the source, ascending.
    """

    codes: CodeArray
    origin: IntArray
    _places: dict[int, IntArray] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str) -> EditedSource:
        """Return the whole source."""
        codes = code_points(source)
        return cls(codes, np.arange(len(codes), dtype=np.int32))

    @property
    def text(self) -> str:
        """What is left, as text."""
        return self.codes.tobytes().decode("utf-32-le")

    def places(self, code: int) -> IntArray:
        """Return where a code point stands, ascending."""
        if code not in self._places:
            self._places[code] = np.flatnonzero(self.codes == code).astype(np.int32)
        return self._places[code]

    @cached_property
    def line_ends(self) -> IntArray:
        """Return where a line of a regular expression ends: the places no dot matches."""
        codes = self.codes
        # Unsigned numbers below 0x2028 wrap round to large ones.
        ends = (codes == LF) | (codes == CR) | (codes == 0x85) | (codes - np.uint32(0x2028) < 2)
        return np.flatnonzero(ends).astype(np.int32)

    def white_space(self) -> BoolArray:
        """Return where ASCII white space stands (tab to carriage return, space)."""
        # Unsigned numbers below the tab wrap round to large ones.
        found: BoolArray = (self.codes == SPACE) | (self.codes - np.uint32(0x09) < np.uint32(5))
        return found

    def reads(self, at: IntArray, literal: str, *, any_case: bool = False) -> BoolArray:
        """Return for each place whether an ASCII literal stands there.

        Parameters
        ----------
        at : array of int
            Places, 0 or more.
        literal : str
            In lower case where `any_case` is set.
        any_case : bool
            Whether ASCII letters match in both cases.
        """
        wanted = np.frombuffer(literal.encode("utf-32-le"), dtype="<u4")
        fold = np.uint32(0x20) * np.array([any_case and one.isalpha() for one in literal])
        inside = np.flatnonzero(at <= len(self.codes) - len(literal))
        for offset in range(min(2, len(literal))):  # rules out nearly all
            here = self.codes.take(at[inside] + offset) | fold[offset]
            inside = inside[here == wanted[offset]]
        rest = at[inside, None] + np.arange(2, max(2, len(literal)))
        inside = inside[(self.codes[rest] | fold[2:] == wanted[2:]).all(axis=1)]
        found = np.zeros(len(at), dtype=np.bool_)
        found[inside] = True
        return found

    def without(self, start: IntArray, end: IntArray) -> EditedSource:
        """Return the draft without the ranges start ... end - 1 (ascending, disjoint)."""
        if not len(start):
            return self
        if len(start) * _LONG <= len(self.codes):  # copying long pieces beats testing characters
            cuts = list(zip((0, *end.tolist()), (*start.tolist(), len(self.codes)), strict=True))
            return EditedSource(
                np.concatenate([self.codes[first:last] for first, last in cuts]),
                np.concatenate([self.origin[first:last] for first, last in cuts]),
            )
        kept = ~mask_of_ranges(start, end, len(self.codes))
        return EditedSource(self.codes[kept], self.origin[kept])

    def with_spaces(self, start: IntArray, end: IntArray) -> EditedSource:
        """Return the draft with each range (ascending, disjoint, not empty) made one space."""
        if not len(start):
            return self
        codes = self.codes.copy()
        codes[start] = SPACE
        return EditedSource(codes, self.origin).without(start + 1, end)


def next_place(places: IntArray, at: IntArray, none: int) -> IntArray:
    """Return for each offset the first of the ascending places that is not before it."""
    return np.append(places, np.int32(none))[np.searchsorted(places, at)]


def leftmost(start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
    """Return the ranges that a search from left to right finds: none overlaps one before it."""
    if len(start) < 2 or (start[1:] >= end[:-1]).all():
        return start, end
    chosen, reached = [], 0
    for row, (first, last) in enumerate(zip(start.tolist(), end.tolist(), strict=True)):
        if first >= reached:
            chosen.append(row)
            reached = last
    return start[chosen], end[chosen]


def delete_between(draft: EditedSource, opening: str, *closings: str) -> EditedSource:
    """Delete from each opening to the last of several closings that follow one another.

    ``delete_between(draft, "<script", ">", "</script>")`` does what ``<script.*?>.*?</script>``
    does, case ignored and line ends passed over. An opening begins with ``<``, a closing ends
    with ``>``.
    """
    less, greater = draft.places(LESS), draft.places(GREATER)
    openings = _list(less[draft.reads(less, opening, any_case=True)])
    if not openings:
        return draft
    stops = [(_ends(draft, greater, closing), len(closing)) for closing in closings]
    starts: list[int] = []
    ends: list[int] = []
    reached = 0
    while (row := bisect_left(openings, reached)) < len(openings):
        reached = openings[row] + len(opening)
        for places, length in stops:
            found = bisect_left(places, reached)
            if found == len(places):
                return draft.without(_ints(starts), _ints(ends))
            reached = places[found] + length
        starts.append(openings[row])
        ends.append(reached)
    return draft.without(_ints(starts), _ints(ends))


def _ends(draft: EditedSource, greater: IntArray, closing: str) -> list[int]:
    """Return where a closing that ends with ``>`` stands, ascending."""
    if closing == ">":
        return _list(greater)
    at = greater - np.int32(len(closing) - 1)
    at = at[np.searchsorted(at, 0) :]
    return _list(at[draft.reads(at, closing, any_case=True)])


def delete_literal(draft: EditedSource, literal: str) -> EditedSource:
    """Delete each occurrence of a tag that is written in one way only, case ignored."""
    less = draft.places(LESS)
    found = less[draft.reads(less, literal, any_case=True)]
    return draft.without(found, found + np.int32(len(literal)))


def blank_entities(draft: EditedSource) -> EditedSource:
    """Replace by one space what looks like an entity, as ``&.{2,5};|&#.{2,5};`` does.

    The longest that fits is taken, the form without ``#`` first, as the original's alternation
    does; nothing is decoded.
    """
    at = draft.places(AMPERSAND)
    if not len(at):
        return draft
    semicolon = draft.places(SEMICOLON)
    line_end = next_place(draft.line_ends, at, len(draft.codes))
    is_semicolon = np.zeros(len(draft.codes) + 8, dtype=np.bool_)
    is_semicolon[semicolon] = True
    is_number = draft.reads(at, "&#")
    end = np.zeros(len(at), dtype=np.int32)
    # From the least wanted to the most wanted, each overwriting the one before.
    for head, allowed in ((2, is_number), (1, np.ones(len(at), dtype=np.bool_))):
        for inner in (2, 3, 4, 5):
            last = at + head + inner
            fits = allowed & is_semicolon.take(last) & (line_end > last)
            end[fits] = last[fits] + 1
    found = np.flatnonzero(end)
    return draft.with_spaces(*leftmost(at[found], end[found]))


def delete_tags(draft: EditedSource) -> EditedSource:
    """Delete from each ``<`` to the next ``>``, over line ends, as ``<.*?>`` does."""
    less, beyond = draft.places(LESS), len(draft.codes)
    closing = next_place(draft.places(GREATER), less, beyond)
    return _without_tags(draft, less, closing, closing < beyond)


def delete_tags_in_lines(draft: EditedSource, name: str = "") -> EditedSource:
    """Delete from each ``<`` (and name) to the next ``>`` of the same line.

    A tag that runs over a line end stays, as it does for ``<.*?>`` where no dot matches one.
    """
    less, beyond = draft.places(LESS), len(draft.codes)
    less = less[draft.reads(less, "<" + name, any_case=True)] if name else less
    after = less + np.int32(1 + len(name))
    closing = next_place(draft.places(GREATER), after, beyond)
    return _without_tags(draft, less, closing, closing < next_place(draft.line_ends, after, beyond))


def delete_quoted_tags(draft: EditedSource) -> EditedSource:
    """Delete from a tag's ``<`` to the first ``>`` after the last quote of the line.

    This is ``<[^>'"]*['"].*['"].*?>``: meant for attributes that hold a ``>``, it takes with it
    all that stands between the tags of the line. The ``<`` may stand on an earlier line than the
    first quote; from there on no line end is passed.
    """
    less, greater = draft.places(LESS), draft.places(GREATER)
    quotes = np.sort(np.concatenate((draft.places(ord('"')), draft.places(ord("'")))))
    beyond = len(draft.codes)
    first_quote = next_place(quotes, less, beyond)
    opens = first_quote < next_place(greater, less, beyond)
    less, first_quote = less[opens], first_quote[opens]
    line_end = next_place(draft.line_ends, first_quote, beyond)
    last_greater = _last_before(greater, line_end)
    last_quote = _last_before(quotes, last_greater)
    whole = last_quote > first_quote
    end = next_place(greater, last_quote[whole], beyond) + 1
    return draft.without(*leftmost(less[whole], end))


def join_line_ends(draft: EditedSource) -> EditedSource:
    """Make each carriage return with line feed a line feed."""
    carriage = draft.places(CR)
    joined = carriage[draft.reads(carriage, "\r\n")]
    return draft.without(joined, joined + 1)


def _without_tags(
    draft: EditedSource, less: IntArray, closing: IntArray, whole: BoolArray
) -> EditedSource:
    """Delete the whole tags: of several ``<`` before the same ``>`` the first begins it."""
    less, closing = less[whole], closing[whole]
    first = np.append(True, closing[1:] != closing[:-1])[: len(closing)]
    return draft.without(less[first], closing[first] + np.int32(1))


def _last_before(places: IntArray, at: IntArray) -> IntArray:
    """Return for each offset the last of the ascending places before it, -1 if there is none."""
    return np.append(np.int32(-1), places)[np.searchsorted(places, at)]


def _ints(values: list[int]) -> IntArray:
    return np.array(values, dtype=np.int32)


def _list(places: IntArray) -> list[int]:
    values: list[int] = places.tolist()
    return values
