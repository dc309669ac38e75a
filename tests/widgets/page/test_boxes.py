"""Boxes of a tree: the anchor of each box, and the children that a separator divides."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.model.extraction import Column, Extraction
from boilerscope.widgets.page.boxes import anchors, beside, degree_range, tree_record
from tests.helpers.boxes import A, B, extraction_of, layer_of, layout_of, page_of_boxes

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import BoxLayer


@pytest.fixture
def page() -> Page:
    """Return the page of boxes."""
    return page_of_boxes()


def with_box(extraction: Extraction, node: int, box: tuple[float, ...]) -> Extraction:
    assert extraction.boxes is not None
    boxes = extraction.boxes.box.copy()
    boxes[node] = box
    return dataclasses.replace(extraction, boxes=dataclasses.replace(extraction.boxes, box=boxes))


def tied_to(layer: BoxLayer, page: Page, node: int) -> tuple[str, int, list[float]]:
    box_anchors = anchors(page, layer)
    element = int(box_anchors.element[node])
    tag = page.elements.tag[element] if element >= 0 else ""
    return tag, int(box_anchors.slot[node]), box_anchors.relative_box[node].tolist()


def test_node_with_a_block_is_tied_to_the_whole_element(page: Page):
    layer = layer_of(page)

    assert tied_to(layer, page, 1) == ("div", -1, [0, 0, 1, 1])
    assert anchors(page, layer).element[1] != anchors(page, layer).element[3]


def test_node_without_a_block_encloses_the_nodes_below_it(page: Page):
    assert tied_to(layer_of(page), page, 0)[0] == ""
    assert tied_to(layer_of(page), page, 2)[0] == ""


def test_part_of_an_element_is_given_as_shares(page: Page):
    left, top, width, height = B
    half = (left + width // 2, top, width // 2, height // 4)
    layer = layer_of(page, with_box(extraction_of(page), 3, half))

    assert tied_to(layer, page, 3) == ("div", -1, [0.5, 0, 0.5, 0.25])


def test_box_of_a_text_is_tied_to_the_text(page: Page):
    layout = layout_of(page)
    text = (410.0, 102.0, 66.0, 18.0)
    slot = int(page.tokens.slot[1])
    layout.slot_box[slot] = text
    extraction = with_box(extraction_of(page), 3, (410, 102, 66, 18))

    assert tied_to(layer_of(page, extraction, layout=layout), page, 3) == (
        "div",
        slot,
        [0, 0, 1, 1],
    )


def test_rounding_of_a_pixel_is_not_a_difference(page: Page):
    layer = layer_of(page, with_box(extraction_of(page), 1, tuple(side + 1 for side in A)))

    assert tied_to(layer, page, 1)[2] == [0, 0, 1, 1]


@pytest.mark.parametrize("box", [(math.nan,) * 4, (400.0, 100.0, 500.0, 0.0)])
def test_element_without_a_box_is_replaced_by_its_parent(page: Page, box: tuple[float, ...]):
    layout = layout_of(page)
    extraction = extraction_of(page)
    layout.element_box[extraction.blocks.element[1]] = box

    tag, slot, share = tied_to(layer_of(page, extraction, layout=layout), page, 3)
    assert (tag, slot) == ("body", -1)
    assert share == pytest.approx([400 / 1000, 100 / 1400, 500 / 1000, 120 / 1400])


def test_childless_node_without_a_block_is_tied_to_the_page(page: Page):
    extraction = extraction_of(page)
    assert extraction.tree is not None
    tree = dataclasses.replace(extraction.tree, block=np.array([-1, 0, -1, -1, 2], dtype=np.int32))

    tag, _, share = tied_to(layer_of(page, dataclasses.replace(extraction, tree=tree)), page, 3)
    assert tag == "html"
    assert share[:2] == pytest.approx([0.4, 100 / 1400])


def test_separators_have_their_direction_and_neighbours(page: Page):
    layer = layer_of(page)
    across, before, after = beside(layer.tree, layer.boxes)

    assert across.tolist() == [0, 1]
    assert before.tolist() == [1, 3]
    assert after.tolist() == [2, 4]


def test_separator_at_the_edge_has_no_neighbours(page: Page):
    layer = layer_of(page)
    edge = np.array([[100, 100, 0, 300], [400, 400, 500, 0]], dtype=np.int32)
    boxes = dataclasses.replace(layer.boxes, separator=edge)
    _, before, after = beside(layer.tree, boxes)

    assert before.tolist() == [-1, -1]
    assert after.tolist() == [-1, -1]


def test_record_has_degrees_as_text_and_as_positions_on_the_scale(page: Page):
    record = tree_record(page, layer_of(page))

    assert record["label"] == ["1", "8", "4", "9", "10"]
    assert record["share"] == pytest.approx([0, 7 / 9, 3 / 9, 8 / 9, 1], abs=1e-4)
    assert record["leaf"] == [0, 1, 0, 1, 1]
    assert record["weight"] == [9, 4]
    assert record["heaviest"] == 9
    assert len(record["place"]) == 20


def test_unmeasured_nodes_have_neither_label_nor_colour(page: Page):
    extraction = extraction_of(page)
    assert extraction.tree is not None
    column = Column("doc", "DoC", "", "", np.array([1, np.nan, np.nan, 1, 1]))
    tree = dataclasses.replace(extraction.tree, columns=(column,))
    record = tree_record(page, layer_of(page, dataclasses.replace(extraction, tree=tree)))

    assert record["label"] == ["1", "", "", "1", "1"]
    assert record["share"] == [0, None, None, 0, 0]


def test_tree_without_quantities_has_no_labels(page: Page):
    extraction = extraction_of(page)
    assert extraction.tree is not None
    tree = dataclasses.replace(extraction.tree, columns=())
    record = tree_record(page, layer_of(page, dataclasses.replace(extraction, tree=tree)))

    assert record["label"] == [""] * 5
    assert record["share"] == [None] * 5


def test_range_of_nothing_is_zero_to_one():
    assert degree_range(Column("doc", "DoC", "", "", np.array([np.nan]))) == (0, 1)
    assert degree_range(Column("doc", "DoC", "", "", np.array([2, 7, np.nan]))) == (2, 7)
