"""Response headers of the proxy: headers it adds or changes, and headers a cleaned page loses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from boilerscope.extractors.proxy.settings import Output

if TYPE_CHECKING:
    from boilerscope.extractors.proxy.records import PageRecord

OUTCOME = "X-Boilerscope"
"""Header of every page: ``cleaned`` or ``original``, with pane, kept share, time and reason."""

_MEDIA_TYPES = {Output.HTML: "text/html", Output.TEXT: "text/plain"}

_ORIGINAL_ONLY = (
    *("Content-Encoding", "Transfer-Encoding", "Content-Length", "Accept-Ranges", "Trailer"),
    *("ETag", "Last-Modified", "Expires", "Age", "Pragma"),
    *("Content-MD5", "Digest", "Content-Digest", "Repr-Digest"),
    "Content-Security-Policy-Report-Only",
)
"""Headers that describe only the original bytes, or request reports the server would misread."""

_POLICY = "script-src 'none'; object-src 'none'"
"""Cleaned pages contain no scripts; if one remains, the browser does not run it."""


class Headers(Protocol):
    """Response headers by case-insensitive name; a name can have several values."""

    def get(self, name: str, default: str, /) -> str:
        """Return a value."""

    def pop(self, name: str, default: str | None, /) -> str | None:
        """Remove a header."""

    def add(self, name: str, value: str, /) -> None:
        """Add a value."""

    def __setitem__(self, name: str, value: str, /) -> None:
        """Set a header."""


def change_for_cleaned(headers: Headers, output: Output, size: int) -> None:
    """Adapt the headers of a page to its cleaned body.

    The security policy of the page stays, and a stricter policy is added.
    """
    for name in _ORIGINAL_ONLY:
        headers.pop(name, None)
    headers["Content-Type"] = f"{_MEDIA_TYPES[output]}; charset=utf-8"
    headers["Content-Length"] = str(size)
    headers.add("Content-Security-Policy", _POLICY)


def forbid_reuse(headers: Headers) -> None:
    """Let browsers request a page again each time, so that changed settings show at once."""
    storage = "no-store" if "no-store" in headers.get("Cache-Control", "").lower() else "no-cache"
    headers["Cache-Control"] = f"private, {storage}"


def outcome_value(record: PageRecord) -> str:
    """Return the value of `OUTCOME` for a page."""
    parts = ["cleaned" if record.cleaned else "original"]
    if record.pane:
        parts.append(f"pane={quoted(record.pane)}")
    if record.kept is not None:
        parts.append(f"kept={record.kept:.3f}")
    if record.pane and record.milliseconds:
        parts.append(f"ms={record.milliseconds:.0f}")
    if record.reason:
        parts.append(f"reason={quoted(record.reason)}")
    return "; ".join(parts)


def quoted(text: str) -> str:
    r"""Return a text as a quoted string for a header: ASCII, one line, at most 300 characters.

    >>> quoted('a "b"\r\nc: \u4e2d')
    '"a \\"b\\" c: \\\\u4e2d"'
    """
    ascii_bytes = re.sub(r"[\x00-\x1f\x7f]+", " ", text)[:300].encode("ascii", "backslashreplace")
    escaped = re.sub(r'(["\\])', r"\\\1", ascii_bytes.decode("ascii"))
    return f'"{escaped}"'
