"""The estimate of a sweep grows with points and pages, and follows the last sweep."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.app.window.controllers.corpus.estimate import SweepTime
from boilerscope.app.window.corpus.controller import n_jobs
from tests.helpers.corpus_tables import table
from tests.helpers.score_tables import pane_records


def test_without_a_run_of_the_pane_nothing_is_estimated():
    [pane, second] = pane_records(2)
    scores = table(3, [pane.name])
    scores.seconds[:] = np.nan

    assert SweepTime().about(pane, scores, 21, 3) == 0
    assert SweepTime().about(second, scores, 21, 3) == 0


def test_a_run_gives_a_first_estimate_and_a_sweep_a_better_one():
    [pane] = pane_records(1)
    scores = table(3, [pane.name])
    scores.seconds[:] = 0.1
    time = SweepTime()
    first = time.about(pane, scores, 21, 100)
    assert first < time.about(pane, scores, 21, 200)
    assert first < 21 * 100 * 0.1 / n_jobs()

    time.learn(pane.extractor, 21 * 100, 1.0 + 42.0)

    assert time.about(pane, scores, 21, 100) == pytest.approx(1.0 + 42.0)
    assert time.about(pane, scores, 42, 100) == pytest.approx(1.0 + 84.0)


def test_a_sweep_without_a_page_does_not_change_the_estimate():
    [pane] = pane_records(1)
    scores = table(3, [pane.name])
    scores.seconds[:] = 0.1
    time = SweepTime()
    before = time.about(pane, scores, 21, 100)

    time.learn(pane.extractor, 0, 5.0)

    assert time.about(pane, scores, 21, 100) == before
