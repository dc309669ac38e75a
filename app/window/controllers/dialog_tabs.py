"""What the controllers of single tabs of the export dialog have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.export.dialog import ExportDialog
    from boilerscope.widgets.export.tab import ExportTab


class TabMaker(Protocol):
    """Controller of one tab."""

    def add_to(self, dialog: ExportDialog) -> ExportTab | None:
        """Add the tab, and return it; None if there is nothing to export."""
        ...

    def write_chosen(self) -> bool:
        """Write what is chosen in the tab; return False if a file must not be replaced."""
        ...


class DialogTabs:
    """The tabs of one dialog, each with its controller."""

    def __init__(self, dialog: ExportDialog, makers: Sequence[TabMaker]) -> None:
        self._dialog = dialog
        self._tabs = [(maker, maker.add_to(dialog)) for maker in makers]

    def current(self) -> TabMaker | None:
        """Return the controller of the tab on screen, None for another tab."""
        shown = self._dialog.current()
        return next((maker for maker, tab in self._tabs if tab is shown), None)
