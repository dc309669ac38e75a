"""From positions to blocks and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.widgets.picking import (
    blocks_of,
    leading_block,
    node_around,
    node_of_selection,
    selection_at,
    selection_of_block,
    selection_of_node,
)
from boilerscope.widgets.records import PaneRecord, Scene, Selection
from boilerscope.widgets.sentences import block_sentence
from boilerscope.widgets.words import counted
from tests.helpers.boxes import extraction_of, layer_of, page_of_boxes


def nested_pane(scene: Scene) -> PaneRecord:
    """Return a pane with an outer block of tokens 0-9 and an inner block of tokens 3-5."""
    extraction = scene.panes[0].shown
    assert extraction is not None
    blocks = Blocks.from_ranges(np.array([0, 3]), np.array([10, 6]), np.array([0, 1]), nested=True)
    nested = replace(extraction, blocks=blocks)
    return replace(scene.panes[0], extraction=nested, last_good=nested)


def test_a_token_selects_the_block_of_the_named_pane(scene: Scene):
    picked = selection_at(scene, 30, "link_ratio")

    assert picked is not None
    assert picked.pane == "link_ratio"
    assert picked.start <= 30 < picked.end


def test_without_a_name_the_active_pane_is_used(scene: Scene):
    picked = selection_at(scene, 30)

    assert picked is not None
    assert picked.pane == scene.active


def test_without_a_result_the_segment_is_selected(scene: Scene):
    bare = replace(scene, panes=())
    picked = selection_at(bare, 30)

    assert picked is not None
    assert (picked.pane, picked.block) == ("", -1)
    assert picked.start <= 30 < picked.end


def test_outside_the_page_nothing_is_selected(scene: Scene):
    assert selection_at(scene, -1) is None
    assert selection_at(scene, 10**9) is None
    assert selection_at(Scene(None), 0) is None


def test_a_missing_block_has_no_selection(scene: Scene):
    assert selection_of_block(scene.panes[0], 10**6) is None


def test_the_block_with_most_common_tokens_leads(scene: Scene):
    first = selection_of_block(scene.panes[0], 9)
    second = selection_of_block(scene.panes[0], 10)
    assert first is not None
    assert second is not None
    spanning = Selection(((first.end - 1, second.end),))

    assert leading_block(scene.panes[0], spanning) == 10
    assert blocks_of(scene.panes[0].shown, spanning).tolist() == [9, 10]  # type: ignore[arg-type]  # has a result


def test_a_selected_outer_block_leads_in_its_own_pane(scene: Scene):
    pane = nested_pane(scene)
    outer = selection_of_block(pane, 0)
    assert outer is not None

    assert leading_block(pane, outer) == 0
    assert leading_block(pane, Selection(((3, 5),))) == 1


def test_a_selection_without_tokens_has_no_block(scene: Scene):
    assert leading_block(scene.panes[0], Selection(())) == -1


def test_the_sentence_has_number_length_decision_and_reason(scene: Scene):
    sentence = block_sentence(scene.panes[0], 0)

    assert sentence == ("Block 0, 7 words, dropped by boilerpipe.article: R2: words 7 < 16")


def test_one_word_has_the_singular():
    assert counted(1) == "1 word"
    assert counted(1079) == "1,079 words"


# -- nodes of a tree ------------------------------------------------------------------------


@pytest.fixture
def tree_pane() -> PaneRecord:
    """Return a pane whose tree has a root, node A and a part, and B and C below the part."""
    return layer_of(page_of_boxes()).pane


def test_node_with_a_block_selects_it(tree_pane: PaneRecord):
    assert selection_of_node(tree_pane, 3) == Selection(((1, 3),), "demo", 1, 3)


def test_node_without_a_block_selects_all_below_it(tree_pane: PaneRecord):
    assert selection_of_node(tree_pane, 2) == Selection(((1, 4),), "demo", -1, 2)
    assert selection_of_node(tree_pane, 0) == Selection(((0, 4),), "demo", -1, 0)


def test_node_without_text_or_outside_the_tree_selects_nothing(tree_pane: PaneRecord):
    extraction = tree_pane.shown
    assert extraction is not None
    bare = replace(extraction, blocks=Blocks.from_ranges(*np.zeros((3, 3), dtype=np.int32)))

    assert selection_of_node(replace(tree_pane, last_good=bare), 3) is None
    assert selection_of_node(tree_pane, 5) is None
    assert selection_of_node(tree_pane, -1) is None
    assert selection_of_node(replace(tree_pane, last_good=None), 0) is None


def test_selection_of_a_node_refers_to_that_node(tree_pane: PaneRecord):
    for node in range(5):
        selection = selection_of_node(tree_pane, node)
        assert selection is not None
        assert node_of_selection(tree_pane, selection) == node


def test_selection_of_a_block_refers_to_the_node_of_the_block(tree_pane: PaneRecord):
    selection = selection_of_block(tree_pane, 2)
    assert selection is not None

    assert node_of_selection(tree_pane, selection) == 4


def test_selection_older_than_the_tree_refers_to_no_node(tree_pane: PaneRecord):
    assert node_of_selection(tree_pane, Selection(((0, 2),), "demo", -1, 2)) == -1
    assert node_of_selection(tree_pane, Selection(((0, 4),), "demo", -1, 99)) == -1
    assert node_of_selection(tree_pane, Selection(((1, 3),), "other", 1, 3)) == -1
    assert node_of_selection(tree_pane, Selection(((1, 3),))) == -1


@pytest.mark.parametrize(("selected", "meant"), [(-1, 3), (3, 2), (2, 0), (0, 3), (1, 3)])
def test_click_on_the_chosen_node_refers_to_its_parent(selected: int, meant: int):
    tree = extraction_of(page_of_boxes()).tree
    assert tree is not None

    assert node_around(tree, 3, selected) == meant
