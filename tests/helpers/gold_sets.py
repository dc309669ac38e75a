"""Gold standards as tests read them: the pages with gold of one file or folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.sources.gold_sets import open_set

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage


def open_gold(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pages: Path | None = None,
) -> Iterator[ListedPage]:
    """Return the pages of a gold standard that have gold; see `open_set`."""
    return (page for page in open_set(path, format, pages) if page.has_gold)
