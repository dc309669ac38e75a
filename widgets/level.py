"""The height of the selection: one for the window, to which every column brings its first line.

Comes in: where the column that was clicked or scrolled shows that line, and how far the page could
be moved. Goes out: where the line belongs, in pixels of any view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

USUAL = 0.4
"""Where a selection goes that no column led to: this share of the room below the headers."""

_EDGE = 12  # pixels of the columns that no line belongs into


class Level(QObject):
    """Keeps the height at which all columns show the first line of the selection.

    Heights are pixels below the upper edge of the ground, the widget in which the columns are.

    Signals
    -------
    changed()
        Another height, or the columns stand elsewhere: bring the line to `in_view`.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ground: QWidget | None = None
        self._heading: Callable[[], float] = float
        self._is_set = False
        self._given: float | None = None
        self._reached: float | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.changed)

    def set_ground(self, ground: QWidget, heading: Callable[[], float]) -> None:
        """Count heights from the upper edge of a widget, whose columns have headers so high."""
        if self._ground is not None:
            self._ground.removeEventFilter(self)
        self._ground, self._heading = ground, heading
        ground.installEventFilter(self)

    # -- where it is -----------------------------------------------------------------------

    @property
    def y(self) -> float | None:
        """The height, None where there is no selection or its line is out of sight."""
        if self._is_set and self._given is None and self._reached is not None:
            return self._reached
        return self.wish

    @property
    def wish(self) -> float | None:
        """The height that the page is asked for; it may not be able to be scrolled so far."""
        if not self._is_set or self._ground is None:
            return None
        if self._given is not None and self._is_in_ground(self._given):
            return self._given
        return self._usual()

    def in_view(self, view: QWidget) -> float | None:
        """Return the height in pixels below the upper edge of a view."""
        return None if self.y is None else self.to_view(view, self.y)

    def to_view(self, view: QWidget, y: float) -> float:
        """Return what a height of the ground is in a view."""
        ground = self._ground or view.window()
        return view.mapFromGlobal(ground.mapToGlobal(QPointF(0.0, y))).y()

    def from_view(self, view: QWidget, y: float) -> float:
        """Return what a height of a view is in the ground."""
        ground = self._ground or view.window()
        return ground.mapFromGlobal(view.mapToGlobal(QPointF(0.0, y))).y()

    def has_room(self, view: QWidget, y: float) -> bool:
        """Return whether the columns reach to a height of a view."""
        return self._is_in_ground(self.from_view(view, y))

    # -- who sets it -----------------------------------------------------------------------

    def put(self, view: QWidget, y: float) -> None:
        """Take the height at which a view shows the line: the reader clicked or scrolled there."""
        self._set(self.from_view(view, y))

    def choose(self) -> None:
        """Take the usual height."""
        self._set(None)

    def release(self) -> None:
        """Have no height: nothing is selected, or the reader scrolled its line out of sight."""
        self._is_set = False
        self.changed.emit()

    def settle(self, view: QWidget, y: float) -> None:
        """Take the height that the page could be brought to, unless a view was clicked."""
        reached = self.from_view(view, y)
        if self._is_set and self._given is None and self._is_in_ground(reached):
            before, self._reached = self.y, reached
            if before is None or abs(before - reached) > 0.5:
                self.changed.emit()

    def _set(self, given: float | None) -> None:
        self._is_set, self._given, self._reached = True, given, None
        self.changed.emit()

    def _usual(self) -> float:
        heading, height = self._heading(), self._height()
        return round(heading + USUAL * max(height - heading, 0.0))

    def _is_in_ground(self, y: float) -> bool:
        return 0 <= y <= self._height() - _EDGE

    def _height(self) -> float:
        return 0.0 if self._ground is None else self._ground.height()

    # -- Qt --------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say it again when the columns were arranged anew; headers may be higher now."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest} and self._is_set:
            self._reached = None
            self._later.start()
        return super().eventFilter(watched, event)
