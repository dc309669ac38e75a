"""Open a gold standard of any format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.errors import UnknownNameError
from extractors.gold.formats import corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from extractors.gold.entry import GoldEntry

READERS = {corpus.NAME: corpus.read_folder}
"""Function that reads a file or folder of each format."""


def open_gold(path: Path, *, format: str | None = None) -> Iterator[GoldEntry]:  # noqa: A002 - the word of the command line
    """Yield the pages that have gold, one after another, each as soon as it is known.

    Parameters
    ----------
    path : Path
        A file or a folder.
    format : str, optional
        A name in `READERS`; found by itself if not given.

    Raises
    ------
    GoldError
        If it is not a gold standard, or a line cannot be read; the message names file and line.
    UnknownNameError
        If the format is unknown.
    """
    name = corpus.NAME if format is None else format
    if name not in READERS:
        raise UnknownNameError("gold format", name, READERS)
    return (entry for entry in READERS[name](path) if entry.source is not None)
