"""Export dialog: a tab for each kind of export, and the buttons that they share.

Input: tabs. Output: the tab on screen when accepted, and the command line that was copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import dialog_size, theme
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from boilerscope.widgets.export.tab import ExportTab

_WIDTH, _HEIGHT = 1200, 830
_LEAST = (760, 480)


class ExportDialog(QDialog):
    """Dialog for exports; Enter exports the choices of the tab on screen.

    Signals
    -------
    command_copied(str)
        Copy this command, which does the same as the tab on screen.
    """

    command_copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("exportDialog")
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumSize(QSize(*map(theme.px, _LEAST)).boundedTo(dialog_size.room(self)))
        dialog_size.resize_dialog(self, _WIDTH, _HEIGHT)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("exportTabs")
        self.tabs.setAccessibleName(self.tr("Kinds of export"))
        self.tabs.setDocumentMode(True)
        self._footer = TextLabel(size=12, role="ink2", wrap=True)
        self._footer.setObjectName("exportFooter")
        self.problem_label = TextLabel(role="error", wrap=True)
        self.problem_label.setObjectName("exportProblem")
        self.command_button = QPushButton(self.tr("Copy as command line"))
        self.command_button.setObjectName("exportCommand")
        self.command_button.setAutoDefault(False)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.button(QDialogButtonBox.StandardButton.Cancel).setIcon(QIcon())
        self.export_button = self._buttons.addButton(
            self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self._assemble()
        self.export_button.setDefault(True)  # has no effect before the button is in the dialog
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.command_button.clicked.connect(
            lambda: self.command_copied.emit(self.current().command_line().text)
        )
        self.tabs.currentChanged.connect(lambda _index: self._check())

    def add_tab(self, label: str, tab: ExportTab) -> None:
        """Add a tab; it is a widget too."""
        tab.changed.connect(self._check)
        self.tabs.addTab(cast("QWidget", tab), label)
        self.tabs.tabBar().setVisible(self.tabs.count() > 1)
        self._check()

    def current(self) -> ExportTab:
        """Return the tab on screen."""
        return cast("ExportTab", self.tabs.currentWidget())

    def _assemble(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self._footer, 1)
        foot.addWidget(self.command_button)
        foot.addWidget(self._buttons)
        column = QVBoxLayout(self)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.problem_label)
        column.addLayout(foot)

    def _check(self) -> None:
        if not self.tabs.count():
            return
        tab = self.current()
        problem, command = tab.problem(), tab.command_line()
        self.problem_label.setText(problem)
        self.problem_label.setVisible(bool(problem))
        self.export_button.setEnabled(not problem)
        self._footer.setText(tab.footer())
        self.command_button.setVisible(command != ("", ""))
        self.command_button.setEnabled(bool(command.text) and not problem)
        self.command_button.setToolTip(plain(command.problem or command.text))
