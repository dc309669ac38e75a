"""WARC files: HTML responses are listed as pages and read by offset."""

from __future__ import annotations

import gzip
import io
import random
import zlib
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import CorpusError, GoldError, PageError
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.extractors.sources.damage import next_record
from boilerscope.extractors.sources.warc import read_warc
from tests.helpers.warc_files import record, response, write_warc

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.extractors.sources.left_out import LeftOut

pytestmark = pytest.mark.usefixtures("toys")

PAGE = b"<html><title>One</title><body><p>The council met on Monday.</p></body></html>"
CHINESE = "<html><body><p>北京的秋天</p></body></html>".encode("gbk")
REQUEST = b"GET / HTTP/1.1\r\n\r\n"

RECORDS = (
    record("warcinfo", "", b"software: test\r\n", "application/warc-fields"),
    record("request", "http://a.example/", REQUEST, "application/http; msgtype=request"),
    response("http://a.example/1", PAGE),
    response("http://a.example/moved", PAGE, status="301 Moved Permanently"),
    response("http://a.example/image", b"\x89PNG", "image/png"),
    response("http://a.example/gb", CHINESE, "text/html; charset=gbk"),
    response("http://a.example/gz", zlib.compress(PAGE), more="Content-Encoding: deflate\r\n"),
    response(
        "http://a.example/chunked",
        b"%x\r\n%b\r\n0\r\n\r\n" % (len(PAGE), PAGE),
        more="Transfer-Encoding: chunked\r\n",
    ),
    response("http://a.example/1", PAGE.replace(b"Monday", b"Friday")),
)


@pytest.mark.parametrize("name", ["crawl.warc", "crawl.warc.gz"])
def test_html_responses_are_pages_in_the_order_of_the_file(tmp_path: Path, name: str):
    file = write_warc(tmp_path / name, RECORDS)

    corpus = Corpus([file]).read_all()

    assert [page.page_id.removeprefix("http://a.example/") for page in corpus.pages] == [
        "1",
        "gb",
        "gz",
        "chunked",
        "1#2",
    ]
    assert {page.set_name for page in corpus.pages} == {"crawl"}
    pages = [page.page() for page in corpus.pages]
    assert pages[1].text == "北京的秋天"
    assert [page.title for page in pages] == ["One", "", "One", "One", "One"]
    assert "Friday" in pages[4].text
    assert pages[0].url == "http://a.example/1"


def test_repeated_addresses_have_identifiers_that_no_other_page_has(tmp_path: Path):
    addresses = ["http://a/#2", "http://a/", "http://a/", "http://a/#2", "http://a/"]
    file = write_warc(tmp_path / "a.warc", [response(address, PAGE) for address in addresses])

    page_ids = [page.page_id for page in Corpus([file]).read_all().pages]

    assert page_ids[:3] == ["http://a/#2", "http://a/", "http://a/#3"]
    assert len(set(page_ids)) == 5


def test_a_page_of_a_warc_file_has_no_gold(tmp_path: Path):
    corpus = Corpus([write_warc(tmp_path / "a.warc", RECORDS)]).read_all()
    entry = corpus.pages[0].located()

    assert corpus.n_gold == 0
    with pytest.raises(GoldError, match="has no gold"):
        entry.gold(entry.page())


def test_a_file_that_is_packed_as_a_whole_is_refused(tmp_path: Path):
    file = tmp_path / "whole.warc.gz"
    file.write_bytes(gzip.compress(b"".join(RECORDS)))

    with pytest.raises(CorpusError, match=r"whole\.warc\.gz is packed as a whole"):
        Corpus([file]).read_all()


def test_a_file_that_is_not_a_warc_file_is_an_error(tmp_path: Path):
    file = tmp_path / "a.warc"
    file.write_bytes(PAGE)

    with pytest.raises(CorpusError, match=r"a\.warc: not a WARC file, or damaged"):
        Corpus([file]).read_all()


def test_a_record_that_is_cut_off_is_an_error_of_its_page(tmp_path: Path):
    file = write_warc(tmp_path / "a.warc", [RECORDS[2], RECORDS[5][:-30]])
    corpus = Corpus([file]).read_all()

    assert corpus.pages[0].page().title == "One"
    with pytest.raises(CorpusError, match=r"a\.warc, record at byte \d+: the file ends before"):
        corpus.pages[1].page()


def test_a_replaced_file_is_an_error(tmp_path: Path):
    file = write_warc(tmp_path / "a.warc", [RECORDS[2]])
    corpus = Corpus([file]).read_all()
    write_warc(file, [RECORDS[5]])

    with pytest.raises(CorpusError, match=r"The file has changed: open the corpus again"):
        corpus.pages[0].page()


