"""From boxes of a tree to what the page agent draws: each tied to what it was measured on; no Qt.

The page on screen has another width and zoom than the layout, so that lines break elsewhere: boxes
are given as shares of the element or text they belong to, and stand where that stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from widgets.words import number

if TYPE_CHECKING:
    from extractors.model.extraction import Column, PageBoxes, Tree
    from extractors.page import FloatArray, Page
    from extractors.page.records import BoolArray, IntArray
    from widgets.records import BoxLayer

_FITS_PX = 1.5
_TOUCHES_PX = 2


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """What the nodes of a tree are tied to.

    Attributes
    ----------
    element : array of int, shape (n_nodes,)
        Row of the element, -1 where the box reaches around those below it.
    slot : array of int, shape (n_nodes,)
        Text slot of that element, -1 for the element itself.
    place : array of float, shape (n_nodes, 4)
        Left, top, width, height as shares of that element or text.
    """

    element: IntArray
    slot: IntArray
    place: FloatArray


def anchors(page: Page, layer: BoxLayer) -> Anchors:
    """Return what the nodes of a layer's tree are tied to.

    A node with a block is tied to the block's element, or to its text where its box is that of the
    text; one that has neither block nor children to the whole page.
    """
    tree, box = layer.tree, layer.boxes.box.astype(np.float64)
    n = len(tree.parent)
    element, slot = np.full(n, -1, dtype=np.int32), np.full(n, -1, dtype=np.int32)
    has_block = tree.block >= 0
    element[has_block] = layer.made.blocks.element[tree.block[has_block]]
    childless = np.ones(n, dtype=np.bool_)
    childless[tree.parent[tree.parent >= 0]] = False
    element[childless & (element < 0)] = 0
    tied = np.flatnonzero(element >= 0).astype(np.int32)
    base = np.full((n, 4), np.nan)
    element[tied], base[tied] = _solid(page, layer, element[tied], box[tied])
    text = _slots(page, layer, tied)
    text_box = layer.layout.slot_box[text]
    on_text = (text >= 0) & _fits(text_box, box[tied]) & ~_fits(base[tied], box[tied])
    slot[tied[on_text]] = text[on_text]
    base[tied[on_text]] = text_box[on_text]
    return Anchors(element, slot, _shares(box, base))


def _solid(
    page: Page, layer: BoxLayer, element: IntArray, box: FloatArray
) -> tuple[IntArray, FloatArray]:
    """Return for each element the nearest one at or around it that has a box, and that box."""
    known = layer.layout.element_box
    usable: BoolArray = np.all(known[:, 2:] > 0, axis=1)  # NaN is not
    pending = ~usable[element]
    while pending.any():
        above = page.elements.parent[element]
        element = np.where(pending, np.maximum(above, 0), element)
        pending &= ~usable[element] & (above > 0)
    return element, np.where(usable[element][:, None], known[element], box)


def _slots(page: Page, layer: BoxLayer, tied: IntArray) -> IntArray:
    """Return the slot that holds the first token of each node's block, -1 for none."""
    blocks = layer.made.blocks
    found = np.full(len(tied), -1, dtype=np.int32)
    if not len(blocks.run_start):
        return found
    block = layer.tree.block[tied]
    first = blocks.first_run[np.maximum(block, 0)]
    filled = (block >= 0) & (blocks.first_run[np.maximum(block, 0) + 1] > first)
    filled[filled] = (blocks.run_end > blocks.run_start)[first[filled]]
    found[filled] = page.tokens.slot[blocks.run_start[first[filled]]]
    return found


def _fits(one: FloatArray, other: FloatArray) -> BoolArray:
    with np.errstate(invalid="ignore"):  # NaN fits nothing
        fits: BoolArray = np.all(np.abs(one - other) <= _FITS_PX, axis=1)
    return fits


