"""The status bar of the window."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QStatusBar,
    QToolButton,
    QWidget,
)

from boilerscope.app.window.status.messages import MessageQueue
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import ElidedLabel, PlainLabel


class StatusBar(QStatusBar):
    """One line: either a message, or runs, page, disagreement, requests, warnings and key hints.

    Qt's own temporary messages are not used, because labels that appear meanwhile would be drawn
    over them.

    Signals
    -------
    past_asked()
        Show the list of past messages.
    file_asked()
        Show the file that the message is about.
    """

    past_asked = Signal()
    file_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.runs, self.page, self.difference = PlainLabel(), ElidedLabel(), PlainLabel()
        self.requests = PlainLabel()
        self.requests.setObjectName("statusRequests")
        self.requests.hide()
        self.warnings = QToolButton(autoRaise=True)
        self.warnings.setObjectName("warningsChip")
        self.warnings.hide()
        self.keys = PlainLabel()
        self.message = ElidedLabel()
        self.message.setObjectName("statusMessage")
        self.past = IconButton("message-text-outline", self.tr("Show past messages"))
        self.past.setObjectName("pastMessages")
        self.past.hide()
        self.past.clicked.connect(self.past_asked)
        self._file_message = ""
        self.show_file = QPushButton(self.tr("Show it"))
        self.show_file.setObjectName("showWritten")
        self.show_file.setProperty("role", "link")
        self.show_file.setProperty("low", True)
        self.show_file.setAccessibleName(self.tr("Show the last written file in its folder"))
        self.show_file.clicked.connect(self.file_asked)
        self._queue = MessageQueue(self)
        self._queue.changed.connect(self._show_line)
        self._assemble()
        self.show_keys(by_errors=False)

    def _assemble(self) -> None:
        self._facts = QWidget()
        facts = QHBoxLayout(self._facts)
        for label in (self.runs, self.page, self.difference, self.requests, self.warnings):
            facts.addWidget(label)
        facts.addStretch(1)
        facts.addWidget(self.keys)
        self._message_line = QWidget()
        message = QHBoxLayout(self._message_line)
        message.addWidget(self.message)
        message.addWidget(self.show_file)
        message.addStretch(1)
        line = QWidget()
        self._line = QStackedLayout(line)
        self._line.addWidget(self._facts)
        self._line.addWidget(self._message_line)
        for layout in (facts, message, self._line):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        self.addPermanentWidget(line, 1)
        self.addPermanentWidget(self.past)
        self.setContentsMargins(8, 0, 12, 0)

    def show_message(self, text: str, stays_ms: int, kind: str = "") -> None:
        """Show a message in place of the facts, after the messages that wait.

        Parameters
        ----------
        stays_ms : int
            Time on screen if no other message waits.
        kind : str
            Kind whose messages it replaces; empty for none.
        """
        self.past.show()
        self._queue.add(text, stays_ms, kind)

    def offer_file(self, text: str) -> None:
        """Show a button for the written file while a message is on screen, the next one to come."""
        self._file_message = text

    def currentMessage(self) -> str:
        """Return the message on screen, empty for none."""
        return self._queue.current

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus of the status bar, None without one."""
        for button in (self.show_file, self.warnings, self.past):
            if button.isVisible():
                return button
        return None

    def show_keys(self, *, by_errors: bool) -> None:
        """Show hints on keys; N goes to errors where the page is coloured against gold."""
        self.keys.setText(
            self.tr("N  next error     J  K  next, previous block     ?  all keys")
            if by_errors
            else self.tr("N  next difference     J  K  next, previous block     ?  all keys")
        )

    def show_runs(self, text: str) -> None:
        """Show the state of the runs; if it is empty, the next label is first."""
        self.runs.setText(text)
        self.runs.setVisible(bool(text))

    def show_corpus(self, runs: str, scored: str, *, tab: str) -> None:
        """Show the texts and keys of the Corpus face in place of those of the page."""
        self.show_runs(runs)
        self.page.setText(scored)
        self.difference.clear()
        self.warnings.hide()
        self.requests.hide()
        of_sweep = self.tr(
            "Ctrl+Enter  sweep     Left, Right  one step     Ctrl+Tab  page     ?  all keys"
        )
        of_pages = self.tr(
            "J  K  next, previous page     Enter  open page     Ctrl+Tab  page     ?  all keys"
        )
        of_losses = self.tr(
            "J  K  next, previous rule     Enter  open page     Ctrl+Tab  page     ?  all keys"
        )
        self.keys.setText({"sweep": of_sweep, "losses": of_losses}.get(tab, of_pages))

    def _show_line(self, message: str) -> None:
        """Show a message, or the facts if it is empty."""
        self.message.setText(message)
        self.show_file.setVisible(message == self._file_message)
        self._line.setCurrentWidget(self._message_line if message else self._facts)
        if message:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, message))
