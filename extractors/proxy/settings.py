"""Settings of the proxy, declared once; with the panes they are what is in force."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import translate
from functools import cached_property
from typing import TYPE_CHECKING

from extractors.model.settings import Settings, knob

if TYPE_CHECKING:
    from extractors.runner import Pane

NO_PANE = "none"
"""Pane of a rule whose pages are sent as they are."""


class Output(StrEnum):
    """Form in which a reader gets cleaned pages."""

    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True)
class ProxySettings(Settings):
    """Settings of the proxy that may change while it runs."""

    pane: str = knob(
        "",
        "Pane",
        "Cleans the pages that no rule names. Empty for the first pane.",
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
        "Pages of which less is kept are sent as they are: portals have no coherent content.",
        unit="kept tokens / tokens",
        low=0.0,
        high=1.0,
        step=0.01,
    )
    navigations_only: bool = knob(
        True,
        "Only navigations",
        "Clean only what a reader opens, not frames and what scripts load.",
    )
    max_page_mb: float = knob(
        8.0,
        "Max. page size",
        "Larger pages are sent as they are.",
        unit="MB",
        low=0.01,
        high=64.0,
        step=1.0,
        group="Limits",
    )
    deadline_s: float = knob(
        10.0,
        "Deadline",
        "A page that is not cleaned by then is sent as it is.",
        unit="s",
        low=0.1,
        high=300.0,
        step=1.0,
        group="Limits",
    )
    max_waiting: int = knob(
        100,
        "Max. waiting pages",
        "Pages beyond are sent as they are.",
        unit="pages",
        low=1,
        high=10_000,
        group="Limits",
    )
    max_clients: int = knob(
        100,
        "Max. clients",
        "Machines that use the proxy at a time.",
        unit="machines",
        low=1,
        high=10_000,
        group="Limits",
    )
    max_connections: int = knob(
        500,
        "Max. connections",
        "Open connections of one client.",
        unit="connections",
        low=1,
        high=100_000,
        group="Limits",
    )
    max_requests: int = knob(
        6000,
        "Max. requests",
        "Requests of one client.",
        unit="per minute",
        low=1,
        high=1_000_000,
        group="Limits",
    )

    @property
    def max_bytes(self) -> int:
        """Return the size of the largest page that is cleaned, bytes."""
        return round(self.max_page_mb * 2**20)


@dataclass(frozen=True)
class Rule:
    """The pane of the pages whose address fits a pattern.

    Attributes
    ----------
    match : str
        Pattern with ``*`` and ``?``: of the host, or, if it holds a slash, of host, path and query.
    pane : str
        Name of a pane, or `NO_PANE`.
    """

    match: str
    pane: str

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(translate(self.match.lower()))

    def fits(self, host: str, path: str) -> bool:
        """Return whether an address fits, whatever its case.

        >>> Rule("*.example.org", "none").fits("news.example.org", "/")
        True
        >>> Rule("example.org/shop/*", "none").fits("example.org", "/news/")
        False
        """
        whole = f"{host}{path}" if "/" in self.match else host
        return self._pattern.match(whole.lower()) is not None


@dataclass(frozen=True, slots=True)
class ProxyConfig:
    """Configuration in force.

    Attributes
    ----------
    panes : tuple of Pane
        At least one.
    settings : ProxySettings
        The settings.
    rules : tuple of Rule
        The first that fits an address decides.
    """

    panes: tuple[Pane, ...]
    settings: ProxySettings = ProxySettings()
    rules: tuple[Rule, ...] = ()

    @property
    def default_pane(self) -> str:
        """Return the name of the pane for pages that no rule names, or `NO_PANE`."""
        return self.settings.pane or self.panes[0].name

    def pane_for(self, host: str, path: str) -> Pane | None:
        """Return the pane that cleans the page at an address, None for no pane."""
        chosen = next((rule.pane for rule in self.rules if rule.fits(host, path)), None)
        name = self.default_pane if chosen is None else chosen
        return next((pane for pane in self.panes if pane.name == name), None)
