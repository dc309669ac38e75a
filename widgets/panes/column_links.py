"""Columns that scroll together by block, and bring the selection to one height."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from extractors.page.segments import segments
from widgets.fold_text import touched
from widgets.panes.content import Place
from widgets.panes.output_pane import OutputPane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from extractors.page import Page
    from widgets.records import Selection
    from widgets.selection import SelectionModel


class ColumnLinks(QObject):
    """Links the columns of a row.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    columns : callable
        Returns the panes whose text is on view.
    parent : QObject
        Qt parent.

    Signals
    -------
    scrolled(object)
        The reader scrolled a column that is not free; a list of `Place`.
    free_changed(str, bool)
        A column scrolls by itself now, or with the others again.
    """

    scrolled = Signal(object)
    free_changed = Signal(str, bool)

    def __init__(
        self,
        selection: SelectionModel,
        columns: Callable[[], list[OutputPane]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._selection = selection
        self._columns = columns
        self._page: Page | None = None
        self._free: set[str] = set()
        selection.selected.connect(self._on_selected)

    def set_page(self, page: Page | None) -> None:
        """Count blocks of another page."""
        self._page = page

    def is_free(self, name: str) -> bool:
        """Return whether a column scrolls by itself."""
        return name in self._free

    def set_free(self, name: str, free: bool) -> None:  # noqa: FBT001 - Qt setter
        """Let a column scroll by itself, or with the others again."""
        if free == self.is_free(name):
            return
        self._free ^= {name}
        for column in self._columns():
            if column.name == name:
                column.set_free(free)
        self.free_changed.emit(name, free)

    def forget(self, name: str) -> None:
        """Be told that a pane is gone."""
        self._free.discard(name)

    def watch(self, column: OutputPane) -> None:
        """Follow the reader in a new column."""
        column.set_free(self.is_free(column.name))
        column.scrolled.connect(lambda places: self._on_scrolled(column, places))

    def align(self, places: Sequence[Place], *, but: OutputPane | None = None) -> None:
        """Scroll all columns but the free ones and `but`."""
        for column in self._columns():
            if column is not but and not self.is_free(column.name):
                column.align(places)

    def align_on_selection(self, leader: OutputPane | None) -> None:
        """Bring the selection to the leader's height of it in all columns, free or not."""
        self._bring(leader, all_of_them=True)

    def _on_scrolled(self, column: OutputPane, places: Sequence[Place]) -> None:
        if not self.is_free(column.name):
            self.align(places, but=column)
            self.scrolled.emit(places)

    def _on_selected(self, selection: Selection | None, origin: QObject | None) -> None:
        # lines must be those of the new selection before they are brought anywhere
        for column in self._columns():
            column.body.set_selection(selection)
        self._bring(origin if isinstance(origin, OutputPane) else None, all_of_them=False)

    def _bring(self, leader: OutputPane | None, *, all_of_them: bool) -> None:
        """Bring the selection to where the leader has it, else to the usual height.

        A free column that shows the selection already stays, unless all are meant.
        """
        segment = self._selected_segment()
        if segment < 0:
            return
        place = None if leader is None else leader.place_of(segment)
        for column in self._columns():
            stays = self.is_free(column.name) and column.place_of(segment) is not None
            leads = column is leader and (place is not None or not all_of_them)
            if not leads and (all_of_them or not stays):
                column.align([place or Place(segment, column.selection_height())])

    def _selected_segment(self) -> int:
        page, selection = self._page, self._selection.selection
        if page is None or selection is None:
            return -1
        chosen = np.flatnonzero(touched(segments(page), selection.runs))
        return int(chosen[0]) if len(chosen) else -1
