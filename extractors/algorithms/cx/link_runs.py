"""Deleting runs of links that stand close together, as the 2011 revision of cx-extractor does.

The original is one regular expression with nested repetitions that can take hours. What it
accepts can be said without any repetition inside another:

- a link is ``<a``, white space, ``href=``, perhaps a quote, one character that is no quote, space
  or ``>``; its start tag ends at the next ``>``; the ``>`` after that must end ``</a>``, with at
  least one character between;
- a run is one link and two to a hundred more, where at most 30 characters, white space at both
  ends not counted, stand between one and the next. Of several next links within reach the
  farthest is taken.

So every link has one end, the links within its reach are a range, and a run is found by stepping
from link to link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.cx.source_patterns import GREATER, LESS, SPACE, EditedSource, next_place

if TYPE_CHECKING:
    from extractors.page.records import BoolArray, IntArray

MAX_GAP = 30
MAX_FURTHER = 100
MAX_PASSES = 20
"""Runs inside the text of a link come apart one pass each; real pages need two passes."""

_QUOTES = (ord('"'), ord("'"))


@dataclass(frozen=True, slots=True, eq=False)
class _Links:
    """Links that can begin a run, and those that can go on with one (lower case but for ``</A>``).

    Attributes
    ----------
    start, end : array of int
        Ranges of the links that can begin a run.
    near, far : array of int
        The further links within reach: rows near ... far - 1.
    next_start, next_end, next_near, next_far : array of int
        The same of the further links.
    """

    start: IntArray
    end: IntArray
    near: IntArray
    far: IntArray
    next_start: IntArray
    next_end: IntArray
    next_near: IntArray
    next_far: IntArray


def delete_link_runs(draft: EditedSource) -> tuple[EditedSource, bool]:
    """Delete runs of three or more links until none is left.

    Returns
    -------
    draft : Draft
    done : bool
        False if runs were still left after `MAX_PASSES`.
    """
    for _ in range(MAX_PASSES):
        start, end = _find_runs(draft)
        if not len(start):
            return draft, True
        draft = draft.without(start, end)
    return draft, not len(_find_runs(draft)[0])


def _find_links(draft: EditedSource) -> _Links:
    solid = np.flatnonzero(~draft.white_space()).astype(np.int32)
    start, end, can_begin, can_follow = _whole_links(draft, solid)
    first, further = np.flatnonzero(can_begin), np.flatnonzero(can_follow)
    next_start = start[further]
    # Where the white space before a link begins: nearness is measured up to there.
    before = np.append(np.int32(-1), solid)[np.searchsorted(solid, next_start)] + 1

    def reach(after: IntArray) -> tuple[IntArray, IntArray]:
        text_start = next_place(solid, after, len(draft.codes))
        near = np.searchsorted(next_start, after)
        far = np.searchsorted(before, text_start + MAX_GAP, side="right")
        return near.astype(np.int32), far.astype(np.int32)

    return _Links(
        start[first],
        end[first],
        *reach(end[first]),
        next_start,
        end[further],
        *reach(end[further]),
    )


def _whole_links(
    draft: EditedSource, solid: IntArray
) -> tuple[IntArray, IntArray, BoolArray, BoolArray]:
    """Return start and end of each link, whether it can begin a run, whether it can go on.

    `solid` are the places where no white space stands.
    """
    start = draft.places(LESS)
    start = start[draft.reads(start, "<a", any_case=True)]
    name = next_place(solid, start + np.int32(2), len(draft.codes))
    is_link = (name > start + 2) & draft.reads(name, "href=", any_case=True)
    start, name = start[is_link], name[is_link]
    lower = draft.reads(start, "<a") & draft.reads(name, "href=")
    greater = draft.places(GREATER)
    value = name + np.int32(5)
    row = np.searchsorted(greater, value)
    closed = _has_value(draft, value) & (row + 1 < len(greater))
    start, row, lower = start[closed], row[closed], lower[closed]
    tag_end, last = greater[row], greater[row + 1]
    closing = last - np.int32(3)
    has_text = closing > tag_end + 1
    ends_lower = has_text & draft.reads(closing, "</a>")
    ends_upper = has_text & draft.reads(closing, "</A>")
    return start, last + np.int32(1), ends_lower, (ends_lower | ends_upper) & lower


def _has_value(draft: EditedSource, at: IntArray) -> BoolArray:
    """Return where, a quote left aside, a character of a value stands."""
    padded = np.append(draft.codes, np.full(2, GREATER, dtype=draft.codes.dtype))
    first = padded[at]
    met = padded[at + ((first == _QUOTES[0]) | (first == _QUOTES[1]))]
    has_value: BoolArray = (met != GREATER) & (met != SPACE)
    has_value &= (met != _QUOTES[0]) & (met != _QUOTES[1])
    return has_value


def _find_runs(draft: EditedSource) -> tuple[IntArray, IntArray]:
    """Return the ranges of the runs, from left to right, none overlapping one before it."""
    links = _find_links(draft)
    near, far = links.next_near.tolist(), links.next_far.tolist()
    starts, ends, reached = [], [], 0
    firsts = zip(links.start.tolist(), links.near.tolist(), links.far.tolist(), strict=True)
    for start, first_near, first_far in firsts:
        if start < reached:
            continue
        # The farthest second link that has a third one.
        second = next(
            (row for row in range(first_far - 1, first_near - 1, -1) if far[row] > near[row]), None
        )
        if second is None:
            continue
        row, further = second, 1
        while far[row] > near[row] and further < MAX_FURTHER:
            row, further = far[row] - 1, further + 1
        reached = int(links.next_end[row])
        starts.append(start)
        ends.append(reached)
    return np.array(starts, dtype=np.int32), np.array(ends, dtype=np.int32)
