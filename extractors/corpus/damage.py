"""Search for the next readable record in a damaged WARC file.

A compressed file has a gzip member for each record. In an uncompressed file, a record starts with
its version and a field.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

_MAGIC = b"\x1f\x8b\x08"
_PACKED = re.compile(re.escape(_MAGIC))
_PLAIN = re.compile(rb"WARC/1\.[01]\r\n(?:WARC|Content)-")
_VERSION = b"WARC/1."
_GZIP_BITS = 16 + zlib.MAX_WBITS

_PART, _RECORD_HEAD = 2**20, 2**12
"""Bytes that are searched at a time, and bytes that are read to recognize a record."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Unreadable part of a file.

    Attributes
    ----------
    offset : int
        The damage is at this byte or after it.
    error : OSError
        Error of the reader.
    """

    offset: int
    error: OSError


def next_record(stream: BinaryIO, start: int) -> int | None:
    """Return the offset of the next possible record at or after an offset, None without one.

    The record may be unreadable or a false match, since markup can resemble a record.
    """
    stream.seek(0)
    is_packed = stream.read(len(_MAGIC)) == _MAGIC
    pattern = _PACKED if is_packed else _PLAIN
    while True:
        stream.seek(start)
        part = stream.read(_PART + _RECORD_HEAD)
        for match in pattern.finditer(part):
            begin = match.start()
            if begin >= _PART:
                break
            if not is_packed or _unpacked(part[begin : begin + _RECORD_HEAD]).startswith(_VERSION):
                return start + begin
        if len(part) <= _PART:
            return None
        start += _PART


def _unpacked(data: bytes) -> bytes:
    """Return the first bytes of a gzip member, empty if the data is not a gzip member."""
    try:
        return zlib.decompressobj(_GZIP_BITS).decompress(data, len(_VERSION))
    except zlib.error:
        return b""
