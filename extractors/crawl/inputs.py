"""Input pages of a batch, listed lazily without reading them.

Inputs are files, folders, globs, JSON lines with markup, WARC files, lists of these, and standard
input. All except standard input may have an address that fsspec supports.
"""

from __future__ import annotations

import glob
import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from extractors.batch.inputs import STDIN, existing_path, is_address, paths_matching
from extractors.corpus.addresses import read_address
from extractors.corpus.corpus import read_path
from extractors.corpus.lines import LinePlace, line_places
from extractors.corpus.pages import EntryPlace, Problem
from extractors.corpus.warc import SUFFIXES as WARC_SUFFIXES
from extractors.corpus.warc import WarcPlace, is_warc_name
from extractors.errors import BoilerscopeError, CorpusError, GoldError
from extractors.gold.entry import GoldEntry
from extractors.storage import AnyFile, StoredFile, is_storage_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from extractors.corpus.pages import CorpusPage, Place

LIST_SUFFIXES = (".txt", ".list")
"""Suffixes of lists, with a file, folder, glob, address or page in JSON on every line."""

_HTTP_SUFFIXES = (*LIST_SUFFIXES, *WARC_SUFFIXES, ".jsonl")

_UNKNOWN_SIZE = 2**16
"""Assumed size of a page whose size is unknown before it is read, bytes."""


@dataclass(frozen=True, slots=True)
class CrawlPage:
    """Listed page of a batch, not read yet. It can be pickled.

    Attributes
    ----------
    source : str
        File of the page; for WARC files and JSON lines with the page's offset in bytes.
    page_id : str
        Set and page, as in the list of a corpus; empty for a line of JSON before `identified`.
    place : Place
        Location of the page; an `UnreadPlace` for a page that could not be listed.
    size : int
        Bytes of the page as stored, estimated if unknown.
    """

    source: str
    page_id: str
    place: Place
    size: int

    def identified(self) -> CrawlPage:
        """Return the page with its identifier, parsing a line of JSON to get it.

        It does not raise: a line that is not a page becomes a page that raises when it is read.
        """
        if self.page_id or not isinstance(self.place, LinePlace):
            return self
        try:
            item = self.place.listed()
        except GoldError as error:
            return _unread(self.source, str(error))
        if isinstance(item, Problem):
            return _unread_of(item)
        return replace(self, page_id=item.name)


@dataclass(frozen=True, slots=True)
class UnreadPlace:
    """Place of a page or file that could not be listed.

    Attributes
    ----------
    message : str
        Reason.
    """

    message: str

    def entry(self) -> NoReturn:
        """Raise the reason as a `CorpusError`."""
        raise CorpusError(self.message)


def check_inputs(words: Sequence[str]) -> None:
    """Check that files, folders and globs exist, before a batch runs.

    Raises
    ------
    CorpusError
        If a word does not name a file, folder or match; the message suggests a fix.
    """
    if words.count(STDIN) > 1:
        raise CorpusError("- is standard input, which can be read only once. Name it once.")
    for word in words:
        if word == STDIN or existing_path(word) is not None:
            continue
        if is_storage_address(word):
            _check_address(word)
        elif not glob.has_magic(word) or not paths_matching(word):
            raise CorpusError(f"{word}: no such file, folder or pattern with matches.")


def _check_address(word: str) -> None:
    file = StoredFile(word)
    if is_address(word) and not file.name.lower().endswith(_HTTP_SUFFIXES):
        raise CorpusError(
            f"{word}: a batch does not fetch web pages. Save them first, or name a WARC file, JSON"
            " lines or a list."
        )
    try:
        exists = bool(file.matching()) if _is_pattern(word) else file.is_file() or file.is_dir()
    except OSError as error:
        raise CorpusError(f"{word} cannot be read: {error.strerror or error}.") from error
    if not exists:
        raise CorpusError(f"{word}: no such file, folder or pattern with matches.")


def list_pages(words: Iterable[str], stdin: Iterable[bytes] = ()) -> Iterator[CrawlPage]:
    """Yield the pages of files, folders and globs; an unreadable input is a page that raises.

    Parameters
    ----------
    words : iterable of str
        Inputs that the user named.
    stdin : iterable of bytes
        Lines of standard input, read for the word ``-``.
    """
    for word in words:
        if word == STDIN:
            yield from _list_lines(stdin, STDIN)
        elif is_storage_address(word):
            yield from _list_address(word)
        elif glob.has_magic(word) and existing_path(word) is None:
            for path in paths_matching(word):
                yield from _list_path(path)
        else:
            yield from _list_path(Path(word))


