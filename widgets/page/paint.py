"""Values of a layer in the form in which the page agent paints them: one per segment; no Qt.

A segment with different values gets the most frequent value, and its runs of equal values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.widgets.records import Layer, LayerKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.extractors.page.segments import Segments

MAX_RUNS = 64
"""A segment with more runs shows only its most frequent value."""

_MAX_VALUE = 1e15  # JSON has no infinity; no quantity of a page is this large

Run = tuple[int, int, int, int, float | None]
"""First slot and character, last slot and character, value; characters are code points."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentValues:
    """Values of a layer for each segment.

    Attributes
    ----------
    values : array of float, shape (n_segments,)
        Most frequent value of the segment's tokens; NaN for no value.
    runs : dict of int to tuple of Run
        Runs of equal values, only for segments with several values.
    """

    values: FloatArray
    runs: dict[int, tuple[Run, ...]]

    @classmethod
    def unknown(cls, n_segments: int) -> SegmentValues:
        """Return the agent's state before any values are sent."""
        return cls(np.full(n_segments, np.nan), {})


def segment_values(page: Page, segments: Segments, values: FloatArray) -> SegmentValues:
    """Return the values of segments from the values of tokens.

    Parameters
    ----------
    segments : Segments
        Segments of the page.
    values : array of float, shape (n_tokens,)
        Value of each token, NaN for none.

    Raises
    ------
    ValueError
        If there is not one value per token.
    """
    if len(values) != page.n_tokens:
        raise ValueError(f"{page.n_tokens} values are needed, one per token, got {len(values)}")
    if not len(segments):
        return SegmentValues.unknown(0)
    start, owner = _runs(segments, values)
    first_run = np.searchsorted(owner, np.arange(len(segments)))
    result = values[start[first_run]].astype(np.float64)
    n_runs = np.diff(np.append(first_run, len(start)))
    end = np.append(start[1:], page.n_tokens)
    runs: dict[int, tuple[Run, ...]] = {}
    for segment in np.flatnonzero(n_runs > 1).tolist():
        run = slice(int(first_run[segment]), int(first_run[segment] + n_runs[segment]))
        parts = values[start[run]]
        result[segment] = _most_frequent(parts, end[run] - start[run])
        if n_runs[segment] <= MAX_RUNS:
            runs[segment] = tuple(
                (*span(page, first, last), _plain(value))
                for first, last, value in zip(
                    start[run].tolist(), end[run].tolist(), parts.tolist(), strict=True
                )
            )
    return SegmentValues(result, runs)


