"""Corpora: folders with a gold.jsonl, and errors that name the line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.errors import GoldError, PageError, UnknownNameError
from boilerscope.extractors.gold.formats.corpus import digest, find_corpora
from boilerscope.extractors.model.gold import GoldClass, Snippets
from boilerscope.extractors.sources.gold_sets import open_set
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import CORPORA, corpus_pages, require_corpora

if TYPE_CHECKING:
    from pathlib import Path


def _corpus(folder: Path, *lines: dict[str, Any] | bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.html").write_bytes("<title>Là</title><p>café".encode("latin-1"))
    written = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    (folder / "gold.jsonl").write_bytes(b"\n".join(written) + b"\n")
    return folder


LINE = {"id": "a", "html": "a.html", "encoding": "latin-1", "lang": "fr", "text": "café"}


def test_pages_have_the_values_of_their_line(tmp_path: Path):
    more = {"url": "https://a.org/", "page_type": "article", "title": "a title"}
    folder = _corpus(tmp_path / "news", LINE | more)

    (page,) = open_gold(tmp_path)

    assert (page.set_name, page.page_id, page.language) == ("news", "a", "fr")
    assert (page.page_type, page.url, page.title) == ("article", "https://a.org/", "a title")
    assert page.source == str(folder / "a.html")
    parsed = page.page()
    assert (parsed.name, parsed.url, parsed.title) == ("a", "https://a.org/", "Là")
    gold = page.gold(parsed)
    assert (gold.text, gold.share, gold.missing) == ("café", 1.0, ())
    assert gold.provenance.source.endswith("gold.jsonl, line 1")
    assert [GoldClass(code).name for code in gold.classes] == ["BOILERPLATE", "MAIN"]


def test_a_folder_may_be_a_corpus_or_contain_corpora(tmp_path: Path):
    _corpus(tmp_path / "b", LINE)
    _corpus(tmp_path / "a", LINE, LINE | {"id": "second"})
    _corpus(tmp_path / "deep" / "er", LINE)

    assert [entry.parent.name for entry in find_corpora(tmp_path)] == ["a", "b"]
    assert [(entry.set_name, entry.page_id) for entry in open_gold(tmp_path)] == [
        ("a", "a"),
        ("a", "second"),
        ("b", "a"),
    ]
    assert len(list(open_gold(tmp_path / "b"))) == 1


def test_pages_without_gold_and_empty_lines_are_left_out(tmp_path: Path):
    _corpus(tmp_path, LINE | {"text": None}, b"", b"  ", LINE | {"id": "empty", "text": ""})

    assert [entry.page_id for entry in open_gold(tmp_path)] == ["empty"]


def test_without_a_corpus_the_error_names_the_file_that_is_missing(tmp_path: Path):
    with pytest.raises(GoldError, match=r"has no gold\.jsonl, nor has a folder in it"):
        list(open_gold(tmp_path, format="corpus"))


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"5",
        b"\xff",
        b"[" * 100_000,
        b'{"id": "a", "html": "a.html"}',
        b'{"id": "a", "text": "x"}',
        b'{"id": [5], "html": "a.html", "text": "x"}',
        b'{"id": "a", "html": null, "text": "x"}',
        b'{"id": "a", "html": "a.html", "text": 5}',
    ],
)
def test_error_names_the_line_that_cannot_be_read(tmp_path: Path, line: bytes):
    _corpus(tmp_path, LINE, line)

    with pytest.raises(GoldError, match=r"gold\.jsonl, line 2: .*lines that are objects with"):
        list(open_gold(tmp_path))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"lang": 5}, "lang must be a text, got 5"),
        ({"with": "one"}, 'with must be a list of texts, got "one"'),
        ({"without": [1]}, r"without must be a list of texts, got \[1\]"),
    ],
)
def test_error_names_the_key_with_a_value_of_the_wrong_type(
    tmp_path: Path, more: dict[str, Any], message: str
):
    _corpus(tmp_path, LINE | more)

    with pytest.raises(GoldError, match=rf"gold\.jsonl, line 1: {message}"):
        list(open_gold(tmp_path))


def test_snippets_come_with_the_gold(tmp_path: Path):
    _corpus(tmp_path, LINE | {"with": ["café"], "without": ["thé"]})

    (page,) = open_gold(tmp_path)

    assert page.gold(page.page()).snippets == Snippets(("café",), ("thé",))


def test_error_of_an_unknown_format_names_the_nearest_format(tmp_path: Path):
    with pytest.raises(UnknownNameError, match="did you mean 'corpus'"):
        open_gold(tmp_path, format="corpsu")


def test_an_entry_without_gold_raises_when_its_gold_is_read(tmp_path: Path):
    folder = _corpus(tmp_path, LINE | {"text": None})

    (entry,) = open_set(folder / "gold.jsonl")

    with pytest.raises(GoldError, match="/a has no gold"):
        entry.gold(entry.page())


def test_a_page_that_is_missing_is_an_error_of_that_page(tmp_path: Path):
    _corpus(tmp_path, LINE | {"html": "missing.html"})

    (page,) = open_gold(tmp_path)
    with pytest.raises(PageError, match=r"missing\.html' cannot be read: No such file"):
        page.page()


def test_a_digest_names_the_version_of_the_gold(tmp_path: Path):
    _corpus(tmp_path / "a", LINE)
    first = digest([tmp_path])
    assert digest([tmp_path]) == first
    assert len(first) == 64

    _corpus(tmp_path / "a", LINE | {"text": "thé"})
    assert digest([tmp_path]) != first


def test_the_corpora_of_the_developers_can_be_read():
    require_corpora()
    pages = list(open_gold(CORPORA))

    with_gold = [page.identifier for page in corpus_pages() if page.gold is not None]
    assert [page.page_id for page in pages] == with_gold
    assert {page.page().n_tokens > 0 for page in pages[::25]} == {True}
