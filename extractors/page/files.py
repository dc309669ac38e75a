"""Pages in files: a saved page of any encoding, or a snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from extractors.errors import PageError
from extractors.page.page import Page
from extractors.page.parsing import MAX_BYTES
from extractors.page.snapshot import is_snapshot, read_snapshot

if TYPE_CHECKING:
    from os import PathLike


def read_page(path: str | PathLike[str], *, encoding: str | None = None) -> Page:
    """Read the page in a file; the page of a snapshot comes with its layout.

    Raises
    ------
    PageError
        If the file cannot be read, is too large, or does not contain text; `SnapshotError` if it
        is a damaged snapshot.
    UnknownNameError
        If the encoding is unknown.
    """
    file = Path(path)
    if is_snapshot(file):
        return read_snapshot(file, encoding=encoding)
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PageError(f"{str(file)!r} cannot be read: {reason}.") from error
    return Page.from_bytes(data, name=file.name, url=file.resolve().as_uri(), encoding=encoding)
