"""Access rules of pages: which requests are allowed; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit

from boilerscope.extractors.page.private_network import REASON, is_private_host
from boilerscope.widgets.page.schemes import RECORDED_PREFIX, RECORDED_SCHEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.page import Recorded


class Policy(StrEnum):
    """Allowed sources of a page's style sheets, images and fonts."""

    SNAPSHOT = "snapshot"
    LOCAL = "local"
    LIVE = "live"


class RecordedResources(Protocol):
    """Recorded resources by address; a snapshot implements this protocol."""

    def get(self, url_text: str, /) -> Recorded | None:
        """Return the resource at an address, None if it was not recorded."""


@dataclass(frozen=True, slots=True)
class Access:
    """Allowed requests of one page.

    Attributes
    ----------
    policy : Policy
        SNAPSHOT: recorded resources only. LOCAL: files below `folder` only. LIVE: http and https.
        All three allow addresses that carry their own content (``data:``, ``blob:``).
    folder : Path or None
        The folder of a local page, with its ``<name>_files``.
    recorded : RecordedResources or None
        The resources that SNAPSHOT serves.
    home : str
        For LIVE: host of the page that the user opened; it may be private.
    private : bool
        For LIVE: whether the user allowed access to this machine and its private networks.
    """

    policy: Policy = Policy.SNAPSHOT
    folder: Path | None = None
    recorded: RecordedResources | None = None
    home: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class AccessDecision:
    """Decision on one request.

    Attributes
    ----------
    allowed : bool
        Whether the request is answered.
    reason : str
        Reason for refusing; empty if allowed.
    redirect : str
        Address that answers in its place; empty for the requested address.
    """

    allowed: bool
    reason: str = ""
    redirect: str = ""


_ALLOWED = AccessDecision(allowed=True)


def judge(url_text: str, access: Access) -> AccessDecision:
    """Decide on a request.

    Parameters
    ----------
    url_text : str
        The absolute address that the browser requests.
    access : Access
        Allowed requests of the page.
    """
    scheme = url_text.partition(":")[0].lower()
    if scheme in {"data", "blob", "about"}:
        return _ALLOWED
    return _JUDGES[access.policy](scheme, url_text, access)


def recorded_address(url_text: str) -> str:
    """Return the address of the recorded copy of an address.

    >>> recorded_address("https://site.example/a.css"), recorded_address("file:///a/b.css")
    ('recorded-https://site.example/a.css', 'recorded-file://local/a/b.css')
    """
    if url_text.startswith("file:///"):
        url_text = "file://local" + url_text.removeprefix("file://")
    return RECORDED_PREFIX + url_text


def original_address(url_text: str) -> str:
    """Return the original address of a recorded copy; return other addresses unchanged.

    >>> original_address("recorded-file://local/a/b.css")
    'file:///a/b.css'
    """
    original = url_text.removeprefix(RECORDED_PREFIX)
    if original.startswith("file://local/"):
        return "file://" + original.removeprefix("file://local")
    return original


def local_path(url_text: str) -> Path | None:
    """Return the local file of an address with links resolved; None for other addresses.

    Raises
    ------
    OSError, RuntimeError
        If the links of the path form a cycle.
    """
    parts = urlsplit(url_text)
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"} or not parts.path:
        return None
    name = unquote(parts.path)
    return None if "\0" in name else Path(name).resolve()


def _judge_snapshot(scheme: str, url_text: str, access: Access) -> AccessDecision:
    original = original_address(url_text)
    is_recorded = access.recorded is not None and access.recorded.get(original) is not None
    if not is_recorded:
        return AccessDecision(allowed=False, reason="not recorded")
    if scheme in RECORDED_SCHEMES:
        return _ALLOWED
    return AccessDecision(allowed=True, redirect=recorded_address(url_text))


def _judge_local(scheme: str, url_text: str, access: Access) -> AccessDecision:
    if scheme != "file":
        return AccessDecision(allowed=False, reason="no network for a local file")
    try:
        path = local_path(url_text)
    except (OSError, RuntimeError, ValueError):
        return AccessDecision(allowed=False, reason="not a file that can be read")
    if path is None or access.folder is None or not path.is_relative_to(access.folder.resolve()):
        return AccessDecision(allowed=False, reason="outside the folder of the page")
    return _ALLOWED


def _judge_live(scheme: str, url_text: str, access: Access) -> AccessDecision:
    if scheme not in {"http", "https"}:
        return AccessDecision(allowed=False, reason=f"{scheme}: is neither http nor https")
    host = host_of(url_text)
    if access.private or host == access.home or not is_private_host(host):
        return _ALLOWED
    return AccessDecision(allowed=False, reason=REASON)


def host_of(url_text: str) -> str:
    """Return the host of an address, empty if it has none."""
    try:
        return urlsplit(url_text).hostname or ""
    except ValueError:
        return ""


_JUDGES: dict[Policy, Callable[[str, str, Access], AccessDecision]] = {
    Policy.SNAPSHOT: _judge_snapshot,
    Policy.LOCAL: _judge_local,
    Policy.LIVE: _judge_live,
}


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a page.

    Attributes
    ----------
    url_text : str
        The address, cut after 2,000 characters.
    kind : str
        Type of the resource: ``image``, ``stylesheet`` ...
    allowed : bool
        Whether the request was allowed.
    reason : str
        Reason for refusing; empty if allowed.
    """

    url_text: str
    kind: str
    allowed: bool
    reason: str


@dataclass(slots=True)
class RequestLog:
    """Requests of a page: exact counts, and the first `limit` requests in order."""

    limit: int = 2000
    n_allowed: int = 0
    n_blocked: int = 0
    n_private: int = 0
    requests: list[Request] = field(default_factory=list)

    def add(self, url_text: str, kind: str, decision: AccessDecision) -> None:
        """Add a request."""
        if decision.allowed:
            self.n_allowed += 1
        else:
            self.n_blocked += 1
            self.n_private += decision.reason == REASON
        if len(self.requests) < self.limit:
            self.requests.append(
                Request(url_text[:2000], kind, decision.allowed, decision.reason),
            )

    def refuse(self, host: str) -> None:
        """Count an allowed request as refused: its host has a private address."""
        self.n_allowed -= 1
        self.add(host, "connection", AccessDecision(allowed=False, reason=REASON))