def _runs(segments: Segments, values: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the first token and the segment of each run of equal values in a segment."""
    starts_run = np.zeros(len(values), dtype=np.bool_)
    starts_run[segments.token_start] = True
    has_value = ~np.isnan(values)
    differs = (values[1:] != values[:-1]) & (has_value[1:] | has_value[:-1])
    starts_run[1:] |= differs
    start = np.flatnonzero(starts_run).astype(np.int32)
    return start, segments.of_token()[start]


def _most_frequent(values: FloatArray, lengths: IntArray) -> float:
    """Return the value of most tokens; of equally frequent values, the first value."""
    counts: dict[float | None, int] = {}
    for value, length in zip(values.tolist(), lengths.tolist(), strict=True):
        key = None if math.isnan(value) else value
        counts[key] = counts.get(key, 0) + length
    best = max(counts, key=counts.__getitem__)
    return math.nan if best is None else best


def span(page: Page, first: int, last: int) -> tuple[int, int, int, int]:
    """Return start and end of tokens `first` to `last - 1`: slot, character, slot, character."""
    tokens, slots = page.tokens, page.slots
    start_slot, end_slot = int(tokens.slot[first]), int(tokens.slot[last - 1])
    return (
        start_slot,
        int(tokens.start[first] - slots.start[start_slot]),
        end_slot,
        int(tokens.end[last - 1] - slots.start[end_slot]),
    )


def changed(old: SegmentValues, new: SegmentValues) -> list[int]:
    """Return the segments with different values in two states, in order."""
    same = (old.values == new.values) | (np.isnan(old.values) & np.isnan(new.values))
    differing = set(np.flatnonzero(~same).tolist())
    if old.runs or new.runs:
        with_runs = old.runs.keys() | new.runs.keys()
        differing |= {row for row in with_runs if old.runs.get(row) != new.runs.get(row)}
    return sorted(differing)


def message(state: SegmentValues, rows: Sequence[int]) -> tuple[list[Any], dict[int, Any]]:
    """Return the values and runs of some segments as arguments of the agent."""
    values = [_plain(value) for value in state.values[list(rows)].tolist()] if rows else []
    runs = {row: state.runs[row] for row in rows if row in state.runs}
    return values, runs


def _plain(value: float) -> float | int | None:
    if math.isnan(value):
        return None
    value = min(max(value, -_MAX_VALUE), _MAX_VALUE)
    return int(value) if value == int(value) else float(f"{value:.6g}")


def layer_record(layer: Layer, letters: Sequence[str], locale: str) -> dict[str, Any]:
    """Return the properties of a layer that the agent needs besides the values.

    Parameters
    ----------
    letters : sequence of str
        Letter of each class.
    locale : str
        Language tag for the format of numbers, such as ``de-DE``.
    """
    return {
        "kind": str(layer.kind),
        "high": layer.high,
        "threshold": None if math.isnan(layer.threshold) else layer.threshold,
        "digits": digits(layer),
        "letters": list(letters),
        "locale": locale,
    }


def digits(layer: Layer) -> int:
    """Return the number of decimals of a layer's values."""
    finite = layer.values[np.isfinite(layer.values)]
    is_whole = bool(np.all(finite == finite.round()))  # also without a value
    if layer.kind is not LayerKind.AMOUNT or is_whole:
        return 0
    return 2 if layer.high < 10 else 1


def class_letters(names: Iterable[str]) -> tuple[str, ...]:
    """Return a capital letter for each class: its first letter that no earlier class has.

    >>> class_letters(["title", "time", "main"])
    ('T', 'I', 'M')
    """
    letters: list[str] = []
    for name in names:
        candidates = [*name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
        letters.append(next((c for c in candidates if c.isalnum() and c not in letters), "?"))
    return tuple(letters)


@dataclass(frozen=True, slots=True)
class TextRange:
    """Range of text to outline.

    Attributes
    ----------
    first, last : int
        The segments `first` to `last - 1`.
    inside : tuple of int or None
        Slot, character, slot, character of a part of one segment; None for whole segments.
    """

    first: int
    last: int
    inside: tuple[int, int, int, int] | None = None


def text_ranges(
    page: Page, segments: Segments, runs: Iterable[tuple[int, int]]
) -> tuple[TextRange, ...]:
    """Return the ranges to outline; a partly selected segment gets a range of its own."""
    ranges: list[TextRange] = []
    for start, end in runs:
        token = max(start, 0)
        end = min(end, page.n_tokens)  # noqa: PLW2901 - a selection may belong to an earlier page
        while token < end:
            segment = segment_at(segments, token)
            stop = int(segments.token_end[segment])
            if token > segments.token_start[segment] or stop > end:
                stop = min(stop, end)
                ranges.append(TextRange(segment, segment + 1, span(page, token, stop)))
            else:
                last = int(np.searchsorted(segments.token_end, end, "right"))
                stop = int(segments.token_end[last - 1])
                ranges.append(TextRange(segment, last))
            token = stop
    return tuple(ranges)


def segment_at(segments: Segments, token: int) -> int:
    """Return the segment of a token."""
    return int(np.searchsorted(segments.token_end, token, "right"))


def token_at(page: Page, slot: int, char: int) -> int:
    """Return the token at a character of a slot, or the slot's nearest token; -1 for none."""
    first, last = int(page.slots.token_start[slot]), int(page.slots.token_end[slot])
    if first >= last:
        return -1
    offset = int(page.slots.start[slot]) + char
    token = int(np.searchsorted(page.tokens.end, offset, "right"))
    return min(max(token, first), last - 1)
