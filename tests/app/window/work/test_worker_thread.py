"""A worker thread ends with the window, at once if it is idle."""

from __future__ import annotations

import threading

import pytest

from boilerscope.app.window.work.worker_thread import WorkerThread

pytestmark = pytest.mark.usefixtures("qapp")


def test_an_idle_worker_has_ended_at_once():
    stop = threading.Event()

    def work() -> None:
        stop.wait()

    worker = WorkerThread(work)
    worker.start()

    stop.set()

    assert worker.end(wait=False)


def test_a_busy_worker_is_reported_and_the_caller_can_wait():
    go_on = threading.Event()
    done: list[str] = []

    def work() -> None:
        go_on.wait()
        done.append("done")

    worker = WorkerThread(work)
    worker.start()
    at_once = worker.end(wait=False)
    go_on.set()

    assert not at_once
    assert worker.end()
    assert done == ["done"]


def test_a_worker_that_never_started_has_ended():
    assert WorkerThread(lambda: None).end(wait=False)
