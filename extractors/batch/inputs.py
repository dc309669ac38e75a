"""Find the pages a user names: files, folders, globs, addresses, standard input."""

from __future__ import annotations

import glob
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from extractors.errors import PageError

SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".shtml", ".xht", ".bscope"})
"""Files that are taken from a folder."""

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One page to read.

    Attributes
    ----------
    source : str
        Path, address or ``-``.
    page_id : str
        Path relative to the folder that was given, without suffix; for an address host and path
        plus eight digits of a digest. Unique within a run.
    """

    source: str
    page_id: str


def is_address(text: str) -> bool:
    """Return whether a text is an http or https address."""
    return re.match(r"https?://", text, re.IGNORECASE) is not None


def find_sources(given: tuple[str, ...]) -> list[Source]:
    """Return the pages that a user's words name, in order, folders sorted by path.

    Raises
    ------
    PageError
        If a word names nothing; the message says what would be right.
    """
    found: list[Source] = []
    for word in given:
        found.extend(_of_word(word))
    return _unique(found)


def address_id(address: str) -> str:
    """Return the page id of an address: host and path, plus eight digits of a digest."""
    parts = urlsplit(address)
    readable = re.sub(r"[^\w.-]+", "_", f"{parts.hostname or ''}{parts.path}", flags=re.ASCII)
    digest = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable.strip('_')[:100]}-{digest}"


def _of_word(word: str) -> list[Source]:
    if word == STDIN:
        return [Source(STDIN, "stdin")]
    if is_address(word):
        return [Source(word, address_id(word))]
    path = Path(word)
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
        if not files:
            raise PageError(f"{word}: no HTML files in this folder ({', '.join(sorted(SUFFIXES))})")
        return [_of_file(file, path) for file in files]
    if path.exists():
        return [_of_file(path, path.parent)]
    if glob.has_magic(word):
        base = _fixed_part(word)
        pattern = str(Path(word).relative_to(base)) if base.parts else word
        files = sorted(path for path in base.glob(pattern) if path.is_file())
        if files:
            return [_of_file(file, base) for file in files]
        raise PageError(f"{word}: no file matches this pattern")
    raise PageError(f"{word}: no such file or folder; an address begins with http:// or https://")


def _of_file(file: Path, folder: Path) -> Source:
    inside = file.relative_to(folder) if file.is_relative_to(folder) else Path(file.name)
    return Source(str(file), inside.with_suffix("").as_posix())


def _fixed_part(pattern: str) -> Path:
    fixed: list[str] = []
    for part in Path(pattern).parts[:-1]:
        if glob.has_magic(part):
            break
        fixed.append(part)
    return Path(*fixed) if fixed else Path()


def _unique(found: list[Source]) -> list[Source]:
    seen: dict[str, int] = {}
    named: list[Source] = []
    for one in found:
        count = seen[one.page_id] = seen.get(one.page_id, 0) + 1
        named.append(one if count == 1 else Source(one.source, f"{one.page_id}-{count}"))
    return named
