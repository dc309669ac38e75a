"""Start the window: the Qt application, fonts, theme, language, one window."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from app.session.preferences import load_memory, load_preferences
from extractors.folders import config_folder

if TYPE_CHECKING:
    from PySide6.QtCore import QSize
    from PySide6.QtWidgets import QApplication

    from app.session.preferences import Preferences
    from app.window.controllers.window import WindowController


def run_window(
    page: str | None, *, sample: str | None, config: str | None, state: Path | None = None
) -> int:
    """Open the window and return the exit code when it is closed.

    Parameters
    ----------
    page : str or None
        Address or file to open.
    sample : str or None
        Built-in sample page to open instead.
    config : str or None
        Settings file with the panes to show.
    state : Path, optional
        Where a socket is made from which tests read what the window shows.
    """
    if not has_display():
        print(
            "There is no display. Use: boilerscope workbench PAGE, or boilerscope extract PAGE",
            file=sys.stderr,
        )
        return 2
    app = make_application()
    from app.window.screen_fit import opening_size

    window_controller = make_window(app, size=opening_size(app.primaryScreen()))
    window_controller.window.screen_fit.show_window()
    if state is not None:
        from app.window.state_server import StateServer

        StateServer(window_controller.context, window_controller.window, state)
    if config is not None:
        window_controller.pane_files.load(Path(config))
    else:
        window_controller.pane_files.restore()
    wanted = f"sample:{sample}" if sample else page
    refresh_hosts(window_controller, wanted)
    if wanted:
        window_controller.session_controller.open(wanted)
    window_controller.waits_for_runs = False
    code = app.exec()
    if window_controller.is_busy:
        _end_process(code)
    return code


def _end_process(code: int) -> NoReturn:
    """End the process without waiting for runs in its threads; everything is saved by now."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # nobody reads it any more
            stream.flush()
    os._exit(code)


def has_display() -> bool:
    """Return whether a window can be shown."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return os.environ.get("QT_QPA_PLATFORM", "") not in {"", "xcb", "wayland"}


def go_headless() -> None:
    """Let Qt do without a display, and say nothing but errors; call it before Qt is loaded.

    What it says offscreen is about graphics that nobody sees. Who wants to read it sets
    QT_LOGGING_RULES.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "*.debug=false;*.info=false;*.warning=false")


def refresh_hosts(window_controller: WindowController, wanted: str | None) -> None:
    """Refresh the list of advertisement hosts in the background, if that is wanted and due.

    A snapshot is opened without any network: where one is named, the list waits for another start.
    """
    from extractors.page.snapshot import is_snapshot

    if not (wanted and is_snapshot(wanted)):
        window_controller.hosts.refresh_if_due()


def make_application(*, pages: bool = True) -> QApplication:
    """Return the Qt application, made ready for web pages unless none will be shown."""
    from PySide6.QtWidgets import QApplication

    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if pages:
        from widgets.page.profile import prepare_engine

        prepare_engine()
    app = QApplication(sys.argv[:1])
    app.setApplicationName("boilerscope")
    app.setApplicationDisplayName("Boilerscope")
    app.setDesktopFileName("boilerscope")
    return app


def make_window(
    app: QApplication,
    *,
    folder: Path | None = None,
    preferences: Preferences | None = None,
    size: QSize | None = None,
) -> WindowController:
    """Return a window that is wired up and not shown yet.

    Parameters
    ----------
    app : QApplication
        From `make_application`.
    folder : Path, optional
        Where preferences and memory are kept; the user's own folder by default.
    preferences : Preferences, optional
        Used instead of those in the folder.
    size : QSize, optional
        Of the window.
    """
    from app.window.appearance import dress
    from app.window.controllers.window import WindowController
    from app.window.notifier import Notifier
    from app.window.preference_store import PreferenceStore
    from app.window.session_controller import SessionController
    from app.window.window import Window

    home = config_folder() if folder is None else folder
    loaded, problem = load_preferences(home)
    chosen = loaded if preferences is None else preferences
    dress(app, chosen)
    memory = load_memory(home)
    window = Window()
    if size is not None:
        window.resize(size)
    notifier = Notifier(window.status.showMessage)
    store = PreferenceStore(chosen, memory, home, notifier)
    session_controller = SessionController(chosen, memory.show_as)
    window_controller = WindowController(session_controller, window, store, home, notifier)
    remembered = memory.arrangement.get(window.arrangement.size_class)
    if remembered:
        window.arrangement.restore(remembered)
    if problem:
        notifier.notify(problem)
    return window_controller
