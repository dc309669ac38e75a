"""Run bar: starts, pauses and cancels the run of a corpus, and shows its progress.

Input: the state of the run as texts. Output: commands of the buttons.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import entry, plain
from boilerscope.widgets.progress_line import ProgressLine

LIST_FAILURES = "list_failures"
_HEIGHT = 42


@dataclass(frozen=True, slots=True)
class RunButton:
    """A button of the bar.

    Attributes
    ----------
    icon : str
        ``mdi6`` name.
    is_main : bool
        Whether it is the main button.
    """

    command: str
    icon: str
    label: str
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class RunBarState:
    """Contents of the bar.

    Attributes
    ----------
    buttons : tuple of RunButton
        Buttons at the left.
    headline : str
        Progress or result of the run.
    details : tuple of str
        Rate, time left, workers; or time, duration, number of the run.
    failures : str
        Label of the button that lists pages with failures; empty without failures.
    has_failed : bool
        Whether any of these is a failure, not only an empty result.
    lists_failures : bool
        Whether only these pages are listed.
    note : str
        Number of pages that are compared.
    share : float or None
        Progress, 0 to 1; None without a run.
    problem : str
        Error of the run, empty without an error.
    """

    buttons: tuple[RunButton, ...] = ()
    headline: str = ""
    details: tuple[str, ...] = ()
    failures: str = ""
    has_failed: bool = False
    lists_failures: bool = False
    note: str = ""
    share: float | None = None
    problem: str = ""


class RunBar(QWidget):
    """Bar above the leaderboard.

    Signals
    -------
    command(str)
        A button was clicked.
    """

    command = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runBar")
        self.setProperty("role", "surface")
        self._buttons: list[QPushButton] = []
        self._shown: tuple[RunButton, ...] = ()
        self._is_compact = self._lists_failures = self._has_failed = False
        self.headline = TextLabel(weight=600)
        self.problem = ElidedLabel(weight=600, role="error")
        self.details = ElidedLabel(size=12, role="ink2")
        self.failures = QPushButton()
        self.failures.setObjectName("runFailures")
        self.failures.setCheckable(True)
        self.failures.setToolTip(plain(self.tr("List the pages with a failure or an empty result")))
        self.failures.clicked.connect(self._on_failures)
        self.failures.hide()
        self.note = ElidedLabel(size=12, role="ink2")
        self.note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.progress = ProgressLine()
        self._row = theme.spaced(QHBoxLayout(), (12, 5, 12, 5), 12)
        for label in (self.headline, self.problem, self.details, self.failures):
            self._row.addWidget(label)
        self._row.addStretch(1)
        self._row.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._row)
        column.addWidget(self.progress)
        theme.follow(self._restyle)

    def show_state(self, state: RunBarState) -> None:
        """Show a state of the run."""
        self._show_buttons(state.buttons)
        for label, text in ((self.headline, state.headline), (self.problem, state.problem)):
            label.setText(text)
            label.setVisible(bool(text))
        self.details.setText("   ".join(state.details))
        self.failures.setText(entry(state.failures))
        self._lists_failures = state.lists_failures
        self.failures.setChecked(state.lists_failures)
        self._has_failed = state.has_failed
        self._show_failure_icon()
        self.failures.setVisible(bool(state.failures))
        self.note.setText(state.note)
        self.progress.set_share(state.share)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show icons only on the buttons, for lack of space."""
        if compact != self._is_compact:
            self._is_compact = compact
            self._label_buttons()

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the first button."""
        return next(iter(self._buttons), None)

    def _on_failures(self) -> None:
        self.failures.setChecked(self._lists_failures)  # waits until the list has changed
        self.command.emit(LIST_FAILURES)

    def _show_buttons(self, buttons: tuple[RunButton, ...]) -> None:
        """Show buttons; the button in a place keeps the focus, even with another command."""
        if buttons == self._shown:
            return
        self._shown = buttons
        while len(self._buttons) > len(buttons):
            extra = self._buttons.pop()
            self._row.removeWidget(extra)
            extra.hide()
            extra.deleteLater()
        while len(self._buttons) < len(buttons):
            button = QPushButton()
            button.clicked.connect(lambda _checked=False, b=button: self._on_click(b))
            self._row.insertWidget(len(self._buttons), button)
            self._buttons.append(button)
            button.show()
        self._label_buttons()

    def _on_click(self, button: QPushButton) -> None:
        self.command.emit(self._shown[self._buttons.index(button)].command)

    def _label_buttons(self) -> None:
        for button, state in zip(self._buttons, self._shown, strict=True):
            icon_only = self._is_compact and not state.is_main
            button.setObjectName(f"run-{state.command}")
            button.setText("" if icon_only else entry(state.label))
            button.setToolTip(plain(state.label) if icon_only else "")
            button.setAccessibleName(state.label)
            role = "main" if state.is_main else ""
            if button.property("role") != role:
                button.setProperty("role", role)
                button.style().unpolish(button)
                button.style().polish(button)
            colour = "button_text" if state.is_main else "ink2"
            button.setIcon(theme.icon(state.icon, colour, active_role=colour))

    def _show_failure_icon(self) -> None:
        name, role = (
            ("alert-circle-outline", "error") if self._has_failed else ("circle-outline", "ink2")
        )
        self.failures.setIcon(theme.icon(name, role, active_role=role))

    def _restyle(self) -> None:
        self.setMinimumHeight(theme.px(_HEIGHT))
        self._show_failure_icon()
        self._label_buttons()
