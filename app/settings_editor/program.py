"""Start of the window with the settings of one extractor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boilerscope.app.session.preferences import load_preferences
from boilerscope.app.window.program import has_display, make_application
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from boilerscope.app.session.preferences import Preferences
    from boilerscope.app.settings_editor.document import SettingsDocument
    from boilerscope.app.settings_editor.window import SettingsWindow


def run_settings(document: SettingsDocument) -> int:
    """Open the settings of one extractor; return the exit code when the window is closed.

    Parameters
    ----------
    document : SettingsDocument
        The settings with their file.
    """
    if not has_display():
        print(
            "No display was found. Edit the settings file with a text editor, or use"
            " boilerscope extract --set.",
            file=sys.stderr,
        )
        return 2
    app = make_application(pages=False)
    window = make_settings_window(app, document)
    window.show()
    return app.exec()


def make_settings_window(
    app: QApplication,
    document: SettingsDocument,
    *,
    folder: Path | None = None,
    preferences: Preferences | None = None,
) -> SettingsWindow:
    """Return a window with the settings of one extractor; it is not shown yet.

    The parameters are those of `boilerscope.app.window.program.make_window`.
    """
    from boilerscope.app.settings_editor.window import SettingsWindow
    from boilerscope.app.window.appearance import dress, style

    home = config_folder() if folder is None else folder
    loaded, problem = load_preferences(home)
    dress(app, loaded if preferences is None else preferences)
    window = SettingsWindow(document, home)
    style(app)
    if problem:
        window.notify(problem)
    return window
