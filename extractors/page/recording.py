"""Style sheets, images and fonts of a page, read from an archive written by the browser."""

from __future__ import annotations

import email
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.page.fetching import FetchControl, fetch
from boilerscope.extractors.page.records import Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_ONE_BYTES = 16 * 2**20
"""Maximum size of a font that is read separately."""

_PATIENCE_S = 10.0
_SCHEMES = ("http", "https", "file")


def resources_of_archive(data: bytes) -> dict[str, Recorded]:
    """Return the resources in a MIME archive (MHTML) of a page, by address.

    Documents, including the page itself, and resources embedded in the document are left out.
    """
    resources: dict[str, Recorded] = {}
    for part in email.message_from_bytes(data).walk():
        address = str(part.get("Content-Location", ""))
        body = part.get_payload(decode=True)
        kind = part.get_content_type()
        if urlsplit(address).scheme in _SCHEMES and isinstance(body, bytes) and kind != "text/html":
            resources[address] = Recorded(body, kind)
    return resources


def read_besides(addresses: Iterable[str]) -> dict[str, Recorded]:
    """Read resources that the archive lacks, usually fonts; skip unreadable ones.

    Parameters
    ----------
    addresses : iterable of str
        http, https or file; only addresses that the page was allowed to load.
    """
    resources: dict[str, Recorded] = {}
    for address in addresses:
        try:
            data = _read(address)
        except (PageError, OSError, ValueError):
            continue  # the page is shown without it
        kind = mimetypes.guess_type(urlsplit(address).path)[0] or "application/octet-stream"
        resources[address] = Recorded(data, kind)
    return resources


def _read(address: str) -> bytes:
    if urlsplit(address).scheme != "file":
        control = FetchControl(timeout_s=_PATIENCE_S, max_bytes=MAX_ONE_BYTES)
        return fetch(address, control, pages_only=False).data
    with Path(unquote(urlsplit(address).path)).open("rb") as stream:
        data = stream.read(MAX_ONE_BYTES + 1)
    if len(data) > MAX_ONE_BYTES:
        raise ValueError(f"{address} is larger than {MAX_ONE_BYTES:,} bytes")
    return data
