"""Pages that a user's words name, with unique page IDs."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.sources.listing import EACH_PAGE, check_inputs, list_pages
from boilerscope.extractors.sources.names import address_id
from boilerscope.extractors.sources.words import is_address

if TYPE_CHECKING:
    from pathlib import Path

# From Python 3.13 on, such patterns match nothing instead of being refused.
REFUSES_PATTERNS = sys.version_info < (3, 13)
NO_FILE = "no file matches this pattern"
INVALID = "Invalid pattern" if REFUSES_PATTERNS else NO_FILE
TOO_LONG = "*.html: File name too long" if REFUSES_PATTERNS else NO_FILE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with pages and other files."""
    for name in ("b.html", "a.HTM", "deep/er/c.xhtml", "deep/d.bscope", "x.txt", "deep/e.css"):
        file = tmp_path / "corpus" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<p>page")
    return tmp_path / "corpus"


def _ids(*words: object) -> list[str]:
    return [page.page_id for page in list_pages(map(str, words), EACH_PAGE)]


def test_pages_of_a_folder_are_named_by_path_without_suffix(folder: Path):
    assert _ids(folder) == ["a", "b", "deep/d", "deep/er/c"]


def test_a_packed_page_is_recognized_by_its_whole_suffix(folder: Path):
    for name in ("c.html.gz", "d.htm.lz4", "e.tar.gz"):
        (folder / name).write_bytes(b"")

    assert _ids(folder) == ["a", "b", "c", "d", "deep/d", "deep/er/c"]
    assert _ids(folder / "c.html.gz") == ["c"]


def test_a_file_that_begins_as_a_page_is_one_whatever_its_suffix(folder: Path):
    assert _ids(folder / "b.html", folder / "x.txt") == ["b", "x"]


def test_text_may_come_before_the_first_tag_of_a_page_with_another_name(folder: Path):
    page, note, lines = folder / "saved", folder / "note", folder / "lines.data"
    page.write_text("Draft of the harbour page <p>The lake plan is agreed.</p>")
    note.write_text("2 < 3, and no markup")
    lines.write_text('{"html": "<p>The lake plan is agreed."}')

    assert [listed.source for listed in list_pages([str(page)])] == [str(page)]
    for file in (note, lines):
        with pytest.raises(BoilerscopeError, match="is not a file of pages"):
            list(list_pages([str(file)]))


def test_sources_are_paths_as_the_user_wrote_them(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)

    assert [page.source for page in list_pages(["b.html", "deep"], EACH_PAGE)] == [
        "b.html",
        "deep/d.bscope",
        "deep/er/c.xhtml",
    ]


def test_page_ids_of_a_glob_are_relative_to_its_fixed_part(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    assert _ids(folder / "*.html") == ["b"]
    assert _ids(folder / "**" / "*.xhtml") == ["deep/er/c"]
    assert _ids(folder / "d*" / "?r" / "*") == ["deep/er/c"]
    assert _ids(folder / "dee[p]") == ["deep/d", "deep/er/c"]
    monkeypatch.chdir(folder)
    assert _ids("*.*") == ["a", "b", "x"]
    assert _ids("deep/*/*.xhtml") == ["er/c"]


def test_a_file_whose_name_looks_like_a_glob_is_that_file(tmp_path: Path):
    (tmp_path / "a[1].html").write_text("<p>page")

    assert _ids(tmp_path / "a[1].html") == ["a[1]"]


def test_pages_of_the_same_name_are_numbered_without_collisions(tmp_path: Path):
    for name in ("a.htm", "a.html", "a-2.html", "a.xht"):
        (tmp_path / name).write_text("<p>page")

    assert _ids(tmp_path) == ["a-2", "a", "a-3", "a-4"]
    assert _ids(tmp_path / "a.htm", tmp_path / "a.html", tmp_path / "a-2.html") == [
        "a",
        "a-2",
        "a-2-2",
    ]


def test_a_page_that_is_named_again_is_listed_once(folder: Path):
    assert _ids(folder / "b.html", folder / "b.html", folder / "deep" / ".." / "b.html") == ["b"]


def test_the_page_id_of_an_address_is_host_and_path_plus_eight_digits():
    first = address_id("https://www.example.org/news/2024/a b.html?id=1")

    assert re.fullmatch(r"www\.example\.org_news_2024_a_b\.html-[0-9a-f]{8}", first)
    assert first != address_id("https://www.example.org/news/2024/a b.html?id=2")
    assert re.fullmatch(r"[\w.-]+", address_id("http://例子.测试/路径/" + "x" * 999), re.ASCII)
    assert len(address_id("http://a.org/" + "x" * 999)) < 120
    assert _ids("https://example.org/") == [address_id("https://example.org/")]


def test_only_http_and_https_texts_are_addresses():
    assert is_address("HTTPS://example.org")
    assert not is_address("ftp://example.org")
    assert not is_address("example.org")


def test_standard_input_is_a_page_or_a_list():
    (page,) = list_pages(["-"], EACH_PAGE, [b"<p>one", b" two"])

    assert (page.source, page.page_id, page.page().text) == ("-", "stdin", "one two")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("{folder}/no.html", "no such file or folder, or no file matches"),
        ("{folder}/*.pdf", "no file matches this pattern"),
        ("{folder}/**x", INVALID),
        ("{folder}/empty", "empty: no pages found. Name a folder of pages"),
        ("http://[", "http://[ is not an address"),
        ("", "An empty text names no input"),
        pytest.param("x" * 300, "no such file or folder", id="too-long"),
        pytest.param("x" * 300 + "/*.html", TOO_LONG, id="too-long-*"),
    ],
)
def test_a_word_without_a_page_is_an_error_with_advice(
    folder: Path, word: str, message: str, monkeypatch: pytest.MonkeyPatch
):
    (folder / "empty").mkdir()
    monkeypatch.chdir(folder / "empty")

    with pytest.raises(BoilerscopeError, match=re.escape(message)):
        check_inputs([word.format(folder=folder)], EACH_PAGE)


def test_standard_input_cannot_be_read_twice():
    with pytest.raises(BoilerscopeError, match="can be read only once"):
        check_inputs(["-", "-"], EACH_PAGE)
