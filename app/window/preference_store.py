"""Preferences and memory of the program, and their files."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from boilerscope.app.session.preferences import save_memory, save_preferences

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.app.session.preferences import Memory, Preferences
    from boilerscope.app.window.notifier import Notifier


class PreferenceStore(QObject):
    """Changes the preferences and writes both files.

    Parameters
    ----------
    preferences : Preferences
        Preferences of the user.
    memory : Memory
        The program's memory between starts; controllers change it directly.
    folder : Path
        Configuration folder.
    notifier : Notifier
        Reports a file that cannot be written.

    Signals
    -------
    changed()
        A preference changed.
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
        self._kept: dict[str, Any] = asdict(memory)

    def change(self, **changes: Any) -> bool:
        """Change preferences, emit `changed` and write the file; return whether that is done."""
        changed = self.current.replace(**changes)
        if changed == self.current:
            return True
        self.current = changed
        problem = save_preferences(self._folder, changed)
        self.changed.emit()
        self._notifier.report_once(problem)
        return not problem

    def keep_memory(self) -> str:
        """Write the memory if it has changed since it was written; return the error, or empty."""
        if asdict(self.memory) == self._kept:
            return ""
        return self.save_memory()

    def save_memory(self) -> str:
        """Write the memory; return the error, empty without an error."""
        self._kept = asdict(self.memory)
        return save_memory(self._folder, self.memory)
