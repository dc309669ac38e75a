"""Cover of the page column while a page loads, is outdated or does not answer."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.load_state import LoadPhase, LoadState
from boilerscope.widgets.progress_line import ProgressLine

if TYPE_CHECKING:
    from collections.abc import Callable

_BEHIND_MS, _BUSY_MS = 100, 400
"""Shorter loads show no card, to avoid flicker."""
_SECOND_MS = 1000
_OPACITY = 0.88
_WIDTH, _TOP = 340, 24


class Veil(QWidget):
    """Cover over the page: a card on the load, and a veil over an outdated page.

    Parameters
    ----------
    view : QWidget
        The page view; the veil follows its size.

    Signals
    -------
    stop_asked()
        Cancel the load, or drop the page that does not answer.
    again_asked()
        Load the page again.
    show_asked()
        Draw the page whose drawing was stopped.
    """

    stop_asked = Signal()
    again_asked = Signal()
    show_asked = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.setObjectName("loadVeil")
        self._state = LoadState()
        self._card = LoadCard()
        for button, signal in (
            (self._card.stop, self.stop_asked),
            (self._card.again, self.again_asked),
            (self._card.show_page, self.show_asked),
        ):
            button.clicked.connect(signal)
        self._column = QVBoxLayout(self)
        self._column.addWidget(
            self._card, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter
        )
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._appear)
        self._clock = QTimer(self, interval=_SECOND_MS)
        self._clock.timeout.connect(lambda: self._card.show_load(self._state))
        view.installEventFilter(self)
        theme.signals().changed.connect(self._cover)
        self.hide()

    @property
    def is_pending(self) -> bool:
        """Whether the cover will appear if the load lasts a little longer."""
        return self._delay.isActive()

    def show_load(self, state: LoadState) -> None:
        """Show the load; hide the cover if nothing loads and the page on screen is current."""
        self._state = state
        if not (state.busy or state.behind or state.silent):
            self._delay.stop()
            self._clock.stop()
            self.hide()
            return
        if not self.isHidden():
            self._appear()
            return
        wait = _BEHIND_MS if state.behind or state.silent else _BUSY_MS
        if not self._delay.isActive() or self._delay.remainingTime() > wait:
            self._delay.start(wait)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._cover()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._state.behind:
            veil = theme.colour("window")
            veil.setAlphaF(_OPACITY)
            QPainter(self).fillRect(event.rect(), veil)

    def _appear(self) -> None:
        self._delay.stop()
        self._card.show_load(self._state)
        if self._state.busy:
            self._clock.start()
        else:
            self._clock.stop()
        self._cover()
        self.show()
        self.raise_()
        self.update()

    def _cover(self) -> None:
        """Cover the whole page while it is outdated; otherwise cover only the area of the card."""
        view, px = self._view, theme.px
        self._card.setFixedWidth(min(px(_WIDTH), max(view.width() - px(24), px(120))))
        top = px(_TOP)
        if self._state.behind:
            self._column.setContentsMargins(0, top, 0, 0)
            self.setGeometry(view.rect())
        else:
            self._column.setContentsMargins(0, 0, 0, 0)
            width = self._card.width()
            height = max(self._card.heightForWidth(width), self._card.sizeHint().height())
            self.setGeometry((view.width() - width) // 2, top, width, height)


class LoadCard(QFrame):
    """Card on one load: phase, address, time and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("loadCard")
        self._title = TextLabel(size=14, weight=600)
        self._time = TextLabel(size=12, role="ink2")
        self._address = ElidedLabel(size=12, role="ink2", elide=Qt.TextElideMode.ElideMiddle)
        self._hint = TextLabel(size=12, role="ink2", wrap=True)
        self._progress = ProgressLine()
        self.stop = self._button(self.tr("Stop"))
        self.again = self._button(self.tr("Load again"))
        self.show_page = self._button(self.tr("Draw the page"))
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._time)
        self._buttons = theme.spaced(QHBoxLayout(), spacing=8)
        self._buttons.addStretch(1)
        for button in (self.again, self.show_page, self.stop):
            self._buttons.addWidget(button)
        self._column = theme.spaced(QVBoxLayout(self), (16, 12, 16, 12), 8)
        self._column.addLayout(head)
        for row in (self._address, self._hint, self._progress):
            self._column.addWidget(row)
        self._column.addLayout(self._buttons)
        theme.follow(self._restyle)

    def show_load(self, state: LoadState) -> None:
        """Show a load state."""
        title = self._title_of(state)
        self._title.setText(title)
        self._address.setText(state.address)
        self._address.setVisible(bool(state.address))
        hint = self._hint_of(state)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        seconds = round(time.monotonic() - state.started)
        self._time.setText(self.tr("{n} s").format(n=seconds))
        self._time.setVisible(state.busy)
        self._progress.set_share(state.share)
        self._progress.setVisible(state.busy and state.share >= 0)
        self.stop.setVisible(state.busy or state.silent)
        self.again.setVisible(state.silent)
        self.show_page.setVisible(not state.busy and state.behind)
        self.setAccessibleName(". ".join(part for part in (title, state.address, hint) if part))

    def _title_of(self, state: LoadState) -> str:
        if state.silent:
            return self.tr("The page does not answer")
        titles: dict[LoadPhase, Callable[[], str]] = {
            LoadPhase.IDLE: lambda: self.tr("The page is not drawn"),
            LoadPhase.CONNECTING: lambda: self.tr("Connecting"),
            LoadPhase.READING: lambda: self.tr("Reading"),
            LoadPhase.BUILDING: lambda: self.tr("Parsing"),
            LoadPhase.RENDERING: lambda: self.tr("Rendering"),
            LoadPhase.SHOWING: lambda: self.tr("Drawing the page"),
        }
        return titles[state.phase]()

    def _hint_of(self, state: LoadState) -> str:
        if state.silent:
            return self.tr(
                "Its scripts or style sheets keep the browser busy. Wait for the page, stop it, or"
                " load it again."
            )
        if not state.busy and state.behind:
            return self.tr("Panes and tables already show the new page.")
        return ""

    def _button(self, label: str) -> QPushButton:
        button = QPushButton(label)
        button.setProperty("role", "chip")
        return button

    def _restyle(self) -> None:
        self.setStyleSheet(
            theme.fill(
                "#loadCard { background: @surface; border: 1px solid @strong_line;"
                " border-radius: 6px; }"
            )
        )
