"""Scheduler of shards on an executor: a bounded number at a time, repeated after failures.

It uses only the interface of `concurrent.futures.Executor`. It resubmits a shard that is lost with
its worker, and reopens a broken executor.
"""

from __future__ import annotations

import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.batch.executors import AHEAD
from boilerscope.extractors.system.interrupts import interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from boilerscope.extractors.runs.batch.executors import Workers

MAX_TRIES = 5
"""Maximum number of times that a shard is submitted; the batch then fails."""

_REOPEN_S = 60.0
"""Time limit for reopening a broken executor, seconds."""

_PAUSE_S = 0.5

Task = TypeVar("Task")
Report = TypeVar("Report")


@dataclass(slots=True)
class _Submitted(Generic[Task, Report]):
    task: Task
    future: Future[Report]
    n_tries: int


class Scheduler(Generic[Task, Report]):
    """Scheduler of tasks on an executor.

    Parameters
    ----------
    work : function of a task
        Module-level function, since the executor may pickle it. It must be repeatable.
    open_executor : function
        Function that opens the executor, see `executors.opener`.
    pause_s : float
        Time between two attempts to open a broken executor, seconds.

    Raises
    ------
    BoilerscopeError
        If the executor cannot be opened.
    """

    def __init__(
        self,
        work: Callable[[Task], Report],
        open_executor: Callable[[], Workers],
        pause_s: float = _PAUSE_S,
    ) -> None:
        self._work, self._open, self._pause_s = work, open_executor, pause_s
        try:
            self._workers = open_executor()
        except Exception as error:
            raise _opening_error(error) from error
        self._submitted: list[_Submitted[Task, Report]] = []
        self.n_repeated = 0
        """Number of resubmissions."""

    @property
    def n_slots(self) -> int:
        """Number of tasks that the executor runs at a time."""
        return self._workers.count_slots()

    def run(self, tasks: Iterable[Task]) -> Generator[Report, None, None]:
        """Yield the report of every task when it is done.

        Raises
        ------
        BoilerscopeError
            If a task raises it, or a task failed `MAX_TRIES` times.
        """
        for task in tasks:
            self._submit(task, 1)
            while len(self._submitted) >= self.n_slots * AHEAD:
                yield from self._collect()
        while self._submitted:
            yield from self._collect()

    def close(self) -> None:
        """Cancel tasks that have not started, and close the executor."""
        for item in self._submitted:
            item.future.cancel()
        self._workers.close()

    def _collect(self) -> Generator[Report, None, None]:
        """Wait for a task, yield the reports of all finished tasks, and resubmit lost tasks."""
        indices = workers.all_done([item.future for item in self._submitted])
        finished = [
            (item, _fault_of(item.future)) for item in map(self._submitted.__getitem__, indices)
        ]
        for index in reversed(indices):
            del self._submitted[index]
        for item, fault in finished:
            if fault is None:
                yield item.future.result()
        for item, fault in finished:
            if fault is not None:
                self._submit_again(item, fault)

    def _submit_again(self, item: _Submitted[Task, Report], fault: BaseException) -> None:
        if isinstance(fault, BoilerscopeError):
            raise fault
        if item.n_tries >= MAX_TRIES:
            raise CorpusError(
                f"A shard ended {MAX_TRIES} times without a result: {type(fault).__name__}: {fault}"
            ) from fault
        self.n_repeated += 1
        self._submit(item.task, item.n_tries + 1)

    def _submit(self, task: Task, n_tries: int) -> None:
        deadline = time.monotonic() + _REOPEN_S
        while True:
            try:
                future = self._workers.executor.submit(self._work, task)
            except Exception as error:
                if isinstance(error, BoilerscopeError) or time.monotonic() > deadline:
                    raise _opening_error(error) from error
                self._reopen(deadline)
            else:
                self._submitted.append(_Submitted(task, future, n_tries))
                return

    def _reopen(self, deadline: float) -> None:
        """Try to reopen the executor until the deadline."""
        self._workers.close()
        while True:
            try:
                self._workers = self._open()
            except Exception as error:
                if isinstance(error, BoilerscopeError) or time.monotonic() > deadline:
                    raise _opening_error(error) from error
                with interruptible():
                    time.sleep(self._pause_s)
            else:
                return


def _opening_error(error: Exception) -> BoilerscopeError:
    """Return an error with a message for the user, also for errors of other libraries."""
    if isinstance(error, BoilerscopeError):
        return error
    return CorpusError(f"The executor cannot be opened: {type(error).__name__}: {error}.")


def _fault_of(future: Future[Report]) -> BaseException | None:
    try:
        return future.exception()
    except CancelledError as error:
        return error
