"""Pages in files: saved pages of any encoding, also packed (gzip, LZ4, zstd), and snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import PageError, TooLargeError
from boilerscope.extractors.page.page import Page
from boilerscope.extractors.page.parsing import MAX_BYTES, check_size
from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX, is_snapshot, read_snapshot
from boilerscope.extractors.system import unpacking

if TYPE_CHECKING:
    from os import PathLike

    from boilerscope.extractors.system.storage import AnyFile

MARKUP_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", ".xht")
PACKED_SUFFIXES = tuple(
    f"{suffix}{packed}" for suffix in MARKUP_SUFFIXES for packed in unpacking.PACKED_SUFFIXES
)
SUFFIXES = (*MARKUP_SUFFIXES, *PACKED_SUFFIXES, SNAPSHOT_SUFFIX)
"""Suffixes of page files."""


def is_page_name(name: str) -> bool:
    """Return whether a file name is the name of a page, packed or not."""
    return name.lower().endswith(SUFFIXES)


def page_stem(name: str) -> str:
    """Return a file name without its page suffix, such as ``a`` for ``a.html.gz``."""
    lower = name.lower()
    suffix = max((ending for ending in SUFFIXES if lower.endswith(ending)), key=len, default="")
    return name[: len(name) - len(suffix)]


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
    data = read_bytes(file)
    return Page.from_bytes(data, name=file.name, url=file.resolve().as_uri(), encoding=encoding)


def read_bytes(file: AnyFile) -> bytes:
    """Read the bytes of a page file; unpack them if it is packed.

    Raises
    ------
    PageError
        If the file cannot be read, or is packed and damaged; `TooLargeError` if it is larger than
        a page may be, packed or unpacked.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if isinstance(error, FileNotFoundError) and isinstance(file, Path) and file.is_symlink():
            reason = f"it is a link to {str(file.readlink())!r}, which does not exist"
        raise PageError(f"{str(file)!r} cannot be read: {reason}.") from error
    return unpack(data, name=file.name)


def unpack(data: bytes, *, name: str, limit: int = MAX_BYTES) -> bytes:
    """Unpack a file that is packed with gzip, LZ4 or zstd; return any other file as it is.

    At most ``limit + 1`` bytes are unpacked, however large the page is.

    Raises
    ------
    PageError
        If the data is damaged or ends early; `TooLargeError` if it is too large, packed or
        unpacked.
    """
    check_size(len(data), name=name)
    packing = unpacking.packing_of(data)
    if packing is None:
        return data
    try:
        unpacked = unpacking.unpack(data, packing, limit=limit)
    except unpacking.PackingError as error:
        if error.ends_early:
            raise PageError(
                f"{name!r} ends early: the rest of the {packing} file is missing."
            ) from error
        raise PageError(f"{name!r} cannot be unpacked: {error}. Pack it again.") from error
    if len(unpacked) > limit:
        raise TooLargeError(
            f"{name!r} is larger than {limit // 2**20} MB when it is unpacked, the limit."
        )
    return unpacked
