"""Picture of the whole window, as a user would see it, without a display."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer

from boilerscope.app.session import layers
from boilerscope.app.session.preferences import Preferences, ThemeChoice
from boilerscope.app.window.program import make_application, make_window
from boilerscope.widgets.picking import selection_of_block

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage

    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.controllers.window import WindowController
    from boilerscope.extractors.page import Page

_TIMEOUT_MS = 60_000
_SAME_PICTURES, _BETWEEN_PICTURES_MS = 4, 250


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Contents of the window and target of its picture.

    Attributes
    ----------
    config : Path or None
        Settings file with the panes of the window.
    dark : bool
        Whether the picture is dark.
    size : tuple of int
        Width and height of the window, pixels.
    layout_width : int or None
        Width of the page layout; None for the width of the view.
    """

    file: Path
    config: Path | None
    dark: bool
    size: tuple[int, int]
    layout_width: int | None


def take_picture(request: PageRequest, page: Page, options: PictureOptions) -> Page:
    """Save a picture of the whole window; return the page with its layout."""
    app = make_application()
    app.setCursorFlashTime(0)  # a picture is still
    theme = ThemeChoice.DARK if options.dark else ThemeChoice.LIGHT
    with TemporaryDirectory() as folder:
        window_controller = make_window(
            app, folder=Path(folder), preferences=Preferences(theme=theme)
        )
        window_controller.session_controller.failed.connect(
            lambda text, _retry: print(text, file=sys.stderr)
        )
        window = window_controller.window
        window.resize(*options.size)
        window.show()
        if options.config is not None:
            window_controller.pane_files.load(options.config)
        window_controller.session_controller.show_page(request, page)
        wait_until_shown(window_controller)
        lay_out(window_controller, options.layout_width)
        select_disputed(window_controller)
        wait_until_quiet(window_controller)
        still_picture(window_controller).save(str(options.file))
        laid_out = window_controller.session_controller.session.page or page
        window.close()
        window.page.view.clear()
    return laid_out


def lay_out(window_controller: WindowController, width: int | None) -> None:
    """Measure the page, unless it has a layout or is not on screen."""
    session, view = window_controller.session_controller.session, window_controller.window.page.view
    if session.page is None or session.page.layout is not None or view.page is None:
        return
    failed: list[str] = []
    view.failed.connect(failed.append)
    view.collect_layout(width)
    turn_until(lambda: bool(failed) or (session.page is not None and session.page.layout))
    wait_until_shown(window_controller)


def wait_until_shown(window_controller: WindowController) -> None:
    """Run the event loop until page, heatmap and all panes are on screen, or the page failed."""
    controller = window_controller.session_controller
    turn_until(
        lambda: (
            not controller.load.state.busy
            and not controller.running()
            and window_controller.views.idle
        )
    )


def turn_until(condition: Callable[[], object], milliseconds: int = 20) -> None:
    """Run the event loop until a condition is true, for at most a minute; ask at intervals."""
    loop = QEventLoop()
    ticks = QTimer(interval=milliseconds)
    ticks.timeout.connect(lambda: loop.quit() if condition() else None)
    ticks.start()
    QTimer.singleShot(_TIMEOUT_MS, loop.quit)
    loop.exec()
    ticks.stop()


def wait_until_quiet(window_controller: WindowController, milliseconds: int = 600) -> None:
    """Run the event loop for a moment, then refresh all stale views."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    window_controller.views.flush()


def still_picture(window_controller: WindowController) -> QImage:
    """Return the picture of the window when it no longer changes, and nothing is computed.

    The page is drawn by another process: that everything here is done does not mean that it has
    scrolled to the selection.
    """
    window, work = window_controller.window, window_controller.session_controller.work
    looks: list[QImage] = []

    def is_still() -> bool:
        looks.append(window.grab().toImage())
        last = looks[-_SAME_PICTURES:]
        is_same = len(last) == _SAME_PICTURES and all(look == last[0] for look in last)
        return is_same and window_controller.views.idle and work.is_idle

    turn_until(is_still, milliseconds=_BETWEEN_PICTURES_MS)
    return looks[-1]


def select_disputed(window_controller: WindowController) -> None:
    """Select the block with most words that the active pane drops and half of all panes keep."""
    session = window_controller.session_controller.session
    if not session.active:
        return
    pane = session.pane(session.active)
    votes, n_panes = layers.votes_of(session.panes)
    if pane.shown is None or n_panes < 2 or not len(pane.shown.blocks):
        return
    disputed = (votes * 2 >= n_panes) & ~pane.shown.mask
    owner = pane.shown.block_of_token
    in_dispute = owner[disputed & (owner >= 0)]
    kept_blocks = owner[pane.shown.mask & (owner >= 0)]
    candidates = in_dispute if len(in_dispute) else kept_blocks
    block = int(np.bincount(candidates).argmax()) if len(candidates) else 0
    window_controller.window.selection.select(selection_of_block(pane, block), window_controller)