def _shares(box: FloatArray, base: FloatArray) -> FloatArray:
    """Return boxes as shares of others; what fits is the whole of it."""
    whole = np.array([0.0, 0.0, 1.0, 1.0])
    known: BoolArray = np.all(base[:, 2:] > 0, axis=1)
    size = np.where(known[:, None], base[:, 2:], 1.0)
    made = np.hstack(((box[:, :2] - base[:, :2]) / size, box[:, 2:] / size))
    return np.where((known & ~_fits(box, base))[:, None], made, whole)


def beside(tree: Tree, boxes: PageBoxes) -> tuple[IntArray, IntArray, IntArray]:
    """Return of each separator whether it runs across, and the children it parts.

    Returns
    -------
    across : array of int, shape (n_separators,)
        1 where it runs from left to right, 0 where from top to bottom.
    before, after : array of int, shape (n_separators,)
        The child above or left of it, and the one below or right; -1 where there is none.
    """
    cut, bar = boxes.separator_node, boxes.separator
    node = boxes.box[cut]
    across = (bar[:, 2] >= node[:, 2] - _TOUCHES_PX) & (bar[:, 3] < node[:, 3])
    axis = across.astype(np.int32)
    before, after = np.full(len(cut), -1, dtype=np.int32), np.full(len(cut), -1, dtype=np.int32)
    order = np.argsort(tree.parent, kind="stable")
    parents = tree.parent[order]
    # A node is cut along one axis: its children follow one another along it.
    for one in np.unique(cut).tolist():
        own = np.flatnonzero(cut == one)
        side = int(axis[own[0]])
        first, last = np.searchsorted(parents, [one, one + 1])
        children = order[first:last]
        children = children[np.argsort(boxes.box[children, side], kind="stable")]
        end = bar[own, side] + bar[own, side + 2] - _TOUCHES_PX
        place = np.searchsorted(boxes.box[children, side], end)
        inside = (place > 0) & (place < len(children))
        before[own[inside]] = children[place[inside] - 1]
        after[own[inside]] = children[place[inside]]
    return axis, before, after


def tree_record(page: Page, layer: BoxLayer) -> dict[str, Any]:
    """Return the boxes of a layer as the agent takes them.

    Parameters
    ----------
    page : Page
        On screen.
    layer : BoxLayer
        Of a pane's result on this page.
    """
    tree, boxes = layer.tree, layer.boxes
    tied = anchors(page, layer)
    across, before, after = beside(tree, boxes)
    share, label = _degrees(layer.degree, len(tree.parent))
    return {
        "parent": tree.parent.tolist(),
        "round": boxes.round.tolist(),
        "leaf": boxes.is_leaf.astype(int).tolist(),
        "share": share,
        "label": label,
        "element": tied.element.tolist(),
        "slot": tied.slot.tolist(),
        "place": tied.place.round(4).ravel().tolist(),
        "cut": boxes.separator_node.tolist(),
        "before": before.tolist(),
        "after": after.tolist(),
        "across": across.tolist(),
        "weight": boxes.separator_weight.tolist(),
        "cutRound": boxes.separator_round.tolist(),
        "heaviest": int(boxes.separator_weight.max(initial=1)),
    }


def degree_range(column: Column) -> tuple[float, float]:
    """Return the least and the greatest value of a quantity; 0 and 1 where nothing was measured."""
    known = column.values[np.isfinite(column.values)]
    return (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)


def _degrees(column: Column | None, n_nodes: int) -> tuple[list[float | None], list[str]]:
    if column is None:
        return [None] * n_nodes, [""] * n_nodes
    low, high = degree_range(column)
    values = column.values.astype(np.float64)
    shares = ((values - low) / (high - low or 1.0)).round(4).tolist()
    words = {one: number(one) for one in np.unique(values[np.isfinite(values)]).tolist()}
    return (
        [
            share if value in words else None
            for share, value in zip(shares, values.tolist(), strict=True)
        ],
        [words.get(value, "") for value in values.tolist()],
    )
