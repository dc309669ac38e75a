"""Changes of a score table: other panes, removed pages, pages added while it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")

PANES = ("toy", "bte")


def _filled(corpus: Corpus) -> ScoreTable:
    panes = [Pane(name, name, registry.extractor(name).default_settings()) for name in PANES]
    table = ScoreTable(corpus.pages, PANES, DEFAULT_MEASURES)
    for result in CorpusRun(corpus.pages, panes, RunOptions()).results():
        table.add(result)
    return table


def test_a_carried_table_keeps_results_and_has_gaps_for_new_panes(corpus: Corpus):
    table = _filled(corpus)

    carried = table.carried(("bte", "new", "toy"), DEFAULT_MEASURES)

    for name in PANES:
        column, before = carried.panes.index(name), table.panes.index(name)
        assert carried.status[:, column].tolist() == table.status[:, before].tolist()
        np.testing.assert_array_equal(
            carried.values("token_f1")[:, column], table.values("token_f1")[:, before]
        )
    assert not carried.status[:, 1].any()
    assert carried.is_done.all()
    assert carried.digest == table.digest


def test_a_pane_that_has_not_run_neither_fails_nor_is_compared(corpus: Corpus):
    table = _filled(corpus)
    carried = table.carried((*PANES, "new"), DEFAULT_MEASURES)
    all_pages = np.ones(len(corpus.pages), dtype=np.bool_)

    before = leaderboard(table, all_pages, DEFAULT_MEASURES, intervals=())
    after = leaderboard(carried, all_pages, DEFAULT_MEASURES, intervals=())

    assert carried.is_common.tolist() == table.is_common.tolist()
    assert after.n_common == before.n_common
    for row, earlier in zip(after.rows, before.rows, strict=False):
        values = {name: mean.answered.value for name, mean in row.means.items()}
        assert values == {name: mean.answered.value for name, mean in earlier.means.items()}
    assert np.isnan(after.rows[2].mean("token_f1").answered.value)
    assert after.rows[2].n_failed == 0


def test_pages_without_a_result_of_a_pane_are_incomplete(corpus: Corpus):
    table = _filled(corpus)
    table.status[2:, 1] = 0

    assert table.is_complete.tolist() == [True, True, False, False, False, False]
    assert table.is_common.tolist() == [True, True, False, False, False, False]


def test_a_removed_page_is_as_before_the_run(corpus: Corpus):
    table = _filled(corpus)

    table.remove(0)

    assert not table.is_done[0]
    assert not table.is_scored[0]
    assert table.scores(0) == ()
    assert np.isnan(table.values("token_f1")[0]).all()


def test_outcomes_and_pages_are_counted_by_status(corpus: Corpus):
    table = _filled(corpus)

    assert table.n_outcomes(Status.OK) == int((~table.has_failed).sum())
    assert table.n_pages_that_are(PageStatus.SCORED) == 4
    assert table.n_pages_that_are(PageStatus.NO_GOLD) == 1
    assert table.n_pages_that_are(PageStatus.NOT_FOUND) == 1


def test_values_include_pages_that_are_added_later(corpus: Corpus):
    table, filled = ScoreTable(corpus.pages, PANES, DEFAULT_MEASURES), _filled(corpus)
    assert np.isnan(table.values("token_f1")).all()

    panes = [Pane(name, name, registry.extractor(name).default_settings()) for name in PANES]
    for result in CorpusRun(corpus.pages, panes, RunOptions()).results():
        table.add(result)

    np.testing.assert_array_equal(table.values("token_f1"), filled.values("token_f1"))
