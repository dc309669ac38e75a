"""Parsing of markup like the SGML reader of Python 2, which programs of its time used.

It works on bytes, repairs nothing, treats scripts and styles like other elements, and reads
``<br/text/`` as a short form of ``<br>text</br>``. After markup without an end, the rest of the
source is text. It stops with an error on some declarations; this version stops on every declaration
with ``[``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.entities import name2codepoint
from typing import Protocol

_INTERESTING = re.compile(rb"[&<]")
_ENTITY = re.compile(rb"&([a-zA-Z][-.a-zA-Z0-9]*+)(?=[^a-zA-Z0-9])")
_NUMBER = re.compile(rb"&#([0-9]++)(?=[^0-9])")
_START = re.compile(rb"<[>a-zA-Z]")
_SHORT_START = re.compile(rb"<[a-zA-Z][-.a-zA-Z0-9]*+/")
_SHORT = re.compile(rb"<([a-zA-Z][-.a-zA-Z0-9]*+)/([^/]*+)/")
_INCOMPLETE = re.compile(
    rb"&(?:[a-zA-Z][a-zA-Z0-9]*+|\#[0-9]*+|)"
    rb"|<(?:[a-zA-Z][^<>]*+|/(?:[a-zA-Z][^<>]*+|)|![^<>]*+|)",
    re.VERBOSE,
)
_GREATER = re.compile(rb">")
_BRACKET = re.compile(rb"[<>]")
_NAME = re.compile(rb"[a-zA-Z][-_.a-zA-Z0-9]*+")
_ATTRIBUTE = re.compile(
    rb"\s*+([a-zA-Z_][-:.a-zA-Z_0-9]*+)(?:\s*+=\s*+"
    rb"""('[^']*+'|"[^"]*+"|[-\]\[a-zA-Z0-9./,:;+*%?!&$()_#=~'"@]*+)|)"""
)
_COMMENT_END = re.compile(rb"--\s*+>")
_SECTION_END = re.compile(rb"\]\s*+\]\s*+>")
_SECTION_END_SHORT = re.compile(rb"\]\s*+>")
_DECLARED = re.compile(rb"""(?:[a-zA-Z][-_.a-zA-Z0-9]*+\s*+|"[^"]*+"\s*+|'[^']*+'\s*+|)*+""")
_REFERENCE = re.compile(rb"&(?:([a-zA-Z][-.a-zA-Z0-9]*+)|#([0-9]++));?+")
_SECTIONS = frozenset((b"temp", b"cdata", b"ignore", b"include", b"rcdata"))
_SHORT_SECTIONS = frozenset((b"if", b"else", b"endif"))
_ASCII = 127
_LATIN = 255
_LONGEST_NUMBER = 8


class Handler(Protocol):
    """Receiver of parsed markup."""

    offset: int
    """Offset of the current markup; set before every call."""
    index: int
    """Offset as the program counts it: the end of a start tag, the start of an end tag."""

    def data(self, data: bytes) -> None:
        """Handle text."""

    def start(self, tag: bytes, attributes: dict[bytes, bytes]) -> bool:
        """Handle a start tag; return whether an end tag is expected."""

    def end(self, tag: bytes) -> None:
        """Handle the end of an element, written or implied."""

    def is_literal(self) -> bool:
        """Return whether markup is treated as text until the next end tag."""

    def is_plain(self) -> bool:
        """Return whether the rest of the source is text."""

    def leave_literal(self) -> None:
        """Handle the end tag that ends text without markup."""


class UnreadableError(Exception):
    """Error with which the reader stops."""


