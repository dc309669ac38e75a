"""From places to blocks and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from extractors.model.blocks import Blocks
from widgets.demo import demo_scene
from widgets.picking import blocks_of, leading_block, selection_at, selection_of_block
from widgets.records import PaneRecord, Scene, Selection
from widgets.sentences import block_sentence, count_words


@pytest.fixture
def scene() -> Scene:
    return demo_scene()


def nested_pane(scene: Scene) -> PaneRecord:
    """Return a pane with an outer block of tokens 0-9 and an inner one of 3-5."""
    shown = scene.panes[0].shown
    assert shown is not None
    blocks = Blocks.from_ranges(np.array([0, 3]), np.array([10, 6]), np.array([0, 1]), nested=True)
    nested = replace(shown, blocks=blocks)
    return replace(scene.panes[0], extraction=nested, last_good=nested)


def test_a_token_selects_the_block_of_the_named_pane(scene: Scene):
    found = selection_at(scene, 30, "link_ratio")

    assert found is not None
    assert found.pane == "link_ratio"
    assert found.start <= 30 < found.end


def test_without_a_name_the_active_pane_counts(scene: Scene):
    found = selection_at(scene, 30)

    assert found is not None
    assert found.pane == scene.active


def test_without_a_result_the_segment_is_selected(scene: Scene):
    bare = replace(scene, panes=())
    found = selection_at(bare, 30)

    assert found is not None
    assert (found.pane, found.block) == ("", -1)
    assert found.start <= 30 < found.end


def test_outside_the_page_nothing_is_selected(scene: Scene):
    assert selection_at(scene, -1) is None
    assert selection_at(scene, 10**9) is None
    assert selection_at(Scene(None), 0) is None


def test_a_block_that_is_gone_has_no_selection(scene: Scene):
    assert selection_of_block(scene.panes[0], 10**6) is None


def test_the_block_that_shares_most_tokens_leads(scene: Scene):
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


def test_the_sentence_says_number_length_fate_and_reason(scene: Scene):
    words = block_sentence(scene.panes[0], 0)

    assert words == ("Block 0, 7 words, dropped by boilerpipe.article: R2: words 7 < 16")


def test_one_word_is_one_word():
    assert count_words(1) == "1 word"
    assert count_words(1079) == "1,079 words"
