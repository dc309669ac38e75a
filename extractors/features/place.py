"""Features of the position of a block in the page: after the title, under a heading.

An end marker is a short text that begins like the text after main content, such as ``related`` or
``comments``; an end heading is an end marker that looks like a heading.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.columns import together
from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import group_sums, log, ratio, sums_before
from boilerscope.extractors.features.word_lists import word_lists

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.features.columns import Measurements
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

FEATURES = (
    Feature("pos", "Position", "share", "Words before the block divided by words of the page."),
    Feature(
        "posb", "Position in blocks", "share", "Blocks before the block divided by all blocks."
    ),
    Feature("left", "Words to the end", "log words", "ln(1 + words after the block)."),
    Feature(
        "since_title",
        "Words since the title",
        "log words",
        "ln(1 + words since the title on the page), negative before it; -12: no title.",
    ),
    Feature(
        "has_title",
        "Title on the page",
        "",
        "2: a heading like the title, 1: another heading or block in its place, 0: none.",
    ),
    Feature(
        "endmark",
        "End marker",
        "",
        "1 if the block begins like text after the main content.",
    ),
    Feature(
        "since_endh",
        "Words since an end heading",
        "log words",
        "ln(1 + words since the last end heading); -1: none.",
    ),
    Feature("n_endh", "End headings so far", "log", "ln(1 + end headings up to the block)."),
    Feature(
        "since_head",
        "Words since a heading",
        "log words",
        "ln(1 + words since the last heading); -1: none.",
    ),
    Feature("under_end", "Under an end heading", "", "1 if the last heading is an end marker."),
    Feature("head_level", "Level of the heading", "level", "Level of the last heading; 0: none."),
    Feature(
        "to_endh",
        "Words to an end heading",
        "log words",
        "ln(1 + words to the next end heading); 12: none.",
    ),
    Feature(
        "sec_link",
        "Links of the section",
        "share",
        "Linked words divided by words between two headings.",
    ),
    Feature(
        "sec_para",
        "Paragraphs of the section",
        "share",
        "Words of paragraphs divided by words between two headings.",
    ),
    Feature(
        "sec_words", "Words of the section", "log words", "ln(1 + words between two headings)."
    ),
)

_END_CHARACTERS = 70
_HALF_BOLD = 0.5
_NEAR_TITLE = 2
_LIKE_TITLE, _REPLACES_TITLE, _TITLE_WORDS = 0.5, 0.6, 40
_NO_TITLE, _NONE_BEFORE, _NONE_AFTER = -12.0, -1.0, 12.0


def measure(grid: Grid, features: Mapping[str, FloatArray]) -> Measurements:
    """Return a function for each of `FEATURES` that measures its values, shape (n,).

    Parameters
    ----------
    features : mapping of str to array
        Features of text, tree and metadata.
    """
    n, before = len(grid), sums_before(grid.words)
    level, covered = features["hlevel"], features["title_cov"]
    is_marker = grid.found(word_lists().end_marker, shorter_than=_END_CHARACTERS)
    is_heading_like = (
        (level > 0) | (features["bold"] > _HALF_BOLD) | (features["k_title"] < _NEAR_TITLE)
    )
    is_end_heading = is_marker & is_heading_like
    heading, end = _last(level > 0), _last(is_end_heading)
    return {
        "pos": lambda: ratio(before[:-1], before[-1]),
        "posb": lambda: np.arange(n) / max(n, 1),
        "left": lambda: log(before[-1] - before[1:]),
        **together(("since_title", "has_title"), lambda: _title(grid, level, covered, before[:-1])),
        "endmark": lambda: is_marker.astype(np.float64),
        "since_endh": lambda: _since(before[:-1], end),
        "n_endh": lambda: log(is_end_heading.cumsum()),
        "since_head": lambda: _since(before[:-1], heading),
        "under_end": lambda: np.where(heading >= 0, is_marker[heading], 0.0),
        "head_level": lambda: np.where(heading >= 0, level[heading], 0.0),
        "to_endh": lambda: _until(before[:-1], is_end_heading),
        **_sections(grid, level > 0),
    }


def _title(
    grid: Grid, level: FloatArray, covered: FloatArray, before: FloatArray
) -> dict[str, FloatArray]:
    """Return the words since the title, or since the block in its place."""
    n = len(grid)
    kinds = (
        (2.0, (level > 0) & (covered >= _LIKE_TITLE)),
        (1.0, level == 1),
        (1.0, (covered >= _REPLACES_TITLE) & (grid.words < _TITLE_WORDS)),
    )
    for kind, is_title in kinds:
        if is_title.any():
            since = before - before[int(is_title.argmax())]
            return {"since_title": np.sign(since) * log(abs(since)), "has_title": np.full(n, kind)}
    return {"since_title": np.full(n, _NO_TITLE), "has_title": np.zeros(n)}


def _last(is_marked: BoolArray) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Return the last marked block up to each block, shape (n,), -1 if none."""
    return np.maximum.accumulate(np.where(is_marked, np.arange(len(is_marked)), -1))


def _since(before: FloatArray, last: np.ndarray[tuple[int], np.dtype[np.intp]]) -> FloatArray:
    return np.where(last >= 0, log(before - before[last]), _NONE_BEFORE) if len(last) else before


def _until(before: FloatArray, is_marked: BoolArray) -> FloatArray:
    n = len(is_marked)
    if not n:
        return before
    following = np.minimum.accumulate(np.where(is_marked, np.arange(n), n)[::-1])[::-1]
    words = before[np.minimum(following, n - 1)] - before
    return np.where(following < n, log(words), _NONE_AFTER)


def _sections(grid: Grid, is_heading: BoolArray) -> Measurements:
    """Return the measurements between two headings."""
    over = partial(group_sums, group=is_heading.cumsum())
    words = over(grid.words)
    return {
        "sec_link": lambda: ratio(over(grid.linked), words),
        "sec_para": lambda: ratio(over(grid.paragraph_words), words),
        "sec_words": lambda: log(words),
    }
