"""Gold that is elsewhere finds its pages by their names or addresses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.sources.matching import match_gold
from tests.helpers.warc_files import response, write_warc

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "The council met on Monday and agreed on a plan for the old lake."


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Return a gold standard of three pages, whose own pages are absent."""
    lines = [
        {"id": name, "html": f"{name}.html", "text": TEXT, "url": f"https://w.example/{name}"}
        for name in ("one", "two", "three")
    ]
    file = tmp_path / "set" / "gold.jsonl"
    file.parent.mkdir()
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.parametrize(
    ("files", "matched", "left"),
    [
        (["one.html", "deep/two.html"], ["one", "two"], []),
        (["a/one.html", "b/one.html"], [], ["a/one", "b/one"]),
        (["set/one.html", "b/one.html"], ["one"], ["b/one"]),
        (["other.html", "three.html.gz"], ["three"], ["other"]),
    ],
)
def test_pages_are_matched_by_path_or_by_a_file_name_that_only_one_has(
    tmp_path: Path, gold: Path, files: list[str], matched: list[str], left: list[str]
):
    for name in files:
        file = tmp_path / "pages" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<p>{TEXT}")

    result = match_gold([str(tmp_path / "pages")], str(gold))

    assert [page.page_id for page in result.pages] == matched
    assert sorted(result.without_gold) == left
    for page in result.pages:
        assert page.gold(page.page()).share == 1
        assert page.source.startswith(str(tmp_path / "pages"))


def test_pages_of_other_inputs_are_matched_by_identifier_or_address(tmp_path: Path, gold: Path):
    markup = f"<p>{TEXT}"
    line = {"id": "two", "html": markup, "text": "Other gold that does not count."}
    (tmp_path / "lines.jsonl").write_text(json.dumps(line))
    warc = write_warc(
        tmp_path / "crawl.warc", [response("https://w.example/three", markup.encode())]
    )

    result = match_gold([str(tmp_path / "lines.jsonl"), str(warc)], str(gold))

    assert [page.page_id for page in result.pages] == ["two", "three"]
    assert [page.gold(page.page()).text for page in result.pages] == [TEXT, TEXT]


def test_an_input_that_cannot_be_read_is_refused(tmp_path: Path, gold: Path):
    with pytest.raises(CorpusError, match="absent: no such file"):
        match_gold([str(tmp_path / "absent")], str(gold))
