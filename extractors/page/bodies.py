"""Bodies of HTTP messages, without chunks and content codings, whatever the headers claim.

Fetching, the proxy and WARC files read bodies here. Servers declare codings that they do not
apply, and recorders keep the headers of bodies that they have unpacked. So a body that cannot be
decoded as declared is left as it is if it begins as markup does.
"""

from __future__ import annotations

import re

from boilerscope.extractors.errors import PageError, TooLargeError
from boilerscope.extractors.page.binary import begins_as_markup
from boilerscope.extractors.page.encodings import find_encoding
from boilerscope.extractors.system.unpacking import PackingError, unpack

_PACKINGS = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "br": "br", "zstd": "zstd"}
CODINGS = (*_PACKINGS, "identity")
"""Supported content codings."""

_NONE = frozenset({"identity", "none", "null", "binary", "7bit", "8bit", "text"})
"""Names without a meaning; servers put names of encodings here, too."""

_CHUNK = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")
_CUT_CHUNK = re.compile(rb"\r|[ \t]*[0-9A-Fa-f]{1,15}[ \t]*(?:;[^\r\n]*)?\r?")
"""The head of a chunk, or the line end before it, without its end."""


class UnknownCodingError(PackingError):
    """A body has a content coding that cannot be read."""


class MissingChunksError(PackingError):
    """A body ends before the last of its chunks."""


def decoded_body(data: bytes, codings: str, *, limit: int, transfer: str = "") -> bytes:
    """Return the content of a body, cut off after ``limit + 1`` bytes.

    Parameters
    ----------
    data : bytes
        Body as sent or stored.
    codings : str
        ``Content-Encoding``: names in the order in which they were applied.
    limit : int
        Maximum size of the content, bytes. A longer result means that the content is larger.
    transfer : str
        ``Transfer-Encoding`` of a body that may still have its chunks; a body that consists of
        chunks loses them without it, too.

    Raises
    ------
    UnknownCodingError
        If a coding is unknown and the body is not markup.
    PackingError
        If the body is damaged or ends early.
    """
    transfers = _names(transfer)
    data = _without_chunks(data, is_declared="chunked" in transfers)
    for coding in reversed([*_names(codings), *transfers]):
        if coding != "chunked" and coding not in _NONE:
            data = _unpacked(data, coding, limit)
    return data[: limit + 1]


def body_of_page(data: bytes, codings: str, *, limit: int, name: str, transfer: str = "") -> bytes:
    """Return the content of the body of a page, see `decoded_body`.

    Parameters
    ----------
    name : str
        Name of the page in messages.

    Raises
    ------
    TooLargeError
        If the content is larger than the limit.
    PageError
        If a coding is unknown, or the body is damaged or incomplete.
    """
    try:
        body = decoded_body(data, codings, limit=limit, transfer=transfer)
    except UnknownCodingError as error:
        raise PageError(f"{name} cannot be read: {error}") from error
    except PackingError as error:
        if isinstance(error, MissingChunksError):
            raise PageError(f"{name} ends before the last chunk of its body") from error
        if error.ends_early:
            raise PageError(f"{name} ends in the middle of its compressed body") from error
        raise PageError(f"{name} has a damaged body: {error}") from error
    if len(body) > limit:
        raise TooLargeError(f"{name} is larger than {limit / 2**20:g} MB when unpacked")
    return body


def lacks_last_chunk(data: bytes, transfer: str) -> bool:
    """Return whether a body in chunks ends after a whole chunk that is not the last one.

    The body is then read, but nobody knows whether it is complete.

    Parameters
    ----------
    transfer : str
        ``Transfer-Encoding``, see `decoded_body`.
    """
    if "chunked" not in _names(transfer):
        return False
    start, head = 0, _CHUNK.match(data)
    while head is not None and int(head[1], 16):
        end = head.end() + int(head[1], 16)
        start = end + _length_of_line_end(data, end)
        if end <= len(data) == start:
            return True
        head = _CHUNK.match(data, start) if start > end else None
    return False


def media_type_in(content_type: str) -> str:
    """Return the media type of a ``Content-Type`` in lower case; empty if it has none."""
    return content_type.partition(";")[0].partition(",")[0].strip().lower()


def charset_in(content_type: str) -> str | None:
    """Return the charset of a ``Content-Type``, None if it has none."""
    match = re.search(r"""charset\s*+=\s*+["']?([^\s"';,]++)""", content_type, re.IGNORECASE)
    return match[1] if match else None


def _names(codings: str) -> list[str]:
    return [name for part in codings.split(",") if (name := part.strip().strip("\"'").lower())]


def _unpacked(data: bytes, coding: str, limit: int) -> bytes:
    """Return the content of a body, or the body if it has not the coding."""
    packing = _PACKINGS.get(coding)
    if packing is None:
        if begins_as_markup(data) or find_encoding(coding):
            return data
        raise UnknownCodingError(f"unsupported compression {coding}")
    try:
        content = unpack(data, packing, limit=limit, is_strict=False)
    except PackingError:
        if begins_as_markup(data):
            return data
        raise
    return data if not content and begins_as_markup(data) else content


def _without_chunks(data: bytes, *, is_declared: bool) -> bytes:
    """Return the content of chunks, or data that is not in chunks as it is."""
    head = _CHUNK.match(data)
    content, start = bytearray(), 0
    while head is not None:
        size = int(head[1], 16)
        end = head.end() + size
        if size == 0:
            return bytes(content)
        content += data[head.end() : end]
        if end > len(data):
            break
        start = end + _length_of_line_end(data, end)
        if start == len(data):  # the last chunk, of size 0, is missing
            break
        head = _CHUNK.match(data, start) if start > end else None
    if not is_declared or not content:
        return data
    if start == len(data):
        return bytes(content)
    if head is not None or _CUT_CHUNK.fullmatch(data, start):
        raise MissingChunksError("the rest of its chunks is missing", ends_early=True)
    raise PackingError(f"there is no chunk at byte {start:,}")


def _length_of_line_end(data: bytes, at: int) -> int:
    if data.startswith(b"\r\n", at):
        return 2
    return 1 if data.startswith(b"\n", at) else 0
