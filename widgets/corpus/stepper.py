"""Position of the page in the list from which it was opened, with buttons to its neighbours."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.words import number


class PageStepper(QWidget):
    """``< 37 of 223 > sorted by spread``.

    Signals
    -------
    stepped(int)
        Open the next page (1) or the previous page (-1).
    """

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pageStepper")
        self.previous = IconButton("chevron-left", self.tr("Open the previous page (Ctrl+PgUp)"))
        self.next = IconButton("chevron-right", self.tr("Open the next page (Ctrl+PgDown)"))
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.place = TextLabel(weight=600)
        self.order = ElidedLabel(size=12, role="ink2")
        self._row = theme.spaced(QHBoxLayout(self), (6, 0, 6, 0), 4)
        for part in (self.previous, self.place, self.next, self.order):
            self._row.addWidget(part)

    def show_place(self, position: int, n_pages: int, order: str) -> None:
        """Show a position, from 0, and the sort order of the list."""
        label = self.tr("{position} of {pages}")
        self.place.setText(label.format(position=number(position + 1), pages=number(n_pages)))
        self.order.setText(self.tr("sorted by {order}").format(order=order))
        self.previous.setEnabled(position > 0)
        self.next.setEnabled(position + 1 < n_pages)
