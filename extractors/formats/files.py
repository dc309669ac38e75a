"""Names of result files, and how text becomes bytes in them."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath

_LONGEST = 240
"""Bytes of a file name; file systems allow 255, and writers add a little."""


def file_name(page_id: str, pane: str, suffix: str) -> str:
    """Return ``<page_id>.<pane>.<suffix>``, a path below the folder of results.

    A file that holds all panes of a page has no pane in its name: ``<page_id>.<suffix>``.
    A name longer than file systems allow is cut and keeps eight digits of a digest instead.
    """
    *folders, name = [part for part in page_id.split("/") if part not in {"", ".", ".."}] or [
        "page"
    ]
    tail = "".join(f".{part.replace('/', '_')}" for part in (pane, suffix) if part)
    room = _LONGEST - len(_bytes(tail))
    if len(_bytes(name)) > room:
        digest = hashlib.sha256(_bytes(name)).hexdigest()[:8]
        name = f"{_bytes(name)[: room - 9].decode('utf-8', 'ignore')}-{digest}"
    return str(PurePosixPath(*folders, name + tail))


def encoded(text: str) -> bytes:
    """Return text as UTF-8; a lone surrogate, as in the name of a file, becomes an escape.

    The escape is one that JSON reads back.
    """
    return text.encode("utf-8", "backslashreplace")


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")
