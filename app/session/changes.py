"""Change of the session: parts, panes, and the view that began it. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto


class SessionPart(Flag):
    """Parts of the session.

    Attributes
    ----------
    PAGE
        Another page is on screen, or its text is read in another way.
    ARRANGEMENT
        Panes were added, removed, moved, folded or unfolded.
    SETTINGS
        Settings of the panes, their links, or the changes that can be undone.
    RESULT
        Results of the panes.
    RUN_STATE
        Whether the panes are running or outdated.
    SHOW_AS
        How the panes show their results.
    ACTIVE
        The active pane.
    COLOUR
        The quantity that colours the page, or the round up to which boxes are drawn.
    STEP
        The step that is on screen in place of a result.
    STRIPS
        The quantities selected for strips.
    SELECTION
        The selected text.
    GOLD
        The gold standard of the page.
    """

    PAGE = auto()
    ARRANGEMENT = auto()
    SETTINGS = auto()
    RESULT = auto()
    RUN_STATE = auto()
    SHOW_AS = auto()
    ACTIVE = auto()
    COLOUR = auto()
    STEP = auto()
    STRIPS = auto()
    SELECTION = auto()
    GOLD = auto()


NOTHING = SessionPart(0)
ALL_VIEWS = SessionPart.PAGE | SessionPart.ARRANGEMENT
"""Every view shows these parts."""
OF_PANES = SessionPart.SETTINGS | SessionPart.RESULT | SessionPart.RUN_STATE | SessionPart.SHOW_AS
"""Parts that belong to single panes, which `Changed.panes` names."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of the session.

    Attributes
    ----------
    parts : SessionPart
        The parts that changed.
    panes : frozenset of str
        Names of the panes in which a part of `OF_PANES` changed.
    initiator : str
        Name of the view that began the change and shows it already, empty for none. It is not
        refreshed.
    """

    parts: SessionPart
    panes: frozenset[str] = frozenset()
    initiator: str = ""
