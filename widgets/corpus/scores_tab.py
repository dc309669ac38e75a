"""Tab of the export dialog for the figures of a corpus: part, groups, format and file.

Input: labels of parts, groups and formats. Output: the choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets.export.file_row import FileRow
from boilerscope.widgets.export.tab import NO_COMMAND, CommandLine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


class ScoresChoice(NamedTuple):
    """Choices of the user."""

    part: str
    group: str
    format: str
    file: Path


class ScoresTab(QWidget):
    """Choices of an export of scores.

    Parameters
    ----------
    parts, groups, formats : mapping of str to str
        Labels by identifier.
    grouped : str
        Part to which the choice of groups belongs.
    suffixes : mapping of str to str
        Suffix of the files of each format.
    folder : Path
        Folder of the proposed file, which is named after the part.
    note : str
        Sentence on the pages that are written.

    Signals
    -------
    changed()
        A choice, or what is said about it, changed.
    """

    changed = Signal()

    def __init__(  # noqa: PLR0913 - labels and files, by name
        self,
        parts: Mapping[str, str],
        groups: Mapping[str, str],
        formats: Mapping[str, str],
        *,
        suffixes: Mapping[str, str],
        folder: Path,
        grouped: str,
        note: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportScoresTab")
        self._suffixes, self._note = suffixes, note
        self._find_command: Callable[[ScoresChoice], CommandLine] = lambda _choice: NO_COMMAND
        self._grouped = grouped
        self.part = self._chooser("corpusExportPart", self.tr("Part"), parts)
        self.group = self._chooser("corpusExportGroup", self.tr("Groups"), groups)
        self.format_choice = self._chooser("corpusExportFormat", self.tr("Format"), formats)
        self._proposed = self._name()
        self.file = FileRow(folder / self._proposed)
        form = QFormLayout()
        form.addRow(self.tr("Part"), self.part)
        form.addRow(self.tr("Groups"), self.group)
        form.addRow(self.tr("Format"), self.format_choice)
        form.addRow(self.tr("To"), self.file)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addStretch(1)
        self.part.currentIndexChanged.connect(lambda _index: self._on_choice())
        self.format_choice.currentIndexChanged.connect(lambda _index: self._on_choice())
        self.group.currentIndexChanged.connect(lambda _index: self.changed.emit())
        self.file.changed.connect(self.changed)
        self._enable_groups()

    # -- face of a tab -----------------------------------------------------------------------

    def problem(self) -> str:
        """Return why the choice cannot be written; empty if it can."""
        return self.file.problem()

    def footer(self) -> str:
        """Return which pages are written."""
        return self._note

    def command_line(self) -> CommandLine:
        """Return the command that writes the same figures."""
        return self._find_command(self.chosen())

    def set_command(self, find_command: Callable[[ScoresChoice], CommandLine]) -> None:
        """Set the function that returns the command for choices."""
        self._find_command = find_command
        self.changed.emit()

    # -- choices -----------------------------------------------------------------------------

    def chosen(self) -> ScoresChoice:
        """Return the choices."""
        return ScoresChoice(
            self.part.currentData(),
            self.group.currentData(),
            self.format_choice.currentData(),
            self.file.file,
        )

    def choose(self, part: str) -> None:
        """Choose a part, if it is among those that can be written."""
        index = self.part.findData(part)
        if index >= 0:
            self.part.setCurrentIndex(index)

    def _chooser(self, name: str, label: str, entries: Mapping[str, str]) -> QComboBox:
        combo = QComboBox()
        combo.setObjectName(name)
        combo.setAccessibleName(label)
        for identifier, text in entries.items():
            combo.addItem(text, identifier)
        return combo

    def _name(self) -> str:
        """Return the proposed name of the file."""
        return f"{self.part.currentData()}{self._suffixes[self.format_choice.currentData()]}"

    def _on_choice(self) -> None:
        """Name the file after the part and the format, unless the user has named it."""
        before, self._proposed = self._proposed, self._name()
        if self.file.file.name == before:
            self.file.set_name(self._proposed)
        else:
            self.file.set_suffix(self._suffixes[self.format_choice.currentData()])
        self._enable_groups()
        self.changed.emit()

    def _enable_groups(self) -> None:
        self.group.setEnabled(self.part.currentData() == self._grouped)
