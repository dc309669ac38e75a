"""Another measure or text after a run: scores from stored results, without running extractors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.file_panes import read_file_panes
from boilerscope.extractors.runs.rescoring import Rescoring
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.leaderboard import group_rows, leaderboard
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey, chosen, ordered
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.scatter import scatter
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")

PANES = ("toy", "bte")
SHINGLES = ("token_f1", "shingle_f1", "shingle_precision", "shingle_recall")
FORMER = ScoreOptions()


def panes(*names: str) -> list[Pane]:
    return [Pane(name, name, registry.extractor(name).default_settings()) for name in names]


def filled(
    corpus: Corpus, options: ScoreOptions, store: ResultStore | None = None, *, n_pages: int = 6
) -> ScoreTable:
    """Return the scores of both panes on the first pages of a corpus."""
    table = ScoreTable(corpus.pages, PANES, options.measures)
    run = CorpusRun(corpus.pages, panes(*PANES), RunOptions(options), store, indices=range(n_pages))
    for result in run.results():
        table.add(result)
    return table


def test_views_of_a_measure_that_was_not_counted_have_no_values(corpus: Corpus):
    table = filled(corpus, FORMER)
    mask = chosen(table, PageFilter())

    assert np.isnan(table.values("shingle_f1")).all()
    assert len(ordered(table, mask, Sort(SortKey.WORST, "shingle_f1", "toy"))) == 6
    board = leaderboard(table, mask, SHINGLES, intervals=())
    assert np.isnan(board.rows[0].mean("shingle_f1").answered.value)
    assert not np.isnan(board.rows[0].mean("token_f1").answered.value)
    assert all(np.isnan(row.means).all() for row in group_rows(table, mask, "set", "shingle_f1"))
    assert np.isnan(scatter(table, mask, "shingle_f1", PANES).correlation)
    assert table.lacks(SHINGLES).sum() == 4
    assert not table.lacks(("token_f1",)).any()


def test_another_measure_has_the_values_of_a_new_run_and_no_extractor_runs(
    corpus: Corpus, store: ResultStore
):
    table, wanted = filled(corpus, FORMER, store), ScoreOptions(measures=SHINGLES)
    rescoring = Rescoring(table, FORMER, panes(*PANES), RunOptions(wanted), store)

    progress = list(rescoring.results())

    assert (rescoring.n_pages, len(progress), progress[-1].n_done) == (4, 4, 4)
    expected = filled(corpus, wanted)
    for measure in SHINGLES:
        np.testing.assert_array_equal(rescoring.table.values(measure), expected.values(measure))
    np.testing.assert_array_equal(rescoring.table.seconds, table.seconds)  # those of the first run
    assert "shingle_f1" not in table.measures
    assert np.isnan(table.values("shingle_f1")).all()


def test_another_text_has_the_values_of_a_new_run(corpus: Corpus, store: ResultStore):
    table, wanted = filled(corpus, FORMER, store), ScoreOptions(ScoredText.OWN)
    rescoring = Rescoring(table, FORMER, panes(*PANES), RunOptions(wanted), store)
    assert np.isnan(rescoring.table.values("token_f1")).all()

    progress = list(rescoring.results())

    assert progress[-1].n_done == 4
    expected = filled(corpus, wanted)
    np.testing.assert_array_equal(rescoring.table.values("token_f1"), expected.values("token_f1"))
    assert rescoring.table.scores(0)[0].text is ScoredText.OWN
    np.testing.assert_array_equal(rescoring.table.seconds, table.seconds)


def test_scores_that_were_stored_before_come_from_the_store(corpus: Corpus, store: ResultStore):
    wanted = ScoreOptions(measures=SHINGLES)
    filled(corpus, wanted, store)
    table = filled(corpus, FORMER, store)

    progress = list(Rescoring(table, FORMER, panes(*PANES), RunOptions(wanted), store).results())

    assert [record.n_kept for record in progress] == [1, 2, 3, 4]


def test_a_table_that_lacks_nothing_is_complete_at_once(corpus: Corpus, store: ResultStore):
    table, wanted = filled(corpus, FORMER, store), ScoreOptions(measures=("token_recall",))
    rescoring = Rescoring(table, FORMER, panes(*PANES), RunOptions(wanted), store)

    assert rescoring.n_pages == 0
    assert list(rescoring.results()) == []
    np.testing.assert_array_equal(
        rescoring.table.values("token_recall"), table.values("token_recall")
    )


def test_panes_do_not_run_on_pages_on_which_they_have_not_run(corpus: Corpus, store: ResultStore):
    table = filled(corpus, FORMER, store, n_pages=3).carried((*PANES, "new"), FORMER.measures)
    run = CorpusRun(corpus.pages, panes("toy"), RunOptions(FORMER), store, indices=[3])
    for result in run.results():
        table.add(result)
    wanted = ScoreOptions(measures=SHINGLES)
    rescoring = Rescoring(table, FORMER, panes(*PANES), RunOptions(wanted), store)

    assert len(list(rescoring.results())) == 4

    assert (rescoring.table.status > 0).tolist() == (table.status > 0).tolist()
    assert np.isnan(rescoring.table.values("shingle_f1")[3]).tolist() == [False, True, True]


@pytest.mark.parametrize("n_before_end", [0, 1])
def test_an_end_leaves_the_former_table_unchanged(
    corpus: Corpus, store: ResultStore, n_before_end: int
):
    table, wanted = filled(corpus, FORMER, store), ScoreOptions(measures=SHINGLES)
    before = table.values("token_f1").copy()
    rescoring = Rescoring(table, FORMER, panes(*PANES), RunOptions(wanted), store)
    rescoring.set_paused(True)
    rescoring.set_paused(False)
    if not n_before_end:
        rescoring.cancel()

    n_done = 0
    for _ in rescoring.results():
        n_done += 1
        rescoring.cancel()

    assert n_done == n_before_end
    assert rescoring.is_cancelled
    np.testing.assert_array_equal(table.values("token_f1"), before)


def test_results_of_files_are_scored_again(corpus: Corpus, store: ResultStore, tmp_path: Path):
    file = tmp_path / "results.jsonl"
    file.write_text('{"page_id": "p1", "plaintext": "one two three", "model": "theirs"}\n')
    files = read_file_panes(file)
    table = ScoreTable(corpus.pages, ["theirs"], FORMER.measures)
    for result in CorpusRun(corpus.pages, [], RunOptions(FORMER), store, files=files).results():
        table.add(result)
    wanted = ScoreOptions(measures=SHINGLES)
    rescoring = Rescoring(table, FORMER, [], RunOptions(wanted), store, files=files)

    assert len(list(rescoring.results())) == 4

    assert not np.isnan(rescoring.table.values("shingle_f1")[1]).any()
