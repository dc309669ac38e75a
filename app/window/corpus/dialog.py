"""Dialog that opens a corpus: a file, or the folder that is on screen in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
)

from boilerscope.app.window.translation import translate

if TYPE_CHECKING:
    from PySide6.QtCore import QObject, QPoint
    from PySide6.QtWidgets import QAbstractItemView, QWidget


class CorpusDialog(QFileDialog):
    """File dialog with a button that opens a folder.

    Parameters
    ----------
    kinds : str
        Kinds of files, in the form of Qt.
    title : str
        Title of the dialog; by default, that a corpus is opened.

    Attributes
    ----------
    chosen : Path or None
        The file or folder, once the dialog is accepted.
    """

    _popup: QAbstractItemView | None = None
    """List of completions; events arrive before it is known."""

    def __init__(self, parent: QWidget, kinds: str, title: str = "") -> None:
        super().__init__(parent, title or translate("Open a corpus"), "", kinds)
        # The dialogs of desktops choose either files or folders.
        self.setOption(QFileDialog.Option.DontUseNativeDialog)
        self.setOption(QFileDialog.Option.HideNameFilterDetails)  # the endings fill the screen
        self.setFileMode(QFileDialog.FileMode.ExistingFile)
        self.chosen: Path | None = None
        self.folder_button = QPushButton(translate("Open this folder"))
        self.folder_button.setAutoDefault(False)
        self.folder_button.clicked.connect(self._take_folder)
        field = self.findChild(QLineEdit)
        completer = None if field is None else field.completer()
        self._popup = None if completer is None else completer.popup()
        if self._popup is not None:
            self._popup.installEventFilter(self)
        buttons = self.findChild(QDialogButtonBox)
        if buttons is not None:
            buttons.addButton(self.folder_button, QDialogButtonBox.ButtonRole.ActionRole)

    def ask(self) -> Path | None:
        """Show the dialog; return the file or folder, None if the user cancels."""
        if self.exec() and self.chosen is None:
            selected = self.selectedFiles()
            self.chosen = Path(selected[0]) if selected else None
        return self.chosen

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a click beside the completions press the button there; Qt only closes the list."""
        popup = self._popup
        if popup is not None and watched is popup and isinstance(event, QMouseEvent):
            is_press = event.type() == QEvent.Type.MouseButtonPress
            position = event.globalPosition().toPoint()
            if is_press and not popup.rect().contains(popup.mapFromGlobal(position)):
                popup.hide()
                self._press(position)
                return True
        return super().eventFilter(watched, event)

    def _press(self, position: QPoint) -> None:
        """Press the button at a point of the screen, if there is one."""
        widget = self.childAt(self.mapFromGlobal(position))
        if isinstance(widget, QAbstractButton):
            widget.click()

    def _take_folder(self) -> None:
        """Take the selected folder, or the folder on screen."""
        selected = [Path(path) for path in self.selectedFiles()]
        folders = [path for path in selected if path.is_dir()]
        self.chosen = folders[0] if folders else Path(self.directory().absolutePath())
        self.done(QFileDialog.DialogCode.Accepted)
