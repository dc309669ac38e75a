"""WARC files: HTML pages among their response records, read by offset.

Responses with a status other than 2xx, such as redirects, are left out, and so are responses that
are not declared as HTML. A record is found by its offset, so a compressed file must be compressed
record by record, as the WARC standard recommends and crawlers do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.listed_page import ListedPage, Place, unread
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.parsing import MAX_BYTES, check_size
from boilerscope.extractors.sources.damage import (
    CUT_OFF,
    Damage,
    has_dictionary,
    next_record,
    unreadable_record,
)
from boilerscope.extractors.system.storage import AnyFile, open_at
from boilerscope.extractors.system.unique_names import UniqueNames

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, Literal

    _Decoding = Literal["none", "all"]

SUFFIXES = (".warc", ".warc.gz", ".warc.zst")

_PART = 2**16

_MAX_TRIES = 1_000
"""Maximum number of consecutive unreadable records; the rest of the file is then skipped."""

_HTML = frozenset({"text/html", "application/xhtml+xml"})


def is_warc_name(name: str) -> bool:
    """Return whether a file name is the name of a WARC file."""
    return name.lower().endswith(SUFFIXES)


def read_warc(file: AnyFile) -> Iterator[ListedPage]:
    """Yield the HTML pages of a WARC file in order.

    After damage, reading continues at the next readable record. A damaged page is listed and raises
    when it is read; other damage is a page
    that raises its reason.
    """
    set_name = file.name[: file.name.lower().index(".warc")]
    names = UniqueNames(mark="#")
    previous = -1
    try:
        with file.open("rb") as stream:
            if has_dictionary(stream):
                yield unread(str(file), f"{file} {_WITH_DICTIONARY}")
                return
            for record in _responses_around_damage(stream):
                if isinstance(record, Damage):
                    message = _damaged(file, record.reason, record.offset)
                    yield unread(f"{file}#offset={record.offset}", message)
                    continue
                if record.stream_pos == previous:
                    yield unread(str(file), f"{file} {_COMPRESSED_AS_A_WHOLE}")
                    return
                previous = record.stream_pos
                if _is_page(record):
                    url = record.headers.get("WARC-Target-URI") or ""
                    page_id = names.take(url)
                    yield ListedPage(
                        page_id,
                        set_name,
                        WarcPlace(file, previous, url),
                        url=url or None,
                        size=record.content_length,
                    )
    except OSError as error:
        yield unread(str(file), _damaged(file, _reason(error)))


def _responses_around_damage(stream: BinaryIO) -> Iterator[Any]:
    """Yield the responses of a file, and damage outside of pages."""
    start: int | None = 0
    is_reported, n_tries = False, 0
    while start is not None:
        stream.seek(start)
        last = None
        try:
            for record in _responses(stream):
                last, is_reported, n_tries = record, False, 0
                yield record
        except OSError as error:
            offset = start if last is None else last.stream_pos + 1
            # Up to the next readable record, it is the same damage.
            if not is_reported and not _is_damaged_page(stream, last):
                unreadable = unreadable_record(stream, start if last is None else last.stream_pos)
                yield Damage(offset if unreadable is None else unreadable, _reason(error))
            is_reported, n_tries = True, n_tries + 1
            start = next_record(stream, offset + 1) if n_tries < _MAX_TRIES else None
        else:
            # At the end of a file, the reader skips what remains of a record without an error.
            unreadable = unreadable_record(stream, start if last is None else last.stream_pos)
            if unreadable is not None and not is_reported and not _is_damaged_page(stream, last):
                yield Damage(unreadable, CUT_OFF)
            return


def _is_damaged_page(stream: BinaryIO, record: Any | None) -> bool:
    """Return whether a record is a page that cannot be read to its end."""
    if record is None or not _is_page(record):
        return False
    try:
        stream.seek(record.stream_pos)
        reread = next(_responses(stream), None)
        return reread is None or _is_cut_off(reread)
    except OSError:
        return True


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
        data, charset = self._read()
        return Page.from_bytes(data, name=name, url=url, encoding=encoding, http_charset=charset)

    def _read(self) -> tuple[bytes, str | None]:
        try:
            with open_at(self.file, self.offset) as stream:
                stored = self._record(stream, "none")
                check_size(stored.content_length, name=self.url)
                if _is_cut_off(stored):
                    raise CorpusError(_damaged(self.file, CUT_OFF, self.offset))
                record = self._record(stream, "all")
                return record.reader.read(MAX_BYTES + 1), record.http_charset
        except OSError as error:
            raise CorpusError(_damaged(self.file, _reason(error), self.offset)) from error

    def _record(self, stream: BinaryIO, auto_decode: _Decoding) -> Any:
        stream.seek(self.offset)
        record = next(_responses(stream, auto_decode), None)
        if record is None or (record.headers.get("WARC-Target-URI") or "") != self.url:
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


def _responses(stream: BinaryIO, auto_decode: _Decoding = "none") -> Iterator[Any]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    kinds = WarcRecordType.response
    yield from ArchiveIterator(stream, record_types=kinds, auto_decode=auto_decode)


def _is_page(record: Any) -> bool:
    if record.http_headers is None or record.http_content_type not in _HTML:
        return False
    status = record.http_headers.status_code
    return status is not None and 200 <= int(status) < 300


def _is_cut_off(record: Any) -> bool:
    """Return whether a record has fewer bytes than declared; discard the bytes."""
    n_bytes = sum(len(part) for part in iter(lambda: record.reader.read(_PART), b""))
    return n_bytes < int(record.content_length)


def _damaged(file: AnyFile, reason: str, offset: int = 0) -> str:
    where = f", record at byte {offset:,}" if offset else ""
    return f"{file}{where}: {reason}."


def _reason(error: OSError) -> str:
    return f"not a WARC file, or damaged: {error.strerror or error}"
