"""JSON and JSON lines of gold standards, with messages that name file, line and key."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.listed_page import Place
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.binary import kind_of_file, n_controls
from boilerscope.extractors.system.storage import AnyFile, open_at
from boilerscope.extractors.system.text_lines import as_utf8, lines_of
from boilerscope.extractors.system.unpacking import (
    PACKED_SUFFIXES,
    open_unpacked,
    open_unpacked_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from boilerscope.extractors.system.text_lines import TextLine

SUFFIXES = (".jsonl", ".ndjson")
"""Suffixes of files of JSON lines, which may be packed."""

_PACKED = {".gz": "gzip", ".lz4": "LZ4", ".zst": "Zstandard"}

_HEAD, _SAMPLE = 2**16, 2**12
"""First bytes in which a line must begin as an object does, and in which controls are counted."""

_OBJECT = re.compile(rb"\{\s*[\"}]")
_WRITTEN_OUT = "one JSON value over several lines"
_FORGIVEN = 20
"""Control characters in the first bytes of damaged JSON lines; all are escaped in others."""

MAX_BYTES = 2**30
"""Maximum size of a JSON file that is read as a whole, and of a line, in bytes."""


def is_json_lines_name(name: str) -> bool:
    """Return whether a file name is the name of a file of JSON lines, packed or not."""
    return _without_packing(name).endswith(SUFFIXES)


def is_packed_name(name: str) -> bool:
    """Return whether a file name is the name of a packed file."""
    return name.lower().endswith(PACKED_SUFFIXES)


def lines_stem(name: str) -> str:
    """Return the name of a file of JSON lines without its suffixes."""
    suffix = next((end for end in SUFFIXES if _without_packing(name).endswith(end)), "")
    return name[: len(_without_packing(name)) - len(suffix)]


def _without_packing(name: str) -> str:
    lower = name.lower()
    packing = next((suffix for suffix in PACKED_SUFFIXES if lower.endswith(suffix)), "")
    return lower.removesuffix(packing)


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object whose values are read with a check of their kind.

    Attributes
    ----------
    table : dict
        The object.
    place : str or Line
        File and line or key, for messages.
    valid_form : str
        Description of a valid object, for messages.
    """

    table: dict[str, Any]
    place: str | Line
    valid_form: str

    def text(self, key: str) -> str:
        """Return a required text."""
        value = self.table.get(key)
        if not isinstance(value, str):
            raise self.error(f"{key} must be a text, got {shown(value)}")
        return value

    def optional_text(self, key: str) -> str | None:
        """Return a text, None if it is null or missing."""
        return None if self.table.get(key) is None else self.text(key)

    def identifier(self, key: str) -> str:
        """Return a required identifier, a text or a number."""
        value = self.table.get(key)
        number = text_of_number(value)
        if not number and not isinstance(value, str):
            raise self.error(f"{key} must be a text or a number, got {shown(value)}")
        return number or str(value)

    def label(self, key: str) -> str:
        """Return a text or a number that names something, empty if it is null or missing."""
        return "" if self.table.get(key) is None else self.identifier(key)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty if it is null or missing."""
        value = self.table.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f"{key} must be a list of texts, got {shown(value)}")
        return tuple(value)

    def number(self, key: str) -> int:
        """Return a whole number of at least 0."""
        value = self.table.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(f"{key} must be a whole number of at least 0, got {shown(value)}")
        return value

    def inner(self, key: str) -> Fields:
        """Return the object that is the value of a key."""
        value = self.table.get(key)
        if not isinstance(value, dict):
            raise self.error(f"{key} must be an object, got {shown(value)}")
        return Fields(value, f"{self.place}, key {key!r}", self.valid_form)

    def objects(self, key: str) -> list[Fields]:
        """Return a list of objects."""
        value = self.table.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.error(f"{key} must be a list of objects, got {shown(value)}")
        list_place = f"{self.place}, {key}"
        return [
            Fields(item, f"{list_place} {number}", self.valid_form)
            for number, item in enumerate(value, 1)
        ]

    def error(self, problem: str) -> GoldError:
        """Return an error about this object."""
        return GoldError(f"{self.place}: {problem}. Expected: {self.valid_form}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a JSON lines file, read again when needed.

    Attributes
    ----------
    file : Path or StoredFile
        The file.
    number : int
        Number of the line, from 1.
    offset, length : int
        Start and length of the line in bytes.
    valid_form : str
        Description of a valid line.
    """

    file: AnyFile
    number: int
    offset: int
    length: int
    valid_form: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.number}"

    def fields(self) -> Fields:
        """Read the line again.

        Raises
        ------
        GoldError
            If the file has changed since it was opened.
        """
        return parse_object(self.data().rstrip(), str(self), self.valid_form)

    def data(self) -> bytes:
        """Read the line again in UTF-8, without parsing it.

        Raises
        ------
        GoldError
            If the file cannot be read.
        """
        try:
            opened = open_unpacked_at if is_packed_name(self.file.name) else open_at
            with opened(self.file, self.offset) as stream:
                return as_utf8(stream.read(self.length))
        except OSError as error:
            raise GoldError(f"{self.file} cannot be read: {error.strerror or error}") from error


