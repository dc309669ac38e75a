"""From a layer over tokens to what the page agent paints: one value per segment; no Qt.

A segment whose tokens differ carries the value most of them have, and its runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from widgets.records import Layer, LayerKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from extractors.page import Page
    from extractors.page.records import FloatArray, IntArray
    from extractors.page.segments import Segments

MAX_RUNS = 64
"""A segment cut into more runs is shown by its most frequent value alone."""

_MOST = 1e15  # infinite amounts have no JSON; no page measures this much

Run = tuple[int, int, int, int, float | None]
"""First slot and character, last slot and character, value; characters are code points."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentValues:
    """What a layer says about each segment.

    Attributes
    ----------
    values : array of float, shape (n_segments,)
        Value of most of its tokens; NaN where nothing was measured.
    runs : dict of int to tuple of Run
        Only for segments whose tokens differ.
    """

    values: FloatArray
    runs: dict[int, tuple[Run, ...]]

    @classmethod
    def unknown(cls, n_segments: int) -> SegmentValues:
        """Return what the agent shows before it was told anything."""
        return cls(np.full(n_segments, np.nan), {})


def segment_values(page: Page, segments: Segments, values: FloatArray) -> SegmentValues:
    """Return what a per-token quantity says about each segment.

    Parameters
    ----------
    page : Page
        Gives slots and characters of tokens.
    segments : Segments
        Of the page.
    values : array of float, shape (n_tokens,)
        NaN where nothing was measured.

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
        own = slice(int(first_run[segment]), int(first_run[segment] + n_runs[segment]))
        parts = values[start[own]]
        result[segment] = _most_frequent(parts, end[own] - start[own])
        if n_runs[segment] <= MAX_RUNS:
            runs[segment] = tuple(
                (*span(page, first, last), _plain(value))
                for first, last, value in zip(
                    start[own].tolist(), end[own].tolist(), parts.tolist(), strict=True
                )
            )
    return SegmentValues(result, runs)


def _runs(segments: Segments, values: FloatArray) -> tuple[IntArray, IntArray]:
    """Return first token and segment of each run of equal values inside a segment."""
    begins = np.zeros(len(values), dtype=np.bool_)
    begins[segments.token_start] = True
    known = ~np.isnan(values)
    differs = (values[1:] != values[:-1]) & (known[1:] | known[:-1])
    begins[1:] |= differs
    start = np.flatnonzero(begins).astype(np.int32)
    return start, segments.of_token()[start]


def _most_frequent(values: FloatArray, lengths: IntArray) -> float:
    """Return the value most tokens have; of equals the one that comes first."""
    counts: dict[float | None, int] = {}
    for value, length in zip(values.tolist(), lengths.tolist(), strict=True):
        key = None if math.isnan(value) else value
        counts[key] = counts.get(key, 0) + length
    best = max(counts, key=counts.__getitem__)
    return math.nan if best is None else best


def span(page: Page, first: int, last: int) -> tuple[int, int, int, int]:
    """Return where tokens first ... last - 1 begin and end, as slot, character, slot, character."""
    tokens, slots = page.tokens, page.slots
    start_slot, end_slot = int(tokens.slot[first]), int(tokens.slot[last - 1])
    return (
        start_slot,
        int(tokens.start[first] - slots.start[start_slot]),
        end_slot,
        int(tokens.end[last - 1] - slots.start[end_slot]),
    )


def changed(old: SegmentValues, new: SegmentValues) -> list[int]:
    """Return the segments about which two layers say different things, in order."""
    same = (old.values == new.values) | (np.isnan(old.values) & np.isnan(new.values))
    differing = set(np.flatnonzero(~same).tolist())
    if old.runs or new.runs:
        touched = old.runs.keys() | new.runs.keys()
        differing |= {each for each in touched if old.runs.get(each) != new.runs.get(each)}
    return sorted(differing)


def message(state: SegmentValues, chosen: Sequence[int]) -> tuple[list[Any], dict[int, Any]]:
    """Return values and runs of some segments as the agent takes them."""
    values = [_plain(value) for value in state.values[list(chosen)].tolist()] if chosen else []
    runs = {each: state.runs[each] for each in chosen if each in state.runs}
    return values, runs


def _plain(value: float) -> float | int | None:
    if math.isnan(value):
        return None
    value = min(max(value, -_MOST), _MOST)
    return int(value) if value == int(value) else float(f"{value:.6g}")


def layer_record(layer: Layer, letters: Sequence[str], locale: str) -> dict[str, Any]:
    """Return what the agent must know of a layer besides its values.

    Parameters
    ----------
    layer : Layer
        To be shown.
    letters : sequence of str
        One per class.
    locale : str
        Language tag for figures, such as ``de-DE``.
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
    """Return how many digits after the point a layer's values are shown with."""
    known = layer.values[np.isfinite(layer.values)]
    if layer.kind is not LayerKind.AMOUNT or not len(known) or bool(np.all(known == known.round())):
        return 0
    return 2 if layer.high < 10 else 1


def class_letters(names: Iterable[str]) -> tuple[str, ...]:
    """Return one capital letter per class: its first letter that no other class has yet.

    >>> class_letters(["title", "time", "main"])
    ('T', 'I', 'M')
    """
    taken: list[str] = []
    for name in names:
        candidates = [*name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
        taken.append(next((c for c in candidates if c.isalnum() and c not in taken), "?"))
    return tuple(taken)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of text to outline.

    Attributes
    ----------
    first, last : int
        Segments first ... last - 1.
    inside : tuple of int or None
        Slot, character, slot, character, where it is a part of one segment.
    """

    first: int
    last: int
    inside: tuple[int, int, int, int] | None = None


def stretches(
    page: Page, segments: Segments, runs: Iterable[tuple[int, int]]
) -> tuple[Stretch, ...]:
    """Return what to outline for token ranges; segments that are cut give parts of their own."""
    found: list[Stretch] = []
    for start, end in runs:
        at = max(start, 0)
        end = min(end, page.n_tokens)  # noqa: PLW2901 - a selection may be older than the page
        while at < end:
            segment = segment_at(segments, at)
            stop = int(segments.token_end[segment])
            if at > segments.token_start[segment] or stop > end:
                stop = min(stop, end)
                found.append(Stretch(segment, segment + 1, span(page, at, stop)))
            else:
                last = int(np.searchsorted(segments.token_end, end, "right"))
                stop = int(segments.token_end[last - 1])
                found.append(Stretch(segment, last))
            at = stop
    return tuple(found)


def segment_at(segments: Segments, token: int) -> int:
    """Return the segment that holds a token."""
    return int(np.searchsorted(segments.token_end, token, "right"))


def token_at(page: Page, slot: int, char: int) -> int:
    """Return the token at a character of a slot, or the nearest one in it; -1 if it holds none."""
    first, last = int(page.slots.token_start[slot]), int(page.slots.token_end[slot])
    if first >= last:
        return -1
    place = int(page.slots.start[slot]) + char
    token = int(np.searchsorted(page.tokens.end, place, "right"))
    return min(max(token, first), last - 1)
