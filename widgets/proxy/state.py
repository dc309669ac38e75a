"""State of the proxy, for its view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Phase(Enum):
    """Phase of the proxy."""

    OFF = "off"
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class ProxyState:
    """State of the proxy.

    Attributes
    ----------
    address : str
        Address and port on which it listens; empty unless it runs.
    message : str
        Error that ended the proxy or rejected its settings; empty without an error.
    panes : tuple of str
        Names of the panes that can clean pages.
    pane : str
        Name of the pane that cleans pages.
    """

    phase: Phase = Phase.OFF
    address: str = ""
    message: str = ""
    panes: tuple[str, ...] = ()
    pane: str = ""
