"""Chain of Escape: each press closes the innermost open part of the window.

Popups, dialogs and the focused widget (a palette, a find bar, a typed address or number, marked
text) get the key first, see `boilerscope.app.window.key_routing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.session_controller import SessionController
    from boilerscope.widgets.failure_row import FailureRow
    from boilerscope.widgets.selection import SelectionModel

Closer = Callable[[], bool]
"""Closes one part of the window and returns whether it was open."""


class EscapeController:
    """Closes the first open part of a chain.

    Parameters
    ----------
    actions : ActionRegistry
        Registry of the handler.
    chain : sequence of callable
        Functions that each close one part, the innermost part first.
    """

    def __init__(self, actions: ActionRegistry, chain: Sequence[Closer]) -> None:
        self._chain = tuple(chain)
        actions.add("cancel", self.close_innermost)

    def close_innermost(self) -> bool:
        """Close the innermost open part; return whether a part was open."""
        return any(close() for close in self._chain)


def leave_step(controller: SessionController) -> bool:
    """Show the result instead of a step; return whether a step was on screen."""
    is_at_step = controller.session.step is not None
    if is_at_step:
        controller.show_step("", None)
    return is_at_step


def close_failure(failure: FailureRow) -> bool:
    """Hide the row that reports a failure; return whether it was shown."""
    was_shown = failure.isVisible()
    failure.hide()
    return was_shown


def unselect(selection: SelectionModel) -> bool:
    """Clear the selection; return whether there was a selection."""
    selected = selection.selection is not None
    if selected:
        selection.select(None)
    return selected
