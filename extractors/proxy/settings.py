"""Settings and rules of the proxy; with the panes, they form its configuration."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import translate
from functools import cached_property
from typing import TYPE_CHECKING

from boilerscope.extractors.model.settings import Settings, knob

if TYPE_CHECKING:
    from boilerscope.extractors.runner import Pane

NO_PANE = "none"
"""Pane name in a rule whose pages are sent unchanged."""

_MAX_LABEL = 63
"""Maximum length of a label of a host name (RFC 1035); the time for longer ones is quadratic."""


class Output(StrEnum):
    """Format of cleaned pages."""

    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True)
class ProxySettings(Settings):
    """Settings of the proxy that may change while it runs."""

    pane: str = knob(
        "",
        "Pane",
        "Clean the pages that match no rule with this pane. Empty: the first pane.",
    )
    output: Output = knob(
        Output.HTML,
        "Output",
        "Send cleaned pages as HTML or as text.",
        choice_labels={"html": "HTML", "text": "Text"},
    )
    min_kept_share: float = knob(
        0.05,
        "Min. kept share",
        "Send a page unchanged if less of it is kept: portals have no coherent content.",
        unit="kept tokens / tokens",
        low=0.0,
        high=1.0,
        step=0.01,
    )
    navigations_only: bool = knob(
        True,
        "Only navigations",
        "Clean only pages that the reader opens, not frames or pages loaded by scripts.",
    )
    max_page_mb: float = knob(
        8.0,
        "Max. page size",
        "Send larger pages unchanged.",
        unit="MB",
        low=0.01,
        high=64.0,
        step=1.0,
        group="Limits",
    )
    deadline_s: float = knob(
        10.0,
        "Deadline",
        "Send a page unchanged if it is not cleaned within this time.",
        unit="s",
        low=0.1,
        high=300.0,
        step=1.0,
        group="Limits",
    )
    max_waiting: int = knob(
        100,
        "Max. waiting pages",
        "Send further pages unchanged while this many are being cleaned.",
        unit="pages",
        low=1,
        high=10_000,
        group="Limits",
    )
    max_clients: int = knob(
        100,
        "Max. clients",
        "Refuse further machines while this many are connected.",
        unit="machines",
        low=1,
        high=10_000,
        group="Limits",
    )
    max_connections: int = knob(
        500,
        "Max. connections",
        "Refuse further connections of a client that has this many open.",
        unit="connections",
        low=1,
        high=100_000,
        group="Limits",
    )
    max_requests: int = knob(
        6000,
        "Max. requests",
        "Refuse further requests of a client.",
        unit="per minute",
        low=1,
        high=1_000_000,
        group="Limits",
    )

    @property
    def max_bytes(self) -> int:
        """Maximum size of a cleaned page, bytes."""
        return round(self.max_page_mb * 2**20)


@dataclass(frozen=True)
class Rule:
    """Pane for the pages whose address matches a pattern.

    Attributes
    ----------
    match : str
        Pattern with ``*`` and ``?`` for the host, or with a slash for host, path and query. The
        host may have a port; without one, every port fits. An IPv6 address has brackets.
    pane : str
        Name of a pane, or `NO_PANE`.
    """

    match: str
    pane: str

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        host, slash, path = self.match.partition("/")
        text = f"{_readable(host)}{slash}{path.lower()}"
        return re.compile(translate(text.replace("[", "[[]")))

    @cached_property
    def _has_port(self) -> bool:
        return ":" in self.match.partition("/")[0].rpartition("]")[2]

    def fits(self, host: str, port: int, path: str) -> bool:
        """Return whether the pattern matches an address, regardless of case.

        >>> Rule("*.example.org", "none").fits("news.example.org", 80, "/")
        True
        >>> Rule("example.org:8080/shop/*", "none").fits("example.org", 80, "/shop/")
        False
        """
        address = _readable(f"[{host}]" if ":" in host else host)
        if self._has_port:
            address += f":{port}"
        if "/" in self.match:
            address += path.lower()
        return self._pattern.match(address) is not None


def _readable(host: str) -> str:
    """Return a host in lower case, and international names (``xn--...``) in their own script."""
    return ".".join(map(_readable_label, host.lower().split(".")))


def _readable_label(label: str) -> str:
    if label.startswith("xn--") and len(label) <= _MAX_LABEL:
        with suppress(UnicodeError):  # not an international name after all
            return label.removeprefix("xn--").encode("ascii").decode("punycode")
    return label


@dataclass(frozen=True, slots=True)
class ProxyConfig:
    """Configuration in force.

    Attributes
    ----------
    panes : tuple of Pane
        Panes, at least one.
    rules : tuple of Rule
        The first rule that matches an address decides.
    """

    panes: tuple[Pane, ...]
    settings: ProxySettings = ProxySettings()
    rules: tuple[Rule, ...] = ()

    @property
    def default_pane(self) -> str:
        """Name of the pane for pages that match no rule, or `NO_PANE`."""
        return self.settings.pane or self.panes[0].name

    def pane_for(self, host: str, port: int, path: str) -> Pane | None:
        """Return the pane for the page at an address, None for no pane."""
        matched = next((rule.pane for rule in self.rules if rule.fits(host, port, path)), None)
        name = self.default_pane if matched is None else matched
        return next((pane for pane in self.panes if pane.name == name), None)