@dataclass(slots=True)
class SgmlReader:
    """Read a document once and pass its markup to a handler."""

    handler: Handler
    _open: list[bytes] = field(default_factory=list)
    _n_open: dict[bytes, int] = field(default_factory=dict)
    _last_tag: bytes = b""

    def read(self, source: bytes) -> None:
        """Read a document, then the rest of it again, as the program does when it closes.

        Raises
        ------
        UnreadableError
            If the reader stops.
        """
        n_read = self._read(source, 0)
        # The rest is read again, with offsets that start at 0; what then remains is text.
        if n_read < len(source):
            rest = source[n_read:]
            n_reread = self._read(rest, n_read)
            if n_reread < len(rest):
                self.handler.offset = n_read + n_reread
                self.handler.data(rest[n_reread:])

    def _read(self, raw: bytes, base: int) -> int:
        """Read as far as possible; return the offset of incomplete markup."""
        offset = 0
        while offset < len(raw):
            if self.handler.is_plain():
                self._data(raw[offset:], base + offset)
                return len(raw)
            match = _INTERESTING.search(raw, offset)
            text_end = match.start() if match else len(raw)
            if text_end > offset:
                self._data(raw[offset:text_end], base + offset)
                offset = text_end
                continue
            self.handler.offset = base + offset
            after = (
                self._markup(raw, offset) if raw[offset] == ord("<") else self._entity(raw, offset)
            )
            if after is None:
                after = self._unknown(raw, offset, base)
            if after < 0:
                return offset
            offset = after
        return offset

    def _data(self, data: bytes, offset: int) -> None:
        self.handler.offset = offset
        self.handler.data(data)

    def _unknown(self, raw: bytes, offset: int, base: int) -> int:
        """Handle characters outside markup as text."""
        match = _INCOMPLETE.match(raw, offset)
        if match is None:
            self._data(raw[offset : offset + 1], base + offset)
            return offset + 1
        if match.end() == len(raw):
            return -1
        self._data(raw[offset : match.end()], base + offset)
        return match.end()

    def _markup(self, raw: bytes, offset: int) -> int | None:
        """Read markup; return its end, -1 if it is incomplete, None if it is not markup."""
        literal = self.handler.is_literal()
        if not literal and _START.match(raw, offset):
            self.handler.index = after = self._start_tag(raw, offset)
            return after
        if raw.startswith(b"</", offset):
            return self._end_tag(raw, offset)
        if literal:
            if offset + 1 == len(raw):
                return -1
            self.handler.data(b"<")
            return offset + 1
        return self._declared(raw, offset)

    def _declared(self, raw: bytes, offset: int) -> int | None:
        if raw.startswith(b"<!--", offset):
            return _after(_COMMENT_END, raw, offset + 4)
        if raw.startswith(b"<?", offset):
            return _after(_GREATER, raw, offset + 2)
        if raw.startswith(b"<!", offset):
            return self._declaration(raw, offset)
        return None

    def _start_tag(self, raw: bytes, offset: int) -> int:
        if _SHORT_START.match(raw, offset):
            short = _SHORT.match(raw, offset)
            if short is None:
                return -1
            tag = short[1].lower()
            self._start(tag, {})
            self.handler.data(short[2])
            self._end(tag)
            return short.end()
        bracket = _BRACKET.search(raw, offset + 1)
        if bracket is None:
            return -1
        name = _NAME.match(raw, offset + 1)
        if name is not None:
            self._last_tag = name[0].lower()
        attributes, last = _attributes(
            raw, name.end() if name else bracket.start(), bracket.start()
        )
        bracket = _BRACKET.search(raw, last)
        if bracket is None:
            return -1
        self._start(self._last_tag, attributes)
        return bracket.end() if bracket[0] == b">" else bracket.start()

    def _end_tag(self, raw: bytes, offset: int) -> int:
        self.handler.index = offset
        bracket = _BRACKET.search(raw, offset + 1)
        if bracket is None:
            return -1
        self._end(raw[offset + 2 : bracket.start()].strip().lower())
        self.handler.leave_literal()
        return bracket.end() if bracket[0] == b">" else bracket.start()

    def _start(self, tag: bytes, attributes: dict[bytes, bytes]) -> None:
        # An element is open while its start is handled.
        self._open.append(tag)
        self._n_open[tag] = self._n_open.get(tag, 0) + 1
        if not self.handler.start(tag, attributes):
            self._open.pop()
            self._n_open[tag] -= 1

    def _end(self, tag: bytes) -> None:
        """End open elements up to the innermost with a name; without a name, only the last."""
        if tag and not self._n_open.get(tag):
            return
        while self._open:
            ended = self._open[-1]
            self.handler.end(ended)
            self._open.pop()
            self._n_open[ended] -= 1
            if not tag or ended == tag:
                return

    def _entity(self, raw: bytes, offset: int) -> int | None:
        if self.handler.is_literal():
            self.handler.data(b"&")
            return offset + 1
        match = _NUMBER.match(raw, offset)
        value = _of_number(match[1]) if match else None
        if match is None:
            match = _ENTITY.match(raw, offset)
            if match is None:
                return None
            value = _of_name(match[1])
        if value:
            self.handler.data(value)
        return match.end() + raw.startswith(b";", match.end())

    def _declaration(self, raw: bytes, offset: int) -> int:
        if raw.startswith(b"<!>", offset):
            return offset + 3
        if raw[offset + 2 : offset + 3] in {b"-", b""}:
            return -1
        if raw.startswith(b"<![", offset):
            return self._section(raw, offset)
        match = _DECLARED.match(raw, offset + 2)
        end = match.end() if match else offset + 2
        if end == len(raw):
            return -1
        if end == offset + 2 or raw[offset + 2 : offset + 3] in {b'"', b"'"}:
            raise UnreadableError("a declaration without a name")
        if raw[end] in b"\"'":
            return -1  # a quoted text without end
        if raw[end] != ord(">"):
            raise UnreadableError(f"a declaration with {chr(raw[end])!r} in it")
        return end + 1

    def _section(self, raw: bytes, offset: int) -> int:
        name = _NAME.match(raw, offset + 3)
        if name is None:
            raise UnreadableError("a marked section without a name")
        keyword = name[0].lower()
        if keyword in _SECTIONS:
            return _after(_SECTION_END, raw, offset + 3)
        if keyword in _SHORT_SECTIONS:
            return _after(_SECTION_END_SHORT, raw, offset + 3)
        raise UnreadableError("a marked section of an unknown kind")


