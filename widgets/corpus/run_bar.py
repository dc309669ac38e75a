"""Run bar: starts, pauses and cancels the run of a corpus, and says how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from widgets import theme
from widgets.labels import TextLabel
from widgets.progress_line import ProgressLine


@dataclass(frozen=True, slots=True)
class RunBarState:
    """What the bar shows.

    Attributes
    ----------
    buttons : tuple of (str, str, str)
        Command, icon and label of each button.
    headline : str
        What the run is doing, or how it ended.
    details : tuple of str
        Rate, time left, workers; or time, duration, number of the run.
    failures : str
        Label of the button that lists pages with failures; empty without any.
    note : str
        What is compared.
    share : float or None
        Progress, 0 to 1; None without a run.
    problem : str
        Why the run failed, empty without a problem.
    """

    buttons: tuple[tuple[str, str, str], ...] = ()
    headline: str = ""
    details: tuple[str, ...] = ()
    failures: str = ""
    note: str = ""
    share: float | None = None
    problem: str = ""


class RunBar(QWidget):
    """Bar above the leaderboard.

    Signals
    -------
    command(str)
        A button was clicked.
    failures_asked()
        List the pages with failures.
    """

    command = Signal(str)
    failures_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runBar")
        self._buttons: list[QPushButton] = []
        self._shown: tuple[tuple[str, str, str], ...] = ()
        self.headline = TextLabel(weight=600)
        self.details = TextLabel(size=12, role="ink2")
        self.failures = QPushButton()
        self.failures.clicked.connect(self.failures_asked)
        self.failures.hide()
        self.note = TextLabel(size=12, role="ink2")
        self.progress = ProgressLine()
        self._row = QHBoxLayout()
        self._row.setContentsMargins(theme.px(12), theme.px(6), theme.px(12), theme.px(6))
        self._row.setSpacing(theme.px(8))
        for widget in (self.headline, self.details, self.failures):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        self._row.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._row)
        column.addWidget(self.progress)

    def show_state(self, state: RunBarState) -> None:
        """Show a state of the run."""
        self._show_buttons(state.buttons)
        self.headline.setText(state.problem or state.headline)
        self.headline.set_role("error" if state.problem else "ink")
        self.details.setText("   ".join(state.details))
        self.failures.setText(state.failures)
        self.failures.setVisible(bool(state.failures))
        self.note.setText(state.note)
        self.progress.set_share(state.share)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the first button."""
        return next(iter(self._buttons), None)

    def _show_buttons(self, buttons: tuple[tuple[str, str, str], ...]) -> None:
        if buttons == self._shown:
            return
        self._shown = buttons
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for index, (command, icon, label) in enumerate(buttons):
            button = QPushButton(theme.icon(icon), label)
            button.setObjectName(f"run-{command}")
            button.clicked.connect(lambda _checked=False, name=command: self.command.emit(name))
            self._row.insertWidget(index, button)
            button.show()
            self._buttons.append(button)
