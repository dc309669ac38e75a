"""Linked scrolling of columns: by the selection while it is in sight, else by segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.widgets.panes.content import SegmentPosition
    from boilerscope.widgets.panes.output_pane import OutputPane
    from boilerscope.widgets.selection import SelectionModel


class ColumnLinks(QObject):
    """Link between the columns of a row.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    columns : callable
        Returns the panes whose text is visible.
    parent : QObject
        Qt parent.

    Signals
    -------
    scrolled(object)
        The user scrolled a linked column and the selection is out of sight there; a list of
        `SegmentPosition`.
    """

    scrolled = Signal(object)

    def __init__(
        self,
        selection: SelectionModel,
        columns: Callable[[], list[OutputPane]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._selection = selection
        self._columns = columns
        self._free: set[str] = set()

    def is_free(self, name: str) -> bool:
        """Return whether a column scrolls by itself."""
        return name in self._free

    def set_free(self, name: str, free: bool) -> None:  # noqa: FBT001 - Qt setter
        """Let a column scroll by itself, or with the other columns again."""
        if free == self.is_free(name):
            return
        self._free ^= {name}
        for column in self._columns():
            if column.name == name:
                column.set_free(free)

    def forget(self, name: str) -> None:
        """Forget a removed pane."""
        self._free.discard(name)

    def watch(self, column: OutputPane) -> None:
        """Link a new column."""
        column.set_free(self.is_free(column.name))
        column.scrolled.connect(lambda positions: self._on_scrolled(column, positions))

    def align(self, positions: Sequence[SegmentPosition], *, but: OutputPane | None = None) -> None:
        """Scroll all linked columns except `but`."""
        for column in self._columns():
            if column is not but and not self.is_free(column.name):
                column.align(positions)

    def align_on_selection(self, leader: OutputPane | None) -> None:
        """Move the selection in all columns to its height in the leader, or the default height."""
        if self._selection.selection is None:
            return
        if leader is None or not leader.lead():
            self._selection.level.choose()
        for column in self._columns():
            column.bring_selection()

    def _on_scrolled(self, column: OutputPane, positions: Sequence[SegmentPosition]) -> None:
        if self.is_free(column.name) or column.lead():
            return
        self._selection.level.release()
        self.align(positions, but=column)
        self.scrolled.emit(positions)
