"""Ask what to export: which panes, which format, where to.

Comes in: pane names, formats, the last folder. Goes out: the choice, when accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from widgets.labels import PlainLabel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ExportDialog(QDialog):
    """Three questions on one sheet; Enter exports.

    Parameters
    ----------
    panes : sequence of str
        Names of all panes.
    active : str
        The pane that is ticked at first; all are where it is empty.
    formats : mapping of str to str
        Plain names by identifier.
    folder : str
        Where the last export went.
    """

    def __init__(
        self,
        panes: Sequence[str],
        active: str,
        formats: Mapping[str, str],
        folder: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumWidth(480)
        self._panes = QListWidget()
        self._panes.setAccessibleName(self.tr("Panes"))
        for name in panes:
            item = QListWidgetItem(name)
            item.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled)
            ticked = not active or name == active
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self._panes.addItem(item)
        self._panes.setMaximumHeight(160)
        self._panes.itemChanged.connect(self._check)
        everything = QPushButton(self.tr("All panes"))
        everything.clicked.connect(self._tick_all)
        self._format = QComboBox()
        for identifier, label in formats.items():
            self._format.addItem(label, identifier)
        self._to_folder = QRadioButton(self.tr("Files in a folder"))
        self._to_clipboard = QRadioButton(self.tr("Clipboard"))
        self._to_folder.setChecked(True)
        self._folder = QLineEdit(folder)
        self._folder.setAccessibleName(self.tr("Folder"))
        self._folder.textChanged.connect(self._check)
        self._to_folder.toggled.connect(self._check)
        choose = QPushButton(self.tr("Choose…"))
        choose.clicked.connect(self._choose)
        self._choose_button = choose
        self._problem = PlainLabel(wordWrap=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton(
            self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._assemble(everything, choose)
        for button in (everything, choose):
            button.setAutoDefault(False)
        self._export.setDefault(True)  # only a button inside the dialog can be its main one
        self._check()

    def chosen(self) -> tuple[tuple[str, ...], str, str | None]:
        """Return the ticked panes, the format, and the folder (None = clipboard)."""
        names = tuple(
            self._panes.item(row).text()
            for row in range(self._panes.count())
            if self._panes.item(row).checkState() is Qt.CheckState.Checked
        )
        folder = None if self._to_clipboard.isChecked() else self._folder.text().strip()
        return names, self._format.currentData(), folder

    def _assemble(self, everything: QPushButton, choose: QPushButton) -> None:
        where = QHBoxLayout()
        where.addWidget(self._folder, 1)
        where.addWidget(choose)
        target = QVBoxLayout()
        target.addWidget(self._to_folder)
        target.addLayout(where)
        target.addWidget(self._to_clipboard)
        which = QVBoxLayout()
        which.addWidget(self._panes)
        which.addWidget(everything, 0, Qt.AlignmentFlag.AlignLeft)
        form = QFormLayout()
        form.addRow(self.tr("Panes"), which)
        form.addRow(self.tr("Format"), self._format)
        form.addRow(self.tr("To"), target)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._problem)
        column.addWidget(self._buttons)

    def _tick_all(self) -> None:
        for row in range(self._panes.count()):
            self._panes.item(row).setCheckState(Qt.CheckState.Checked)

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("Folder to export into"), self._folder.text()
        )
        if folder:
            self._folder.setText(folder)

    def _check(self) -> None:
        names, _, folder = self.chosen()
        problem = ""
        if not names:
            problem = self.tr("Tick at least one pane.")
        elif folder == "":
            problem = self.tr("Choose a folder.")
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self._export.setEnabled(not problem)
        self._folder.setEnabled(self._to_folder.isChecked())
        self._choose_button.setEnabled(self._to_folder.isChecked())
