"""Steps of the active pane: their table, and the step on screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.window.controllers.escape import leave_step
from boilerscope.app.window.translation import translate
from boilerscope.widgets.panes.segment_styles import counts_characters

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.page.panel import PagePanel
    from boilerscope.widgets.steps_view import StepsView


class StepsController(QObject):
    """Shows a pane as it was after one of its steps.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    panel : PagePanel
        The page column, with a button back to the result.
    """

    def __init__(
        self, context: Context, actions: ActionRegistry, table: StepsView, panel: PagePanel
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._table = table
        controller, session = context.session_controller, context.session
        for name, direction in (("step_back", -1), ("step_forward", 1)):
            can_move = partial(self._can_move, direction)
            actions.add(name, partial(self._move, direction), enabled=can_move)
        actions.add(
            "back_to_result",
            lambda: leave_step(controller),
            enabled=lambda: session.step is not None,
        )
        table.step_chosen.connect(controller.show_step)
        panel.back_to_result_asked.connect(lambda: leave_step(controller))
        controller.step_lost.connect(self._on_step_lost)

    def refresh(self) -> None:
        """Show the steps of the active pane."""
        session, pane = self._context.session, self._context.active_pane
        step = session.step[1] if session.step and session.step[0] == session.active else None
        self._table.show_pane(pane, step, characters=counts_characters(session.page))

    def _move(self, direction: int) -> None:
        """Show the previous (-1) or next (1) step; the last step is the result."""
        pane, (current, last) = self._context.active_pane, self._position()
        index = min(max(current + direction, 0), last)
        if pane is not None and last >= 0:
            self._session_controller.show_step(pane.name, None if index == last else index)

    def _can_move(self, direction: int) -> bool:
        """Return whether the active pane has a step before (-1) or after (1) the shown step."""
        current, last = self._position()
        return self._context.session.page is not None and 0 <= current + direction <= last

    def _position(self) -> tuple[int, int]:
        """Return the shown step and the last step of the active pane, -1 and -1 without steps."""
        session, pane = self._context.session, self._context.active_pane
        if pane is None or pane.shown is None:
            return -1, -1
        last = len(pane.shown.steps) - 1
        is_at_step = session.step is not None and session.step[0] == pane.name
        return (session.step[1] if is_at_step and session.step else last), last

    def _on_step_lost(self, name: str, code: str) -> None:
        text = translate("{pane} no longer has step {code}. Showing its result.")
        self._context.notifier.notify(text.format(pane=name, code=code), kind="step")
