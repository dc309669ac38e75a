"""Row that offers a bug report about a library's rule, and shows how far its page is cut down.

Input: whether a report can be made, and its progress. Output: wishes to begin and to stop.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.words import number


class ReportRow(QWidget):
    """Button for a bug report, with its progress.

    Signals
    -------
    asked()
        Write a report about the deciding rule of the block.
    stopped()
        Cut the page down no further, and copy the report as it is.
    """

    asked = Signal()
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_running = False
        self.progress = TextLabel(size=12, role="ink2", wrap=True)
        self.button = QPushButton()
        self.button.clicked.connect(self._on_clicked)
        row = theme.spaced(QHBoxLayout(self), (16, 2, 16, 8), 8)
        row.addWidget(self.progress, 1)
        row.addWidget(self.button)
        self.show_offer()

    def show_offer(self) -> None:
        """Offer a report."""
        self._show(self.tr("The rule, and a small page on which it applies"), running=False)

    def show_progress(self, runs: int, characters: int) -> None:
        """Show the length of the page so far, after a number of runs of the library."""
        text = self.tr("Cutting the page down: {characters} characters after {runs} runs…")
        self._show(text.format(characters=number(characters), runs=number(runs)), running=True)

    def _show(self, text: str, *, running: bool) -> None:
        self._is_running = running
        self.progress.setText(text)
        self.button.setText(self.tr("Stop and copy") if running else self.tr("Copy a bug report"))
        self.button.setAccessibleName(f"{self.button.text()}: {text}")

    def _on_clicked(self) -> None:
        (self.stopped if self._is_running else self.asked).emit()
