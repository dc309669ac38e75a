"""Input pages that a user names: files, folders, globs, addresses, standard input."""

from __future__ import annotations

import glob
import hashlib
import re
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.page.files import MARKUP_SUFFIXES, is_page_name, page_stem
from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX
from boilerscope.extractors.system.storage import is_storage_address

if TYPE_CHECKING:
    from collections.abc import Sequence

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One page to read.

    Attributes
    ----------
    source : str
        Path, address or ``-``.
    page_id : str
        Path relative to the named folder, without suffix; for an address, host and path
        plus eight digits of a digest. Unique within a run.
    """

    source: str
    page_id: str


def is_address(text: str) -> bool:
    """Return whether a text is an http or https address."""
    return re.match(r"https?://", text, re.IGNORECASE) is not None


def find_sources(words: Sequence[str], *, url: str | None = None) -> list[Source]:
    """Return the pages that a user names, in order; the pages of a folder are sorted by path.

    Parameters
    ----------
    words : sequence of str
        Files, folders, globs, addresses, ``-``.
    url : str, optional
        Address of the page on standard input.

    Raises
    ------
    PageError
        If a word does not name a page, or standard input is named twice.
    """
    if words.count(STDIN) > 1:
        raise PageError("- is standard input, which can be read only once. Name it once")
    sources: list[Source] = []
    for word in words:
        sources.extend(_of_word(word, url))
    return _unique(sources)


def address_id(address: str) -> str:
    """Return the page ID of an address: host and path, plus eight digits of a digest.

    Raises
    ------
    PageError
        If it is not an address.
    """
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise PageError(f"{address} is not an address: {error}") from error
    readable = re.sub(r"[^\w.-]+", "_", f"{parts.hostname or ''}{parts.path}", flags=re.ASCII)
    digest = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable.strip('_')[:100]}-{digest}"


def existing_path(text: str) -> Path | None:
    """Return the file or folder that a text names, None if it does not name one."""
    path = Path(text)
    try:
        return path if path.exists() else None
    except (OSError, ValueError):  # for example, too long
        return None


def paths_matching(pattern: str) -> list[Path]:
    """Return the files and folders that match a glob pattern, sorted.

    Raises
    ------
    PageError
        If the pattern is not valid, or a folder cannot be read.
    """
    base = _fixed_part(pattern)
    try:
        return sorted(base.glob(str(Path(pattern).relative_to(base))))
    except OSError as error:
        raise PageError(f"{pattern}: {error.strerror}") from error
    except ValueError as error:
        raise PageError(f"{pattern}: {error}") from error


def _of_word(word: str, url: str | None) -> list[Source]:
    if word == STDIN:
        return [Source(STDIN, address_id(url) if url else "stdin")]
    if is_address(word):
        return [Source(word, address_id(word))]
    path = existing_path(word)
    if path is not None and path.is_dir():
        files = _pages_below(path)
        if not files:
            kinds = ", ".join(sorted((*MARKUP_SUFFIXES, SNAPSHOT_SUFFIX)))
            raise PageError(
                f"{word}: no HTML files in this folder ({kinds}, or packed as .gz, .lz4, .zst)"
            )
        return [_of_file(file, path) for file in files]
    if path is not None:
        return [_of_file(path, path.parent)]
    if glob.has_magic(word):
        return _of_pattern(word)
    if is_storage_address(word):
        raise PageError(
            f"{word}: only boilerscope batch reads this kind of address. Copy the file or folder to"
            " this machine"
        )
    raise PageError(f"{word}: no such file or folder. An address starts with http:// or https://")


def _of_pattern(word: str) -> list[Source]:
    """Return the matching files, and the pages in the matching folders."""
    base = _fixed_part(word)
    files: dict[Path, None] = {}
    for path in paths_matching(word):
        files.update(dict.fromkeys(_pages_below(path) if path.is_dir() else [path]))
    if not files:
        raise PageError(f"{word}: no file matches this pattern")
    return [_of_file(file, base) for file in files]


def _pages_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if is_page_name(path.name) and path.is_file())


def _of_file(file: Path, folder: Path) -> Source:
    stem = page_stem(file.name) if is_page_name(file.name) else file.stem
    return Source(str(file), file.relative_to(folder).with_name(stem or file.name).as_posix())


def _fixed_part(pattern: str) -> Path:
    """Return the folders of a pattern before the first part with a wildcard."""
    parts = Path(pattern).parts
    fixed = takewhile(lambda part: not glob.has_magic(part), parts[:-1])
    return Path(*fixed)


def _unique(sources: list[Source]) -> list[Source]:
    """Return the pages with a number after every ID that an earlier page has."""
    page_ids = {source.page_id for source in sources}
    count: dict[str, int] = {}
    unique: list[Source] = []
    for source in sources:
        page_id = source.page_id
        number = count.get(page_id, 0) + 1
        while number > 1 and f"{page_id}-{number}" in page_ids:
            number += 1
        count[page_id] = number
        unique.append(source if number == 1 else Source(source.source, f"{page_id}-{number}"))
    return unique
