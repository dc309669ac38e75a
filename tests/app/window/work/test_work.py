"""Background jobs: the newest of a kind wins; all can be paused, cancelled and dropped."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.app.window.work.control import Control
from boilerscope.app.window.work.work import PACE_MS, Failure, Kind, Work, once
from boilerscope.extractors.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.work.work import Job

BOARD, PAGES = Kind("board"), Kind("pages")
WAIT_S = 10.0


class Held:
    """A job that ends when the test lets it end."""

    def __init__(self, value: str = "held") -> None:
        self._value = value
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def job(self, _control: Control) -> Generator[str, None, str]:
        self.has_begun.set()
        self.may_end.wait(WAIT_S)
        yield f"{self._value} progress"
        return self._value


@pytest.fixture
def work(qtbot: QtBot) -> Iterator[Work]:
    """Return a work; its threads end with the test."""
    del qtbot
    jobs = Work()
    yield jobs
    jobs.stop()


@pytest.fixture
def held() -> Iterator[Held]:
    """Return a job that ends with the test at the latest."""
    job = Held()
    yield job
    job.may_end.set()


def failing(error: Exception) -> Job[str, str]:
    """Return a job that raises an error."""

    def fail() -> str:
        raise error

    return once(fail)


def must_not_come(_result: object) -> None:
    """Take a result that must not come."""
    pytest.fail("a result came")


def wait(qtbot: QtBot, work: Work) -> None:
    """Wait until every job was answered."""
    qtbot.waitUntil(lambda: work.is_idle, timeout=10_000)


def test_a_result_arrives_in_the_thread_of_the_window(qtbot: QtBot, work: Work):
    threads: list[threading.Thread] = []

    work.ask(
        BOARD,
        once(threading.current_thread),
        lambda thread: threads.extend((thread, threading.current_thread())),
    )
    wait(qtbot, work)

    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()


def test_only_the_newest_job_of_a_kind_is_answered(qtbot: QtBot, work: Work, held: Held):
    answers: list[str] = []

    work.ask(BOARD, held.job, answers.append, progress=answers.extend)
    held.has_begun.wait(WAIT_S)
    work.ask(BOARD, once(lambda: "between"), answers.append)
    work.ask(BOARD, once(lambda: "new"), answers.append)
    work.ask(PAGES, once(lambda: "other"), answers.append)
    held.may_end.set()
    wait(qtbot, work)

    assert sorted(answers) == ["new", "other"]


def test_a_job_that_does_not_replace_follows_the_one_that_has_begun(
    qtbot: QtBot, work: Work, held: Held
):
    answers: list[str] = []

    work.ask(BOARD, held.job, answers.append)
    held.has_begun.wait(WAIT_S)
    work.ask(BOARD, once(lambda: "between"), answers.append, replaces=False)
    work.ask(BOARD, once(lambda: "new"), answers.append, replaces=False)
    held.may_end.set()
    wait(qtbot, work)

    assert answers == ["held", "new"]


def test_jobs_of_a_lane_follow_each_other_in_their_order(qtbot: QtBot, work: Work, held: Held):
    answers: list[str] = []

    work.ask(Kind("read", "files"), held.job, answers.append)
    work.ask(Kind("save", "files"), once(lambda: "saved"), answers.append)
    work.ask(BOARD, once(lambda: "other lane"), answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    held.may_end.set()
    wait(qtbot, work)

    assert answers == ["other lane", "held", "saved"]


def test_a_kind_that_begins_at_once_does_not_wait_for_the_end_of_the_old_job(
    qtbot: QtBot, work: Work, held: Held
):
    answers: list[str] = []
    load = Kind("load", at_once=True)

    work.ask(load, held.job, answers.append)
    held.has_begun.wait(WAIT_S)
    work.ask(load, once(lambda: "new"), answers.append)
    wait(qtbot, work)

    assert answers == ["new"]


def test_all_progress_arrives_before_the_result_and_not_item_by_item(qtbot: QtBot, work: Work):
    batches: list[list[int]] = []
    results: list[list[int]] = []

    def count(_control: Control) -> Generator[int, None, str]:
        yield from range(1000)
        return "end"

    work.ask(PAGES, count, lambda _: results.extend(batches), progress=batches.append)
    wait(qtbot, work)

    assert [number for batch in results for number in batch] == list(range(1000))
    assert len(batches) < 20


def test_progress_of_a_callback_arrives_like_that_of_a_yield(qtbot: QtBot, work: Work):
    seen: list[str] = []

    def job(control: Control) -> Generator[str, None, None]:
        control.report("by callback")
        yield "by yield"

    work.ask(PAGES, job, lambda _: None, progress=seen.extend)
    wait(qtbot, work)

    assert seen == ["by callback", "by yield"]


def test_progress_comes_at_most_ten_times_a_second():
    assert PACE_MS >= 100


def test_a_dropped_job_ends_and_is_not_answered(qtbot: QtBot, work: Work, held: Held):
    answers: list[str] = []

    work.ask(BOARD, held.job, answers.append, progress=answers.extend)
    held.has_begun.wait(WAIT_S)
    work.drop(BOARD)
    held.may_end.set()
    work.ask(PAGES, once(lambda: "kept"), answers.append)
    wait(qtbot, work)

    assert answers == ["kept"]
    assert not work.is_busy(BOARD)


def test_a_job_that_is_dropped_between_two_steps_cleans_up(qtbot: QtBot, work: Work):
    going, cleaned = threading.Event(), threading.Event()

    def endless(_control: Control) -> Generator[int, None, None]:
        try:
            while True:
                going.set()
                yield 1
        finally:
            cleaned.set()

    work.ask(PAGES, endless, must_not_come)
    going.wait(WAIT_S)
    work.drop(PAGES)

    assert cleaned.wait(WAIT_S)
    wait(qtbot, work)


class Engine:
    """Something that a job attaches, as a run is."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.is_cancelled = threading.Event()

    def cancel(self) -> None:
        self.calls.append("cancel")
        self.is_cancelled.set()

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - as of a run
        self.calls.append(paused)

    def job(self, control: Control) -> Generator[int, None, str]:
        control.attach(self.cancel, self.set_paused)
        yield 0
        self.is_cancelled.wait(WAIT_S)
        return "early"


