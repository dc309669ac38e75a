"""Export of the corpus view, with everything needed to repeat it."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields
from typing import TYPE_CHECKING, get_args

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.documents import (
    Part,
    ScoresDocument,
    filter_as_text,
    filter_of_text,
)
from boilerscope.extractors.scoring.groups import GROUPS, group_title
from boilerscope.extractors.scoring.order import Box, PageFilter
from boilerscope.extractors.scoring.parts import Compared, Ended, OfRule, PanePart, Within
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.writing import write

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.run import ScoredRun
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
    return scored_run(table, panes, ScoreOptions(), reversed(range(6)))


def _csv(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_every_row_of_a_leaderboard_names_corpus_seed_filter_and_run(run: ScoredRun):
    rows = _csv(write(ScoresDocument(run, facts=ABOUT), "csv"))

    assert {row["pane"] for row in rows} == {"toy", "bte"}
    assert {row["by"] for row in rows} == {"all"}
    assert {row["corpus"] for row in rows} == {run.digest}
    assert {(row["filter"], row["run"]) for row in rows} == {('{"text": "p"}', "3")}
    assert all(row["seed"] and row["versions"] and row["pane_settings"] for row in rows)


def test_groups_are_written_without_the_row_of_all_pages(run: ScoredRun):
    document = ScoresDocument(run, Part.GROUPS, ("language",), facts=ABOUT)

    rows = _csv(write(document, "csv"))

    assert {row["group"] for row in rows} == {"en", "fr"}


def test_pages_are_written_in_the_order_of_the_list(run: ScoredRun):
    rows = _csv(write(ScoresDocument(run, Part.PAGES, facts=ABOUT), "csv"))

    assert [row["page"] for row in rows[::2]] == ["p5", "p4", "p3", "p2", "p1", "p0"]
    assert rows[-1]["token_f1"]


@pytest.mark.parametrize("part", [Part.LEADERBOARD, Part.PAGES, Part.GROUPS])
def test_every_part_can_be_written_as_markdown_and_latex(run: ScoredRun, part: Part):
    markdown = write(ScoresDocument(run, part, ("set",), facts=ABOUT), "markdown").decode()
    latex = write(ScoresDocument(run, part, ("set",), facts=ABOUT), "latex").decode()

    assert "| toy" in markdown or "| pane" in markdown or "toy" in markdown.split("\n")[2]
    assert "run 3" in markdown
    assert run.digest[:16] in markdown
    assert r"\begin{tabular}" in latex
    assert "% " in latex


@pytest.mark.parametrize("by", GROUPS)
def test_every_kind_of_groups_has_a_table_with_its_title(run: ScoredRun, by: str):
    markdown = write(ScoresDocument(run, Part.GROUPS, (by,), facts=ABOUT), "markdown").decode()

    assert f" by {group_title(by)}, " in markdown


@pytest.mark.parametrize("part", [Part.LEADERBOARD, Part.PAGES, Part.GROUPS])
def test_parquet_has_the_rows_of_csv(run: ScoredRun, part: Part):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = _csv(write(ScoresDocument(run, part, ("set",), facts=ABOUT), "csv"))

    table = parquet.read_table(
        io.BytesIO(write(ScoresDocument(run, part, ("set",), facts=ABOUT), "parquet"))
    )

    assert table.column_names == list(rows[0])
    assert len(table) == len(rows)
    assert json.loads(table.schema.metadata[b"boilerscope"])["run"] == 3


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


BOX = Box("token_f1", "toy", "bte", 0.0, 1.0, 0.0, 0.5)
FILTERS = (
    PageFilter(),
    PageFilter(
        "x",
        *(frozenset({"a", "b"}),) * 5,
        min_words=1,
        max_words=2,
        min_gold=3,
        max_gold=4,
        only_failures=True,
        box=BOX,
        part=Ended("toy", Status.EMPTY),
    ),
    PageFilter(part=Within("toy", "token_f1", 0.2, 0.25)),
    PageFilter(part=Compared("toy", "bte", "token_f1", -1)),
    PageFilter(part=OfRule("toy", "F3 R0", (1, 4), (20, 30))),
)


def test_filters_of_these_tests_set_every_field():
    set_fields = {
        field.name
        for page_filter in FILTERS
        for field in fields(PageFilter)
        if getattr(page_filter, field.name) != getattr(PageFilter(), field.name)
    }

    assert set_fields == {field.name for field in fields(PageFilter)}
    assert {type(page_filter.part) for page_filter in FILTERS} >= {*get_args(PanePart)}


@pytest.mark.parametrize("page_filter", FILTERS)
def test_a_filter_comes_back_from_its_text(page_filter: PageFilter):
    assert filter_of_text(filter_as_text(page_filter)) == page_filter


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"colour": "red"}', '{"part": {"ended": {}}}', '{"part": {"new": {}}}']
)
def test_the_text_of_no_filter_is_refused(text: str):
    with pytest.raises(ValueError, match=r"not a filter|Expecting|cannot convert"):
        filter_of_text(text)
