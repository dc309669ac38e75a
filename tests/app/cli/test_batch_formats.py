"""Batch records as Parquet tables and with blocks."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors.formats.slim import FIELDS
from boilerscope.extractors.sources.results import read_outputs
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PANES = ("-e", "bte", "-e", "link_ratio")
TABLES = ("--format", "parquet", "--blocks")
SMALL = ("--shard-pages", "2")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a folder of six pages with gold."""
    return write_corpus(tmp_path / "pages")


def _run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exit_code == code, (result.output, result.exception)
    return result


def shard_files(results: Path) -> dict[str, bytes]:
    """Return the contents of all files of complete shards, and of their marks, by name."""
    return {file.name: file.read_bytes() for file in sorted((results / "shards").rglob("*.*"))}


def _rows(results: Path, table: str) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    files = sorted((results / "shards").rglob(f"*.{table}.parquet"))
    return [row for file in files for row in parquet.read_table(file).to_pylist()]


def test_tables_equal_json_lines_and_settings_are_in_the_manifest_once(pages: Path, tmp_path: Path):
    lines, tables = tmp_path / "lines", tmp_path / "tables"
    _run("batch", pages, *PANES, *SMALL, "--blocks", "-o", lines)
    _run("batch", pages, *PANES, *SMALL, *TABLES, "-o", tables)
    files = sorted((lines / "shards").rglob("*.jsonl"))
    records = [json.loads(line) for file in files for line in file.read_text().splitlines()]

    assert len(records) == 12
    rows = _rows(tables, "results")
    assert rows == [{name: record[name] for name in FIELDS[:-1]} for record in records]
    blocks = [block for record in records for block in record["blocks"]]
    assert [row["text"] for row in _rows(tables, "blocks")] == [block["text"] for block in blocks]
    assert [row["kept_tokens"] for row in _rows(tables, "tokens")] == [
        record["kept_tokens"] for record in records
    ]
    for folder in (lines, tables):
        settings = json.loads((folder / "manifest.json").read_text())["settings"]
        assert {record["settings"] for record in records} == settings.keys()
        assert all("bodies" in values or "rate" in values for values in settings.values())


def test_tables_are_equal_whatever_the_number_of_workers_and_after_a_resumed_run(
    pages: Path, tmp_path: Path
):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    single, several = tmp_path / "one", tmp_path / "two"
    _run("batch", pages, *PANES, *SMALL, *TABLES, "-o", single)
    _run("batch", pages, *PANES, *SMALL, *TABLES, "--jobs", 2, "-o", several)
    expected = shard_files(single)
    assert len(expected) == 3 * 4, "three tables and a mark for each shard"
    assert shard_files(several) == expected

    (several / "shards" / "00" / "00000001.blocks.parquet").unlink()
    (several / "shards" / "00" / "00000002.done").unlink()
    _run("batch", "--resume", "-o", several)

    assert shard_files(several) == expected
    assert (several / "summary.json").read_bytes() == (single / "summary.json").read_bytes()


def test_a_batch_of_tables_is_scored_and_read_as_results(pages: Path, tmp_path: Path):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    lines, tables = tmp_path / "lines", tmp_path / "tables"
    _run("batch", pages, *PANES, "-o", lines)
    _run("batch", pages, *PANES, "--format", "parquet", "-o", tables)

    outputs = list(read_outputs(tables))
    assert outputs == list(read_outputs(lines))
    assert all(output.seconds > 0 for output in outputs), "the times of the runs are known"
    scores = [
        _run("score", results, "--gold", pages, "--format", "csv", "--quiet").stdout
        for results in (tables, lines)
    ]
    assert "bte" in scores[0]
    assert scores[0] == scores[1]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("--resume", "--format", "jsonl"), "--format"),
        (("--resume", "--format", "parquet", "--blocks"), "--blocks"),
    ],
)
def test_a_batch_is_not_resumed_in_another_format(
    pages: Path, tmp_path: Path, arguments: tuple[str, ...], name: str
):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    results = tmp_path / "results"
    _run("batch", pages, *PANES, "--format", "parquet", "-o", results)
    before = shard_files(results)

    result = _run("batch", *arguments, "-o", results, code=2)

    assert f"a batch with other values of {name}." in " ".join(result.output.split())
    assert shard_files(results) == before


def test_an_unpaired_surrogate_in_a_text_is_written_as_in_json(pages: Path, tmp_path: Path):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    extractor_file, results = tmp_path / "mine.py", tmp_path / "results"
    extractor_file.write_text("def broken(html: str) -> str:\n    return 'word \\ud800'\n")

    arguments = ("-e", f"{extractor_file}:broken", "--format", "parquet")
    _run("batch", pages / "0.html", *arguments, "-o", results)

    (row,) = _rows(results, "results")
    assert row["text"] == "word \\ud800"


def test_names_that_are_not_utf_8_are_escaped_in_every_table(pages: Path, tmp_path: Path):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    folder, results = tmp_path / "latin", tmp_path / "results"
    folder.mkdir()
    markup = (pages / "0.html").read_bytes()
    (folder / "b.html").write_bytes(markup)
    (folder / os.fsdecode(b"caf\xe9.html")).write_bytes(markup)

    _run("batch", folder, "-e", "link_ratio", *TABLES, "-o", results)

    names = {"latin/b", "latin/caf\\udce9"}
    assert {row["page_id"] for row in _rows(results, "results")} == names
    assert {row["page_id"] for row in _rows(results, "blocks")} == names
    assert all(row["figures"] for row in _rows(results, "blocks"))


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb"])
def test_other_libraries_read_the_tables(pages: Path, tmp_path: Path, library: str):
    module = pytest.importorskip(library, reason=f"{library} is not installed")
    _run("batch", pages, *PANES, *TABLES, "-o", tmp_path / "results")
    shards = tmp_path / "results" / "shards" / "00"
    files = [str(shards / f"00000000.{name}.parquet") for name in ("results", "blocks", "tokens")]

    if library == "duckdb":
        tables = [module.sql(f"SELECT * FROM '{file}'").fetchall() for file in files]  # noqa: S608 - paths of this test
    else:
        tables = [module.read_parquet(file) for file in files]

    assert [len(table) for table in tables][::2] == [12, 12]
    assert len(tables[1]) > 12


def test_results_at_an_address_are_the_same_and_resume(pages: Path, tmp_path: Path):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    local, remote = tmp_path / "local", tmp_path / "remote"
    _run("batch", pages, *PANES, *SMALL, "-o", local)
    _run("batch", pages, *PANES, *SMALL, "-o", f"file://{remote}")
    assert shard_files(remote) == shard_files(local)

    (remote / "shards" / "00" / "00000001.done").unlink()
    _run("batch", "--resume", "-o", f"file://{remote}")

    assert shard_files(remote) == shard_files(local)
    assert (remote / "summary.json").read_bytes() == (local / "summary.json").read_bytes()


def test_an_address_of_an_unknown_protocol_is_refused(pages: Path):
    pytest.importorskip("fsspec", reason="fsspec is not installed")

    result = _run("batch", pages, "-o", "nowhere://bucket/results", code=2)

    assert "nowhere://bucket/results" in result.output
    assert "Expected: s3://bucket/file" in result.output
