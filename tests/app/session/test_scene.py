"""A new scene reuses the layers of an earlier scene for unchanged results."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from boilerscope.app.session import layers
from boilerscope.app.session.scene import scene_of, setting_to_turn_on
from boilerscope.app.session.session import Session
from boilerscope.extractors import runner
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Outcome, Provenance
from boilerscope.extractors.page import Page
from boilerscope.widgets.records import PaneRecord, RunState

NAMES = ("boilerpipe.article", "link_ratio")


@pytest.fixture
def session() -> Session:
    """Return a session with a page and two panes that have results."""
    session = Session()
    session.page = Page.from_text("<p>one two three", name="page")
    session.open_panes(NAMES)
    session.panes = [
        dataclasses.replace(pane, last_good=result(pane.name), state=RunState.DONE)
        for pane in session.panes
    ]
    return session


def result(extractor: str) -> Extraction:
    return Extraction(extractor, Status.OK, mask=np.array([True, True, False]))


def test_layers_stay_when_settings_change_without_new_results(session: Session):
    before = scene_of(session)
    session.begin_run(NAMES[0])
    after = scene_of(session, before=before)

    assert after.panes != before.panes
    assert after.layers.keys() == before.layers.keys() >= {layers.AGREEMENT}
    assert all(after.layers[key] is layer for key, layer in before.layers.items())


def test_a_new_result_rebuilds_the_layers_that_show_it(session: Session):
    session.colour_by(layers.label_key(NAMES[0]))
    before = scene_of(session)
    session.panes = [
        dataclasses.replace(pane, last_good=result(pane.name)) if pane.name == NAMES[1] else pane
        for pane in session.panes
    ]
    after = scene_of(session, before=before)

    colour = layers.label_key(NAMES[0])
    assert after.layers[colour] is before.layers[colour]
    assert after.layers[layers.AGREEMENT] is not before.layers[layers.AGREEMENT]


def test_a_removed_pane_leaves_no_layer(session: Session):
    session.colour_by(layers.label_key(NAMES[0]))
    before = scene_of(session)
    session.remove(NAMES[0])
    after = scene_of(session, before=before)

    assert layers.label_key(NAMES[0]) not in after.layers
    assert after.layers[layers.AGREEMENT].high == 1


def gold(*classes: GoldClass) -> Gold:
    return Gold(np.array(classes, dtype=np.uint8), Provenance("test", "memory"))


def test_panes_are_scored_on_the_tokens_that_gold_classifies(session: Session):
    session.gold = gold(GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.UNMARKED)
    score = scene_of(session).panes[0].gold_score

    assert score is not None
    assert (score.precision, score.recall) == (0.5, 1.0)
    assert score.f1 == pytest.approx(2 / 3)
    assert [count for _, count in score.outcomes] == [1, 0, 1, 0]


def test_gold_that_classifies_nothing_yet_gives_no_score(session: Session):
    session.gold = gold(GoldClass.UNMARKED, GoldClass.UNDECIDED, GoldClass.UNMARKED)

    assert scene_of(session).panes[0].gold_score is None


def test_different_gold_rebuilds_the_errors_and_no_gold_removes_them(session: Session):
    key = layers.errors_key(NAMES[0])
    session.gold = gold(GoldClass.MAIN, GoldClass.MAIN, GoldClass.MAIN)
    session.colour_by(key)
    before = scene_of(session)
    session.gold = gold(GoldClass.MAIN, GoldClass.TITLE, GoldClass.COMMENT)
    after = scene_of(session, before=before)
    session.gold = None
    without = scene_of(session, before=after)

    assert before.by_errors
    assert before.layers[key].values.tolist() == [Outcome.KEPT, Outcome.KEPT, Outcome.MISSED]
    assert after.layers[key].values.tolist() == [Outcome.KEPT, Outcome.KEPT, Outcome.DROPPED]
    assert not without.by_errors
    assert layers.label_key(NAMES[0]) in without.layers
    assert without.panes[0].gold_score is None


def test_a_setting_that_a_message_names_can_be_turned_on() -> None:
    page = Page.from_text("<p>" + "word " * 200, name="one line")
    extraction = runner.run(page, "cx_extractor")
    pane = PaneRecord(1, "cx", "cx_extractor", "cx", extraction.settings, extraction=extraction)

    assert setting_to_turn_on(pane) == "resplit"
    settings = extraction.settings.replace(resplit=True)
    assert setting_to_turn_on(dataclasses.replace(pane, settings=settings)) == ""
