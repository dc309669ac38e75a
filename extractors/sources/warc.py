"""WARC files: HTML pages among their response and resource records, read by offset.

Responses with a status other than 2xx, such as redirects, are left out, and so is what is declared
as another type than HTML; a record without a type, or with one that says nothing, is a page if it
begins as HTML does. What is left out is counted. A record is found by its offset, so a compressed
file must be compressed record by record, as the WARC standard recommends and crawlers do.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.listed_page import ListedPage, Place, unread
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.binary import kind_of_file
from boilerscope.extractors.page.bodies import (
    body_of_page,
    charset_in,
    lacks_last_chunk,
    media_type_in,
)
from boilerscope.extractors.page.files import unpack
from boilerscope.extractors.page.parsing import MAX_BYTES, check_size
from boilerscope.extractors.page.records import PageWarning
from boilerscope.extractors.sources.damage import (
    CUT_OFF,
    Damage,
    has_dictionary,
    next_record,
    unreadable_record,
)
from boilerscope.extractors.sources.left_out import LeftOut
from boilerscope.extractors.system.storage import AnyFile, open_at
from boilerscope.extractors.system.unique_names import UniqueNames
from boilerscope.extractors.system.unpacking import packing_of
from boilerscope.extractors.system.wording import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from boilerscope.extractors.sources.left_out import Tell

SUFFIXES = (".warc", ".warc.gz", ".warc.zst")

_PART = 2**16

_MAX_TRIES = 1_000
"""Maximum number of consecutive unreadable records; the rest of the file is then skipped."""

_HTML = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})

_SNIFFED = frozenset(
    {"", "application/octet-stream", "application/unknown", "application/xml", "text/xml"}
)
"""Types that say too little: a record with one of them is a page if it begins as HTML does."""

_HEAD, _MAX_HEAD = 2**10, 2**18
"""Bytes of a record that are read at a time up to the end of its HTTP header, and in all."""

_HTTP = re.compile(rb"\s*HTTP/\S+[ \t]+(\d{3})[^\n]*\n")
_INTERIM = re.compile(rb"(?:\s*HTTP/\S+[ \t]+1\d\d(?:[^\n]*\n)+?\r?\n(?=HTTP/))+")
_BEGINS_AS_WARC = re.compile(rb"\s*+WARC/")
_END_OF_HEAD = re.compile(rb"(?<=\n)\r?\n")
_BEGINS_AS_HTML = re.compile(
    rb"(?i)\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html\b)", re.DOTALL
)


def is_warc_name(name: str) -> bool:
    """Return whether a file name is the name of a WARC file."""
    return name.lower().endswith(SUFFIXES)


def read_warc(file: AnyFile, tell: Tell | None = None) -> Iterator[ListedPage]:
    """Yield the HTML pages of a WARC file in order.

    After damage, reading continues at the next readable record. A damaged page is listed and raises
    when it is read; other damage is a page that raises its reason.

    Parameters
    ----------
    tell : function, optional
        Called at the end with the records that were left out, if any.
    """
    set_name = file.name[: file.name.lower().index(".warc")]
    names = UniqueNames(mark="#")
    left_out: Counter[tuple[str, str]] = Counter()
    previous = -1
    try:
        with file.open("rb") as stream:
            if has_dictionary(stream):
                yield unread(str(file), f"{file} {_WITH_DICTIONARY}")
                return
            if kind := _other_kind(stream):
                yield unread(str(file), f"{file} is {kind}, not a WARC file.")
                return
            for record in _records_around_damage(stream):
                if isinstance(record, Damage):
                    message = _damaged(file, record.reason, record.offset)
                    yield unread(f"{file}#offset={record.offset}", message)
                    continue
                if record.offset == previous:
                    yield unread(str(file), f"{file} {_COMPRESSED_AS_A_WHOLE}")
                    return
                previous = record.offset
                if record.reason is not None:
                    left_out[record.reason] += record.has_head
                    continue
                yield ListedPage(
                    names.take(record.url),
                    set_name,
                    WarcPlace(file, previous, record.url),
                    url=record.url or None,
                    size=record.size,
                )
    except OSError as error:
        yield unread(str(file), _damaged(file, _reason(error)))
    if left_out.total() and tell is not None:
        tell(LeftOut(str(file), left_out))


class _Record:
    """A response or resource of a WARC file with the head of its block.

    Parameters
    ----------
    record : ArchiveIterator record
        As FastWARC reads it, at the start of its block.
    """

    def __init__(self, record: Any) -> None:
        self._record = record
        self.offset: int = record.stream_pos
        self._kind = _kind_of(record)
        headers = record.headers
        # wget writes the address in angle brackets.
        self.url: str = (
            (headers.get("WARC-Target-URI") or "").strip().removeprefix("<").removesuffix(">")
        )
        self._start, self.status, fields, n_head = _head_of(record)
        self.is_http = n_head > 0
        declared = {"content-type": headers.get("Content-Type") or ""}
        self._fields = fields if self.is_http else declared
        self.size: int = record.content_length - n_head
        self._n_head = n_head
        self.truncated: str = (headers.get("WARC-Truncated") or "").strip()

    def field(self, name: str) -> str:
        """Return the values of a field of the HTTP header, by its name in lower case."""
        return self._fields.get(name, "")

    @cached_property
    def reason(self) -> tuple[str, str] | None:
        """Why the record is not a page, with its media type; None if it is one."""
        media_type = media_type_in(self.field("content-type"))
        begins_as_html = _BEGINS_AS_HTML.match(self._start[self._n_head :])
        if self._kind == "revisit":
            return "of repeated visits, whose pages are in other records", ""
        if self._kind == "conversion":
            return "made from another record", media_type
        if self._kind == "response" and not self.is_http and not begins_as_html:
            return "without an answer of a web server", media_type
        if self.is_http and not 200 <= self.status < 300:
            return "with another status than 2xx", ""
        if media_type in _HTML or (media_type in _SNIFFED and begins_as_html):
            return None
        return ("of another type", media_type) if media_type else ("without a type", "")

    @property
    def has_head(self) -> bool:
        """Whether the file does not end before the head of the record does."""
        length = self._n_head + self.size  # 0 if the header of the record is cut off
        if self._kind == "revisit":  # it may have nothing but its own header
            return len(self._start) >= min(_HEAD, length)
        return length > 0 and len(self._start) >= min(_HEAD, length)

    @property
    def is_cut_off(self) -> bool:
        """Whether the record has fewer bytes than declared; the bytes are discarded."""
        n_bytes = sum(len(part) for part in iter(partial(self._record.reader.read, _PART), b""))
        return len(self._start) + n_bytes < self._n_head + self.size

    def read(self, limit: int) -> bytes:
        """Return the stored body, at most so many bytes."""
        rest: bytes = self._record.reader.read(max(0, limit + self._n_head - len(self._start)))
        return (self._start + rest)[self._n_head :]


def _kind_of(record: Any) -> str:
    """Return the type of a record by its name."""
    return str(record.record_type).rpartition(".")[2]


def _head_of(record: Any) -> tuple[bytes, int, dict[str, str], int]:
    """Return the first bytes of a block, and status, fields and length of its HTTP header.

    Without an HTTP header, status and length are 0. Lines may end without a carriage return.
    """
    start: bytes = record.reader.read(_HEAD)
    interim = _INTERIM.match(start)  # such as 100 Continue, before the answer itself
    line = _HTTP.match(start, interim.end() if interim else 0)
    if line is None:
        return start, 0, {}, 0
    end = None
    while (end := _END_OF_HEAD.search(start, line.end() - 1)) is None and len(start) < _MAX_HEAD:
        part = record.reader.read(_HEAD)
        if not part:
            break
        start += part
    n_head = len(start) if end is None else end.end()
    if len(start) < n_head + _HEAD:  # enough to see how the body begins
        start += record.reader.read(_HEAD)
    fields: dict[str, str] = {}
    name = ""
    for field in start[line.end() : n_head].decode("latin-1").splitlines():
        if field[:1] in {" ", "\t"} and name:
            fields[name] += field
            continue
        name, separator, value = field.partition(":")
        name = name.strip().lower() if separator else ""
        if name:
            fields[name] = f"{fields[name]}, {value.strip()}" if name in fields else value.strip()
    return start, int(line[1]), fields, n_head


def _records_around_damage(stream: BinaryIO) -> Iterator[_Record | Damage]:
    """Yield the records of a file that may be pages, and damage outside of pages."""
    start: int | None = 0
    is_reported, n_tries = False, 0
    while start is not None:
        stream.seek(start)
        last = None
        try:
            for record in _records(stream):
                last, is_reported, n_tries = record, False, 0
                yield record
        except OSError as error:
            offset = start if last is None else last.offset + 1
            # Up to the next readable record, it is the same damage.
            if not is_reported and not _is_damaged_page(stream, last):
                unreadable = unreadable_record(stream, start if last is None else last.offset)
                yield Damage(offset if unreadable is None else unreadable, _reason(error))
            is_reported, n_tries = True, n_tries + 1
            start = next_record(stream, offset + 1) if n_tries < _MAX_TRIES else None
        else:
            # At the end of a file, the reader skips what remains of a record without an error.
            unreadable = unreadable_record(stream, start if last is None else last.offset)
            if unreadable is not None and not is_reported and not _is_damaged_page(stream, last):
                yield Damage(unreadable, CUT_OFF)
            return


def _is_damaged_page(stream: BinaryIO, record: _Record | None) -> bool:
    """Return whether a record is a page that cannot be read to its end."""
    if record is None or record.reason is not None:
        return False
    try:
        stream.seek(record.offset)
        reread = next(_records(stream), None)
        is_whole = reread is not None and not reread.is_cut_off
    except OSError:
        return True
    return not is_whole


@dataclass(frozen=True, slots=True)
class WarcPlace(Place):
    """Location of a record in a WARC file.

    Attributes
    ----------
    file : Path or StoredFile
        WARC file.
    offset : int
        Start of the record, or of the compressed member that contains it.
    url : str
        Address of the page.
    """

    file: AnyFile
    offset: int
    url: str

    @property
    def source(self) -> str:
        """File and offset of the record."""
        return f"{self.file}#offset={self.offset}"

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page, decoded with `encoding` or else as its HTTP header declares.

        Raises
        ------
        CorpusError
            If the file has changed or the record is cut off.
        PageError
            If the record is not a page; `TooLargeError` if it exceeds the size limit of pages.
        """
        data, record, doubt = self._read()
        charset = charset_in(record.field("content-type"))
        page = Page.from_bytes(data, name=name, url=url, encoding=encoding, http_charset=charset)
        if not doubt:
            return page
        return replace(page, warnings=(*page.warnings, PageWarning("truncated-record", doubt)))

    def _read(self) -> tuple[bytes, _Record, str]:
        """Return the content of the record, the record, and why the content is not complete."""
        try:
            with open_at(self.file, self.offset) as stream:
                record = self._record(stream)
                check_size(record.size, name=self.url)
                stored = record.read(MAX_BYTES + 1)
        except OSError as error:
            raise CorpusError(_damaged(self.file, _reason(error), self.offset)) from error
        if len(stored) < record.size:
            raise CorpusError(_damaged(self.file, CUT_OFF, self.offset))
        name, doubt, transfer = _at(self.file, self.offset), "", record.field("transfer-encoding")
        if record.truncated:
            name += f", which the crawler cut off ({record.truncated}),"
            doubt = f"The page is not complete: the crawler cut it off ({record.truncated})."
        elif lacks_last_chunk(stored, transfer):
            doubt = "The page may not be complete: the last chunk of its body is missing."
        body = body_of_page(
            stored,
            record.field("content-encoding"),
            transfer=transfer,
            limit=MAX_BYTES,
            name=name,
        )
        declared = record.field("content-length")
        is_plain = not transfer and not record.field("content-encoding")  # so that bytes count
        if not doubt and is_plain and declared.isdecimal() and declared.isascii():
            n_missing = int(declared[:15]) - len(stored)
            if n_missing > 0:
                doubt = f"The page may not be complete: {counted(n_missing, 'byte')} of those that"
                doubt += f" its header declares {agreeing(n_missing, 'is', 'are')} missing."
        return unpack(body, name=name), record, doubt

    def _record(self, stream: BinaryIO) -> _Record:
        stream.seek(self.offset)
        record = next(_records(stream), None)
        if record is None and self.offset and self.file.name.lower().endswith(".gz"):
            raise CorpusError(f"{self.file} {_COMPRESSED_AS_A_WHOLE}")
        if record is None or record.url != self.url:
            raise CorpusError(
                f"{self.file}: no response from {self.url} at byte {self.offset:,}. The file has"
                " changed: open the corpus again."
            )
        return record


