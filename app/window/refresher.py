"""Bring views up to date in a fixed order, the visible effect of a slider first.

The first views are painted at once; the others follow one per turn of the event loop, so that a
newer change interrupts instead of waiting.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class View:
    """One view that can be brought up to date.

    Attributes
    ----------
    name : str
        Short name.
    refresh : callable
        Brings it up to date; must be cheap when nothing changed.
    at_once : bool
        Whether it is painted before anything else happens.
    """

    name: str
    refresh: Callable[[], None]
    at_once: bool = False


class Refresher(QObject):
    """Keeps a set of stale views and works it off in the order the views were given."""

    def __init__(self, views: Sequence[View], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views = tuple(views)
        self._stale: set[str] = set()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)

    def ask(self, names: Iterable[str] | None = None) -> None:
        """Bring these views up to date; None means all of them."""
        wanted = {view.name for view in self._views} if names is None else set(names)
        unknown = wanted - {view.name for view in self._views}
        if unknown:
            raise KeyError(f"no view is called {', '.join(sorted(unknown))}")
        self._stale |= wanted
        with self._going_on():
            for view in self._views:
                if view.at_once and view.name in self._stale:
                    self._bring(view)

    def flush(self) -> None:
        """Bring everything up to date now."""
        self._timer.stop()
        for view in self._views:
            if view.name in self._stale:
                self._bring(view)

    @property
    def idle(self) -> bool:
        """Whether every view is up to date."""
        return not self._stale

    def _next(self) -> None:
        stale = next((view for view in self._views if view.name in self._stale), None)
        if stale is not None:
            with self._going_on():
                self._bring(stale)

    @contextlib.contextmanager
    def _going_on(self) -> Iterator[None]:
        """Take the views that are left in the next turns, also where one of these fails."""
        try:
            yield
        finally:
            if self._stale:
                self._timer.start()

    def _bring(self, view: View) -> None:
        self._stale.discard(view.name)
        view.refresh()
