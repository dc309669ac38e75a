"""Row that reports why a page could not be opened or saved."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import PlainLabel


class FailureRow(QFrame):
    """Row below the bar: the reason why a page could not be opened, and a button to try again.

    Signals
    -------
    retry()
        Try again.
    """

    retry = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("failureRow")
        self._icon = PlainLabel()
        self.message_label = PlainLabel(wordWrap=True)
        self.message_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._again = QPushButton(self.tr("Try again"))
        self._again.clicked.connect(self.retry)
        close = QToolButton(autoRaise=True)
        close.setAccessibleName(self.tr("Close this message"))
        close.clicked.connect(self.hide)
        self._close = close
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self._icon)
        row.addWidget(self.message_label, 1)
        row.addWidget(self._again)
        row.addWidget(close)
        self.recolour()
        self.hide()

    def recolour(self) -> None:
        """Update icons and colours from the theme."""
        self._icon.setPixmap(theme.pixmap("alert-circle", 16, "error"))
        self._close.setIcon(theme.icon("close"))
        self.setStyleSheet(
            theme.fill(
                "#failureRow { background: @error_fill; border-bottom: 1px solid @line; }"
                "#failureRow QLabel { color: @error; }"
            )
        )

    def show_failure(self, text: str, *, can_retry: bool = True) -> None:
        """Show a failure; the text states what happened, where, and what to do."""
        self.message_label.setText(text)
        self._again.setVisible(can_retry)
        self.show()
