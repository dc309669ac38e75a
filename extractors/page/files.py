"""Pages in files: a saved page of any encoding, packed with gzip or not, or a snapshot."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.errors import PageError, TooLargeError
from extractors.page.page import Page
from extractors.page.parsing import MAX_BYTES, check_size
from extractors.page.snapshot import is_snapshot, read_snapshot

if TYPE_CHECKING:
    from os import PathLike

_GZIP = b"\x1f\x8b\x08"
_GZIP_BITS = 16 + zlib.MAX_WBITS


def read_page(path: str | PathLike[str], *, encoding: str | None = None) -> Page:
    """Read the page in a file; the page of a snapshot comes with its layout.

    Raises
    ------
    PageError
        If the file cannot be read, is too large, or does not contain text; `SnapshotError` if it
        is a damaged snapshot.
    UnknownNameError
        If the encoding is unknown.
    """
    file = Path(path)
    if is_snapshot(file):
        return read_snapshot(file, encoding=encoding)
    data = read_bytes(file)
    return Page.from_bytes(data, name=file.name, url=file.resolve().as_uri(), encoding=encoding)


def read_bytes(file: Path) -> bytes:
    """Read the bytes of a page; those of a file packed with gzip come unpacked.

    Raises
    ------
    PageError
        If the file cannot be read, or is a damaged gzip file; `TooLargeError` if it is larger than
        a page may be, packed or unpacked.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PageError(f"{str(file)!r} cannot be read: {reason}.") from error
    check_size(len(data), name=file.name)
    return unpack(data, name=file.name) if data.startswith(_GZIP) else data


def unpack(data: bytes, *, name: str, limit: int = MAX_BYTES) -> bytes:
    """Unpack a gzip file of one or several members.

    Never more than `limit` bytes and one are made, however large the packed page is.

    Raises
    ------
    PageError
        If the data is damaged or ends early; `TooLargeError` if it has more than `limit` bytes.
    """
    parts: list[bytes] = []
    room = limit + 1
    while data and room:
        member = zlib.decompressobj(_GZIP_BITS)
        try:
            parts.append(member.decompress(data, room))
        except zlib.error as error:
            raise PageError(f"{name!r} cannot be unpacked: {error}. Pack it again.") from error
        room -= len(parts[-1])
        if room and not member.eof:
            raise PageError(f"{name!r} ends early: the rest of the gzip file is missing.")
        data = member.unused_data.lstrip(b"\0")  # some programs fill the last block with zeros
    if not room:
        raise TooLargeError(
            f"{name!r} is larger than {limit // 2**20} MB when it is unpacked, the limit."
        )
    return b"".join(parts)
