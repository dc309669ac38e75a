"""Folders with a ``gold.jsonl`` beside their pages, such as magic-html and WCXB samples.

Each line of ``gold.jsonl`` is an object with ``id``, ``html`` (path from there, ``.html`` or
``.html.gz``) and ``text``, which is null if the page has no gold. Optional are ``encoding``,
``lang``, ``url``, ``title``, ``page_type``, ``gold_by``, and the snippets ``with`` and ``without``.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from extractors.errors import GoldError
from extractors.gold.entry import GoldEntry
from extractors.gold.text_gold import TextSource
from extractors.model.gold import Provenance, Snippets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "corpus"

_RIGHT = (
    "a line is an object with the texts id and html, and text, which may be null, such as "
    '{"id": "a", "html": "html/a.html", "text": "Main content"}'
)
_TEXTS = ("encoding", "lang", "url", "title", "page_type", "gold_by")
_LISTS = ("with", "without")


def find_corpora(folder: Path) -> list[Path]:
    """Return the ``gold.jsonl`` files in a folder or one level below, sorted.

    Raises
    ------
    GoldError
        If there is none.
    """
    found = [folder / "gold.jsonl"] if (folder / "gold.jsonl").is_file() else []
    found += sorted(folder.glob("*/gold.jsonl"))
    if not found:
        raise GoldError(f"{folder} has no gold.jsonl, nor has a folder in it")
    return found


def digest(folder: Path) -> str:
    """Return a SHA-256 over all gold files, which names this version of the corpora."""
    made = hashlib.sha256()
    for gold in find_corpora(folder):
        made.update(gold.parent.name.encode())
        made.update(gold.read_bytes())
    return made.hexdigest()


def read_folder(folder: Path) -> Iterator[GoldEntry]:
    """Yield the pages of a folder, corpus by corpus, in the order of their files.

    Raises
    ------
    GoldError
        If there is no corpus, or a line cannot be read; the message names file and line.
    """
    for gold in find_corpora(folder):
        yield from read_file(gold)


def read_file(file: Path) -> Iterator[GoldEntry]:
    """Yield the pages of one ``gold.jsonl``; those whose text is null have no gold source.

    Raises
    ------
    GoldError
        Names the line that cannot be read.
    """
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _entry(file, number, line)


def _entry(file: Path, number: int, line: bytes) -> GoldEntry:
    try:
        table = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise GoldError(f"{file}, line {number}: {error}; {_RIGHT}") from error
    if not isinstance(table, dict) or not _is_gold(table):
        raise GoldError(f"{file}, line {number}: {_RIGHT}")
    _check_optional(table, f"{file}, line {number}")
    return GoldEntry(
        page_id=table["id"],
        set_name=file.parent.name,
        html=file.parent / table["html"],
        encoding=table.get("encoding"),
        language=table.get("lang") or "",
        page_type=table.get("page_type") or "",
        url=table.get("url"),
        title=table.get("title") or "",
        source=_source(table, f"{file}, line {number}"),
    )


def _source(table: dict[str, Any], place: str) -> TextSource | None:
    if table["text"] is None:
        return None
    provenance = Provenance(NAME, place, annotator=table.get("gold_by") or "")
    snippets = Snippets(tuple(table.get("with") or ()), tuple(table.get("without") or ()))
    has_snippets = snippets.required or snippets.forbidden
    return TextSource(table["text"], provenance, snippets if has_snippets else None)


def _is_gold(table: dict[str, Any]) -> bool:
    has_names = all(isinstance(table.get(key), str) for key in ("id", "html"))
    return has_names and "text" in table and isinstance(table["text"], str | None)


def _check_optional(table: dict[str, Any], place: str) -> None:
    for key in _TEXTS:
        if not isinstance(table.get(key), str | None):
            raise GoldError(f"{place}: {key} must be a text or null, got {table[key]!r}")
    for key in _LISTS:
        texts = table.get(key)
        is_list = isinstance(texts, list) and all(isinstance(each, str) for each in texts)
        if texts is not None and not is_list:
            raise GoldError(f"{place}: {key} must be a list of texts or null, got {texts!r}")
