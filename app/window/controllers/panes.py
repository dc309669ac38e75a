"""Panes: add, arrange and compare them, and take offers of their headers and empty bodies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session import layers
from boilerscope.app.session.scene import lacks_layout, setting_to_turn_on
from boilerscope.app.window.actions import PANE_KEYS
from boilerscope.app.window.translation import translate
from boilerscope.widgets.records import ShowAs

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.panes.row import PaneRow

_LONGER_S = 30.0


class PaneController(QObject):
    """Carries out the user's requests to panes.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    lay_out : callable
        Measures the layout of the page, for a pane that needs it.
    apply_what_if : callable
        Applies the first suggestion, for a pane that keeps nothing.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        row: PaneRow,
        *,
        lay_out: Callable[[], object],
        apply_what_if: Callable[[], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._actions, self._row = actions, row
        self._lay_out, self._apply_what_if = lay_out, apply_what_if
        controller = self._session_controller
        actions.add_all(
            {
                "remove_pane": lambda: self._on_active(controller.remove_pane),
                "duplicate_pane": lambda: self._on_active(self._duplicate),
                "fold_pane": self.fold_pane,
                "run_again": lambda: self._on_active(controller.run_again),
                "lock": lambda: self._on_active(row.toggle_free),
                "detach": lambda: self._on_active(row.toggle_window),
            }
        )
        for name, direction in (("move_left", -1), ("move_right", 1)):
            can_move = partial(self._can_move, direction)
            actions.add(name, partial(self._move, direction), enabled=can_move)
        for view in (ShowAs.RENDERED, ShowAs.PLAIN, ShowAs.SOURCE):
            shows_other = partial(self._shows_other_than, view)
            actions.add(f"show_{view.value}", partial(self._show_as, view), enabled=shows_other)
        actions.add("show_difference", self.show_difference, enabled=self._can_compare)
        for index, (activate, colour) in enumerate(PANE_KEYS):
            actions.add_key(activate, partial(self._on_nth, index, self._go_to_pane))
            actions.add_key(colour, partial(self._on_nth, index, self._colour_by_pane))
        self._connect()

    def _connect(self) -> None:
        row, controller = self._row, self._session_controller
        row.pane_activated.connect(controller.activate)
        row.pane_closed.connect(controller.remove_pane)
        row.pane_moved.connect(controller.move_pane)
        row.pane_folded.connect(controller.fold_pane)
        row.show_as_changed.connect(self._on_show_as)
        row.compare_with_changed.connect(controller.compare_pane)
        row.command.connect(self._on_command)
        row.pane_detached.connect(lambda name: self._actions.serve(row.window_of(name)))

    def refresh(self) -> None:
        """Show the panes of the scene."""
        self._row.show_scene(self._context.views.scene)

    # -- actions ---------------------------------------------------------------------------

    def fold_pane(self) -> None:
        """Fold or unfold the active pane."""
        pane = self._context.active_pane
        if pane is not None:
            self._session_controller.fold_pane(pane.name, not pane.folded)

    def _duplicate(self, name: str) -> None:
        """Add a pane with the same settings; on a page, put both side by side."""
        self._session_controller.duplicate_pane(name)
        session = self._context.session
        if session.page is not None:
            self._session_controller.compare_panes(name, session.active)

    def show_difference(self) -> None:
        """Compare the active pane with the next pane."""
        pane = self._context.active_pane
        if pane is None:
            return
        others = [other.name for other in self._context.session.panes if other.name != pane.name]
        if others:
            other = pane.compare_with if pane.compare_with in others else others[0]
            self._session_controller.compare_pane(pane.name, other)

    def _can_move(self, direction: int) -> bool:
        pane = self._context.active_pane
        n_panes = len(self._context.session.panes)
        return pane is not None and 1 <= pane.number + direction <= n_panes

    def _shows_other_than(self, view: ShowAs) -> bool:
        pane = self._context.active_pane
        return pane is not None and pane.show_as != view

    def _can_compare(self) -> bool:
        has_other = len(self._context.session.panes) > 1
        return has_other and self._shows_other_than(ShowAs.DIFFERENCE)

    def _on_active(self, do: Callable[[str], object]) -> None:
        pane = self._context.active_pane
        if pane is not None:
            do(pane.name)

    def _move(self, direction: int) -> None:
        pane = self._context.active_pane
        if pane is not None:
            self._session_controller.move_pane(pane.name, pane.number - 1 + direction)

    def _show_as(self, show_as: ShowAs) -> None:
        self._on_active(lambda name: self._session_controller.show_pane_as(name, show_as))

    def _on_nth(self, index: int, do: Callable[[str], object]) -> None:
        panes = self._context.session.panes
        if index < len(panes):
            do(panes[index].name)
        else:
            message = translate("There is no pane {number}.").format(number=index + 1)
            self._context.notifier.notify(message, kind="refused")

    def _go_to_pane(self, name: str) -> None:
        """Activate a pane, and raise its window if it is detached."""
        self._session_controller.activate(name)
        self._row.raise_window(name)

    def _colour_by_pane(self, name: str) -> None:
        self._session_controller.colour_by(layers.label_key(name))

    # -- the row ---------------------------------------------------------------------------

    def _on_show_as(self, name: str, show_as: ShowAs) -> None:
        """Show another view of a pane, and remember it for its extractor."""
        self._session_controller.show_pane_as(name, show_as)
        self._context.preferences.memory.show_as = dict(self._context.session.views)

    def _on_command(self, name: str, command: str) -> None:
        """Carry out the command of a button in a pane, or trigger the action of this name."""
        controller = self._session_controller
        match command:
            case "reset_setting":
                self._reset_since_last_good(name)
            case "cancel_run":
                controller.run_queue.cancel(name)
            case "run_longer":
                controller.run_longer(name, _LONGER_S)
            case "offer":
                self._take_offer(name)
            case _:
                if name:
                    controller.activate(name)
                self._actions.refresh()
                self._actions.trigger(command)

    def _reset_since_last_good(self, name: str) -> None:
        """Restore the settings of the last good result."""
        pane = self._context.session.pane(name)
        if pane.last_good is not None:
            self._session_controller.set_settings({name: pane.last_good.settings})
        else:
            self._session_controller.reset(name)

    def _take_offer(self, name: str) -> None:
        """Take the offer of a pane without text: measure the page, or apply the suggestion."""
        self._session_controller.activate(name)
        pane = self._context.session.pane(name)
        field = setting_to_turn_on(pane)
        if lacks_layout(pane):
            self._lay_out()
        elif field:
            self._session_controller.set_field(name, field, True)
        else:
            self._apply_what_if()

    def take_offer(self, command: str) -> None:
        """Take an offer of an empty view of the active pane."""
        kind, _, name = command.partition(":")
        if command == "offer":
            self._take_offer(self._context.session.active)
        elif kind == "pane":
            self._session_controller.activate(name)
        elif kind == "add":
            self._session_controller.add_pane(name)
        else:
            self._actions.trigger(command)
