"""Sentences about blocks: steps of the same code have different names, counts have units."""

from __future__ import annotations

import dataclasses

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.model.steps import step_names
from boilerscope.extractors.page.files import read_page
from boilerscope.widgets.demo import demo_scene, resource
from boilerscope.widgets.inspector.facts import step_lines
from boilerscope.widgets.picking import numbered_block, selection_of_block
from boilerscope.widgets.records import PaneRecord, Scene, Selection
from boilerscope.widgets.sentences import block_sentence, decision_sentence, step_sentence


def article() -> PaneRecord:
    """Return a pane whose pipeline uses the filter F6 twice."""
    extractor = registry.extractor("boilerpipe.article")
    settings = extractor.default_settings()
    page = read_page(resource("samples/news-en/old-bridge-new-current.html"))
    extraction = extractor.extract(page, settings, ())
    return PaneRecord(
        1,
        extractor.id,
        extractor.id,
        extractor.name,
        settings,
        extraction=extraction,
        last_good=extraction,
    )


def test_the_second_use_of_a_filter_has_its_own_name():
    extraction = article().shown
    assert extraction is not None

    names = step_names(extraction.steps)

    assert [step.code for step in extraction.steps].count("F6") == 2
    assert names.count("F6") == names.count("F6 (2)") == 1
    assert len(set(names)) == len(names)


def test_sentences_of_the_second_use_begin_with_its_name():
    pane = article()
    extraction = pane.shown
    assert extraction is not None
    second = step_names(extraction.steps).index("F6 (2)")
    block = int(np.flatnonzero(extraction.steps[second].rule)[0])

    sentence = step_sentence(extraction, second, block)
    lines = step_lines(pane, block)

    assert sentence.startswith("F6 (2): ")
    assert next(line for line in lines if line.code == "F6 (2)").sentence.lower() == (
        sentence.removeprefix("F6 (2): ").lower()
    )


def test_a_step_that_did_not_test_a_block_has_no_sentence():
    extraction = article().shown
    assert extraction is not None
    index, block = next(
        (index, int(np.flatnonzero(step.rule == 0)[0]))
        for index, step in enumerate(extraction.steps)
        if (step.rule == 0).any()
    )

    assert step_sentence(extraction, index, block) == ""


def test_a_block_that_no_rule_tested_has_a_note():
    pane = demo_scene().panes[0]
    extraction = pane.shown
    assert extraction is not None

    bare = dataclasses.replace(extraction, steps=())

    assert decision_sentence(bare, 0) == "no rule tested this block"


def test_a_block_of_a_chinese_page_is_counted_in_characters():
    pane = demo_scene().panes[0]

    assert " words, " in block_sentence(pane, 6)
    assert " characters, " in block_sentence(pane, 6, characters=True)


def test_views_number_a_selection_by_its_block_in_the_active_pane():
    scene = demo_scene()
    second = next(pane for pane in scene.panes if pane.name != scene.active)
    extraction = second.shown
    assert extraction is not None
    selection = selection_of_block(second, int(np.argmax(extraction.blocks.token_counts())))
    assert selection is not None

    numbered = numbered_block(scene, selection)
    without_active = numbered_block(Scene(scene.page, scene.panes), selection)

    assert numbered is not None
    assert numbered[0].name == scene.active
    assert without_active == (second, selection.block)
    assert numbered_block(scene, Selection(())) is None
