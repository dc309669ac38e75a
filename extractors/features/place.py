"""Features of the position of a block in the page: after the title, under a heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import group_sums, log, ratio, sums_before

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

    _Rows = np.ndarray[tuple[int], np.dtype[np.intp]]

_LIKE_TITLE, _REPLACES_TITLE, _TITLE_WORDS = 0.5, 0.6, 40
_NO_TITLE, _NONE_BEFORE = -12.0, -1.0


def _last_heading(columns: Columns[Grid]) -> _Rows:
    """Return the last heading up to each block, shape (n,), -1 if there is none."""
    return _last(columns["hlevel"] > 0)


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


def _at_heading(columns: Columns[Grid], values: FloatArray) -> FloatArray:
    """Return a value of the last heading, 0 without one."""
    heading = columns.shared(_last_heading)
    return np.where(heading >= 0, values[heading], 0.0)


def _last(is_marked: BoolArray) -> _Rows:
    """Return the last marked block up to each block, shape (n,), -1 if none."""
    return np.maximum.accumulate(np.where(is_marked, np.arange(len(is_marked)), -1))


def _since(before: FloatArray, last: _Rows) -> FloatArray:
    return np.where(last >= 0, log(before - before[last]), _NONE_BEFORE) if len(last) else before


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
        "since_head",
        "Words since a heading",
        "log words",
        "ln(1 + words since the last heading); -1: none.",
        lambda c: _since(c.shared(_before)[:-1], c.shared(_last_heading)),
    ),
    Feature(
        "head_level",
        "Level of the heading",
        "level",
        "Level of the last heading; 0: none.",
        lambda c: _at_heading(c, c["hlevel"]),
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
