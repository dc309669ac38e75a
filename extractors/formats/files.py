"""Names and encoding of result files."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath

_MAX_BYTES = 240
"""Maximum size of a file name in bytes; file systems allow 255, and writers add a few."""


def file_name(page_id: str, pane: str, suffix: str) -> str:
    """Return ``<page_id>.<pane>.<suffix>``, a path below the folder of results.

    With an empty `pane`, for a file with all panes of a page, it is ``<page_id>.<suffix>``. A name
    that is too long for file systems is cut and gets eight digits of its digest.
    """
    page_id = _namable(page_id)
    *folders, name = [part for part in page_id.split("/") if part not in {"", ".", ".."}] or [
        "page"
    ]
    tail = "".join(f".{part.replace('/', '_')}" for part in (pane, suffix) if part)
    room = _MAX_BYTES - len(_bytes(tail))
    if len(_bytes(name)) > room:
        digest = hashlib.sha256(_bytes(name)).hexdigest()[:8]
        name = f"{_bytes(name)[: room - 9].decode('utf-8', 'ignore')}-{digest}"
    return str(PurePosixPath(*folders, name + tail))


def _namable(page_id: str) -> str:
    """Return an identifier without halves of surrogate pairs, which no file name can have."""
    try:
        _bytes(page_id)
    except UnicodeEncodeError:
        return page_id.encode("utf-8", "replace").decode()
    return page_id


def encoded(text: str) -> bytes:
    """Return text as UTF-8, with lone surrogates (of file names) as escapes that JSON can read."""
    return text.encode("utf-8", "backslashreplace")


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")
