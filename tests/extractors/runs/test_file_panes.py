"""Texts of a batch for pages with gold; what cannot be told apart is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.listed_page import BytesPlace, ListedPage
from boilerscope.extractors.runs.file_panes import read_batch_texts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def _batch(folder: Path, page_ids: Sequence[str]) -> Path:
    """Write the results of a batch."""
    (folder / "shards" / "00").mkdir(parents=True)
    (folder / "manifest.json").write_text('{"format": "boilerscope-batch"}')
    records = [
        {"page_id": page_id, "text": "one", "pane": "bte", "status": "ok", "message": ""}
        for page_id in page_ids
    ]
    shard = folder / "shards" / "00" / "00000000.jsonl"
    shard.write_text("".join(json.dumps(record) + "\n" for record in records))
    shard.with_suffix(".done").write_text("{}")
    return folder


@pytest.mark.parametrize(
    ("results", "gold", "message"),
    [
        (["in/a", "in/a"], ["a", "b"], "has two results for the page in/a"),
        (["in/a", "in/a-2"], ["a", "a"], "the gold has two pages in/a, so"),
    ],
)
def test_pages_with_the_same_name_are_not_scored(
    tmp_path: Path, results: Sequence[str], gold: Sequence[str], message: str
):
    entries = [ListedPage(page_id, "in", BytesPlace(b"<p>one")) for page_id in gold]

    with pytest.raises(GoldError, match=message):
        read_batch_texts(_batch(tmp_path, results), entries)


def test_results_of_different_pages_are_scored(tmp_path: Path):
    entries = [ListedPage(page_id, "in", BytesPlace(b"<p>one")) for page_id in ("a", "b")]

    (file,) = read_batch_texts(_batch(tmp_path, ["in/a", "in/b", "in/b-2", "out/a"]), entries)

    assert file.pane.name == "bte"
    outputs = [file.output(entry) for entry in entries]
    assert [output and output.page_id for output in outputs] == ["in/a", "in/b"]
