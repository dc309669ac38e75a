"""Corpus: a list of pages that grows while its files and folders are listed."""

from __future__ import annotations

import time
from collections import Counter
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import BoilerscopeError, CorpusError, GoldError
from boilerscope.extractors.gold.formats import corpus as gold_jsonl
from boilerscope.extractors.gold.formats import own, sigir2023
from boilerscope.extractors.model.listed_page import ListedPage, UnreadPlace, unread
from boilerscope.extractors.page.files import is_page_name
from boilerscope.extractors.sources.batch_folder import batch_inputs, is_batch_folder
from boilerscope.extractors.sources.detection import find_format
from boilerscope.extractors.sources.folder import page_of_file, read_folder
from boilerscope.extractors.sources.gold_sets import open_entries
from boilerscope.extractors.sources.lines import read_json_lines
from boilerscope.extractors.sources.unique_names import UniqueNames
from boilerscope.extractors.sources.warc import is_warc_name, read_warc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_REPORT_S = 0.05
"""Interval between progress reports, seconds."""


class Corpus:
    """Pages of files and folders, listed without reading them.

    Parameters
    ----------
    paths : iterable of Path
        Folders of pages, gold standards of any format, JSON lines with markup, WARC files, pages,
        folders of batches.
    skip_errors : bool
        Whether to collect errors in `problems` instead of raising them.

    Attributes
    ----------
    pages : list of ListedPage
        Pages listed so far.
    problems : list of UnreadPlace
        Files, lines and records that could not be listed so far, with the reasons.
    is_read : bool
        Whether all pages are listed.
    """

    def __init__(self, paths: Iterable[Path], *, skip_errors: bool = False) -> None:
        self.paths = tuple(paths)
        self.pages: list[ListedPage] = []
        self.problems: list[UnreadPlace] = []
        self.is_read = False
        self._skip_errors = skip_errors
        self._items = self._list()
        self._counts: dict[str, Counter[Any]] = {}

    def read(self) -> Iterator[int]:
        """List the pages; yield their number regularly and at the end.

        After an interruption, the next call continues.

        Raises
        ------
        CorpusError
            If a part cannot be read and errors are not skipped, or if the corpus has no pages. The
            message names file and line.
        """
        reported_at = time.monotonic()
        for item in self._items:
            if isinstance(item.place, UnreadPlace):
                self._skip(item.place)
            else:
                self.pages.append(item)
            if time.monotonic() - reported_at > _REPORT_S:
                yield len(self.pages)
                reported_at = time.monotonic()
        if not self.pages:
            listed = ", ".join(map(str, self.paths))
            raise CorpusError(f"{listed}: no pages found. Open {_VALID_INPUTS}.")
        for of in ("set_name", "language", "page_type", "has_gold"):
            self._counts[of] = self._count(of)
        self.is_read = True
        yield len(self.pages)

    def read_all(self) -> Corpus:
        """List all pages and return the corpus; raise the errors of `read`."""
        for _ in self.read():
            pass
        return self

    def counts(self, of: str) -> Counter[Any]:
        """Return the number of pages by ``set_name``, ``language`` or ``page_type``.

        The reading thread counts all pages at the end of the reading.
        """
        return self._counts[of] if of in self._counts else self._count(of)

    @property
    def n_gold(self) -> int:
        """Number of pages with gold."""
        return self.counts("has_gold")[True]

    def _count(self, of: str) -> Counter[Any]:
        return Counter(map(attrgetter(of), self.pages))

    def _skip(self, problem: UnreadPlace) -> None:
        if not self._skip_errors:
            raise CorpusError(problem.message)
        self.problems.append(problem)

    def _list(self) -> Iterator[ListedPage]:
        for path in self.paths:
            try:
                yield from read_path(path)
            except BoilerscopeError as error:
                yield unread(str(path), str(error))
            except OSError as error:
                yield unread(str(path), f"{path} cannot be read: {error.strerror or error}.")


_GOLD_SUFFIXES = frozenset({".json", ".txt"})
"""Suffixes of gold standards other than JSON lines and pages."""

_VALID_INPUTS = (
    "a folder of pages, a gold standard such as gold.jsonl, JSON lines with markup, or a WARC file"
)


def is_corpus_name(path: Path) -> bool:
    """Return whether a file or folder is opened as a corpus, rather than as one page."""
    return path.is_dir() or is_warc_name(path.name) or path.suffix in {".jsonl", ".json"}


def read_path(path: Path) -> Iterator[ListedPage]:
    """Return the pages of a file or folder.

    Raises
    ------
    BoilerscopeError
        If it is not part of a corpus, or a part cannot be read.
    OSError
        If it cannot be read.
    """
    if not path.exists():
        raise CorpusError(f"{path}: no such file or folder. Open {_VALID_INPUTS}.")
    if is_batch_folder(path):
        return _read_batch_inputs(path)
    if path.is_dir():
        return _read_gold_folder(path)
    if is_warc_name(path.name):
        return read_warc(path)
    if path.name.endswith(".jsonl"):
        return read_json_lines(path)
    if is_page_name(path.name):
        return iter((page_of_file(path),))
    if path.suffix not in _GOLD_SUFFIXES:
        raise CorpusError(f"{path} is not a file of pages. Open {_VALID_INPUTS}.")
    return open_entries(path)


def _read_batch_inputs(folder: Path) -> Iterator[ListedPage]:
    """Yield the pages in the input files and folders of a batch, named as in its results."""
    names = UniqueNames()
    for name in dict.fromkeys(batch_inputs(folder)):
        path = Path(name)
        if path.exists():
            for item in read_path(path):
                yield item if item.is_unread else names.renamed(item)
        else:
            message = f"{folder}: its input {name} is not a file or folder. Open its pages alone."
            yield unread(str(folder), message)


def _read_gold_folder(folder: Path) -> Iterator[ListedPage]:
    name = _format_of_folder(folder)
    if name == gold_jsonl.NAME:
        for file in gold_jsonl.find_corpora(folder):
            yield from read_json_lines(file)
    elif name == sigir2023.NAME:
        for file in sigir2023.gold_files(folder):
            yield from read_json_lines(file)
    elif name in {"", own.NAME}:
        yield from read_folder(folder)
    else:
        yield from open_entries(folder)


def _format_of_folder(folder: Path) -> str:
    """Return the format of a folder's gold standard, empty for a folder of pages."""
    try:
        return find_format(folder)
    except GoldError:
        return ""
