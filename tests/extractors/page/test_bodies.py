"""Bodies of HTTP messages: chunks and content codings, whatever the headers claim."""

from __future__ import annotations

import contextlib
import gzip
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.errors import PageError, TooLargeError
from boilerscope.extractors.page.bodies import (
    MissingChunksError,
    UnknownCodingError,
    body_of_page,
    charset_in,
    decoded_body,
    media_type_in,
)
from boilerscope.extractors.system.unpacking import PackingError

PAGE = b"<!DOCTYPE html><title>One</title><p>two three"
LIMIT = 2**20


def chunks(
    data: bytes, size: int = 7, *, line_end: bytes = b"\r\n", extension: bytes = b""
) -> bytes:
    """Return data in chunks, with the last one."""
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    written = [b"%x%s%s%s%s" % (len(part), extension, line_end, part, line_end) for part in parts]
    return b"".join(written) + b"0" + line_end + line_end


def decoded(data: bytes, codings: str = "", transfer: str = "") -> bytes:
    return decoded_body(data, codings, limit=LIMIT, transfer=transfer)


@pytest.mark.parametrize("extension", [b"", b";sig=abc", b"   ", b" ; a=b"])
@pytest.mark.parametrize("line_end", [b"\r\n", b"\n"])
@pytest.mark.parametrize("transfer", ["chunked", "Chunked", "gzip, chunked", ""])
def test_chunks_are_joined_however_they_are_written(
    extension: bytes, line_end: bytes, transfer: str
):
    stored = gzip.compress(PAGE) if "gzip" in transfer else PAGE

    body = chunks(stored, line_end=line_end, extension=extension)

    assert decoded(body, transfer=transfer) == PAGE


@pytest.mark.parametrize(
    "codings", ["", "gzip", "br", "zstd", "deflate", "none", "identity", "UTF-8", "foo"]
)
@pytest.mark.parametrize("transfer", ["", "chunked", "identity"])
def test_markup_is_left_as_it_is_whatever_is_declared(codings: str, transfer: str):
    assert decoded(PAGE, codings, transfer) == PAGE


@pytest.mark.parametrize(
    ("data", "codings"),
    [
        (gzip.compress(PAGE), "gzip"),
        (gzip.compress(PAGE), "x-gzip"),
        (gzip.compress(PAGE), ' "GZIP" '),
        (gzip.compress(gzip.compress(PAGE)), "gzip, gzip"),
        (gzip.compress(PAGE), "gzip, identity"),
        (zlib.compress(PAGE), "deflate"),
        (zlib.compress(PAGE)[2:-4], "deflate"),
    ],
)
def test_codings_are_undone_in_reverse_order(data: bytes, codings: str):
    assert decoded(data, codings) == PAGE


def test_an_unknown_coding_of_what_is_not_markup_is_an_error():
    with pytest.raises(UnknownCodingError, match="unsupported compression foo"):
        decoded(b"\x00\x01", "foo")


@pytest.mark.parametrize("cut", [3, 20, 38, 40, 43])
def test_a_body_without_its_last_chunks_is_an_error_that_says_so(cut: int):
    body = chunks(PAGE, 16)

    with pytest.raises(MissingChunksError):
        decoded(body[: -cut - 6], transfer="chunked")
    with pytest.raises(PageError, match=r"^a\.warc ends before the last chunk of its body$"):
        body_of_page(body[: -cut - 6], "", limit=LIMIT, name="a.warc", transfer="chunked")


def test_only_the_end_mark_of_the_chunks_may_be_missing():
    body = chunks(PAGE, 16)

    assert decoded(body.removesuffix(b"0\r\n\r\n"), transfer="chunked") == PAGE


def test_damage_between_chunks_is_an_error_with_its_place():
    with pytest.raises(PackingError, match="there is no chunk at byte 8"):
        decoded(b"3\r\nabc\r\nnonsense", transfer="chunked")


def test_a_packed_body_that_ends_early_is_an_error_that_says_so():
    with pytest.raises(PageError, match=r"^page ends in the middle of its compressed body$"):
        body_of_page(gzip.compress(PAGE)[:-12], "gzip", limit=LIMIT, name="page")


def test_a_damaged_body_is_an_error_with_its_reason():
    with pytest.raises(PageError, match=r"^page has a damaged body: "):
        body_of_page(b"\x00\x01\x02" * 9, "gzip", limit=LIMIT, name="page")


def test_a_bomb_is_too_large_before_it_is_unpacked():
    bomb = gzip.compress(gzip.compress(b"\0" * 200_000_000, 1), 1)

    with pytest.raises(TooLargeError, match="page is larger than 1 MB when unpacked"):
        body_of_page(bomb, "gzip, gzip", limit=LIMIT, name="page")


def test_a_megabyte_of_tiny_chunks_is_joined_at_once():
    body = b"1\r\na\r\n" * 170_000 + b"0\r\n\r\n"
    start = time.perf_counter()

    assert len(decoded(body, transfer="chunked")) == 170_000

    assert time.perf_counter() - start < 10


@given(st.binary(max_size=60), st.sampled_from(["", "gzip", "br", "zstd", "deflate", "foo"]))
def test_any_bytes_are_a_body_or_an_error(data: bytes, codings: str):
    for transfer in ("", "chunked"):
        with contextlib.suppress(PackingError):
            decoded(data, codings, transfer)


@given(st.binary(max_size=60), st.integers(1, 9))
def test_any_bytes_come_back_out_of_their_chunks(data: bytes, size: int):
    assert decoded(chunks(data, size), transfer="chunked") == data


@pytest.mark.parametrize(
    ("content_type", "media_type", "charset"),
    [
        ("Text/HTML; Charset=UTF-8", "text/html", "UTF-8"),
        ("text/html;charset='latin-1'", "text/html", "latin-1"),
        ("text/html, text/html", "text/html", None),
        ("", "", None),
    ],
)
def test_media_type_and_charset(content_type: str, media_type: str, charset: str | None):
    assert (media_type_in(content_type), charset_in(content_type)) == (media_type, charset)
