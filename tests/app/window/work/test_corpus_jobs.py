"""Jobs on a corpus, without Qt: list, run, sweep and search, with pause and cancellation."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from boilerscope.app.window.work import corpus_jobs
from boilerscope.app.window.work.control import Control
from boilerscope.app.window.work.corpus_jobs import (
    RunRequest,
    list_pages,
    rescore,
    run_panes,
    search,
    sweep,
)
from boilerscope.extractors import registry
from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.runs.stored import read_stored
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.search.base import make_axis
from boilerscope.extractors.search.sweep import Sweep
from boilerscope.extractors.search.tune import Tune
from boilerscope.extractors.sources.corpus import Corpus
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

EXTRACTOR, FIELD = "link_ratio", "rate"
_R = TypeVar("_R")


def done(job: Generator[Any, None, _R]) -> tuple[list[Any], _R]:
    """Do a job; return its progress and its result."""
    progress: list[Any] = []
    while True:
        try:
            progress.append(next(job))
        except StopIteration as end:
            return progress, end.value


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus([write_corpus(tmp_path / "pages", 4)]).read_all()


@pytest.fixture
def request_of_all(corpus: Corpus, tmp_path: Path) -> RunRequest:
    return RunRequest(corpus.pages, (pane(),), (), RunOptions(), tmp_path / "store")


def pane() -> Pane:
    extractor = registry.extractor(EXTRACTOR)
    return Pane(EXTRACTOR, EXTRACTOR, extractor.default_settings())


def sweep_of(corpus: Corpus, control: Control) -> Generator[Any, None, Any]:
    wanted = Sweep(pane(), (make_axis(EXTRACTOR, FIELD, low=0.1, high=0.9, steps=3),))
    return sweep(corpus.pages, wanted, RunOptions(), None, control)


def test_pages_are_counted_while_they_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    corpus = Corpus([write_corpus(tmp_path / "pages", 4)])
    monkeypatch.setattr(corpus_jobs, "MANY_PAGES", 3)
    try:
        counts, _ = done(list_pages(corpus, Control()))
        assert gc.get_freeze_count() > 0, "a long list is left out of collections"
    finally:
        gc.unfreeze()

    assert counts == sorted(counts)
    assert len(corpus.pages) == 4


def test_a_run_yields_each_page_with_the_progress_and_keeps_its_results(request_of_all: RunRequest):
    steps, is_cancelled = done(run_panes(request_of_all, Control()))
    again, _ = done(run_panes(request_of_all, Control()))

    assert sorted(result.index for result, _ in steps) == [0, 1, 2, 3]
    assert [progress.n_done for _, progress in steps] == [1, 2, 3, 4]
    assert again[-1][1].n_kept == 4
    assert not is_cancelled


def test_a_run_that_is_cancelled_before_it_begins_runs_nothing(request_of_all: RunRequest):
    control = Control()
    control.cancel()

    steps, is_cancelled = done(run_panes(request_of_all, control))

    assert steps == []
    assert is_cancelled


def test_other_scores_come_in_a_table_of_their_own(corpus: Corpus, request_of_all: RunRequest):
    table = ScoreTable(corpus.pages, [EXTRACTOR], ["token_f1"])
    for result, _ in done(run_panes(request_of_all, Control()))[0]:
        table.add(result)
    measures = ("token_f1", "shingle_f1")
    request = RunRequest(
        corpus.pages,
        (pane(),),
        (),
        RunOptions(ScoreOptions(measures=measures)),
        request_of_all.store,
    )

    _, other = done(rescore(table, ScoreOptions(measures=("token_f1",)), request, Control()))

    assert other.measures == measures
    assert other.values("shingle_f1").shape == (4, 1)
    assert table.measures == ("token_f1",)


def test_a_sweep_ends_with_the_scores_of_all_pages(corpus: Corpus):
    states, last = done(sweep_of(corpus, Control()))

    assert states[0].n_done == 1
    assert (last.n_done, last.n_pages) == (4, 4)
    assert last.result is not None
    assert len(last.result.points) == 3
    assert not last.is_cancelled


def test_a_cancelled_sweep_keeps_the_finished_pages(corpus: Corpus):
    control = Control()
    job = sweep_of(corpus, control)

    first = next(job)
    control.cancel()
    _, last = done(job)

    assert first.n_done == 1
    assert last.is_cancelled
    assert 1 <= last.n_done < 4


def test_a_sweep_that_is_cancelled_before_it_begins_has_no_scores(corpus: Corpus):
    control = Control()
    control.cancel()

    states, last = done(sweep_of(corpus, control))

    assert states == []
    assert last.result is None
    assert last.is_cancelled


def test_a_search_yields_its_trials_and_ends_with_all_of_them(corpus: Corpus):
    pytest.importorskip("optuna", reason="optuna is not installed")
    axes = (
        make_axis(EXTRACTOR, FIELD, low=0.1, high=0.9, steps=9),
        make_axis(EXTRACTOR, "min_len", low=0, high=40, steps=5),
    )
    wanted = Tune(pane(), axes, "token_f1", 4, 0.5)

    states, last = done(search(corpus.pages, wanted, RunOptions(), Control()))

    assert [len(state.trials) for state in states] == sorted(len(state.trials) for state in states)
    assert len(last.trials) == 4
    assert last.share_done == 1
    assert not last.is_cancelled


def test_a_store_that_cannot_be_opened_costs_only_the_keeping(
    request_of_all: RunRequest, tmp_path: Path
):
    (tmp_path / "store").write_text("a file in place of the folder", encoding="utf-8")

    progress, is_cancelled = done(run_panes(request_of_all, Control()))

    assert not is_cancelled
    assert len(progress) == 4
    assert all(score.status is Status.OK for result, _ in progress for score in result.scores)
    assert "results-" in progress[-1][1].not_kept


def test_a_store_that_is_full_costs_only_the_keeping(
    request_of_all: RunRequest, monkeypatch: pytest.MonkeyPatch
):
    def full(*_args: object) -> None:
        raise CorpusError("the disk is full")

    monkeypatch.setattr(ResultStore, "keep", full)

    progress, _ = done(run_panes(request_of_all, Control()))

    assert len(progress) == 4
    assert all(score.status is Status.OK for result, _ in progress for score in result.scores)
    assert progress[-1][1].not_kept == "the disk is full"


def test_a_page_without_a_store_is_shown_with_the_reason(corpus: Corpus, tmp_path: Path):
    (tmp_path / "store").write_text("a file in place of the folder", encoding="utf-8")

    stored = read_stored(corpus.pages[0], [pane()], (), tmp_path / "store")

    assert stored.page.n_tokens
    assert not stored.results
    assert "cannot be opened" in stored.store_problem