def _after(pattern: re.Pattern[bytes], raw: bytes, start: int) -> int:
    match = pattern.search(raw, start)
    return match.end() if match else -1


def _attributes(raw: bytes, offset: int, last: int) -> tuple[dict[bytes, bytes], int]:
    """Return the attributes of a start tag, and the offset after them."""
    attributes: dict[bytes, bytes] = {}
    while offset < last:
        match = _ATTRIBUTE.match(raw, offset)
        if match is None:
            break
        value = match[2]
        if value is None:
            value = match[1]
        elif value[:1] in {b"'", b'"'} and value[:1] == value[-1:]:
            value = value[1:-1]
        attributes[match[1].lower()] = _REFERENCE.sub(_referenced, value)
        offset = match.end()
    return attributes, offset


def _referenced(match: re.Match[bytes]) -> bytes:
    value = _of_name(match[1]) if match[1] is not None else _of_number(match[2])
    return match[0] if value is None else value


def _of_number(digits: bytes) -> bytes | None:
    """Return the character with a code, None beyond ASCII."""
    code = int(digits) if len(digits) <= _LONGEST_NUMBER else _ASCII + 1
    return bytes((code,)) if code <= _ASCII else None


def _of_name(name: bytes) -> bytes | None:
    """Return a named character in Latin-1, else as a numeric reference; None if it is unknown."""
    code = name2codepoint.get(name.decode("ascii"))
    if code is None:
        return None
    return bytes((code,)) if code <= _LATIN else b"&#%d;" % code
