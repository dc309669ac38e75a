"""Input pages of a batch, listed lazily without reading them.

Inputs are files, folders, globs, JSON lines with markup, WARC files, lists of these, and standard
input. All except standard input may have an address that fsspec supports.
"""

from __future__ import annotations

import glob
import json
import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.model.listed_page import BytesPlace, ListedPage, unread
from boilerscope.extractors.page.files import is_page_name
from boilerscope.extractors.sources.addresses import INPUT_KINDS, read_address
from boilerscope.extractors.sources.corpus import read_path
from boilerscope.extractors.sources.lines import named_lines, without_frame
from boilerscope.extractors.sources.unique_names import UniqueNames
from boilerscope.extractors.sources.warc import SUFFIXES as WARC_SUFFIXES
from boilerscope.extractors.sources.warc import is_warc_name
from boilerscope.extractors.sources.words import STDIN, existing_path, is_address, paths_matching
from boilerscope.extractors.system.storage import AnyFile, StoredFile, is_storage_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


LIST_SUFFIXES = (".txt", ".list")
"""Suffixes of lists, with a file, folder, glob, address or page in JSON on every line."""

_HTTP_SUFFIXES = (*LIST_SUFFIXES, *WARC_SUFFIXES, ".jsonl")


def check_inputs(words: Sequence[str]) -> None:
    """Check that files, folders and globs exist, before a batch runs.

    Raises
    ------
    CorpusError
        If a word does not name a file, folder or match, or names a folder without pages or a file
        that is not a page; the message suggests a fix.
    """
    if words.count(STDIN) > 1:
        raise CorpusError("- is standard input, which can be read only once. Name it once.")
    for word in words:
        if word == STDIN:
            continue
        path = existing_path(word)
        if path is not None:
            _check_path(path)
        elif is_storage_address(word):
            _check_address(word)
        elif not glob.has_magic(word) or not paths_matching(word):
            raise CorpusError(f"{word}: no such file, folder or pattern with matches.")


def _check_path(path: Path) -> None:
    """Raise the error of a folder without pages, or of a file that is not a page."""
    is_known = _is_container(path) or _is_list(path) or is_page_name(path.name)
    if is_known and not path.is_dir():
        return
    first, *others = islice(list_pages([str(path)]), 2)
    if first.is_unread and not others:
        first.located()


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


def list_pages(words: Iterable[str], stdin: Iterable[bytes] = ()) -> Iterator[ListedPage]:
    """Yield the pages of files, folders and globs; an unreadable input is a page that raises.

    A file or folder that is named again is left out, and no two pages have the same identifier.

    Parameters
    ----------
    words : iterable of str
        Inputs that the user named.
    stdin : iterable of bytes
        Lines of standard input, read for the word ``-``.
    """
    return _Listing(stdin).pages(words)


