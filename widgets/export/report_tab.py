"""Tab of the export dialog for reports: one HTML file of the page or the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QVBoxLayout, QWidget

from boilerscope.widgets.export.file_row import FileRow
from boilerscope.widgets.export.tab import NO_COMMAND, CommandLine
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


class ReportChoice(NamedTuple):
    """Choices of the user."""

    file: Path
    page_text: bool
    picture: bool


class ReportTab(QWidget):
    """Choices of a report.

    Parameters
    ----------
    parts : sequence of str
        Sentences on what the report contains.
    file : Path
        The proposed file.
    has_picture : bool
        Whether a picture of the page can be in it.

    Signals
    -------
    changed()
        A choice, or what is said about it, changed.
    """

    changed = Signal()

    def __init__(
        self,
        parts: Sequence[str],
        file: Path,
        *,
        has_picture: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportReportTab")
        self._find_command: Callable[[ReportChoice], CommandLine] = lambda _choice: NO_COMMAND
        self.page_text = QCheckBox(self.tr("Texts and titles of pages"))
        self.page_text.setChecked(True)
        self.picture = QCheckBox(self.tr("Picture of the page instead of its text"))
        self.picture.setChecked(has_picture)
        self.picture.setVisible(has_picture)
        self.file = FileRow(file)
        include = QVBoxLayout()
        include.addWidget(self.page_text)
        include.addWidget(self.picture)
        form = QFormLayout()
        contents = TextLabel("\n".join(f"•  {part}" for part in parts), wrap=True)
        form.addRow(self.tr("Contents"), contents)
        form.addRow(self.tr("Include"), include)
        form.addRow(self.tr("To"), self.file)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addStretch(1)
        for box in (self.page_text, self.picture):
            box.toggled.connect(lambda _on: self._check())
        self.file.changed.connect(self.changed)
        self._check()

    def problem(self) -> str:
        """Return why the report cannot be written; empty if it can."""
        return self.file.problem()

    def footer(self) -> str:
        """Return what kind of file it is."""
        return self.tr("One HTML file: no script, no remote resource, light colours.")

    def command_line(self) -> CommandLine:
        """Return the command that writes the same report."""
        return self._find_command(self.chosen())

    def chosen(self) -> ReportChoice:
        """Return the current choices."""
        has_text = self.page_text.isChecked()
        return ReportChoice(self.file.file, has_text, has_text and self.picture.isChecked())

    def set_command(self, find_command: Callable[[ReportChoice], CommandLine]) -> None:
        """Set the function that returns the command for choices."""
        self._find_command = find_command
        self.changed.emit()

    def _check(self) -> None:
        self.picture.setEnabled(self.page_text.isChecked())
        self.changed.emit()
