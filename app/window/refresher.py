"""Refresh views in a fixed order, the visible effect of a slider first.

Each view declares which parts of the session it shows, and a change refreshes only the views that
show a part of it. Views that are painted at once come first; the others follow, one per event-loop
turn, so that a newer change interrupts instead of waiting.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from boilerscope.app.session.changes import ALL_VIEWS, NOTHING, OF_PANES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from boilerscope.app.session.changes import Changed, SessionPart


@dataclass(frozen=True, slots=True)
class View:
    """One view that can be refreshed.

    Attributes
    ----------
    name : str
        Short name; a change that this view began has it as initiator.
    refresh : callable
        Refreshes the view; must be cheap when nothing changed.
    shows : SessionPart
        Parts of the session that the view shows besides those that all views show.
    panes : callable, optional
        Returns the names of the panes that the view shows now; by default all panes.
    at_once : bool
        Whether it is painted before anything else happens.
    """

    name: str
    refresh: Callable[[], None]
    shows: SessionPart = NOTHING
    panes: Callable[[], Collection[str]] | None = None
    at_once: bool = False

    def is_made_stale_by(self, change: Changed) -> bool:
        """Return whether a change affects a part and a pane that the view shows."""
        if change.initiator == self.name:
            return False
        parts = change.parts & (self.shows | ALL_VIEWS)
        if self.panes is not None and parts in OF_PANES:
            return bool(parts) and not change.panes.isdisjoint(self.panes())
        return bool(parts)


class Refresher(QObject):
    """Keeps a set of stale views and refreshes them in the order of the given list."""

    def __init__(self, views: Sequence[View], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views = tuple(views)
        self._stale: set[str] = set()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)

    def follow(self, change: Changed) -> None:
        """Refresh the views that show a part of a change."""
        stale = [view.name for view in self._views if view.is_made_stale_by(change)]
        if stale:
            self.ask(stale)

    def ask(self, names: Iterable[str] | None = None) -> None:
        """Refresh these views; None means all of them."""
        requested = {view.name for view in self._views} if names is None else set(names)
        unknown = requested - {view.name for view in self._views}
        if unknown:
            raise KeyError(f"no view is called {', '.join(sorted(unknown))}")
        self._stale |= requested
        with self._reschedule_rest():
            for view in self._views:
                if view.at_once and view.name in self._stale:
                    self._refresh(view)

    def flush(self) -> None:
        """Refresh all stale views now."""
        self._timer.stop()
        for view in self._views:
            if view.name in self._stale:
                self._refresh(view)

    @property
    def idle(self) -> bool:
        """Whether no view is stale."""
        return not self._stale

    def _next(self) -> None:
        stale = next((view for view in self._views if view.name in self._stale), None)
        if stale is not None:
            with self._reschedule_rest():
                self._refresh(stale)

    @contextlib.contextmanager
    def _reschedule_rest(self) -> Iterator[None]:
        """Schedule the remaining views for the next event-loop turn, even after an error."""
        try:
            yield
        finally:
            if self._stale:
                self._timer.start()

    def _refresh(self, view: View) -> None:
        self._stale.discard(view.name)
        view.refresh()