def _pages(*numbers: int) -> list[bytes]:
    """Return records of pages whose text is longer than a buffer and compresses badly."""
    texts = [random.Random(n).randbytes(100_000).hex() for n in numbers]
    return [
        response(f"https://example.org/{n}", f"<title>{n}</title><p>{text}".encode())
        for n, text in zip(numbers, texts, strict=True)
    ]


def _flipped(data: bytes, offset: int) -> bytes:
    flipped = bytes([data[offset] ^ 0xFF, data[offset + 1] ^ 0x55])
    return data[:offset] + flipped + data[offset + 2 :]


def _halved(data: bytes) -> bytes:
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    ("name", "damage", "lost"),
    [
        ("a.warc.gz", lambda packed: _flipped(packed, len(packed) // 2), {"2"}),
        ("a.warc.gz", lambda packed: _flipped(packed, 0), {"2"}),
        ("a.warc.gz", lambda packed: _flipped(packed, 20), {"2"}),
        ("a.warc.gz", _halved, {"2"}),
        ("a.warc.gz", lambda packed: packed[:15], {"2"}),
        ("a.warc.gz", lambda packed: b"no record\n" * 10 + packed, set()),
        ("a.warc", lambda record: _flipped(record, 0), {"2"}),
        ("a.warc", lambda record: b"no record\n" * 10 + record, set()),
        ("a.warc", _halved, set()),  # its page continues with the next record, unnoticed
    ],
)
def test_reading_continues_after_damage(
    tmp_path: Path, name: str, damage: Callable[[bytes], bytes], lost: set[str]
):
    records = _pages(0, 1, 2, 3)
    packed = [gzip.compress(item) if name.endswith(".gz") else item for item in records]
    packed[2] = damage(packed[2])
    file = tmp_path / name
    file.write_bytes(b"".join(packed))

    corpus = Corpus([file], skip_errors=True).read_all()

    titles, errors = [], [problem.message for problem in corpus.problems]
    for page in corpus.pages:
        try:
            titles.append(page.page().title)
        except CorpusError as error:
            errors.append(str(error))
    assert titles == [title for title in ("0", "1", "2", "3") if title not in lost]
    assert len(errors) == 1
    assert str(file) in errors[0]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_complete_records_of_an_earlier_version_are_no_damage(tmp_path: Path, name: str):
    records = [item.replace(b"WARC/1.0", b"WARC/0.18") for item in RECORDS[2:4]] + [b"\r\n"]

    corpus = Corpus([write_warc(tmp_path / name, records)]).read_all()

    assert len(corpus.pages) == 1


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_every_cut_of_the_last_record_is_an_error(tmp_path: Path, name: str):
    file = tmp_path / name
    records = [RECORDS[1], RECORDS[2], RECORDS[5]]
    packed = [gzip.compress(item) if name.endswith(".gz") else item for item in records]
    data, start = b"".join(packed), len(packed[0] + packed[1])
    end = len(data) if name.endswith(".gz") else len(data) - len("\r\n\r\n")
    for size in range(start, len(data) + 1):
        file.write_bytes(data[:size])

        corpus = Corpus([file], skip_errors=True).read_all()

        errors = [problem.message for problem in corpus.problems]
        for page in corpus.pages:
            try:
                page.page()
            except CorpusError as error:
                errors.append(str(error))
        assert len(errors) == (start < size < end), size
        assert all(f"{file}, record at byte {start:,}: " in error for error in errors)


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_the_error_names_the_damaged_record(tmp_path: Path, name: str):
    file = tmp_path / name
    records = [RECORDS[2], RECORDS[1], RECORDS[1], RECORDS[5]]
    packed = [gzip.compress(item) if name.endswith(".gz") else item for item in records]
    start = len(packed[0] + packed[1])
    packed[2] = _flipped(packed[2], 0)
    file.write_bytes(b"".join(packed))

    corpus = Corpus([file], skip_errors=True).read_all()

    (problem,) = corpus.problems
    assert f"{file}, record at byte {start:,}: not a WARC file, or damaged" in problem.message
    assert len(corpus.pages) == 2


def test_reading_stops_after_many_false_records(tmp_path: Path):
    file = tmp_path / "a.warc.gz"
    false_record = gzip.compress(b"WARC/1.0\r\nnothing")
    file.write_bytes(gzip.compress(RECORDS[2]) + false_record * 3_000)

    corpus = Corpus([file], skip_errors=True).read_all()

    assert len(corpus.pages) == 1
    assert len(corpus.problems) == 1


def test_a_record_across_two_parts_of_a_search_is_found():
    for gap in range(2**20 - 40, 2**20 + 10):
        start = b"WARC/1.0\r\nWARC-Type: response"
        stream = io.BytesIO(start + b"x" * gap + start)
        assert next_record(stream, 5) == len(start) + gap
        assert next_record(stream, len(start) + gap + 1) is None


CHUNKED = b"%x\r\n%b\r\n0\r\n\r\n" % (len(PAGE), PAGE)
RAW_DEFLATE = zlib.compress(PAGE, wbits=-15)
GZIP = gzip.compress(PAGE)


@pytest.mark.parametrize(
    ("body", "more"),
    [
        (PAGE, "Transfer-Encoding: chunked\r\n"),
        (CHUNKED, ""),
        (CHUNKED.replace(b"\r\n", b";sig=abc\r\n", 1), "Transfer-Encoding: Chunked\r\n"),
        (CHUNKED.replace(b"\r\n", b"   \r\n", 1), "Transfer-Encoding: chunked\r\n"),
        (CHUNKED.replace(b"\r\n", b"\n"), "Transfer-Encoding: chunked\r\n"),
        (CHUNKED[:-5], "Transfer-Encoding: chunked\r\n"),
        *((PAGE, f"Content-Encoding: {name}\r\n") for name in ("none", "identity", "UTF-8", "")),
        *((PAGE, f"Content-Encoding: {name}\r\n") for name in ("gzip", "br", "deflate", "zstd")),
        (RAW_DEFLATE, "Content-Encoding: deflate\r\n"),
        (GZIP, "Content-Encoding: X-GZIP\r\n"),
        (GZIP, ""),
        (GZIP, "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
        (gzip.compress(GZIP), "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"),
    ],
)
def test_a_record_that_holds_markup_is_read_whatever_its_headers_claim(
    tmp_path: Path, body: bytes, more: str
):
    file = write_warc(tmp_path / "a.warc.gz", [response("http://a/", body, more=more)])

    (page,) = Corpus([file]).read_all().pages

    assert page.page().source_bytes == PAGE


@pytest.mark.parametrize(
    ("body", "more", "message"),
    [
        (GZIP[:-20], "Content-Encoding: gzip\r\n", "ends in the middle of its compressed body"),
        (CHUNKED[:-30], "Transfer-Encoding: chunked\r\n", "ends before the last chunk of its body"),
    ],
)
def test_a_body_that_ends_early_is_an_error(tmp_path: Path, body: bytes, more: str, message: str):
    file = write_warc(tmp_path / "a.warc", [response("http://a/", body, more=more)])
    (page,) = Corpus([file]).read_all().pages

    with pytest.raises(PageError, match=rf"a\.warc {message}"):
        page.page()


def _truncated(entry: bytes) -> bytes:
    return entry.replace(b"WARC-Date:", b"WARC-Truncated: length\r\nWARC-Date:", 1)


def test_a_page_that_the_crawler_cut_off_has_a_warning(tmp_path: Path):
    file = write_warc(tmp_path / "a.warc.gz", [_truncated(response("http://a/", PAGE))])
    (page,) = Corpus([file]).read_all().pages

    (warning,) = page.page().warnings
    assert warning.code == "truncated-record"
    assert warning.message == "The page is not complete: the crawler cut it off (length)."


def test_a_packed_body_that_the_crawler_cut_off_says_so(tmp_path: Path):
    cut = response("http://a/", GZIP[:-20], more="Content-Encoding: gzip\r\n")
    file = write_warc(tmp_path / "a.warc", [_truncated(cut)])
    (page,) = Corpus([file]).read_all().pages

    with pytest.raises(
        PageError, match=r"which the crawler cut off \(length\), ends in the middle"
    ):
        page.page()


@pytest.mark.parametrize(
    "head",
    [
        "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; Charset=UTF-8\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: APPLICATION/XHTML+XML\r\n\r\n",
        "HTTP/2 200\r\ncontent-type: application/vnd.wap.xhtml+xml\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Type: text/html\n\n",
        "HTTP/1.1 200 OK\r\nServer: none\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n",
    ],
)
def test_html_is_a_page_however_its_type_is_written(tmp_path: Path, head: str):
    block = head.encode() + PAGE
    file = write_warc(tmp_path / "a.warc", [record("response", "<http://a/b>", block, "any")])

    (page,) = Corpus([file]).read_all().pages

    assert (page.page_id, page.url) == ("http://a/b", "http://a/b")
    assert page.page().title == "One"


def test_records_that_are_left_out_are_counted_and_named(tmp_path: Path):
    records = [
        response("http://a/1", PAGE),
        record("resource", "http://a/2", PAGE, "text/html"),
        record("resource", "urn:a", b"{}", "application/json"),
        record("conversion", "http://a/1", b"One", "text/plain"),
        record("response", "http://a/3", b"HTTP/1.1 200 OK\r\n\r\nplain", "application/http"),
        response("http://a/4", b"\x89PNG", "image/png"),
        response("http://a/5", PAGE, status="404 Not Found"),
        record("revisit", "http://a/1", b"HTTP/1.1 200 OK\r\n\r\n", "application/http"),
        record("revisit", "http://a/2", b"", "application/http"),
        record("request", "http://a/2", b"GET / HTTP/1.1\r\n\r\n", "application/http"),
    ]
    notes: list[LeftOut] = []
    file = write_warc(tmp_path / "a.warc", records)

    pages = list(read_warc(file, notes.append))

    assert [page.url for page in pages] == ["http://a/1", "http://a/2"]
    (note,) = notes
    assert str(note) == (
        f"{file}: 7 records left out, because only HTML is read: 1 made from another record"
        " (text/plain); 2 of another type (application/json, image/png); 2 of repeated visits,"
        " whose pages are in other records; 1 with another status than 2xx; 1 without a type."
    )
    assert note.total == sum(note.by_reason().values()) == 7


@pytest.mark.parametrize(
    ("end", "is_doubtful"),
    [(b"0\r\n\r\n", False), (b"", True), (b"0\r\nX-Sum: 1\r\n\r\n", False), (b"0", False)],
)
def test_a_body_without_its_last_chunk_is_read_with_a_warning(
    tmp_path: Path,
    end: bytes,
    is_doubtful: bool,  # noqa: FBT001 - a parameter
):
    body = b"%x\r\n%b\r\n" % (len(PAGE), PAGE) + end
    more = "Transfer-Encoding: chunked\r\n"
    file = write_warc(tmp_path / "a.warc", [response("http://a.example/", body, more=more)])

    if end == b"0":
        with pytest.raises(PageError, match="before the last chunk"):
            Corpus([file]).read_all().pages[0].page()
        return
    page = Corpus([file]).read_all().pages[0].page()

    assert page.title == "One"
    told = [warning.message for warning in page.warnings]
    expected = "The page may not be complete: the last chunk of its body is missing."
    assert told == [expected] * is_doubtful


def test_an_interim_answer_before_the_page_is_skipped(tmp_path: Path):
    interim = b"HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
    http = interim + b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    kind = "application/http; msgtype=response"
    file = write_warc(tmp_path / "a.warc", [record("response", "http://a.example/", http, kind)])

    (page,) = Corpus([file]).read_all().pages

    assert page.page().text.count("council") == 1


def test_the_second_page_of_a_file_that_is_packed_as_a_whole_says_so(tmp_path: Path):
    file = tmp_path / "whole.warc.gz"
    file.write_bytes(gzip.compress(response("http://a/", PAGE) + response("http://b/", PAGE)))

    pages = list(read_warc(file))

    for page in pages[1:]:
        with pytest.raises(CorpusError, match="is packed as a whole"):
            page.page()
    assert len(pages) == 2


@pytest.mark.parametrize(
    ("length", "more", "body", "n_missing"),
    [
        (len(PAGE) + 1, "", PAGE, "1 byte of those that its header declares is missing"),
        (len(PAGE) + 20, "", PAGE, "20 bytes of those that its header declares are missing"),
        (len(PAGE), "", PAGE, ""),
        (5, "", PAGE, ""),
        (len(GZIP), "Content-Encoding: gzip\r\n", PAGE, ""),
        (len(PAGE), "Content-Encoding: gzip\r\n", GZIP, ""),
        (9_999, "Transfer-Encoding: chunked\r\n", PAGE, ""),
        ("-1", "", PAGE, ""),
    ],
)
def test_a_body_that_is_shorter_than_declared_has_a_warning(
    tmp_path: Path, length: int | str, more: str, body: bytes, n_missing: str
):
    more += f"Content-Length: {length}\r\n"
    file = write_warc(tmp_path / "a.warc", [response("http://a/", body, more=more)])
    (page,) = Corpus([file]).read_all().pages

    messages = [warning.message for warning in page.page().warnings]
    assert messages == ([f"The page may not be complete: {n_missing}."] if n_missing else [])


def test_a_response_without_an_http_header_is_a_page_if_it_begins_as_html(tmp_path: Path):
    html = b"<!DOCTYPE html><title>One</title><p>Text"
    records = [
        record("response", "http://a/b", html, "text/html"),
        record("response", "dns:a", b"a 1 IN A 127.0.0.1", "text/dns"),
    ]

    (page,) = Corpus([write_warc(tmp_path / "a.warc", records)]).read_all().pages

    assert (page.url, page.page().title) == ("http://a/b", "One")


def test_a_document_named_like_a_warc_file_says_what_it_is(tmp_path: Path):
    file = tmp_path / "a.warc"
    file.write_bytes(b"%PDF-1.7\n")

    with pytest.raises(CorpusError, match=r"a\.warc is a PDF document, not a WARC file"):
        Corpus([file]).read_all()
