"""Facts about a selection."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

import pytest

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.widgets.inspector.facts import (
    decision_lines,
    path_of,
    quantity_lines,
    quote,
    readable,
    source_line,
    step_lines,
    what_if_sentences,
)
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import Scene, Selection, WhatIfView


class Way(Enum):
    """Two ways."""

    FAST = "fast"
    SLOW = "slow"


@pytest.fixture
def selection(scene: Scene) -> Selection:
    block_selection = selection_of_block(scene.panes[0], 11)
    assert block_selection is not None
    return block_selection


def test_a_quote_is_short_and_ends_with_an_ellipsis(scene: Scene, selection: Selection):
    assert scene.page is not None
    text = quote(scene.page, selection, limit=20)

    assert text == "“Heavy books stay low…”"


def test_a_short_text_is_quoted_completely(scene: Scene):
    assert scene.page is not None
    title = selection_of_block(scene.panes[0], 6)
    assert title is not None

    assert quote(scene.page, title) == "“The lighthouse that lends books”"
    assert quote(scene.page, Selection(())) == ""


def test_each_pane_has_its_decision_and_reason(scene: Scene, selection: Selection):
    lines = decision_lines(scene, selection)

    assert [(line.number, line.kept, line.sentence) for line in lines] == [
        (1, True, "R3: words 45 ≥ 16"),
        (2, True, "R3: words 45 ≥ 16"),
        (3, True, "R3: words 45 ≥ 4"),
        (4, True, "R3: words 45 ≥ 16"),
    ]


def test_a_pane_without_result_has_its_state(scene: Scene, selection: Selection):
    failed = Extraction("x", Status.ERROR, message="step 4 failed")
    panes = (
        replace(scene.panes[0], extraction=None, last_good=None),
        replace(scene.panes[1], extraction=failed, last_good=None),
    )
    lines = decision_lines(replace(scene, panes=panes), selection)

    assert [line.sentence for line in lines] == ["no result yet", "error: step 4 failed"]
    assert [line.kept for line in lines] == [None, None]


def test_a_pane_without_a_block_there_has_a_note(scene: Scene):
    lines = decision_lines(scene, Selection(()))

    assert {line.sentence for line in lines} == {"this extractor has no block here"}


def test_steps_that_tested_the_block_are_listed_with_the_state_before_and_after(
    scene: Scene,
):
    extraction = scene.panes[1].shown
    assert extraction is not None
    tested = [
        b for b in range(len(extraction.blocks)) if extraction.steps[1].rule_of(b) is not None
    ]
    lines = step_lines(scene.panes[1], tested[0])

    assert [line.code for line in lines] == ["F1", "F2"]
    assert lines[0].before is False
    assert lines[1].before is lines[0].after
    assert lines[-1].after is bool(extraction.content[tested[0]])


def test_a_step_that_did_not_test_the_block_has_no_line(scene: Scene, selection: Selection):
    assert [line.code for line in step_lines(scene.panes[0], selection.block)] == ["F1"]


def test_a_missing_block_has_no_lines(scene: Scene):
    assert step_lines(scene.panes[0], 10**6) == ()
    assert quantity_lines(scene.panes[0], -1) == ()


def test_columns_have_the_value_and_all_values(scene: Scene, selection: Selection):
    line = quantity_lines(scene.panes[0], selection.block)[0]

    assert (line.label, line.unit, line.value) == ("Words", "words", 45)
    assert len(line.values) == len(scene.panes[0].shown.blocks)  # type: ignore[union-attr]  # has a result


def test_path_and_line_lead_to_the_source(scene: Scene, selection: Selection):
    assert scene.page is not None
    line = source_line(scene.page, selection)

    assert path_of(scene, selection) == "main > article > p[4]"
    assert "Heavy books" in scene.page.source.split("\n")[line - 1]


def test_a_bare_range_has_the_path_of_its_segment(scene: Scene, selection: Selection):
    bare = Selection(selection.runs)

    assert path_of(scene, bare) == path_of(scene, selection)
    assert path_of(Scene(None), bare) == ""


@pytest.mark.parametrize(
    ("keeps", "gained", "lost", "effect"),
    [
        (True, 0, 0, "keeps it"),
        (True, 179, 0, "keeps it, and 179 other words"),
        (True, 3, 1200, "keeps it, and 3 other words; drops 1,200 words"),
        (False, 0, 0, "drops it"),
        (False, 0, 7, "drops it, and 7 other words"),
        (False, 5, 7, "drops it, and 7 other words; keeps 5 more words"),
    ],
)
def test_a_suggestion_describes_its_effect(keeps: bool, gained: int, lost: int, effect: str):  # noqa: FBT001 - parameters of a table
    view = WhatIfView("f", "Max. distance", "blocks", 1, 6, keeps=keeps, gained=gained, lost=lost)

    assert what_if_sentences(view) == ("Max. distance 1 → 6", effect)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (False, True, "L off → on"),
        (Way.FAST, Way.SLOW, "L fast → slow"),
        (1 / 3, 0.5, "L 0.333 → 0.5"),
        ("a", "b", "L a → b"),
    ],
)
def test_values_of_every_kind_are_written_plainly(old: object, new: object, sentence: str):
    assert what_if_sentences(WhatIfView("f", "L", "", old, new, keeps=True))[0] == sentence


def test_a_sentence_begins_with_a_capital_letter():
    assert readable("words 3 ≤ 16, next ≠ 4") == "Words 3 ≤ 16, next ≠ 4"
    assert readable("") == ""
    assert readable("tree_cleaning: figure") == "tree_cleaning: figure"
