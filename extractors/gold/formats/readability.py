"""Test pages of Readability.js: folders with ``source.html`` and ``expected.html``.

The text of ``expected.html`` is the gold text, a line for each block-level text. It is the output
of Readability.js that its maintainers accept, so this gold favours algorithms like it. The
``title`` of ``expected-metadata.json`` is the title, which Readability.js keeps apart from the
text. A page without ``expected.html`` has no gold.
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import read_object
from boilerscope.extractors.gold.page_files import file_stem, write_new, write_page
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import GoldClass, Provenance
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_bytes
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.page.segments import breaks_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.model.gold import Gold

NAME = "readability"
SOURCE, EXPECTED, METADATA = "source.html", "expected.html", "expected-metadata.json"
VALID_FORM = (
    f"a folder for each page, with {SOURCE}, {EXPECTED} and, optionally, {METADATA} such as"
    ' {"title": "A title"}'
)


@dataclass(frozen=True, slots=True)
class ReadabilitySource:
    """The expected result of one test page, read when needed."""

    folder: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page, see `TextSource`."""
        expected = Page.from_bytes(read_bytes(self.folder / EXPECTED), name=EXPECTED)
        metadata = self.folder / METADATA
        title = ""
        if metadata.is_file():
            title = read_object(metadata, VALID_FORM).label("title")
        provenance = Provenance(NAME, str(self.folder / EXPECTED))
        return TextSource(_text_of(expected), provenance, title=title).gold(page)


def page_folders(path: Path) -> list[Path]:
    """Return the folders of test pages: `path`, or the folders in it or its ``test-pages``."""
    if path.is_file():
        return [path.parent] if path.name == SOURCE else []
    if (path / SOURCE).is_file():
        return [path]
    for folder in (path, path / "test-pages", path / "test" / "test-pages"):
        folders = sorted(file.parent for file in folder.glob(f"*/{SOURCE}"))
        if folders:
            return folders
    return []


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the test pages of a folder.

    Raises
    ------
    GoldError
        If there is none.
    """
    del pages
    folders = page_folders(path)
    if not folders:
        raise GoldError(f"{path} has no test page. Expected: {VALID_FORM}")
    for folder in folders:
        has_gold = (folder / EXPECTED).is_file()
        source = ReadabilitySource(folder) if has_gold else None
        set_name = folder.resolve().parent.name
        place = FilePlace(folder / SOURCE)
        yield ListedPage(folder.resolve().name, set_name, place, source)


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with a folder for each page, in UTF-8."""
    for gold_page in pages:
        folder = out / file_stem(gold_page.listed.page_id)
        write_page(gold_page.page, folder / SOURCE, as_utf8=True)
        lines = filter(None, (" ".join(line.split()) for line in _main_text(gold_page).split("\n")))
        body = "".join(f"<p>{html.escape(line, quote=False)}</p>\n" for line in lines)
        expected = f'<div id="readability-page-1" class="page">\n{body}</div>\n'
        write_new(folder / EXPECTED, expected.encode("utf-8", "xmlcharrefreplace"))
        is_title = gold_page.gold.classes == GoldClass.TITLE
        title = " ".join(kept_text(gold_page.page, is_title).split())
        if title:
            table = json.dumps({"title": title}, ensure_ascii=False, indent=2) + "\n"
            write_new(folder / METADATA, table.encode("utf-8", "backslashreplace"))


def _main_text(gold_page: GoldPage) -> str:
    """Return the gold text without the title."""
    if gold_page.gold.text is not None:
        return gold_page.gold.text
    return kept_text(gold_page.page, np.asarray(gold_page.gold.classes == GoldClass.MAIN))


def _text_of(expected: Page) -> str:
    """Return the text of a page, a line for each block-level text."""
    slots = expected.slots
    if not len(slots):
        return ""
    bounds = run_bounds(np.diff(breaks_before(expected)) != 0, len(slots))
    starts, ends = slots.start[bounds[:-1]].tolist(), slots.end[bounds[1:] - 1].tolist()
    lines = (expected.text[start:end] for start, end in zip(starts, ends, strict=True))
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
