"""Read-only view of the session, for everything but its controller. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.app.session.history import PaneSetup
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord, Selection


class SessionView(Protocol):
    """Protocol of a session without the methods that change it; `session.Session` conforms to it.

    The session controller alone has the session itself. mypy rejects an assignment to a field of
    this view, a change of its collections and a call of a method that changes the session.

    Attributes
    ----------
    page : Page or None
        Page on screen.
    gold : Gold or None
        Gold standard of the page.
    comments : bool
        Whether comments count as main content in the gold standard.
    panes : sequence of PaneRecord
        Panes in their order.
    active : str
        Name of the active pane, empty without panes.
    colour_key : str
        Quantity that colours the page.
    strip_keys : sequence of str
        Quantities that the user selected for strips.
    selection : Selection or None
        Selected text.
    step : tuple of (str, int), or None
        Pane and step that are on screen in place of the pane's result.
    round : int or None
        Last round of boxes that is drawn over the page; None for all of them.
    views : mapping of str to str
        View last selected for each extractor.
    """

    @property
    def page(self) -> Page | None: ...
    @property
    def gold(self) -> Gold | None: ...
    @property
    def comments(self) -> bool: ...
    @property
    def panes(self) -> Sequence[PaneRecord]: ...
    @property
    def active(self) -> str: ...
    @property
    def colour_key(self) -> str: ...
    @property
    def strip_keys(self) -> Sequence[str]: ...
    @property
    def selection(self) -> Selection | None: ...
    @property
    def step(self) -> tuple[str, int] | None: ...
    @property
    def round(self) -> int | None: ...
    @property
    def views(self) -> Mapping[str, str]: ...

    def pane(self, name: str) -> PaneRecord:
        """Return a pane by name; raise KeyError if it was removed."""
        ...

    def has(self, name: str) -> bool:
        """Return whether there is a pane of this name."""
        ...

    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        ...

    def can_redo(self) -> bool:
        """Return whether there is a change to redo."""
        ...

    def setups(self) -> tuple[PaneSetup, ...]:
        """Return the panes as setups, for undo and session files."""
        ...
