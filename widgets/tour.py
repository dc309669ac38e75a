"""Guided tour: a card beside one control of the window after the other, with a ring around it.

Input: stops, each with a text and a function that returns its control. Output: whether it is over.
The window stays usable meanwhile: the ring takes no clicks, and the card only its own keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.key_claims import is_enter, is_escape
from boilerscope.widgets.labels import TextLabel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_WIDTH, _GAP, _RING = 340, 12, 3
_NEXT = {Qt.Key.Key_Right, Qt.Key.Key_PageDown}
_BACK = {Qt.Key.Key_Left, Qt.Key.Key_PageUp}


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of a tour.

    Attributes
    ----------
    text : str
        What one sees and does here.
    target : callable
        Brings a control on screen and returns it; None if there is none now.
    """

    text: str
    target: Callable[[], QWidget | None]


class _Ring(QWidget):
    """Ring around a control of the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = theme.px(_RING)
        inside = self.rect().adjusted(width, width, -width, -width)
        for role, pen in (("surface", 2 * width), ("ink", width)):
            painter.setPen(QPen(theme.colour(role), pen))
            painter.drawRoundedRect(inside, theme.px(4), theme.px(4))


class Tour(QFrame):
    """The card of a tour over a window; hidden without a tour.

    Enter or Right goes on, Left goes back, Escape ends the tour and gives the focus back.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.setAccessibleName(self.tr("Tour"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._window = window
        self._ring = _Ring(window)
        self._stops: Sequence[Stop] = ()
        self._at = 0
        self._before: QWidget | None = None
        self.text = TextLabel(wrap=True)
        self.count = TextLabel(size=12, role="ink2")
        self.back = QPushButton(self.tr("Back"))
        self.next = QPushButton()
        self.close_button = QPushButton(self.tr("End"))
        self.back.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.close_button.clicked.connect(self.end)
        self._assemble()
        self._places = QTimer(self, singleShot=True, interval=0)
        self._places.timeout.connect(self._place)
        window.installEventFilter(self)
        theme.follow(self._restyle)
        self.hide()

    @property
    def at(self) -> int:
        """Index of the stop on screen, -1 without a tour."""
        return self._at if self.isVisible() else -1

    def start(self, stops: Sequence[Stop]) -> None:
        """Begin a tour with its first stop."""
        self._before = self._window.focusWidget()
        self._stops, self._at = stops, 0
        self._show_stop()

    def end(self) -> bool:
        """End the tour; return whether there was one."""
        was_on = self.isVisible()
        focused = self._window.focusWidget()
        had_focus = focused is self or self.isAncestorOf(focused)
        self._ring.hide()
        self.hide()
        if was_on and had_focus and self._before is not None:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
        self._before = None
        return was_on

    def _go(self, by: int) -> None:
        if self._at + by >= len(self._stops):
            self.end()
            return
        self._at = max(self._at + by, 0)
        self._show_stop()

    def _show_stop(self) -> None:
        stop = self._stops[self._at]
        self.text.setText(stop.text)
        is_last = self._at == len(self._stops) - 1
        self.count.setText(
            self.tr("{at} of {count}").format(at=self._at + 1, count=len(self._stops))
        )
        self.back.setEnabled(self._at > 0)
        self.next.setText(self.tr("Done") if is_last else self.tr("Next"))
        self.setAccessibleDescription(stop.text)
        stop.target()
        self.show()
        self._place()
        self._places.start()  # again when views that the stop opened have their places
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- places ----------------------------------------------------------------------------

    def _place(self) -> None:
        """Put ring and card where the control is now."""
        if not self._stops or not self.isVisible():
            return
        target = self._stops[self._at].target()
        area = self._window.rect()
        self.setFixedWidth(min(theme.px(_WIDTH), area.width() - 2 * theme.px(_GAP)))
        self.adjustSize()
        if target is None or not target.isVisible():
            self._ring.hide()
            card = self.rect()
            card.moveCenter(area.center())
        else:
            ring = QRect(target.mapTo(self._window, QPoint()), target.size())
            ring = ring.intersected(area)
            width = theme.px(_RING)
            self._ring.setGeometry(ring.adjusted(-width, -width, width, width).intersected(area))
            self._ring.show()
            self._ring.raise_()
            card = beside(ring, self.rect(), area, theme.px(_GAP))
        self.move(card.topLeft())
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the window."""
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self._places.start()
        return super().eventFilter(watched, event)

    # -- keys ------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take the keys of the tour."""
        is_ours = is_enter(event) or is_escape(event) or event.key() in _NEXT | _BACK
        return True if is_ours else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entered = is_enter(event)
        if is_escape(event) or (entered and self.close_button.hasFocus()):
            self.end()
        elif event.key() in _BACK or (entered and self.back.hasFocus()):
            self._go(-1)
        elif entered or event.key() in _NEXT:
            self._go(1)
        else:
            super().keyPressEvent(event)

    def _assemble(self) -> None:
        row = theme.spaced(QHBoxLayout(), (0, 0, 0, 0), 6)
        row.addWidget(self.count, 1)
        for button in (self.close_button, self.back, self.next):
            row.addWidget(button)
        column = theme.spaced(QVBoxLayout(self), (16, 14, 16, 12), 12)
        column.addWidget(self.text)
        column.addLayout(row)

    def _restyle(self) -> None:
        self._ring.update()
        if self.isVisible():
            self._places.start()


def beside(target: QRect, card: QRect, area: QRect, gap: int) -> QRect:
    """Return where a card stands: right, left, below or above a target, else inside it.

    Parameters
    ----------
    target, card, area : QRect
        Rectangles in the window; the card stays in the area.
    gap : int
        Distance between target and card, pixels.
    """
    middle = target.center()
    tops = {
        "right": QPoint(target.right() + gap, middle.y() - card.height() // 2),
        "left": QPoint(target.left() - gap - card.width(), middle.y() - card.height() // 2),
        "below": QPoint(middle.x() - card.width() // 2, target.bottom() + gap),
        "above": QPoint(middle.x() - card.width() // 2, target.top() - gap - card.height()),
    }
    for corner in tops.values():
        placed = _kept_in(QRect(corner, card.size()), area, gap)
        if not placed.intersects(target):
            return placed
    placed = QRect(card)
    placed.moveCenter(middle)
    return _kept_in(placed, area, gap)


def _kept_in(rect: QRect, area: QRect, gap: int) -> QRect:
    """Return a rectangle moved into an area."""
    inside = area.adjusted(gap, gap, -gap, -gap)
    moved = QRect(rect)
    moved.moveRight(min(moved.right(), inside.right()))
    moved.moveBottom(min(moved.bottom(), inside.bottom()))
    moved.moveLeft(max(moved.left(), inside.left()))
    moved.moveTop(max(moved.top(), inside.top()))
    return moved
