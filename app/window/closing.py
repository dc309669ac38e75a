"""What Escape closes in the window, one thing a press, the innermost first.

Popups, dialogs and what is open in the focus itself (the palette, a find bar, an address or number
being typed, marked text) have had the key before, see `app.window.key_routing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.wiring import Wiring


def close_innermost(wiring: Wiring) -> bool:
    """Close the first thing of the chain that is open; return whether there was any."""
    return any(close(wiring) for close in CHAIN)


def stop_loading(wiring: Wiring) -> bool:
    """Give up what is loading or being rendered; return whether anything was."""
    return wiring.session_controller.cancel_loading()


def _close_palette(wiring: Wiring) -> bool:
    return wiring.window.palette_dialog.close_palette()


def _close_find_bar(wiring: Wiring) -> bool:
    return wiring.window.panes.close_find()


def _close_drawer(wiring: Wiring) -> bool:
    return wiring.window.arrangement.close_drawer()


def _leave_step(wiring: Wiring) -> bool:
    shown = wiring.session_controller.session.step is not None
    if shown:
        wiring.session_controller.show_step("", None)
    return shown


def _close_failure(wiring: Wiring) -> bool:
    failure = wiring.window.top.failure
    shown = failure.isVisible()
    failure.hide()
    return shown


def _unselect(wiring: Wiring) -> bool:
    selection = wiring.window.selection
    selected = selection.selection is not None
    if selected:
        selection.select(None)
    return selected


CHAIN: tuple[Callable[[Wiring], bool], ...] = (
    _close_palette,
    _close_find_bar,
    _close_drawer,
    _leave_step,
    _close_failure,
    _unselect,
    stop_loading,
)
"""Each closes one thing and returns whether it was open."""
