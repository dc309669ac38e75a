"""Hint in the unused space of the row of panes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel


class AddHint(QWidget):
    """Hint in the unused space of the row, with a button that adds an extractor.

    Signals
    -------
    add_wanted()
        Add an extractor.
    """

    add_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = TextLabel(role="ink2", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = QPushButton(self.tr("Add an extractor"))
        self._button.clicked.connect(self.add_wanted)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(self._text)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.signals().changed.connect(self.update)

    def set_alone(self, alone: bool) -> None:  # noqa: FBT001 - Qt setter
        """Explain the row while it has no pane."""
        self._text.setText(
            self.tr("Each extractor shows here the text that it keeps of the page.")
            if alone
            else ""
        )
        self._text.setVisible(alone)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.rect(), theme.colour("window"))
