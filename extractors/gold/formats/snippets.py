"""Snippets: texts that must and must not be extracted, as in trafilatura's ``evaldata.json``.

The file is an object from the address of a page to an object with ``file``, the lists ``with`` and
``without`` and, optionally, ``comments``. Pages are in ``cache/`` or ``eval/`` beside the file, or
in its folder. A snippet that occurs once on the page marks its words; all other words stay
unmarked.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import read_object
from boilerscope.extractors.gold.page_files import file_stem, write_new, write_page
from boilerscope.extractors.gold.text_gold import SnippetSource
from boilerscope.extractors.model.gold import GoldClass, Provenance, Snippets
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.files import page_stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage

NAME = "snippets"
FILES = ("evaldata.json", "eval-data.json")
VALID_FORM = (
    "an object from each address to its snippets, such as"
    ' {"https://example.org/a": {"file": "a.html", "with": ["Main"], "without": ["Menu"]}}'
)
_FOLDERS = ("cache", "eval")


def snippet_file(folder: Path) -> Path | None:
    """Return the file of snippets of a folder, None if it has none."""
    return next((folder / name for name in FILES if (folder / name).is_file()), None)


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of a file of snippets, or of the folder that has it.

    Raises
    ------
    GoldError
        Names file and line, or file and key.
    """
    file = snippet_file(path) if path.is_dir() else path
    if file is None:
        raise GoldError(f"{path} has no {FILES[0]}. Expected: {VALID_FORM}")
    table = read_object(file, VALID_FORM)
    folders = [pages] if pages else [file.parent / name for name in _FOLDERS]
    for key in table.table:
        item = table.inner(key)
        name = item.text("file")
        files = (folder / name for folder in folders if (folder / name).is_file())
        snippets = Snippets(item.texts("with"), item.texts("without"))
        provenance = Provenance(NAME, f"{file}, key {key!r}")
        yield ListedPage(
            page_stem(name),
            file.resolve().parent.name,
            FilePlace(next(files, (pages or file.parent) / name)),
            url=key if "://" in key else None,
            gold_source=SnippetSource(snippets, item.texts("comments"), provenance),
        )


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with ``evaldata.json``, and the pages as they were fetched in ``eval/``.

    Raises
    ------
    GoldError
        If a page has no snippets.
    """
    table: dict[str, dict[str, Any]] = {}
    for gold_page in pages:
        snippets = gold_page.gold.snippets
        if snippets is None:
            raise GoldError(
                f"{gold_page.listed.name} has no snippets, which the format {NAME} needs."
                " Choose another format."
            )
        name = f"{file_stem(gold_page.listed.page_id)}.html"
        write_page(gold_page.page, out / _FOLDERS[1] / name)
        item: dict[str, Any] = {
            "file": name,
            "with": snippets.required,
            "without": snippets.forbidden,
        }
        comments = gold_page.texts_of(GoldClass.COMMENT)
        if comments:
            item["comments"] = comments
        key = gold_page.url or gold_page.listed.page_id
        if key in table:
            raise GoldError(f"{gold_page.listed.name}: {key} is also the address of another page.")
        table[key] = item
    text = json.dumps(table, ensure_ascii=False, indent=4) + "\n"
    write_new(out / FILES[0], text.encode("utf-8", "backslashreplace"))
