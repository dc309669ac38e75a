"""Jobs of panes run in the background: in order, once, and a page that was left is freed."""

from __future__ import annotations

import gc
import pickle
import threading
import weakref
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.app.window.work import run_queue
from boilerscope.app.window.work.run_queue import Job, RunQueue
from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs import workers
from tests.helpers import toy
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.model.settings import Settings

HTML = f"<p>one</p>\n<p>{'two three four five six seven ' * 9}</p>\n"
ARTICLE = "boilerpipe.article"
LONGEST_MS = 20_000


class RunsBench:
    """The queue and the results it returned."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.run_queue = RunQueue()
        self.results: list[tuple[str, int, Extraction]] = []
        self.run_queue.finished.connect(self._take)

    def submit(self, page: Page, *uses: tuple[str, Settings]) -> None:
        """Run a pane for each extractor and wait for their results."""
        before = len(self.results)
        self.run_queue.submit([job(page, identifier, settings) for identifier, settings in uses])
        self.wait_for(before + len(uses))

    def wait_for(self, n_results: int) -> None:
        """Wait until so many results are there in total."""
        self.qtbot.waitUntil(lambda: len(self.results) >= n_results, timeout=LONGEST_MS)

    def _take(self, pane: str, number: int, extraction: Extraction) -> None:
        self.results.append((pane, number, extraction))


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[RunsBench]:
    """Return a queue that is stopped after the test."""
    runs_bench = RunsBench(qtbot)
    yield runs_bench
    runs_bench.run_queue.stop()


def job(page: Page, identifier: str, settings: Settings | None = None, number: int = 1) -> Job:
    """Return a job of the pane that has the extractor's name."""
    resolved = default(identifier) if settings is None else settings
    return Job(identifier, number, page, identifier, resolved, timeout_s=10.0)


def default(identifier: str) -> Settings:
    settings: Settings = registry.extractor(identifier).default_settings()
    return settings


def consensus_of(*members: str) -> Settings:
    return default("consensus").replace(members=tuple((name, "1") for name in members))


@pytest.fixture
def count_runs(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Page]]:
    """Return a function that starts to record the pages on which an extractor runs."""

    def count(identifier: str) -> list[Page]:
        extractor = registry.extractor(identifier)
        extract, pages = extractor.extract, []

        def noting(page: Page, *rest: Any) -> Extraction:
            pages.append(page)
            return extract(page, *rest)

        monkeypatch.setattr(extractor, "extract", noting)
        return pages

    return count


# -- results of panes ------------------------------------------------------------------------


def test_consensus_uses_the_results_of_panes(
    bench: RunsBench, count_runs: Callable[[str], list[Page]]
):
    page = Page.from_text(HTML, name="page")
    runs = count_runs(ARTICLE)
    bench.submit(page, (ARTICLE, default(ARTICLE)))

    bench.submit(page, ("consensus", consensus_of(ARTICLE)))

    assert len(runs) == 1
    member, vote = (extraction for _, _, extraction in bench.results)
    assert vote.status is Status.OK
    assert vote.mask.tolist() == member.mask.tolist()


def test_consensus_runs_a_member_without_a_pane_of_equal_settings(
    bench: RunsBench, count_runs: Callable[[str], list[Page]]
):
    page = Page.from_text(HTML, name="page")
    runs = count_runs(ARTICLE)
    settings = default(ARTICLE)
    bench.submit(page, (ARTICLE, settings.replace(nw_cur=5)))

    bench.submit(page, ("consensus", consensus_of(ARTICLE)))
    assert len(runs) == 2

    bench.submit(page, (ARTICLE, settings))
    bench.run_queue.keep_only(["consensus"])
    bench.submit(page, ("consensus", consensus_of(ARTICLE)))
    assert len(runs) == 4


