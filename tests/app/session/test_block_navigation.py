"""Navigation over blocks and differences, on the demo's scene."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session.block_navigation import next_block, next_difference, next_error
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.picking import leading_block, selection_of_block
from boilerscope.widgets.records import Layer, LayerKind

if TYPE_CHECKING:
    from boilerscope.widgets.records import Scene


@pytest.fixture
def scene(qapp: object) -> Scene:
    del qapp
    return demo_scene()


def test_first_and_last_block_without_a_selection(scene: Scene):
    scene = dataclasses.replace(scene, active=scene.panes[0].name)

    first, last = next_block(scene, None, 1), next_block(scene, None, -1)

    assert first is not None
    assert last is not None
    assert first.start < last.start
    assert first.start == 0


def test_steps_go_one_block_on_and_back_and_stay_at_the_end(scene: Scene):
    scene = dataclasses.replace(scene, active=scene.panes[0].name)
    pane = scene.panes[0]
    block = selection_of_block(pane, 8)

    on = next_block(scene, block, 1)
    back = next_block(scene, on, -1)
    last = next_block(scene, None, -1)

    assert on is not None
    assert leading_block(pane, on) == 9
    assert back == block
    assert next_block(scene, last, 1) == last


def test_differences_wrap_around_the_page(scene: Scene):
    seen: list[int] = []
    difference = None
    for _ in range(200):
        difference = next_difference(scene, difference, 1)
        assert difference is not None
        if seen and difference.start == seen[0]:
            break
        seen.append(difference.start)

    assert seen == sorted(seen)
    assert difference is not None
    assert difference.start == seen[0]


def test_panes_that_agree_have_no_difference(scene: Scene):
    first = scene.panes[0]
    assert first.shown is not None
    same = dataclasses.replace(scene.panes[1], extraction=first.shown, last_good=first.shown)

    assert next_difference(dataclasses.replace(scene, panes=(first, same)), None, 1) is None
    assert next_difference(dataclasses.replace(scene, panes=(first,)), None, 1) is None


def test_masks_differ_on_every_token_of_a_difference(scene: Scene):
    difference = next_difference(scene, None, 1)

    assert difference is not None
    masks = np.array([pane.shown.mask for pane in scene.panes if pane.shown is not None])
    total = masks.sum(axis=0)[difference.start : difference.end]
    assert np.any((total > 0) & (total < len(masks)))


def gold_like(scene: Scene, *, but: slice) -> Scene:
    """Return the scene with gold that differs from its first pane in some tokens."""
    name, shown = scene.panes[0].name, scene.panes[0].shown
    assert shown is not None
    main = shown.mask.copy()
    main[but] = ~main[but]
    classes = np.where(main, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
    gold = Gold(classes, Provenance("test", "memory"))
    errors = Layer(f"errors:{name}", "Errors", LayerKind.ERRORS, gold.outcomes(shown.mask))
    return dataclasses.replace(scene, gold=gold, layers={errors.key: errors})


def test_errors_are_those_of_the_pane_that_colours_the_page(scene: Scene):
    wrong = gold_like(scene, but=slice(40, 41))
    error = next_error(wrong, None, 1)

    assert error is not None
    assert error.start <= 40 < error.end
    assert next_error(wrong, error, 1) == next_error(wrong, error, -1) == error
    assert next_error(gold_like(scene, but=slice(0, 0)), None, 1) is None
    assert next_error(scene, None, 1) is None