class _Listing:
    """One list of all pages, with the inputs and names that it has so far.

    Parameters
    ----------
    stdin : iterable of bytes
        See `list_pages`.
    """

    def __init__(self, stdin: Iterable[bytes]) -> None:
        self._stdin = stdin
        self._listed: set[str] = set()
        self._names = UniqueNames()

    def pages(self, words: Iterable[str], lists: tuple[str, ...] = ()) -> Iterator[ListedPage]:
        """Yield the pages of inputs; `lists` are the lists that name them, outermost first."""
        for word in words:
            if word == STDIN:
                yield from self._list_lines(self._stdin, STDIN, lists)
            elif is_storage_address(word):
                yield from self._list_address(word, lists)
            elif glob.has_magic(word) and existing_path(word) is None:
                for path in paths_matching(word):
                    yield from self._list_path(path, lists)
            else:
                yield from self._list_path(Path(word), lists)

    def _list_address(self, word: str, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        file = StoredFile(word)
        if not _is_pattern(word):
            yield from self._list_path(file, lists)
            return
        try:
            files = file.matching()
        except OSError as error:
            yield self._unread(word, f"{word} cannot be read: {error.strerror or error}.")
        else:
            for match in files:
                yield from self._list_path(match, lists)

    def _list_path(self, path: AnyFile, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        name = os.path.abspath(path) if isinstance(path, Path) else path.address  # noqa: PTH100 - many times faster than Path.resolve
        if name in lists:
            chain = " > ".join((*lists[lists.index(name) :], name))
            message = f"{path}: the list names itself: {chain}. Remove it from the last list."
            yield self._unread(str(path), message)
            return
        if name in self._listed:
            return
        self._listed.add(name)
        try:
            if _is_list(path) and path.is_file():
                with path.open("rb") as stream:
                    yield from self._list_lines(stream, str(path), (*lists, name))
                return
            n_pages = 0
            for page in self._json_lines(path) if _is_json_lines(path) else self._corpus(path):
                n_pages += 1
                yield page
            if n_pages == 0:
                yield from self._list_containers(path, lists)
        except BoilerscopeError as error:
            yield self._unread(str(path), str(error))
        except OSError as error:
            yield self._unread(str(path), f"{path} cannot be read: {error.strerror or error}.")

    def _json_lines(self, file: AnyFile) -> Iterator[ListedPage]:
        """Yield the pages of a file of JSON lines, parsing few of them.

        A page has no identifier yet, except if it needs a number.
        """
        for place, data, name in named_lines(file):
            unique = self._names.of_page(name) if name else ""
            set_name, _, page_id = unique.partition("/") if unique != name else ("", "", "")
            size = place.length if b"<" in data else None
            yield ListedPage(page_id, set_name, place, size=size)

    def _corpus(self, path: AnyFile) -> Iterator[ListedPage]:
        for item in read_path(path) if isinstance(path, Path) else read_address(path):
            yield self._names.renamed(item)

    def _list_containers(self, path: AnyFile, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        """Yield the pages in the WARC files and JSON lines of a folder without page files."""
        files = _containers(path) if path.is_dir() else []
        for file in files:
            yield from self._list_path(file, lists)
        if not files:
            yield self._unread(str(path), f"{path}: no pages found. Name {INPUT_KINDS}.")

    def _list_lines(
        self, lines: Iterable[bytes], name: str, lists: tuple[str, ...]
    ) -> Iterator[ListedPage]:
        """Yield the pages of a list, with a path, a glob or a page in JSON on every line.

        Blank lines and lines that start with ``#`` are skipped.
        """
        shown = "standard input" if name == STDIN else name
        for number, data in enumerate(lines, 1):
            text = without_frame(data).decode("utf-8", "surrogateescape")
            if text.startswith("{"):
                page = _inline(text, f"{name}#line={number}", number)
                yield self._names.renamed(page)
            elif text and text != STDIN and not text.startswith("#"):
                try:
                    check_inputs([text])
                except CorpusError as error:
                    yield self._unread(text, f"{shown}, line {number}: {error}")
                else:
                    yield from self.pages([text], lists)

    def _unread(self, source: str, message: str) -> ListedPage:
        return self._names.renamed(unread(source, message))


def _is_pattern(word: str) -> bool:
    """Return whether an address is a glob pattern; over http, a question mark starts a query."""
    return glob.has_magic(word) and not is_address(word)


def _is_json_lines(path: AnyFile) -> bool:
    return path.name.endswith(".jsonl") and path.is_file()


def _containers(folder: AnyFile) -> Sequence[AnyFile]:
    if isinstance(folder, Path):
        paths = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
        return sorted(filter(_is_container, paths))
    return [file for file, _ in folder.files() if _is_container(file)]


def _is_container(file: AnyFile) -> bool:
    return is_warc_name(file.name) or file.name.endswith(".jsonl")


def _is_list(file: AnyFile) -> bool:
    return file.name.lower().endswith(LIST_SUFFIXES)


def _inline(text: str, source: str, number: int) -> ListedPage:
    """Return the page in a line of JSON."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        return unread(source, f"{source}: not JSON: {error}.")
    fields = {key: table.get(key) or "" for key in ("html", "id", "url")}
    if not all(isinstance(value, str) for value in fields.values()) or not fields["html"]:
        return unread(source, f'{source}: expected {{"html": "<html>...", "id": "a"}}.')
    html = fields["html"].encode("utf-8", "replace")
    page_id = fields["id"] or fields["url"] or f"line {number}"
    url = fields["url"] or None
    place = BytesPlace(html, source)
    return ListedPage(page_id, "stdin", place, url=url, size=len(html), encoding="utf-8")
