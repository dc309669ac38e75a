"""What loads, and how far it is: one record, shown by the top bar and over the page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LoadPhase(StrEnum):
    """Where a page is on its way."""

    IDLE = "idle"
    CONNECTING = "connecting"
    READING = "reading"
    BUILDING = "building"
    RENDERING = "rendering"
    SHOWING = "showing"


@dataclass(frozen=True, slots=True)
class LoadState:
    """One load, from the wish to the page on screen.

    Attributes
    ----------
    phase : LoadPhase
        CONNECTING and READING: a server or a file. RENDERING: the browser loads the page with its
        scripts. BUILDING: its tree is made. SHOWING: the page is read, the page column does not
        hold it yet. IDLE: nothing is on its way.
    address : str
        What is wanted; empty while idle.
    rendered : bool
        Whether the browser renders it with its scripts.
    started : float
        When, `time.monotonic()`.
    share : float
        Of the phase that is done, 0 to 1; below 0 where nobody knows.
    behind : bool
        Whether the page column does not hold the page that everything else shows.
    silent : bool
        Whether the page in the browser leaves questions unanswered.
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
        """Whether something is on its way, and can be stopped."""
        return self.phase is not LoadPhase.IDLE
