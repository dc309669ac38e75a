"""Scored runs as files, which are read back with the same values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring import record
from boilerscope.extractors.scoring.results import PageStatus, ScoredPage
from tests.helpers.scores import board_of, run_of

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.scoring.run import ScoredRun
    from tests.helpers.scores import Cell


def a_run() -> ScoredRun:
    pages = [
        ScoredPage("1", "set", language="zh", gold_share=0.97, digest="a"),
        ScoredPage("2", "set", PageStatus.NOT_FOUND, "12 % of the gold text found."),
        ScoredPage("3", "set", page_type="forum"),
    ]
    cells: dict[str, list[Cell]] = {
        "a": [(7, 9, 11), None, (0, 0, 3)],
        "b": [Status.TIMEOUT, None, (1, 2, 3)],
    }
    return run_of(cells, pages=pages, measures=("token_f1", "token_recall"))


def saved(run: ScoredRun, path: Path) -> Path:
    path.write_text(
        "".join(f"{json.dumps(line)}\n" for line in record.lines(run)), encoding="utf-8"
    )
    return path


def test_a_run_is_read_back_unchanged(tmp_path: Path):
    run = a_run()

    again = record.read(saved(run, tmp_path / "run.jsonl"))

    assert [*record.lines(again)] == [*record.lines(run)]
    assert str(board_of(again)) == str(board_of(run))


def test_a_file_has_a_line_for_the_run_each_page_and_each_score(tmp_path: Path):
    lines = saved(a_run(), tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines()
    tables = [json.loads(line) for line in lines]

    assert [table["kind"] for table in tables] == ["run", *["page"] * 3, *["score"] * 6]
    assert tables[0]["text"] == "page"
    assert tables[0]["resamples"] == 2000
    assert len(tables[0]["corpus"]) == 64
    assert tables[4]["token_recall"] == 7 / 11
    assert (tables[5]["status"], tables[5]["token_f1"]) == ("timeout", None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: "", "is empty"),
        (lambda text: "{" + text, "line 1: .*Expected: a scored run"),
        (lambda text: "[]\n" + text, "line 1 is not an object"),
        (lambda text: text.replace('"format": 1', '"format": 9'), "line 1 does not describe"),
        (lambda text: text.replace('["token_f1"', '["token_f9"'), "unknown measures: token_f9"),
        (lambda text: text.replace('"versions"', '"version"', 1), "line 1 lacks versions"),
        (lambda text: text.replace('"status": "scored"', '"status": "x"', 1), "line 2 is not a"),
        (lambda text: text.replace('"counts": {', '"count": {', 1), "line 2 is not a page"),
    ],
)
def test_error_of_a_wrong_file_names_the_line(tmp_path: Path, change: object, message: str):
    assert callable(change)
    file = saved(a_run(), tmp_path / "run.jsonl")
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")

    with pytest.raises(ScoreError, match=message):
        record.read(file)


def test_error_names_a_missing_file(tmp_path: Path):
    with pytest.raises(ScoreError, match=r"none\.jsonl cannot be read: No such file"):
        record.read(tmp_path / "none.jsonl")
