"""Refresh views in a fixed order, the visible effect of a slider first.

Each view declares which parts of the session or of the Corpus face it shows, and a change refreshes
only the views that show a part of it. Views that are painted at once come first; the others follow,
one per event-loop turn, so that a newer change interrupts instead of waiting.
"""

from __future__ import annotations

import contextlib
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from boilerscope.app.session.changes import ALL_VIEWS, NOTHING, OF_PANES, Changed, SessionPart
from boilerscope.app.session.corpus import GROWING, CorpusChanged, CorpusPart

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class View:
    """One view that can be refreshed.

    Attributes
    ----------
    name : str
        Short name; a change that this view began has it as initiator.
    refresh : callable
        Refreshes the view; must be cheap when nothing changed.
    shows : SessionPart or CorpusPart
        Parts of the session that the view shows besides those that all views of a page show, or
        parts of the Corpus face.
    panes : callable, optional
        Returns the names of the panes that the view shows now; by default all panes.
    is_shown : callable
        Returns whether the view is on screen; otherwise its refresh waits.
    at_once : bool
        Whether it is painted before anything else happens.
    pace_s : float
        Minimum time between two refreshes while results of a run arrive.
    """

    name: str
    refresh: Callable[[], object]
    shows: SessionPart | CorpusPart = NOTHING
    panes: Callable[[], Collection[str]] | None = None
    is_shown: Callable[[], bool] = _always
    at_once: bool = False
    pace_s: float = 0.0

    def is_made_stale_by(self, change: Changed | CorpusChanged) -> bool:
        """Return whether a change affects a part and a pane that the view shows."""
        if change.initiator == self.name:
            return False
        if isinstance(change, CorpusChanged):
            return isinstance(self.shows, CorpusPart) and bool(change.parts & self.shows)
        if not isinstance(self.shows, SessionPart):
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
        self._stale: dict[str, float] = {}
        """Stale views, and the time from which they may be refreshed."""
        self._refreshed: dict[str, float] = {}
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)

    def add(self, views: Sequence[View]) -> None:
        """Refresh these views from now on, after the others, and at first."""
        self._views += tuple(views)
        self.ask(view.name for view in views)

    def follow(self, change: Changed | CorpusChanged) -> None:
        """Refresh the views that show a part of a change."""
        is_growing = isinstance(change, CorpusChanged) and change.parts in GROWING
        for view in self._views:
            if view.is_made_stale_by(change):
                due = self._refreshed.get(view.name, -math.inf) + view.pace_s if is_growing else 0.0
                self._stale[view.name] = min(due, self._stale.get(view.name, math.inf))
        if self._stale:
            self._refresh_at_once()

    def ask(self, names: Iterable[str] | None = None) -> None:
        """Refresh these views; None means all of them."""
        known = {view.name for view in self._views}
        requested = known if names is None else set(names)
        if requested - known:
            raise KeyError(f"no view is called {', '.join(sorted(requested - known))}")
        self._stale |= dict.fromkeys(requested, 0.0)
        self._refresh_at_once()

    def flush(self) -> None:
        """Refresh all stale views on screen now."""
        self._timer.stop()
        for view in self._views:
            if view.name in self._stale and view.is_shown():
                self._refresh(view)

    @property
    def idle(self) -> bool:
        """Whether no view on screen is stale."""
        return not self._waiting()

    def _waiting(self) -> list[View]:
        return [view for view in self._views if view.name in self._stale and view.is_shown()]

    def _refresh_at_once(self) -> None:
        with self._reschedule_rest():
            for view in self._views:
                if view.at_once and view.name in self._stale and view.is_shown():
                    self._refresh(view)

    def _next(self) -> None:
        now = time.monotonic()
        due = next((view for view in self._waiting() if self._stale[view.name] <= now), None)
        with self._reschedule_rest():
            if due is not None:
                self._refresh(due)

    @contextlib.contextmanager
    def _reschedule_rest(self) -> Iterator[None]:
        """Schedule the remaining views, the first for the next turn, even after an error."""
        try:
            yield
        finally:
            waiting = self._waiting()
            if waiting:
                first = min(self._stale[view.name] for view in waiting)
                self._timer.start(math.ceil(max(first - time.monotonic(), 0.0) * 1000))

    def _refresh(self, view: View) -> None:
        del self._stale[view.name]
        self._refreshed[view.name] = time.monotonic()
        view.refresh()
