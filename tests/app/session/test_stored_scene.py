"""The strips of a corpus page: panes with stored results, and the number of panes with errors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from boilerscope.app.session.stored_scene import (
    PANES_WITH_ERRORS,
    rule_layer,
    scene_of_stored,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs.stored import StoredPage
from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
from tests.helpers.score_tables import pane_records

MAIN, BOILERPLATE, UNDECIDED = GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.UNDECIDED


def stored(*masks: list[int] | Status, with_gold: bool = True) -> StoredPage:
    """Return a page of four words; for each pane its kept words or the status of its failure."""
    classes = np.array([MAIN, MAIN, BOILERPLATE, UNDECIDED], dtype=np.uint8)
    gold = Gold(classes, Provenance("toy", "memory"))
    results = {
        f"pane-{number}": Extraction("x", mask)
        if isinstance(mask, Status)
        else Extraction("x", Status.OK, mask=np.array(mask, dtype=np.bool_))
        for number, mask in enumerate(masks, start=1)
    }
    page = Page.from_text("<p>one two three four", name="toy")
    return StoredPage(page, gold if with_gold else None, "", results)


def test_panes_with_errors_are_counted_word_by_word():
    page = stored([1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 0, 0])
    scene = scene_of_stored(page, pane_records(3), "pane-2")

    layer = scene.layers[PANES_WITH_ERRORS]
    assert layer.values[:3].tolist() == [1, 2, 1]
    assert np.isnan(layer.values[3]), "undecided words do not count"
    assert layer.high == 3
    assert layer.share == 0.75
    scores = [pane.gold_score.f1 for pane in scene.panes if pane.gold_score is not None]
    assert scores == [1.0, 0.5, 0.0]
    assert scene.active == "pane-2"


def test_a_failure_is_shown_as_a_failure_and_not_counted_as_an_error():
    scene = scene_of_stored(stored([1, 1, 0, 0], Status.TIMEOUT), pane_records(3), "")

    _, failed, missing = scene.panes
    assert failed.extraction is not None
    assert failed.extraction.status is Status.TIMEOUT
    assert failed.shown is None
    assert missing.extraction is None
    assert scene.layers[PANES_WITH_ERRORS].values[:3].tolist() == [0, 0, 0]


def test_a_page_without_gold_has_masks_only():
    scene = scene_of_stored(stored([1, 1, 0, 0], with_gold=False), pane_records(1), "")

    assert scene.layers == {}
    assert scene.panes[0].gold_score is None
    assert scene.panes[0].shown is not None


def test_the_strip_of_a_rule_has_its_wrong_words_or_those_that_another_pane_decides_otherwise():
    keeps, drops = (Address("F1", "Look", code, is_kept=code == "C") for code in "CB")
    decided = {"pane-1": Decisions((keeps, drops), np.array([0, 1, 0, 1]))}
    masks = ([1, 0, 1, 0], [0, 0, 0, 1], Status.TIMEOUT)

    def words(rule: Address, *, with_gold: bool) -> list[bool]:
        page = replace(stored(*masks, with_gold=with_gold), decided=decided)
        layer = rule_layer(page, "pane-1", "rule", lambda address: address == rule)
        assert layer is not None
        return [value == 1 for value in layer.values.tolist()]

    assert words(keeps, with_gold=True) == [False, False, True, False]
    assert words(drops, with_gold=True) == [False, True, False, False]
    assert words(keeps, with_gold=False) == [True, False, True, False]
    assert words(drops, with_gold=False) == [False, False, False, True]
