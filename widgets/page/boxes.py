"""Boxes of a tree in the form in which the page agent draws them; no Qt.

The page on screen has another width and zoom than the layout, and its lines break elsewhere. So
each box is given relative to the element or text on which it was measured, and moves with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Column, PageBoxes, Tree
    from boilerscope.extractors.page import FloatArray, Page
    from boilerscope.extractors.page.records import BoolArray, IntArray
    from boilerscope.widgets.records import BoxLayer

_FITS_PX = 1.5
_TOUCHES_PX = 2


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Elements and texts to which the nodes of a tree are anchored.

    Attributes
    ----------
    element : array of int, shape (n_nodes,)
        Row of the element; -1 if the box encloses the boxes of its children.
    slot : array of int, shape (n_nodes,)
        Text slot of that element, -1 for the element itself.
    relative_box : array of float, shape (n_nodes, 4)
        Left, top, width and height as shares of the element's or text's box.
    """

    element: IntArray
    slot: IntArray
    relative_box: FloatArray


def anchors(page: Page, layer: BoxLayer) -> Anchors:
    """Return the anchors of the nodes of a layer's tree.

    The anchor of a node with a block is the block's element, or its text if the node has the box
    of the text. The anchor of a node without block and children is the page's root.
    """
    tree, box = layer.tree, layer.boxes.box.astype(np.float64)
    n = len(tree.parent)
    element, slot = np.full(n, -1, dtype=np.int32), np.full(n, -1, dtype=np.int32)
    has_block = tree.block >= 0
    element[has_block] = layer.extraction.blocks.element[tree.block[has_block]]
    childless = np.ones(n, dtype=np.bool_)
    childless[tree.parent[tree.parent >= 0]] = False
    element[childless & (element < 0)] = 0
    anchored = np.flatnonzero(element >= 0).astype(np.int32)
    base = np.full((n, 4), np.nan)
    element[anchored], base[anchored] = _solid(page, layer, element[anchored], box[anchored])
    text = _slots(page, layer, anchored)
    text_box = layer.layout.slot_box[text]
    on_text = (text >= 0) & _fits(text_box, box[anchored]) & ~_fits(base[anchored], box[anchored])
    slot[anchored[on_text]] = text[on_text]
    base[anchored[on_text]] = text_box[on_text]
    return Anchors(element, slot, _shares(box, base))


def _solid(
    page: Page, layer: BoxLayer, element: IntArray, box: FloatArray
) -> tuple[IntArray, FloatArray]:
    """Return each element or its closest ancestor with a box, and that box."""
    element_box = layer.layout.element_box
    usable: BoolArray = np.all(element_box[:, 2:] > 0, axis=1)  # NaN is not usable
    pending = ~usable[element]
    while pending.any():
        parent = page.elements.parent[element]
        element = np.where(pending, np.maximum(parent, 0), element)
        pending &= ~usable[element] & (parent > 0)
    return element, np.where(usable[element][:, None], element_box[element], box)


def _slots(page: Page, layer: BoxLayer, anchored: IntArray) -> IntArray:
    """Return the slot of the first token of each node's block, -1 for none."""
    blocks = layer.extraction.blocks
    slot = np.full(len(anchored), -1, dtype=np.int32)
    if not len(blocks.run_start):
        return slot
    block = layer.tree.block[anchored]
    first = blocks.first_run[np.maximum(block, 0)]
    filled = (block >= 0) & (blocks.first_run[np.maximum(block, 0) + 1] > first)
    filled[filled] = (blocks.run_end > blocks.run_start)[first[filled]]
    slot[filled] = page.tokens.slot[blocks.run_start[first[filled]]]
    return slot


def _fits(box: FloatArray, base: FloatArray) -> BoolArray:
    with np.errstate(invalid="ignore"):  # NaN fits no box
        fits: BoolArray = np.all(np.abs(box - base) <= _FITS_PX, axis=1)
    return fits


