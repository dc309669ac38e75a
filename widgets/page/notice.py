"""Notice above the page, with one button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel

_HEIGHT = 30


class NoticeRow(QWidget):
    """One line of text with a button; hidden while the text is empty.

    Parameters
    ----------
    button : str
        Label of the button.
    parent : QWidget, optional
        Qt parent.

    Signals
    -------
    asked()
        The button was pressed.
    """

    asked = Signal()

    def __init__(self, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._text = ElidedLabel(size=12, role="ink")
        self.button = QPushButton(button)
        self.button.setProperty("role", "chip")
        self.button.clicked.connect(self.asked)
        self._row = theme.spaced(QHBoxLayout(self), (12, 0, 8, 0), 8)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self.button)
        theme.follow(self._restyle)
        self.hide()

    @property
    def text(self) -> str:
        """The text of the notice; empty while the row is hidden."""
        return self._text.text()

    def show_text(self, text: str) -> None:
        """Show a text; hide the row if the text is empty."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("warning_fill"))
        bar = QRectF(0, 0, theme.px(3), self.height())
        painter.fillRect(bar, theme.colour("warning"))

    def _restyle(self) -> None:
        self.setFixedHeight(theme.px(_HEIGHT))
        self.update()
