"""What the words of a user mean: pages that are listed one by one and not read yet.

Words are files, folders, globs, JSON lines, WARC files, gold standards, folders of results, lists
of these, standard input, and addresses. Every command lists its pages here, and the window too.
"""

from __future__ import annotations

import glob
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.gold.json_files import SUFFIXES as LINE_SUFFIXES
from boilerscope.extractors.gold.json_files import is_json_lines_name
from boilerscope.extractors.model.listed_page import (
    BytesPlace,
    FilePlace,
    ListedPage,
    UnreadPlace,
    unread,
)
from boilerscope.extractors.page.binary import kind_of_file, start_of_text
from boilerscope.extractors.page.files import is_page_name
from boilerscope.extractors.page.parsing import MAX_BYTES
from boilerscope.extractors.sources import refusals
from boilerscope.extractors.sources.addresses import AddressPlace
from boilerscope.extractors.sources.marks import with_marks_beside
from boilerscope.extractors.sources.names import Naming, PageNames, address_id
from boilerscope.extractors.sources.warc import SUFFIXES as WARC_SUFFIXES
from boilerscope.extractors.sources.words import (
    STDIN,
    existing_path,
    fixed_part,
    is_address,
    is_stream,
    paths_matching,
)
from boilerscope.extractors.system.interrupts import interruptible
from boilerscope.extractors.system.late import late_call, late_calls
from boilerscope.extractors.system.storage import AnyFile, StoredFile, is_storage_address
from boilerscope.extractors.system.text_lines import lines_of
from boilerscope.extractors.system.unpacking import PACKED_SUFFIXES, open_unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from boilerscope.extractors.sources.batch_folder import batch_inputs, is_batch_folder
    from boilerscope.extractors.sources.folder import is_stored_page, page_of_file, read_folder
    from boilerscope.extractors.sources.gold_sets import is_gold_text, open_set, read_gold_folder
    from boilerscope.extractors.sources.left_out import LeftOut, Tell
    from boilerscope.extractors.sources.lines import named_lines, read_json_lines, without_frame
    from boilerscope.extractors.sources.warc import is_warc_name, read_warc
else:
    is_gold_text, open_set, read_gold_folder = late_calls(
        "boilerscope.extractors.sources.gold_sets", "is_gold_text", "open_set", "read_gold_folder"
    )
    is_warc_name, read_warc = late_calls(
        "boilerscope.extractors.sources.warc", "is_warc_name", "read_warc"
    )
    is_stored_page, page_of_file, read_folder = late_calls(
        "boilerscope.extractors.sources.folder", "is_stored_page", "page_of_file", "read_folder"
    )
    LeftOut = late_call("boilerscope.extractors.sources.left_out", "LeftOut")
    named_lines, read_json_lines, without_frame = late_calls(
        "boilerscope.extractors.sources.lines", "named_lines", "read_json_lines", "without_frame"
    )
    batch_inputs, is_batch_folder = late_calls(
        "boilerscope.extractors.sources.batch_folder", "batch_inputs", "is_batch_folder"
    )

LIST_SUFFIXES = (".txt", ".list")
"""Suffixes of lists, with a file, folder, glob, address or page in JSON on every line."""

CORPUS_SUFFIXES = (
    *LIST_SUFFIXES,
    ".json",
    *WARC_SUFFIXES,
    *(f"{suffix}{packed}" for suffix in LINE_SUFFIXES for packed in ("", *PACKED_SUFFIXES)),
)
"""Suffixes of files of many pages."""

_HEAD = 2**12
"""Bytes of a file of unknown kind that are looked at."""

