"""The user's preferences, what is remembered between starts, and the files of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.session.preferences import save_memory, save_preferences

if TYPE_CHECKING:
    from pathlib import Path

    from app.session.preferences import Memory, Preferences
    from app.window.notifier import Notifier


class PreferenceStore(QObject):
    """Changes preferences and writes them.

    Parameters
    ----------
    preferences : Preferences
        Of the user.
    memory : Memory
        What is remembered between starts; whoever has something to remember changes it.
    folder : Path
        Where both are kept.
    notifier : Notifier
        Reports a file that cannot be written.

    Signals
    -------
    changed()
        A preference has another value.
    """

    changed = Signal()

    def __init__(
        self, preferences: Preferences, memory: Memory, folder: Path, notifier: Notifier
    ) -> None:
        super().__init__()
        self.current = preferences
        self.memory = memory
        self._folder = folder
        self._notifier = notifier

    def change(self, **changes: Any) -> None:
        """Change preferences, put them in force and write them."""
        changed = self.current.replace(**changes)
        if changed != self.current:
            self.current = changed
            problem = save_preferences(self._folder, changed)
            self.changed.emit()
            self._notifier.report_once(problem)

    def save_memory(self) -> str:
        """Write what is remembered; return why it could not be written, empty if it was."""
        return save_memory(self._folder, self.memory)
