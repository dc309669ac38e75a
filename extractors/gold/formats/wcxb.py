"""WCXB: a JSON file of gold for each page (Foley, arXiv 2605.21097, 2026).

``ground-truth/<id>.json`` is an object with ``url``, ``_internal.page_type.primary`` and the object
``ground_truth`` with ``main_content``, ``main_content_markdown``, ``title`` and the snippets
``with`` and ``without``. The page is ``html/<id>.html.gz``. The development set and the test set
are two such folders, ``dev`` and ``test``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import Fields, read_object
from boilerscope.extractors.gold.page_files import (
    PageFolder,
    file_stem,
    text_files,
    write_new,
    write_page,
)
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance, Snippets
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page

NAME = "wcxb"
PAGES, GOLD = "html", "ground-truth"
VALID_FORM = (
    f'{GOLD}/0001.json such as {{"url": "https://example.org/", "ground_truth": {{"main_content":'
    f' "Main content"}}}} and {PAGES}/0001.html.gz'
)
_SPLITS = ("dev", "test")


@dataclass(frozen=True, slots=True)
class WcxbSource:
    """A gold file, read when needed."""

    file: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page, see `TextSource`; with its Markdown, if the file has it."""
        truth = read_object(self.file, VALID_FORM).inner("ground_truth")
        snippets = Snippets(truth.texts("with"), truth.texts("without"))
        source = TextSource(
            truth.text("main_content"),
            Provenance(NAME, str(self.file)),
            snippets if snippets.required or snippets.forbidden else None,
        )
        return replace(source.gold(page), markdown=truth.optional_text("main_content_markdown"))


def splits(path: Path) -> list[Path]:
    """Return the folder if it has gold files, else its development set and test set."""
    folders = [path, *(path / split for split in _SPLITS)]
    found = [folder for folder in folders if _is_split(folder)]
    return found[:1] if _is_split(path) else found


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of a set, or of both sets.

    Raises
    ------
    GoldError
        If there is no set, or a file cannot be read; the message names it.
    """
    found = splits(path)
    if not found:
        raise GoldError(f"{path} has no {GOLD}/<id>.json. Expected: {VALID_FORM}")
    for split in found:
        folder = PageFolder(pages or split / PAGES)
        for file in text_files(split / GOLD, ".json"):
            fields = read_object(file, VALID_FORM)
            yield ListedPage(
                file.stem,
                split.resolve().name,
                FilePlace(folder.path(file.stem)),
                WcxbSource(file),
                page_type=_page_type(fields),
                url=fields.optional_text("url"),
                title=fields.inner("ground_truth").label("title"),
            )


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with a gold file for each page, and the pages in UTF-8 and packed."""
    for gold_page in pages:
        listed, gold = gold_page.listed, gold_page.gold
        stem = file_stem(listed.page_id)
        write_page(gold_page.page, out / PAGES / f"{stem}.html.gz", as_utf8=True)
        truth: dict[str, Any] = {"title": listed.title or None, "main_content": gold_page.text()}
        if gold.markdown is not None:
            truth["main_content_markdown"] = gold.markdown
        if gold.snippets is not None:
            truth |= {"with": gold.snippets.required, "without": gold.snippets.forbidden}
        table: dict[str, Any] = {
            "schema_version": "2.0",
            "url": gold_page.url,
            "file_id": listed.page_id,
            "_internal": {"page_type": {"primary": listed.page_type}},
            "ground_truth": truth,
        }
        text = json.dumps(table, ensure_ascii=False, indent=2) + "\n"
        write_new(out / GOLD / f"{stem}.json", text.encode("utf-8", "backslashreplace"))


def _is_split(folder: Path) -> bool:
    return any(True for _ in (folder / GOLD).glob("*.json"))


def _page_type(fields: Fields) -> str:
    internal = fields.table.get("_internal")
    kind = internal.get("page_type") if isinstance(internal, dict) else None
    primary = kind.get("primary") if isinstance(kind, dict) else None
    return primary if isinstance(primary, str) else ""