_MARKUP = re.compile(rb'"html"\s*:\s*"(?:\s|\\[nrt])*<')
"""A page in a line of JSON, as against the name of its file."""
_TAG = re.compile(rb"<(?:!doctype|!--|/?[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ListOptions:
    """What a command wants of its pages.

    Attributes
    ----------
    naming : Naming
        How pages are called.
    refuse : bool
        Whether the first input that cannot be listed is an error; else it is a page that raises the
        reason when it is read.
    web : bool
        Whether pages at web addresses are listed, to be fetched when they are read.
    lazy_lines : bool
        Whether lines of JSON stay unparsed; `ListedPage.identified` then gives the names.
    stdin_is_page : bool
        Whether standard input is one page, instead of a list.
    gold_format : str or None
        Format in which files and folders are read; None to detect what each is.
    page_folder : Path or None
        Folder of the pages of a gold standard, if it is not the folder that its format prescribes.
    """

    naming: Naming = Naming.GIVEN
    refuse: bool = True
    web: bool = False
    lazy_lines: bool = False
    stdin_is_page: bool = False
    gold_format: str | None = None
    page_folder: Path | None = None


ALL_PAGES = ListOptions()
BATCH = ListOptions(Naming.UNIQUE, refuse=False, lazy_lines=True)
EACH_PAGE = ListOptions(Naming.PATH, refuse=False, web=True, stdin_is_page=True)
"""Options of corpora and gold standards, of batches, and of single results for each page."""


def list_pages(
    words: Iterable[str],
    options: ListOptions = ALL_PAGES,
    stdin: Iterable[bytes] = (),
    tell: Tell | None = None,
) -> Iterator[ListedPage]:
    """Return the pages that words name, listed lazily and in order.

    A file or folder that is named again is left out.

    Parameters
    ----------
    words : iterable of str
        Inputs that the user named.
    stdin : iterable of bytes
        Lines of standard input, or parts of a page, read for the word ``-``.
    tell : function, optional
        Called with what was left out of a file without being an error.

    Raises
    ------
    CorpusError
        If an input cannot be listed and `options` refuse that; the message names the input and what
        would be right.
    """
    pages = _Listing(options, stdin, tell).pages(words)
    return _refusing(pages) if options.refuse else pages


def _refusing(pages: Iterator[ListedPage]) -> Iterator[ListedPage]:
    """Yield pages; raise the reason of the first input that could not be listed.

    A part of a folder that could not be listed is a page that raises its reason when it is read.
    """
    for page in pages:
        if isinstance(page.place, UnreadPlace) and not page.place.is_part:
            page.located()
        yield page


def pages_with_gold(
    words: Sequence[str],
    options: ListOptions = ALL_PAGES,
    stdin: Iterable[bytes] = (),
    tell: Tell | None = None,
) -> list[ListedPage]:
    """Return the pages that have gold, with what marks beside them say of them.

    A part of a folder that could not be listed is among them, and raises its reason when it is
    read.

    Raises
    ------
    CorpusError
        See `list_pages`; also if no page has gold.
    """
    listed = list_pages(words, options, stdin, tell)
    wanted = (page for page in listed if page.has_gold or page.is_unread)
    pages = with_marks_beside(wanted)
    if not any(page.has_gold for page in pages):
        for page in pages:
            page.located()  # raises the reason
        raise refusals.no_gold(words)
    return pages


def check_inputs(words: Sequence[str], options: ListOptions = BATCH) -> None:
    """Check that each word names an input, before anything runs.

    Raises
    ------
    BoilerscopeError
        If a word does not name a file, folder or match, or names a folder without pages or a file
        that is not a page; the message says what would be right.
    """
    if words.count(STDIN) > 1:
        raise refusals.named_twice()
    for word in words:
        if word != STDIN:
            _check_word(word, options)


def is_corpus_name(path: Path) -> bool:
    """Return whether a file or folder is opened as a corpus, rather than as one page."""
    is_set = path.suffix.lower() == ".json" or is_gold_text(path)
    return path.is_dir() or is_set or _is_container(path) or _is_list(path)


def _check_word(word: str, options: ListOptions) -> None:
    path = existing_path(word)
    if path is not None and is_stream(path):
        return  # looking at it would take its bytes
    if path is not None:
        is_known = _is_container(path) or _is_list(path) or is_page_name(path.name)
        if not is_known or path.is_dir():
            _check_pages(word, options)
    elif _is_web_page(word):
        if not options.web:
            raise refusals.web_page(word)
        address_id(word)
    elif is_storage_address(word):
        _check_address(word)
    elif not glob.has_magic(word) or not paths_matching(word):
        raise refusals.no_input(word)


def _check_pages(word: str, options: ListOptions) -> None:
    """Raise the error of a folder without pages, or of a file that is not a page."""
    listing = _Listing(replace(options, naming=Naming.GIVEN), ())
    first, *others = islice(listing.pages([word]), 2)
    if first.is_unread and not others:
        first.located()


def _check_address(word: str) -> None:
    file = StoredFile(word)
    try:
        exists = bool(file.matching()) if _is_pattern(word) else file.is_file() or file.is_dir()
    except OSError as error:
        raise refusals.not_readable(word, error) from error
    if not exists:
        raise refusals.no_input(word)


class _Listing:
    """One list of all pages, with the inputs and names that it has so far.

    `batches` are the batches whose inputs are being listed.
    """

    def __init__(
        self,
        options: ListOptions,
        stdin: Iterable[bytes],
        tell: Tell | None = None,
        batches: frozenset[str] = frozenset(),
    ) -> None:
        self._options, self._stdin, self._tell = options, stdin, tell
        self._batches = batches
        self._listed: set[str] = set()
        self._files: set[tuple[int, bool]] | None = None
        self._names = PageNames(options.naming)

    def pages(self, words: Iterable[str], lists: tuple[str, ...] = ()) -> Iterator[ListedPage]:
        """Yield the pages of inputs; `lists` are the lists that name them, outermost first."""
        if self._files is None and not (isinstance(words, tuple | list) and len(words) == 1):
            self._files = set()  # one input does not have a file twice
        for word in words:
            try:
                yield from self._of_word(word, lists)
            except BoilerscopeError as error:
                yield self._unread(word, error)

    def _of_word(self, word: str, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        path = existing_path(word)
        if word == STDIN:
            yield from self._of_stdin(lists)
        elif path is not None:
            yield from self._of_path(path, lists, path if path.is_dir() else path.parent)
        elif _is_web_page(word):
            if not self._options.web:
                raise refusals.web_page(word)
            yield self._names.named(ListedPage(word, "", AddressPlace(word), url=word))
        elif is_storage_address(word):
            yield from self._of_address(word, lists)
        else:
            paths = paths_matching(word) if glob.has_magic(word) else []
            if not paths:
                raise refusals.no_input(word)
            for match in paths:
                yield from self._of_path(match, lists, fixed_part(word))

    def _of_stdin(self, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        if STDIN in self._listed:
            raise refusals.named_twice()
        self._listed.add(STDIN)
        if not self._options.stdin_is_page:
            yield from self._of_lines(self._stdin, STDIN, lists)
            return
        data = b"".join(self._stdin)
        yield self._names.named(ListedPage("stdin", "", BytesPlace(data, STDIN), size=len(data)))

    def _of_address(self, word: str, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        file = StoredFile(word)
        try:
            files = file.matching() if _is_pattern(word) else [file]
        except OSError as error:
            raise refusals.not_readable(word, error) from error
        for match in files:
            yield from self._of_path(match, lists, Path())

    def _of_path(self, path: AnyFile, lists: tuple[str, ...], base: Path) -> Iterator[ListedPage]:
        """Yield the pages of a file or folder; paths of pages are counted from `base`."""
        name = _key(path)
        if name in lists:
            chain = " > ".join((*lists[lists.index(name) :], name))
            message = f"{path}: the list names itself: {chain}. Remove it from the last list."
            yield self._unread(str(path), CorpusError(message))
            return
        if name in self._listed:
            return
        self._listed.add(name)
        try:
            if isinstance(path, Path) and is_stream(path):
                yield from self._of_stream(path, lists)
                return
            if _is_list(path):
                with path.open("rb") as stream:
                    yield from self._of_lines(stream, str(path), (*lists, name))
                return
            has_pages = False
            for page in self._named(path, base):
                has_pages = True
                if page is not None:
                    yield page
            if not has_pages:
                yield from self._containers(path, lists, base)
            else:
                self._tell_archives(path)
        except BoilerscopeError as error:
            yield self._unread(str(path), error)
        except OSError as error:
            yield self._unread(str(path), refusals.not_readable(path, error))

    def _of_stream(self, path: Path, lists: tuple[str, ...]) -> Iterator[ListedPage]:
        """Yield the page of a pipe or descriptor, or the pages of its lines of JSON.

        It is read here: another process may not have it, and it can be read only once.
        """
        with interruptible(), path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if start_of_text(data[:_HEAD]).startswith(b"{"):
            yield from self._of_lines(BytesIO(data), str(path), lists)
            return
        place = BytesPlace(data, str(path))
        yield self._names.named(ListedPage(path.name, "", place, size=len(data)))

    def _named(self, path: AnyFile, base: Path) -> Iterator[ListedPage | None]:
        """Yield the pages of a file or folder under their names, None for one listed before."""
        if self._options.lazy_lines and is_json_lines_name(path.name) and path.is_file():
            return self._lazy_lines(path)
        return (
            None if self._is_again(page) else self._names.named(page, base)
            for page in self._read(path)
        )

    def _is_again(self, page: ListedPage) -> bool:
        """Return whether the file of a page is listed already, and with its gold if it has some."""
        place = page.place
        if self._files is None or not isinstance(place, FilePlace):
            return False
        file = place.file
        name = hash(os.path.abspath(file) if isinstance(file, Path) else file.address)  # noqa: PTH100 - see above
        if (name, True) in self._files or (name, page.has_gold) in self._files:
            return True
        self._files.add((name, page.has_gold))
        return False

    def _lazy_lines(self, file: AnyFile) -> Iterator[ListedPage]:
        """Yield the pages of a file of JSON lines, parsing few of them.

        A page has no identifier yet, except if it needs a number.
        """
        for place, data, name in named_lines(file):
            unique = self._names.unique(name) if name else ""
            set_name, _, page_id = unique.partition("/") if unique != name else ("", "", "")
            size = place.length if b"<" in data else None
            yield ListedPage(page_id, set_name, place, size=size)

    def _read(self, path: AnyFile) -> Iterator[ListedPage]:
        """Return the pages of a file or folder under the names that it gives them."""
        options = self._options
        if isinstance(path, Path) and (options.gold_format or options.page_folder):
            return open_set(path, options.gold_format, options.page_folder)
        if is_warc_name(path.name):
            return read_warc(path, self._tell)
        if is_json_lines_name(path.name) and path.is_file():
            return read_json_lines(path)
        return self._read_local(path) if isinstance(path, Path) else _read_stored(path)

    def _read_local(self, path: Path) -> Iterator[ListedPage]:
        if path.is_dir():
            # a batch that is among its own inputs is also a folder of pages
            is_batch = is_batch_folder(path) and _key(path) not in self._batches
            return self._batch_inputs(path) if is_batch else read_gold_folder(path)
        if not is_page_name(path.name):
            if path.suffix.lower() == ".json" or is_gold_text(path):
                return open_set(path)
            if not _has_markup(path):
                raise refusals.not_pages(path)
        return iter((page_of_file(path),))

    def _batch_inputs(self, folder: Path) -> Iterator[ListedPage]:
        """Yield the pages in the inputs of a batch, named as in its results."""
        options = replace(self._options, naming=Naming.UNIQUE, lazy_lines=False)
        listing = _Listing(options, (), self._tell, self._batches | {_key(folder)})
        for name in dict.fromkeys(batch_inputs(folder)):
            is_path = not (is_storage_address(name) or glob.has_magic(name))
            if name == STDIN or (is_path and existing_path(name) is None):
                reason = f"its input {name} is not a file or folder. Name its pages alone."
                yield unread(str(folder), f"{folder}: {reason}")
            else:
                yield from listing.pages([name])

    def _tell_archives(self, folder: AnyFile) -> None:
        """Tell which files of many pages a folder with page files has: only these are read."""
        if self._tell is None or not isinstance(folder, Path):
            return
        if not folder.is_dir() or is_batch_folder(folder):
            return
        others = (file for file in _containers_in(folder) if _key(file) not in self._listed)
        names = Counter((kind, file.name) for file in others if (kind := _kind_of_pages(file)))
        if names:
            why = "because a folder with page files is read without others; name them too"
            self._tell(LeftOut(str(folder), names, "file", why))

    def _containers(
        self, path: AnyFile, lists: tuple[str, ...], base: Path
    ) -> Iterator[ListedPage]:
        """Yield the pages in the WARC files and JSON lines of a folder without page files."""
        files = _containers_in(path) if path.is_dir() else []
        for file in files:
            yield from self._of_path(file, lists, base)
        if not files:
            yield self._unread(str(path), refusals.no_pages(path))

    def _of_lines(
        self, lines: Iterable[bytes], name: str, lists: tuple[str, ...]
    ) -> Iterator[ListedPage]:
        """Yield the pages of a list, with an input or a page in JSON on every line.

        Blank lines and lines that start with ``#`` are skipped.
        """
        shown = "standard input" if name == STDIN else name
        for number, (_, data) in enumerate(lines_of(lines), 1):
            if number == 1 and (kind := kind_of_file(data)):
                raise CorpusError(f"{shown} is {kind}, not a list of inputs.")
            text = without_frame(data).decode("utf-8", "surrogateescape")
            if text.startswith("{"):
                yield self._names.named(_inline(text, f"{name}#line={number}", number))
            elif text and text != STDIN and not text.startswith("#"):
                try:
                    _check_word(text, self._options)
                except BoilerscopeError as error:
                    message = f"{shown}, line {number}: {error}"
                    yield self._unread(text, CorpusError(message))
                else:
                    yield from self.pages([text], lists)

    def _unread(self, source: str, error: BoilerscopeError) -> ListedPage:
        return self._names.named(unread(source, str(error)))


def _read_stored(file: StoredFile) -> Iterator[ListedPage]:
    """Return the pages of a file or folder at an address."""
    if file.is_dir():
        return read_folder(file)
    if not file.is_file():
        raise refusals.no_input(str(file))
    if not is_stored_page(file.name) and not _has_markup(file):
        raise refusals.not_pages(file)
    return iter((page_of_file(file),))


def _is_web_page(word: str) -> bool:
    """Return whether a word is the address of a page rather than of a file of many pages."""
    return is_address(word) and not (
        _is_container(StoredFile(word)) or StoredFile(word).name.lower().endswith(LIST_SUFFIXES)
    )


def _is_pattern(word: str) -> bool:
    """Return whether an address is a glob pattern; over http, a question mark starts a query."""
    return glob.has_magic(word) and not is_address(word)


def _key(path: AnyFile) -> str:
    """Return what identifies a file or folder among those that were listed."""
    return os.path.abspath(path) if isinstance(path, Path) else path.address  # noqa: PTH100 - many times faster than Path.resolve


def _containers_in(folder: AnyFile) -> Sequence[AnyFile]:
    if isinstance(folder, Path):
        paths = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
        return sorted(filter(_is_container, paths))
    return [file for file, _ in folder.files() if _is_container(file)]


def _is_container(file: AnyFile) -> bool:
    return is_warc_name(file.name) or is_json_lines_name(file.name)


def _kind_of_pages(file: AnyFile) -> str:
    """Return the kind of a file of many pages; empty for gold and results without pages."""
    if is_warc_name(file.name):
        return "WARC"
    return "JSON lines" if _MARKUP.search(_head(file)) else ""


def _is_list(file: AnyFile) -> bool:
    """Return whether a file is a list, by its name and, for a text, by what it is not."""
    if not file.name.lower().endswith(LIST_SUFFIXES) or not file.is_file():
        return False
    return not isinstance(file, Path) or not (is_gold_text(file) or _looks_like_page(file))


def _looks_like_page(file: AnyFile) -> bool:
    """Return whether a file with the name of a list begins as a page does."""
    return _head(file).startswith(b"<")


def _has_markup(file: AnyFile) -> bool:
    """Return whether a file whose name says nothing has a tag near its beginning.

    Text may come before the first tag. JSON with markup in it is not a page.
    """
    head = _head(file)
    return not head.startswith((b"{", b"[", b"%PDF")) and _TAG.search(head) is not None


def _head(file: AnyFile) -> bytes:
    """Return the first bytes of a file, unpacked, without marks of an encoding and white space."""
    try:
        with open_unpacked(file) as stream:
            head = stream.read(_HEAD)
    except OSError:
        return b""
    return start_of_text(head)


def _inline(text: str, source: str, number: int) -> ListedPage:
    """Return the page in a line of JSON."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        return unread(source, f"{source}: not JSON: {error}.")
    fields = {key: table.get(key) or "" for key in ("html", "id", "url")}
    if isinstance(fields["id"], int):
        fields["id"] = str(fields["id"])
    if not all(isinstance(value, str) for value in fields.values()) or not fields["html"]:
        return unread(source, f'{source}: expected {{"html": "<html>...", "id": "a"}}.')
    html = fields["html"].encode("utf-8", "replace")
    page_id = fields["id"] or fields["url"] or f"line {number}"
    url = fields["url"] or None
    place = BytesPlace(html, source)
    return ListedPage(page_id, "stdin", place, url=url, size=len(html), encoding="utf-8")
