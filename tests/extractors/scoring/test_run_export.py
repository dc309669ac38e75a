"""Export of the corpus view, with everything needed to repeat it."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.order import Box, PageFilter
from boilerscope.extractors.scoring.parts import Ended
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run_export import (
    SUFFIXES,
    CorpusExport,
    Part,
    filter_as_text,
    run_of_table,
    write,
    write_trials,
)
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.search.sweep import Axis
from boilerscope.extractors.search.tune import Tune, TuneRun

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.results import ScoredRun
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")

ABOUT = {"filter": '{"text": "p"}', "run": 3}


@pytest.fixture
def run(corpus: Corpus) -> ScoredRun:
    """Return a run of two panes over the small corpus, last page first."""
    panes = [
        Pane(name, name, registry.extractor(name).default_settings()) for name in ("toy", "bte")
    ]
    table = ScoreTable(corpus.pages, ("toy", "bte"), ScoreOptions().measures)
    for result in CorpusRun(corpus.pages, panes, RunOptions()).results():
        table.add(result)
    return run_of_table(table, reversed(range(6)), panes, ScoreOptions())


def _csv(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_every_row_of_a_leaderboard_names_corpus_seed_filter_and_run(run: ScoredRun):
    rows = _csv(write(run, CorpusExport(Part.LEADERBOARD, "csv", about=ABOUT)))

    assert {row["pane"] for row in rows} == {"toy", "bte"}
    assert {row["by"] for row in rows} == {"all"}
    assert {row["corpus"] for row in rows} == {run.digest}
    assert {(row["filter"], row["run"]) for row in rows} == {('{"text": "p"}', "3")}
    assert all(row["seed"] and row["versions"] and row["pane_settings"] for row in rows)


def test_groups_are_written_without_the_row_of_all_pages(run: ScoredRun):
    export = CorpusExport(Part.GROUPS, "csv", by="language", about=ABOUT)

    rows = _csv(write(run, export))

    assert {row["group"] for row in rows} == {"en", "fr"}


def test_pages_are_written_in_the_order_of_the_list(run: ScoredRun):
    rows = _csv(write(run, CorpusExport(Part.PAGES, "csv", about=ABOUT)))

    assert [row["page"] for row in rows[::2]] == ["p5", "p4", "p3", "p2", "p1", "p0"]
    assert rows[-1]["token_f1"]


@pytest.mark.parametrize("part", [Part.LEADERBOARD, Part.PAGES, Part.GROUPS])
def test_every_part_can_be_written_as_markdown_and_latex(run: ScoredRun, part: Part):
    markdown = write(run, CorpusExport(part, "markdown", by="set", about=ABOUT)).decode()
    latex = write(run, CorpusExport(part, "latex", by="set", about=ABOUT)).decode()

    assert "| toy" in markdown or "| pane" in markdown or "toy" in markdown.split("\n")[2]
    assert "run 3" in markdown
    assert run.digest[:16] in markdown
    assert r"\begin{tabular}" in latex
    assert "% " in latex


@pytest.mark.parametrize("part", [Part.LEADERBOARD, Part.PAGES, Part.GROUPS])
def test_parquet_has_the_rows_of_csv(run: ScoredRun, part: Part):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = _csv(write(run, CorpusExport(part, "csv", by="set", about=ABOUT)))

    table = parquet.read_table(
        io.BytesIO(write(run, CorpusExport(part, "parquet", by="set", about=ABOUT)))
    )

    assert table.column_names == list(rows[0])
    assert len(table) == len(rows)
    assert json.loads(table.schema.metadata[b"boilerscope"])["run"] == 3


@pytest.mark.parametrize("format_name", list(SUFFIXES))
def test_trials_of_a_search_are_written(pages: Corpus, format_name: str):
    pytest.importorskip("optuna")
    if format_name == "parquet":
        pytest.importorskip("pyarrow.parquet")
    pane = Pane("toy", "toy", registry.extractor("toy").default_settings())
    axes = (Axis("min_words", (1, 4, 9)), Axis("max_words", (10, 20)))
    search = TuneRun(pages.pages, Tune(pane, axes, trials=4), RunOptions())
    for _ in search.results():
        pass

    data = write_trials(search, format_name)

    if format_name == "csv":
        rows = _csv(data)
        assert [row["trial"] for row in rows] == ["1", "2", "3", "4"]
        assert [row["is_best"] for row in rows].count("True") == 1
        assert json.loads(rows[0]["about"])["seed"] == search.tune.seed
    elif format_name == "parquet":
        assert data.startswith(b"PAR1")
    else:
        assert "min_words" in data.decode().replace("\\", "")


def test_only_the_set_fields_of_a_filter_are_written():
    assert filter_as_text(PageFilter()) == ""
    box = Box("token_f1", "toy", "bte", 0.0, 1.0, 0.0, 0.5)
    text = filter_as_text(
        PageFilter(text="x", languages=frozenset({"en"}), box=box, part=Ended("toy", Status.EMPTY))
    )

    fields = json.loads(text)
    assert fields["languages"] == ["en"]
    assert fields["box"]["box"]["top"] == 0.5
    assert fields["part"]["ended"] == {"pane": "toy", "status": "empty"}
    assert set(fields) == {"text", "languages", "box", "part"}
