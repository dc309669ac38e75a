"""Decompression of response bodies within a size limit: gzip, deflate, br and zstd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import PageError, TooLargeError
from boilerscope.extractors.page.unpacking import Inflater

if TYPE_CHECKING:
    from collections.abc import Iterator

CODINGS = ("gzip", "x-gzip", "deflate", "br", "zstd", "identity")
"""Supported content encodings."""

_BROTLI_CHUNK = 256
_ZSTD_CHUNK = 1024
"""Input bytes per call; small, because the libraries may return megabytes for a call."""


def unpack(data: bytes, codings: str, *, limit: int, name: str) -> bytes:
    """Return a decompressed body.

    Parameters
    ----------
    data : bytes
        Body as sent.
    codings : str
        ``Content-Encoding``: names in the order in which they were applied.
    limit : int
        Maximum size of the unpacked body, bytes.
    name : str
        Name of the page in messages.

    Raises
    ------
    TooLargeError
        If the unpacked body is larger.
    PageError
        If a coding is unknown, or the body is damaged or incomplete.
    """
    for part in reversed(codings.split(",")):
        coding = part.strip().lower()
        if coding and coding != "identity":
            data = _joined(_unpacked(data, coding, name), limit, name)
    return data


def _unpacked(data: bytes, coding: str, name: str) -> Iterator[bytes]:
    if coding in {"gzip", "x-gzip", "deflate"}:
        return _inflated(data, name)
    if coding == "br":
        return _from_brotli(data, name)
    if coding == "zstd":
        return _from_zstd(data, name)
    raise PageError(f"{name} cannot be read: unsupported compression {coding}")


def _joined(chunks: Iterator[bytes], limit: int, name: str) -> bytes:
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > limit:
            raise TooLargeError(f"{name} is larger than {limit / 2**20:g} MB when unpacked")
    return bytes(body)


def _inflated(data: bytes, name: str) -> Iterator[bytes]:
    inflater = Inflater(name)
    yield from inflater.unpack(data)
    if not inflater.complete:
        raise PageError(f"{name} ends in the middle of its compressed body")


def _from_brotli(data: bytes, name: str) -> Iterator[bytes]:
    import brotli

    decompressor = brotli.Decompressor()
    try:
        for start in range(0, len(data), _BROTLI_CHUNK):
            yield decompressor.process(data[start : start + _BROTLI_CHUNK])
    except brotli.error as error:
        raise PageError(f"{name} has a damaged body: {error}") from error
    if data and not decompressor.is_finished():
        raise PageError(f"{name} ends in the middle of its compressed body")


def _from_zstd(data: bytes, name: str) -> Iterator[bytes]:
    import zstandard

    rest = data
    try:
        while rest:
            decompressor = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
            for start in range(0, len(rest), _ZSTD_CHUNK):
                yield decompressor.decompress(rest[start : start + _ZSTD_CHUNK])
                if decompressor.eof:
                    rest = decompressor.unused_data + rest[start + _ZSTD_CHUNK :]
                    break
            else:
                raise PageError(f"{name} ends in the middle of its compressed body")
    except zstandard.ZstdError as error:
        raise PageError(f"{name} has a damaged body: {error}") from error