def test_results_stay_valid_for_the_same_page_laid_out_unless_they_need_the_layout(
    bench: RunsBench, count_runs: Callable[[str], list[Page]]
):
    page = Page.from_text(HTML, name="page")
    wide, narrow = (page.with_layout(flow_layout(page)) for _ in range(2))
    boxes, lines = count_runs("vips"), count_runs(ARTICLE)
    members = consensus_of("vips", ARTICLE)
    bench.submit(wide, ("vips", default("vips")), (ARTICLE, default(ARTICLE)))

    bench.submit(wide, ("consensus", members))
    assert (len(boxes), len(lines)) == (1, 1)

    bench.submit(narrow, ("consensus", members))
    assert boxes[1:] == [narrow]
    assert len(lines) == 1


def test_an_abandoned_page_is_freed(bench: RunsBench):
    page = Page.from_text(HTML, name="page")
    bench.submit(page, (ARTICLE, default(ARTICLE)))
    gc.collect()
    is_alive = weakref.ref(page)

    bench.run_queue.forget_page()
    bench.results.clear()
    del page

    assert is_alive() is None


# -- runs on their way to a process --------------------------------------------------------


@pytest.mark.parametrize("ending", ["cancelled", "replaced", "of another page", "removed"])
def test_a_run_abandoned_on_its_way_to_a_process_is_stopped(
    bench: RunsBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str
):
    toy.install(monkeypatch, tmp_path, "toy")
    page = Page.from_text(HTML, name="page")
    futures: list[Future[bytes]] = []
    sending, given_up = threading.Event(), threading.Event()

    def send(*_: object, explain: bool) -> Future[bytes]:
        assert explain  # the window shows the rules of libraries
        futures.append(Future())
        sending.set()
        assert given_up.wait(LONGEST_MS / 1000)
        return futures[-1]

    monkeypatch.setattr(workers, "submit", send)
    bench.run_queue.submit([job(page, "toy", number=1)])
    assert sending.wait(LONGEST_MS / 1000)
    if ending == "cancelled":
        bench.run_queue.cancel("toy")
    elif ending == "replaced":
        bench.run_queue.submit([job(page, "toy", number=2)])
    elif ending == "removed":
        bench.run_queue.keep_only([])
    else:
        bench.run_queue.forget_page()
    given_up.set()
    bench.qtbot.waitUntil(futures[0].done, timeout=LONGEST_MS)

    assert futures[0].cancelled()
    if ending == "cancelled":
        bench.wait_for(1)
        assert bench.results[0][2].status is Status.CANCELLED
    elif ending == "replaced":
        bench.qtbot.waitUntil(lambda: len(futures) == 2, timeout=LONGEST_MS)
        assert not futures[1].done()


# -- slow extractors ---------------------------------------------------------------------------


def test_only_a_run_on_ready_stages_moves_a_slow_extractor_into_a_process(
    bench: RunsBench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(run_queue, "SLOW_S", -1.0)
    page = Page.from_text(HTML, name="page")
    sent: list[str] = []

    def send(
        _pool: object, _page: Page, identifier: str, *_: object, **_options: object
    ) -> Future[bytes]:
        sent.append(identifier)
        future: Future[bytes] = Future()
        future.set_result(pickle.dumps(bench.results[-1][2]))
        return future

    monkeypatch.setattr(workers, "submit", send)
    sent_after = []
    for _ in range(3):
        bench.submit(page, (ARTICLE, default(ARTICLE)))
        sent_after.append(len(sent))
    bench.run_queue.forget_page()
    bench.submit(page, (ARTICLE, default(ARTICLE)))
    sent_after.append(len(sent))

    assert sent_after == [0, 0, 1, 1]


# -- the end -----------------------------------------------------------------------------------


def test_an_end_without_waiting_reports_a_run_in_progress(
    bench: RunsBench, monkeypatch: pytest.MonkeyPatch
):
    extractor = registry.extractor(ARTICLE)
    extract, began, may_end = extractor.extract, threading.Event(), threading.Event()

    def held(*arguments: Any) -> Extraction:
        began.set()
        assert may_end.wait(LONGEST_MS / 1000)
        return extract(*arguments)

    monkeypatch.setattr(extractor, "extract", held)
    bench.run_queue.submit([job(Page.from_text(HTML, name="page"), ARTICLE)])
    assert began.wait(LONGEST_MS / 1000)

    assert not bench.run_queue.stop(wait=False)
    may_end.set()
    assert bench.run_queue.stop()
