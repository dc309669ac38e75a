"""Choose where the list of advertisement hosts comes from and when it is refreshed.

Comes in: the list in use and the choices so far, what a refresh does. Goes out: the choices, the
wish to refresh, to stop, to use the shipped list.
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

from widgets.labels import PlainLabel
from widgets.words import number

MAX_DAYS = 365
_PARTS = 1000


@dataclass(frozen=True, slots=True)
class HostsView:
    """The list in use.

    Attributes
    ----------
    origin : str
        The file or address it was taken from, empty for the shipped list.
    n_hosts : int
        How many hosts it has.
    digest : str
        What tells it from any other list.
    refreshed : str
        When it was taken, in words; empty for the shipped list.
    remark : str
        What is wrong with it, empty if nothing.
    """

    origin: str
    n_hosts: int
    digest: str
    refreshed: str
    remark: str = ""


class HostsDialog(QDialog):
    """Source, days, and what happens while the list is refreshed.

    Parameters
    ----------
    source : str
        The file or address chosen so far, may be empty.
    days : int
        How old the list may get; 0 is never refreshed.

    Signals
    -------
    save_asked(source, days)
        The choices shall be remembered.
    refresh_asked(source, days)
        The list shall be read now.
    cancel_asked()
        The refresh shall stop.
    shipped_asked()
        The shipped list shall be used.
    """

    save_asked = Signal(str, int)
    refresh_asked = Signal(str, int)
    cancel_asked = Signal()
    shipped_asked = Signal()

    def __init__(self, source: str, days: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Advertisement hosts"))
        self.setMinimumWidth(560)
        self._in_use = PlainLabel(
            wordWrap=True, textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self._source = QLineEdit(source, placeholderText="https://example.org/hosts")
        self._source.setAccessibleName(self.tr("File or address"))
        self._choose = QPushButton(self.tr("Choose a file…"), autoDefault=False)
        self._days = QSpinBox(maximum=MAX_DAYS, value=days)
        self._days.setAccessibleName(self.tr("Days between refreshes"))
        self._days.setSpecialValueText(self.tr("never"))
        self._days.setSuffix(" " + self.tr("days"))
        self._refresh = QPushButton(self.tr("Refresh now"), autoDefault=False)
        self._cancel = QPushButton(self.tr("Stop"), autoDefault=False)
        self._shipped = QPushButton(self.tr("Use the shipped list"), autoDefault=False)
        self._progress = QProgressBar(maximum=_PARTS, textVisible=False)
        self._progress.setAccessibleName(self.tr("Share of the list that is read"))
        self._said = PlainLabel(
            wordWrap=True,
            textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse,
        )
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self._save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        self._assemble()
        self._connect()
        for widget in (self._cancel, self._progress):
            widget.hide()
        self._save.setDefault(True)  # only a button inside the dialog can be its main one
        self._check()

    def show_list(self, view: HostsView) -> None:
        """Show which list is in use."""
        origin = view.origin or self.tr("the shipped list")
        lines = [
            self.tr("{count} hosts from {origin}").format(
                count=number(view.n_hosts), origin=origin
            ),
            f"sha256 {view.digest}",
        ]
        if view.refreshed:
            lines.insert(1, self.tr("Refreshed {when}").format(when=view.refreshed))
        if view.remark:
            lines.append(view.remark)
        self._in_use.setText("\n".join(lines))
        self._shipped.setEnabled(bool(view.origin or view.remark))

    def show_choices(self, source: str, days: int) -> None:
        """Show other choices."""
        self._source.setText(source)
        self._days.setValue(days)

    def show_progress(self, share: float | None) -> None:
        """Show how much is read, below 0 where the size is unknown; None ends it."""
        running = share is not None
        self._progress.setVisible(running)
        self._cancel.setVisible(running)
        if share is None:
            self._check()
            return
        self.say("")
        self._progress.setMaximum(_PARTS if share >= 0 else 0)
        self._progress.setValue(round(min(max(share, 0.0), 1.0) * _PARTS))
        for widget in (self._refresh, self._shipped, self._save):
            widget.setEnabled(False)

    def say(self, text: str) -> None:
        """Say what went wrong, or that it went well; an empty text says nothing."""
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def chosen(self) -> tuple[str, int]:
        """Return source and days."""
        return self._source.text().strip(), self._days.value()

    def _assemble(self) -> None:
        where = QHBoxLayout()
        where.addWidget(self._source, 1)
        where.addWidget(self._choose)
        row = QHBoxLayout()
        for button in (self._refresh, self._cancel, self._shipped):
            row.addWidget(button)
        row.addWidget(self._progress, 1)
        row.addStretch(0)
        form = QFormLayout()
        form.addRow(self.tr("In use"), self._in_use)
        form.addRow(self.tr("Refresh from"), where)
        form.addRow(self.tr("Refresh every"), self._days)
        form.addRow("", row)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._said)
        column.addWidget(self._buttons)

    def _connect(self) -> None:
        self._source.textChanged.connect(self._check)
        self._days.valueChanged.connect(self._check)
        self._choose.clicked.connect(self._choose_file)
        self._refresh.clicked.connect(lambda: self.refresh_asked.emit(*self.chosen()))
        self._cancel.clicked.connect(self.cancel_asked)
        self._shipped.clicked.connect(self.shipped_asked)
        self._buttons.accepted.connect(lambda: self.save_asked.emit(*self.chosen()))
        self._buttons.rejected.connect(self.reject)

    def _choose_file(self) -> None:
        file, _ = QFileDialog.getOpenFileName(self, self.tr("A list of hosts"), self._source.text())
        if file:
            self._source.setText(file)

    def _check(self) -> None:
        if self._progress.isVisibleTo(self):
            return
        source, days = self.chosen()
        lacking = bool(days) and not source
        self.say(self.tr("Name a file or an address to refresh from.") if lacking else "")
        self._save.setEnabled(not lacking)
        self._refresh.setEnabled(bool(source))
