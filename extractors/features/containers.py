"""Features of containers: the elements that contain the paragraphs of the page.

Every paragraph gives points to its container, half of them to the container's parent, and a sixth
to the element above. The points of an element are reduced by its share of links.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import ratio
from boilerscope.extractors.features.tree import group_number, groups_of_elements

if TYPE_CHECKING:
    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

_GREATEST = {"bigarticle": "t_article", "bigcontent": "k_content", "bigpost": "k_post"}
_KIND_NAMES = {
    "bigarticle": "article element",
    "bigcontent": "element with a keyword of content",
    "bigpost": "element with a keyword of posts",
}

_HELD = ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "td", "blockquote", "br")
_SHARES = (1.0, 1 / 2, 1 / 6)
_CHARACTERS_PER_POINT, _MAX_LENGTH_POINTS = 100, 3
_LEVELS_ABOVE = 4
_NO_ELEMENT = -0.1
_BEST = ("rd_in", "rd_in_parent", "rd_rel", "rd_page", "rd_best_share")


def _best(columns: Columns[Grid], name: str) -> FloatArray:
    return columns.shared(_best_container)[name]


def _greatest(columns: Columns[Grid], name: str) -> FloatArray:
    return columns.shared(_greatest_elements)[name]


def container_points(grid: Grid) -> FloatArray:
    """Return the points of each element, shape (n_elements,)."""
    elements = grid.page.elements
    length = np.minimum(grid.characters / _CHARACTERS_PER_POINT, _MAX_LENGTH_POINTS)
    paragraph_points = (
        (1 + grid.commas + length) * (1 - ratio(grid.linked, grid.words)) * grid.is_paragraph
    )
    own, parent = grid.element, elements.parent
    is_held = elements.tagged(_HELD)[own] & (parent[own] >= 0)
    holder = np.where(is_held, parent[own], own)
    points = np.zeros(len(elements))
    for share in _SHARES:
        exists = holder >= 0
        points += np.bincount(
            holder[exists], paragraph_points[exists] * share, minlength=len(elements)
        )
        holder = np.where(exists, parent[holder], -1)
    linked = ratio(grid.below(grid.linked), grid.below(grid.words))
    return points * (1 - linked)


def _best_container(columns: Columns[Grid]) -> dict[str, FloatArray]:
    grid = columns.grid
    parent, n = grid.page.elements.parent, len(grid)
    points = container_points(grid)
    best = int(points.argmax())
    if points[best] <= 0:
        return {name: np.zeros(n) for name in _BEST}
    near, row = points[grid.element], grid.element
    for _ in range(_LEVELS_ABOVE):
        row = np.where(parent[row] >= 0, parent[row], row)
        near = np.maximum(near, points[row])
    share = ratio(grid.below(grid.words)[best], grid.words.sum())
    return {
        "rd_in": _inside(grid, best).astype(np.float64),
        "rd_in_parent": _inside(grid, max(int(parent[best]), 0)).astype(np.float64),
        "rd_rel": near / points[best],
        "rd_page": np.full(n, np.log1p(points[best])),
        "rd_best_share": np.full(n, float(share)),
    }


def _greatest_elements(columns: Columns[Grid]) -> dict[str, FloatArray]:
    """Return, for each kind, whether blocks are in its element with the most good words."""
    grid = columns.grid
    in_group, good, n = groups_of_elements(grid), grid.below(grid.good), len(grid)
    values: dict[str, FloatArray] = {}
    for name, group in _GREATEST.items():
        rows = in_group[:, group_number(group)].nonzero()[0]
        if not len(rows):
            values |= {name: np.zeros(n), f"{name}_share": np.full(n, _NO_ELEMENT)}
            continue
        n_blocks = grid.last[rows] - grid.first[rows]
        greatest = int(rows[np.lexsort((-rows, n_blocks, -good[rows]))[0]])
        share = float(ratio(good[greatest], grid.good.sum()))
        values[name] = np.where(_inside(grid, greatest), 1.0, -1.0)
        values[f"{name}_share"] = np.full(n, share)
    return values


def _inside(grid: Grid, row: int) -> BoolArray:
    """Return which blocks begin inside an element, shape (n,)."""
    index = np.arange(len(grid))
    is_inside: BoolArray = (index >= grid.first[row]) & (index < grid.last[row])
    return is_inside


FEATURES: tuple[Feature[Grid], ...] = (
    Feature(
        "rd_in",
        "In best container",
        "",
        "1 inside the container with the most points, else 0.",
        partial(_best, name="rd_in"),
    ),
    Feature(
        "rd_in_parent",
        "In parent of best",
        "",
        "1 inside the parent of the best container.",
        partial(_best, name="rd_in_parent"),
    ),
    Feature(
        "rd_rel",
        "Container points",
        "share",
        "Maximum points of the element and four above divided by the points of the best.",
        partial(_best, name="rd_rel"),
    ),
    Feature(
        "rd_page",
        "Points of best",
        "log points",
        "ln(1 + points of the best container).",
        partial(_best, name="rd_page"),
        of_page=True,
    ),
    Feature(
        "rd_best_share",
        "Size of best",
        "share",
        "Words of the best container divided by words of the page.",
        partial(_best, name="rd_best_share"),
        of_page=True,
    ),
    *(
        feature
        for name, what in _KIND_NAMES.items()
        for feature in (
            Feature(
                name,
                f"In largest {what}",
                "",
                f"1 inside, -1 outside the {what} with the most paragraph words; 0: none.",
                partial(_greatest, name=name),
            ),
            Feature(
                f"{name}_share",
                f"Largest {what}",
                "share",
                f"Share of the page's paragraph words in the {what} with the most; -0.1: none.",
                partial(_greatest, name=f"{name}_share"),
                of_page=True,
            ),
        )
    ),
)
