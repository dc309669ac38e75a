"""Search bar of a text view, and the search itself.

Input: the number of matches. Output: the query, and steps to the next or previous match.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.key_claims import is_enter, is_escape
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.words import number

MAX_MATCHES = 10_000
"""Maximum number of matches of a search."""


def find_all(text: str, query: str) -> list[tuple[int, int]]:
    """Return the matches of a query in a text, ignoring case and the kind of white space.

    Parameters
    ----------
    text : str
        Any text.
    query : str
        Words; a space matches any white space.

    Returns
    -------
    list of (int, int)
        Offsets in code points, in order, at most `MAX_MATCHES`.
    """
    words = query.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words), re.IGNORECASE)
    matches = []
    for match in pattern.finditer(text):
        matches.append(match.span())
        if len(matches) == MAX_MATCHES:
            break
    return matches


class FindBar(QWidget):
    """Search bar: Enter goes to the next match, Shift+Enter to the previous match, Esc closes.

    Signals
    -------
    changed(str)
        The query changed; it is empty when the bar is closed.
    stepped(int)
        Go to the next (1) or previous (-1) match.
    closed()
        The bar was closed while it had the focus; the view should take the focus.
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
        self._previous = IconButton("chevron-up", self.tr("Previous match (Shift+Enter)"))
        self._next = IconButton("chevron-down", self.tr("Next match (Enter)"))
        self._close = IconButton("close", self.tr("Close (Esc)"))
        self._previous.clicked.connect(lambda: self.stepped.emit(-1))
        self._next.clicked.connect(lambda: self.stepped.emit(1))
        self._close.clicked.connect(self.close_bar)
        self._row = theme.spaced(QHBoxLayout(self), (6, 4, 6, 4), 2)
        self._row.addWidget(self.field, 1)
        for widget in (self._count, self._previous, self._next, self._close):
            self._row.addWidget(widget)
        theme.follow(self._restyle)
        self.hide()

    def open_bar(self) -> None:
        """Show the bar, take the focus and select the last query."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.changed.emit(self.field.text())

    def close_bar(self) -> bool:
        """Hide the bar and end the search; return whether the bar was open."""
        was_open = not self.isHidden()
        if was_open:
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self.isAncestorOf(focus)
            self.hide()
            self.changed.emit("")
            if had_focus:
                self.closed.emit()
        return was_open

    def show_count(self, current: int, total: int) -> None:
        """Show the number of the current match.

        Parameters
        ----------
        current : int
            Index of the current match; -1 for none.
        total : int
            Number of matches.
        """
        if not self.field.text().strip():
            text = ""
        elif total == 0:
            text = self.tr("No match")
        else:
            more = "+" if total >= MAX_MATCHES else ""
            text = f"{number(current + 1)}/{number(total)}{more}"
        self._count.setText(text)
        for button in (self._previous, self._next):
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
        self.update()
