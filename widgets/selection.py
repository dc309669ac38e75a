"""The one selection of a window, shared by all views.

A view that selects passes itself along and paints at once; the others follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from widgets.records import Selection


class SelectionModel(QObject):
    """Holds what is selected and what the pointer is over.

    Signals
    -------
    selected(Selection or None, origin)
        Another selection; `origin` is the object that made it, which must not scroll.
    hovered(Selection or None, origin)
        Something else is under the pointer; nobody scrolls.
    """

    selected = Signal(object, object)
    hovered = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selection: Selection | None = None
        self._hover: Selection | None = None

    @property
    def selection(self) -> Selection | None:
        """What is selected."""
        return self._selection

    @property
    def hover(self) -> Selection | None:
        """What the pointer is over."""
        return self._hover

    def select(self, selection: Selection | None, origin: QObject | None = None) -> None:
        """Select something else; selecting the same again changes nothing."""
        if selection != self._selection:
            self._selection = selection
            self.selected.emit(selection, origin)

    def point(self, hover: Selection | None, origin: QObject | None = None) -> None:
        """Say what the pointer is over."""
        if hover != self._hover:
            self._hover = hover
            self.hovered.emit(hover, origin)
