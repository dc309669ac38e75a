"""A narrow bar that asks what to find in a view, and the search itself.

Comes in: how many places were found. Goes out: what to look for, and where to go next.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from widgets import theme
from widgets.buttons import IconButton
from widgets.key_claims import is_enter, is_escape
from widgets.labels import TextLabel
from widgets.words import number

MAX_FOUND = 10_000
"""A search stops counting here."""


def find_all(text: str, query: str) -> list[tuple[int, int]]:
    """Return where a query stands in a text, letters of either case, any white space alike.

    Parameters
    ----------
    text : str
        Any text.
    query : str
        Words; blanks between them match any white space.

    Returns
    -------
    list of (int, int)
        Offsets in code points, in order, `MAX_FOUND` at most.
    """
    words = query.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words), re.IGNORECASE)
    found = []
    for match in pattern.finditer(text):
        found.append(match.span())
        if len(found) == MAX_FOUND:
            break
    return found


class FindBar(QWidget):
    """Asks for a text; Enter goes on, Shift+Enter back, Esc closes.

    Signals
    -------
    changed(str)
        Look for this now; empty when the bar closes.
    stepped(int)
        Go to the next (1) or previous (-1) place.
    closed()
        The bar was closed while it had the focus; the view should take it.
    """

    changed = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in the text"))
        self.field.setAccessibleName(self.tr("Find in the text"))
        self.field.setMinimumWidth(0)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self.changed)
        self._count = TextLabel(size=12, role="ink2")
        self._back = IconButton("chevron-up", self.tr("Previous place (Shift+Enter)"))
        self._on = IconButton("chevron-down", self.tr("Next place (Enter)"))
        self._close = IconButton("close", self.tr("Close (Esc)"))
        self._back.clicked.connect(lambda: self.stepped.emit(-1))
        self._on.clicked.connect(lambda: self.stepped.emit(1))
        self._close.clicked.connect(self.close_bar)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.field, 1)
        for widget in (self._count, self._back, self._on, self._close):
            self._row.addWidget(widget)
        theme.signals().changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar and take the focus; what was looked for last is marked."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.changed.emit(self.field.text())

    def close_bar(self) -> bool:
        """Hide the bar, nothing is looked for then; return whether it was open."""
        was_open = not self.isHidden()
        if was_open:
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self.isAncestorOf(focus)
            self.hide()
            self.changed.emit("")
            if had_focus:
                self.closed.emit()
        return was_open

    def show_count(self, present: int, total: int) -> None:
        """Show which place is the present one.

        Parameters
        ----------
        present : int
            Counted from 0; -1 for none.
        total : int
            Places found.
        """
        if not self.field.text().strip():
            text = ""
        elif total == 0:
            text = self.tr("not found")
        else:
            more = "+" if total >= MAX_FOUND else ""
            text = f"{number(present + 1)}/{number(total)}{more}"
        self._count.setText(text)
        for button in (self._back, self._on):
            button.setEnabled(total > 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if is_enter(event):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.stepped.emit(-1 if back else 1)
                return True
            if is_escape(event):
                self.close_bar()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line"))

    def _restyle(self) -> None:
        edge = theme.px(6)
        self._row.setContentsMargins(edge, theme.px(4), edge, theme.px(4))
        self._row.setSpacing(theme.px(2))
        self.update()
