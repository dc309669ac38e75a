"""Convert a gold standard from one format to another."""

from __future__ import annotations

import shutil
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, GoldError
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.model.gold import GoldClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.formats.catalogue import GoldFormat
    from boilerscope.extractors.model.listed_page import ListedPage

_BY_NAME = {"ground-truth.json": "article-benchmark", "evaldata.json": "snippets"}


@dataclass(slots=True)
class Conversion:
    """Counts and failures of a conversion.

    Attributes
    ----------
    n_pages : int
        Pages written.
    failures : list of (str, str)
        Name of each page that could not be read, and the reason.
    lost_words : Counter of GoldClass
        Words whose class the target does not have.
    n_lost_snippets : int
        Pages with snippets, if the target does not have snippets.
    n_lost_markdown : int
        Pages with Markdown, if the target does not have Markdown.
    """

    n_pages: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    lost_words: Counter[GoldClass] = field(default_factory=Counter)
    n_lost_snippets: int = 0
    n_lost_markdown: int = 0


def format_of_name(out: Path) -> str:
    """Return the format that the name of a new file or folder indicates.

    Raises
    ------
    GoldError
        If it does not indicate a format.
    """
    if out.name in _BY_NAME:
        return _BY_NAME[out.name]
    if out.suffix == ".jsonl":
        return "boilerscope"
    raise GoldError(
        f"The name of {out} does not indicate a format. Name one of {', '.join(FORMATS)}, or write"
        " a file .jsonl, ground-truth.json or evaldata.json."
    )


def convert(entries: Iterable[ListedPage], target: GoldFormat, out: Path) -> Conversion:
    """Write the pages that have gold in another format, all of them or, on an error, nothing.

    A page that cannot be read is left out and listed.

    Parameters
    ----------
    out : Path
        The new file or folder. A file that the format has in a folder, ``ground-truth.json`` or
        ``evaldata.json``, means its folder.

    Raises
    ------
    GoldError
        If `out` exists or cannot be written, two pages have the same identifier, or a page does
        not fit the format.
    """
    out = out.parent if out.name in _BY_NAME and not target.writes_file else out
    if out.exists():
        raise GoldError(f"{out} already exists. Choose a new file or folder.")
    conversion = Conversion()
    temporary = out.with_name(f".{uuid.uuid4().hex}.new")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        target.write(_read(entries, target, conversion), temporary)
        if not conversion.n_pages:
            raise GoldError(_no_page(conversion))
        temporary.rename(out)
    except OSError as error:
        raise GoldError(f"{out} cannot be written: {error.strerror}") from error
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary)
        temporary.unlink(missing_ok=True)
    return conversion


def _no_page(conversion: Conversion) -> str:
    if conversion.failures:
        name, reason = conversion.failures[0]
        return f"no page could be read; the first page, {name}: {reason}"
    return "no page has gold"


def _read(
    entries: Iterable[ListedPage], target: GoldFormat, conversion: Conversion
) -> Iterator[GoldPage]:
    names: dict[str, str] = {}
    for entry in entries:
        try:
            gold_page = GoldPage.read(entry)
        except BoilerscopeError as error:
            conversion.failures.append((entry.name, str(error)))
            continue
        if entry.page_id in names:
            raise GoldError(
                f"{entry.name} and {names[entry.page_id]} have the same identifier."
                " Convert each set separately."
            )
        names[entry.page_id] = entry.name
        _count_losses(gold_page, target, conversion)
        conversion.n_pages += 1
        yield gold_page


def _count_losses(gold_page: GoldPage, target: GoldFormat, conversion: Conversion) -> None:
    for kind in GoldClass:
        if kind not in target.kinds:
            n_words = int((gold_page.gold.classes == kind).sum())
            conversion.lost_words.update({kind: n_words} if n_words else {})
    conversion.n_lost_snippets += gold_page.gold.snippets is not None and not target.has_snippets
    conversion.n_lost_markdown += gold_page.gold.markdown is not None and not target.has_markdown