_WITH_DICTIONARY = (
    "is packed with a dictionary of its own, so its records cannot be read separately. Unpack it,"
    " or pack it without a dictionary."
)
_COMPRESSED_AS_A_WHOLE = (
    "is packed as a whole, so its records cannot be read separately. Unpack it, or pack each record"
    " separately."
)


def _records(stream: BinaryIO) -> Iterator[_Record]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    kinds = (
        WarcRecordType.response
        | WarcRecordType.resource
        | WarcRecordType.conversion
        | WarcRecordType.revisit
    )
    # The header is parsed here: FastWARC needs carriage returns in it.
    for record in ArchiveIterator(stream, record_types=kinds, parse_http=False, auto_decode="none"):
        yield _Record(record)


def _other_kind(stream: BinaryIO) -> str | None:
    """Return what a file is that is known not to be a WARC file by its first bytes."""
    head = stream.read(_HEAD)
    stream.seek(0)
    return None if packing_of(head) or _BEGINS_AS_WARC.match(head) else kind_of_file(head)


def _damaged(file: AnyFile, reason: str, offset: int = 0) -> str:
    return f"{_at(file, offset)}: {reason}."


def _at(file: AnyFile, offset: int) -> str:
    """Return the name of a record in messages."""
    return f"{file}, record at byte {offset:,}" if offset else str(file)


def _reason(error: OSError) -> str:
    return f"not a WARC file, or damaged: {error.strerror or error}"
