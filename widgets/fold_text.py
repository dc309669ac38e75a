"""Runs of kept and dropped text, and the lines in which a pane shows them; no Qt.

A pane shows the whole page: kept text as text, dropped text as a fold line that the user can open.
`runs` divides the page into runs, `lines` turns the runs into lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boilerscope.extractors.model.gold import Outcome

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.extractors.page.segments import Segments
    from boilerscope.widgets.records import PaneRecord, Scene

PartArray = NDArray[np.int8]

INLINE_TOKENS = 12
"""A dropped run of at most this length is not folded if other text of its segment is shown."""
PIECE_TOKENS = 600
"""Maximum number of tokens of a line, so that its layout takes limited time."""


class Part(IntEnum):
    """Decision on a token; a plain mask has only DROPPED and KEPT.

    The parts from RIGHTLY_KEPT on compare a pane with a gold standard. UNMARKED is kept text that
    the gold standard does not decide; RIGHTLY_DROPPED is all dropped text that is not missed.
    """

    DROPPED = 0
    KEPT = 1  # in a difference: kept by both panes
    ONLY_HERE = 2
    ONLY_THERE = 3
    RIGHTLY_KEPT = 4
    WRONGLY_KEPT = 5
    MISSED = 6
    UNMARKED = 7
    RIGHTLY_DROPPED = 8


FOLDED_PARTS = (Part.DROPPED, Part.RIGHTLY_DROPPED, Part.MISSED)
"""Parts that are folded."""
KEPT_PARTS = (
    Part.KEPT,
    Part.ONLY_HERE,
    Part.RIGHTLY_KEPT,
    Part.WRONGLY_KEPT,
    Part.UNMARKED,
)
"""Parts that the pane keeps."""
ERRORS = {Part.WRONGLY_KEPT: Outcome.WRONGLY_KEPT, Part.MISSED: Outcome.MISSED}
"""Parts that are errors against a gold standard."""
_AGAINST_GOLD = {
    Outcome.KEPT: Part.RIGHTLY_KEPT,
    Outcome.DROPPED: Part.RIGHTLY_DROPPED,
    Outcome.WRONGLY_KEPT: Part.WRONGLY_KEPT,
    Outcome.MISSED: Part.MISSED,
}


class LineKind(IntEnum):
    """Kind of a line of a pane."""

    TEXT = 0
    FOLD_CLOSED = 1
    FOLD_OPEN = 2


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Runs of tokens with the same `Part` in the same segment, in page order, covering all tokens.

    Attributes
    ----------
    segment : array of int, shape (n_runs,)
        Segment of the run.
    start, end : array of int, shape (n_runs,)
        Token range, never empty.
    part : array of int8, shape (n_runs,)
        `Part` of the run's tokens.
    group : array of int, shape (n_runs,)
        Number of the fold group, shared by adjacent folded runs; -1 if the run is not folded.
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
        """Number of fold groups."""
        return int(self.group.max(initial=-1)) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines of a pane, from top to bottom; each line represents a range of runs.

    Attributes
    ----------
    kind : array of int8, shape (n_lines,)
        `LineKind`.
    first, last : array of int, shape (n_lines,)
        Runs `first` to `last - 1`; for the line of an open fold, the runs shown below it.
    segment : array of int, shape (n_lines,)
        Segment of the first run.
    start, end : array of int, shape (n_lines,)
        Token range, never empty.
    left_out : array of int, shape (n_lines,)
        Folds: number of segments that are dropped completely or in part; text: 0.
    folded : array of bool, shape (n_lines,)
        Whether the text was dropped but is shown, because its fold is open or it is selected.
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
        """Return the line of a token: its text, or the closed fold with it; -1 without lines."""
        text = self.kind != LineKind.FOLD_OPEN
        rows = np.flatnonzero(text)
        if not len(rows):
            return -1
        return int(rows[max(int(np.searchsorted(self.start[rows], token, "right")) - 1, 0)])


def difference(here: BoolArray, there: BoolArray) -> PartArray:
    """Compare the decisions of two panes on each token.

    Parameters
    ----------
    here, there : array of bool, shape (n_tokens,)
        Masks of the pane and of the pane it is compared with.

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


def against_gold(mask: BoolArray, outcomes: FloatArray) -> PartArray:
    """Compare the decisions of a pane with a gold standard.

    Parameters
    ----------
    mask : array of bool, shape (n_tokens,)
        Mask of the pane.
    outcomes : array of float, shape (n_tokens,)
        `Outcome` of each token, NaN for tokens that do not count.

    Returns
    -------
    array of int8, shape (n_tokens,)
        Values of `Part`.
    """
    parts = np.where(mask, Part.UNMARKED, Part.RIGHTLY_DROPPED).astype(np.int8)
    for outcome, part in _AGAINST_GOLD.items():
        parts[outcomes == outcome] = part
    return parts


def parts_of(scene: Scene, pane: PaneRecord) -> PartArray:
    """Return the `Part` of each token for a pane; none if it has no result.

    They are errors if the page is coloured by errors, else decisions.
    """
    if pane.shown is None:
        return np.zeros(0, dtype=np.int8)
    outcomes = scene.outcomes(pane) if scene.by_errors else None
    if outcomes is None:
        return pane.shown.mask.astype(np.int8)
    return against_gold(pane.shown.mask, outcomes)


