"""Dialog for the source of the list of advertisement hosts and the interval of its refresh.

Input: the list in use, the current choices, the progress of a refresh. Output: the choices and the
requests to refresh, to stop and to use the built-in list.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets.dialog_size import resize_dialog
from boilerscope.widgets.labels import PlainLabel
from boilerscope.widgets.words import number

MAX_DAYS = 365
_SIZE = (560, 200)
_PARTS = 1000


@dataclass(frozen=True, slots=True)
class HostsView:
    """The list in use.

    Attributes
    ----------
    origin : str
        File or address of the list; empty for the built-in list.
    n_hosts : int
        Number of hosts.
    digest : str
        SHA-256 of the list.
    refreshed : str
        Time of the last refresh as text; empty for the built-in list.
    remark : str
        Problem with the list; empty if there is none.
    """

    origin: str
    n_hosts: int
    digest: str
    refreshed: str
    remark: str = ""


class HostsDialog(QDialog):
    """Dialog with source and interval of the list, and the progress of a refresh.

    Parameters
    ----------
    source : str
        Current file or address; may be empty.
    days : int
        Days between refreshes; 0 for never.

    Signals
    -------
    save_asked(source, days)
        Save the choices.
    refresh_asked(source, days)
        Refresh the list now.
    cancel_asked()
        Stop the refresh.
    built_in_asked()
        Use the built-in list.
    """

    save_asked = Signal(str, int)
    refresh_asked = Signal(str, int)
    cancel_asked = Signal()
    built_in_asked = Signal()

    def __init__(self, source: str, days: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Advertisement hosts"))
        self.in_use_label = PlainLabel(
            wordWrap=True, textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.source_field = QLineEdit(source, placeholderText="https://example.org/hosts")
        self.source_field.setAccessibleName(self.tr("File or address"))
        self.choose_button = QPushButton(self.tr("Choose a file…"), autoDefault=False)
        self.days_field = QSpinBox(maximum=MAX_DAYS, value=days)
        self.days_field.setAccessibleName(self.tr("Days between refreshes"))
        self.days_field.setSpecialValueText(self.tr("never"))
        self.days_field.setSuffix(" " + self.tr("days"))
        self.refresh_button = QPushButton(self.tr("Refresh now"), autoDefault=False)
        self.cancel_button = QPushButton(self.tr("Stop"), autoDefault=False)
        self.built_in = QPushButton(self.tr("Use the built-in list"), autoDefault=False)
        self.progress_bar = QProgressBar(maximum=_PARTS, textVisible=False)
        self.progress_bar.setAccessibleName(self.tr("Progress of the refresh"))
        self.message = PlainLabel(
            wordWrap=True,
            textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse,
        )
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.save_button = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        self._assemble()
        self._connect()
        resize_dialog(self, *_SIZE)
        for widget in (self.cancel_button, self.progress_bar):
            widget.hide()
        self.save_button.setDefault(True)  # has no effect before the button is in the dialog
        self._check()

    def show_list(self, view: HostsView) -> None:
        """Show the list in use."""
        origin = view.origin or self.tr("the built-in list")
        hosts = self.tr("{count} hosts from {origin}")
        if view.n_hosts == 1:
            hosts = self.tr("1 host from {origin}")
        lines = [
            hosts.format(count=number(view.n_hosts), origin=origin),
            f"sha256 {view.digest}",
        ]
        if view.refreshed:
            lines.insert(1, self.tr("Refreshed {when}").format(when=view.refreshed))
        if view.remark:
            lines.append(view.remark)
        self.in_use_label.setText("\n".join(lines))
        self.built_in.setEnabled(bool(view.origin or view.remark))

    def show_choices(self, source: str, days: int) -> None:
        """Show these choices."""
        self.source_field.setText(source)
        self.days_field.setValue(days)

    def show_progress(self, share: float | None) -> None:
        """Show the progress, below 0 if the size is unknown; None ends the refresh."""
        running = share is not None
        self.progress_bar.setVisible(running)
        self.cancel_button.setVisible(running)
        if share is None:
            self._check()
            return
        self.show_message("")
        self.progress_bar.setMaximum(_PARTS if share >= 0 else 0)
        self.progress_bar.setValue(round(min(max(share, 0.0), 1.0) * _PARTS))
        for widget in (self.refresh_button, self.built_in, self.save_button):
            widget.setEnabled(False)

    def show_message(self, text: str) -> None:
        """Show a message; hide the line if the text is empty."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def chosen(self) -> tuple[str, int]:
        """Return source and days."""
        return self.source_field.text().strip(), self.days_field.value()

    def _assemble(self) -> None:
        where = QHBoxLayout()
        where.addWidget(self.source_field, 1)
        where.addWidget(self.choose_button)
        row = QHBoxLayout()
        for button in (self.refresh_button, self.cancel_button, self.built_in):
            row.addWidget(button)
        row.addWidget(self.progress_bar, 1)
        row.addStretch(0)
        form = QFormLayout()
        form.addRow(self.tr("In use"), self.in_use_label)
        form.addRow(self.tr("Refresh from"), where)
        form.addRow(self.tr("Refresh every"), self.days_field)
        form.addRow("", row)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.message)
        column.addWidget(self._buttons)

    def _connect(self) -> None:
        self.source_field.textChanged.connect(self._check)
        self.days_field.valueChanged.connect(self._check)
        self.choose_button.clicked.connect(self._choose_file)
        self.refresh_button.clicked.connect(lambda: self.refresh_asked.emit(*self.chosen()))
        self.cancel_button.clicked.connect(self.cancel_asked)
        self.built_in.clicked.connect(self.built_in_asked)
        self._buttons.accepted.connect(lambda: self.save_asked.emit(*self.chosen()))
        self._buttons.rejected.connect(self.reject)

    def _choose_file(self) -> None:
        file, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a list of hosts"), self.source_field.text()
        )
        if file:
            self.source_field.setText(file)

    def _check(self) -> None:
        if self.progress_bar.isVisibleTo(self):
            return
        source, days = self.chosen()
        lacks_source = bool(days) and not source
        self.show_message(
            self.tr("Enter a file or an address to refresh from.") if lacks_source else ""
        )
        self.save_button.setEnabled(not lacks_source)
        self.refresh_button.setEnabled(bool(source))