def _shares(box: FloatArray, base: FloatArray) -> FloatArray:
    """Return boxes relative to their bases; a box that fits its base is the whole base."""
    unit = np.array([0.0, 0.0, 1.0, 1.0])
    has_base: BoolArray = np.all(base[:, 2:] > 0, axis=1)
    size = np.where(has_base[:, None], base[:, 2:], 1.0)
    relative = np.hstack(((box[:, :2] - base[:, :2]) / size, box[:, 2:] / size))
    return np.where((has_base & ~_fits(box, base))[:, None], relative, unit)


def beside(tree: Tree, boxes: PageBoxes) -> tuple[IntArray, IntArray, IntArray]:
    """Return the direction of each separator and the children on both sides of it.

    Returns
    -------
    across : array of int, shape (n_separators,)
        1 if the separator runs from left to right, 0 if from top to bottom.
    before, after : array of int, shape (n_separators,)
        The child above or to the left, and the child below or to the right; -1 for none.
    """
    cut, bar = boxes.separator_node, boxes.separator
    node = boxes.box[cut]
    across = (bar[:, 2] >= node[:, 2] - _TOUCHES_PX) & (bar[:, 3] < node[:, 3])
    axis = across.astype(np.int32)
    before, after = np.full(len(cut), -1, dtype=np.int32), np.full(len(cut), -1, dtype=np.int32)
    order = np.argsort(tree.parent, kind="stable")
    parents = tree.parent[order]
    # A node is divided along one axis; its children follow one another on that axis.
    for node_row in np.unique(cut).tolist():
        separators = np.flatnonzero(cut == node_row)
        side = int(axis[separators[0]])
        first, last = np.searchsorted(parents, [node_row, node_row + 1])
        children = order[first:last]
        children = children[np.argsort(boxes.box[children, side], kind="stable")]
        end = bar[separators, side] + bar[separators, side + 2] - _TOUCHES_PX
        index = np.searchsorted(boxes.box[children, side], end)
        inside = (index > 0) & (index < len(children))
        before[separators[inside]] = children[index[inside] - 1]
        after[separators[inside]] = children[index[inside]]
    return axis, before, after


def tree_record(page: Page, layer: BoxLayer) -> dict[str, Any]:
    """Return the boxes of a layer as arguments of the agent.

    Parameters
    ----------
    page : Page
        The page on screen.
    layer : BoxLayer
        Boxes of a pane's result on this page.
    """
    tree, boxes = layer.tree, layer.boxes
    anchor = anchors(page, layer)
    across, before, after = beside(tree, boxes)
    share, label = _degrees(layer.degree, len(tree.parent))
    return {
        "parent": tree.parent.tolist(),
        "round": boxes.round.tolist(),
        "leaf": boxes.is_leaf.astype(int).tolist(),
        "share": share,
        "label": label,
        "element": anchor.element.tolist(),
        "slot": anchor.slot.tolist(),
        "place": anchor.relative_box.round(4).ravel().tolist(),
        "cut": boxes.separator_node.tolist(),
        "before": before.tolist(),
        "after": after.tolist(),
        "across": across.tolist(),
        "weight": boxes.separator_weight.tolist(),
        "cutRound": boxes.separator_round.tolist(),
        "heaviest": int(boxes.separator_weight.max(initial=1)),
    }


def degree_range(column: Column) -> tuple[float, float]:
    """Return the minimum and maximum of a quantity; 0 and 1 without a finite value."""
    finite = column.values[np.isfinite(column.values)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)


def _degrees(column: Column | None, n_nodes: int) -> tuple[list[float | None], list[str]]:
    if column is None:
        return [None] * n_nodes, [""] * n_nodes
    low, high = degree_range(column)
    values = column.values.astype(np.float64)
    shares = ((values - low) / (high - low or 1.0)).round(4).tolist()
    labels = {value: number(value) for value in np.unique(values[np.isfinite(values)]).tolist()}
    return (
        [
            share if value in labels else None
            for share, value in zip(shares, values.tolist(), strict=True)
        ],
        [labels.get(value, "") for value in values.tolist()],
    )
