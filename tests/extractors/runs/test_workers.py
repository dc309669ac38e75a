"""Worker processes: a run that hangs, runs out of memory or dies loses only its own result."""

from __future__ import annotations

import pickle
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, cast

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.crunch.extractor import CRUNCH
from boilerscope.extractors.data.ad_hosts import built_in_hosts
from boilerscope.extractors.data.kept_hosts import hosts_in_use, kept_file
from boilerscope.extractors.model.explaining import TRACING_S
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import NoSettings, Settings
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs import workers
from tests.helpers import toy
from tests.helpers.layout import flow_layout
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pebble import ProcessPool

PAGE = Page.from_text("<p>one two three four<p>five six", name="page")


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessPool]:
    """Return a pool of one worker with every toy, shared by all tests."""
    with pytest.MonkeyPatch.context() as patch:
        toy.install(patch, tmp_path_factory.mktemp("toys"), *toy.ENTRIES)
        new_pool = workers.make_pool()
        yield new_pool
        workers.end(new_pool)


def _run(
    pool: ProcessPool,
    name: str,
    settings: Settings | None = None,
    *,
    page: Page = PAGE,
    timeout_s: float = 60.0,
) -> Extraction:
    run_settings = NoSettings() if settings is None else settings
    future = workers.submit(pool, page, name, run_settings, timeout_s)
    future.exception()  # waits
    return workers.outcome(future, page, name, run_settings, timeout_s)


def test_a_worker_runs_a_plug_in_on_the_page_it_is_sent(pool: ProcessPool):
    extraction = _run(pool, "toy", ToySettings(min_words=4))

    assert extraction.status is Status.OK
    assert extraction.own_text == "one two three four\n"
    assert extraction.mask.tolist() == [True] * 4 + [False] * 2
    assert extraction.settings == ToySettings(min_words=4)


def test_a_run_that_hangs_is_ended_at_its_deadline_and_the_next_run_works(pool: ProcessPool):
    hung = _run(pool, "hanging", timeout_s=0.5)
    after = _run(pool, "toy", ToySettings())

    assert (hung.status, hung.message) == (Status.TIMEOUT, "No result within 0.5 s.")
    assert len(hung.mask) == PAGE.n_tokens
    assert after.status is Status.OK


class Recorder:
    """Pool that only notes the time limits of runs."""

    def __init__(self) -> None:
        self.limits: list[float] = []

    def schedule(self, *_work: object, timeout: float, **_options: object) -> None:
        self.limits.append(timeout)


def test_only_the_trace_of_a_library_has_time_besides_the_limit():
    recorder = Recorder()
    for name, explain in (("trafilatura", True), ("trafilatura", False), ("bte", True)):
        settings = registry.extractor(name).default_settings()
        workers.submit(cast("Any", recorder), PAGE, name, settings, 7.0, explain=explain)

    assert recorder.limits == [7.0 + TRACING_S, 7.0, 7.0]


def test_a_run_that_needs_too_much_memory_is_an_error_with_a_message(pool: ProcessPool):
    extraction = _run(pool, "greedy")

    assert (extraction.status, extraction.message) == (Status.ERROR, "There was not enough memory.")


def test_a_worker_that_dies_is_replaced(pool: ProcessPool):
    died = _run(pool, "dying")
    after = _run(pool, "toy", ToySettings())

    assert died.status is Status.ERROR
    assert died.message.startswith("The worker process ended without a result (exit code")
    assert after.status is Status.OK


def test_a_result_that_cannot_be_sent_is_an_error_of_that_run_only(pool: ProcessPool):
    extraction = _run(pool, "locked")
    after = _run(pool, "toy", ToySettings())

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith("The result cannot be sent: TypeError: cannot pickle")
    assert len(extraction.mask) == PAGE.n_tokens
    assert after.status is Status.OK


def test_an_error_in_a_worker_has_the_same_message_as_in_this_process(pool: ProcessPool):
    extraction = _run(pool, "raising")

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith(
        "ValueError: this page has no end in Raising.extract, line "
    )


def test_a_page_is_packed_once_and_unpacked_once():
    packed = workers.pack(PAGE)

    first = workers.unpack(packed)
    again = workers.unpack(pickle.loads(pickle.dumps(packed)))  # noqa: S301 - pickled in this line

    assert workers.pack(PAGE) is packed
    assert again is first
    assert first is not PAGE
    assert first.text == PAGE.text


def test_a_page_with_another_layout_is_packed_separately():
    laid_out = PAGE.with_layout(flow_layout(PAGE))

    packed = workers.pack(laid_out)

    assert packed.key != workers.pack(PAGE).key
    assert workers.unpack(packed).layout is not None
    assert workers.unpack(workers.pack(PAGE)).layout is None


def test_a_worker_keeps_only_the_last_page():
    first, second = (workers.pack(Page.from_text(name, name=name)) for name in "ab")
    page = workers.unpack(first)
    again = workers.unpack(first)
    workers.unpack(second)

    assert again is page
    assert workers.unpack(first) is not page


def test_a_cancelled_run_is_a_result_with_a_message():
    future: Future[bytes] = Future()
    future.cancel()

    extraction = workers.outcome(future, PAGE, "toy", ToySettings(), 1.0)

    assert (extraction.status, extraction.message) == (Status.CANCELLED, "Cancelled.")


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (MemoryError(), "There was not enough memory."),
        (OSError("no pipe"), "The run has no result: OSError: no pipe"),
    ],
)
def test_a_run_without_a_result_is_an_error_with_the_reason(fault: Exception, message: str):
    future: Future[bytes] = Future()
    future.set_exception(fault)

    extraction = workers.outcome(future, PAGE, "toy", ToySettings(), 1.0)

    assert (extraction.status, extraction.message) == (Status.ERROR, message)


def test_a_result_that_cannot_be_read_is_an_error():
    future: Future[bytes] = Future()
    future.set_result(b"no pickle")

    extraction = workers.outcome(future, PAGE, "toy", ToySettings(), 1.0)

    assert extraction.status is Status.ERROR
    assert extraction.message.startswith("The result cannot be read: ")


def test_workers_use_the_configuration_folder_of_their_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path / "empty"))
    before = _used_by_a_new_worker()
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path))
    kept_file().write_text("own.example.net\n", encoding="utf-8")
    after = _used_by_a_new_worker()

    assert before == {"crunch.ad_hosts": built_in_hosts().name}
    assert after == {"crunch.ad_hosts": hosts_in_use().name} != before


def _used_by_a_new_worker() -> Mapping[str, str]:
    pool = workers.make_pool()
    try:
        return _run(pool, "crunch", CRUNCH.default_settings()).used
    finally:
        workers.end(pool)
