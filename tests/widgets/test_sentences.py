"""Sentences about blocks: steps that share a code are told apart, counts say what they count."""

from __future__ import annotations

import dataclasses

import numpy as np

from extractors import registry
from extractors.model.steps import step_names
from extractors.page.files import read_page
from widgets.demo import demo_scene, resource
from widgets.inspector.facts import step_lines
from widgets.picking import numbered_block, selection_of_block
from widgets.records import PaneRecord, Scene, Selection
from widgets.sentences import block_sentence, decision_sentence, step_sentence


def article() -> PaneRecord:
    """Return a pane whose pipeline uses the filter F6 twice."""
    found = registry.extractor("boilerpipe.article")
    settings = found.default_settings()
    page = read_page(resource("samples/news-en/old-bridge-new-current.html"))
    made = found.extract(page, settings, ())
    return PaneRecord(1, found.id, found.id, found.name, settings, extraction=made, last_good=made)


def test_the_second_use_of_a_filter_has_a_name_of_its_own():
    made = article().shown
    assert made is not None

    names = step_names(made.steps)

    assert [step.code for step in made.steps].count("F6") == 2
    assert names.count("F6") == names.count("F6 (2)") == 1
    assert len(set(names)) == len(names)


def test_sentences_of_the_second_use_begin_with_its_name():
    pane = article()
    made = pane.shown
    assert made is not None
    second = step_names(made.steps).index("F6 (2)")
    block = int(np.flatnonzero(made.steps[second].rule)[0])

    sentence = step_sentence(made, second, block)
    lines = step_lines(pane, block)

    assert sentence.startswith("F6 (2): ")
    assert next(line for line in lines if line.code == "F6 (2)").sentence.lower() == (
        sentence.removeprefix("F6 (2): ").lower()
    )


def test_a_step_that_did_not_test_a_block_has_no_sentence():
    made = article().shown
    assert made is not None
    place, block = next(
        (place, int(np.flatnonzero(step.rule == 0)[0]))
        for place, step in enumerate(made.steps)
        if (step.rule == 0).any()
    )

    assert step_sentence(made, place, block) == ""


def test_a_block_no_rule_tested_says_so():
    pane = demo_scene().panes[0]
    made = pane.shown
    assert made is not None

    bare = dataclasses.replace(made, steps=())

    assert decision_sentence(bare, 0) == "no rule tested this block"


def test_a_block_of_a_chinese_page_is_counted_in_characters():
    pane = demo_scene().panes[0]

    assert " words, " in block_sentence(pane, 6)
    assert " characters, " in block_sentence(pane, 6, characters=True)


def test_views_number_a_selection_by_the_block_of_the_active_pane():
    scene = demo_scene()
    other = next(pane for pane in scene.panes if pane.name != scene.active)
    made = other.shown
    assert made is not None
    chosen = selection_of_block(other, int(np.argmax(made.blocks.token_counts())))
    assert chosen is not None

    found = numbered_block(scene, chosen)
    gone = numbered_block(Scene(scene.page, scene.panes), chosen)

    assert found is not None
    assert found[0].name == scene.active
    assert gone == (other, chosen.block)
    assert numbered_block(scene, Selection(())) is None
