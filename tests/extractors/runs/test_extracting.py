"""Pages run in worker processes: one record per page and pane, also after failures."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import PageError
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.structure.options import StructureOptions, Texts
from boilerscope.extractors.model.explaining import TRACING_S
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.listed_page import BytesPlace, FilePlace, ListedPage
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs import extracting as local
from boilerscope.extractors.runs.extracting import ExtractTask
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.output import OutputOptions, PaneOutput
from boilerscope.extractors.runs.pool import (
    MAX_CRASHES,
    PagePool,
    StoppedError,
    run_task,
    run_tasks,
)
from boilerscope.extractors.sources import addresses
from boilerscope.extractors.sources.listing import EACH_PAGE, list_pages
from tests.helpers import toy
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.formats.record import Result


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Install all toy extractors."""
    toy.install(monkeypatch, tmp_path_factory.mktemp("toys"), *toy.ENTRIES)


@pytest.fixture
def sources(tmp_path: Path) -> list[ListedPage]:
    """Return five small pages."""
    for number in range(5):
        text = f"<p>one two three page{number}<p>x"
        (tmp_path / f"{number}.html").write_text(text)
    return list(list_pages([str(tmp_path)], EACH_PAGE))


def _pane(name: str) -> Pane:
    return Pane(name, name, toy.TOY.default_settings() if name == "toy" else NoSettings())


def _default_pane(name: str) -> Pane:
    return Pane(name, name, registry.extractor(name).default_settings())


PAGE_TEXT = StructureOptions(text=Texts.PAGE)
TEXT, LINE = OutputOptions(), OutputOptions("jsonl")


def _task(
    page: ListedPage,
    panes: Iterable[Pane],
    form: OutputOptions = TEXT,
    *,
    encoding: str | None = None,
    url: str | None = None,
) -> ExtractTask:
    return ExtractTask(page, tuple(panes), form, encoding, url)


def _run(
    sources: list[ListedPage], *names: str, jobs: int = 1, timeout_s: float = 60.0
) -> list[list[PaneOutput]]:
    panes = [_pane(name) for name in names]
    tasks = (_task(page, panes, LINE) for page in sources)
    return list(run_tasks(tasks, RunLimits(jobs, timeout_s)))


def test_records_come_in_the_order_of_pages_and_panes(sources: list[ListedPage]):
    pages = _run(sources, "toy", "raising", jobs=2)

    assert [[(record.source, record.pane) for record in page] for page in pages] == [
        [(page.source, "toy"), (page.source, "raising")] for page in sources
    ]
    assert [record.status for record in pages[3]] == [Status.OK, Status.ERROR]
    assert json.loads(pages[3][0].text)["text"] == "one two three page3\n"
    assert json.loads(pages[3][1].text)["status"] == "error"


def test_a_pane_that_hangs_or_dies_affects_its_own_record_only(sources: list[ListedPage]):
    (page,) = _run(sources[:1], "toy", "hanging", "dying", "greedy", timeout_s=5.0)

    assert [record.pane for record in page] == ["toy", "hanging", "dying", "greedy"]
    assert [record.status for record in page] == [
        Status.OK,
        Status.TIMEOUT,
        Status.ERROR,
        Status.ERROR,
    ]
    assert page[1].message == "No result within 5 s."
    assert page[2].message.startswith("The worker process ended without a result")
    assert page[3].message == "There was not enough memory."
    assert json.loads(page[0].text)["text"] == "one two three page0\n"
    first, second = (json.loads(record.text) for record in page[:2])
    assert second["status"] == "timeout"
    assert (second["digest"], second["url"]) == (first["digest"], first["url"])


def test_pages_after_a_lost_worker_are_complete(sources: list[ListedPage]):
    pages = _run(sources, "dying", jobs=2)

    assert [page[0].source for page in pages] == [page.source for page in sources]
    assert {page[0].status for page in pages} == {Status.ERROR}


def test_a_page_that_cannot_be_read_has_a_record_for_every_pane(tmp_path: Path):
    (tmp_path / "a.html").write_bytes(b"%PDF-1.7 ...")
    (tmp_path / "b.html").write_text("<p>one two three")
    sources = list(list_pages([str(tmp_path)], EACH_PAGE))
    (tmp_path / "c.html").write_text("not listed")
    absent = ListedPage("absent", "", FilePlace(tmp_path / "absent.html"))

    pages = _run([*sources, absent], "toy", "raising")

    assert [[record.status for record in page] for page in pages] == [
        [Status.ERROR, Status.ERROR],
        [Status.OK, Status.ERROR],
        [Status.ERROR, Status.ERROR],
    ]
    assert "a PDF document" in pages[0][0].message
    assert "No such file" in pages[2][1].message


