"""Veil over views whose values are being replaced."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.demo import run_demo
from boilerscope.widgets.labels import TextLabel

_DELAY_MS = 100
"""A shorter wait shows no veil, to avoid flicker."""
_OPACITY = 0.8
_TOP = 24


class Veil(QWidget):
    """Covers a view, so that its old values are not taken for the new ones.

    Parameters
    ----------
    view : QWidget
        The view, inside another widget; the veil lies over it and takes its clicks.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view.parentWidget())
        self.setObjectName("scoreVeil")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self._label = TextLabel()
        self._label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = theme.spaced(QVBoxLayout(self), (0, _TOP, 0, 0))
        column.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        self._delay = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay.timeout.connect(self._appear)
        self._view = view
        view.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """The text; empty without a veil."""
        return self._label.text()

    def show_text(self, text: str) -> None:
        """Cover the view and show why; an empty text uncovers it."""
        self._label.setText(text)
        if not text:
            self._delay.stop()
            self.hide()
        elif self.isHidden() and not self._delay.isActive():
            self._delay.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self.setGeometry(self._view.geometry())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        veil = theme.colour("window")
        veil.setAlphaF(_OPACITY)
        QPainter(self).fillRect(event.rect(), veil)

    def _appear(self) -> None:
        self.setGeometry(self._view.geometry())
        self.show()
        self.raise_()


def _demo() -> QWidget:
    view, label = QWidget(), TextLabel("0.812")
    QVBoxLayout(view).addWidget(label)
    Veil(label).show_text("Scoring by shingles: 12 of 40 pages")
    return view


if __name__ == "__main__":
    run_demo(_demo, size=(400, 160))
