"""SIGIR 2023 benchmark (Bevendorff et al., "web-content-extraction-benchmark"), combined form.

``ground-truth/<set>.jsonl`` has a line for each page, an object with ``page_id`` and ``plaintext``
and, optionally, ``url`` and ``source``, the names of the set and of the page in it. The page is
``html/<set>/<page_id>.html``, in UTF-8, packed with LZ4 or not. Results of extractors,
``model-outputs/<set>/<model>.jsonl``, also have ``model``;
`boilerscope.extractors.sources.results` reads them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.json_files import lines_stem, read_lines
from boilerscope.extractors.gold.page_files import (
    PageFolder,
    file_stem,
    text_files,
    write_new,
    write_page,
)
from boilerscope.extractors.gold.text_gold import LineSource
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.gold.json_files import Fields, Line

NAME = "sigir2023"
FOLDER = "ground-truth"
VALID_FORM = 'lines such as {"page_id": "a1b2", "plaintext": "Main content"}'


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages of a ground truth file, or of all those in a folder.

    Raises
    ------
    GoldError
        If the file is missing, or a line cannot be read; the message names file and line.
    """
    files = gold_files(path)
    if not files:
        raise GoldError(f"{path} has no file {FOLDER}/<set>.jsonl. Expected: {VALID_FORM}")
    for file in files:
        folder = page_folder(file, pages)
        for line, fields in read_lines(file, VALID_FORM):
            yield page_of_line(line, fields, folder)


def page_of_line(line: Line, fields: Fields, folder: PageFolder) -> ListedPage:
    """Return the page of a line; its file is in a folder of pages."""
    if "model" in fields.table:
        raise fields.error("the line has results of a model, not gold")
    fields.text("plaintext")
    page_id = fields.identifier("page_id")
    return ListedPage(
        page_id,
        lines_stem(line.file.name),
        FilePlace(folder.path(page_id)),
        url=fields.optional_text("url"),
        gold_source=LineSource(line, NAME, "plaintext"),
    )


def gold_files(path: Path) -> list[Path]:
    """Return the ground truth files of a file or folder, sorted."""
    if path.is_file():
        return [path]
    folder = path / FOLDER
    return list(text_files(folder if folder.is_dir() else path, ".jsonl"))


def page_folder(file: Path, pages: Path | None = None) -> PageFolder:
    """Return the pages of the set of a ground truth file."""
    above = file.parent.parent if file.parent.name == FOLDER else file.parent
    name = lines_stem(file.name)
    folders = [pages / name, pages] if pages else [above / "html" / name, above / "html"]
    return PageFolder(next((folder for folder in folders if folder.is_dir()), folders[0]))


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with a ground truth file for each set, and the pages in UTF-8."""
    lines: dict[str, list[str]] = {}
    for gold_page in pages:
        listed, name = gold_page.listed, file_stem(gold_page.listed.set_name)
        write_page(
            gold_page.page, out / "html" / name / f"{file_stem(listed.page_id)}.html", as_utf8=True
        )
        table: dict[str, Any] = {"page_id": listed.page_id, "plaintext": gold_page.text()}
        if gold_page.url:
            table["url"] = gold_page.url
        table["source"] = [listed.set_name, listed.page_id]
        lines.setdefault(name, []).append(json.dumps(table, ensure_ascii=False))
    for name, set_lines in lines.items():
        text = "".join(f"{line}\n" for line in set_lines)
        write_new(out / FOLDER / f"{name}.jsonl", text.encode("utf-8", "backslashreplace"))
