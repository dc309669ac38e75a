"""Decision on cleaning a response, from request and headers alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boilerscope.extractors.page.bodies import CODINGS, charset_in, media_type_in

if TYPE_CHECKING:
    from boilerscope.extractors.proxy.settings import ProxySettings

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_CONTENT_STATUSES = frozenset({200, 203})
_WITHOUT_WHOLE_BODY = frozenset({204, 205, 206, 304})
_CONDITIONS = ("If-None-Match", "If-Modified-Since", "If-Range")


class Headers(Protocol):
    """Headers by case-insensitive name."""

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
    """Response without its body.

    Attributes
    ----------
    method : str
        Method of the request.
    status : int
        Status code of the response.
    """

    method: str
    status: int
    headers: Headers


def is_page(answer: Answer) -> bool:
    """Return whether a response is a complete HTML document for display."""
    if (
        answer.method in {"HEAD", "CONNECT"}
        or answer.status in _WITHOUT_WHOLE_BODY
        or answer.status < 200
    ):
        return False
    disposition = answer.headers.get("Content-Disposition", "").strip().lower()
    if disposition.startswith("attachment") or answer.headers.get("Content-Range", ""):
        return False
    return media_type(answer.headers) in _HTML


def has_content(answer: Answer) -> bool:
    """Return whether a page is more than the explanation of an error or a redirection."""
    return answer.status in _CONTENT_STATUSES


def reason_to_leave(answer: Answer, settings: ProxySettings) -> str:
    """Return the reason for sending a page unchanged; empty if it is to be cleaned."""
    if not has_content(answer):
        return f"status {answer.status}"
    length = answer.headers.get("Content-Length", "").strip()
    if length.isdecimal() and int(length) > settings.max_bytes:
        return too_large(settings)
    return ""


def too_large(settings: ProxySettings) -> str:
    """Return the reason for a page that is too large to be cleaned."""
    return f"larger than {settings.max_page_mb:g} MB"


def is_navigation(headers: Headers) -> bool:
    """Return whether the reader requested a page, rather than a frame or a script.

    Browsers send ``Sec-Fetch-Dest`` and ``Sec-Fetch-Mode``, but only over https. Without them, a
    request is a navigation if it accepts HTML by name or has neither a referrer nor an origin.
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

    A browser may have cached the original or the result of another pane; with conditions in the
    request, a "not modified" answer would show that again.
    """
    for name in _CONDITIONS:
        headers.pop(name, None)
    accepted = headers.get("Accept-Encoding", "")
    if accepted:
        supported = [part.strip() for part in accepted.split(",") if _coding(part) in CODINGS]
        headers["Accept-Encoding"] = ", ".join(supported) or "identity"


def media_type(headers: Headers) -> str:
    """Return the media type of a response in lower case; empty if it has none."""
    return media_type_in(headers.get("Content-Type", ""))


def charset_of(headers: Headers) -> str | None:
    """Return the charset from the ``Content-Type`` header, None if it has none."""
    return charset_in(headers.get("Content-Type", ""))


def _coding(part: str) -> str:
    return part.partition(";")[0].strip().lower()
