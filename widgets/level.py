"""Level of the selection: the height in the window at which every column shows its first line.

Input: the height of that line in the column that the user clicked or scrolled, and how far the page
could be scrolled. Output: the height for the line, in pixels of any view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

DEFAULT_SHARE = 0.4
"""Default height of a selection, as a share of the space below the headers."""

_EDGE = 12  # pixels at the lower edge in which no line is placed


class Level(QObject):
    """Height at which all columns show the first line of the selection.

    Heights are pixels below the upper edge of the ground, which is the parent of the columns.

    Signals
    -------
    changed()
        The height changed, or the columns moved: move the line to `in_view`.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ground: QWidget | None = None
        self._heading: Callable[[], float] = float
        self._is_set = False
        self._given: float | None = None
        self._reached: float | None = None
        self._change_timer = QTimer(self, singleShot=True, interval=0)
        self._change_timer.timeout.connect(self.changed)

    def set_ground(self, ground: QWidget, heading: Callable[[], float]) -> None:
        """Set the ground, and a function that returns the height of the columns' headers."""
        if self._ground is not None:
            self._ground.removeEventFilter(self)
        self._ground, self._heading = ground, heading
        ground.installEventFilter(self)

    # -- height ----------------------------------------------------------------------------

    @property
    def y(self) -> float | None:
        """The height, None without a selection or if its line is out of sight."""
        if self._is_set and self._given is None and self._reached is not None:
            return self._reached
        return self.requested

    @property
    def requested(self) -> float | None:
        """The requested height; the page may not be able to scroll that far."""
        if not self._is_set or self._ground is None:
            return None
        if self._given is not None and self._is_in_ground(self._given):
            return self._given
        return self._default()

    def in_view(self, view: QWidget) -> float | None:
        """Return the height in pixels below the upper edge of a view."""
        return None if self.y is None else self.to_view(view, self.y)

    def to_view(self, view: QWidget, y: float) -> float:
        """Convert a height from the ground to a view."""
        ground = self._ground or view.window()
        return view.mapFromGlobal(ground.mapToGlobal(QPointF(0.0, y))).y()

    def from_view(self, view: QWidget, y: float) -> float:
        """Convert a height from a view to the ground."""
        ground = self._ground or view.window()
        return ground.mapFromGlobal(view.mapToGlobal(QPointF(0.0, y))).y()

    def has_room(self, view: QWidget, y: float) -> bool:
        """Return whether a height of a view is inside the columns."""
        return self._is_in_ground(self.from_view(view, y))

    # -- changes ---------------------------------------------------------------------------

    def put(self, view: QWidget, y: float) -> None:
        """Set the height to that of the line in a view, which the user clicked or scrolled."""
        self._set(self.from_view(view, y))

    def choose(self) -> None:
        """Set the default height."""
        self._set(None)

    def release(self) -> None:
        """Remove the height: nothing is selected, or the user scrolled the line out of sight."""
        self._is_set = False
        self.changed.emit()

    def settle(self, view: QWidget, y: float) -> None:
        """Set the height that the page could reach, unless a view set the height."""
        reached = self.from_view(view, y)
        if self._is_set and self._given is None and self._is_in_ground(reached):
            previous, self._reached = self.y, reached
            if previous is None or abs(previous - reached) > 0.5:
                self.changed.emit()

    def _set(self, height: float | None) -> None:
        self._is_set, self._given, self._reached = True, height, None
        self.changed.emit()

    def _default(self) -> float:
        heading, height = self._heading(), self._height()
        return round(heading + DEFAULT_SHARE * max(height - heading, 0.0))

    def _is_in_ground(self, y: float) -> bool:
        return 0 <= y <= self._height() - _EDGE

    def _height(self) -> float:
        return 0.0 if self._ground is None else self._ground.height()

    # -- Qt --------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Emit `changed` after a new layout of the columns: their headers may be higher."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest} and self._is_set:
            self._reached = None
            self._change_timer.start()
        return super().eventFilter(watched, event)
