"""Dialog that asks for a file to write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.preference_store import PreferenceStore


class SaveDialog:
    """Asks for files to write, in the folder of the last export.

    Parameters
    ----------
    window : QWidget
        Parent of the dialog.
    """

    def __init__(self, window: QWidget, preferences: PreferenceStore) -> None:
        self._window, self._preferences = window, preferences

    def ask(self, title: str, name: str, pattern: str) -> Path | None:
        """Return the file that the user selects, None if they cancel.

        The dialog adds the suffix of the suggested name to a name without one before it asks
        whether to replace a file.
        """
        folder = self._preferences.current.last_export_folder
        dialog = QFileDialog(self._window, title, folder or str(Path.home()), pattern)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
        dialog.selectFile(name)
        selected = Path(dialog.selectedFiles()[0]) if dialog.exec() else None
        dialog.deleteLater()
        if selected is not None:
            self._preferences.change(last_export_folder=str(selected.parent))
        return selected
