"""Row with the name of a file to write, and the button that chooses one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from boilerscope.widgets import theme


class FileRow(QWidget):
    """Path of a file to write.

    Parameters
    ----------
    file : Path
        The proposed file.

    Signals
    -------
    changed()
        Another path was typed or chosen.
    """

    changed = Signal()

    def __init__(self, file: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suffix = file.suffix
        self.field = QLineEdit(str(file))
        self.field.setObjectName("exportFile")
        self.field.setAccessibleName(self.tr("File"))
        self.field.setCursorPosition(len(str(file)))
        choose = QPushButton(self.tr("Choose…"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        self.field.textChanged.connect(lambda _text: self.changed.emit())
        row = theme.spaced(QHBoxLayout(self), (0, 0, 0, 0), 8)
        row.addWidget(self.field, 1)
        row.addWidget(choose)

    @property
    def file(self) -> Path:
        """The file, with the home of the user expanded, and the suffix of its format if none."""
        typed = self.field.text().strip()
        try:
            file = Path(typed).expanduser()
        except RuntimeError:  # the home of an unknown user
            file = Path(typed)
        return (
            file
            if file.suffix or not file.name or file.is_dir()
            else file.with_suffix(self._suffix)
        )

    def set_suffix(self, suffix: str) -> None:
        """Give the file another suffix, which begins with a dot."""
        self._suffix = suffix
        if self.field.text().strip():
            self.field.setText(str(self.file.with_suffix(suffix)))

    def set_name(self, name: str) -> None:
        """Give the file another name; its folder stays."""
        if self.field.text().strip():
            self.field.setText(str(self.file.with_name(name)))

    def problem(self) -> str:
        """Return why the file cannot be written; empty if nothing speaks against it."""
        if not self.field.text().strip():
            return self.tr("Choose a file.")
        if not self.file.absolute().parent.is_dir():
            return self.tr("{folder} is not a folder.").format(folder=str(self.file.parent))
        if self.file.is_dir():
            return self.tr("{file} is a folder. Choose a file.").format(file=str(self.file))
        return ""

    def _choose(self) -> None:
        file, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("File to write"),
            str(self.file),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if file:
            self.field.setText(file)
