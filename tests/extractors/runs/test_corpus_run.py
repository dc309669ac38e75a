"""Runs of panes over a corpus: stored results are reused, also after interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions, RunProgress
from boilerscope.extractors.runs.file_panes import read_file_panes
from boilerscope.extractors.runs.gold_panes import bound_panes
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.pool import PagePool
from boilerscope.extractors.runs.score_task import ScoreTask
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import PageResult, PageStatus, ScoreOptions
from boilerscope.extractors.sources.corpus import Corpus
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import ROOT
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runs.pool import PageTask
    from boilerscope.extractors.runs.score_task import PaneResult
    from boilerscope.extractors.scoring.results import PaneScore

pytestmark = pytest.mark.usefixtures("toys")


def _pane(identifier: str, name: str = "") -> Pane:
    settings = registry.extractor(identifier).default_settings()
    return Pane(name or identifier, identifier, settings)


PANES = ("toy", "bte")


def _run(
    corpus: Corpus,
    *panes: Pane,
    store: ResultStore | None = None,
    options: RunOptions | None = None,
) -> list[PageResult]:
    run = CorpusRun(corpus.pages, panes, options or RunOptions(), store)
    return sorted(run.results(), key=lambda result: result.index)


def _untimed(result: PageResult) -> list[PaneScore]:
    return [replace(score, seconds=0.0) for score in result.scores]


def _kept(results: list[PageResult]) -> list[bool]:
    return [result.is_kept for result in results]


def test_every_page_has_the_score_of_every_pane(corpus: Corpus):
    results = _run(corpus, _pane("toy"), _pane("bte"))

    assert [result.page.page_id for result in results] == [f"p{number}" for number in range(6)]
    statuses = [result.page.status for result in results]
    assert statuses == [PageStatus.SCORED] * 4 + [PageStatus.NO_GOLD, PageStatus.NOT_FOUND]
    assert all([score.pane for score in result.scores] == ["toy", "bte"] for result in results)
    assert results[1].page.language == "en"
    assert results[4].page.n_tokens == 8


def test_scores_equal_those_of_the_command_score(corpus: Corpus):
    options = ScoreOptions(text=ScoredText.OWN, measures=tuple(MEASURES))
    panes = (_pane("toy"), _pane("bte"))
    results = _run(corpus, *panes, options=RunOptions(score=options))

    for result in results[:4]:
        entry = corpus.pages[result.index].located()
        page = entry.page()
        task = ScoreTask(entry, panes, options)
        records = task.records(page, runner.run_panes(page, panes))
        expected = [record.score for record in records]
        assert [score.page for score in result.scores] == [score.page for score in expected]
        assert [score.counts for score in result.scores] == [score.counts for score in expected]
        assert [score.text for score in result.scores] == [score.text for score in expected]


def test_a_second_run_computes_nothing(corpus: Corpus, store: ResultStore):
    first = _run(corpus, *map(_pane, PANES), store=store)
    second = _run(corpus, *map(_pane, PANES), store=store)

    assert _kept(first) == [False] * 6
    assert _kept(second) == [True] * 6
    assert [result.scores for result in second] == [result.scores for result in first]
    assert [result.page for result in second] == [result.page for result in first]


def test_only_a_changed_pane_runs_and_none_after_the_change_is_undone(
    corpus: Corpus, store: ResultStore, monkeypatch: pytest.MonkeyPatch
):
    default = _pane("toy")
    changed = Pane("toy", "toy", ToySettings(min_words=100))
    _run(corpus, default, _pane("bte"), store=store)
    submitted: list[list[str]] = []
    submit = PagePool.submit

    def recording_submit(pool: PagePool[PaneResult], task: PageTask[PaneResult]) -> None:
        submitted.append([pane.name for pane in task.panes])
        submit(pool, task)

    monkeypatch.setattr(PagePool, "submit", recording_submit)
    after = _run(corpus, changed, _pane("bte"), store=store)
    back = _run(corpus, default, _pane("bte"), store=store)

    assert submitted == [["toy"]] * 6
    assert after[0].scores[0].status is Status.EMPTY
    assert back[0].scores[0].status is Status.OK
    assert _kept(back) == [True] * 6


def test_a_renamed_pane_finds_its_results(corpus: Corpus, store: ResultStore):
    _run(corpus, _pane("toy"), store=store)

    assert _kept(_run(corpus, _pane("toy", "toy#2"), store=store)) == [True] * 6


def test_other_measures_and_changed_gold_are_scored_without_running_again(
    corpus: Corpus, store: ResultStore, tmp_path: Path
):
    first = _run(corpus, _pane("toy"), store=store)
    file = tmp_path / "pages" / "gold.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[0]["text"] = "one two three"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    changed = Corpus([tmp_path / "pages"]).read_all()
    measures = RunOptions(score=ScoreOptions(measures=("token_f1", "edit_similarity")))

    second = _run(changed, _pane("toy"), store=store, options=measures)

    # The stored time shows that the pane did not run again.
    assert [result.scores[0].seconds for result in second] == [
        result.scores[0].seconds for result in first
    ]
    assert (first[0].page.n_gold, second[0].page.n_gold) == (6, 3)
    assert set(second[1].scores[0].counts) == {"tokens", "edit"}


def test_a_moved_page_finds_its_results(corpus: Corpus, store: ResultStore, tmp_path: Path):
    first = _run(corpus, _pane("toy"), store=store)
    (tmp_path / "pages").rename(tmp_path / "moved")

    second = _run(Corpus([tmp_path / "moved"]).read_all(), _pane("toy"), store=store)

    assert [result.scores[0].seconds for result in second] == [
        result.scores[0].seconds for result in first
    ]


def test_a_changed_page_is_run_again(corpus: Corpus, store: ResultStore, tmp_path: Path):
    _run(corpus, _pane("toy"), store=store)
    (tmp_path / "pages" / "2.html").write_text("<p>one two three four five six and much more")

    results = _run(corpus, _pane("toy"), store=store)

    assert _kept(results) == [True, True, False, True, True, True]
    assert results[2].page.n_tokens == 9


def test_failures_are_stored_and_run_again_on_request(corpus: Corpus, store: ResultStore):
    first = _run(corpus, _pane("raising"), store=store)
    again = RunOptions(again=frozenset({Status.ERROR}))

    assert {result.scores[0].status for result in first} == {Status.ERROR}
    assert _kept(_run(corpus, _pane("raising"), store=store)) == [True] * 6
    assert _kept(_run(corpus, _pane("raising"), store=store, options=again)) == [False] * 6


def test_a_page_that_crashes_three_workers_is_given_up(corpus: Corpus):
    run = CorpusRun(corpus.pages, [_pane("toy"), _pane("dying")], RunOptions(), indices=[3])

    (result,) = run.results()

    assert result.is_given_up
    assert result.page.page_id == "p3"
    assert [score.status for score in result.scores] == [Status.OK, Status.ERROR]
    assert result.scores[1].message.startswith("The worker process ended without a result")
    assert result.scores[1].counts == {"tokens": (0, 0, 6)}


def test_a_timeout_is_run_again_with_a_longer_limit(corpus: Corpus, store: ResultStore):
    def run(timeout_s: float) -> PageResult:
        options = RunOptions(limits=RunLimits(timeout_s=timeout_s))
        panes = [_pane("toy"), _pane("hanging")]
        (result,) = CorpusRun(corpus.pages, panes, options, store, indices=[0]).results()
        return result

    first, same, longer = run(2.0), run(1.0), run(3.0)

    assert [score.status for score in first.scores] == [Status.OK, Status.TIMEOUT]
    assert (first.is_kept, same.is_kept, longer.is_kept) == (False, True, False)
    assert longer.scores[1].message == "No result within 3 s."


def test_a_page_that_cannot_be_read_has_a_reason(
    corpus: Corpus, store: ResultStore, tmp_path: Path
):
    (tmp_path / "pages" / "1.html").unlink()
    results = _run(corpus, _pane("toy"), store=store)

    assert results[1].page.status is PageStatus.UNREAD
    assert "1.html' cannot be read: No such file" in results[1].page.message
    assert results[1].scores[0].status is Status.ERROR
    (tmp_path / "pages" / "gold.jsonl").unlink()
    unread = _run(corpus, _pane("toy"), store=store)
    assert "gold.jsonl cannot be read" in unread[0].page.message


def test_results_from_a_file_are_a_pane(corpus: Corpus, store: ResultStore, tmp_path: Path):
    file = tmp_path / "results.jsonl"
    lines = [
        {"page_id": "p0", "plaintext": "one two three", "model": "theirs"},
        {"page_id": "p1", "plaintext": "", "model": "theirs"},
        {"page_id": "p0", "plaintext": "six", "model": "toy"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    files = read_file_panes(file, ["toy"])
    assert [file.pane.name for file in files] == ["theirs", "toy#2"]

    def run() -> list[PageResult]:
        corpus_run = CorpusRun(
            corpus.pages, [_pane("toy")], RunOptions(), store, files=files, indices=[0, 1, 2]
        )
        return sorted(corpus_run.results(), key=lambda result: result.index)

    first, second = run(), run()

    outcomes = [[score.status.value for score in result.scores] for result in first]
    assert outcomes == [
        ["ok", "ok", "ok"],
        ["ok", "empty", "unavailable"],
        ["ok", "unavailable", "unavailable"],
    ]
    theirs = first[0].scores[1]
    assert (theirs.counts, theirs.text, theirs.aligned) == ({"tokens": (3, 3, 6)}, "own", 1.0)
    assert _kept(second) == [True] * 3
    assert [result.scores for result in second] == [result.scores for result in first]
    with pytest.raises(GoldError, match="line 1"):
        read_file_panes(corpus.pages[0].place.file)  # type: ignore[attr-defined]  # a file of gold


def test_copies_of_a_page_with_other_gold_keep_their_scores(tmp_path: Path, store: ResultStore):
    folder = tmp_path / "copies"
    folder.mkdir()
    golds = ["one two three", "four five", "two three"]
    (folder / "page.html").write_text("<p>one two three four five six</p>")
    lines = [{"id": f"p{n}", "html": "page.html", "text": gold} for n, gold in enumerate(golds)]
    (folder / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    results = [{"page_id": f"p{n}", "plaintext": "one two", "model": "theirs"} for n in range(3)]
    file = tmp_path / "results.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in results))
    copies = Corpus([folder]).read_all().pages
    files = read_file_panes(file)

    def run() -> list[PageResult]:
        corpus_run = CorpusRun(copies, [_pane("toy")], RunOptions(), store, files=files)
        return sorted(corpus_run.results(), key=lambda result: result.index)

    first, second = run(), run()

    theirs = [result.scores[1].counts["tokens"] for result in first]
    assert theirs == [(2, 2, 3), (0, 2, 2), (1, 2, 2)]
    assert _kept(second) == [True] * 3
    # Copies that run at once measure a time each; the store has one, because the result is one.
    assert [_untimed(result) for result in second] == [_untimed(result) for result in first]


def test_a_pause_finishes_current_pages_and_starts_no_further_page(corpus: Corpus):
    run = CorpusRun(corpus.pages, [_pane("toy")], RunOptions())
    results = run.results()
    first = next(results)
    run.pause()
    resume_timer = threading.Timer(0.2, run.resume)
    while run.progress().n_done < 2:  # one more page was in progress
        next(results)
    n_done = run.progress().n_done
    resume_timer.start()
    rest = list(results)
    resume_timer.join()

    assert first.page.page_id == "p0"
    assert n_done == 2
    assert n_done + len(rest) == 6
    progress = run.progress()
    assert (progress.n_pages, progress.n_done, progress.n_kept) == (6, 6, 0)
    assert progress.left_s == 0
    assert progress.rate > 0


@pytest.mark.parametrize(
    ("n_done", "seconds", "is_known"),
    [(1, 60.0, False), (4, 60.0, False), (5, 60.0, True), (5, 2.0, False), (20, 2.0, True)],
)
def test_the_time_left_is_told_once_enough_pages_are_done(
    n_done: int, seconds: float, *, is_known: bool
):
    left_s = RunProgress(223, n_done, 0, seconds).left_s

    assert (left_s is not None) is is_known


def test_a_run_after_a_cancelled_run_reuses_the_finished_pages(corpus: Corpus, store: ResultStore):
    run = CorpusRun(corpus.pages, [_pane("toy")], RunOptions(), store)
    results = run.results()
    next(results)
    run.cancel()
    rest = list(results)

    assert run.is_cancelled
    assert len(rest) < 3
    again = _run(corpus, _pane("toy"), store=store)
    assert sum(_kept(again)) == 1 + len(rest)
    assert len(again) == 6


KILLED = """
import sys
from pathlib import Path
from boilerscope.extractors import registry
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.extractors.runs.gold_panes import bound_panes
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.runner import Pane

