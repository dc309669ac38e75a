"""Binary files, which are refused by name, and texts that only resemble them."""

from __future__ import annotations

import gzip
import io
import random
import tarfile
import zipfile

import pytest

from boilerscope.extractors.errors import BinaryContentError
from boilerscope.extractors.page import Page


def _gzipped() -> bytes:
    return gzip.compress(b"<p>page</p>", mtime=0)


def _zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("page.html", "<p>page</p>")
    return packed.getvalue()


def _tarred() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("page.html"))
    return packed.getvalue()


_FILES = [
    (b"%PDF-1.7\n%\xe2\xe3", "a PDF document", "convert it to HTML first"),
    (b"{\\rtf1\\ansi page}", "an RTF document", "convert it to HTML first"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image", "open the page that shows it"),
    (b"GIF89a\1\0\1\0", "a GIF image", "open the page that shows it"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image", "open the page that shows it"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP image", "open the page that shows it"),
    (b"\0\0\0\x20ftypisom", "an audio or video file", "open the page that shows it"),
    (b"ID3\4\0\0", "an audio or video file", "open the page that shows it"),
    (_zipped(), "a ZIP archive", "unpack it and open the page inside"),
    (_tarred(), "a TAR archive", "unpack it and open the page inside"),
    (
        gzip.compress(b"<p>page</p>", mtime=0),
        "a gzip archive",
        "unpack it and open the page inside",
    ),
    (b"WARC/1.0\r\nWARC-Type: warcinfo\r\n", "a WARC archive", "run it as a corpus"),
    (b"\x7fELF\2\1\1", "a program", "choose an HTML file"),
    (b"MZ\x90\0\3", "a program", "choose an HTML file"),
    (b"PAR1\x15\0", "a Parquet table", "choose an HTML file"),
    (b"\n\n%PDF-1.4\n", "a PDF document", "convert it to HTML first"),
    (b"SQLite format 3\0", "an SQLite database", "choose an HTML file"),
    (
        b"From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n",
        "an MHTML archive",
        "save the page as HTML",
    ),
    (random.Random(7).randbytes(5000), "binary data", "choose an HTML file"),
    (b"<" + bytes(500), "binary data (500 control characters", "choose an HTML file"),
]


@pytest.mark.parametrize(("data", "kind", "remedy"), _FILES, ids=[kind for _, kind, _ in _FILES])
def test_error_of_a_binary_file_names_its_kind_and_a_remedy(
    data: bytes, kind: str, remedy: str
) -> None:
    with pytest.raises(BinaryContentError) as caught:
        Page.from_bytes(data, name="thing.bin")

    assert str(caught.value).startswith(f"'thing.bin' is {kind}")
    assert str(caught.value).endswith(f"not an HTML page; {remedy}.")


@pytest.mark.parametrize("encoding", [None, "windows-1252", "utf-16le"])
def test_binary_file_is_refused_with_any_encoding(encoding: str | None) -> None:
    with pytest.raises(BinaryContentError, match="a PDF document"):
        Page.from_bytes(b"%PDF-1.7\n", name="paper.pdf", encoding=encoding)


@pytest.mark.parametrize(
    "text",
    [
        "What is WEBP? A format.",
        "The ftyp box",
        "BZhang wrote this",
        "PAR1",
        "MZ is a mark",
        "WARC/ISO 28500 explained",
        "PK is a name",
        "Content-Type: multipart/related is a header",
        "%PDF files are not HTML",
        "II * MM",
        "\x0c\x0b\x1b",
    ],
)
def test_text_is_not_read_as_a_binary_file(text: str) -> None:
    page = Page.from_bytes(text.encode(), name="text")

    assert page.source == text
