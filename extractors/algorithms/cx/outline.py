"""Measurements and decisions of cx-extractor, before they are turned into records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.cx.regions import (
    Bounds,
    Distribution,
    Region,
    automatic_threshold,
    find_regions,
)
from boilerscope.extractors.algorithms.cx.settings import (
    CountUnit,
    CxSettings,
    EndRule,
    KeepRegions,
    Profile,
)
from boilerscope.extractors.algorithms.cx.source_lines import ASCII_SPACES, without_spaces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.cx.source_lines import SourceLines
    from boilerscope.extractors.page.records import BoolArray, IntArray

_ENCODING_OF = {CountUnit.CHARACTERS: ("utf-16-le", "<u2"), CountUnit.GB18030: ("gb18030", "u1")}
"""Encoding and size of the units of length; only a line feed is encoded as a line feed."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The lines as a profile reads them.

    Attributes
    ----------
    settings : CxSettings
        Resolved settings.
    measured : array of int, shape (n_lines,)
        Length of each line without white space, in the unit of the settings.
    length : array of int, shape (n_lines,)
        The length as the profile measures it when it writes the line, see `text`.
    reached : array of int, shape (n_lines,)
        The remaining length of each line when the program of 2011 tests whether it is empty.
    distribution : Distribution
        Block lengths.
    """

    lines: SourceLines
    settings: CxSettings
    measured: IntArray
    length: IntArray
    reached: IntArray
    distribution: Distribution

    def text(self, line: int) -> str:
        """Return the text of a line, as the profile reads it.

        The programs delete white space block by block. No block contains the last line, so it keeps
        its white space; only in 2011 can this line be part of the text.
        """
        is_last = line == len(self.lines) - 1
        if is_last and self.settings.profile is Profile.JAVA_2011:
            return self.lines.spaced[line]
        return self.lines.solid[line]

    def shown(self, line: int) -> str:
        """Return a line as written in the own text."""
        if self.settings.keep_spaces:
            return self.lines.spaced[line].strip(ASCII_SPACES)
        return self.text(line)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """All decisions on a page.

    Attributes
    ----------
    settings : CxSettings
        Resolved settings.
    length : array of int, shape (n_lines,)
        Length of each line.
    distribution, bounds : Distribution, Bounds
        Block lengths, and the lines at which regions may start and end.
    threshold : int
        The threshold used, set or computed from the page.
    from_page : bool
        Whether it was computed from the page.
    regions : sequence of Region
        The regions in order.
    region : array of int, shape (n_lines,)
        Region of each line, -1 for none.
    region_length : array of int, shape (n_regions,)
        Total length of the lines of each region that are long enough.
    kept : array of bool, shape (n_regions,)
        Whether a region is kept.
    """

    settings: CxSettings
    length: IntArray
    distribution: Distribution
    bounds: Bounds
    threshold: int
    from_page: bool
    regions: Sequence[Region]
    region: IntArray
    region_length: IntArray
    kept: BoolArray

    @property
    def first_threshold(self) -> int:
        """Threshold of the special rule for the first region."""
        return self.threshold // 2

    @property
    def peak(self) -> int:
        """Line of the first of the longest blocks, -1 without blocks."""
        n_blocks = self.distribution.n_blocks
        return int(np.argmax(self.distribution.block[:n_blocks])) if n_blocks else -1

    def of_lines(self, per_region: Sequence[bool] | BoolArray) -> BoolArray:
        """Return the value of each line's region, False outside regions."""
        return np.append(np.asarray(per_region, dtype=np.bool_), False)[self.region]


def read(lines: SourceLines, settings: CxSettings) -> Reading:
    """Measure lines under resolved settings."""
    unit = settings.count_unit
    measured = _lengths(lines.solid, unit)
    distribution = Distribution.of(measured, settings.block_lines)
    # The previous block has already deleted the white space of all lines but the first.
    with_spaces = lines.spaced[:1] if settings.block_lines > 1 else lines.spaced
    reached = measured.copy()
    reached[: len(with_spaces)] = _lengths(with_spaces, unit)
    length = measured
    if settings.profile is Profile.JAVA_2011:
        length = np.append(measured[:-1], _lengths(lines.spaced[-1:], unit))
    return Reading(lines, settings, measured, length, reached, distribution)


