"""Pages of a batch: listed from every kind of input, unreadable inputs included."""

from __future__ import annotations

import gzip
import json
import os
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import BoilerscopeError, CorpusError, PageError, TooLargeError
from boilerscope.extractors.page.parsing import MAX_BYTES
from boilerscope.extractors.runs.batch.shards import cut
from boilerscope.extractors.sources.listing import (
    BATCH,
    EACH_PAGE,
    ListOptions,
    check_inputs,
    list_pages,
    pages_with_gold,
)
from boilerscope.extractors.sources.names import address_id
from tests.helpers.packing import lz4, zstd
from tests.helpers.warc_files import HTML, record, response, write_warc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
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


_PACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": zstd,
    "lz4": lz4,
    "NDJSON": lambda data: data,
}


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


@pytest.mark.parametrize("words", [("a.html", "."), (".", "a.html"), ("./a.html", "*.html", ".")])
def test_a_page_that_is_named_and_in_a_named_folder_is_listed_once(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text("<p>Words.", encoding="utf-8")

    names = [page.page_id for page in list_pages(words, EACH_PAGE)]

    assert sorted(names) == ["a", "b"]


def test_a_folder_whose_pages_are_all_named_is_no_failure(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>Words.", encoding="utf-8")

    pages = list(list_pages([str(tmp_path / "a.html"), str(tmp_path)], BATCH))

    assert [page.is_unread for page in pages] == [False]


def test_a_line_with_empty_markup_is_an_empty_page(tmp_path: Path):
    file = tmp_path / "pages.jsonl"
    file.write_text('{"id": "a", "html": ""}\n{"id": "b", "html": null}\n', encoding="utf-8")

    first, second = list_pages([str(file)], EACH_PAGE)

    assert first.page().n_tokens == 0
    with pytest.raises(BoilerscopeError, match="html must be a text, got null"):
        second.page()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"id": None, "html": "x", "text": "x"}, "id must be a text or a number, got null"),
        ({"id": "", "html": "x", "text": "x"}, "id is empty"),
        ({"html": "x", "text": "x"}, "the key id is missing"),
        ({"id": "a", "html": None, "text": "x"}, "html must be a text, got null"),
        ({"id": "a", "html": False, "text": "x"}, "html must be a text, got false"),
        ({"id": "a", "text": "x"}, "the key html is missing"),
        ({"id": "a", "html": "x", "text": "x", "lang": []}, "lang must be a text, got []"),
        ({"track_id": "a", "html": None, "convert_main_content": "x"}, "html must be a text, got"),
        ({"html": "x", "convert_main_content": "x"}, "the key track_id is missing"),
        ({"page_id": None, "plaintext": "x"}, "page_id must be a text or a number, got null"),
        ({"plaintext": "x"}, "the key page_id is missing"),
        ({"html": None}, "html must be a text, got null"),
        ({"id": "a", "html": 5, "ranges": []}, "html must be a text, got 5"),
    ],
)
def test_a_line_says_which_key_is_missing_empty_or_no_text(
    tmp_path: Path, line: dict[str, object], problem: str
):
    file = tmp_path / "pages.jsonl"
    file.write_text(json.dumps(line), encoding="utf-8")

    [page] = list_pages([str(file)], EACH_PAGE)

    with pytest.raises(CorpusError) as raised:
        page.page()
    assert str(raised.value).startswith(f"{file}, line 1: {problem}")


def test_an_input_that_is_named_again_is_listed_once(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)
    words = ["pages", str(folder / "pages"), "./crawl.warc.gz", "crawl.warc.gz", "*.jsonl"]

    assert _names(listed([*words, "lines.jsonl"])) == ["a", "b", "e", "f", "c", "d"]


def test_a_folder_without_page_files_has_the_pages_of_its_warc_files_and_json_lines(folder: Path):
    for file in (folder / "pages").iterdir():
        file.unlink()
    (folder / "pages").rmdir()

    assert _names(listed([str(folder)])) == ["e", "f", "c", "d"]


