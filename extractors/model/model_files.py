"""Models of learned extractors: built-in models, and models in files."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from boilerscope.extractors.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.page import Page

T = TypeVar("T")

BUILT_IN = "built-in model"

_MAX_BYTES = 20_000_000
_MARK_DIGITS = 16
_END = 2048


def page_mark(page: Page) -> str:
    """Return the identifier of a page in models, empty for a page captured in a browser.

    It consists of the first digits of the SHA-256 of the page's size and the bytes at both ends, so
    that large pages take no longer. It is cached on the page.
    """
    return page.cached("mark for models", _mark)


def _mark(page: Page) -> str:
    if page.data is None:
        return ""
    sample = b"%d %b%b" % (len(page.data), page.data[:_END], page.data[-_END:])
    return hashlib.sha256(sample).hexdigest()[:_MARK_DIGITS]


def load_model(path: str, extractor: str, parse: Callable[[Any, str], Any]) -> Any:
    """Return the model in a file; read the file again only if it changed.

    Parameters
    ----------
    path : str
        The file; empty for the built-in model.
    parse : callable
        Turns plain values, and their name for messages, into the model. It raises `ExtractorError`
        if they are not a model. It must be a module-level function, because it is a cache key.

    Raises
    ------
    ExtractorError
        If the file cannot be read or is not such a model.
    """
    if not path:
        return _built_in(extractor, parse)
    try:
        file_facts = Path(path).stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ExtractorError(f"{path!r} cannot be read: {reason}") from error
    return _in_file(path, parse, file_facts.st_mtime_ns, file_facts.st_size)


def read_table(table: Any, name: str, format_name: str, make: Callable[[Any], T]) -> T:
    """Build a model from a table of plain values.

    Parameters
    ----------
    table : object
        Content of a model file.
    name : str
        Name of the table in messages.
    format_name : str
        Required value of ``format``, such as ``boilerscope bayes_blocks 1``.
    make : callable
        Turns the table into a model.

    Raises
    ------
    ExtractorError
        If the table is not such a model; the message gives the reason.
    """
    try:
        if table["format"] != format_name:
            raise ExtractorError(f"{name}: its format is {table['format']!r}, not {format_name!r}")
        return make(table)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        kind = format_name.split()[1]
        fault = f"{type(error).__name__}: {error}"
        raise ExtractorError(f"{name} is not a model of {kind} ({fault})") from error


def built_in_table(extractor: str) -> Any:
    """Return the plain values of a built-in model, with provenance and scores.

    Raises
    ------
    ExtractorError
        If the built-in model is missing.
    """
    file = resources.files("boilerscope.extractors") / "data" / "models" / f"{extractor}.json"
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ExtractorError("the built-in model is missing. Install the program again") from error


@lru_cache(maxsize=8)
def _built_in(extractor: str, parse: Callable[[Any, str], Any]) -> Any:
    return parse(built_in_table(extractor), BUILT_IN)


@lru_cache(maxsize=8)
def _in_file(path: str, parse: Callable[[Any, str], Any], changed_ns: int, size: int) -> Any:
    """Return the model in a file; its time of change and size are part of the cache key."""
    del changed_ns
    if size > _MAX_BYTES:
        raise ExtractorError(f"{path!r} has {size:,} bytes; a model has at most {_MAX_BYTES:,}")
    try:
        table = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ExtractorError(f"{path!r} is not JSON: {error}") from error
    return parse(table, repr(path))
