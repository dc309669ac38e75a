"""Plain text, JSON lines and CSV: every result is a record, even a failed one."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats import csv_blocks, jsonl
from boilerscope.extractors.formats.blocks import block_rows
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.parquet_columns import BLOCKS, COLUMNS
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.candidates import Candidate, CandidateState
from boilerscope.extractors.model.extraction import Column, Extraction, Link, Status
from boilerscope.extractors.model.steps import Outcome, Rule, Step
from boilerscope.extractors.page import Page
from tests.helpers import toy
from tests.helpers.material import CorpusPage, every_page
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Page.from_text(
    "<title>A title</title><body><main><p>“One, two!” three<p>=cmd()<p>four\n five</main>",
    name="page",
    url="https://a.org/",
)


def _result(extraction: Extraction, page: Page | None = PAGE, page_id: str = "a/b") -> Result:
    return Result("in/a/b.html", page_id, "toy#2", page, extraction)


@pytest.fixture
def toy_result(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Result:
    """Return the result of the toy on the page."""
    toy.install(monkeypatch, tmp_path, "toy")
    return _result(runner.run(PAGE, "toy", ToySettings(min_words=2)))


FAILED = runner.failed(None, "toy", ToySettings(), Status.ERROR, 'no "page", sorry')


# -- text ----------------------------------------------------------------------------------------


def test_plain_text_is_the_own_text_with_a_line_end(toy_result: Result):
    write = FORMATS["text"].write

    assert write(toy_result) == "A title\n“One, two!” three\nfour five\n"
    assert write(_result(Extraction("x", Status.OK, own_text="one"))) == "one\n"
    assert write(_result(Extraction("x", Status.EMPTY))) == ""


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_several_texts_have_headings(toy_result: Result, name: str):
    text_format = FORMATS[name]
    assert text_format.piece is not None

    assert text_format.piece(toy_result) == f"==> a/b · toy#2 <==\n{text_format.write(toy_result)}"


def test_a_failure_is_written_as_a_record_and_never_as_an_empty_text():
    for name, result_format in FORMATS.items():
        assert result_format.takes(Status.OK)
        assert result_format.takes(Status.EMPTY)
        for status in (Status.ERROR, Status.TIMEOUT, Status.UNAVAILABLE, Status.CANCELLED):
            assert result_format.takes(status) is (name in {"jsonl", "jsonl-blocks", "csv"})


# -- blocks --------------------------------------------------------------------------------------


def test_a_block_is_written_with_its_rule_path_and_text(toy_result: Result):
    rows = list(block_rows(toy_result))

    assert [row.text for row in rows] == ["A title", "One, two!” three", "cmd()", "four five"]
    assert [row.path for row in rows] == [
        "head > title",
        "main > p[1]",
        "main > p[2]",
        "main > p[3]",
    ]
    assert [row.rule for row in rows][1:3] == ["R3: 3 words are enough", "R1: words 1 < 2"]
    assert [row.kept for row in rows] == [True, True, False, True]
    assert rows[1].runs == [(2, 5)]
    assert rows[1].values == {"words": 3}


def test_the_text_of_a_nested_block_is_written_once():
    start, end = np.array([0, 1, 2]), np.array([8, 4, 3])
    extraction = Extraction(
        "any",
        Status.OK,
        blocks=Blocks.from_ranges(start, end, np.array([0, -1, 2]), nested=True),
        content=np.ones(3, dtype=np.bool_),
        mask=np.ones(8, dtype=np.bool_),
    )

    rows = list(block_rows(_result(extraction)))

    assert [row.text for row in rows] == ["A three =cmd() four five", "title two!”", "One,"]
    assert [row.tokens for row in rows] == [8, 3, 1]
    assert [row.path for row in rows] == ["html", "", "head > title"]


def test_blocks_without_tokens_have_a_row_too():
    extraction = Extraction(
        "any",
        Status.OK,
        blocks=Blocks.from_ranges(np.array([0]), np.array([0]), np.array([0])),
        steps=(
            Step("S", "...", (Rule("R", Outcome.KEEP),), np.zeros(1, np.int32), np.ones(1) > 0),
        ),
        content=np.ones(1, dtype=np.bool_),
        mask=np.zeros(8, dtype=np.bool_),
    )

    (row,) = block_rows(_result(extraction))

    assert (row.text, row.tokens, row.rule, row.runs) == ("", 0, "", [])


# -- JSON lines ----------------------------------------------------------------------------------


def test_a_line_of_json_contains_the_result_with_settings_and_blocks(toy_result: Result):
    line = jsonl.write(toy_result)

    assert line.count("\n") == 1
    record = json.loads(line)
    assert record["source"] == "in/a/b.html"
    assert record["page_id"] == "a/b"
    assert record["pane"] == "toy#2"
    assert record["extractor"] == "toy"
    assert record["settings"]["min_words"] == 2
    assert record["settings"]["share"] == 0.5
    assert (record["status"], record["message"]) == ("ok", "")
    assert record["text"] == toy_result.extraction.own_text
    assert (record["title"], record["title_from"]) == ("A title", "page")
    assert record["url"] == "https://a.org/"
    assert record["encoding"] == "utf-8"
    assert (record["kept_tokens"], record["page_tokens"]) == (7, 8)
    assert record["seconds"] >= 0
    assert len(record["blocks"]) == 4
    assert record["blocks"][1] == {
        "block": 1,
        "kept": True,
        "tokens": 3,
        "runs": [[2, 5]],
        "rule": "R3: 3 words are enough",
        "stage": "S1 Keep blocks of enough words",
        "value": None,
        "threshold": None,
        "source": "",
        "labels": [],
        "candidates": [],
        "figures": {"words": 3},
        "path": "main > p[1]",
        "text": "One, two!” three",
    }


def test_a_failure_is_a_complete_line_too():
    record = json.loads(jsonl.write(_result(FAILED, page=None)))

    assert (record["status"], record["message"]) == ("error", 'no "page", sorry')
    assert (record["text"], record["title"], record["blocks"]) == ("", "", [])
    assert (record["url"], record["encoding"]) == (None, None)
    assert record["settings"]["min_words"] == 3


def test_title_and_date_of_the_extractor_override_those_of_the_document():
    scores: dict[str, Any] = {"k": np.float64(0.12345678), "n": np.int32(7), "none": float("nan")}
    extraction = Extraction(
        "any",
        Status.OK,
        title="Found",
        published="2024-05-01",
        published_text="1 May 2024, 9:00",
        related=(Link("more", "/x"),),
        warnings=("cut short",),
        scores=scores,
        mask=np.zeros(8, dtype=np.bool_),
        aligned=0.5,
    )

    record = json.loads(jsonl.write(_result(extraction)))

    assert (record["title"], record["title_from"]) == ("Found", "extractor")
    assert (record["published"], record["published_text"]) == ("2024-05-01", "1 May 2024, 9:00")
    assert record["related"] == [{"text": "more", "address": "/x"}]
    assert record["warnings"] == ["cut short"]
    assert record["scores"] == {"k": 0.123457, "n": 7, "none": None}
    assert record["aligned"] == 0.5


def test_warnings_of_the_page_are_in_the_record():
    page = Page.from_bytes(b"<meta charset=utf-8><p>caf\xe9 and \xff more", name="page")
    extraction = Extraction("any", Status.OK, mask=np.zeros(page.n_tokens, dtype=np.bool_))

    record = json.loads(jsonl.write(_result(extraction, page)))

    assert record["warnings"] == [warning.message for warning in page.warnings] != []


# -- CSV -----------------------------------------------------------------------------------------


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_table_of_one_result_has_a_column_for_each_quantity(toy_result: Result):
    rows = _rows(csv_blocks.write(toy_result))

    assert list(rows[0]) == [
        "page_id",
        "pane",
        "status",
        "block",
        "class",
        "tokens",
        "rule",
        "stage",
        "value",
        "threshold",
        "source",
        "labels",
        "candidates",
        "path",
        "text",
        "words",
    ]
    assert [row["words"] for row in rows] == ["2", "3", "1", "2"]
    assert [row["class"] for row in rows] == ["C", "C", "B", "C"]
    assert {row["page_id"] for row in rows} == {"a/b"}


def test_tables_of_several_results_share_their_columns(toy_result: Result):
    text = csv_blocks.HEADER + csv_blocks.write_piece(toy_result) * 2

    rows = _rows(text)

    assert len(rows) == 8
    assert rows[1]["figures"] == "words=3"
    assert all(None not in row and None not in row.values() for row in rows)


def test_a_table_has_what_parquet_has_of_each_block():
    parquet = {column.name for column in COLUMNS[BLOCKS]} - {"kept", "runs"}  # class is kept

    assert parquet <= {*csv_blocks.HEADER.strip().split(",")}


def test_a_row_has_stage_values_and_the_candidates_with_their_states(toy_result: Result):
    step = toy_result.extraction.steps[0]
    named = Candidate("own extraction", CandidateState.REJECTED, ranges=((0, 2),))
    used = Candidate("read, ability", CandidateState.USED, ranges=((0, 5),))
    extraction = replace(toy_result.extraction, candidates=(named, used))

    rows = _rows(csv_blocks.write(replace(toy_result, extraction=extraction)))
    compared = [row for row in rows if row["value"]]

    assert {row["stage"] for row in compared} == {f"{step.code} {step.title}"}
    assert {row["threshold"] for row in compared} == {"2"}
    assert rows[0]["candidates"] == "own extraction (rejected); read, ability (used)"


@pytest.mark.parametrize("header", ["", csv_blocks.HEADER])
def test_a_failure_is_a_row_with_its_status(header: str):
    write = csv_blocks.write_piece if header else csv_blocks.write

    (row,) = _rows(header + write(_result(FAILED, page=None)))

    assert (row["status"], row["rule"], row["tokens"]) == ("error", 'no "page", sorry', "0")
    assert None not in row


def test_no_spreadsheet_reads_a_text_as_a_formula():
    page = Page.from_text("<p>-1 x<p>-5<p>a", name="page")
    extraction = Extraction(
        "any",
        Status.OK,
        blocks=Blocks.from_ranges(np.array([0, 1, 2]), np.array([1, 2, 3]), np.array([-1, -1, -1])),
        columns=(Column("n", "", "", "", np.array([-1.5, np.nan, 1e-9])),),
        content=np.ones(3, dtype=np.bool_),
        mask=np.ones(page.n_tokens, dtype=np.bool_),
        message="",
    )
    rows = _rows(csv_blocks.write(_result(extraction, page, page_id="=x")))

    assert rows[0]["page_id"] == "'=x"
    assert [row["n"] for row in rows] == ["-1.5", "", "1e-09"]


def test_a_quantity_named_like_a_fixed_column_has_a_separate_column(toy_result: Result):
    column = Column("text", "", "", "", np.array([1, 2, 3, 4]))
    columns = (*toy_result.extraction.columns, column)
    extraction = replace(toy_result.extraction, columns=columns)

    rows = _rows(csv_blocks.write(replace(toy_result, extraction=extraction)))

    assert rows[0]["text"] == "A title"
    assert [row["text_figure"] for row in rows] == ["1", "2", "3", "4"]


# -- every extractor -----------------------------------------------------------------------------


@pytest.mark.parametrize("corpus_page", every_page(stride=60))
def test_every_extractor_gives_records_of_real_pages(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    for identifier in registry.algorithms():
        extraction = runner.run(page, identifier)
        result = Result("x", "x", identifier, page, extraction)

        record: dict[str, Any] = json.loads(jsonl.write(result))
        rows = _rows(csv_blocks.write(result))

        assert extraction.status is not Status.ERROR, extraction.message
        assert record["text"] == extraction.own_text
        assert len(record["blocks"]) == len(extraction.blocks)
        assert len(rows) == max(len(extraction.blocks), 1)
