"""Lines of text files in UTF-8, UTF-16 and UTF-32, in order, as UTF-8.

Editors and shells of Windows write UTF-16. Its line ends are found at whole characters, and lines
keep their lengths in the file, so that a line can be read again from its position.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MAX_BYTES = 2**30
"""Maximum size of a line."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class TextLine(NamedTuple):
    """A line of a file.

    Attributes
    ----------
    size : int
        Size in the file, bytes, with its line end.
    data : bytes
        The line in UTF-8, with its line end.
    """

    size: int
    data: bytes


def lines_of(pieces: Iterable[bytes]) -> Iterator[TextLine]:
    r"""Yield the lines of a file.

    Parameters
    ----------
    pieces : iterable of bytes
        What ends at the bytes ``\n``, such as a binary stream.
    """
    pieces = iter(pieces)
    first = next(pieces, b"")
    encoding = _encoding_of(first)
    if encoding is None:
        if first:
            yield TextLine(len(first), first)
        yield from (TextLine(len(piece), piece) for piece in pieces)
        return
    for line in _whole_lines(first, pieces, encoding):
        yield TextLine(len(line), _decoded(line, encoding))


def as_utf8(data: bytes) -> bytes:
    """Return a line, or a whole text that begins with ASCII or a mark, in UTF-8."""
    encoding = _encoding_of(data)
    return data if encoding is None else _decoded(data, encoding)


def _encoding_of(start: bytes) -> str | None:
    """Return the encoding of a text with characters of two or four bytes; else None."""
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    if b"\0" not in start[:4]:
        return None
    zeros = tuple(byte == 0 for byte in start[:4])
    if zeros[:3] == (True, True, True):
        return "utf-32-be"
    if zeros[1:] == (True, True, True):
        return "utf-32-le"
    return "utf-16-be" if zeros[0] else "utf-16-le"


def _whole_lines(first: bytes, pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Yield lines that end where a whole character is a line end."""
    line_end = "\n".encode(encoding)
    begin, newline, rest = line_end.partition(b"\n")
    held = bytearray(first)
    for piece in pieces:
        is_whole = (len(held) + len(rest)) % len(line_end) == 0
        if is_whole and held.endswith(begin + newline) and piece.startswith(rest):
            yield bytes(held + rest)
            held = bytearray(piece[len(rest) :])
        elif len(held) < _MAX_BYTES:
            held += piece
        else:
            yield bytes(held)
            held = bytearray(piece)
    if held:
        yield bytes(held)


def _decoded(line: bytes, encoding: str) -> bytes:
    try:
        text = line.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:  # cut within a character
        text = line.decode(encoding, "replace")
    return text.removeprefix("\ufeff").encode("utf-8", "surrogatepass")
