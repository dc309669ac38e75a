"""Pages with gold, scored in this process and in workers."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import BytesPlace, FilePlace, ListedPage
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.pool import run_task, run_tasks
from boilerscope.extractors.runs.score_task import ScoreTask
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.results import PageResult, PageStatus, ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from tests.helpers import toy

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.scoring.results import PaneScore

PROSE = "The ice on the lake melts in April, and nobody minds the cold wind any more."
MARKUP = f"<nav><a href=/>Home</a></nav><p>{PROSE}</p><footer>Imprint</footer>".encode()
PROVENANCE = Provenance("test", "test")


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install every toy."""
    toy.install(monkeypatch, tmp_path / "toys", *toy.ENTRIES)


def entry(text: str = PROSE, html: Path | bytes = MARKUP) -> ListedPage:
    place = FilePlace(html) if isinstance(html, Path) else BytesPlace(html)
    source = TextSource(text, PROVENANCE)
    return ListedPage("lake", "waters", place, source, "en", "article", encoding="utf-8")


def panes(*names: str) -> tuple[Pane, ...]:
    return tuple(Pane(name, name, registry.extractor(name).default_settings()) for name in names)


def task(
    *names: str, gold_entry: ListedPage | None = None, text: ScoredText = ScoredText.PAGE
) -> ScoreTask:
    return ScoreTask(gold_entry or entry(), panes(*names), ScoreOptions(text=text))


def scores_of(score_task: ScoreTask) -> list[PaneScore]:
    """Run a page in this process and return the scores of its panes."""
    return [result.score for result in run_task(score_task)]


def test_a_page_is_scored_with_its_known_properties():
    [score] = scores_of(task("boilerpipe.keep_everything"))

    page = score.page
    assert (page.name, page.language, page.page_type) == ("waters/lake", "en", "article")
    assert (page.status, page.gold_share) == (PageStatus.SCORED, 1.0)
    assert (page.n_tokens, page.n_gold) == (18, 16)
    assert score.status is Status.OK
    assert score.counts == {"tokens": (16, 18, 16)}
    assert score.seconds > 0


def test_the_digest_depends_on_page_and_gold():
    digests = {
        scores_of(task("bte", gold_entry=gold_entry))[0].page.digest
        for gold_entry in (entry(), entry(PROSE[:-1]), entry(html=MARKUP + b"<p>"))
    }

    assert len(digests) == 3
    assert scores_of(task("bte"))[0].page.digest in digests


def test_own_text_is_scored_if_it_is_requested():
    [score] = scores_of(task("cx_extractor", text=ScoredText.OWN))

    assert score.text is ScoredText.OWN
    assert score.aligned == 1.0


def test_pages_without_their_gold_text_are_counted_and_not_scored():
    [score] = scores_of(
        task("bte", gold_entry=entry("Another text, of which this page has not a word."))
    )

    assert score.page.status is PageStatus.NOT_FOUND
    assert score.page.gold_share < 0.5
    assert score.page.message.endswith(
        "% of the gold text found. Check that it belongs to this page."
    )
    assert score.counts == {}


def test_pages_that_cannot_be_read_are_counted(tmp_path: Path):
    [score] = scores_of(task("bte", gold_entry=entry(html=tmp_path / "none.html")))

    assert score.page.status is PageStatus.UNREAD
    assert "none.html" in score.page.message
    assert score.status is Status.ERROR


def test_gold_that_does_not_belong_to_its_page_is_counted():
    class Refusing:
        def gold(self, page: Page) -> Gold:
            raise GoldError(f"{page.name} has other words")

    gold_entry = ListedPage("lake", "waters", BytesPlace(MARKUP), Refusing())

    [score] = scores_of(task("bte", gold_entry=gold_entry))

    assert score.page.status is PageStatus.UNREAD
    assert score.page.message == "lake has other words"


@pytest.mark.usefixtures("toys")
def test_failures_have_the_counts_of_a_result_that_finds_nothing():
    names = ("toy", "raising", "hanging", "dying")

    with closing(run_tasks([task(*names)], RunLimits(timeout_s=5.0))) as rows:
        [row] = [[result.score for result in results] for results in rows]

    assert [score.pane for score in row] == list(names)
    assert [score.status for score in row][1:] == [Status.ERROR, Status.TIMEOUT, Status.ERROR]
    assert [score.counts for score in row][1:] == [{"tokens": (0, 0, 16)}] * 3
    assert {score.page.status for score in row} == {PageStatus.SCORED}


def test_comparing_texts_has_a_separate_time_limit():
    quick = ScoreTask(entry(), panes("bte"), ScoreOptions())
    slow = ScoreTask(entry(), panes("bte"), ScoreOptions(measures=("token_f1", "rouge_lsum")))

    assert quick.recording_s == 0
    assert slow.recording_s == task("bte", text=ScoredText.OWN).recording_s == 30


@pytest.mark.usefixtures("toys")
def test_workers_and_this_process_have_the_same_scores():
    names = ("boilerpipe.article", "bte", "toy")
    tasks = [task(*names), task(*names, gold_entry=entry(PROSE[:40]))]

    with closing(run_tasks(tasks, RunLimits(2))) as rows:
        by_workers = [[result.score for result in results] for results in rows]
    in_this_process = [*map(scores_of, tasks)]

    def counted(row: list[PaneScore]) -> list[object]:
        return [(score.page, score.pane, score.counts) for score in row]

    assert [*map(counted, by_workers)] == [*map(counted, in_this_process)]


def test_a_run_records_the_data_needed_to_repeat_it():
    [score] = scores_of(task("cx_extractor"))
    table = ScoreTable([entry()], ["cx_extractor"], ScoreOptions().measures)
    table.add(PageResult(0, score.page, (score,)))

    run = scored_run(table, panes("cx_extractor"), ScoreOptions())

    assert run.panes["cx_extractor"]["extractor"] == "cx_extractor"
    assert run.panes["cx_extractor"]["settings"]
    assert {"boilerscope", "python", "numpy", "rapidfuzz", "lxml"} == run.versions.keys()
    assert len(run.digest) == 64
