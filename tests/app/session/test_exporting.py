"""Export of panes to files and to the clipboard."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import exporting
from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.files import file_name
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.sources.listing import EACH_PAGE, list_pages
from boilerscope.widgets.records import PaneRecord
from tests.helpers import toy
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Page.from_text("<h1>One two three</h1><p>four five six", name="A page: 1.5 ü.html")


@pytest.fixture
def panes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[PaneRecord]:
    """Return two panes with results, one whose run failed, and one that has not run."""
    toy.install(monkeypatch, tmp_path / "toys", "toy", "raising")
    records = []
    for number, (name, settings) in enumerate(
        [("toy", ToySettings()), ("toy#2", ToySettings(invert=True)), ("raising", toy.NONE)], 1
    ):
        identifier = name.partition("#")[0]
        extraction = runner.run(PAGE, identifier, settings)
        records.append(PaneRecord(number, name, identifier, name, settings, extraction=extraction))
    records.append(PaneRecord(4, "toy#3", "toy", "Toy", ToySettings()))
    return records


@pytest.mark.parametrize(
    ("name", "address", "page_id"),
    [
        ("A page: 1.5 ü.html", "/srv/A page: 1.5 ü.html", "A page: 1.5 ü"),
        ("page.HTM", "/srv/page.HTM", "page"),
        ("v1.2", "/srv/v1.2", "v1"),
        ("a\\b.html.gz", "/srv/a\\b.html.gz", "a\\b"),
        ("pasted:AC/DC and v1.2", "pasted:AC/DC and v1.2", "AC_DC and v1.2"),
        ("pasted:", "pasted:", "pasted"),
        ("../../x", "/srv/x", "x"),
        ("...", "/srv/x", "page"),
    ],
)
def test_a_page_is_named_by_its_file_or_its_title(name: str, address: str, page_id: str):
    assert exporting.page_id(Page.from_text("", name=name), address) == page_id


@pytest.mark.parametrize("name", ["the lake.html", "a: b\\c?.html", "v1.2", "x" * 230 + ".html"])
def test_window_and_command_line_write_files_of_the_same_name(name: str, tmp_path: Path):
    file = tmp_path / name
    file.write_text("<p>a b c", encoding="utf-8")
    [listed] = list_pages([str(file)], EACH_PAGE)
    page_id = exporting.page_id(Page.from_text("", name=name), str(file))
    result = Result("", page_id, "a", PAGE, runner.run(PAGE, "link_ratio"))

    [written] = exporting.files_of([result], "text", tmp_path)

    assert written.name == file_name(listed.page_id, "a", "txt")


def test_a_page_from_an_address_is_named_like_on_the_command_line():
    page = Page.from_text("", name="https://a.org/x")

    assert exporting.page_id(page, "https://a.org/x").startswith("a.org_x-")


def test_every_pane_that_has_run_has_a_result(panes: list[PaneRecord]):
    results = exporting.results(PAGE, "/srv/page.html", panes)

    assert [result.pane for result in results] == ["toy", "toy#2", "raising"]
    assert {result.source for result in results} == {"/srv/page.html"}


@pytest.mark.parametrize("name", FORMATS)
def test_each_result_is_a_file_and_failures_are_in_records_only(
    panes: list[PaneRecord], tmp_path: Path, name: str
):
    results = exporting.results(PAGE, "/srv/page.html", panes)

    files = exporting.write_files(results, name, tmp_path / "new" / "out")

    suffix = FORMATS[name].suffix
    names = [".toy", ".toy#2", *([".raising"] if FORMATS[name].keeps_failures else [])]
    names = [""] if FORMATS[name].join else names
    assert [file.name for file in files] == [f"A page: 1.5 ü{pane}.{suffix}" for pane in names]
    assert "four five six" in files[0].read_text(encoding="utf-8")


def test_the_clipboard_gets_one_result_unchanged_and_several_with_headings(panes: list[PaneRecord]):
    results = exporting.results(PAGE, "/srv/page.html", panes)

    assert exporting.as_text(results[:1], "text") == "One two three\nfour five six\n"
    assert exporting.as_text(results, "text").count("==> ") == 2
    assert [
        json.loads(line)["status"] for line in exporting.as_text(results, "jsonl").splitlines()
    ] == [
        "ok",
        "empty",
        "error",
    ]
    assert exporting.as_text(results, "csv").count("page_id,pane") == 1


def test_a_refused_export_gives_its_reason(panes: list[PaneRecord], tmp_path: Path):
    results = exporting.results(PAGE, "/srv/page.html", panes)
    assert results[2].extraction.status is Status.ERROR

    with pytest.raises(ValueError, match="HTML contains one result"):
        exporting.as_text(results, "html")
    with pytest.raises(ValueError, match="None of the selected panes"):
        exporting.as_text(results[2:], "text")
    with pytest.raises(ValueError, match="None of the selected panes"):
        exporting.write_files([], "text", tmp_path)


def test_a_typed_folder_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert exporting.folder_of("~/out") == tmp_path / "home" / "out"
    assert exporting.folder_of("out") == tmp_path / "out"
    with pytest.raises(ValueError, match="unknown user"):
        exporting.folder_of("~nobody_of_this_name/out")
    with pytest.raises(ValueError, match="is a file"):
        exporting.folder_of(str(tmp_path / "file" / "out"))


@pytest.mark.parametrize(
    ("extractor", "markup", "field"),
    [
        ("cx_extractor", "<p>" + "many words of text " * 20 + "</p>\n\n\n\n\n", "keep_spaces"),
        ("crunch", "<p>One sentence.</p><p>Another one.</p>", "block_breaks"),
        ("cx_extractor", "<p>" + "湖面很安静。" * 30 + "</p>\n\n\n\n\n", ""),
        ("boilerpipe.article", "<p>" + "many words of text " * 20 + "</p>", ""),
    ],
)
def test_text_without_breaks_names_the_setting_that_adds_them(
    extractor: str, markup: str, field: str
):
    page = Page.from_text(f"\n\n\n\n<body>\n\n\n\n\n{markup}\n\n\n\n\n<p>End</p></body>", name="p")
    settings = registry.extractor(extractor).default_settings()
    extraction = runner.run(page, extractor, settings)
    pane = PaneRecord(1, extractor, extractor, extractor, settings, extraction=extraction)

    repair = exporting.text_repair(page, pane)

    assert extraction.own_text
    assert (repair.field if repair else "") == field


def test_settings_written_again_keep_the_comments_of_the_file(
    panes: list[PaneRecord], tmp_path: Path
):
    file = tmp_path / "panes.toml"
    text = '# Both\n\n[[pane]]\nextractor = "toy"  # as it is\n\n[[pane]]\nextractor = "toy"\n'
    file.write_text(f"{text}settings.invert = false  # or not\n", encoding="utf-8")

    exporting.write_settings(panes[:2], file)
    kept = file.read_text(encoding="utf-8")
    exporting.write_settings(panes[:2], file, is_edited=False)

    assert kept == f"{text}settings.invert = true  # or not\n"
    assert "as it is" not in file.read_text(encoding="utf-8")


def test_settings_are_written_for_the_command_line(panes: list[PaneRecord], tmp_path: Path):
    file = tmp_path / "panes.toml"

    exporting.write_settings(panes[:2], file)

    assert settings_file.load(file) == (
        runner.Pane("toy", "toy", ToySettings()),
        runner.Pane("toy#2", "toy", ToySettings(invert=True)),
    )
