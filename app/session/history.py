"""Undo and redo of panes and their settings. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.widgets.records import ShowAs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.runner import Pane

_COALESCE_S = 1.0
GESTURE = "gesture "
"""Part of the key of a gesture: its changes are undone together, however long it takes."""


@dataclass(frozen=True, slots=True)
class PaneSetup:
    """Part of a pane that undo, session files and the next start restore."""

    name: str
    extractor: str
    settings: Settings
    folded: bool = False
    show_as: ShowAs = ShowAs.RENDERED
    compare_with: str = ""
    linked: bool = False


Setups = tuple[PaneSetup, ...]


def setups_of(panes: Iterable[Pane]) -> list[PaneSetup]:
    """Return the panes of a settings file as setups."""
    return [PaneSetup(pane.name, pane.extractor, pane.settings) for pane in panes]


class History:
    """Earlier setups of all panes, and the setups that were undone."""

    def __init__(self) -> None:
        self._past: list[Setups] = []
        self._future: list[Setups] = []
        self._key = ""
        self._time = float("-inf")

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to redo."""
        return bool(self._future)

    def remember(self, setups: Setups, key: str, now: float) -> None:
        """Remember the setups before a change, which then can be undone.

        Parameters
        ----------
        key : str
            Changes with the same key within a second are undone together, those of one gesture
            (`GESTURE`) whenever they come; empty for none.
        now : float
            Monotonic time, seconds.
        """
        is_recent = now - self._time < _COALESCE_S or GESTURE in key
        is_continued = key and key == self._key and is_recent
        if not is_continued:
            self._past.append(setups)
            self._future.clear()
        self._key, self._time = key, now

    def drop_idle(self, setups: Setups) -> None:
        """Forget the last change if it has led back to where it began, as a drag to and fro."""
        if self._past and _settings_of(self._past[-1]) == _settings_of(setups):
            self._past.pop()
            self._key = ""

    def undo(self, setups: Setups) -> Setups | None:
        """Return the setups before the last change; None without a change.

        Parameters
        ----------
        setups : tuple of PaneSetup
            Current setups, which `redo` restores.
        """
        return self._travel(self._past, self._future, setups)

    def redo(self, setups: Setups) -> Setups | None:
        """Return the setups after the last undone change; None without a change. See `undo`."""
        return self._travel(self._future, self._past, setups)

    def _travel(self, source: list[Setups], target: list[Setups], setups: Setups) -> Setups | None:
        if not source:
            return None
        target.append(setups)
        self._key = ""
        return source.pop()


def _settings_of(setups: Setups) -> list[tuple[str, str, Settings]]:
    return [(setup.name, setup.extractor, setup.settings) for setup in setups]
