"""Options of the structure on the command line, in a batch and in Python."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import boilerscope
from boilerscope.app.cli.main import main
from boilerscope.extractors.errors import BoilerscopeError, ExtractorError, UnknownNameError
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.structure.options import StructureOptions
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.records import Recorded
from boilerscope.extractors.page.snapshot import write_snapshot
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

ALL = ("-e", "boilerpipe.keep_everything")
WORDS = "The ferry leaves the quay at noon and comes back before the lamps are lit. " * 8
TABLE = "<table><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>"
PAGE = f"<h2>Quay</h2><p>{WORDS}</p>{TABLE}<p><a href=/x>f</a> <img src=/i.png alt=g> h"
PIXEL = b"\x89PNG\r\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "pages" / "quay.html"
    file.parent.mkdir()
    file.write_text(PAGE, encoding="utf-8")
    return file


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exit_code == code, (result.output, result.exception)
    return result


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_each_option_is_offered_by_both_commands_with_its_help():
    for command in ("extract", "batch"):
        shown = " ".join(run(command, "--help").output.split())
        for knob in knobs(StructureOptions):
            assert f"--{knob.name}" in shown
            assert " ".join(knob.help.split()[:4]) in shown


def test_options_reach_the_format(page: Path):
    written = run("extract", page, *ALL, "--format", "markdown", "--url", "https://a.org/d/").stdout

    assert "## Quay" in written
    assert "| c | d |" in written
    assert "[f](https://a.org/x) ![g](https://a.org/i.png)" in written
    without = ("--no-outline", "--no-tables", "--images", "none")
    plain = run("extract", page, *ALL, "--format", "markdown", *without).stdout
    assert re.search(r"[|\[\]#]", plain) is None
    as_page = run("extract", page, *ALL, "--format", "markdown", "--links", "page").stdout
    assert "[f](/x) ![g](/i.png)" in as_page


def test_what_a_format_cannot_hold_is_said_once_for_all_pages(page: Path):
    (page.parent / "other.html").write_text(PAGE, encoding="utf-8")
    sentence = (
        "2 tables have merged cells. Markdown repeats their text in each cell;"
        " HTML, TEI and the tree keep the spans."
    )

    told = run("extract", page.parent, *ALL, "--format", "markdown").stderr

    assert told.count("merged cells") == 1
    assert sentence in told
    one = run("extract", page, *ALL, "--format", "markdown").stderr
    assert "1 table has merged cells." in one
    assert run("extract", page, *ALL, "--format", "markdown", "-q").stderr == ""
    assert "merged" not in run("extract", page, *ALL, "--format", "tei").stderr


@pytest.mark.parametrize("limit", [limit for form in FORMATS.values() for limit in form.limits])
def test_limits_agree_with_their_number(limit: Any):
    assert limit.found(1) == limit.one.format(n=1)
    assert limit.found(2_000) == limit.several.format(n="2,000")
    assert limit.one != limit.several


def test_the_direction_of_a_page_is_told_unless_it_is_written(tmp_path: Path):
    file = tmp_path / "page.html"
    file.write_text(f"<html dir=rtl lang=ar><body>{PAGE}</body></html>", encoding="utf-8")
    command = ("extract", file, *ALL, "--format", "markdown")

    without, with_metadata = (run(*command), run(*command, "--metadata"))

    assert "written from right to left" in without.stderr
    assert "written from right to left" not in with_metadata.stderr
    assert 'dir: "rtl"' in with_metadata.stdout


def test_images_of_a_snapshot_are_files_beside_the_text(tmp_path: Path):
    page = Page.from_text(
        f"{PAGE}<img src='data:image/gif;base64,R0lG'> i", name="p", url="https://a.org/d"
    )
    recorded = {"https://a.org/i.png": Recorded(PIXEL, "image/png")}
    write_snapshot(page, tmp_path / "quay.bscope", recorded)
    results = tmp_path / "out"

    run(
        "extract",
        tmp_path / "quay.bscope",
        *ALL,
        "--format",
        "markdown",
        "--images",
        "files",
        "-o",
        results,
    )

    folder = "quay.boilerpipe.keep_everything-images"
    written = (results / "quay.boilerpipe.keep_everything.md").read_text("utf-8")
    assert f"![g]({folder}/i.png)" in written
    assert (results / folder / "i.png").read_bytes() == PIXEL
    assert f"![]({folder}/image-2.gif)" in written
    assert (results / folder / "image-2.gif").read_bytes() == b"GIF"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--format", "csv", "--no-tables"), "--tables concerns structure"),
        (("--format", "text", "--text", "tei"), "Text cannot have the text 'tei'"),
        (("--format", "gate", "--text", "page"), "cannot have the text 'page'"),
        (("--format", "markdown", "--images", "files"), "--images files writes files"),
        (("--format", "markdown", "--text", "own"), "does not write markdown itself"),
        (("--format", "markdown", "--page-text"), "--page-text requires --format text"),
    ],
)
def test_options_that_have_no_effect_are_refused(
    page: Path, arguments: tuple[str, ...], message: str
):
    assert message in run("extract", page, *ALL, *arguments, code=2).stderr


def test_the_text_of_records_can_be_a_structured_format(page: Path):
    command = ("extract", page, *ALL, "--format", "jsonl")

    [record] = records(run(*command, "--text", "markdown", "--no-tables").stdout)

    assert record["text"].startswith("## Quay\n\nThe ferry")
    assert "|" not in record["text"]
    [tree] = records(run(*command, "--text", "tree").stdout)
    assert json.loads(tree["text"])["blocks"][0]["type"] == "heading"


def test_a_batch_writes_structured_text_and_resumes_with_it(page: Path, tmp_path: Path):
    results = tmp_path / "results"
    command = ("batch", page.parent, *ALL, "-o", results)

    run(*command, "--text", "markdown", "--links", "page")

    [file] = (results / "shards").rglob("*.jsonl")
    [record] = records(file.read_text("utf-8"))
    assert "| c | d |" in record["text"]
    assert "[f](/x)" in record["text"]
    structure = json.loads((results / "manifest.json").read_text())["structure"]
    assert structure == {"text": "markdown", "links": "page"}
    run("batch", "--resume", "-o", results)
    refused = run("batch", "--resume", "-o", results, "--text", "tei", code=2)
    assert "other values of --text" in refused.stderr
    wrong = run("batch", page.parent, *ALL, "-o", tmp_path / "no", "--no-tables", code=2)
    assert "Add --text markdown" in wrong.stderr


def test_libraries_write_their_own_markdown_tei_and_html():
    sample = ROOT / "resources" / "samples" / "news-en"

    own = {
        (name, form): run("extract", sample, "-e", name, "--format", form, "--text", "own").stdout
        for name, form in (
            ("trafilatura", "markdown"),
            ("trafilatura", "tei"),
            ("readability_lxml", "html"),
        )
    }

    page = boilerscope.read("sample:news-en")
    trafilatura = pytest.importorskip("trafilatura")
    expected = trafilatura.extract(page.decoded.text, output_format="markdown")
    assert own["trafilatura", "markdown"] == expected + "\n"
    assert own["trafilatura", "tei"].startswith("<TEI xmlns=")
    assert own["readability_lxml", "html"].startswith("<html><body>")


def test_python_has_the_same_options():
    result = boilerscope.extract(boilerscope.read("sample:table-gbk"), "learned")

    assert "| 货名 |" in result.export("markdown")
    assert "|" not in result.export("markdown", tables=False)
    assert result.export("text", text="page") == result.page_text
    assert json.loads(result.export("jsonl", text="markdown"))["text"] == result.export("markdown")
    with pytest.raises(UnknownNameError, match="tables"):
        result.export("markdown", table=False)
    with pytest.raises(BoilerscopeError, match="images must be one of"):
        result.export("markdown", images="some")
    with pytest.raises(ExtractorError, match="learned does not write markdown itself"):
        result.export("markdown", text="own")