@dataclass(frozen=True, slots=True)
class LineMarkup(Place):
    """The markup of a page that is a text in a JSON lines file.

    Attributes
    ----------
    text : str or None
        The markup, if the line has just been parsed; otherwise it is read when needed, so
        that a list of pages stays small.
    """

    line: Line
    key: str
    text: str | None = field(default=None, repr=False)

    @property
    def source(self) -> str:
        """File and offset of the line."""
        return f"{self.line.file}#offset={self.line.offset}"

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page; the encoding is ignored, because the markup is text."""
        del encoding
        text = self.line.fields().text(self.key) if self.text is None else self.text
        return Page.from_text(text, name=name, url=url)


def read_lines(file: Path, valid_form: str) -> Iterator[tuple[Line, Fields]]:
    """Yield the lines of a JSON lines file that are not empty.

    Parameters
    ----------
    valid_form : str
        Description of a valid line, for messages.

    Raises
    ------
    GoldError
        If a line is not a JSON object; the message names the line.
    """
    offset = 0
    try:
        stream = open_unpacked(file)
    except OSError as error:
        raise GoldError(f"{file} cannot be read: {error.strerror or error}") from error
    with stream:
        for number, (size, data) in enumerate(lines_in(stream, file), 1):
            if data.strip():
                line = Line(file, number, offset, size, valid_form)
                yield line, parse_object(data.rstrip(), line, valid_form)
            offset += size


def read_object(file: Path, valid_form: str) -> Fields:
    """Read a file that is one JSON object.

    Raises
    ------
    GoldError
        If the file is not a JSON object; the message names file and line.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise GoldError(f"{file} cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise GoldError(f"{file} is larger than {MAX_BYTES // 2**20} MB, the limit.")
    return parse_object(as_utf8(data), str(file), valid_form)


def lines_in(stream: BinaryIO, file: AnyFile) -> Iterator[TextLine]:
    """Yield the lines of a file of JSON lines.

    Raises
    ------
    GoldError
        If it begins as another kind of file does, or none of its first lines begins as an object
        does; the message names the kind.
    """
    head = stream.read(_HEAD)
    stream.seek(0)
    is_binary = n_controls(as_utf8(head[:_SAMPLE])) > _FORGIVEN
    kind = kind_of_file(head) or (
        "binary data" if is_binary else _kind_of_text(as_utf8(head).removeprefix(codecs.BOM_UTF8))
    )
    if kind is not None:
        raise GoldError(f"{file} is {kind}, not a file of JSON lines. {_remedy(file, kind)}")
    return lines_of(iter(lambda: stream.readline(MAX_BYTES), b""))


def _kind_of_text(head: bytes) -> str | None:
    """Return what the first lines are if several are and none begins as an object does.

    A line that only opens an object or a list begins JSON of several lines.
    """
    lines = [line for line in map(bytes.strip, head.splitlines()) if line]
    if len(lines) < 2:
        return None
    first = lines[0]
    if first in {b"{", b"["} or (first.startswith(b"[") and first.endswith(b",")):
        return _WRITTEN_OUT
    return None if any(_OBJECT.match(line) for line in lines) else "text"


def _remedy(file: AnyFile, kind: str) -> str:
    packed = next((end for end in PACKED_SUFFIXES if _PACKED[end] in kind), None)
    if packed:
        return f"Name it {file.name}{packed}."
    if kind == _WRITTEN_OUT:
        return "Write each object in one line of its own."
    return "Remove it, or name it by its kind."


def parse_object(data: bytes, place: str | Line, valid_form: str) -> Fields:
    """Parse one JSON object; a key that occurs twice is an error.

    Raises
    ------
    GoldError
        If it is not a JSON object; the message names the place.
    """
    try:
        table = _DECODER.decode(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        where = f"{place}, line {error.lineno}" if error.lineno > 1 else place
        raise GoldError(f"{where}: not JSON: {error.msg}. Expected: {valid_form}") from error
    except UnicodeDecodeError as error:
        raise GoldError(f"{place}: not UTF-8. Expected: {valid_form}") from error
    except (ValueError, RecursionError) as error:
        raise GoldError(f"{place}: {error}. Expected: {valid_form}") from error
    if not isinstance(table, dict):
        raise GoldError(f"{place}: not an object. Expected: {valid_form}")
    return Fields(table, place, valid_form)


def text_of_number(value: Any) -> str:
    """Return a number as JSON writes it, empty for any other value."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return json.dumps(value) if is_number else ""


def shown(value: Any) -> str:
    """Format a value for messages; shorten a long value."""
    text = "null" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {repeated!r} occurs twice")
    return table


_DECODER = json.JSONDecoder(object_pairs_hook=_with_unique_keys)
