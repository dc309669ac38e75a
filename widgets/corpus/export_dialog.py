"""Dialog for an export of a corpus: part, groups and format.

Input: labels of parts, groups and formats. Output: the choice when accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Mapping


class CorpusExportChoice(NamedTuple):
    """Choices of the user."""

    part: str
    group: str
    format: str


class CorpusExportDialog(QDialog):
    """Dialog for an export of a corpus; Enter exports.

    Parameters
    ----------
    parts, groups, formats : mapping of str to str
        Labels by identifier.
    grouped : str
        Part to which the choice of groups belongs.
    note : str
        Sentence on the pages that are written.
    """

    def __init__(
        self,
        parts: Mapping[str, str],
        groups: Mapping[str, str],
        formats: Mapping[str, str],
        *,
        grouped: str,
        note: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("corpusExportDialog")
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumWidth(theme.px(420))
        self._grouped = grouped
        self.part = self._chooser("corpusExportPart", self.tr("Part"), parts)
        self.group = self._chooser("corpusExportGroup", self.tr("Groups"), groups)
        self.format_choice = self._chooser("corpusExportFormat", self.tr("Format"), formats)
        form = QFormLayout()
        form.addRow(self.tr("Part"), self.part)
        form.addRow(self.tr("Groups"), self.group)
        form.addRow(self.tr("Format"), self.format_choice)
        buttons = QDialogButtonBox()
        export = buttons.addButton(self.tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        export.setDefault(True)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(TextLabel(note, size=12, role="ink2", wrap=True))
        column.addWidget(buttons)
        self.part.currentIndexChanged.connect(lambda _index: self._enable_groups())
        self._enable_groups()

    def chosen(self) -> CorpusExportChoice:
        """Return the choices."""
        return CorpusExportChoice(
            self.part.currentData(), self.group.currentData(), self.format_choice.currentData()
        )

    def _chooser(self, name: str, label: str, entries: Mapping[str, str]) -> QComboBox:
        combo = QComboBox()
        combo.setObjectName(name)
        combo.setAccessibleName(label)
        for identifier, text in entries.items():
            combo.addItem(text, identifier)
        return combo

    def _enable_groups(self) -> None:
        self.group.setEnabled(self.part.currentData() == self._grouped)