def _lengths(lines: Sequence[str], unit: CountUnit) -> IntArray:
    """Return the length of each line: bytes of GB18030, or UTF-16 units as in Java."""
    encoding, dtype = _ENCODING_OF[unit]
    text = "\n".join([*lines, ""])
    units = np.frombuffer(text.encode(encoding), dtype=dtype)
    line_feeds = np.flatnonzero(units == ord("\n"))
    return (np.diff(line_feeds, prepend=-1) - 1).astype(np.int32)


def outline_of(reading: Reading, unresolved: CxSettings) -> Outline:
    """Decide on all lines; `unresolved` has the settings before they were resolved."""
    settings, distribution = reading.settings, reading.distribution
    threshold = _threshold(reading, unresolved)
    bounds = _bounds(distribution, settings, threshold)
    words = [without_spaces(word) for word in settings.drop_words or ()]
    words = [word for word in words if word]

    def drops(start: int, end: int, page_ended: bool) -> str:  # noqa: FBT001 - see Drops
        if not words or (page_ended and not settings.close_at_end):
            return ""
        long_lines = start + np.flatnonzero(
            reading.length[start : end + 1] >= (settings.min_line or 0)
        )
        text = "\n".join(reading.text(line) for line in long_lines.tolist())
        words_found = [word for word in words if word in text]
        if page_ended:  # here the programs require all words
            return " and ".join(words) if len(words_found) == len(words) else ""
        return words_found[0] if words_found else ""

    regions = find_regions(
        bounds, len(reading.lines), drops, reset_after_drop=settings.reset_after_drop
    )
    region = np.full(len(reading.lines), -1, dtype=np.int32)
    for number, lines_of_region in enumerate(regions):
        region[lines_of_region.start : lines_of_region.end + 1] = number
    counted = np.where(reading.length >= (settings.min_line or 0), reading.length, 0)
    is_inside = region >= 0
    region_length = np.bincount(
        region[is_inside], weights=counted[is_inside], minlength=len(regions)
    ).astype(np.int32)
    outline = Outline(
        settings=settings,
        length=reading.length,
        distribution=distribution,
        bounds=bounds,
        threshold=threshold,
        from_page=unresolved.takes_threshold_from_page and distribution.n_blocks > 0,
        regions=regions,
        region=region,
        region_length=region_length,
        kept=np.zeros(len(regions), dtype=np.bool_),
    )
    outline.kept[_kept_regions(outline)] = True
    return outline


def _threshold(reading: Reading, unresolved: CxSettings) -> int:
    settings = reading.settings
    if unresolved.takes_threshold_from_page and reading.distribution.n_blocks:
        return automatic_threshold(
            reading.distribution, reading.reached, settings.threshold_min, settings.threshold_max
        )
    assert settings.threshold is not None  # noqa: S101 - resolved
    return settings.threshold


def _bounds(distribution: Distribution, settings: CxSettings, threshold: int) -> Bounds:
    block, n_blocks = distribution.block, distribution.n_blocks
    is_empty = block == 0
    next_empty = np.append(is_empty[1:], True)
    is_either = settings.end_rule is EndRule.EITHER
    ends = is_empty | next_empty if is_either else is_empty & next_empty
    is_above = block > threshold
    first_starts = np.zeros(len(block), dtype=np.bool_)
    if settings.profile is Profile.PAPER:
        return Bounds(is_above & (distribution.minimum > 0), ends, first_starts, n_blocks)
    if settings.profile is Profile.JAVA_2011:
        first_starts = (block > threshold // 2) & (distribution.two > 0)
    return Bounds(is_above & (distribution.three > 0), ends, first_starts, max(0, n_blocks - 1))


def _kept_regions(outline: Outline) -> list[int]:
    """Return the kept regions."""
    remaining = [
        number
        for number, region in enumerate(outline.regions)
        if not region.dropped_by and (region.closed >= 0 or outline.settings.close_at_end)
    ]
    match outline.settings.keep_regions:
        case KeepRegions.FIRST:
            return remaining[:1]
        case KeepRegions.LONGEST:
            return (
                [max(remaining, key=lambda number: outline.region_length[number])]
                if remaining
                else []
            )
        case KeepRegions.PEAK:
            regions = outline.regions
            return [
                number
                for number in remaining
                if regions[number].start <= outline.peak <= regions[number].end
            ]
        case _:
            return remaining
