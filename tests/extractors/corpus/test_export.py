"""Exported files have the figures of the command score, and what repeats them."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from extractors import registry
from extractors.corpus.export import FORMATS, Export, Part
from extractors.corpus.order import PageFilter, Sort, SortKey, chosen, ordered
from extractors.corpus.run import CorpusRun, RunOptions
from extractors.corpus.table import ScoreTable
from extractors.errors import CorpusError, UnknownNameError
from extractors.runner import Pane
from extractors.scoring import record
from extractors.scoring.measures import DEFAULT_MEASURES
from extractors.scoring.results import ScoreOptions
from extractors.scoring.summary import summarize
from extractors.scoring.writing import FORMATS as SCORE_FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from extractors.corpus.corpus import Corpus

MEASURES = ("token_f1", *DEFAULT_MEASURES[:2])


@pytest.fixture
def export(corpus: Corpus) -> Export:
    """Return the pages of a run by name, last first; one pane fails everywhere."""
    names = ("toy", "bte", "raising")
    panes = [Pane(name, name, registry.extractor(name).default_settings()) for name in names]
    options = ScoreOptions(measures=MEASURES)
    table = ScoreTable(corpus.pages, names, MEASURES)
    for result in CorpusRun(corpus.pages, panes, RunOptions(options)).results():
        table.add(result)
    order = ordered(table, chosen(table, PageFilter()), Sort(SortKey.NAME, reverse=True))
    return Export(table, order, panes, options, selection="all pages, by name")


def _table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_the_leaderboard_has_the_means_of_the_summary(export: Export):
    rows = _table(export.write(Part.LEADERBOARD, "csv"))
    summary = summarize(export.run())

    assert len(rows) == 3 * 3 * 2
    for row in rows:
        mean = next(
            each
            for each in summary.means
            if (each.pane, each.measure, each.average.value)
            == (row["pane"], row["measure"], row["average"])
        )
        assert row["with_failures_value"] == str(mean.with_failures.value)
    assert {row["selection"] for row in rows} == {"all pages, by name"}
    assert {row["corpus"] for row in rows} == {export.run().digest}
    assert json.loads(rows[0]["pane_settings"])["extractor"] == "toy"


def test_the_matrix_has_a_row_for_each_page_and_pane_in_the_order_of_the_list(export: Export):
    rows = _table(export.write(Part.MATRIX, "csv"))

    assert [row["page"] for row in rows[::3]] == ["p5", "p4", "p3", "p2", "p1", "p0"]
    by_page = {(row["page"], row["pane"]): row for row in rows}
    assert by_page["p0", "toy"]["token_f1"] == str(export.table.values("token_f1")[0, 0])
    assert by_page["p4", "toy"]["page_status"] == "no gold"
    assert by_page["p0", "raising"]["status"] == "error"


def test_groups_are_those_that_were_asked_for(export: Export):
    rows = _table(export.write(Part.GROUPS, "csv", by="language"))

    assert {(row["by"], row["group"]) for row in rows} == {("language", "en"), ("language", "fr")}


@pytest.mark.parametrize("part", list(Part))
def test_tables_for_papers_have_the_notes_of_the_report(export: Export, part: Part):
    markdown = export.write(part, "markdown").decode()
    latex = export.write(part, "latex").decode()

    for text in (markdown, latex):
        assert "2,000 resamples" in text
        assert export.run().digest[:16] in text
        assert "all pages, by name" in text
    assert latex.count(r"\begin{table}") == (2 if part is Part.LEADERBOARD else 1)
    if part is Part.MATRIX:
        line = next(line for line in markdown.splitlines() if "/p0 " in line)
        assert [cell.strip() for cell in line.split("|")[2:5]] == ["fr", "", "8"]
        assert "| error |" in line


@pytest.mark.parametrize("part", list(Part))
def test_parquet_has_the_rows_of_csv(export: Export, part: Part):
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pq.read_table(pa.BufferReader(export.write(part, "parquet")))

    assert rows.num_rows == len(_table(export.write(part, "csv")))
    described = json.loads(rows.schema.metadata[b"boilerscope"])
    assert described["selection"] == "all pages, by name"
    assert described["panes"]["toy"]["settings"]["min_words"] == 3


def test_a_run_that_is_read_back_is_the_same(export: Export, tmp_path: Path):
    run = export.run()
    file = tmp_path / "run.jsonl"
    file.write_bytes(SCORE_FORMATS["jsonl"](run, {"all": [summarize(run)]}))

    again = record.read(file)

    assert again.selection == run.selection
    assert summarize(again) == summarize(run)


def test_what_cannot_be_exported_says_why(export: Export):
    nothing = ordered(export.table, chosen(export.table, PageFilter(text="?")), Sort())
    empty = Export(export.table, nothing, export.panes, export.options)

    with pytest.raises(CorpusError, match="Clear the filters"):
        empty.write(Part.MATRIX, "csv")
    with pytest.raises(UnknownNameError, match="unknown format 'cvs'; did you mean 'csv'"):
        export.write(Part.MATRIX, "cvs")
    assert FORMATS == ("csv", "latex", "markdown", "parquet")
