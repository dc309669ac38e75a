"""Pages from whatever names them: a path, an address, markup, bytes, an open file."""

from __future__ import annotations

import difflib
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO, TypeAlias

from boilerscope.extractors.errors import PageError, UnknownNameError
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.files import read_page, unpack
from boilerscope.extractors.page.page import Page
from boilerscope.extractors.sources.listing import is_corpus_name, list_pages
from boilerscope.extractors.sources.words import existing_path, is_address
from boilerscope.resources.loader import Sample, samples

Source: TypeAlias = str | bytes | os.PathLike[str] | IO[bytes] | IO[str]
"""Anything that `read` takes."""

SAMPLE = "sample:"
"""Beginning of the name of a built-in page."""
_MAX_FILES = 10_000
"""Maximum number of files in a folder among which the nearest name is searched."""


def read(
    source: Source, *, url: str | None = None, name: str = "", encoding: str | None = None
) -> Page:
    """Read a page.

    Parameters
    ----------
    source : str, path, bytes or open file
        A path, an address that begins with ``http://`` or ``https://``, markup (a text with a
        ``<`` that is not the path of a file), a built-in page such as ``sample:news-en``, bytes as
        a server sends them (packed by gzip or LZ4 or not), or a file that is open for reading.
    url : str, optional
        Address of the page, for markup, bytes and open files: links are relative to it.
    name : str, optional
        Name in messages and pictures; by default the name of the file, or the address.
    encoding : str, optional
        Encoding of the bytes; detected by default.

    Returns
    -------
    Page
        The page, parsed: ``page.text``, ``page.title``, ``page.n_tokens``. It never changes, and
        all extractors share it, so read a page once and extract from it often.

    Raises
    ------
    UnknownNameError
        If there is no such file, sample or encoding; the message gives the nearest name.
    PageError
        If the source cannot be read, is too large, or is not text.

    Examples
    --------
    >>> import boilerscope
    >>> boilerscope.read("<title>Lake</title><p>Water is rising.")
    <Page 'markup': 5 elements, 4 tokens>
    """
    if isinstance(source, bytes):
        data = unpack(source, name=name or "bytes")
        return Page.from_bytes(data, name=name or url or "bytes", url=url, encoding=encoding)
    if isinstance(source, str):
        return _of_text(source, url, name, encoding)
    if isinstance(source, os.PathLike):
        return _of_path(Path(source), encoding)
    content = source.read()
    name = name or Path(str(getattr(source, "name", "open file"))).name
    if isinstance(content, str):
        return Page.from_text(content, name=name, url=url)
    return read(content, url=url, name=name, encoding=encoding)


def _of_text(text: str, url: str | None, name: str, encoding: str | None) -> Page:
    if is_address(text):
        return Page.from_url(text, encoding=encoding)
    if text.startswith(SAMPLE):
        return _of_path(_sample(text).path, encoding)
    if not text:
        raise PageError("An empty text names no page. Name a file or an address, or pass markup.")
    path = existing_path(text)
    if path is None and "<" in text:
        return Page.from_text(text, name=name or url or "markup", url=url)
    return _of_path(Path(text), encoding)


def listed_sample(word: str) -> ListedPage:
    """Return a built-in page with its gold, both still unread.

    Raises
    ------
    UnknownNameError
        If there is no such page; the message gives the nearest name.
    """
    sample = _sample(word)
    text = sample.gold_path.read_text(encoding="utf-8")
    gold = TextSource(text, Provenance("text", sample.gold_path.name))
    place = FilePlace(sample.path)
    return ListedPage(sample.identifier, "samples", place, gold, sample.language)


def _sample(word: str) -> Sample:
    name, by_name = word.removeprefix(SAMPLE), {sample.identifier: sample for sample in samples()}
    if name not in by_name:
        raise UnknownNameError("sample", name, by_name)
    return by_name[name]


def _of_path(path: Path, encoding: str | None) -> Page:
    path = path.expanduser()
    if existing_path(str(path)) is None:
        raise UnknownNameError("file", path.name, _names_beside(path), place=str(path.parent))
    if is_corpus_name(path):
        return _only_page(path, encoding)
    return read_page(path, encoding=encoding)


def _only_page(path: Path, encoding: str | None) -> Page:
    """Return the page of a folder, a WARC file or JSON lines that has only one."""
    first, *others = islice(list_pages([str(path)]), 2)
    if others:
        raise PageError(f"{str(path)!r} has many pages. Name one page; score takes all of them.")
    page = first.located()
    return (replace(page, encoding=encoding) if encoding else page).page()


def _names_beside(path: Path) -> list[str]:
    """Return the names of files that a user may have meant; their suffixes alone do not count."""
    try:
        with os.scandir(path.parent) as entries:
            by_stem = {Path(entry.name).stem: entry.name for entry in islice(entries, _MAX_FILES)}
    except (OSError, ValueError):
        return []
    return [by_stem[stem] for stem in difflib.get_close_matches(path.stem, by_stem, n=1)]
