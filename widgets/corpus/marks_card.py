"""Card of learning from marks: progress, F1 by number of marks, and the page to mark next.

Input: progress and the curve. Output: requests to cancel, to learn again, and to mark the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance

_WIDTH = 460
_SHARES = 100


class MarksCard(QDialog):
    """What was learned from the marked pages of a corpus.

    Signals
    -------
    cancelled()
        End the learning that is running.
    again_asked()
        Learn again, from the present marks.
    mark_asked()
        Open the proposed page and mark it.
    """

    cancelled = Signal()
    again_asked = Signal()
    mark_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("marksCard")
        self.setWindowTitle(self.tr("Learn from my marks"))
        self.setMinimumWidth(theme.px(_WIDTH))
        self.state = TextLabel(wrap=True)
        self.bar = QProgressBar(maximum=_SHARES, textVisible=False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.note = TextLabel(size=12, role="ink2", wrap=True)
        self.next_page = TextLabel(wrap=True)
        self._curve = QWidget()
        self._grid = theme.spaced(QGridLayout(self._curve), (0, 4, 0, 4), 8)
        self.mark = self._button(self.tr("Mark it"), self.mark_asked)
        self.again = self._button(self.tr("Learn again"), self.again_asked)
        self.cancel = self._button(self.tr("Cancel"), self.cancelled)
        close = QPushButton(self.tr("Close"), autoDefault=False)
        close.clicked.connect(self.close)
        row = theme.spaced(QHBoxLayout(), (0, 0, 0, 0), 8)
        row.addStretch(1)
        for button in (self.mark, self.again, self.cancel, close):
            row.addWidget(button)
        column = QVBoxLayout(self)
        for part in (self.state, self.bar, self._curve, self.note, self.next_page):
            column.addWidget(part)
        column.addStretch(1)
        column.addLayout(row)

    def _button(self, label: str, clicked: SignalInstance) -> QPushButton:
        button = QPushButton(label, autoDefault=False)
        button.clicked.connect(clicked)
        return button

    def show_progress(self, text: str, share: float) -> None:
        """Show how far learning is; it can be cancelled."""
        self.state.setText(text)
        self.bar.setValue(round(_SHARES * share))
        self._show_parts(is_running=True, has_next=False)

    def show_end(self, text: str) -> None:
        """Show that learning ended without a result, and why."""
        self.state.setText(text)
        self._show_parts(is_running=False, has_next=False)

    def show_learned(
        self,
        text: str,
        curve: Sequence[tuple[str, float, float, float]],
        note: str,
        next_page: str,
        *,
        has_next: bool,
    ) -> None:
        """Show what was learned.

        Parameters
        ----------
        text : str
            How many pages were learned from, and which pane has the model.
        curve : sequence of (str, float, float, float)
            Number of marks, mean F1, and the ends of its interval.
        note : str
            What the curve is measured on.
        next_page : str
            Sentence on the page to mark next; `has_next` if there is one.
        """
        self.state.setText(text)
        self.note.setText(note)
        self.next_page.setText(next_page)
        self._show_curve(curve)
        self._show_parts(is_running=False, has_next=has_next)
        self._curve.setVisible(bool(curve))
        self.note.setVisible(bool(note))
        self.next_page.setVisible(bool(next_page))

    def _show_parts(self, *, is_running: bool, has_next: bool) -> None:
        self.bar.setVisible(is_running)
        self.cancel.setVisible(is_running)
        self.again.setVisible(not is_running)
        self.mark.setVisible(has_next)
        for part in (self._curve, self.note, self.next_page):
            part.hide()

    def _show_curve(self, curve: Sequence[tuple[str, float, float, float]]) -> None:
        for label in self._curve.findChildren(TextLabel):
            self._grid.removeWidget(label)
            label.deleteLater()
        head = (self.tr("Learned from"), self.tr("F1"), self.tr("95 % interval"))
        for column, title in enumerate(head):
            self._grid.addWidget(TextLabel(title, size=12, role="ink2"), 0, column)
        for row, (marks, *values) in enumerate(curve, start=1):
            mean, low, high = (number(value, decimals=3) for value in values)
            interval = self.tr("{low} to {high}").format(low=low, high=high)
            for column, text in enumerate((marks, mean, interval)):
                self._grid.addWidget(TextLabel(text), row, column)
        self._grid.setColumnStretch(2, 1)
