"""Packed bytes and files: the content, whole or in parts, and never more than was asked for."""

from __future__ import annotations

import gzip
import io
import random
import tracemalloc
import zlib
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.system.unpacking import (
    Inflater,
    PackingError,
    open_unpacked,
    packing_of,
    unpack,
)
from tests.helpers import packing as packers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import BinaryIO

_WORDS = [b"lorem ", b"ipsum ", b"dolor\n", "caf\u00e9\n".encode()]


def _some_text(n_words: int) -> bytes:
    chooser = random.Random(7)
    return b"".join(chooser.choices(_WORDS, k=n_words))


TEXT = _some_text(300_000)
SHORT = TEXT[:3000]


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=1)


def _raw(data: bytes) -> bytes:
    return zlib.compress(data, wbits=-15)


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    **packers.PACKINGS,
    "gzip": _gzip,
    "lz4": packers.lz4,
}
POSITIONS = (1_500_000, 7, 70_000, len(TEXT) - 9, 0, len(TEXT) + 9)
FILES = ("gzip", "zstd", "lz4")
PACKINGS = pytest.mark.parametrize(
    ("packing", "pack"), [*PACKERS.items(), ("deflate", _raw)], ids=[*PACKERS, "raw"]
)


@PACKINGS
def test_packed_bytes_are_unpacked(packing: str, pack: Callable[[bytes], bytes]):
    assert unpack(pack(TEXT), packing, limit=len(TEXT)) == TEXT
    assert unpack(pack(b""), packing, limit=0) == b""
    assert unpack(b"", packing, limit=0) == b""


@PACKINGS
def test_content_beyond_the_limit_is_cut_off_after_one_byte(
    packing: str, pack: Callable[[bytes], bytes]
):
    assert unpack(pack(SHORT), packing, limit=1000) == SHORT[:1001]
    assert unpack(pack(SHORT), packing, limit=0) == SHORT[:1]


@PACKINGS
def test_a_bomb_is_not_unpacked(packing: str, pack: Callable[[bytes], bytes]):
    bomb = pack(bytes(64 * 2**20))

    tracemalloc.start()
    content = unpack(bomb, packing, limit=2**20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert len(content) == 2**20 + 1
    assert peak < 8 * 2**20


@PACKINGS
@pytest.mark.parametrize("n_missing", [1, 3, 200])
def test_packed_bytes_that_end_early_are_an_error(
    packing: str, pack: Callable[[bytes], bytes], n_missing: int
):
    if packing == "lz4":
        n_missing += 4  # its end mark of four zeros

    with pytest.raises(PackingError) as caught:
        unpack(pack(SHORT)[:-n_missing], packing, limit=len(SHORT))

    assert caught.value.ends_early


@pytest.mark.parametrize("packing", PACKERS)
def test_bytes_that_are_not_packed_are_an_error(packing: str):
    with pytest.raises(PackingError) as caught:
        unpack(b"\xffthis is not packed at all" * 9, packing, limit=100)

    assert not caught.value.ends_early


def test_an_unknown_packing_is_an_error():
    with pytest.raises(ValueError, match="unknown packing 'dcb'"):
        unpack(b"a", "dcb", limit=1)


@pytest.mark.parametrize("packing", FILES)
def test_all_members_of_a_file_are_unpacked(packing: str):
    packed = PACKERS[packing](SHORT) + PACKERS[packing](b"second")

    assert unpack(packed, packing, limit=9999) == SHORT + b"second"


def test_zeros_after_gzip_are_ignored_and_other_bytes_are_damage():
    packed = gzip.compress(SHORT)

    assert unpack(packed + bytes(512) + packed, "gzip", limit=9999) == SHORT * 2
    with pytest.raises(PackingError, match="other data follows its end"):
        unpack(packed + b"other", "gzip", limit=9999)
    assert unpack(packed + b"other", "gzip", limit=9999, is_strict=False) == SHORT


@pytest.mark.parametrize("size", [1, 2, 5, 4096])
@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(SHORT[:1500]) + gzip.compress(SHORT[1500:]),
        gzip.compress(SHORT) + b"\0\0\0other bytes, ignored",
        zlib.compress(SHORT),
        zlib.compress(SHORT, wbits=-15),
    ],
    ids=["members", "more", "zlib", "raw"],
)
def test_an_inflater_takes_parts_of_any_size(packed: bytes, size: int):
    inflater = Inflater()

    content = b"".join(
        part
        for start in range(0, len(packed), size)
        for part in inflater.unpack(packed[start : start + size])
    )

    assert content == SHORT
    assert inflater.is_complete


