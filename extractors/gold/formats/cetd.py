"""CETD: a folder for each site, with pages and texts (Sun, Song and Liao, SIGIR 2011).

A site has its pages in ``original/``, such as ``12.htm``, and a text for each of them in ``gold/``,
such as ``12.txt``. The set of the paper has the sites arstechnica, BBC, Chaos, nytimes, wiki and
YAHOO!.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.page_files import (
    PageFolder,
    file_stem,
    subfolders,
    text_files,
    write_new,
    write_page,
)
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.decoding import decode
from boilerscope.extractors.page.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page

NAME = "cetd"
PAGES, GOLD = "original", "gold"
VALID_FORM = f"a folder for each site with {PAGES}/12.htm and {GOLD}/12.txt, the main content"


@dataclass(frozen=True, slots=True)
class CetdSource:
    """A gold text in a file, read when needed."""

    file: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page, see `TextSource`."""
        text = decode(read_bytes(self.file), name=self.file.name).text.replace("\r\n", "\n")
        return TextSource(text, Provenance(NAME, str(self.file))).gold(page)


def sites(folder: Path, limit: int | None = None) -> list[Path]:
    """Return the folder if it is a site, else the sites in it, sorted.

    Parameters
    ----------
    limit : int, optional
        Maximum number of folders to examine.
    """
    folders = [folder] if _is_site(folder) else subfolders(folder, limit)
    return [site for site in folders if _is_site(site)]


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages that have a gold text, site by site; a site is a set.

    Raises
    ------
    GoldError
        If there is no site.
    """
    found = sites(path)
    if not found:
        raise GoldError(f"{path} has no site. Expected: {VALID_FORM}")
    for site in found:
        folder = PageFolder(pages or site / PAGES)
        for file in text_files(site / GOLD, ".txt"):
            place = FilePlace(folder.path(file.stem))
            yield ListedPage(file.stem, site.resolve().name, place, CetdSource(file))


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with a site for each set, and the pages as they were fetched."""
    for gold_page in pages:
        site = out / file_stem(gold_page.listed.set_name)
        stem = file_stem(gold_page.listed.page_id)
        write_page(gold_page.page, site / PAGES / f"{stem}.htm")
        write_new(site / GOLD / f"{stem}.txt", gold_page.text().encode("utf-8", "replace"))


def _is_site(folder: Path) -> bool:
    return (folder / PAGES).is_dir() and (folder / GOLD).is_dir()