def test_pause_and_cancellation_reach_a_job_at_once_and_its_result_follows(
    qtbot: QtBot, work: Work
):
    engine, answers = Engine(), list[str]()

    work.ask(PAGES, engine.job, answers.append)
    work.set_paused(PAGES, True)
    work.set_paused(PAGES, False)
    work.cancel(PAGES)
    wait(qtbot, work)

    assert answers == ["early"]
    assert engine.calls[-1] == "cancel"


def test_pause_and_cancellation_before_the_job_begins_are_not_lost(
    qtbot: QtBot, work: Work, held: Held
):
    engine, answers = Engine(), list[str]()
    lane = "runs"

    work.ask(Kind("first", lane), held.job, answers.append)
    work.ask(Kind("second", lane), engine.job, answers.append)
    work.set_paused(Kind("second", lane), True)
    work.cancel(Kind("second", lane))
    held.may_end.set()
    wait(qtbot, work)

    assert answers == ["held", "early"]
    assert engine.calls == [True, "cancel"]


def test_time_of_a_pause_does_not_count(monkeypatch: pytest.MonkeyPatch):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    control = Control()
    now[0] += 2
    control.set_paused(True)
    now[0] += 50
    paused_s = control.seconds
    control.set_paused(False)
    now[0] += 1

    assert paused_s == 2
    assert control.seconds == 3


def test_an_error_is_reported_by_one_signal_and_later_jobs_are_answered(qtbot: QtBot, work: Work):
    failures: list[str] = []
    work.failed.connect(failures.append)

    for error in (CorpusError("gold.jsonl, line 17: not JSON."), ValueError("unexpected")):
        work.ask(BOARD, failing(error), must_not_come)
        wait(qtbot, work)

    assert failures == ["gold.jsonl, line 17: not JSON.", "ValueError: unexpected"]


def test_who_declares_it_takes_the_error_and_whether_it_is_ours(qtbot: QtBot, work: Work):
    failures: list[Failure] = []
    work.failed.connect(must_not_come)

    for error in (OSError("disk full"), ValueError("unexpected")):
        work.ask(BOARD, failing(error), must_not_come, failed=failures.append)
        wait(qtbot, work)

    assert failures == [Failure("disk full"), Failure("ValueError: unexpected", is_fault=True)]


def test_an_error_in_an_answer_does_not_keep_other_jobs_from_theirs(
    qtbot: QtBot, work: Work, held: Held
):
    answers: list[str] = []

    def fail(_result: str) -> None:
        raise ValueError("answer")

    with qtbot.captureExceptions() as errors:
        work.ask(Kind("first", "lane"), held.job, fail)
        work.ask(Kind("second", "lane"), once(lambda: "second"), answers.append)
        held.may_end.set()
        wait(qtbot, work)

    assert [str(error[1]) for error in errors] == ["answer"]
    assert answers == ["second"]


def test_stopping_ends_all_threads_without_an_answer(qtbot: QtBot, work: Work):
    engine = Engine()
    work.ask(PAGES, engine.job, must_not_come)
    work.ask(BOARD, once(lambda: "result"), must_not_come)

    assert work.stop()
    qtbot.waitUntil(lambda: work.is_idle)
    work.ask(BOARD, once(lambda: "too late"), must_not_come)
    assert work.is_idle


def test_a_job_that_is_running_is_reported_if_the_window_does_not_wait(work: Work, held: Held):
    work.ask(BOARD, held.job, must_not_come)
    held.has_begun.wait(WAIT_S)

    at_once = work.stop(wait=False)
    held.may_end.set()

    assert not at_once
    assert work.stop()


def test_a_job_that_is_kept_is_done_even_if_the_window_does_not_wait(work: Work, held: Held):
    written: list[str] = []
    work.ask(Kind("read", "files"), held.job, must_not_come)
    work.ask(Kind("save", "files", is_kept=True), once(lambda: written.append("marks")), print)
    held.has_begun.wait(WAIT_S)
    held.may_end.set()

    work.stop(wait=False)

    assert written == ["marks"]
