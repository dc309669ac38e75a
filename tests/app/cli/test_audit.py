"""Command ``gold audit``."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

SENTENCES = [
    f"The council of town {n} met on Monday and agreed on plan {n * 7} for lake {n * 13} there."
    for n in range(40)
]


def markup_of(text: str) -> str:
    return "".join(f"<p>{line}</p>" for line in text.split("\n"))


@pytest.fixture
def sets(tmp_path: Path) -> tuple[Path, Path]:
    """Return two sets: the second has a copy of a page of the first, and a page that is missing."""
    folders = []
    for name, numbers in (("train", (1, 2)), ("test", (2, 3))):
        folder = tmp_path / name
        folder.mkdir()
        lines = []
        for number in numbers:
            text = "\n".join(f"{sentence} Page {number}." for sentence in SENTENCES)
            line = {"id": f"p{number}", "html": markup_of(text), "text": text}
            lines.append(json.dumps(line))
        if name == "test":
            lines.append(json.dumps({"id": "gone", "html": "gone.html", "text": "a"}))
        (folder / "gold.jsonl").write_text("\n".join(lines), encoding="utf-8")
        folders.append(folder)
    return folders[0], folders[1]


def test_the_command_writes_tables_and_a_row_for_each_finding(sets: tuple[Path, Path]):
    run = CliRunner().invoke(main, ["gold", "audit", *map(str, sets)])
    table = CliRunner().invoke(main, ["gold", "audit", *map(str, sets), "--format", "csv"])
    lines = CliRunner().invoke(main, ["gold", "audit", *map(str, sets), "--format", "jsonl"])

    assert run.exit_code == table.exit_code == lines.exit_code == 1  # a page is missing
    assert "test in train" in run.stdout
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    found = {(row["set"], row["page"], row["finding"], row["copy"]) for row in rows}
    assert ("train", "p2", "identical page", "test/p2") in found
    assert ("test", "gone", "not read", "") in found
    kinds = [json.loads(line)["kind"] for line in lines.stdout.splitlines()]
    assert kinds[0] == "audit"
    assert {"set", "copies", "finding"} <= set(kinds)


@pytest.mark.parametrize("format_name", ["markdown", "latex"])
def test_the_tables_are_written_for_papers(sets: tuple[Path, Path], format_name: str):
    run = CliRunner().invoke(main, ["gold", "audit", *map(str, sets), "--format", format_name])

    assert "Policy of the gold" in run.stdout
