"""State of a page load, shown by the top bar and over the page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LoadPhase(StrEnum):
    """Phase of a page load."""

    IDLE = "idle"
    CONNECTING = "connecting"
    READING = "reading"
    BUILDING = "building"
    RENDERING = "rendering"
    SHOWING = "showing"


@dataclass(frozen=True, slots=True)
class LoadState:
    """State of one load, from the request to the page on screen.

    Attributes
    ----------
    phase : LoadPhase
        CONNECTING and READING: a server or a file. RENDERING: the browser loads the page with its
        scripts. BUILDING: the tree is built. SHOWING: the page is parsed, but the page column does
        not show it yet. IDLE: no page loads.
    address : str
        The requested address; empty while idle.
    rendered : bool
        Whether the browser renders the page with its scripts.
    started : float
        Start of the load, as `time.monotonic()`.
    share : float
        Completed share of the phase, 0 to 1; below 0 if unknown.
    behind : bool
        Whether the page column does not show the page that all other views show.
    silent : bool
        Whether the page in the browser does not answer.
    """

    phase: LoadPhase = LoadPhase.IDLE
    address: str = ""
    rendered: bool = False
    started: float = 0.0
    share: float = -1.0
    behind: bool = False
    silent: bool = False

    @property
    def busy(self) -> bool:
        """Whether a page loads and can be stopped."""
        return self.phase is not LoadPhase.IDLE
