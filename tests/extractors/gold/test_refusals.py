"""Errors of wrong files, which name file, line or key and the expected content."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.sources.detection import find_format
from tests.helpers.gold_files import GOLD, LAKE
from tests.helpers.gold_sets import open_gold

if TYPE_CHECKING:
    from pathlib import Path

MARKS = json.loads((GOLD / "lake.html.gold.jsonl").read_text(encoding="utf-8"))
RANGE = {"class": "main", "start": 0, "end": 4, "first": "Lake plan", "last": "agreed"}


def _read_all(path: Path, name: str | None = None) -> None:
    for entry in open_gold(path, format=name):
        entry.gold(entry.page())


def _refused(path: Path, message: str, name: str | None = None) -> None:
    with pytest.raises(GoldError, match=message) as error:
        _read_all(path, name)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "line 1: format must be boilerscope-gold. Expected: lines such as"),
        ({"version": 2}, "line 1: version 2 is newer than this program"),
        ({"version": True}, "line 1: version must be a whole number of at least 0, got true"),
        ({"id": None}, "line 1: id must be a text or a number, got null"),
        ({"words": -1}, "line 1: words must be a whole number"),
        ({"ranges": None}, "line 1: ranges must be a list of objects"),
        ({"ranges": [5]}, "line 1: ranges must be a list of objects"),
        ({"ranges": [RANGE | {"class": "good"}]}, "line 1, ranges 1: class must be one of main, "),
        ({"ranges": [RANGE | {"end": 0}]}, "line 1, ranges 1: start 0 and end 0 must increase"),
        ({"ranges": [RANGE | {"end": 999}]}, "line 1, ranges 1: start 0 and end 999 must increase"),
        ({"ranges": [RANGE, RANGE]}, "line 1: range 2 begins before range 1 ends"),
        ({"share": 2}, "line 1: share must be a number from 0 to 1, got 2"),
        ({"from": "cleaneval"}, "line 1: from must be an object"),
        ({"missing": "x"}, "line 1: missing must be a list of texts"),
    ],
)
def test_error_of_a_line_in_our_own_format_names_the_fault(
    change: dict[str, Any], message: str, tmp_path: Path
):
    file = tmp_path / "lake.html.gold.jsonl"
    (tmp_path / "lake.html").write_bytes(LAKE.read_bytes())
    file.write_text(json.dumps(MARKS | change), encoding="utf-8")

    _refused(file, message)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("<p>Another page", r"78 words then, 2 now; range 1 \(boilerplate, from word 0\) began"),
        (
            LAKE.read_text(encoding="utf-8").replace("northern", "southern"),
            "78 words then, 78 now",
        ),
        (
            LAKE.read_text(encoding="utf-8").replace("The council met", "The mayor met"),
            r"range 3 \(main, from word 11\) began with 'The council met on', now 'The mayor met",
        ),
    ],
)
def test_a_page_that_has_changed_is_an_error(page: str, message: str, tmp_path: Path):
    (tmp_path / "lake.html").write_text(page, encoding="utf-8")
    file = tmp_path / "lake.html.gold.jsonl"
    file.write_text(json.dumps(MARKS), encoding="utf-8")

    _refused(file, f"the page has changed since it was marked.*{message}.*mark it again")


def test_a_page_whose_markup_has_changed_but_not_its_words_keeps_its_marks(tmp_path: Path):
    page = LAKE.read_text(encoding="utf-8").replace("<b>old</b>", "<em>old</em>")
    (tmp_path / "lake.html").write_text(page, encoding="utf-8")
    (tmp_path / "lake.html.gold.jsonl").write_text(json.dumps(MARKS), encoding="utf-8")

    _read_all(tmp_path / "lake.html.gold.jsonl")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": {"articleBody": 5}}', "key 'a': articleBody must be a text, got 5. Expected: an"),
        ('{"a": {"url": "https://a.org"}}', "key 'a': articleBody must be a text, got null"),
        ('{"a": {"articleBody": "x", "url": []}}', "key 'a': url must be a text"),
        ('{"a": "x"}', "a must be an object"),
        ('{"a": {"articleBody": "x"},\n "b": {]}', "line 2: not JSON"),
        ('{"a": {"articleBody": "x"}, "a": {"articleBody": "y"}}', "the key 'a' occurs twice"),
        ("[]", "not an object. Expected"),
        ('{"version": "1", "output": {}}', "the file has results of an extractor, not gold"),
    ],
)
def test_error_of_a_wrong_ground_truth_names_key_or_line(text: str, message: str, tmp_path: Path):
    file = tmp_path / "ground-truth.json"
    file.write_text(text, encoding="utf-8")

    _refused(file, message, "article-benchmark")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"page_id": "a"}', "line 2: plaintext must be a text, got null. Expected: lines such as"),
        ('{"plaintext": "x"}', "line 2: page_id must be a text"),
        ('{"page_id": "a", "plaintext": "x", "model": "bte"}', "line 2: the line has results of a"),
        ("{", "line 2: not JSON"),
        ("5", "line 2: not an object"),
    ],
)
def test_error_names_the_wrong_line_of_the_benchmark(line: str, message: str, tmp_path: Path):
    (tmp_path / "html" / "set").mkdir(parents=True)
    (tmp_path / "html" / "set" / "good.html").write_text("<p>x")
    file = tmp_path / "set.jsonl"
    file.write_text('{"page_id": "good", "plaintext": "x"}\n' + line, encoding="utf-8")

    _refused(file, message, "sigir2023")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("URL: https://a.org\n<p>Text\n<div>More", "line 3: <div> is not a mark of CleanEval"),
        ("<!DOCTYPE html>\n<p>Text", "line 1: <!DOCTYPE html> is not a mark"),
        ("\n\nURL: x\n\n<h2>Text", "line 5: <h2> is not a mark"),
    ],
)
def test_error_names_the_wrong_mark_of_cleaneval(text: str, message: str, tmp_path: Path):
    (tmp_path / "1.html").write_text("<p>Text")
    file = tmp_path / "1.txt"
    file.write_text(text, encoding="utf-8")

    _refused(file, f"{message}.*Expected: a first line URL:")


def test_less_than_signs_in_a_gold_text_are_text(tmp_path: Path):
    (tmp_path / "1.html").write_text("<p>Press &lt;Esc> if a &lt; b.")
    (tmp_path / "1.txt").write_text("<p>Press <Esc> if a < b.")

    (entry,) = open_gold(tmp_path)

    assert entry.gold(entry.page()).share == 1.0


@pytest.mark.parametrize(
    ("name", "markup", "message"),
    [
        ("l3s-gn1", '<p>a</p>\n<span class="x-nc-sel2">b', "line 2: a labelled element is not"),
        ("l3s-gn1", '<span class="x-nc-sel9">b</span>', "line 1: a label is one of x-nc-sel0 to"),
        ("boilernet", '\n\n<p __boilernet_label="1">b', "line 3: a labelled element is not closed"),
        ("boilernet", '<b __boilernet_label="x">b</b>', 'line 1: __boilernet_label must be "0" or'),
    ],
)
def test_error_names_the_line_of_a_wrong_label(
    name: str, markup: str, message: str, tmp_path: Path
):
    file = tmp_path / "a.html"
    file.write_text(markup, encoding="utf-8")

    _refused(file, message, name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"https://a.org": {"with": ["a"]}}', "key 'https://a.org': file must be a text"),
        ('{"a": {"file": "a.html", "with": "a"}}', 'with must be a list of texts, got "a"'),
        ('{"a": 5}', "a must be an object, got 5"),
    ],
)
def test_error_of_wrong_snippets_names_their_key(text: str, message: str, tmp_path: Path):
    file = tmp_path / "evaldata.json"
    file.write_text(text, encoding="utf-8")

    _refused(file, f"{re.escape(message)}.*Expected: an object from each address")


def test_error_names_the_wrong_metadata_of_readability(tmp_path: Path):
    for name in ("source.html", "expected.html"):
        (tmp_path / name).write_text("<p>Text")
    file = tmp_path / "expected-metadata.json"
    file.write_text('{"title": [5]}')

    with pytest.raises(
        GoldError, match=r"expected-metadata\.json: title must be a text or a number, got .5."
    ):
        _read_all(tmp_path)


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in {"l3s-gn1", "boilernet"}])
def test_error_of_an_empty_folder_says_what_is_expected(name: str, tmp_path: Path):
    with pytest.raises(GoldError) as error:
        _read_all(tmp_path, name)

    text = str(error.value)
    assert str(tmp_path) in text
    assert "Expected" in text or "cannot be read" in text


@pytest.mark.parametrize("name", ["notes.md", "a.json", "a.jsonl", "a.html", "folder"])
def test_error_of_a_file_without_gold_names_the_known_formats(name: str, tmp_path: Path):
    file = tmp_path / name
    if name == "folder":
        file.mkdir()
    else:
        file.write_text("{}" if "json" in name else "text", encoding="utf-8")

    with pytest.raises(GoldError, match=r"is not a gold standard\. Known formats:") as error:
        find_format(file)

    assert all(f"\n{format_name} (" in str(error.value) for format_name in FORMATS)


def test_a_path_that_does_not_exist_is_an_error(tmp_path: Path):
    with pytest.raises(GoldError, match="no such file or folder"):
        find_format(tmp_path / "none")


def test_error_names_a_broken_first_line_before_the_format_is_known(tmp_path: Path):
    file = tmp_path / "a.jsonl"
    file.write_text("{broken")

    with pytest.raises(GoldError, match=r"a\.jsonl, line 1: not JSON"):
        find_format(file)
