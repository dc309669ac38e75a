"""Contributions of a block in the inspector: each bar begins at the end of the bar before."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.algorithms.learned.additive import Table, make_model
from boilerscope.extractors.model.contributions import Contributions, Term, WeightedModel
from boilerscope.extractors.model.lazy import replaced
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.inspector.contributions import contribution_lines, flip_sentences
from boilerscope.widgets.picking import selection_of_block

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import PaneRecord, Scene
    from boilerscope.widgets.selection import SelectionModel

BLOCK = 11


@pytest.fixture
def explained(scene: Scene) -> Scene:
    """Return the scene with a first pane whose result is a sum of terms."""
    shown = scene.panes[0].shown
    assert shown is not None
    terms = (
        Term(("words",), of_page=False),
        Term(("words", "link_density"), of_page=False),
        Term(("pg_words",), of_page=True),
    )
    n_blocks = len(shown.blocks)
    values = np.tile([0.75, -0.25, 0.1], (n_blocks, 1))
    model = make_model(0.0, (Table(("words",), (np.array([20.0]),), np.array([-1.5, 0.75])),))
    sums = Contributions(
        np.full(n_blocks, -0.2),
        -0.05,
        terms,
        values,
        (WeightedModel(model, np.ones(n_blocks)),),
    )
    extraction = replaced(shown, contributions=sums)
    first = replace(scene.panes[0], extraction=extraction, last_good=extraction)
    return replace(scene, panes=(first, *scene.panes[1:]))


@pytest.fixture
def inspector(qtbot: QtBot, explained: Scene, selection: SelectionModel) -> Inspector:
    inspector = Inspector(selection)
    qtbot.addWidget(inspector)
    inspector.resize(320, 900)
    inspector.show_scene(explained)
    inspector.show()
    qtbot.waitExposed(inspector)
    selection.select(selection_of_block(explained.panes[0], BLOCK))
    return inspector


def pane(scene: Scene) -> PaneRecord:
    return scene.panes[0]


def test_each_bar_begins_at_the_end_of_the_bar_before(explained: Scene):
    lines = contribution_lines(pane(explained), BLOCK)

    assert [line.label.split()[0] for line in lines] == [
        "Base",
        "Words",
        "Words",
        "This",
        "Log-odds",
    ]
    assert [line.value for line in lines] == pytest.approx([-0.2, 0.75, -0.25, 0.1, 0.4])
    assert all(after.start == before.end for before, after in pairwise(lines[:-1]))
    assert lines[-2].end == pytest.approx(lines[-1].end)
    assert lines[-1].start == 0


def test_the_inspector_shows_the_contributions_and_the_feature_that_would_flip(
    inspector: Inspector,
):
    rows = [row for row in inspector.contributions.rows if row[2].isVisible()]

    assert [value.text() for _, value, _ in rows] == ["−0.20", "+0.75", "−0.25", "+0.10", "+0.40"]
    assert rows[1][2].accessibleName().startswith("Words ")
    assert inspector.flips.text().startswith("A single feature would flip the block:")
    assert "at most 20" in inspector.flips.text()


def test_the_cut_is_a_line_through_every_bar(inspector: Inspector):
    images = [row[2].grab().toImage() for row in inspector.contributions.rows if row[2].isVisible()]
    dark = [
        {x for x in range(image.width()) if image.pixelColor(x, 1).lightness() < 80}
        for image in images
    ]

    assert set.intersection(*dark)


def test_a_method_that_is_not_a_sum_has_no_contributions(
    inspector: Inspector, scene: Scene, selection: SelectionModel
):
    assert inspector.sum_part.isVisible()

    inspector.show_scene(scene)
    selection.select(selection_of_block(scene.panes[0], BLOCK))

    assert not inspector.sum_part.isVisible()
    assert contribution_lines(pane(scene), BLOCK) == ()
    assert flip_sentences(pane(scene), BLOCK) == ()
