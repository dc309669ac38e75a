"""Style sheets, images and fonts of a page, read from an archive that the browser wrote."""

from __future__ import annotations

import email
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from extractors.errors import PageError
from extractors.page.fetching import FetchControl, fetch
from extractors.page.records import Recorded

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_ONE_BYTES = 16 * 2**20
"""Size of the largest font that is read besides."""

_PATIENCE_S = 10.0
_SCHEMES = ("http", "https", "file")


def resources_of_archive(data: bytes) -> dict[str, Recorded]:
    """Return the resources in a MIME archive of a page (MHTML) by address.

    Documents, the page itself among them, are left out, and so is what stood in the document.

    Parameters
    ----------
    data : bytes
        The archive.
    """
    found: dict[str, Recorded] = {}
    for part in email.message_from_bytes(data).walk():
        address = str(part.get("Content-Location", ""))
        body = part.get_payload(decode=True)
        kind = part.get_content_type()
        if urlsplit(address).scheme in _SCHEMES and isinstance(body, bytes) and kind != "text/html":
            found[address] = Recorded(body, kind)
    return found


def read_besides(addresses: Iterable[str]) -> dict[str, Recorded]:
    """Return resources that such an archive leaves out, fonts as a rule; what cannot be had is not.

    Parameters
    ----------
    addresses : iterable of str
        http, https or file; only what the page was allowed to load.
    """
    found: dict[str, Recorded] = {}
    for address in addresses:
        try:
            data = _read(address)
        except (PageError, OSError, ValueError):
            continue  # the page is shown without it, as it would be on any bad day
        kind = mimetypes.guess_type(urlsplit(address).path)[0] or "application/octet-stream"
        found[address] = Recorded(data, kind)
    return found


def _read(address: str) -> bytes:
    if urlsplit(address).scheme != "file":
        control = FetchControl(timeout_s=_PATIENCE_S, max_bytes=MAX_ONE_BYTES)
        return fetch(address, control, pages_only=False).data
    with Path(unquote(urlsplit(address).path)).open("rb") as stream:
        data = stream.read(MAX_ONE_BYTES + 1)
    if len(data) > MAX_ONE_BYTES:
        raise ValueError(f"{address} is larger than {MAX_ONE_BYTES:,} bytes")
    return data
