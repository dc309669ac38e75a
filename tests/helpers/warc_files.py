"""WARC files from records that a test lists."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HTML = "text/html; charset=utf-8"


def response(
    url: str, body: bytes, content_type: str = HTML, *, status: str = "200 OK", more: str = ""
) -> bytes:
    """Return a response record; `more` are further lines of the HTTP header."""
    http = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{more}\r\n".encode() + body
    return record("response", url, http, "application/http; msgtype=response")


def record(kind: str, url: str, block: bytes, content_type: str) -> bytes:
    """Return a record of any type."""
    header = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Date: 2026-01-01T00:00:00Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return header.encode() + block + b"\r\n\r\n"


def write_warc(file: Path, records: Iterable[bytes]) -> Path:
    """Write a WARC file; compress each record separately if the name ends with ``.gz``."""
    packed = file.suffix == ".gz"
    file.write_bytes(b"".join(gzip.compress(entry) if packed else entry for entry in records))
    return file
