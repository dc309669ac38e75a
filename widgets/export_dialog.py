"""Dialog for an export: panes, format and destination.

Input: pane names, formats, the last folder, remarks on texts. Output: the choice when accepted, and
requests to repair the text of a pane.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MAX_ROWS = 8
TEXT = "text"
"""The format in which the user can choose between own text and page text."""


class TextRemark(NamedTuple):
    """Reason why words of a pane's text run together, and the label of the setting that helps."""

    reason: str
    setting: str


class ExportChoice(NamedTuple):
    """Choices of the user in the export dialog.

    Attributes
    ----------
    panes : tuple of str
        Names of the ticked panes.
    folder : str or None
        Folder as typed; None for the clipboard.
    page_text : bool
        Whether to export page text, with the page's own spacing, in place of own text.
    """

    panes: tuple[str, ...]
    format: str
    folder: str | None
    page_text: bool = False


class ExportDialog(QDialog):
    """Dialog for an export; Enter exports.

    Parameters
    ----------
    active : str
        The pane that is ticked at first; if empty, all panes are.
    formats : mapping of str to str
        Labels by identifier.
    folder : str
        Folder of the last export.

    Signals
    -------
    repair_asked(str)
        Switch on the setting that separates the words of this pane's text.
    """

    repair_asked = Signal(str)

    def __init__(
        self,
        panes: Sequence[str],
        active: str,
        formats: Mapping[str, str],
        folder: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportDialog")
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumWidth(theme.px(520))
        self._find_problem: Callable[[ExportChoice], str] = lambda _choice: ""
        self._remarks: Mapping[str, TextRemark] = {}
        self._shown_remarks: list[tuple[str, TextRemark]] = []
        self._panes = QListWidget()
        self._panes.setAccessibleName(self.tr("Panes"))
        for name in panes:
            item = QListWidgetItem(name)
            item.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled)
            ticked = not active or name == active
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self._panes.addItem(item)
        self._panes.ensurePolished()
        rows = min(len(panes), _MAX_ROWS) * self._panes.sizeHintForRow(0)
        self._panes.setFixedHeight(rows + 2 * self._panes.frameWidth() + theme.px(4))
        self.format_choice = QComboBox()
        self.format_choice.setObjectName("exportFormat")
        self.format_choice.setAccessibleName(self.tr("Format"))
        for identifier, label in formats.items():
            self.format_choice.addItem(label, identifier)
        self._text = QComboBox()
        self._text.setObjectName("exportText")
        self._text.setAccessibleName(self.tr("Text"))
        self._text.addItem(self.tr("Own text of each extractor"), userData=False)
        self._text.addItem(self.tr("Page text, with the page's spacing"), userData=True)
        self._notice = QFrame()
        self._notice.setObjectName("exportNotice")
        self._notice_rows = QVBoxLayout(self._notice)
        self._notice_widgets: list[QWidget] = []
        self._to_folder = QRadioButton(self.tr("Files in a folder"))
        self.to_clipboard = QRadioButton(self.tr("Clipboard"))
        self._to_folder.setChecked(True)
        self._folder = QLineEdit(folder)
        self._folder.setObjectName("exportFolder")
        self._folder.setAccessibleName(self.tr("Folder"))
        self._resolved = TextLabel(size=12, role="ink2", wrap=True)
        self.problem_label = TextLabel(role="error", wrap=True)
        self.problem_label.setObjectName("exportProblem")
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.export_button = self._buttons.addButton(
            self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.all_panes = QPushButton(self.tr("All panes"))
        self._choose_button = QPushButton(self.tr("Choose…"))
        for button in (self.all_panes, self._choose_button):
            button.setAutoDefault(False)
        self._assemble()
        self.export_button.setDefault(True)  # has no effect before the button is in the dialog
        self._connect()
        self._check()

    def chosen(self) -> ExportChoice:
        """Return the current choices."""
        names = tuple(
            self._panes.item(row).text()
            for row in range(self._panes.count())
            if self._panes.item(row).checkState() is Qt.CheckState.Checked
        )
        folder = None if self.to_clipboard.isChecked() else self._folder.text().strip()
        identifier = self.format_choice.currentData()
        page_text = identifier == TEXT and bool(self._text.currentData())
        return ExportChoice(names, identifier, folder, page_text)

    def set_check(self, find_problem: Callable[[ExportChoice], str]) -> None:
        """Set the check of choices: it returns the problem, or an empty text."""
        self._find_problem = find_problem
        self._check()

    def set_remarks(self, remarks: Mapping[str, TextRemark]) -> None:
        """Show remarks on the texts of these panes."""
        self._remarks = remarks
        self._check()

    def _assemble(self) -> None:
        where = QHBoxLayout()
        where.addWidget(self._folder, 1)
        where.addWidget(self._choose_button)
        target = QVBoxLayout()
        target.addWidget(self._to_folder)
        target.addLayout(where)
        target.addWidget(self._resolved)
        target.addWidget(self.to_clipboard)
        which = QVBoxLayout()
        which.addWidget(self._panes)
        which.addWidget(self.all_panes, 0, Qt.AlignmentFlag.AlignLeft)
        self._form = QFormLayout()
        self._form.addRow(self.tr("Panes"), which)
        self._form.addRow(self.tr("Format"), self.format_choice)
        self._form.addRow(self.tr("Text"), self._text)
        self._form.addRow("", self._notice)
        self._form.addRow(self.tr("To"), target)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self.problem_label)
        column.addWidget(self._buttons)

    def _connect(self) -> None:
        self._panes.itemChanged.connect(self._check)
        self.all_panes.clicked.connect(self._tick_all)
        self.format_choice.currentIndexChanged.connect(self._check)
        self._text.currentIndexChanged.connect(self._check)
        self._folder.textChanged.connect(self._check)
        self._to_folder.toggled.connect(self._check)
        self._choose_button.clicked.connect(self._choose)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

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
        choice = self.chosen()
        problem = ""
        if not choice.panes:
            problem = self.tr("Tick at least one pane.")
        elif choice.folder == "":
            problem = self.tr("Choose a folder.")
        problem = problem or self._find_problem(choice)
        self.problem_label.setText(problem)
        self.problem_label.setVisible(bool(problem))
        self.export_button.setEnabled(not problem)
        for widget in (self._folder, self._choose_button):
            widget.setEnabled(choice.folder is not None)
        self._form.setRowVisible(self._text, choice.format == TEXT)
        self._show_folder(choice, problem)
        self._show_remarks(choice)

    def _show_folder(self, choice: ExportChoice, problem: str) -> None:
        """Show the full path of a folder that is not absolute."""
        typed = choice.folder or ""
        is_short = bool(typed) and not problem and not Path(typed).is_absolute()
        full = str(Path(typed).expanduser().absolute()) if is_short else ""
        self._resolved.setText(full)
        self._resolved.setVisible(is_short)

    def _show_remarks(self, choice: ExportChoice) -> None:
        names = choice.panes if choice.format == TEXT and not choice.page_text else ()
        remarks = [(name, self._remarks[name]) for name in names if name in self._remarks]
        self._form.setRowVisible(self._notice, bool(remarks))
        if remarks == self._shown_remarks:
            return
        self._shown_remarks = remarks
        for row in self._notice_widgets:
            self._notice_rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._notice_widgets = [self._remark_row(name, remark) for name, remark in remarks]
        for row in self._notice_widgets:
            self._notice_rows.addWidget(row)
        self._notice.setStyleSheet(theme.fill("#exportNotice { background: @warning_fill; }"))

    def _remark_row(self, name: str, remark: TextRemark) -> QWidget:
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(TextLabel(f"{name}: {remark.reason}", size=12, wrap=True))
        button = QPushButton(self.tr("Turn on “{setting}”").format(setting=remark.setting))
        button.setProperty("role", "chip")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.repair_asked.emit(name))
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return row
