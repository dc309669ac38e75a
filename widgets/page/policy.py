"""What a page may load: decided here for every request, without Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit

from widgets.page.private_network import REASON, is_private_host

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractors.page import Recorded

RECORDED_PREFIX = "recorded-"
"""``recorded-https`` stands for ``https``: same address, served from what was recorded."""

RECORDED_SCHEMES = tuple(RECORDED_PREFIX + name for name in ("http", "https", "file"))


class Policy(StrEnum):
    """Where a page may load its style sheets, images and fonts from."""

    SNAPSHOT = "snapshot"
    LOCAL = "local"
    LIVE = "live"


class RecordedResources(Protocol):
    """Gives recorded resources by address; a snapshot implements it."""

    def get(self, url_text: str, /) -> Recorded | None:
        """Return the resource of an address, None if it was not recorded."""


@dataclass(frozen=True, slots=True)
class Access:
    """What one page may load.

    Attributes
    ----------
    policy : Policy
        SNAPSHOT: recorded resources only. LOCAL: files below `folder` only. LIVE: http and https.
        All three allow addresses that carry their own content (``data:``, ``blob:``).
    folder : Path or None
        The folder of a local page; what ``<name>_files`` holds lies below it.
    recorded : RecordedResources or None
        What SNAPSHOT serves.
    home : str
        For LIVE: host of the page that the user opened, which may be a private one.
    private : bool
        For LIVE: whether the user lets the page reach this machine and its private networks.
    """

    policy: Policy = Policy.SNAPSHOT
    folder: Path | None = None
    recorded: RecordedResources | None = None
    home: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of one request.

    Attributes
    ----------
    allowed : bool
        Whether it is answered at all.
    reason : str
        Why it is not; empty if it is.
    redirect : str
        The address that answers in its place, empty for the one that was asked for.
    """

    allowed: bool
    reason: str = ""
    redirect: str = ""


_ALLOWED = Verdict(allowed=True)


def judge(url_text: str, access: Access) -> Verdict:
    """Return what becomes of a request.

    Parameters
    ----------
    url_text : str
        The address, absolute, as the browser asks for it.
    access : Access
        What the page may load.
    """
    scheme = url_text.partition(":")[0].lower()
    if scheme in {"data", "blob", "about"}:
        return _ALLOWED
    return _JUDGES[access.policy](scheme, url_text, access)


def recorded_address(url_text: str) -> str:
    """Return the address under which the recorded copy of an address is served.

    >>> recorded_address("https://site.example/a.css"), recorded_address("file:///a/b.css")
    ('recorded-https://site.example/a.css', 'recorded-file://local/a/b.css')
    """
    if url_text.startswith("file:///"):
        url_text = "file://local" + url_text.removeprefix("file://")
    return RECORDED_PREFIX + url_text


def original_address(url_text: str) -> str:
    """Return the address that a recorded copy stands for; others come back as they are.

    >>> original_address("recorded-file://local/a/b.css")
    'file:///a/b.css'
    """
    original = url_text.removeprefix(RECORDED_PREFIX)
    if original.startswith("file://local/"):
        return "file://" + original.removeprefix("file://local")
    return original


def local_path(url_text: str) -> Path | None:
    """Return the file an address names, links resolved; None where it names none of this machine.

    Raises
    ------
    OSError, RuntimeError
        If the links of the path run in a circle.
    """
    parts = urlsplit(url_text)
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"} or not parts.path:
        return None
    name = unquote(parts.path)
    return None if "\0" in name else Path(name).resolve()


def _judge_snapshot(scheme: str, url_text: str, access: Access) -> Verdict:
    original = original_address(url_text)
    found = access.recorded is not None and access.recorded.get(original) is not None
    if not found:
        return Verdict(allowed=False, reason="not recorded")
    if scheme in RECORDED_SCHEMES:
        return _ALLOWED
    return Verdict(allowed=True, redirect=recorded_address(url_text))


def _judge_local(scheme: str, url_text: str, access: Access) -> Verdict:
    if scheme != "file":
        return Verdict(allowed=False, reason="no network for a local file")
    try:
        path = local_path(url_text)
    except (OSError, RuntimeError, ValueError):
        return Verdict(allowed=False, reason="not a file that can be read")
    if path is None or access.folder is None or not path.is_relative_to(access.folder.resolve()):
        return Verdict(allowed=False, reason="outside the folder of the page")
    return _ALLOWED


def _judge_live(scheme: str, url_text: str, access: Access) -> Verdict:
    if scheme not in {"http", "https"}:
        return Verdict(allowed=False, reason=f"{scheme}: is neither http nor https")
    host = host_of(url_text)
    if access.private or host == access.home or not is_private_host(host):
        return _ALLOWED
    return Verdict(allowed=False, reason=REASON)


def host_of(url_text: str) -> str:
    """Return the host of an address, empty if it has none."""
    try:
        return urlsplit(url_text).hostname or ""
    except ValueError:
        return ""


_JUDGES: dict[Policy, Callable[[str, str, Access], Verdict]] = {
    Policy.SNAPSHOT: _judge_snapshot,
    Policy.LOCAL: _judge_local,
    Policy.LIVE: _judge_live,
}


@dataclass(frozen=True, slots=True)
class Request:
    """One request a page made.

    Attributes
    ----------
    url_text : str
        The address, cut after 2,000 characters.
    kind : str
        What it was for: ``image``, ``stylesheet`` ...
    allowed : bool
        Whether it was let through.
    reason : str
        Why not.
    """

    url_text: str
    kind: str
    allowed: bool
    reason: str


@dataclass(slots=True)
class RequestLog:
    """What a page asked for: exact counts, and the first `limit` requests in order."""

    limit: int = 2000
    n_allowed: int = 0
    n_blocked: int = 0
    n_private: int = 0
    requests: list[Request] = field(default_factory=list)

    def add(self, url_text: str, kind: str, verdict: Verdict) -> None:
        """Note a request."""
        if verdict.allowed:
            self.n_allowed += 1
        else:
            self.n_blocked += 1
            self.n_private += verdict.reason == REASON
        if len(self.requests) < self.limit:
            self.requests.append(
                Request(url_text[:2000], kind, verdict.allowed, verdict.reason),
            )

    def refuse(self, host: str) -> None:
        """Note that a request that was let through led to a private address and was refused."""
        self.n_allowed -= 1
        self.add(host, "connection", Verdict(allowed=False, reason=REASON))
