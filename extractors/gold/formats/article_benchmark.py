"""article-extraction-benchmark: ``ground-truth.json`` beside a folder ``html/`` of packed pages.

The file is an object from the identifier of a page to an object with ``articleBody`` and,
optionally, ``url``. WCXB, which follows it, adds ``title``, ``with`` and ``without``. A page is
``html/<identifier>.html.gz``, in UTF-8. Results of extractors, ``output/*.json``, have the same
form and are read by `boilerscope.extractors.sources.results`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.gold.json_files import read_object
from boilerscope.extractors.gold.page_files import PageFolder, file_stem, write_new, write_page
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance, Snippets
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage

NAME = "article-benchmark"
FILE = "ground-truth.json"
VALID_FORM = (
    "an object from each page to its text, such as"
    ' {"a1b2": {"articleBody": "Main content", "url": "https://example.org/"}}'
)


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of ``ground-truth.json``, or of the folder that has it.

    Raises
    ------
    GoldError
        Names file and line, or file and key.
    """
    file = path / FILE if path.is_dir() else path
    table = read_object(file, VALID_FORM)
    if isinstance(table.table.get("output"), dict) and "version" in table.table:
        raise table.error("the file has results of an extractor, not gold")
    folder = PageFolder(pages or file.parent / "html")
    for page_id in table.table:
        item = table.inner(page_id)
        snippets = Snippets(item.texts("with"), item.texts("without"))
        text = item.text("articleBody")
        yield ListedPage(
            page_id,
            file.resolve().parent.name,
            FilePlace(folder.path(page_id)),
            url=item.optional_text("url"),
            title=item.label("title"),
            gold_source=TextSource(
                text,
                Provenance(NAME, f"{file}, key {page_id!r}"),
                snippets if snippets.required or snippets.forbidden else None,
            ),
        )


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with ``ground-truth.json`` and the pages, in UTF-8 and packed."""
    table: dict[str, dict[str, Any]] = {}
    for gold_page in pages:
        stem = file_stem(gold_page.listed.page_id)
        write_page(gold_page.page, out / f"html/{stem}.html.gz", as_utf8=True)
        item: dict[str, Any] = {"articleBody": gold_page.text()}
        if gold_page.url:
            item["url"] = gold_page.url
        if gold_page.listed.title:
            item["title"] = gold_page.listed.title
        if gold_page.gold.snippets is not None:
            item["with"] = gold_page.gold.snippets.required
            item["without"] = gold_page.gold.snippets.forbidden
        table[gold_page.listed.page_id] = item
    text = json.dumps(table, ensure_ascii=False, indent=4, sort_keys=True) + "\n"
    write_new(out / FILE, text.encode("utf-8", "backslashreplace"))
