"""Search for unreadable records, and for the next readable one, in a damaged WARC file.

A compressed file has a gzip member for each record. In an uncompressed file, a record starts with
its version and a field.
"""

from __future__ import annotations

import io
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.system.unpacking import packing_of

if TYPE_CHECKING:
    from typing import BinaryIO

_PACKED = {
    packing: re.compile(re.escape(magic))
    for packing, magic in (("gzip", b"\x1f\x8b\x08"), ("zstd", b"\x28\xb5\x2f\xfd"))
}
_DICTIONARY = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
"""Start of a frame of zstd that is not content: a dictionary, in a WARC file."""
_PLAIN = re.compile(rb"WARC/1\.[01]\r\n(?:WARC|Content)-")
_VERSION = b"WARC/1."
_GZIP_BITS = 16 + zlib.MAX_WBITS

_ANY_VERSION = b"WARC/"
_HEAD = re.compile(rb"WARC/\d\.\d+\r?\n.*?\r?\n\r?\n", re.DOTALL)
_LENGTH = re.compile(rb"^Content-Length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)

_PART, _RECORD_HEAD = 2**20, 2**12
"""Bytes that are searched at a time, and bytes that are read to recognize a record."""

_PACKED_PART, _MAX_HEAD = 2**14, 2**16
"""Bytes that are unpacked at a time, and maximum length of a record's header."""

CUT_OFF = "the file ends before the record does. Get the complete file"


@dataclass(frozen=True, slots=True)
class Damage:
    """Unreadable part of a file.

    Attributes
    ----------
    offset : int
        Start of the unreadable record; if it is unknown, the damage is after this byte.
    reason : str
        Reason why it cannot be read, without a full stop.
    """

    offset: int
    reason: str


def next_record(stream: BinaryIO, start: int) -> int | None:
    """Return the offset of the next possible record at or after an offset, None without one.

    The record may be unreadable or a false match, since markup can resemble a record.
    """
    packing = _packing(stream)
    pattern = _PACKED[packing] if packing else _PLAIN
    while True:
        stream.seek(start)
        part = stream.read(_PART + _RECORD_HEAD)
        for match in pattern.finditer(part):
            begin = match.start()
            if begin >= _PART:
                break
            if not packing or _begins_record(part[begin : begin + _RECORD_HEAD], packing):
                return start + begin
        if len(part) <= _PART:
            return None
        start += _PART


def unreadable_record(stream: BinaryIO, start: int) -> int | None:
    """Return the offset of the first record that is not complete, None if all are.

    Parameters
    ----------
    start : int
        Offset of the record that is checked first.
    """
    packing = _packing(stream)
    if packing == "zstd":  # the reader itself notices a frame that is not complete
        return None
    end_of_record = _end_of_member if packing else _end_of_plain_record
    end: int | None = start
    while end is not None:
        stream.seek(end)
        part = stream.read(_RECORD_HEAD)
        start = end + len(part) - len(part.lstrip())  # blank lines end a record
        if start == end + len(part):
            return None
        end = end_of_record(stream, start)
    return start


def has_dictionary(stream: BinaryIO) -> bool:
    """Return whether a file begins with a dictionary; the stream is at its start then."""
    start = stream.read(4)
    stream.seek(0)
    return _DICTIONARY.match(start) is not None


def _packing(stream: BinaryIO) -> str | None:
    stream.seek(0)
    packing = packing_of(stream.read(4))
    return packing if packing in _PACKED else None


def _end_of_member(stream: BinaryIO, start: int) -> int | None:
    """Return the end of a gzip member with a record or blank lines, None if it is not complete."""
    stream.seek(start)
    member, head = zlib.decompressobj(_GZIP_BITS), b""
    while not member.eof:
        part = stream.read(_PACKED_PART)
        try:
            head = (head + member.decompress(part)).lstrip()[: len(_ANY_VERSION)]
        except zlib.error:
            return None
        if not part:
            return None
        start += len(part)
    return start - len(member.unused_data) if head in {_ANY_VERSION, b""} else None


def _end_of_plain_record(stream: BinaryIO, start: int) -> int | None:
    """Return the end of the content of a record that is not packed, None if it is not complete."""
    stream.seek(start)
    head = _HEAD.match(stream.read(_MAX_HEAD))
    length = head and _LENGTH.search(head.group())
    if not head or not length:
        return None
    end = start + head.end() + int(length.group(1))
    stream.seek(end - 1)
    return end if stream.read(1) else None


def _begins_record(data: bytes, packing: str) -> bool:
    """Return whether the start of a packed part is the start of a record."""
    if packing == "zstd":
        from fastwarc.stream_io import ZstdReader

        try:
            head: bytes = ZstdReader(io.BytesIO(data)).read(len(_VERSION))
        except OSError:
            return False
        return head == _VERSION
    try:
        return zlib.decompressobj(_GZIP_BITS).decompress(data, len(_VERSION)) == _VERSION
    except zlib.error:
        return False
