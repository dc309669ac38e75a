"""What Escape closes in the window, one thing a press, the innermost first.

Popups, dialogs and what is open in the focus itself (the palette, a find bar, an address or number
being typed, marked text) have had the key before, see `app.window.key_routing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.window_controller import WindowController


def close_innermost(window_controller: WindowController) -> bool:
    """Close the first thing of the chain that is open; return whether there was any."""
    return any(close(window_controller) for close in CHAIN)


def stop_loading(window_controller: WindowController) -> bool:
    """Give up what is loading or being rendered; return whether anything was."""
    return window_controller.session_controller.cancel_loading()


def _close_palette(window_controller: WindowController) -> bool:
    return window_controller.window.palette_dialog.close_palette()


def _close_find_bar(window_controller: WindowController) -> bool:
    return window_controller.window.panes.close_find()


def _close_drawer(window_controller: WindowController) -> bool:
    return window_controller.window.arrangement.close_drawer()


def _leave_step(window_controller: WindowController) -> bool:
    shown = window_controller.session_controller.session.step is not None
    if shown:
        window_controller.session_controller.show_step("", None)
    return shown


def _close_failure(window_controller: WindowController) -> bool:
    failure = window_controller.window.top.failure
    shown = failure.isVisible()
    failure.hide()
    return shown


def _unselect(window_controller: WindowController) -> bool:
    selection = window_controller.window.selection
    selected = selection.selection is not None
    if selected:
        selection.select(None)
    return selected


CHAIN: tuple[Callable[[WindowController], bool], ...] = (
    _close_palette,
    _close_find_bar,
    _close_drawer,
    _leave_step,
    _close_failure,
    _unselect,
    stop_loading,
)
"""Each closes one thing and returns whether it was open."""
