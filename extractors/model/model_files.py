"""Models that extractors learned: the shipped ones, and those in files of the user's."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from extractors.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractors.page import Page

T = TypeVar("T")

SHIPPED = "shipped model"

_MAX_BYTES = 20_000_000
_MARK_DIGITS = 16
_END = 2048


def page_mark(page: Page) -> str:
    """Return by what a model knows a page again, empty for one captured from a browser.

    It is the beginning of the SHA-256 of how many bytes the page has and of those at both of its
    ends, found once for all models: what tells pages apart takes the same time for large ones.
    """
    return page.cached("mark for models", _mark)


def _mark(page: Page) -> str:
    if page.data is None:
        return ""
    told = b"%d %b%b" % (len(page.data), page.data[:_END], page.data[-_END:])
    return hashlib.sha256(told).hexdigest()[:_MARK_DIGITS]


def load_model(path: str, extractor: str, parse: Callable[[Any, str], Any]) -> Any:
    """Return the model in a file, read again only if the file changed.

    Parameters
    ----------
    path : str
        The file; empty for the shipped model.
    extractor : str
        Identifier of the extractor that the model is for.
    parse : callable
        Turns plain values, and what a message calls them, into the model. It raises
        `ExtractorError` where they are none. It must be a function of a module, since what it
        returns is kept.

    Raises
    ------
    ExtractorError
        If there is no such model.
    """
    if not path:
        return _shipped(extractor, parse)
    try:
        facts = Path(path).stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ExtractorError(f"{path!r} cannot be read: {reason}") from error
    return _in_file(path, parse, facts.st_mtime_ns, facts.st_size)


def read_table(table: Any, name: str, format_name: str, make: Callable[[Any], T]) -> T:
    """Return what a table of plain values makes.

    Parameters
    ----------
    table : object
        As it was read.
    name : str
        What a message calls it.
    format_name : str
        What must stand under ``format``, such as ``boilerscope bayes_blocks 1``.
    make : callable
        Turns the table into a model.

    Raises
    ------
    ExtractorError
        If the table is not such a model; the message names the fault.
    """
    try:
        if table["format"] != format_name:
            raise ExtractorError(f"{name}: its format is {table['format']!r}, not {format_name!r}")
        return make(table)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        kind = format_name.split()[1]
        fault = f"{type(error).__name__}: {error}"
        raise ExtractorError(f"{name} is not a model of {kind} ({fault})") from error


@lru_cache(maxsize=8)
def _shipped(extractor: str, parse: Callable[[Any, str], Any]) -> Any:
    file = resources.files("extractors") / "data" / "models" / f"{extractor}.json"
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ExtractorError("this copy of the program carries no model") from error
    return parse(json.loads(text), SHIPPED)


@lru_cache(maxsize=8)
def _in_file(path: str, parse: Callable[[Any, str], Any], changed_ns: int, size: int) -> Any:
    """Return the model in a file as it was when last changed: a new version is read again."""
    del changed_ns
    if size > _MAX_BYTES:
        raise ExtractorError(f"{path!r} has {size:,} bytes; a model has {_MAX_BYTES:,} at most")
    try:
        table = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ExtractorError(f"{path!r} is no JSON: {error}") from error
    return parse(table, repr(path))
