"""Content encodings of response bodies that the proxy can unpack."""

from __future__ import annotations

from boilerscope.extractors.errors import PageError, TooLargeError
from boilerscope.extractors.system.unpacking import PackingError
from boilerscope.extractors.system.unpacking import unpack as unpack_once

_PACKINGS = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "br": "br", "zstd": "zstd"}

CODINGS = (*_PACKINGS, "identity")
"""Supported content encodings."""


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
            data = _unpacked(data, coding, limit, name)
    return data


def _unpacked(data: bytes, coding: str, limit: int, name: str) -> bytes:
    if coding not in _PACKINGS:
        raise PageError(f"{name} cannot be read: unsupported compression {coding}")
    try:
        body = unpack_once(data, _PACKINGS[coding], limit=limit, is_strict=False)
    except PackingError as error:
        if error.ends_early:
            raise PageError(f"{name} ends in the middle of its compressed body") from error
        raise PageError(f"{name} has a damaged body: {error}") from error
    if len(body) > limit:
        raise TooLargeError(f"{name} is larger than {limit / 2**20:g} MB when unpacked")
    return body
