"""Decision whether to clean a response, from request and headers alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from extractors.proxy.unpacking import CODINGS

if TYPE_CHECKING:
    from extractors.proxy.settings import ProxySettings

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_WHOLE = frozenset({200, 203})
"""Status of a page; other HTML explains an error or a redirection."""
_BODILESS = frozenset({204, 205, 206, 304})
_CONDITIONS = ("If-None-Match", "If-Modified-Since", "If-Range")


class Headers(Protocol):
    """Headers by name, whatever its case."""

    def get(self, name: str, default: str, /) -> str:
        """Return a value."""


class ChangeableHeaders(Headers, Protocol):
    """Headers that can be changed."""

    def pop(self, name: str, default: str | None, /) -> str | None:
        """Remove a header."""

    def __setitem__(self, name: str, value: str, /) -> None:
        """Set a header."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response without its body.

    Attributes
    ----------
    method : str
        Of the request.
    status : int
        Of the response.
    headers : Headers
        Of the response.
    """

    method: str
    status: int
    headers: Headers


def is_page(answer: Answer) -> bool:
    """Return whether a response is a whole HTML document that a browser shows."""
    if answer.method in {"HEAD", "CONNECT"} or answer.status in _BODILESS or answer.status < 200:
        return False
    disposition = answer.headers.get("Content-Disposition", "").strip().lower()
    if disposition.startswith("attachment") or answer.headers.get("Content-Range", ""):
        return False
    return media_type(answer.headers) in _HTML


def reason_to_leave(answer: Answer, settings: ProxySettings) -> str:
    """Return why a page is sent as it is; empty if it is to be cleaned."""
    if answer.status not in _WHOLE:
        return f"status {answer.status}"
    length = answer.headers.get("Content-Length", "").strip()
    if length.isdecimal() and int(length) > settings.max_bytes:
        return too_large(settings)
    return ""


def too_large(settings: ProxySettings) -> str:
    """Return the reason of a page that is too large to be cleaned."""
    return f"larger than {settings.max_page_mb:g} MB"


def is_navigation(headers: Headers) -> bool:
    """Return whether a request is a reader's, not one of a frame or a script.

    Browsers say so in ``Sec-Fetch-Dest`` and ``Sec-Fetch-Mode``, but only to https. Without these a
    request is a navigation if it accepts HTML by name or names no page that it comes from.
    """
    destination = headers.get("Sec-Fetch-Dest", "").strip().lower()
    mode = headers.get("Sec-Fetch-Mode", "").strip().lower()
    if destination:
        return destination == "document"
    if mode:
        return mode == "navigate"
    if headers.get("X-Requested-With", ""):
        return False
    if "html" in headers.get("Accept", "").lower():
        return True
    return not (headers.get("Referer", "") or headers.get("Origin", ""))


def ask_for_whole_page(headers: ChangeableHeaders) -> None:
    """Change a request so that its response can be cleaned.

    A browser may hold the page as another pane left it, or as it was; the answer that nothing has
    changed would show this again.
    """
    for name in _CONDITIONS:
        headers.pop(name, None)
    accepted = headers.get("Accept-Encoding", "")
    if accepted:
        known = [part.strip() for part in accepted.split(",") if _coding(part) in CODINGS]
        headers["Accept-Encoding"] = ", ".join(known) or "identity"


def media_type(headers: Headers) -> str:
    """Return the media type of a response in lower case, empty if it has none."""
    return headers.get("Content-Type", "").partition(";")[0].partition(",")[0].strip().lower()


def charset_of(headers: Headers) -> str | None:
    """Return the charset that a server named."""
    match = re.search(
        r"""charset\s*+=\s*+["']?([^\s"';,]++)""", headers.get("Content-Type", ""), re.IGNORECASE
    )
    return match[1] if match else None


def _coding(part: str) -> str:
    return part.partition(";")[0].strip().lower()
