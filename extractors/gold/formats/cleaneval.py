"""CleanEval: a text file of gold for each page (Baroni et al., LREC 2008).

The first line may name the address, ``URL: https://...`` or ``<URL> https://...``. Each segment
begins with ``<h>`` (heading), ``<p>`` (paragraph) or ``<l>`` (list item); the marks are not part of
the text, as in the scorer of the competition. Pages are in the same folder, or in ``orig/`` beside
``clean/``, or in ``input/`` or ``finalrun-input/`` beside ``GoldStandard/``. A gold file is named
after its page, ``12.txt`` or ``12-cleaned.txt``.

The competition put its pages into a ``<text id="...">`` element of its own: its start tag at the
beginning and its end tag at the end of the file are removed from the measured page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.locate import find_text
from boilerscope.extractors.gold.page_files import (
    PageFolder,
    file_stem,
    text_files,
    write_new,
    write_page,
)
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import ListedPage, Place
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.decoding import decode
from boilerscope.extractors.page.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.model.gold import Gold

NAME = "cleaneval"
VALID_FORM = (
    "a first line URL: with the address, then segments that each begin with <h>, <p> or"
    " <l>, such as <p>Main content"
)

FOLDERS = (("clean", "orig"), ("GoldStandard", "input"), ("GoldStandard", "finalrun-input"))
"""Folders of gold files, each with the folder of its pages."""

_URL = re.compile(r"\s*(?:URL\s*:|<URL>\s*:?)[ \t]*([^\s<]*)[^\n]*\n?", re.IGNORECASE)
_MARK = re.compile(r"</?[phl]>", re.IGNORECASE)
_OTHER_MARK = re.compile(r"\s*<[!/?]?([A-Za-z][\w-]*)[^<>]*>")
_WRAPPER = re.compile(rb"\A\s*<text\s[^<>]*>\s*|\s*</text>\s*\Z", re.IGNORECASE)
_CLEANED = "-cleaned"


@dataclass(frozen=True, slots=True)
class CleanevalFile:
    """A gold file.

    Attributes
    ----------
    url : str or None
        Address of the page.
    text : str
        The gold text, a line for each line of the file that is not empty.
    """

    url: str | None
    text: str


def parse(text: str, place: str) -> CleanevalFile:
    """Parse a gold file.

    Raises
    ------
    GoldError
        If a line begins with another mark; the message names the line.
    """
    match = _URL.match(text)
    begin = match.end() if match else 0
    first_line = text.count("\n", 0, begin) + 1
    for number, line in enumerate(text[begin:].split("\n"), first_line):
        other_mark = _OTHER_MARK.match(line)
        if other_mark is not None and not _MARK.match(line.lstrip()):
            raise GoldError(
                f"{place}, line {number}: {other_mark[0].strip()} is not a mark of CleanEval."
                f" Expected: {VALID_FORM}"
            )
    lines = (" ".join(line.split()) for line in _MARK.sub("\n", text[begin:]).split("\n"))
    url = match[1] if match else ""
    return CleanevalFile(url or None, "\n".join(filter(None, lines)))


@dataclass(frozen=True, slots=True)
class CleanevalSource:
    """A gold file, read when needed."""

    file: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page, see `TextSource`."""
        parsed = parse(_read(self.file), str(self.file))
        return TextSource(parsed.text, Provenance(NAME, str(self.file))).gold(page)


@dataclass(frozen=True, slots=True)
class CleanevalMarkup(Place):
    """A page of the competition; its address is in the gold file."""

    file: Path
    gold_file: Path

    @property
    def source(self) -> str:
        """The file of the page."""
        return str(self.file)

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page without the ``text`` element of the competition."""
        address = url or parse(_read(self.gold_file), str(self.gold_file)).url
        data = _WRAPPER.sub(b"", read_bytes(self.file))
        return Page.from_bytes(data, name=name, url=address, encoding=encoding)


def gold_files(path: Path) -> list[Path]:
    """Return the gold files of a file or folder, sorted."""
    if path.is_file():
        return [path]
    for gold, _ in FOLDERS:
        if (path / gold).is_dir():
            return list(text_files(path / gold, ".txt"))
    return list(text_files(path, ".txt"))


def page_id_of(gold_file: Path) -> str:
    """Return the identifier of the page of a gold file."""
    return gold_file.stem.removesuffix(_CLEANED)


def page_folder(gold_folder: Path) -> Path:
    """Return the folder of the pages of a folder of gold files."""
    page_folders = (
        gold_folder.parent / pages for gold, pages in FOLDERS if gold == gold_folder.name
    )
    return next((folder for folder in page_folders if folder.is_dir()), gold_folder)


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages that have a gold file.

    Raises
    ------
    GoldError
        If the gold file is missing.
    """
    files = gold_files(path)
    if not files:
        raise GoldError(
            f"{path} has no gold file. Expected: a .txt file for each page, {VALID_FORM}"
        )
    folder = PageFolder(pages or page_folder(files[0].parent))
    set_name = path.name if path.is_dir() else path.parent.name
    for file in files:
        page_id = page_id_of(file)
        markup = CleanevalMarkup(folder.path(page_id), file)
        yield ListedPage(page_id, set_name, markup, CleanevalSource(file))


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with a gold file for each page beside the page as it was fetched."""
    for gold_page in pages:
        stem = file_stem(gold_page.listed.page_id)
        lines = [f"URL: {gold_page.url}"] if gold_page.url else []
        lines += [
            f"<{_mark(gold_page.page, line)}>{line}" for line in filter(None, _lines(gold_page))
        ]
        write_page(gold_page.page, out / f"{stem}.html")
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        write_new(out / f"{stem}.txt", data)


def _lines(gold_page: GoldPage) -> Iterator[str]:
    return (" ".join(line.split()) for line in gold_page.text().split("\n"))


def _mark(page: Page, line: str) -> str:
    """Return the mark of a line, according to the elements around it on the page."""
    ranges = find_text(page, line)
    row = int(page.slots.owner[page.tokens.slot[ranges[0][0]]]) if ranges else -1
    while row >= 0:
        tag = page.elements.tag[row]
        if re.fullmatch("h[1-6]", tag):
            return "h"
        if tag in {"li", "dt", "dd"}:
            return "l"
        row = int(page.elements.parent[row])
    return "p"


def _read(file: Path) -> str:
    return decode(read_bytes(file), name=file.name).text.replace("\r\n", "\n").replace("\r", "\n")
