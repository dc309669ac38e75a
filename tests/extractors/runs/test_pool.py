"""Pages sent to a worker together have the same records as pages sent alone."""

from __future__ import annotations

from typing import Any

import pytest

from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.pool import PagePool
from boilerscope.extractors.runs.workers import LivePool
from tests.helpers.page_tasks import NumberedPage

N_PAGES = 20
TIMEOUT_S = 3.0


def _records(together_s: float, faults: dict[int, str], *, jobs: int = 1) -> list[list[str]]:
    records = []
    with PagePool[str](RunLimits(jobs, TIMEOUT_S), together_s=together_s) as pool:
        for number in range(N_PAGES):
            pool.submit(NumberedPage(number, faults.get(number, "")))
            if pool.is_full:
                records.append(pool.collect().records)
        while pool.n_waiting:
            records.append(pool.collect().records)
    return records


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_are_in_order(jobs: int):
    records = _records(60.0, {}, jobs=jobs)

    assert records == [[f"This is the page with number {n}. ok"] for n in range(N_PAGES)]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the number of pages of every call to a worker."""
    n_pages: list[int] = []
    schedule = LivePool.schedule

    def counting_schedule(pool: LivePool, work: Any, tasks: Any, *, timeout_s: float) -> Any:
        n_pages.append(len(tasks))
        return schedule(pool, work, tasks, timeout_s=timeout_s)

    monkeypatch.setattr(LivePool, "schedule", counting_schedule)
    return n_pages


def test_small_pages_are_sent_together(sent: list[int]):
    _records(60.0, {})

    assert sum(sent) == N_PAGES
    assert sent[0] == 1  # no time is measured yet
    assert max(sent) > 1


def test_pages_that_take_longer_are_sent_alone(sent: list[int]):
    _records(1e-6, {})

    assert sent == [1] * N_PAGES


def test_a_page_that_kills_its_worker_or_hangs_affects_its_own_record_only():
    faults = {9: "dies", 15: "hangs"}

    records = _records(60.0, faults)

    healthy = [page for number, page in enumerate(records) if number not in faults]
    assert healthy == [
        [f"This is the page with number {n}. ok"] for n in range(N_PAGES) if n not in faults
    ]
    assert records[9] == ["9 The worker process ended without a result (exit code 1)."]
    assert records[15] == [f"15 No result within {TIMEOUT_S:g} s."]
