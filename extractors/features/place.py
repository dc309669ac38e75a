"""Features of the position of a block in the page: after the title, under a heading.

An end marker is a short text that begins like the text after main content, such as ``related`` or
``comments``; an end heading is an end marker that looks like a heading.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import group_sums, log, ratio, sums_before
from boilerscope.extractors.features.word_lists import word_lists

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

    _Rows = np.ndarray[tuple[int], np.dtype[np.intp]]

_END_CHARACTERS = 70
_HALF_BOLD = 0.5
_NEAR_TITLE = 2
_LIKE_TITLE, _REPLACES_TITLE, _TITLE_WORDS = 0.5, 0.6, 40
_NO_TITLE, _NONE_BEFORE, _NONE_AFTER = -12.0, -1.0, 12.0


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """Headings and end markers.

    Attributes
    ----------
    last_heading, last_end : array of int, shape (n,)
        The last heading, and the last end heading, up to each block; -1 if there is none.
    """

    is_marker: BoolArray
    is_end_heading: BoolArray
    last_heading: _Rows
    last_end: _Rows


def _marks(columns: Columns[Grid]) -> _Marks:
    is_heading = columns["hlevel"] > 0
    is_marker = columns.grid.found(word_lists().end_marker, shorter_than=_END_CHARACTERS)
    is_heading_like = (
        is_heading | (columns["bold"] > _HALF_BOLD) | (columns["k_title"] < _NEAR_TITLE)
    )
    is_end_heading = is_marker & is_heading_like
    return _Marks(is_marker, is_end_heading, _last(is_heading), _last(is_end_heading))


def _before(columns: Columns[Grid]) -> FloatArray:
    """Return the words before each block and before the end, shape (n + 1,)."""
    return sums_before(columns.grid.words)


def _title(columns: Columns[Grid]) -> dict[str, FloatArray]:
    """Return the words since the title, or since the block in its place."""
    level, covered = columns["hlevel"], columns["title_cov"]
    n, before = len(columns.grid), columns.shared(_before)[:-1]
    kinds = (
        (2.0, (level > 0) & (covered >= _LIKE_TITLE)),
        (1.0, level == 1),
        (1.0, (covered >= _REPLACES_TITLE) & (columns.grid.words < _TITLE_WORDS)),
    )
    for kind, is_title in kinds:
        if is_title.any():
            since = before - before[int(is_title.argmax())]
            return {"since_title": np.sign(since) * log(abs(since)), "has_title": np.full(n, kind)}
    return {"since_title": np.full(n, _NO_TITLE), "has_title": np.zeros(n)}


def _at_heading(columns: Columns[Grid], values: FloatArray | BoolArray) -> FloatArray:
    """Return a value of the last heading, 0 without one."""
    heading = columns.shared(_marks).last_heading
    return np.where(heading >= 0, values[heading], 0.0)


def _last(is_marked: BoolArray) -> _Rows:
    """Return the last marked block up to each block, shape (n,), -1 if none."""
    return np.maximum.accumulate(np.where(is_marked, np.arange(len(is_marked)), -1))


def _since(before: FloatArray, last: _Rows) -> FloatArray:
    return np.where(last >= 0, log(before - before[last]), _NONE_BEFORE) if len(last) else before


def _until(before: FloatArray, is_marked: BoolArray) -> FloatArray:
    n = len(is_marked)
    if not n:
        return before
    following = np.minimum.accumulate(np.where(is_marked, np.arange(n), n)[::-1])[::-1]
    words = before[np.minimum(following, n - 1)] - before
    return np.where(following < n, log(words), _NONE_AFTER)


def _over_section(columns: Columns[Grid], values: NDArray[Any]) -> FloatArray:
    """Return the sum between two headings."""
    return group_sums(values, group=(columns["hlevel"] > 0).cumsum())


def _of_section(columns: Columns[Grid], values: FloatArray) -> FloatArray:
    return ratio(_over_section(columns, values), _over_section(columns, columns.grid.words))


FEATURES: tuple[Feature[Grid], ...] = (
    Feature(
        "pos",
        "Position",
        "share",
        "Words before the block divided by words of the page.",
        lambda c: ratio(c.shared(_before)[:-1], c.shared(_before)[-1]),
    ),
    Feature(
        "posb",
        "Position in blocks",
        "share",
        "Blocks before the block divided by all blocks.",
        lambda c: np.arange(len(c.grid)) / max(len(c.grid), 1),
    ),
    Feature(
        "left",
        "Words to the end",
        "log words",
        "ln(1 + words after the block).",
        lambda c: log(c.shared(_before)[-1] - c.shared(_before)[1:]),
    ),
    Feature(
        "since_title",
        "Words since the title",
        "log words",
        "ln(1 + words since the title on the page), negative before it; -12: no title.",
        lambda c: c.shared(_title)["since_title"],
    ),
    Feature(
        "has_title",
        "Title on the page",
        "",
        "2: a heading like the title, 1: another heading or block in its place, 0: none.",
        lambda c: c.shared(_title)["has_title"],
        of_page=True,
    ),
    Feature(
        "endmark",
        "End marker",
        "",
        "1 if the block begins like text after the main content.",
        lambda c: c.shared(_marks).is_marker.astype(np.float64),
    ),
    Feature(
        "since_endh",
        "Words since an end heading",
        "log words",
        "ln(1 + words since the last end heading); -1: none.",
        lambda c: _since(c.shared(_before)[:-1], c.shared(_marks).last_end),
    ),
    Feature(
        "n_endh",
        "End headings so far",
        "log",
        "ln(1 + end headings up to the block).",
        lambda c: log(c.shared(_marks).is_end_heading.cumsum()),
    ),
    Feature(
        "since_head",
        "Words since a heading",
        "log words",
        "ln(1 + words since the last heading); -1: none.",
        lambda c: _since(c.shared(_before)[:-1], c.shared(_marks).last_heading),
    ),
    Feature(
        "under_end",
        "Under an end heading",
        "",
        "1 if the last heading is an end marker.",
        lambda c: _at_heading(c, c.shared(_marks).is_marker),
    ),
    Feature(
        "head_level",
        "Level of the heading",
        "level",
        "Level of the last heading; 0: none.",
        lambda c: _at_heading(c, c["hlevel"]),
    ),
    Feature(
        "to_endh",
        "Words to an end heading",
        "log words",
        "ln(1 + words to the next end heading); 12: none.",
        lambda c: _until(c.shared(_before)[:-1], c.shared(_marks).is_end_heading),
    ),
    Feature(
        "sec_link",
        "Links of the section",
        "share",
        "Linked words divided by words between two headings.",
        lambda c: _of_section(c, c.grid.linked),
    ),
    Feature(
        "sec_para",
        "Paragraphs of the section",
        "share",
        "Words of paragraphs divided by words between two headings.",
        lambda c: _of_section(c, c.grid.paragraph_words),
    ),
    Feature(
        "sec_words",
        "Words of the section",
        "log words",
        "ln(1 + words between two headings).",
        lambda c: log(_over_section(c, c.grid.words)),
    ),
)
