"""Scheduling of shards on an executor that loses tasks, breaks and is reopened."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.errors import CorpusError, UnknownNameError
from boilerscope.extractors.runs.batch.executors import Workers, opener
from boilerscope.extractors.runs.batch.scheduling import MAX_TRIES, Scheduler

if TYPE_CHECKING:
    from collections.abc import Callable


class FakeExecutor(Executor):
    """Executor that runs a task when it is submitted; some tasks fail, as if the worker died.

    Parameters
    ----------
    faults : list of exceptions or None
        Errors of the next tasks; None runs the task.
    n_before_broken : int or None
        Number of tasks after which the executor raises `BrokenExecutor`.
    """

    def __init__(
        self, faults: list[BaseException | None], n_before_broken: int | None = None
    ) -> None:
        self._faults = faults
        self._left = count() if n_before_broken is None else iter(range(n_before_broken))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task, or fail with the next fault."""
        if next(self._left, None) is None:
            raise BrokenExecutor("the scheduler has ended")
        future: Future[Any] = Future()
        fault = self._faults.pop(0) if self._faults else None
        if fault is None:
            future.set_result(fn(*args, **kwargs))
        elif isinstance(fault, KeyError):
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(fault)
        return future


def double(number: int) -> int:
    """Return twice a number."""
    return 2 * number


def _scheduler(*executors: Executor) -> Scheduler[int, int]:
    remaining = iter(executors)

    def open_next() -> Workers:
        executor = next(remaining, None)
        if executor is None:
            raise ConnectionError("connection refused")
        return Workers(executor, lambda: 2, executor.shutdown)

    return Scheduler(double, open_next, pause_s=0.0)


def test_lost_tasks_are_repeated_and_every_task_is_reported_once():
    faults: list[BaseException | None] = [
        None,
        BrokenExecutor("died"),
        OSError("no connection"),
        None,
        KeyError(),
    ]
    scheduler = _scheduler(FakeExecutor(faults))

    assert sorted(scheduler.run(range(10))) == list(range(0, 20, 2))
    assert scheduler.n_repeated == 3


def test_a_broken_executor_is_opened_again():
    scheduler = _scheduler(FakeExecutor([], 3), FakeExecutor([], 0), FakeExecutor([]))

    assert sorted(scheduler.run(range(10))) == list(range(0, 20, 2))


def test_a_task_that_is_always_lost_ends_the_run():
    scheduler = _scheduler(FakeExecutor([OSError("connection lost")] * 100))

    with pytest.raises(CorpusError, match=f"ended {MAX_TRIES} times without a result: OSError"):
        list(scheduler.run([1]))


def test_an_error_with_a_message_for_the_user_is_not_repeated():
    disk_error = CorpusError("results cannot be written: No space left on device.")
    scheduler = _scheduler(FakeExecutor([disk_error]))

    with pytest.raises(CorpusError, match="No space left"):
        list(scheduler.run([1]))
    assert scheduler.n_repeated == 0


def test_finished_tasks_are_reported_before_an_error_is_raised():
    disk_error = CorpusError("results cannot be written: No space left on device.")
    run = _scheduler(FakeExecutor([None, disk_error, OSError("connection lost"), None])).run(
        range(4)
    )

    assert [next(run), next(run)] == [0, 6], "complete tasks are reported first"
    with pytest.raises(CorpusError, match="No space left"):
        next(run)


def test_tasks_are_read_as_slots_become_free():
    numbers_read: list[int] = []

    def tasks() -> Any:
        for number in range(100):
            numbers_read.append(number)
            yield number

    reports = _scheduler(FakeExecutor([])).run(tasks())
    next(reports)

    assert len(numbers_read) == 4


def make_executor() -> Executor:
    """Return an executor, as a user's factory does."""
    return FakeExecutor([])


def make_text() -> str:
    """Return a text instead of an executor."""
    return "text"


def test_a_users_factory_creates_the_executor():
    workers = opener(f"{__name__}:make_executor", 3)()

    assert isinstance(workers.executor, FakeExecutor)
    assert workers.count_slots() == 3


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (f"{__name__}:make_text", "expected a concurrent.futures.Executor, not str"),
        (f"{__name__}:absent", "no attribute 'absent'"),
        ("no_such_module:f", "No module named 'no_such_module'"),
    ],
)
def test_the_error_of_a_wrong_factory_gives_the_reason(name: str, message: str):
    with pytest.raises(CorpusError, match=message):
        opener(name, 1)()


def test_an_unknown_executor_is_refused():
    with pytest.raises(UnknownNameError, match="locl"):
        opener("locl", 1)