def test_json_lines_with_pages_beside_page_files_are_named_and_no_others(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>one")
    (tmp_path / "gold.jsonl").write_text('{"id": "a", "html": "a.html", "text": "one"}\n')
    (tmp_path / "results.jsonl").write_text('{"id": "a", "text": "<p>one"}\n')
    (tmp_path / "more.jsonl").write_text('{"id": "b", "html": " \\n<p>two"}\n')
    told: list[str] = []

    pages = list_pages([str(tmp_path)], tell=lambda left_out: told.append(str(left_out)))
    assert _names(pages) == ["a"]

    (sentence,) = told
    assert sentence.endswith("name them too: 1 JSON lines (more.jsonl).")


def test_the_archives_of_a_folder_with_page_files_are_named(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>one")
    archive = write_warc(tmp_path / "b.warc.gz", [response("http://w.example/e", b"<p>two")])
    told: list[str] = []

    pages = list_pages([str(tmp_path)], tell=lambda left_out: told.append(str(left_out)))
    assert _names(pages) == ["a"]
    both = list_pages([str(archive), str(tmp_path)], tell=lambda _left_out: told.append("again"))

    assert _names(both) == ["e", "a"]
    (sentence,) = told
    assert sentence.startswith(f"{tmp_path}: 1 file left out, because a folder with page files")
    assert sentence.endswith("name them too: 1 WARC (b.warc.gz).")


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


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".ndjson.zst", ".JSONL.lz4", ".NDJSON"])
def test_packed_lines_are_read_in_any_order(tmp_path: Path, suffix: str):
    lines = [{"id": n, "html": f"<p>page {n} {'x' * 1_000 * n}"} for n in range(9)]
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    file = tmp_path / f"pages{suffix}"
    file.write_bytes(_PACK[suffix.rpartition(".")[2]](data))

    pages = list(listed([str(file)]))

    for number in (4, 0, 8, 8, 2):
        page = pages[number].identified()
        assert page.name == f"{tmp_path.name}/{number}"
        assert _page(page).text.startswith(f"page {number} ")
    assert [page.name for page in list_pages([str(file)])] == [
        page.identified().name for page in pages
    ]


def test_packed_lines_that_end_early_are_an_error(tmp_path: Path):
    file = tmp_path / "pages.jsonl.gz"
    data = b"".join(
        b'{"id": "%d", "html": "<p>%s"}\n' % (n, os.urandom(50).hex().encode())
        for n in range(3_000)
    )
    file.write_bytes(gzip.compress(data)[:-1_000])

    *pages, last = listed([str(file)])

    assert _names(iter(pages[:2])) == ["0", "1"]
    with pytest.raises(CorpusError, match=r"pages\.jsonl\.gz cannot be read: .*ends early"):
        _page(last)


def test_a_number_is_read_as_an_identifier_and_as_a_title(tmp_path: Path):
    lines = [
        b'{"id": 7, "html": "<p>one"}',
        b'{"html": "<p>two", "id": 7}',
        b'{"id": 7.5, "html": "x", "title": 1984}',
        b'{"id": true, "html": "x"}',
        b'{"id": 8, "html": "x", "title": ["x"]}',
    ]
    (tmp_path / "pages.jsonl").write_bytes(b"\n".join(lines))
    stdin = [b'{"html": "<p>three", "id": 7}']

    *pages, without_id, without_title, inline = listed([str(tmp_path / "pages.jsonl"), "-"], stdin)

    assert _names(iter([*pages, inline])) == ["7", "7-2", "7.5", "7"]
    assert pages[2].located().title == "1984"
    with pytest.raises(CorpusError, match="id must be a text or a number"):
        _page(without_id)
    with pytest.raises(CorpusError, match="title must be a text or a number"):
        _page(without_title)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"body { color: red }\np { margin: 0 }\n", "text"),
        (b"id,html\n1,<p>Hello\n", "text"),
        ("\ufeffplain\nwords\n".encode("utf-16-le"), "text"),
        (b'[\n{"html": "<p>one"},\n{"html": "<p>two"}\n]\n', "one JSON value over several lines"),
        (b'{\n  "html": "<p>one"\n}\n', "one JSON value over several lines"),
    ],
)
def test_a_file_without_lines_that_are_objects_is_one_failure(
    tmp_path: Path, data: bytes, kind: str
):
    (tmp_path / "pages.jsonl").write_bytes(data)

    (failure,) = listed([str(tmp_path / "pages.jsonl")])

    with pytest.raises(CorpusError, match=rf"pages\.jsonl is {kind}, not a file of JSON lines\."):
        _page(failure)


def test_lines_after_lines_that_are_no_objects_are_read(tmp_path: Path):
    lines = [b"# of a crawl", b"", b"[1]", b'{"id": "a", "html": "<p>one"}']
    (tmp_path / "pages.jsonl").write_bytes(b"\n".join(lines))

    pages = list(listed([str(tmp_path / "pages.jsonl")]))

    assert _names(iter(pages))[2:] == ["a"]


