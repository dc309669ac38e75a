"""Futures of a Dask cluster: every future ends, even if the connection is lost."""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.runs.batch import executors
from boilerscope.extractors.runs.batch.executors import ClusterThreads, DaskExecutor

if TYPE_CHECKING:
    from collections.abc import Callable


class RemoteFuture:
    """Stub of a Dask future that ends when the test calls `end`.

    Parameters
    ----------
    outcome : object
        Result, or exception that `result` raises.
    """

    def __init__(self, outcome: object) -> None:
        self._outcome = outcome
        self._callbacks: list[Callable[[RemoteFuture], object]] = []
        self.is_cancelled = False

    def add_done_callback(self, callback: Callable[[RemoteFuture], object]) -> None:
        """Call a function when the future ends."""
        self._callbacks.append(callback)

    def cancel(self) -> None:
        """Record the cancellation and end."""
        self.is_cancelled = True
        self.end()

    def end(self) -> None:
        """Call the callbacks."""
        for callback in self._callbacks:
            callback(self)

    def result(self, timeout: float) -> object:
        """Return the result or raise the exception."""
        assert timeout > 0
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome


class FakeClient:
    """Stub of a Dask client with one future.

    Parameters
    ----------
    remote : RemoteFuture
        Future that `submit` returns.
    """

    def __init__(self, remote: RemoteFuture) -> None:
        self._remote = remote

    def submit(self, _function: object, *_arguments: object, **options: Any) -> RemoteFuture:
        """Return the future."""
        assert options == {"pure": False, "retries": 0}
        return self._remote


def test_a_future_has_the_result_of_the_cluster():
    remote = RemoteFuture("report")
    future = DaskExecutor(FakeClient(remote)).submit(len, "abc")
    assert not future.done()
    remote.end()
    assert future.exception(timeout=0) is None
    assert str(future.result()) == "report"


@pytest.mark.parametrize("fault", [OSError("closed"), CancelledError("connection lost")])
def test_a_future_ends_if_the_connection_is_lost_while_its_result_is_fetched(fault: Exception):
    remote = RemoteFuture(fault)
    future = DaskExecutor(FakeClient(remote)).submit(len, "abc")
    remote.end()
    assert future.exception(timeout=0) is fault


def test_cancelling_a_future_cancels_it_on_the_cluster():
    remote = RemoteFuture("report")
    future = DaskExecutor(FakeClient(remote)).submit(len, "abc")
    assert future.cancel()
    assert remote.is_cancelled
    assert future.cancelled()


class GrowingCluster:
    """Stub of a Dask client whose cluster has one more thread each time that it is asked."""

    def __init__(self) -> None:
        self.n_threads = -1
        self.fault: Exception | None = None

    def nthreads(self) -> dict[str, int]:
        """Return the threads of the only worker."""
        if self.fault is not None:
            raise self.fault
        self.n_threads += 1
        return {"tcp://127.0.0.1:9999": self.n_threads} if self.n_threads else {}


def test_the_threads_of_a_cluster_are_counted_again_after_some_seconds(
    monkeypatch: pytest.MonkeyPatch,
):
    clock = iter([100.0, 104.0, 105.0, 105.0, 109.0, 111.0, 111.0])
    monkeypatch.setattr(executors.time, "monotonic", lambda: next(clock))  # type: ignore[attr-defined]  # the clock it reads
    threads = ClusterThreads(GrowingCluster())

    assert threads.count == 0
    assert [threads() for _ in range(4)] == [1, 1, 1, 2]


@pytest.mark.parametrize("fault", [OSError("closed"), TimeoutError(), RuntimeError("no loop")])
def test_a_cluster_that_does_not_answer_keeps_its_count(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
):
    monkeypatch.setattr(executors, "_ASK_S", 0)
    cluster = GrowingCluster()
    threads = ClusterThreads(cluster)
    assert [threads(), threads()] == [1, 2]
    cluster.fault = fault
    assert threads() == 2
