"""Start of the window: Qt application, fonts, theme, language, window."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from boilerscope.app.session.preferences import load_memory, load_preferences
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSize
    from PySide6.QtWidgets import QApplication

    from boilerscope.app.session.preferences import Preferences
    from boilerscope.app.window.controllers.window import WindowController
    from boilerscope.app.window.window import Window
    from boilerscope.extractors.runner import Pane

_PATIENCE_MS = 500
"""Longest time that the start waits for the window to be on screen."""


def run_window(
    page: str | None,
    *,
    sample: str | None,
    config: Path | Sequence[Pane] | None,
    corpus: Path | None = None,
    state: Path | None = None,
) -> int:
    """Open the window and return the exit code when it is closed.

    Parameters
    ----------
    page : str or None
        Address or file to open.
    sample : str or None
        Built-in sample page to open instead.
    config : Path, sequence of Pane, or None
        Panes to show, or the settings file that has them.
    corpus : Path, optional
        Corpus to open.
    state : Path, optional
        Path of a local socket from which tests read the state of the window.
    """
    if not has_display():
        print(
            "No display was found. Use: boilerscope workbench PAGE, or boilerscope extract PAGE",
            file=sys.stderr,
        )
        return 2
    gc.disable()  # from here on, `GarbageCollector` collects; the imports of Qt leave no garbage
    app = make_application()
    window_controller = _open(app, page, sample, config, corpus, state)
    gc.freeze()  # collections skip the objects created so far, which stay until the end
    code = app.exec()
    if window_controller.is_busy:
        _end_process(code)
    return code


def _open(
    app: QApplication,
    page: str | None,
    sample: str | None,
    config: Path | Sequence[Pane] | None,
    corpus: Path | None,
    state: Path | None,
) -> WindowController:
    """Return the controller of a window on screen; see `run_window`."""
    from boilerscope.app.window.screen_fit import opening_size

    window_controller = make_window(app, size=opening_size(app.primaryScreen()), at_once=True)
    if state is not None:
        from boilerscope.app.window.state_server import StateServer

        StateServer(window_controller.context, window_controller.window, state)
    if isinstance(config, Path):
        window_controller.pane_files.load(config)
    elif config is not None:
        window_controller.session_controller.open_panes(config)
    else:
        window_controller.pane_files.restore()
    address = f"sample:{sample}" if sample else page
    refresh_hosts(window_controller, address)
    if address:
        window_controller.open(address, with_panes=config is None)
        window_controller.page.reveal_load()
    if corpus is not None:
        window_controller.of_corpus.opening.open(corpus)
    window_controller.waits_for_runs = False
    window_controller.make_ahead()
    return window_controller


def _end_process(code: int) -> NoReturn:
    """End the process without waiting for runs in its threads; everything is saved by now."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # the reader has closed it
            stream.flush()
    os._exit(code)


def has_display() -> bool:
    """Return whether a window can be shown."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return os.environ.get("QT_QPA_PLATFORM", "") not in {"", "xcb", "wayland"}


def go_headless() -> None:
    """Let Qt run without a display and print errors only; call this before Qt is loaded.

    Without a display, Qt prints warnings about graphics. Set QT_LOGGING_RULES to read them.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "*.debug=false;*.info=false;*.warning=false")


def refresh_hosts(window_controller: WindowController, page: str | None) -> None:
    """Refresh the list of advertisement hosts in the background, if it is due.

    A snapshot is opened without network access, so the list is then not refreshed in this session.
    """
    from boilerscope.extractors.page.snapshot import is_snapshot

    if not (page and is_snapshot(page)):
        window_controller.hosts.refresh_if_due()


def make_application(*, pages: bool = True) -> QApplication:
    """Return the Qt application; `pages` prepares it for web pages."""
    from PySide6.QtWidgets import QApplication

    from boilerscope.app.window.pyside_features import spare_source_scan

    spare_source_scan()
    from boilerscope.app.window.garbage import GarbageCollector

    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if pages:
        from boilerscope.widgets.page.engine import prepare_engine

        prepare_engine()
    app = QApplication(sys.argv[:1])
    app.setApplicationName("boilerscope")
    app.setApplicationDisplayName("Boilerscope")
    app.setDesktopFileName("boilerscope")
    GarbageCollector(app)
    return app


def make_window(
    app: QApplication,
    *,
    folder: Path | None = None,
    preferences: Preferences | None = None,
    size: QSize | None = None,
    at_once: bool = False,
) -> WindowController:
    """Return a window with its controllers.

    Parameters
    ----------
    app : QApplication
        The application, see `make_application`.
    folder : Path, optional
        Configuration folder; by default the user's.
    preferences : Preferences, optional
        Preferences to use instead of those in the folder.
    size : QSize, optional
        Size of the window.
    at_once : bool
        Whether the window is shown, empty, before its views and controllers are made; it is not
        shown otherwise.
    """
    from boilerscope.app.window.appearance import dress, style
    from boilerscope.app.window.window import Window

    home = config_folder() if folder is None else folder
    loaded, problem = load_preferences(home)
    in_force = loaded if preferences is None else preferences
    dress(app, in_force)
    window = Window()
    if size is not None:
        window.resize(size)
    if at_once:
        _show_empty(app, window)
    # Far the longest part of the start: the modules of all views and of all that they show.
    from boilerscope.app.window.controllers.window import WindowController
    from boilerscope.app.window.notifier import Notifier
    from boilerscope.app.window.preference_store import PreferenceStore
    from boilerscope.app.window.session_controller import SessionController

    window.fill()
    memory = load_memory(home)
    notifier = Notifier(window.status.show_message, window.status.offer_file)
    store = PreferenceStore(in_force, memory, home, notifier)
    session_controller = SessionController(in_force, memory.show_as)
    window_controller = WindowController(session_controller, window, store, home, notifier)
    style(app)
    window.arrangement.fold_again()
    arrangement = memory.arrangement.get(window.arrangement.size_class)
    if arrangement:
        window.arrangement.restore(arrangement)
    if at_once:
        window.show_views()
    if problem:
        notifier.notify(problem)
    return window_controller


def _show_empty(app: QApplication, window: Window) -> None:
    """Show a window without views, and let the engine start meanwhile; keys and clicks wait."""
    from PySide6.QtCore import QDeadlineTimer, QEventLoop, Qt

    from boilerscope.app.window.translation import translate
    from boilerscope.widgets.labels import PlainLabel

    starting = PlainLabel(translate("Starting…"))
    starting.setAlignment(Qt.AlignmentFlag.AlignCenter)
    window.setCentralWidget(starting)  # until the views take its place
    window.is_starting = True
    window.screen_fit.show_window()
    deadline = QDeadlineTimer(_PATIENCE_MS)
    handle = window.windowHandle()
    while not handle.isExposed() and not deadline.hasExpired():
        app.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents, _PATIENCE_MS)
    from boilerscope.widgets.page.profile import start_engine

    start_engine(app)
