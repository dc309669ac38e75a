"""Selection of a window, shared by all views.

A view that selects passes itself as the origin and paints at once; the other views follow. A column
that the user clicked also sets the height of the first line, and all columns move it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.widgets.level import Level

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.records import Selection


class SelectionModel(QObject):
    """Model of the selection and of the block under the pointer.

    Signals
    -------
    selected(Selection or None, origin)
        The selection changed; `origin` is the object that changed it.
    picked(Selection, int, origin)
        The user clicked or dragged over text in a column; the clicked token, -1 after a drag.
        Emitted after `selected`, and also if the selection is the same as before.
    hovered(Selection or None, origin)
        The block under the pointer changed; views do not scroll.

    Attributes
    ----------
    level : Level
        Height at which all columns show the first line of the selection; it changes after all
        views have handled `selected`.
    """

    selected = Signal(object, object)
    picked = Signal(object, int, object)
    hovered = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.level = Level(self)
        self._first = -1
        self._selection: Selection | None = None
        self._hover: Selection | None = None

    @property
    def selection(self) -> Selection | None:
        """The selection, None for none."""
        return self._selection

    @property
    def first(self) -> int:
        """The token of the selection's first visible line on the page, -1 without a selection."""
        return self._first

    def set_first(self, token: int) -> None:
        """Set the first visible token of the selection."""
        if self._selection is not None and token != self._first:
            self._first = token
            self.level.changed.emit()

    @property
    def hover(self) -> Selection | None:
        """The block under the pointer, None for none."""
        return self._hover

    def select(self, selection: Selection | None, origin: QObject | None = None) -> None:
        """Change the selection and move it to the default height; do nothing if it is unchanged."""
        if selection != self._selection:
            self._change(selection, origin)
            if selection is None or not selection.runs:
                self.level.release()
            else:
                self.level.choose()

    def select_in(
        self, selection: Selection, origin: QObject, view: QWidget, y: float | None, first: int
    ) -> None:
        """Select a block clicked in a column, and set the level to its first line in that view.

        Parameters
        ----------
        selection : Selection
            The selection, not empty.
        view : QWidget
            The column's text view.
        y : float or None
            Height of the first line in the view; if it is out of sight, use the default height.
        first : int
            First token of that line.
        """
        self._change(selection, origin)
        self._first = first
        if y is not None and 0 <= y < view.height() and self.level.has_room(view, y):
            self.level.put(view, y)
        else:
            self.level.choose()

    def pick(self, selection: Selection, token: int, origin: QObject) -> None:
        """Emit `picked`: the user clicked a token, or dragged over text (-1), in a column."""
        self.picked.emit(selection, token, origin)

    def _change(self, selection: Selection | None, origin: QObject | None) -> None:
        if selection != self._selection:
            self._selection = selection
            self._first = selection.start if selection is not None and selection.runs else -1
            self.selected.emit(selection, origin)
            self.point(None, origin)  # columns move under a resting pointer

    def point(self, hover: Selection | None, origin: QObject | None = None) -> None:
        """Set the block under the pointer."""
        if hover != self._hover:
            self._hover = hover
            self.hovered.emit(hover, origin)
