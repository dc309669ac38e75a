"""Pages of a batch: listed from every kind of input, unreadable inputs included."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import BoilerscopeError, CorpusError, TooLargeError
from boilerscope.extractors.page.parsing import MAX_BYTES
from boilerscope.extractors.runs.batch.shards import cut
from boilerscope.extractors.sources.listing import BATCH, check_inputs, list_pages
from tests.helpers.warc_files import HTML, record, response, write_warc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with inputs of every kind."""
    folder = tmp_path / "in"
    (folder / "pages").mkdir(parents=True)
    for name in ("a", "b"):
        (folder / "pages" / f"{name}.html").write_text(f"<p>page {name}")
    lines = [{"id": name, "html": f"<p>line {name}"} for name in ("c", "d")]
    (folder / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    cyrillic = "<p>слово".encode("koi8-r")
    records = (
        response("http://w.example/e", b"<p>record e"),
        response("http://w.example/f", cyrillic, "text/html; charset=koi8-r"),
        response("http://w.example/g", b"\x89PNG", "image/png"),
    )
    write_warc(folder / "crawl.warc.gz", records)
    return folder


def _page(page: ListedPage) -> Page:
    return page.identified().page()


def listed(words: list[str], stdin: Sequence[bytes] = ()) -> Iterator[ListedPage]:
    """Return the pages of a batch."""
    return list_pages(words, BATCH, stdin)


def _names(pages: Iterator[ListedPage]) -> list[str]:
    return [page.identified().name.rpartition("/")[2] for page in pages]


def test_every_kind_of_input_is_listed_and_read(folder: Path):
    words = [str(folder / name) for name in ("pages", "lines.jsonl", "crawl.warc.gz")]

    pages = list(listed(words))

    texts = ["page a", "page b", "line c", "line d", "record e", "слово"]
    assert [_page(page).text for page in pages] == texts
    assert len({page.source for page in pages}) == 6
    assert pages[0].source.endswith("a.html")
    assert pages[3].source.endswith("lines.jsonl#offset=33")
    assert pages[5].name == "crawl/http://w.example/f"


def test_globs_and_lists_are_expanded(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)
    (folder / "more.txt").write_text("pages/b.html\n\n*.jsonl\nabsent.html\n{}\n")

    pages = list(listed(["pages/*.html", "more.txt"]))

    assert _names(iter(pages))[:4] == ["a", "b", "c", "d"], "b is listed once"
    with pytest.raises(CorpusError, match=r"more\.txt, line 4: absent\.html: no such file"):
        _page(pages[4])
    with pytest.raises(CorpusError, match="line=5: expected"):
        _page(pages[5])


def test_comments_and_a_byte_order_mark_of_a_list_are_skipped(folder: Path):
    name = str(folder / "pages" / "a.html")
    lines = [f"\ufeff{name}\n", "# other pages\n", "  # more\n", "absent.html\n"]

    page, absent = listed(["-"], [line.encode() for line in lines])

    assert page.name == "pages/a"
    with pytest.raises(CorpusError, match=r"^standard input, line 4: absent"):
        _page(absent)


@pytest.mark.parametrize("names", [["a.txt"], ["a.txt", "b.list"]])
def test_a_list_that_names_itself_is_an_error_with_the_chain(folder: Path, names: list[str]):
    files = [folder / name for name in names]
    for file, following in zip(files, [*files[1:], files[0]], strict=True):
        file.write_text(f"{following}\n{folder / 'pages'}\n")

    *pages, error = sorted(listed([str(files[0])]), key=lambda page: -page.assumed_size)

    assert [page.name for page in pages] == ["pages/a", "pages/b"]
    with pytest.raises(CorpusError, match="the list names itself") as raised:
        _page(error)
    assert " > ".join(map(str, [*files, files[0]])) in str(raised.value)


def test_pages_of_different_folders_and_files_have_different_names(tmp_path: Path):
    for name in ("a", "b"):
        pages = tmp_path / name / "pages"
        pages.mkdir(parents=True)
        (pages / "x.html").write_text("<p>text")
        write_warc(tmp_path / name / "c.warc", [response("http://w.example/", b"<p>text")])
        ids = ("x", "x", "x-2", "y")
        lines = [f'{{"id": "{page_id}", "html": "<p>text"}}\n' for page_id in ids]
        lines.append('{"html": "<p>text", "id": "y"}\n')
        (tmp_path / name / "pages.jsonl").write_text("".join(lines))
    words = [
        str(tmp_path / name / kind)
        for kind in ("pages", "pages.jsonl", "c.warc")
        for name in ("a", "b")
    ]

    names = [page.identified().name for page in listed(words)]

    assert names[:2] == ["pages/x", "pages/x-2"]
    assert names[2:7] == ["a/x", "a/x-2", "a/x-2-2", "a/y", "a/y-2"]
    assert names[-2:] == ["c/http://w.example/", "c-2/http://w.example/"]
    assert len(set(names)) == len(names) == 14


def test_an_input_that_is_named_again_is_listed_once(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)
    words = ["pages", str(folder / "pages"), "./crawl.warc.gz", "crawl.warc.gz", "*.jsonl"]

    assert _names(listed([*words, "lines.jsonl"])) == ["a", "b", "e", "f", "c", "d"]


def test_a_folder_without_page_files_has_the_pages_of_its_warc_files_and_json_lines(folder: Path):
    for file in (folder / "pages").iterdir():
        file.unlink()
    (folder / "pages").rmdir()

    assert _names(listed([str(folder)])) == ["e", "f", "c", "d"]


def test_pages_are_listed_lazily(folder: Path):
    with (folder / "lines.jsonl").open("a") as stream:
        stream.write("{broken\n")

    first = list(islice(listed([str(folder / "lines.jsonl")]), 2))

    assert [_page(page).text for page in first] == ["line c", "line d"]
    *_, last = listed([str(folder / "lines.jsonl")])
    with pytest.raises(CorpusError, match="line 3: not JSON"):
        _page(last)


def test_lines_of_json_are_parsed_only_when_identified(folder: Path):
    file = folder / "lines.jsonl"
    with file.open("a") as stream:
        stream.write('{"id": "no markup"}\n')

    first, *_, last = listed([str(file)])

    assert (first.page_id, first.identified().name) == ("", "in/c")
    assert first.identified().source == first.source
    assert first.size == len('{"id": "c", "html": "<p>line c"}\n')
    assert last.identified().source == f"{file}#line=3"
    with pytest.raises(CorpusError, match="line 3: the key html is missing"):
        _page(last)
    file.unlink()
    assert first.identified().name == first.source
    with pytest.raises(CorpusError, match=r"lines\.jsonl cannot be read"):
        _page(first)


def test_a_damaged_warc_file_has_its_readable_pages_and_an_error(folder: Path):
    file = folder / "crawl.warc.gz"
    file.write_bytes(file.read_bytes()[:-150] + b"no gzip at all" * 20)

    *pages, last = listed([str(file)])

    assert _page(pages[0]).text == "record e"
    with pytest.raises(BoilerscopeError, match=r"crawl\.warc\.gz"):
        _page(last)


def test_each_damage_of_a_warc_file_has_a_name_of_its_own(tmp_path: Path):
    file = tmp_path / "crawl.warc.gz"
    packed = [gzip.compress(response(f"http://w.example/{n}", b"<p>text")) for n in range(3)]
    first = packed[0] + b"no gzip at all" + packed[1]
    file.write_bytes(first + b"no gzip at all" + packed[2])

    pages = list(listed([str(file)]))

    unread = [page.name for page in pages if page.page_id.startswith(str(file))]
    assert unread == [f"{file}#offset={len(packed[0])}", f"{file}#offset={len(first)}"]
    assert len({page.name for page in pages}) == 5


@pytest.mark.parametrize("more", ["", "Content-Encoding: gzip\r\n"])
def test_a_warc_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, more: str):
    body = bytes(2 * MAX_BYTES)
    if more:
        bomb = response("http://b.example/", gzip.compress(body), HTML, more=more)
    else:
        bomb = response("http://b.example/", body)
    file = tmp_path / "bomb.warc.gz"
    write_warc(file, [bomb, response("http://b.example/2", b"<p>after")])
    assert file.stat().st_size < MAX_BYTES / 100

    first, second = listed([str(file)])

    with pytest.raises(TooLargeError):
        _page(first)
    assert _page(second).text == "after"


