"""What a worker writes of a result: lines, rows of tables, and failures that name their reason."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Extraction, Fault, Status
from boilerscope.extractors.model.listed_page import BytesPlace, ListedPage
from boilerscope.extractors.page import Page
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.output import OutputOptions, OutputTask, output
from boilerscope.extractors.runs.pool import run_task
from tests.helpers.toy import ToySettings

pytestmark = pytest.mark.usefixtures("toys")

PAGE = Page.from_bytes(b"<title>Lake</title><p>one two three", name="lake", url="https://a.org/")
LISTED = ListedPage("lake", "set", BytesPlace(PAGE.source_bytes), url="https://a.org/")
LINE = OutputOptions("jsonl", of_batch=True)
TABLES = OutputOptions("parquet", blocks=True)


def _result(identifier: str = "toy") -> Result:
    extraction = runner.run(PAGE, identifier)
    return Result("pages.jsonl:0", "set/lake", identifier, PAGE, extraction, PAGE.url)


def test_the_line_of_a_batch_does_not_differ_from_run_to_run():
    first, second = (output(_result(), LINE) for _ in range(2))

    assert first.text == second.text
    assert "seconds" not in json.loads(first.text)
    assert first.seconds > 0


def test_a_line_with_blocks_identifies_settings_by_their_digest():
    line = json.loads(output(_result(), replace(LINE, blocks=True)).text)

    assert line["settings"] == json.loads(output(_result(), LINE).text)["settings"]
    assert [block["text"] for block in line["blocks"]] == ["Lake", "one two three"]


def test_rows_of_tables_have_what_a_line_has():
    rows = output(_result(), TABLES).rows
    line = json.loads(output(_result(), replace(LINE, blocks=True)).text)

    assert rows.keys() == {"results", "blocks", "tokens"}
    (row,) = rows["results"]
    assert {name: row[name] for name in row.keys() - {"seconds"}} == {
        name: line[name] for name in row.keys() - {"seconds"}
    }
    assert [block["path"] for block in rows["blocks"]] == [
        block["path"] for block in line["blocks"]
    ]
    assert rows["tokens"][0]["kept_tokens"] == line["kept_tokens"] == 3


@pytest.mark.parametrize("options", [LINE, TABLES])
def test_a_text_that_is_not_a_text_is_a_failure_of_its_own_pane(options: OutputOptions):
    broken = replace(_result().extraction, own_text=b"bytes")  # type: ignore[arg-type]  # as a plug-in may
    record = output(replace(_result(), extraction=broken), options)

    assert record.outcome == "error"
    assert record.message.startswith("The result could not be written: TypeError: ")
    assert record.digest == output(_result(), options).digest
    row = record.rows["results"][0] if record.rows else json.loads(record.text)
    assert (row["status"], row["message"], row["url"]) == ("error", record.message, PAGE.url)


def test_the_outcome_names_the_fault_of_a_worker():
    mask = np.zeros(PAGE.n_tokens, dtype=np.bool_)
    crashed = Extraction("toy", Status.ERROR, fault=Fault.CRASH, mask=mask)
    record = output(replace(_result(), extraction=crashed), LINE)

    assert (record.status, record.outcome) == (Status.ERROR, "crash")


def test_a_page_that_cannot_be_read_has_a_record_for_each_pane():
    unreadable = replace(LISTED, encoding="unknown")
    panes = tuple(Pane(name, "toy", ToySettings()) for name in ("one", "two"))

    records = run_task(OutputTask(unreadable, panes, LINE))

    assert [(record.pane, record.outcome, record.digest) for record in records] == [
        ("one", "error", ""),
        ("two", "error", ""),
    ]
    assert json.loads(records[0].text)["url"] == "https://a.org/"
