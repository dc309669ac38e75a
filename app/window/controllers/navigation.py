"""Navigation: from block to block, and page and panes that scroll together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from boilerscope.app.session.block_navigation import (
    is_beyond,
    next_block,
    next_difference,
    next_error,
)
from boilerscope.app.window.translation import translate
from boilerscope.widgets.panes.content import SegmentPosition
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.picking import leading_block
from boilerscope.widgets.records import Selection
from boilerscope.widgets.sentences import block_sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.page.view import PageView
    from boilerscope.widgets.panes.row import PaneRow
    from boilerscope.widgets.selection import SelectionModel


class NavigationController(QObject):
    """Moves the selection, and scrolls page and panes together.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    selection : SelectionModel
        The window's selection.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        selection: SelectionModel,
        view: PageView,
        row: PaneRow,
    ) -> None:
        super().__init__(context.views)
        self._session_controller, self._views = context.session_controller, context.views
        self._notifier = context.notifier
        self._selection, self._view, self._row = selection, view, row
        self._next_page: tuple[Callable[[], str], Callable[[], object]] | None = None
        self._has_offered = False
        actions.add_all(
            {
                "next_block": lambda: self.step_block(1),
                "previous_block": lambda: self.step_block(-1),
                "next_difference": lambda: self._step_difference(1),
                "previous_difference": lambda: self._step_difference(-1),
                "align": self.align,
            }
        )
        self._session_controller.page_shown.connect(lambda _page: selection.select(None))
        selection.selected.connect(self._on_selected)
        view.scrolled.connect(self._on_page_scrolled)
        row.scrolled.connect(self._on_panes_scrolled)

    def step_block(self, direction: int) -> None:
        """Select the block of the active pane before (-1) or after (1) the selection."""
        selected = self._selection.selection
        selection = next_block(self._views.scene, selected, direction)
        if selection is None:
            self._notifier.notify(translate("The active pane has no block."), kind="navigation")
        elif selection == selected:
            end = translate("Last block.") if direction > 0 else translate("First block.")
            self._notifier.notify(end, kind="navigation")
        else:
            self._selection.select(selection, self)

    def _step_difference(self, direction: int) -> None:
        """Select the next (1) or previous (-1) text on which panes disagree.

        If the page is coloured against gold, select the next error of the pane that colours it.
        """
        scene, selected = self._views.scene, self._selection.selection
        if scene.by_errors:
            selection = next_error(scene, selected, direction)
            nothing = translate("{pane} has no errors on this page.").format(pane=scene.error_pane)
            is_last = selection is None or is_beyond(selected, selection, direction)
            last = nothing if selection is None else translate("Last error on this page.")
            around = translate("No more errors in this direction. Going on from the other end.")
            if is_last and direction > 0 and self._go_on(last):
                return
        else:
            selection = next_difference(scene, selected, direction)
            nothing = translate("The panes agree on the whole page.")
            around = translate(
                "No more differences in this direction. Going on from the other end."
            )
        if selection is None:
            self._notifier.notify(nothing, kind="navigation")
            return
        if is_beyond(selected, selection, direction):
            self._notifier.notify(around, kind="navigation")
        self._selection.select(selection, self)

    def align(self) -> None:
        """Move the selection in all columns to one height."""
        self._row.align_on_selection()
        message = translate("All columns are aligned on the selection.")
        self._notifier.notify(message, kind="navigation")

    def go_on_with(self, offer: Callable[[], str], go: Callable[[], object]) -> None:
        """Let the key for the next error open another page after the last error of a page.

        Parameters
        ----------
        offer : callable
            Returns the message that names the other page; empty without another page.
        go : callable
            Opens it.
        """
        self._next_page = (offer, go)

    def _go_on(self, last: str) -> bool:
        """Offer the next page of a list, or open it if it was offered; False without a list."""
        offer = "" if self._next_page is None else self._next_page[0]()
        if self._next_page is None or not offer:
            return False
        if self._has_offered:
            self._next_page[1]()
        else:
            self._notifier.notify(f"{last} {offer}", kind="navigation")
        self._has_offered = not self._has_offered
        return True

    def _on_selected(self, selection: object, _origin: object) -> None:
        self._has_offered = False
        selected = selection if isinstance(selection, Selection) else None
        self._session_controller.select(selected)
        if selected is not None and QAccessible.isActive():
            self._announce(selected)

    def _announce(self, selection: Selection) -> None:
        """Let a screen reader speak the selected block of the active pane, and its reason."""
        scene = self._views.scene
        pane = scene.pane(scene.active)
        if pane is None or pane.shown is None:
            return
        block = leading_block(pane, selection)
        sentence = block_sentence(pane, block, characters=counts_characters(scene.page))
        if sentence:
            event = QAccessibleAnnouncementEvent(self._row, sentence)
            QAccessible.updateAccessibility(event)

    def _on_page_scrolled(self, segment: int, y: float) -> None:
        if segment >= 0:
            self._row.align([SegmentPosition(segment, y)])

    def _on_panes_scrolled(self, positions: list[SegmentPosition]) -> None:
        if positions:
            self._view.align(*positions[0])
