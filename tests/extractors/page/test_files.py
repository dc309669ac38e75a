"""Pages in files: packed with gzip or not, and never unpacked beyond the limit."""

from __future__ import annotations

import gzip
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import BinaryContentError, PageError, TooLargeError
from boilerscope.extractors.page.files import is_page_name, page_stem, read_bytes, read_page, unpack
from tests.helpers.packing import lz4, zstd

if TYPE_CHECKING:
    from pathlib import Path

MARKUP = "<title>Là</title><p>café</p>".encode("latin-1")


@pytest.mark.parametrize("name", ["page.html.gz", "page.html"])
def test_a_packed_page_is_read_like_the_page_with_any_name(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes(gzip.compress(MARKUP))

    page = read_page(tmp_path / name, encoding="latin-1")

    assert page.title == "Là"
    assert page.data == MARKUP


def test_all_members_of_a_packed_file_are_read(tmp_path: Path):
    file = tmp_path / "page.html.gz"
    file.write_bytes(gzip.compress(MARKUP[:9]) + gzip.compress(MARKUP[9:]) + b"\0" * 512)

    assert read_bytes(file) == MARKUP


def test_a_gzip_bomb_is_refused_without_being_unpacked():
    bomb = gzip.compress(bytes(64 * 2**20))

    tracemalloc.start()
    with pytest.raises(TooLargeError, match=r"'bomb' is larger than 1 MB when it is unpacked"):
        unpack(bomb, name="bomb", limit=2**20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 8 * 2**20


def test_a_bomb_of_many_members_is_refused():
    with pytest.raises(TooLargeError):
        unpack(gzip.compress(bytes(300)) * 4, name="bomb", limit=1000)


def test_a_page_of_exactly_the_limit_is_read():
    assert unpack(gzip.compress(bytes(1000)), name="page", limit=1000) == bytes(1000)


def test_a_page_packed_with_lz4_is_read(tmp_path: Path):
    file = tmp_path / "page.html.lz4"
    file.write_bytes(lz4(MARKUP))

    assert read_page(file, encoding="latin-1").data == MARKUP


def test_a_bomb_packed_with_lz4_is_refused():
    with pytest.raises(TooLargeError, match="'bomb' is larger than 0 MB when it is unpacked"):
        unpack(lz4(bytes(100_000)), name="bomb", limit=1000)


def test_a_damaged_file_packed_with_lz4_is_an_error():
    with pytest.raises(PageError, match=r"'page' cannot be unpacked: .* Pack it again"):
        unpack(lz4(MARKUP)[:4] + b"\xff" * 90, name="page")


def test_a_file_packed_with_lz4_that_ends_early_is_an_error():
    with pytest.raises(PageError, match="'page' ends early: the rest of the lz4 file is missing"):
        unpack(lz4(MARKUP)[:20], name="page")


def test_a_page_packed_with_zstd_is_read(tmp_path: Path):
    file = tmp_path / "page.html.zst"
    file.write_bytes(zstd(MARKUP))

    assert read_page(file, encoding="latin-1").data == MARKUP


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("a.html", "a"),
        ("a.HTML.GZ", "a"),
        ("a.b.htm.lz4", "a.b"),
        ("a.html.zst", "a"),
        ("a.bscope", "a"),
        ("a.txt", None),
        ("a.gz", None),
        ("a.html.gold.jsonl", None),
    ],
)
def test_pages_are_recognised_by_the_end_of_their_names(name: str, stem: str | None):
    assert is_page_name(name) == (stem is not None)
    assert page_stem(name) == (name if stem is None else stem)


@pytest.mark.parametrize("cut", [5, 12, 30])
def test_a_packed_file_that_ends_early_is_an_error(cut: int):
    with pytest.raises(PageError, match="'page' ends early: the rest of the gzip file is missing"):
        unpack(gzip.compress(MARKUP)[:cut], name="page")


def test_a_damaged_packed_file_is_an_error():
    damaged = gzip.compress(MARKUP)[:-8] + bytes(8)

    with pytest.raises(PageError, match=r"'page' cannot be unpacked: .* Pack it again"):
        unpack(damaged, name="page")


def test_the_content_of_a_packed_file_must_be_a_page(tmp_path: Path):
    file = tmp_path / "page.html.gz"
    file.write_bytes(gzip.compress(b"%PDF-1.7"))

    with pytest.raises(BinaryContentError, match="a PDF document"):
        read_page(file)
