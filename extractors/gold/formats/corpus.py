"""Folders with a ``gold.jsonl`` beside their pages, such as magic-html and WCXB samples.

Each line of ``gold.jsonl`` is an object with ``id``, ``html`` and ``text``, which is null if the
page has no gold. ``html`` is a path from the folder of ``gold.jsonl``, ``.html`` or ``.html.gz``,
or the markup itself. Optional keys are ``encoding``, ``lang``, ``url``, ``title``, ``page_type``,
``gold_by``, and the snippets ``with`` and ``without``. Other keys are ignored.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import LineMarkup, read_lines
from boilerscope.extractors.gold.page_files import file_stem, write_new, write_page
from boilerscope.extractors.gold.text_gold import LineSource
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.gold.json_files import Fields, Line
    from boilerscope.extractors.system.storage import AnyFile

NAME = "corpus"
FILE = "gold.jsonl"
VALID_FORM = (
    "lines that are objects with the texts id and html, and text, which may be null, such as"
    ' {"id": "a", "html": "html/a.html", "text": "Main content"}'
)


def find_corpora(folder: Path) -> list[Path]:
    """Return the ``gold.jsonl`` files in a folder or one level below, sorted.

    Raises
    ------
    GoldError
        If there is none.
    """
    files = [folder / FILE] if (folder / FILE).is_file() else []
    files += sorted(folder.glob(f"*/{FILE}"))
    if not files:
        raise GoldError(f"{folder} has no {FILE}, nor has a folder in it. Expected: {VALID_FORM}")
    return files


def digest(folders: Iterable[Path]) -> str:
    """Return a SHA-256 over all gold files, which identifies this version of the corpora."""
    sha256 = hashlib.sha256()
    for folder in folders:
        for gold in find_corpora(folder):
            sha256.update(gold.parent.name.encode())
            sha256.update(gold.read_bytes())
    return sha256.hexdigest()


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of a ``gold.jsonl``, or of a folder, corpus by corpus.

    Pages whose text is null have no gold source. Paths of pages begin at `pages`, by default at the
    folder of their file.

    Raises
    ------
    GoldError
        If the folder has no corpus, or a line cannot be read; the message names file and line.
    """
    for file in [path] if path.is_file() else find_corpora(path):
        folder, set_name = pages or file.parent, file.resolve().parent.name
        for line, fields in read_lines(file, VALID_FORM):
            yield page_of_line(line, fields, folder, set_name)


def page_of_line(line: Line, fields: Fields, pages: AnyFile, set_name: str) -> ListedPage:
    """Return the page of a line, whose path begins at a folder of pages."""
    html = fields.text("html")
    if "text" not in fields.table:
        raise fields.error("the key text is missing")
    has_gold = fields.optional_text("text") is not None
    for key in ("with", "without"):
        fields.texts(key)
    fields.optional_text("gold_by")
    source = LineSource(line, NAME, "text", "gold_by", ("with", "without"))
    return ListedPage(
        page_id=fields.identifier("id"),
        set_name=set_name,
        place=LineMarkup(line, "html") if "<" in html else FilePlace(pages / html),
        encoding=fields.optional_text("encoding"),
        language=fields.optional_text("lang") or "",
        page_type=fields.optional_text("page_type") or "",
        url=fields.optional_text("url"),
        title=fields.label("title"),
        gold_source=source if has_gold else None,
    )


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with a ``gold.jsonl`` and the pages as they were fetched, packed."""
    lines = []
    for gold_page in pages:
        file = f"html/{file_stem(gold_page.listed.page_id)}.html.gz"
        write_page(gold_page.page, out / file)
        lines.append(json.dumps(_table(gold_page, file), ensure_ascii=False))
    write_new(
        out / FILE, "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
    )


def _table(gold_page: GoldPage, file: str) -> dict[str, Any]:
    listed, page, gold = gold_page.listed, gold_page.page, gold_page.gold
    data = page.data or page.source_bytes
    table: dict[str, Any] = {
        "id": listed.page_id,
        "html": file,
        "url": gold_page.url,
        "lang": listed.language,
        "encoding": page.decoded.encoding,
        "page_type": listed.page_type,
        "title": listed.title,
        "text": gold_page.text(),
    }
    if gold.snippets is not None:
        table |= {"with": gold.snippets.required, "without": gold.snippets.forbidden}
    if gold.provenance.annotator:
        table["gold_by"] = gold.provenance.annotator
    return table | {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