@pytest.mark.parametrize("size", [2**20, 2**20 - 1, 3 * 2**20, 3 * 2**20 + 1])
def test_content_of_whole_pieces_is_complete(size: int):
    inflater = Inflater()

    content = b"".join(inflater.unpack(_raw(bytes(size))))

    assert content == bytes(size)
    assert inflater.is_complete


@pytest.mark.parametrize("n_bytes", [1, 2, 30])
def test_an_inflater_is_complete_before_the_first_byte_and_after_the_last(n_bytes: int):
    inflater = Inflater()
    packed = gzip.compress(SHORT)

    states = [inflater.is_complete]
    for part in (packed[:n_bytes], packed[n_bytes:]):
        list(inflater.unpack(part))
        states.append(inflater.is_complete)

    assert states == [True, False, True]


@pytest.mark.parametrize("packing", FILES)
def test_the_first_bytes_tell_how_a_file_is_packed(packing: str):
    assert packing_of(PACKERS[packing](b"a")) == packing
    assert packing_of(b"<p>a") is None
    assert packing_of(b"") is None


@pytest.mark.parametrize("packing", [*FILES, None])
def test_a_file_is_read_line_by_line_and_at_any_position(tmp_path: Path, packing: str | None):
    file = tmp_path / "lines"
    file.write_bytes(PACKERS[packing](TEXT) if packing else TEXT)

    with open_unpacked(file) as stream:
        lines = list(stream)
        end = stream.tell()
        parts = [_read_at(stream, position) for position in POSITIONS]

    assert lines == TEXT.splitlines(keepends=True)
    assert end == len(TEXT)
    assert parts == [TEXT[position : position + 50] for position in POSITIONS]


def test_a_position_of_a_packed_file_is_not_counted_from_its_end(tmp_path: Path):
    file = tmp_path / "lines"
    file.write_bytes(gzip.compress(SHORT))

    with open_unpacked(file) as stream:
        stream.seek(20)
        assert stream.seek(10, io.SEEK_CUR) == 30
        assert stream.read(5) == SHORT[30:35]
        with pytest.raises(io.UnsupportedOperation):
            stream.seek(-5, io.SEEK_END)


def test_closing_the_stream_closes_the_file(tmp_path: Path):
    file = tmp_path / "page.gz"
    file.write_bytes(gzip.compress(SHORT))
    stream = open_unpacked(file)

    stream.close()

    with pytest.raises(ValueError, match="closed"):
        stream.read(1)


def _read_at(stream: BinaryIO, position: int) -> bytes:
    stream.seek(position)
    return stream.read(50)


@pytest.mark.parametrize("packing", FILES)
def test_a_line_of_a_bomb_is_read_up_to_a_limit(tmp_path: Path, packing: str):
    file = tmp_path / "bomb"
    file.write_bytes(PACKERS[packing](bytes(64 * 2**20)))

    tracemalloc.start()
    with open_unpacked(file) as stream:
        line = stream.readline(2**20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert line == bytes(2**20)
    assert peak < 8 * 2**20


@pytest.mark.parametrize("packing", FILES)
def test_a_file_that_ends_early_raises_where_it_ends(tmp_path: Path, packing: str):
    file = tmp_path / "cut"
    file.write_bytes(PACKERS[packing](TEXT) + PACKERS[packing](SHORT)[:-20])

    with open_unpacked(file) as stream:
        first = stream.read(100)
        with pytest.raises(PackingError, match=f"the rest of its {packing} data is missing"):
            list(stream)

    assert first == TEXT[:100]


def test_a_file_that_does_not_exist_cannot_be_opened(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        open_unpacked(tmp_path / "none")


@pytest.mark.parametrize("content", [b"", b"\x1f", b"\x1f\x8b", b"a"])
def test_a_short_file_is_not_packed(tmp_path: Path, content: bytes):
    file = tmp_path / "short"
    file.write_bytes(content)

    with open_unpacked(file) as stream:
        assert stream.read() == content