def test_records_packed_with_zstd_are_read_around_damage(tmp_path: Path):
    file = tmp_path / "crawl.WARC.zst"
    packed = [
        _PACK["zst"](response(f"http://w.example/{n}", f"<p>text {n}".encode())) for n in range(3)
    ]
    file.write_bytes(packed[0] + b"no frame at all" + packed[1] + packed[2])

    pages = list(listed([str(file)]))

    texts = [_page(page).text for page in pages if not page.is_unread]
    assert texts == ["text 0", "text 1", "text 2"]
    (damage,) = [page for page in pages if page.is_unread]
    with pytest.raises(CorpusError, match=r"crawl\.WARC\.zst, record at byte"):
        _page(damage)


@pytest.mark.parametrize(
    ("start", "n_frames", "message"),
    [
        (b"\x5d\x2a\x4d\x18\x04\x00\x00\x00abcd", 3, "a dictionary of its own"),
        (b"", 1, "packed as a whole"),
    ],
)
def test_a_warc_file_whose_records_cannot_be_read_separately_says_so(
    tmp_path: Path, start: bytes, n_frames: int, message: str
):
    records = [response(f"http://w.example/{n}", b"<p>text") for n in range(3)]
    parts = records if n_frames > 1 else [b"".join(records)]
    file = tmp_path / "crawl.warc.zst"
    file.write_bytes(start + b"".join(_PACK["zst"](part) for part in parts))

    *_, last = listed([str(file)])

    with pytest.raises(CorpusError, match=message):
        _page(last)


def test_a_text_is_a_list_a_page_or_the_gold_of_a_page(folder: Path):
    (folder / "list.txt").write_text("pages/a.html\n")
    (folder / "page.txt").write_text("\ufeff\n<p>a page")
    (folder / "pages" / "a.txt").write_text("<p>page a")

    names = {}
    for name in ("list.txt", "page.txt", "pages/a.txt"):
        (page, *_) = list_pages([str(folder / name)], ListOptions(refuse=False))
        names[name] = (page.is_unread, page.page_id, page.has_gold)

    assert names["list.txt"][0], "the list is relative to the working folder"
    assert names["page.txt"] == (False, "page", False)
    assert names["pages/a.txt"] == (False, "a", True)


def test_the_first_input_that_cannot_be_listed_is_refused_if_that_is_wanted(folder: Path):
    words = [str(folder / "pages"), str(folder / "absent")]

    pages = list_pages(words)

    assert [next(pages).name for _ in range(2)] == ["pages/a", "pages/b"]
    with pytest.raises(CorpusError, match="absent: no such file"):
        next(pages)


def test_pages_without_gold_are_refused_where_gold_is_needed(folder: Path):
    with pytest.raises(CorpusError, match=r"lines\.jsonl: no page has gold\. Name a gold standard"):
        pages_with_gold([str(folder / "lines.jsonl")])


def test_results_of_single_pages_are_named_by_paths_and_addresses(folder: Path):
    line = {"id": "id", "html": "pages/a.html", "text": "page a"}
    (folder / "gold.jsonl").write_text(json.dumps(line))
    words = [str(folder / name) for name in ("pages", "gold.jsonl", "lines.jsonl", "crawl.warc.gz")]

    ids = [page.page_id for page in list_pages(words, EACH_PAGE)]

    assert ids[:5] == ["a", "b", "pages/a", "c", "d"]
    assert ids[5] == address_id("http://w.example/e")


def test_a_folder_is_listed_whatever_one_of_its_files_is(tmp_path: Path):
    (tmp_path / "b.html").write_text("<p>The council met.", encoding="utf-8")
    (tmp_path / "0.html.gz").write_bytes(gzip.compress(b"<p>The council met on Monday.")[:-12])
    (tmp_path / "a.html").symlink_to("nowhere")
    (tmp_path / "loop.html").symlink_to("loop.html")
    (tmp_path / "d.html").mkdir()
    os.mkfifo(tmp_path / "pipe.html")

    pages = {page.page_id: page for page in list_pages([str(tmp_path)])}

    pipe = str(tmp_path / "pipe.html")
    assert sorted(pages) == sorted(["0", "a", "b", "loop", pipe])
    with pytest.raises(CorpusError, match="is named like a page, but is not a file"):
        pages[pipe].page()
    assert pages["b"].page().text == "The council met."
    with pytest.raises(PageError, match="it is a link to 'nowhere', which does not exist"):
        pages["a"].page()
    for name in ("0", "loop"):
        with pytest.raises(PageError):
            pages[name].page()


def test_a_file_with_the_longest_name_is_read_though_its_marks_could_have_none(tmp_path: Path):
    file = tmp_path / ("m" * 250 + ".html")
    file.write_text("<p>one two", encoding="utf-8")

    [alone] = list_pages([str(file)], EACH_PAGE)
    [inside] = list_pages([str(tmp_path)], EACH_PAGE)

    assert alone.page().n_tokens == inside.page().n_tokens == 2