def test_a_page_whose_reading_times_out_has_a_record(
    sources: list[ListedPage], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(local, "FETCH_S", 0.1)
    monkeypatch.setattr(addresses, "FETCH_S", 0.1)
    place = addresses.AddressPlace("http://192.0.2.1/")  # an address that never answers
    silent = ListedPage("silent", "", place)

    pages = _run([silent, *sources[:1]], "toy", timeout_s=5.0)

    assert pages[0][0].status in {Status.TIMEOUT, Status.ERROR}
    assert pages[0][0].message
    assert pages[1][0].status is Status.OK


def test_tasks_are_read_as_workers_become_free(sources: list[ListedPage]):
    sources_read: list[ListedPage] = []

    def recorded() -> Iterator[ListedPage]:
        for source in sources:
            sources_read.append(source)
            yield source

    tasks = (_task(page, [_pane("toy")]) for page in recorded())
    with closing(run_tasks(tasks)) as results:
        next(results)

        assert len(sources_read) == 2


def test_warnings_of_the_page_come_with_the_record(tmp_path: Path):
    file = tmp_path / "a.html"
    file.write_bytes(b"<meta charset=utf-8><p>caf\xe9 one two \xff three")

    (record,) = run_task(_task(ListedPage("a", "", FilePlace(file)), (_pane("toy"),)))

    assert len(record.warnings) == 1
    assert "replaced" in record.warnings[0]


def test_a_page_on_standard_input_has_the_given_encoding_and_address():
    data = "<title>t</title><p>one two three é".encode("latin-1")
    page = ListedPage("stdin", "", BytesPlace(data, "-"))

    task = _task(page, [_pane("toy")], LINE, encoding="latin-1", url="https://a.org/")
    record = json.loads(run_task(task)[0].text)

    assert (record["source"], record["page_id"]) == ("-", "stdin")
    assert record["url"] == "https://a.org/"
    assert record["text"] == "one two three é\n"


def test_a_page_on_standard_input_that_is_too_large_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("boilerscope.extractors.page.parsing.MAX_BYTES", 10)
    page = ListedPage("stdin", "", BytesPlace(b"<p>one two ", "-"))

    (record,) = run_task(_task(page, [_pane("toy")]))

    assert record.status is Status.ERROR
    assert "standard input" in record.message


def test_the_address_of_a_file_can_be_set(sources: list[ListedPage]):
    task = _task(sources[0], [_pane("toy")], LINE, url="https://a.org/x")

    record = json.loads(run_task(task)[0].text)

    assert record["url"] == "https://a.org/x"
    assert json.loads(run_task(_task(sources[0], (_pane("toy"),), OutputOptions("jsonl")))[0].text)[
        "url"
    ].startswith("file://")


def test_text_can_have_the_spacing_of_the_page(sources: list[ListedPage]):
    mark = Pane("toy", "toy", ToySettings(mark="own: "))

    own_text = run_task(_task(sources[0], (mark,)))[0].text
    page_text = run_task(_task(sources[0], (mark,), OutputOptions(structure=PAGE_TEXT)))[0].text

    assert own_text == "own: one two three page0\n"
    assert page_text == "one two three page0\n"


def test_results_in_one_stream_have_headings(sources: list[ListedPage]):
    task = _task(sources[0], [_pane("toy")], OutputOptions(is_piece=True))

    assert run_task(task)[0].text == "==> 0 · toy <==\none two three page0\n"


@pytest.mark.parametrize("name", FORMATS)
def test_only_record_formats_write_a_failure(sources: list[ListedPage], name: str):
    (record,) = run_task(_task(sources[0], (_pane("raising"),), OutputOptions(name)))

    assert record.status is Status.ERROR
    assert bool(record.text) is FORMATS[name].keeps_failures


def test_a_result_that_cannot_be_written_is_a_failure_with_a_message(
    sources: list[ListedPage], monkeypatch: pytest.MonkeyPatch
):
    write = FORMATS["jsonl"].write

    def broken(result: Result) -> str:
        if result.page is not None:
            raise KeyError("words")
        return write(result)

    monkeypatch.setitem(FORMATS, "jsonl", replace(FORMATS["jsonl"], write=broken))
    (record,) = run_task(_task(sources[0], (_pane("toy"),), OutputOptions("jsonl")))

    assert record.status is Status.ERROR
    assert record.message == "The result could not be written: KeyError: 'words'"
    assert json.loads(record.text)["message"] == record.message


def test_an_unexpected_error_in_reading_has_a_record(
    sources: list[ListedPage], monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no page")

    monkeypatch.setattr(FilePlace, "page", broken)
    (record,) = run_task(_task(sources[0], (_pane("toy"),)))

    assert record.message == "The page could not be read: ZeroDivisionError: no page"


def test_a_page_error_in_reading_keeps_its_message(
    sources: list[ListedPage], monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object, **__: object) -> None:
        raise PageError("too odd")

    monkeypatch.setattr(FilePlace, "page", broken)

    assert run_task(_task(sources[0], (_pane("toy"),)))[0].message == "too odd"


def test_a_pane_that_crashes_its_worker_is_tried_three_times(sources: list[ListedPage]):
    tasks = [
        _task(sources[0], [_pane("toy"), _pane("dying")], LINE),
        _task(sources[1], [_pane("toy")], LINE),
    ]

    with PagePool[PaneOutput](RunLimits(1, 60.0)) as pool:
        for task in tasks:
            pool.submit(task)
        first, second = pool.collect(), pool.collect()

    assert (first.n_crashes, second.n_crashes) == (MAX_CRASHES, 0)
    assert [record.status for record in first.records] == [Status.OK, Status.ERROR]
    assert first.task is tasks[0]


def test_the_page_that_is_done_first_can_be_collected_first(sources: list[ListedPage]):
    names = ("hanging", "toy")
    tasks = [
        _task(page, [_pane(name)], LINE) for page, name in zip(sources[:2], names, strict=True)
    ]

    with PagePool[PaneOutput](RunLimits(2, 60.0)) as pool:
        for task in tasks:
            pool.submit(task)
        first = pool.collect(first_done=True)

    assert first.task is tasks[1]


def test_a_wait_can_be_stopped(sources: list[ListedPage]):
    task = _task(sources[0], [_pane("hanging")], LINE)

    with PagePool[PaneOutput](RunLimits(1, 60.0), is_stopped=lambda: True) as pool:
        pool.submit(task)

        with pytest.raises(StoppedError):
            pool.collect()


@pytest.mark.parametrize(
    ("form", "is_traced"),
    [
        (OutputOptions("text"), False),
        (OutputOptions("jsonl"), False),
        (OutputOptions("parquet"), False),
        (OutputOptions("markdown", structure=StructureOptions(text=Texts.OWN)), False),
        (OutputOptions("text", structure=PAGE_TEXT), True),
        (OutputOptions("jsonl", structure=StructureOptions(text=Texts.MARKDOWN)), True),
        (OutputOptions("text", why="a few words"), True),
        (OutputOptions("jsonl", blocks=True), True),
        *((OutputOptions(name), True) for name in FORMATS if name not in {"text", "jsonl"}),
    ],
)
def test_libraries_are_traced_for_what_is_made_of_their_kept_words(
    sources: list[ListedPage], form: OutputOptions, *, is_traced: bool
):
    assert _task(sources[0], [_pane("toy")], form).explains == is_traced


def test_tracing_has_time_of_its_own_where_a_library_is_traced(sources: list[ListedPage]):
    text, blocks = OutputOptions("text"), OutputOptions("jsonl", blocks=True)
    library, own = _pane("trafilatura"), _pane("bte")

    assert _task(sources[0], [own, library], blocks).recording_s == TRACING_S
    assert _task(sources[0], [own], blocks).recording_s == 0.0
    assert _task(sources[0], [library], text).recording_s == 0.0


def test_a_library_without_a_trace_says_so_beside_what_is_made_of_its_words(
    sources: list[ListedPage], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("boilerscope.extractors.trace.run.MAX_S", -1.0)

    def notes(name: str, form: OutputOptions) -> tuple[str, ...]:
        (record,) = run_task(_task(sources[0], [_default_pane(name)], form))
        return record.notes

    pane, blocks = "html_text", OutputOptions("jsonl", blocks=True)
    (note,) = notes(pane, blocks)
    assert note.startswith("No trace: the traced run took longer than ")
    assert note.endswith(" The kept words are those of its aligned text.")
    assert len(notes(pane, OutputOptions("csv"))) == 1
    assert notes(pane, OutputOptions("text")) == ()
    assert notes("bte", blocks) == ()
