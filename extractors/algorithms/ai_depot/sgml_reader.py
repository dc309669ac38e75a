"""Markup as the SGML reader of Python 2 takes it apart: what programs of its time were fed.

It works on bytes, repairs nothing, knows neither scripts nor styles, and reads ``<br/text/`` as a
short form of ``<br>text</br>``. Markup without an end makes it give up: all from there on is text.
It stops with an error on some declarations; here it does on every one that holds a ``[``.
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
    """Kinds of parsed markup."""

    at: int
    """Place of what is read; set before every call."""
    index: int
    """Place as the program counts it: the end of a start tag, the beginning of an end tag."""

    def data(self, data: bytes) -> None:
        """Take text."""

    def start(self, tag: bytes, attributes: dict[bytes, bytes]) -> bool:
        """Take a start tag; return whether an end tag is to be looked for."""

    def end(self, tag: bytes) -> None:
        """Take the end of an element, written or not."""

    def is_literal(self) -> bool:
        """Return whether markup is text until the next end tag."""

    def is_plain(self) -> bool:
        """Return whether all that follows is text."""

    def leave_literal(self) -> None:
        """Take the end tag that ends text without markup."""


class UnreadableError(Exception):
    """The reader stops with an error."""


@dataclass(slots=True)
class SgmlReader:
    """Reads a document once and tells a handler."""

    handler: Handler
    _open: list[bytes] = field(default_factory=list)
    _n_open: dict[bytes, int] = field(default_factory=dict)
    _last_tag: bytes = b""

    def read(self, source: bytes) -> None:
        """Read a document, and what is left of it once more as the close of the program does.

        Raises
        ------
        UnreadableError
            Where the reader stops.
        """
        left = self._read(source, 0)
        # What is left is read again, with places counted anew; then it is text.
        if left < len(source):
            rest = source[left:]
            done = self._read(rest, left)
            if done < len(rest):
                self.handler.at = left + done
                self.handler.data(rest[done:])

    def _read(self, raw: bytes, base: int) -> int:
        """Read as far as it goes; return the place where markup is incomplete."""
        here = 0
        while here < len(raw):
            if self.handler.is_plain():
                self._data(raw[here:], base + here)
                return len(raw)
            found = _INTERESTING.search(raw, here)
            there = found.start() if found else len(raw)
            if there > here:
                self._data(raw[here:there], base + here)
                here = there
                continue
            self.handler.at = base + here
            after = self._markup(raw, here) if raw[here] == ord("<") else self._entity(raw, here)
            if after is None:
                after = self._unknown(raw, here, base)
            if after < 0:
                return here
            here = after
        return here

    def _data(self, data: bytes, at: int) -> None:
        self.handler.at = at
        self.handler.data(data)

    def _unknown(self, raw: bytes, here: int, base: int) -> int:
        """Handle characters outside markup as text."""
        found = _INCOMPLETE.match(raw, here)
        if found is None:
            self._data(raw[here : here + 1], base + here)
            return here + 1
        if found.end() == len(raw):
            return -1
        self._data(raw[here : found.end()], base + here)
        return found.end()

    def _markup(self, raw: bytes, here: int) -> int | None:
        """Read one piece of markup: its end, -1 if it is incomplete, None if it is none."""
        literal = self.handler.is_literal()
        if not literal and _START.match(raw, here):
            self.handler.index = after = self._start_tag(raw, here)
            return after
        if raw.startswith(b"</", here):
            return self._end_tag(raw, here)
        if literal:
            if here + 1 == len(raw):
                return -1
            self.handler.data(b"<")
            return here + 1
        return self._declared(raw, here)

    def _declared(self, raw: bytes, here: int) -> int | None:
        if raw.startswith(b"<!--", here):
            return _after(_COMMENT_END, raw, here + 4)
        if raw.startswith(b"<?", here):
            return _after(_GREATER, raw, here + 2)
        if raw.startswith(b"<!", here):
            return self._declaration(raw, here)
        return None

    def _start_tag(self, raw: bytes, here: int) -> int:
        if _SHORT_START.match(raw, here):
            short = _SHORT.match(raw, here)
            if short is None:
                return -1
            tag = short[1].lower()
            self._start(tag, {})
            self.handler.data(short[2])
            self._end(tag)
            return short.end()
        bracket = _BRACKET.search(raw, here + 1)
        if bracket is None:
            return -1
        name = _NAME.match(raw, here + 1)
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

    def _end_tag(self, raw: bytes, here: int) -> int:
        self.handler.index = here
        bracket = _BRACKET.search(raw, here + 1)
        if bracket is None:
            return -1
        self._end(raw[here + 2 : bracket.start()].strip().lower())
        self.handler.leave_literal()
        return bracket.end() if bracket[0] == b">" else bracket.start()

    def _start(self, tag: bytes, attributes: dict[bytes, bytes]) -> None:
        # An element is open while its start is told.
        self._open.append(tag)
        self._n_open[tag] = self._n_open.get(tag, 0) + 1
        if not self.handler.start(tag, attributes):
            self._open.pop()
            self._n_open[tag] -= 1

    def _end(self, tag: bytes) -> None:
        """End the innermost open element of a name, and all in it; without a name the last one."""
        if tag and not self._n_open.get(tag):
            return
        while self._open:
            ended = self._open[-1]
            self.handler.end(ended)
            self._open.pop()
            self._n_open[ended] -= 1
            if not tag or ended == tag:
                return

    def _entity(self, raw: bytes, here: int) -> int | None:
        if self.handler.is_literal():
            self.handler.data(b"&")
            return here + 1
        found = _NUMBER.match(raw, here)
        value = _of_number(found[1]) if found else None
        if found is None:
            found = _ENTITY.match(raw, here)
            if found is None:
                return None
            value = _of_name(found[1])
        if value:
            self.handler.data(value)
        return found.end() + raw.startswith(b";", found.end())

    def _declaration(self, raw: bytes, here: int) -> int:
        if raw.startswith(b"<!>", here):
            return here + 3
        if raw[here + 2 : here + 3] in {b"-", b""}:
            return -1
        if raw.startswith(b"<![", here):
            return self._section(raw, here)
        last = _DECLARED.match(raw, here + 2)
        end = last.end() if last else here + 2
        if end == len(raw):
            return -1
        if end == here + 2 or raw[here + 2 : here + 3] in {b'"', b"'"}:
            raise UnreadableError("a declaration without a name")
        if raw[end] in b"\"'":
            return -1  # a quoted text without an end
        if raw[end] != ord(">"):
            raise UnreadableError(f"a declaration with {chr(raw[end])!r} in it")
        return end + 1

    def _section(self, raw: bytes, here: int) -> int:
        name = _NAME.match(raw, here + 3)
        if name is None:
            raise UnreadableError("a marked section without a name")
        keyword = name[0].lower()
        if keyword in _SECTIONS:
            return _after(_SECTION_END, raw, here + 3)
        if keyword in _SHORT_SECTIONS:
            return _after(_SECTION_END_SHORT, raw, here + 3)
        raise UnreadableError("a marked section of a kind that it does not know")


def _after(pattern: re.Pattern[bytes], raw: bytes, start: int) -> int:
    found = pattern.search(raw, start)
    return found.end() if found else -1


def _attributes(raw: bytes, here: int, last: int) -> tuple[dict[bytes, bytes], int]:
    """Return the attributes of a start tag, and the place after them."""
    attributes: dict[bytes, bytes] = {}
    while here < last:
        found = _ATTRIBUTE.match(raw, here)
        if found is None:
            break
        value = found[2]
        if value is None:
            value = found[1]
        elif value[:1] in {b"'", b'"'} and value[:1] == value[-1:]:
            value = value[1:-1]
        attributes[found[1].lower()] = _REFERENCE.sub(_referenced, value)
        here = found.end()
    return attributes, here


def _referenced(match: re.Match[bytes]) -> bytes:
    value = _of_name(match[1]) if match[1] is not None else _of_number(match[2])
    return match[0] if value is None else value


def _of_number(digits: bytes) -> bytes | None:
    """Return the character of a number; only ASCII has one."""
    code = int(digits) if len(digits) <= _LONGEST_NUMBER else _ASCII + 1
    return bytes((code,)) if code <= _ASCII else None


def _of_name(name: bytes) -> bytes | None:
    """Return what a name stands for: a byte of Latin-1, a reference by number beyond that."""
    code = name2codepoint.get(name.decode("ascii"))
    if code is None:
        return None
    return bytes((code,)) if code <= _LATIN else b"&#%d;" % code
