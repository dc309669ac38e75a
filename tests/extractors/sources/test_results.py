"""Results computed elsewhere, read in the formats of both benchmarks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.sources.results import (
    Output,
    output_of,
    outputs_by_page,
    read_outputs,
)
from tests.helpers.gold_files import GOLD, TEXT

if TYPE_CHECKING:
    from pathlib import Path

OUTPUTS = [
    Output("a", "First “text”,\nwith two lines.", "bte", "2.0"),
    Output("b/c", "", "bte", "2.0"),
    Output("d", "北京", "bte", "2.0"),
]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("article-benchmark/output/everything.json", ("Home News\n" + TEXT, "everything", "1.2")),
        ("article-benchmark/output/old-form.json", (TEXT.split("\n")[0], "old-form", "")),
        ("sigir2023/model-outputs/harbour/bte.jsonl", (TEXT, "bte", "")),
    ],
)
def test_results_are_read(path: str, expected: tuple[str, str, str]):
    (output,) = read_outputs(GOLD / path)

    assert output.page_id == "0a1b"
    assert (output.text, output.extractor, output.version) == expected


def test_json_results_have_a_version_and_a_text_for_each_page(tmp_path: Path):
    table = {output.page_id: {"articleBody": output.text} for output in OUTPUTS}
    (tmp_path / "bte.json").write_text(json.dumps({"version": "2.0", "output": table}))

    assert list(read_outputs(tmp_path / "bte.json")) == OUTPUTS


def test_a_line_of_a_gold_standard_is_no_result(tmp_path: Path):
    file = tmp_path / "gold.jsonl"
    file.write_text(json.dumps({"id": "p0", "html": "p0.html", "text": "Main"}) + "\n")

    with pytest.raises(GoldError, match=r"line 1.*page_id"):
        list(read_outputs(file))


@pytest.mark.parametrize("key", ["page_id", "id"])
def test_lines_have_a_page_a_text_and_a_model(tmp_path: Path, key: str):
    lines = (
        {key: output.page_id, "plaintext": output.text, "model": output.extractor}
        for output in OUTPUTS
    )
    (tmp_path / "results.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    read = list(read_outputs(tmp_path / "results.jsonl"))
    assert read == [Output(output.page_id, output.text, output.extractor) for output in OUTPUTS]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("ok", Status.OK),
        ("empty", Status.OK),  # its text is empty
        ("unavailable", Status.UNAVAILABLE),
        ("error", Status.ERROR),
        ("memory", Status.ERROR),
        ("crash", Status.ERROR),
        ("timeout", Status.TIMEOUT),
    ],
)
def test_our_own_records_keep_their_failures(status: str, expected: Status, tmp_path: Path):
    record = {"page_id": "a", "pane": "bte", "status": status, "message": "Why.", "text": ""}
    (tmp_path / "own.jsonl").write_text(json.dumps(record))

    (output,) = read_outputs(tmp_path / "own.jsonl")

    assert (output.status, output.is_answer) == (expected, expected is Status.OK)
    assert output.message == ("" if output.is_answer else "Why.")


def test_a_record_of_a_cancelled_run_is_not_a_result(tmp_path: Path):
    record = {"page_id": "a", "pane": "bte", "status": "cancelled", "text": ""}
    (tmp_path / "own.jsonl").write_text(json.dumps(record))

    assert list(read_outputs(tmp_path / "own.jsonl")) == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_text_overrides_a_failure_on_the_same_page(order: tuple[int, int], tmp_path: Path):
    results = Output("a", "one", "bte"), Output("a", "", "bte", "", Status.TIMEOUT, "Why.")

    by_page = outputs_by_page([results[number] for number in order], tmp_path / "r.jsonl")

    assert by_page == {"a": results[0]}


@pytest.mark.parametrize(
    ("page_id", "is_found"),
    [
        ("news/2024/a.html.gz", True),
        ("2024/a.html.gz", True),
        ("a.html.gz", True),
        ("a", True),
        ("https://example.org/a", True),
        ("2024/a", False),
        ("news", False),
        ("", False),
    ],
)
def test_a_result_belongs_to_the_page_that_it_names(
    page_id: str, *, is_found: bool, tmp_path: Path
):
    by_page = outputs_by_page([Output(page_id, "one", "bte")], tmp_path / "results.jsonl")

    output = output_of(by_page, "news/2024/a.html.gz", "https://example.org/a")

    assert (output is not None) == is_found
    assert output_of(by_page, "elsewhere", None) is None


def test_two_results_for_a_page_are_refused_with_their_file(tmp_path: Path):
    with pytest.raises(GoldError, match=r"r\.jsonl has two results for the page a\. Keep one"):
        outputs_by_page([OUTPUTS[0], OUTPUTS[0]], tmp_path / "r.jsonl")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.jsonl", '{"page_id": "a"}', "line 1: the key plaintext is missing. Expected: lines"),
        ("a.jsonl", '{"plaintext": "a"}', "line 1: page_id must be a text, got null"),
        ("a.jsonl", "\n[]", "line 2: not an object"),
        ("a.json", '{"a": {"articleBody": 5}}', "key 'a': articleBody must be a text, got 5"),
        ("a.json", '{"version": "1", "output": {"a": 5}}', "key 'output': a must be an object"),
        ("a.csv", "", r"neither a \.json nor a \.jsonl file"),
    ],
)
def test_error_of_wrong_results_names_the_line_or_key(
    name: str, text: str, message: str, tmp_path: Path
):
    (tmp_path / name).write_text(text)

    with pytest.raises(GoldError, match=message) as error:
        list(read_outputs(tmp_path / name))

    assert name in str(error.value)
