"""The one selection of a window, shared by all views.

A view that selects passes itself along and paints at once; the others follow. A column that was
clicked says as well where it shows the first line, and all columns bring it to this height.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from widgets.level import Level

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from widgets.records import Selection


class SelectionModel(QObject):
    """Holds what is selected and what the pointer is over.

    Signals
    -------
    selected(Selection or None, origin)
        Another selection; `origin` is the object that made it.
    hovered(Selection or None, origin)
        Something else is under the pointer; nobody scrolls.

    Attributes
    ----------
    level : Level
        The height at which all columns show the first line of the selection; it changes after
        `selected` was heard by all.
    """

    selected = Signal(object, object)
    hovered = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.level = Level(self)
        self._first = -1
        self._selection: Selection | None = None
        self._hover: Selection | None = None

    @property
    def selection(self) -> Selection | None:
        """What is selected."""
        return self._selection

    @property
    def first(self) -> int:
        """The token whose line is the first one of the selection, -1 without one.

        Where the page shows the selection's beginning, else the first token of it that it shows.
        """
        return self._first

    def set_first(self, token: int) -> None:
        """Take another token for the first one that can be seen."""
        if self._selection is not None and token != self._first:
            self._first = token
            self.level.changed.emit()

    @property
    def hover(self) -> Selection | None:
        """What the pointer is over."""
        return self._hover

    def select(self, selection: Selection | None, origin: QObject | None = None) -> None:
        """Select something else, at the usual height; selecting the same again changes nothing."""
        if selection != self._selection:
            self._change(selection, origin)
            if selection is None or not selection.runs:
                self.level.release()
            else:
                self.level.choose()

    def select_in(
        self, selection: Selection, origin: QObject, view: QWidget, y: float | None, first: int
    ) -> None:
        """Select what a column was clicked on, at the height of its first line in that view.

        Parameters
        ----------
        selection : Selection
            Not empty.
        origin : QObject
            The column.
        view : QWidget
            Where it shows text.
        y : float or None
            Where that line is in the view; the usual height is taken where it is out of sight.
        first : int
            The token whose line it is.
        """
        self._change(selection, origin)
        self._first = first
        if y is not None and 0 <= y < view.height() and self.level.has_room(view, y):
            self.level.put(view, y)
        else:
            self.level.choose()

    def _change(self, selection: Selection | None, origin: QObject | None) -> None:
        if selection != self._selection:
            self._selection = selection
            self._first = selection.start if selection is not None and selection.runs else -1
            self.selected.emit(selection, origin)

    def point(self, hover: Selection | None, origin: QObject | None = None) -> None:
        """Say what the pointer is over."""
        if hover != self._hover:
            self._hover = hover
            self.hovered.emit(hover, origin)