def runs(page: Page, segments: Segments, parts: PartArray | BoolArray) -> Runs:
    """Return the runs of a page for a mask, a difference or the errors of a pane.

    Parameters
    ----------
    segments : Segments
        Segments of the page; each token is in one segment.
    parts : array of int8 or bool, shape (n_tokens,)
        `Part` of each token, or a mask.

    Returns
    -------
    Runs
        A run ends where its segment ends, where `parts` changes, and after `PIECE_TOKENS` tokens.

    Raises
    ------
    ValueError
        If `parts` does not have one value per token.
    """
    n_tokens = page.n_tokens
    if len(parts) != n_tokens:
        raise ValueError(f"a mask over {n_tokens} tokens is needed, got {len(parts)}")
    part_of = parts.astype(np.int8)
    changes = np.zeros(n_tokens, dtype=np.bool_)
    changes[segments.token_start] = True
    changes[1:] |= part_of[1:] != part_of[:-1]
    segment_of = segments.of_token()
    within = np.arange(n_tokens) - segments.token_start[segment_of]
    start = np.flatnonzero(changes | (within % PIECE_TOKENS == 0)).astype(np.int32)
    end = np.append(start[1:], n_tokens).astype(np.int32)[: len(start)]
    segment, part = segment_of[start], part_of[start]
    unbroken = np.cumsum(changes) - 1  # run before it is cut into pieces
    length = np.bincount(unbroken)[unbroken[start]] if n_tokens else end - start
    group = _groups(_is_folded(segment, length, part, len(segments)), part == Part.MISSED)
    return Runs(segment, start, end, part, group)


def _is_folded(segment: IntArray, length: IntArray, part: PartArray, n_segments: int) -> BoolArray:
    shown = ~np.isin(part, FOLDED_PARTS)
    mixed = np.zeros(n_segments, dtype=np.bool_)
    mixed[segment[shown]] = True
    folded: BoolArray = ~shown & ~(mixed[segment] & (length <= INLINE_TOKENS))
    return folded


def _groups(folded: BoolArray, missed: BoolArray) -> IntArray:
    """Return the fold group of each run; missed text is not in one group with other text."""
    starts = folded.copy()
    starts[1:] &= ~folded[:-1] | (missed[1:] != missed[:-1])
    return np.where(folded, np.cumsum(starts) - 1, -1).astype(np.int32)


def lines(all_runs: Runs, opened: BoolArray, selected: BoolArray) -> Lines:
    """Return the lines of a pane.

    Parameters
    ----------
    all_runs : Runs
        Runs of the page.
    opened : array of bool, shape (n_segments,)
        Whether the user opened the fold of each segment.
    selected : array of bool, shape (n_segments,)
        Whether each segment is selected; a selected segment of a closed fold is shown as text.

    Returns
    -------
    Lines
    """
    state = _states(all_runs, opened, selected)
    folds = (state == _HIDDEN) | (state == _OPENED)
    changed = (state[1:] != state[:-1]) | (folds[1:] & (all_runs.group[1:] != all_runs.group[:-1]))
    starts_line = np.ones(len(all_runs), dtype=np.bool_)
    piece = _pieces(all_runs)
    starts_line[1:] = changed | ((state[1:] != _HIDDEN) & (piece[1:] != piece[:-1]))
    opens_fold = state == _OPENED
    opens_fold[1:] &= changed
    bodies, openers = np.flatnonzero(starts_line), np.flatnonzero(opens_fold)
    changes = np.append(np.flatnonzero(changed) + 1, len(all_runs))
    first = np.concatenate([bodies, openers])
    last = np.concatenate(
        [
            np.append(bodies[1:], len(all_runs))[: len(bodies)],
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
        all_runs.segment[first],
        all_runs.start[first],
        all_runs.end[last - 1],
        np.where(kind == LineKind.TEXT, 0, _distinct_segments(all_runs, first, last)).astype(
            np.int32
        ),
        (kind == LineKind.TEXT) & (state[first] != _SHOWN),
    )


_SHOWN, _HIDDEN, _OPENED, _ALONE = range(4)


def _states(all_runs: Runs, opened: BoolArray, selected: BoolArray) -> NDArray[np.int8]:
    state = np.where(selected[all_runs.segment], _ALONE, _HIDDEN)
    state[opened[all_runs.segment]] = _OPENED
    state[all_runs.group < 0] = _SHOWN
    return state.astype(np.int8)


def _pieces(all_runs: Runs) -> IntArray:
    """Return the number of each run's piece; a line of text never exceeds a piece."""
    starts = np.ones(len(all_runs), dtype=np.bool_)
    starts[1:] = all_runs.segment[1:] != all_runs.segment[:-1]
    origin = all_runs.start[starts][np.cumsum(starts) - 1]
    within = (all_runs.start - origin) // PIECE_TOKENS
    starts[1:] |= within[1:] != within[:-1]
    return np.cumsum(starts).astype(np.int32)


def _distinct_segments(all_runs: Runs, first: IntArray, last: IntArray) -> IntArray:
    changes = np.zeros(len(all_runs), dtype=np.int32)
    changes[1:] = all_runs.segment[1:] != all_runs.segment[:-1]
    n_changes = np.cumsum(changes, dtype=np.int32)
    return n_changes[last - 1] - n_changes[first] + 1


def touched(segments: Segments, token_runs: tuple[tuple[int, int], ...]) -> BoolArray:
    """Return whether each segment shares a token with a selection, shape (n_segments,)."""
    is_touched = np.zeros(len(segments), dtype=np.bool_)
    for start, end in token_runs:
        if end > start:
            first = int(np.searchsorted(segments.token_end, start, "right"))
            last = int(np.searchsorted(segments.token_start, end, "left"))
            is_touched[first:last] = True
    return is_touched
