"""DAnIEL: a gold file for each page, and the languages of all pages (Lejeune and Barbaresi).

``html/`` has the pages and ``reference/`` the gold files, with the same names and without suffixes;
segments of a gold file begin with ``<p>``, as in CleanEval. ``doc_lg.json`` is an object from each
name to the English name of its language: Chinese, English, Greek, Polish or Russian.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats.cleaneval import parse
from boilerscope.extractors.gold.json_files import read_object
from boilerscope.extractors.gold.page_files import file_stem, write_new, write_page
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

NAME = "daniel"
FILE = "doc_lg.json"
PAGES, GOLD = "html", "reference"
VALID_FORM = (
    f"a folder with {PAGES}/, {GOLD}/ with a file of the same name for each page, such as"
    f' <p>Main content</p>, and {FILE}, such as {{"page": "Greek"}}'
)

_CODES = {"Chinese": "zh", "English": "en", "Greek": "el", "Polish": "pl", "Russian": "ru"}
_LANGUAGES = {code: name for name, code in _CODES.items()}


@dataclass(frozen=True, slots=True)
class DanielSource:
    """A gold file, read when needed."""

    file: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page, see `TextSource`."""
        text = decode(read_bytes(self.file), name=self.file.name).text.replace("\r\n", "\n")
        parsed = parse(text, str(self.file))
        return TextSource(parsed.text, Provenance(NAME, str(self.file))).gold(page)


def is_set(folder: Path) -> bool:
    """Return whether a folder is in this format."""
    return (folder / FILE).is_file() and (folder / GOLD).is_dir()


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the pages that have a gold file, in the order of their names.

    Parameters
    ----------
    path : Path
        The folder, or its ``doc_lg.json``.

    Raises
    ------
    GoldError
        If a part is missing or wrong; the message names it.
    """
    folder = path.parent if path.is_file() else path
    languages = read_object(folder / FILE, VALID_FORM)
    try:
        names = sorted(file.name for file in (folder / GOLD).iterdir())
    except OSError as error:
        raise GoldError(
            f"{folder / GOLD} cannot be listed: {error.strerror}. Expected: {VALID_FORM}"
        ) from error
    for name in names:
        language = languages.optional_text(name) or ""
        yield ListedPage(
            name,
            folder.resolve().name,
            FilePlace((pages or folder / PAGES) / name),
            DanielSource(folder / GOLD / name),
            _CODES.get(language, language),
        )


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write a new folder with the pages as they were fetched, gold files and languages."""
    languages = {}
    for gold_page in pages:
        name = file_stem(gold_page.listed.page_id)
        write_page(gold_page.page, out / PAGES / name)
        lines = (" ".join(line.split()) for line in gold_page.text().split("\n"))
        text = "".join(f"<p>{line}</p>\n" for line in lines if line)
        write_new(out / GOLD / name, text.encode("utf-8", "replace"))
        language = gold_page.listed.language
        languages[name] = _LANGUAGES.get(language, language)
    text = json.dumps(languages, ensure_ascii=False, indent=1)
    write_new(out / FILE, text.encode("utf-8", "backslashreplace"))
