"""TECO: pages of 150 sites with classes on their elements (Alarte and Silva, arXiv 1409.6182).

The key page of each site has the class ``TECO_mainContent`` on every element of the main content,
``TECO_notTemplate`` on those that are not of the template, and ``TECO_mainMenu`` on the main menu.
Other pages of the site lie beside it, or in folders; they have no labels and no gold. An element
without a class of TECO inherits the label of the elements around it.

Removed from the measured page:

- the classes that begin with ``TECO_``, and a ``class`` attribute that is empty without them;
- start and end tag of each ``span`` whose only attribute was such a class; its text stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError, PageError
from boilerscope.extractors.gold.labels import (
    LabelledFile,
    TagLabel,
    add_labels,
    is_bare_span,
)
from boilerscope.extractors.gold.page_files import (
    file_stem,
    page_names,
    relative,
    subfolders,
    write_new,
)
from boilerscope.extractors.model.gold import GoldClass
from boilerscope.extractors.model.listed_page import ListedPage
from boilerscope.extractors.page.files import page_stem, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage

NAME = "teco"
VALID_FORM = (
    'pages with elements such as <div class="TECO_mainContent">Main content</div>, or a folder of'
    " such pages or of sites"
)
MARK = b"TECO_mainContent"
TRACE = re.compile(r"\bTECO_\w+")
"""A class of TECO."""

_CLASS = re.compile(r"""\s+class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_MAIN = "TECO_mainContent"
_LEVELS = 3
"""Levels of folders: a category, its sites, and the folders of a site."""


@dataclass(frozen=True, slots=True)
class TecoReader:
    """Reader of the classes of TECO."""

    name: str = NAME

    def read_tag(self, tag: str) -> TagLabel | None:
        """Return the label of a start tag, None if it has no class of TECO."""
        attribute = _CLASS.search(tag) if "TECO_" in tag else None
        if attribute is None:
            return None
        words = next(filter(None, attribute.groups()), "").split()
        kept = [word for word in words if not TRACE.fullmatch(word)]
        if len(kept) == len(words):
            return None
        rest_of_class = f' class="{" ".join(kept)}"' if kept else ""
        rest = tag[: attribute.start()] + rest_of_class + tag[attribute.end() :]
        kind = GoldClass.MAIN if _MAIN in words else None
        return TagLabel(kind, "" if is_bare_span(rest) else rest)


def labelled(path: Path, limit: int | None = None) -> Iterator[Path]:
    """Yield the labelled pages of a folder, of its sites, and of the folders of its sites.

    Parameters
    ----------
    limit : int, optional
        Maximum number of pages to examine, for detection. Without it, a page that cannot be read is
        listed too, and gives its error when it is read.
    """
    for file in islice(_pages_of(path, _LEVELS, limit), limit):
        try:
            if file.is_file() and MARK in read_bytes(file):  # a pipe would be waited for
                yield file
        except PageError:
            if limit is None:
                yield file


def _pages_of(folder: Path, levels: int, limit: int | None) -> Iterator[Path]:
    yield from (folder / name for name in page_names(folder))
    if levels > 1:
        for inner in subfolders(folder, limit):
            yield from _pages_of(inner, levels - 1, limit)


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the labelled pages of a folder, or a single page; no other pages are needed.

    Raises
    ------
    GoldError
        If no page of the folder is labelled.
    """
    del pages
    files = [path] if path.is_file() else list(labelled(path))
    if not files:
        raise GoldError(f"{path} has no page with labels. Expected: {VALID_FORM}")
    for file in files:
        yield _listed(file, path.parent if path.is_file() else path)


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write labelled pages, in UTF-8, into a new folder, those of a site into its folder."""
    for gold_page in pages:
        name = gold_page.listed.name
        text = add_labels(gold_page.page, gold_page.gold, _span, name=name)
        *site, stem = map(file_stem, gold_page.listed.page_id.split("/"))
        write_new(out.joinpath(*site, f"{stem}.html"), text.encode("utf-8"))


def _listed(file: Path, folder: Path) -> ListedPage:
    place = LabelledFile(file, TecoReader())
    parent = relative(file.parent, folder)
    page_id = page_stem(file.name) if parent == "." else f"{parent}/{page_stem(file.name)}"
    return ListedPage(page_id, folder.resolve().name, place, place)


def _span(kind: GoldClass) -> str:
    is_main = kind in {GoldClass.MAIN, GoldClass.TITLE}
    return f'<span class="{_MAIN}">' if is_main else ""
