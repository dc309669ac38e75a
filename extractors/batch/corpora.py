"""Read corpora with gold text: folders that hold a ``gold.jsonl`` beside their pages.

Each line of ``gold.jsonl`` names ``id``, ``html`` (path from there), ``encoding``, ``lang`` and
``text``; ``url``, ``title``, ``page_type`` are optional.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from extractors.errors import PageError
from extractors.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_RIGHT = "a line is an object with the texts id and html, and text, which may be null"


@dataclass(frozen=True, slots=True)
class GoldPage:
    """One page of a corpus with its gold text.

    Attributes
    ----------
    corpus, page_id : str
        Folder name and identifier within it.
    file : Path
        The page.
    encoding : str or None
        What the corpus says; its bytes decide otherwise.
    language : str
        Code such as ``en`` or ``zh``, empty if unknown.
    text : str
        The gold standard.
    page_type : str
        Such as ``article``, empty if unknown.
    url : str or None
        Where the page came from.
    """

    corpus: str
    page_id: str
    file: Path
    encoding: str | None
    language: str
    text: str
    page_type: str = ""
    url: str | None = None

    def page(self) -> Page:
        """Return the page, decoded as the corpus says.

        Raises
        ------
        PageError
            If the file cannot be read, or is not a page.
        UnknownNameError
            If nobody knows the encoding.
        """
        try:
            data = self.file.read_bytes()
        except OSError as error:
            raise PageError(f"{self.file} cannot be read: {error.strerror or error}") from error
        return Page.from_bytes(data, name=self.page_id, url=self.url, encoding=self.encoding)


def find_corpora(folder: Path) -> list[Path]:
    """Return the ``gold.jsonl`` files in a folder or one level below, sorted.

    Raises
    ------
    PageError
        If there is none.
    """
    found = [folder / "gold.jsonl"] if (folder / "gold.jsonl").is_file() else []
    found += sorted(folder.glob("*/gold.jsonl"))
    if not found:
        raise PageError(f"{folder} holds no gold.jsonl, nor does a folder in it")
    return found


def read_corpora(folder: Path) -> Iterator[GoldPage]:
    """Yield the pages that have a gold text, corpus by corpus, in the order of their files.

    Raises
    ------
    PageError
        If there is no corpus, or a line cannot be read; the message names file and line.
    """
    for gold in find_corpora(folder):
        with gold.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield from _gold_page(gold, number, line)


def digest(folder: Path) -> str:
    """Return a SHA-256 over all gold files, which names this version of the corpora."""
    made = hashlib.sha256()
    for gold in find_corpora(folder):
        made.update(gold.parent.name.encode())
        made.update(gold.read_bytes())
    return made.hexdigest()


def _gold_page(gold: Path, number: int, line: bytes) -> Iterator[GoldPage]:
    try:
        table = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise PageError(f"{gold}, line {number}: {error}; {_RIGHT}") from error
    if not isinstance(table, dict) or not _is_gold(table):
        raise PageError(f"{gold}, line {number}: {_RIGHT}")
    if table["text"] is None:
        return
    yield GoldPage(
        corpus=gold.parent.name,
        page_id=table["id"],
        file=gold.parent / table["html"],
        encoding=table.get("encoding"),
        language=table.get("lang") or "",
        text=table["text"],
        page_type=table.get("page_type") or "",
        url=table.get("url"),
    )


def _is_gold(table: dict[str, Any]) -> bool:
    has_names = all(isinstance(table.get(key), str) for key in ("id", "html"))
    return has_names and "text" in table and isinstance(table["text"], str | None)