def test_inputs_without_pages_are_refused(folder: Path):
    (folder / "empty").mkdir()
    for name in ("a.pdf", "a.json.gz"):
        (folder / name).write_bytes(b"%PDF")
    check_inputs([str(folder), str(folder / "*.jsonl"), "-"])

    for words, message in (
        ([str(folder / "x")], "no such file"),
        ([str(folder / "*.x")], "no such file"),
        (["-", "-"], "read only once"),
        (["https://example.org"], "only extract and the window fetch web pages"),
        ([str(folder / "empty")], r"empty: no pages found\. Name a folder of pages, a page"),
        ([str(folder / "a.pdf")], r"a\.pdf is not a file of pages\. Name a folder of pages"),
        ([str(folder / "a.json.gz")], r"a\.json\.gz is not a file of pages"),
    ):
        with pytest.raises(CorpusError, match=message):
            check_inputs(words)


def test_shards_are_bounded_and_reproducible(folder: Path):
    words = [str(folder / name) for name in ("pages", "lines.jsonl", "crawl.warc.gz")]

    by_pages = list(cut(listed(words), 10_000, 4))
    by_bytes = list(cut(listed(words), 40, 4))

    assert [[page.identified().name for page in shard.pages] for shard in by_pages] == [
        ["pages/a", "pages/b", "in/c", "in/d"],
        ["crawl/http://w.example/e", "crawl/http://w.example/f"],
    ]
    assert [shard.number for shard in by_bytes] == list(range(len(by_bytes)))
    assert all(sum(page.assumed_size for page in shard.pages) <= 40 for shard in by_bytes)
    digests = [shard.digest() for shard in by_pages]
    assert digests == [shard.digest() for shard in cut(listed(words), 10_000, 4)]
    with (folder / "pages" / "b.html").open("a") as stream:
        stream.write(" longer")
    changed = [shard.digest() for shard in cut(listed(words), 10_000, 4)]
    assert changed[0] != digests[0]
    assert changed[1] == digests[1]


def test_other_records_of_a_warc_file_are_left_out(tmp_path: Path):
    request = record("request", "http://a/", b"GET / HTTP/1.1\r\n\r\n", "application/http")
    file = write_warc(tmp_path / "a.warc", [request])

    (page,) = listed([str(file)])

    with pytest.raises(CorpusError, match="no pages found"):
        _page(page)