def _list_address(word: str) -> Iterator[CrawlPage]:
    file = StoredFile(word)
    if not _is_pattern(word):
        yield from _list_path(file)
        return
    try:
        files = file.matching()
    except OSError as error:
        yield _unread(word, f"{word} cannot be read: {error.strerror or error}.")
    else:
        for match in files:
            yield from _list_path(match)


def _is_pattern(word: str) -> bool:
    """Return whether an address is a glob pattern; over http, a question mark starts a query."""
    return glob.has_magic(word) and not is_address(word)


def _list_path(path: AnyFile) -> Iterator[CrawlPage]:
    try:
        if path.name.lower().endswith(LIST_SUFFIXES) and path.is_file():
            with path.open("rb") as stream:
                yield from _list_lines(stream, str(path))
            return
        n_pages = 0
        for page in _list_json_lines(path) if _is_json_lines(path) else _list_corpus(path):
            n_pages += 1
            yield page
        if n_pages == 0:
            yield from _list_containers(path)
    except BoilerscopeError as error:
        yield _unread(str(path), str(error))
    except OSError as error:
        yield _unread(str(path), f"{path} cannot be read: {error.strerror or error}.")


def _is_json_lines(path: AnyFile) -> bool:
    return path.name.endswith(".jsonl") and path.is_file()


def _list_json_lines(file: AnyFile) -> Iterator[CrawlPage]:
    """Yield the pages of a file of JSON lines without parsing them."""
    for place, has_markup in line_places(file):
        size = place.length if has_markup else _UNKNOWN_SIZE
        yield CrawlPage(_source_at(place), "", place, size)


def _list_corpus(path: AnyFile) -> Iterator[CrawlPage]:
    for item in read_path(path) if isinstance(path, Path) else read_address(path):
        yield _unread_of(item) if isinstance(item, Problem) else _page_of(item)


def _list_containers(path: AnyFile) -> Iterator[CrawlPage]:
    """Yield the pages in the WARC files and JSON lines of a folder without page files."""
    files = _containers(path) if path.is_dir() else []
    for file in files:
        yield from _list_path(file)
    if not files:
        yield _unread(str(path), f"{path}: no pages found.")


def _containers(folder: AnyFile) -> Sequence[AnyFile]:
    if isinstance(folder, Path):
        paths = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
        return sorted(filter(_is_container, paths))
    return [file for file, _ in folder.files() if _is_container(file)]


def _is_container(file: AnyFile) -> bool:
    return is_warc_name(file.name) or file.name.endswith(".jsonl")


def _list_lines(lines: Iterable[bytes], name: str) -> Iterator[CrawlPage]:
    """Yield the pages of a list, with a path, a glob or a page in JSON on every line."""
    for number, data in enumerate(lines, 1):
        text = data.decode("utf-8", "surrogateescape").strip()
        if text.startswith("{"):
            yield _inline(text, f"{name}#line={number}", number)
        elif text and text != STDIN:
            try:
                check_inputs([text])
            except CorpusError as error:
                yield _unread(text, f"{name}, line {number}: {error}")
            else:
                yield from list_pages([text])


def _inline(text: str, source: str, number: int) -> CrawlPage:
    """Return the page in a line of JSON."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _unread(source, f"{source}: not JSON: {error}.")
    fields = {key: table.get(key) or "" for key in ("html", "id", "url")}
    if not all(isinstance(value, str) for value in fields.values()) or not fields["html"]:
        return _unread(source, f'{source}: expected {{"html": "<html>...", "id": "a"}}.')
    html = fields["html"].encode("utf-8", "replace")
    page_id = fields["id"] or fields["url"] or f"line {number}"
    entry = GoldEntry(page_id, "stdin", html, encoding="utf-8", url=fields["url"] or None)
    return CrawlPage(source, f"stdin/{page_id}", EntryPlace(entry), len(html))


def _page_of(page: CorpusPage) -> CrawlPage:
    size = _UNKNOWN_SIZE if page.size is None else page.size
    return CrawlPage(_source_of(page), page.name, page.place, size)


def _source_of(page: CorpusPage) -> str:
    place = page.place
    if isinstance(place, LinePlace | WarcPlace):
        return _source_at(place)
    file = getattr(place, "file", None)
    if isinstance(place, EntryPlace):
        html = place.given.html
        file = html if isinstance(html, Path | StoredFile) else None
    return page.name if file is None else str(file)


def _source_at(place: LinePlace | WarcPlace) -> str:
    return f"{place.file}#offset={place.offset}"


def _unread_of(problem: Problem) -> CrawlPage:
    suffix = "" if problem.line is None else f"#line={problem.line}"
    if problem.offset is not None:
        suffix = f"#offset={problem.offset}"
    return _unread(f"{problem.file}{suffix}", problem.message)


def _unread(source: str, message: str) -> CrawlPage:
    return CrawlPage(source, source, UnreadPlace(message), 0)
