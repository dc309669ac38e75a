"""Where reading can go on in a damaged WARC file.

A packed file has a gzip member for each record. In a file that is not packed, a record begins with
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

_PART, _LOOKED_AT = 2**20, 2**12
"""Bytes that are searched at a time, and that are looked at to tell what a record is."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A part of a file that cannot be read.

    Attributes
    ----------
    offset : int
        It is at this byte or after it.
    error : OSError
        What the reader says.
    """

    offset: int
    error: OSError


def next_record(stream: BinaryIO, start: int) -> int | None:
    """Return where the next record seems to begin at or after an offset, None if none does.

    Whether it can be read is not known: markup may contain what looks like a record.
    """
    stream.seek(0)
    is_packed = stream.read(len(_MAGIC)) == _MAGIC
    pattern = _PACKED if is_packed else _PLAIN
    while True:
        stream.seek(start)
        part = stream.read(_PART + _LOOKED_AT)
        for found in pattern.finditer(part):
            begin = found.start()
            if begin >= _PART:
                break
            if not is_packed or _unpacked(part[begin : begin + _LOOKED_AT]).startswith(_VERSION):
                return start + begin
        if len(part) <= _PART:
            return None
        start += _PART


def _unpacked(data: bytes) -> bytes:
    """Return the first bytes of a gzip member, none if it is not one."""
    try:
        return zlib.decompressobj(_GZIP_BITS).decompress(data, len(_VERSION))
    except zlib.error:
        return b""
