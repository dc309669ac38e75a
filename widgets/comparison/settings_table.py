"""Settings in which two panes, or a pane and a preset, differ, with the words that each changes.

Input: rows and the choices of the second side. Output: the choice, and requests to copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.comparison.model import Column, DifferenceModel
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.tables.table import CalmTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.comparison.records import DifferenceRow

_WIDTHS = {Column.FIRST: 92, Column.SECOND: 92, Column.DEFAULT: 136, Column.WORDS: 176}
_MIN_NAME = 160


class _Table(CalmTable):
    """The rows; the first column takes the space that the others leave."""

    def __init__(self, model: DifferenceModel, name: str) -> None:
        super().__init__(name=name, takes_enter=True)
        self.setModel(model)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def fit_columns(self) -> None:
        if self.model() is None:
            return
        left = self.viewport().width()
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, theme.px(width))
            left -= theme.px(width)
        self.setColumnWidth(Column.SETTING, max(left, theme.px(_MIN_NAME)))


class SettingsThatDiffer(QWidget):
    """The table, with a chooser of the second side and buttons that copy.

    Attributes
    ----------
    bar : QWidget
        Chooser and buttons; a window with tabs may take it into the row of the tabs.

    Signals
    -------
    other_chosen(str)
        Compare with this: ``pane:NAME``, ``preset:NAME``, ``preset:`` for the defaults.
    setting_chosen(str)
        Go to the setting of this name.
    toml_asked(), command_asked()
        Copy the panes as TOML, or as a command line.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    other_chosen = Signal(str)
    setting_chosen = Signal(str)
    toml_asked = Signal()
    command_asked = Signal()
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settingsThatDiffer")
        self.setProperty("role", "surface")
        self.model = DifferenceModel(self)
        self.table = _Table(self.model, self.tr("Settings that differ"))
        self.table.rows_copied.connect(self.rows_copied)
        self.table.doubleClicked.connect(self._on_row)
        self.table.confirmed.connect(lambda: self._on_row(self.table.currentIndex()))
        self.other = Combo()
        self.other.setAccessibleName(self.tr("Compare with"))
        self.other.prefix = self.tr("with") + " "
        self.other.activated.connect(
            lambda index: self.other_chosen.emit(self.other.itemData(index))
        )
        self.toml = QPushButton(self.tr("Copy as TOML"))
        self.toml.clicked.connect(self.toml_asked)
        self.command = QPushButton(self.tr("Copy as command line"))
        self.command.clicked.connect(self.command_asked)
        self.caption = TextLabel(size=12, role="ink2", wrap=True)
        self.empty_note = EmptyNote()
        self._assemble()
        theme.follow(self._restyle)

    def show_choices(self, choices: Sequence[tuple[str, str]], current: str) -> None:
        """Offer sides to compare with, as (text, key), and show the current one."""
        self.other.set_entries(list(choices), current)
        self.other.setEnabled(len(choices) > 1)

    def show_rows(
        self,
        rows: Sequence[DifferenceRow],
        titles: tuple[str, str],
        caption: str,
        *,
        characters: bool = False,
    ) -> None:
        """Show settings that differ, and a sentence about the others."""
        self.model.show_rows(rows, titles, characters=characters)
        self.table.fit_columns()
        self.caption.setText(caption)
        self._show_table(shown=True)

    def show_empty(self, note: str) -> None:
        """Show why there is nothing to compare."""
        self.model.show_rows((), ("", ""), characters=False)
        self.empty_note.show_note(note)
        self._show_table(shown=False)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the table, or the chooser of an empty view."""
        return self.table if self.table.isVisibleTo(self) else self.other

    def _show_table(self, *, shown: bool) -> None:
        self.table.setVisible(shown)
        self.caption.setVisible(shown)
        self.empty_note.setVisible(not shown)
        for button in (self.toml, self.command):
            button.setEnabled(shown)

    def _assemble(self) -> None:
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        self._bar_row = row = QHBoxLayout(self.bar)
        self.toml.setToolTip(
            plain(self.tr("Copy both sides as [[pane]] tables of a settings file"))
        )
        self.command.setToolTip(
            plain(self.tr("Copy the command that runs both sides on this page"))
        )
        self.other.setMinimumContentsLength(10)
        self.other.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        for widget in (self.other, self.toml, self.command):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.caption)
        column.addWidget(self.empty_note, 1)

    def _on_row(self, index: QModelIndex) -> None:
        if index.isValid():
            self.setting_chosen.emit(self.model.rows[index.row()].field)

    def _restyle(self) -> None:
        self._bar_row.setContentsMargins(theme.px(8), 0, theme.px(8), 0)
        self._bar_row.setSpacing(theme.px(8))
        self.caption.setContentsMargins(theme.px(12), theme.px(2), theme.px(12), theme.px(4))