if __name__ == "__main__":
    corpus = Corpus([Path(sys.argv[1])]).read_all()
    panes = [Pane("bte", "bte", registry.extractor("bte").default_settings())]
    with ResultStore(Path(sys.argv[2])) as store:
        for result in CorpusRun(corpus.pages, panes, RunOptions(), store).results():
            print(result.index, flush=True)
"""


@pytest.mark.usefixtures("corpus")
def test_a_killed_program_loses_only_the_current_pages(tmp_path: Path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    for number in range(6, 40):
        (tmp_path / "pages" / f"{number}.html").write_text(f"<p>one two three {number}")
    lines = "".join(
        json.dumps({"id": f"p{number}", "html": f"{number}.html", "text": "one two three"}) + "\n"
        for number in range(6, 40)
    )
    with (tmp_path / "pages" / "gold.jsonl").open("a") as stream:
        stream.write(lines)
    program = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "pages"), str(tmp_path / "killed")],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert program.stdout is not None
    printed = [int(program.stdout.readline()) for _ in range(5)]
    os.kill(program.pid, signal.SIGKILL)
    printed += [int(line) for line in program.stdout]
    program.stdout.close()
    assert program.wait() == -signal.SIGKILL
    assert len(printed) < 40

    corpus = Corpus([tmp_path / "pages"]).read_all()
    with ResultStore(tmp_path / "killed") as store:
        results = _run(corpus, _pane("bte"), store=store)
    kept = {result.index for result in results if result.is_kept}
    # A page can be stored before it is printed.
    assert set(printed) <= kept
    assert len(kept) <= len(printed) + 1
    unstored = _run(corpus, _pane("bte"))
    assert [result.scores[0].counts for result in results] == [
        result.scores[0].counts for result in unstored
    ]
    assert len(list(open_gold(tmp_path / "pages"))) == 39


def test_floor_and_ceiling_are_panes_whose_results_are_stored(corpus: Corpus, store: ResultStore):
    bounds = bound_panes(["bte"])
    options = RunOptions(ScoreOptions())
    panes = (_pane("bte"),)

    def results() -> list[PageResult]:
        run = CorpusRun(corpus.pages, panes, options, store, files=bounds)
        return sorted(run.results(), key=lambda result: result.index)

    first, second = results(), results()

    scored = [result for result in first if result.page.status is PageStatus.SCORED]
    assert scored
    for result in scored:
        by_pane = {score.pane: score for score in result.scores}
        values = {name: by_pane[name].values(("token_f1",))["token_f1"] for name in by_pane}
        assert by_pane["ceiling"].status is Status.OK
        assert (values["ceiling"] or 0) >= max(values["bte"] or 0, values["floor"] or 0)
    assert _kept(second) == [True] * len(second)
    assert [result.scores for result in second] == [result.scores for result in first]
