"""A batch of some 200 damaged and odd inputs: one record each, in every format and order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.material import ROOT
from tests.helpers.odd_crawl import write_crawl

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = "from boilerscope.app.cli.main import main; main()"
BOUND_S = 240
"""Maximum time of a batch on a busy machine; it takes twenty seconds on two processors."""


@dataclass(frozen=True)
class Crawl:
    """The crawl on the disk, its inputs, and the records of a plain batch."""

    folder: Path
    inputs: list[Path]
    records: list[dict[str, Any]]


def _batch(crawl: Path, output: Path, *options: str, is_reversed: bool = False) -> None:
    """Run the crawl; fail if the run ends otherwise than with failures of single pages."""
    words = [str(crawl / "files"), str(crawl / "archives.txt")]
    if is_reversed:
        listed = (crawl / "archives.txt").read_text().splitlines()
        backwards = crawl / "backwards.txt"
        backwards.write_text("".join(f"{line}\n" for line in reversed(listed)))
        words = [str(backwards), str(crawl / "files")]
    start = time.perf_counter()
    done = subprocess.run(
        [
            *(sys.executable, "-c", PROGRAM, "batch", *words, "-e", "bte", "--jobs", "2"),
            *(*options, "-o", str(output)),
        ],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
    )
    errors = done.stderr.decode("utf-8", "replace")
    assert done.returncode == 1, errors  # some pages failed
    assert "Traceback" not in errors
    assert time.perf_counter() - start < BOUND_S


def _records(output: Path) -> list[dict[str, Any]]:
    files = sorted(output.glob("shards/*/*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def _sources(rows: list[dict[str, Any]]) -> Counter[str]:
    """Return how many records each file has."""
    return Counter(row["source"].partition("#offset=")[0].partition("#line=")[0] for row in rows)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    """Return the crawl after a plain batch."""
    folder = tmp_path_factory.mktemp("odd")
    inputs = write_crawl(folder / "crawl")
    _batch(folder / "crawl", folder / "plain")
    return Crawl(folder / "crawl", inputs, _records(folder / "plain"))


def test_each_of_two_hundred_inputs_has_one_record(crawl: Crawl):
    assert len(crawl.inputs) >= 200

    assert _sources(crawl.records) == Counter(map(str, crawl.inputs))


def test_every_record_without_text_has_a_reason(crawl: Crawl):
    statuses = Counter(record["status"] for record in crawl.records)

    assert statuses.keys() == {"ok", "empty", "error"}
    assert statuses["ok"] > 100
    assert all(record["message"] for record in crawl.records if record["status"] != "ok")
    assert not [
        record["message"] for record in crawl.records if "unexpected" in record["message"].lower()
    ]


def test_what_is_left_out_of_archives_is_counted(crawl: Crawl):
    summary = json.loads((crawl.folder.parent / "plain" / "summary.json").read_text())

    assert summary["pages"] == len(crawl.inputs)
    assert summary["left_out"] == {
        "made from another record": 1,
        "of another type": 1,
        "of repeated visits, whose pages are in other records": 1,
        "with another status than 2xx": 1,
    }


def test_the_order_of_the_inputs_changes_no_record(crawl: Crawl, tmp_path: Path):
    _batch(crawl.folder, tmp_path / "out", "--shard-pages", "7", is_reversed=True)

    def by_source(records: list[dict[str, Any]]) -> list[str]:
        return sorted(json.dumps(record, sort_keys=True) for record in records)

    assert by_source(_records(tmp_path / "out")) == by_source(crawl.records)


@pytest.mark.parametrize(
    "options",
    [
        ("--blocks",),
        ("--text", "markdown"),
        ("--text", "html"),
        ("--text", "tei"),
        ("--text", "tree"),
    ],
)
def test_lines_of_every_kind_have_one_record_each(
    crawl: Crawl, tmp_path: Path, options: tuple[str, ...]
):
    _batch(crawl.folder, tmp_path / "out", *options)

    records = _records(tmp_path / "out")
    assert _sources(records) == Counter(map(str, crawl.inputs))
    statuses = {record["source"]: record["status"] for record in crawl.records}
    assert {record["source"]: record["status"] for record in records} == statuses


def test_tables_have_one_row_each(crawl: Crawl, tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

    _batch(crawl.folder, tmp_path / "out", "--format", "parquet", "--blocks")

    files = sorted((tmp_path / "out" / "shards").rglob("*.results.parquet"))
    rows = [row for file in files for row in parquet.read_table(file).to_pylist()]
    assert len(rows) == len(crawl.inputs)
    statuses = Counter(record["status"] for record in crawl.records)
    assert Counter(row["status"] for row in rows) == statuses
