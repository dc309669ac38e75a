"""Expected F1 of a corpus from stored results: no pane runs again, and bounds are left out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.runner import Pane, run_panes
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.expecting import ExpectTask, expect_stored
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.store import ResultStore

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.sources.corpus import Corpus

PANES = tuple(
    Pane(name, name, registry.extractor(name).default_settings()) for name in ("bte", "learned")
)
LIMITS = RunLimits(1)


@pytest.fixture
def folder(tmp_path: Path, corpus: Corpus) -> Path:
    """Return the folder of a store with the results of all pages."""
    folder = tmp_path / "store"
    with ResultStore(folder) as store:
        assert list(CorpusRun(corpus.pages, PANES, RunOptions(limits=LIMITS), store).results())
    return folder


def test_stored_results_have_the_expected_f1_of_a_new_run(corpus: Corpus, folder: Path):
    rows = [5, 0, 4]
    stored = dict(expect_stored(corpus.pages, rows, PANES, LIMITS, folder))
    again = dict(expect_stored(corpus.pages, rows, PANES, LIMITS, None))

    assert list(stored) == rows
    assert stored == again
    assert all(record.expected is not None for page in stored.values() for record in page)


def test_no_pane_with_a_stored_result_runs_again(corpus: Corpus, folder: Path):
    page: Page = corpus.pages[0].page()
    task = ExpectTask(corpus.pages[0].located(), PANES, folder)

    assert task.missing(page) == ()
    assert len(task.records(page, {})) == 2
    without = ExpectTask(corpus.pages[0].located(), PANES)
    assert without.missing(page) == PANES
    assert len(without.records(page, run_panes(page, PANES))) == 2


def test_only_panes_with_a_result_on_a_page_count_there(corpus: Corpus):
    having = {0: {"bte"}, 1: {"bte", "learned"}}
    found = dict(expect_stored(corpus.pages, [0, 1], PANES, LIMITS, None, having=having))

    assert {row: {record.pane for record in page} for row, page in found.items()} == having
    assert math.isnan(found[0][0].agreement)
