"""Scores as tables: the same values in each format, with the counts of pages."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.documents import Part, ScoresDocument
from boilerscope.extractors.scoring.results import PageStatus, ScoredPage
from boilerscope.extractors.scoring.writing import write
from boilerscope.extractors.system.installing import extra_command
from tests.helpers.scores import board_of, run_of

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.run import ScoredRun
    from tests.helpers.scores import Cell

PAGES = [
    ScoredPage("a|b", "set_1", language="en", n_gold=10),
    ScoredPage("c", "set_1", language="zh", n_gold=10),
    ScoredPage("d", "set_1", language="zh", n_gold=10),
    ScoredPage("e", "set_1", PageStatus.NOT_FOUND, "3 % of the gold text found."),
]


def a_run() -> ScoredRun:
    cells: dict[str, list[Cell]] = {
        "good_one": [(9, 10, 10), (8, 10, 10), (10, 10, 10), None],
        "other": [(5, 10, 10), (0, 0, 10), Status.ERROR, None],
        "vips": [Status.UNAVAILABLE] * 4,
    }
    return run_of(cells, pages=PAGES)


def written(name: str, part: Part = Part.LEADERBOARD) -> bytes:
    return write(ScoresDocument(a_run(), part, ("language",)), name)


def test_a_report_of_nothing_does_not_say_that_panes_answered():
    run = run_of({"vips": [Status.UNAVAILABLE] * 4}, pages=PAGES)
    text = write(ScoresDocument(run, Part.LEADERBOARD, ()), "table").decode()

    assert text.startswith("No pane answered any of 3 pages")
    assert "answered them" not in text
    assert "pane answered\n" not in text


@pytest.mark.parametrize("name", ["table", "markdown", "latex"])
def test_a_report_has_means_intervals_failures_and_counts(name: str):
    text = written(name).decode().replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")

    for part in (
        "Macro averages over 2 pages that every pane answered",
        "0.850 [",
        "macro, failures as 0",
        "minus good_one",
        "0 / 0 / 2",
        "Token F1 by language",
        "zh* (1)",
        "Scored text: page",
        "Left out because less than 50 % of the gold text was found: 1 of 4 pages (set_1/e).",
        "left out of the comparison: vips",
        "1 of 3 pages was not answered by every pane",
        "seed 20100204",
    ):
        assert part in text, part


def test_panes_come_best_first_and_panes_without_answers_last():
    lines = written("table").decode().splitlines()

    assert [line.split()[0] for line in lines[3:6]] == ["good_one", "other", "vips"]
    assert lines[5].split()[1:] == ["-", "3", "0"]


def test_latex_and_markdown_escape_names():
    assert rb"good\_one & " in written("latex")
    assert b"| good_one | " in written("markdown")
    assert rb"zh\* (1)" in written("markdown")


def test_latex_is_ready_for_a_paper():
    text = written("latex").decode()

    assert text.count(r"% \usepackage{booktabs}") == text.count(r"\toprule") > 0
    assert len(set(re.findall(r"\\label{tab:[a-z0-9-]+}", text))) == text.count(r"\begin{table}")
    assert text.count(r"\footnotesize") == text.count(r"\begin{table}")
    assert "$-$" in text
    assert not re.search(r"& -\d", text)


def test_csv_has_a_row_for_each_mean_with_all_digits():
    rows = list(csv.DictReader(io.StringIO(written("csv").decode())))
    run = a_run()
    mean = board_of(run).mean("other", "token_f1")

    [row] = [
        row for row in rows if (row["by"], row["pane"], row["average"]) == ("all", "other", "macro")
    ]
    assert float(row["value"]) == mean.answered.value
    assert float(row["low"]) == mean.answered.low
    assert float(row["with_failures_value"]) == mean.with_failures.value
    assert mean.difference is not None
    assert float(row["difference_high"]) == mean.difference.estimate.high
    assert (row["failed"], row["empty"], row["losses"]) == ("1", "1", "2")
    assert (row["text"], row["corpus"], row["seed"]) == ("page", run.digest, "20100204")
    assert len(rows) == 3 * 2 * 3


def test_rows_of_pages_have_values_and_outcomes():
    rows = list(csv.DictReader(io.StringIO(written("csv", Part.PAGES).decode())))

    assert len(rows) == 4 * 3
    assert [rows[0][key] for key in ("page", "pane", "token_f1")] == ["a|b", "good_one", "0.9"]
    assert (rows[7]["pane"], rows[7]["status"], rows[7]["token_f1"]) == ("other", "error", "")
    assert rows[9]["page_status"] == "gold not found"


@pytest.mark.parametrize("part", list(Part))
def test_parquet_has_the_rows_of_the_csv_and_the_run(part: Part):
    pq = pytest.importorskip("pyarrow.parquet")

    table = pq.read_table(io.BytesIO(written("parquet", part)))

    rows = list(csv.DictReader(io.StringIO(written("csv", part).decode())))
    assert table.column_names == list(rows[0])
    assert [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in table.to_pylist()
    ] == rows
    assert json.loads(table.schema.metadata[b"boilerscope"])["corpus"] == a_run().digest


def test_parquet_has_the_same_columns_with_and_without_values():
    pq = pytest.importorskip("pyarrow.parquet")
    alone = run_of({"only": [Status.UNAVAILABLE]})
    several = a_run()

    schemas = [
        pq.read_table(io.BytesIO(write(ScoresDocument(run, part), "parquet"))).schema
        for part in (Part.LEADERBOARD, Part.PAGES)
        for run in (alone, several)
    ]

    assert schemas[0].equals(schemas[1])
    assert schemas[2].equals(schemas[3])


def test_without_pyarrow_the_message_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)

    with pytest.raises(ScoreError, match=re.escape(extra_command("tables"))):
        written("parquet")


def test_json_lines_have_the_run_and_its_means():
    tables = [json.loads(line) for line in written("jsonl").decode().splitlines()]

    assert [table["kind"] for table in tables].count("mean") == 3 * 2 * 3
    assert tables[0]["kind"] == "run"
