"""Field for one number: typed, stepped by arrow keys, or automatic."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.extractors.model.settings import AUTO, Knob
from boilerscope.widgets import theme
from boilerscope.widgets.plain import plain
from boilerscope.widgets.settings.entry_field import DraftField
from boilerscope.widgets.settings.scale import decimals_of
from boilerscope.widgets.words import interface_locale, number

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent


def parse_number(text: str) -> float | None:
    """Parse a number, also a fraction such as ``1/3``; return None for another text.

    The decimal separator is that of the locale, or a point.
    """
    parts = [part.strip() for part in text.split("/")]
    numbers = [_plain_number(part) for part in parts]
    valid = [value for value in numbers if value is not None and math.isfinite(value)]
    if len(valid) != len(parts) or len(parts) > 2:
        return None
    if len(valid) == 2:
        return valid[0] / valid[1] if valid[1] else None
    return valid[0]


def _plain_number(text: str) -> float | None:
    for locale in (interface_locale(), QLocale.c()):
        value, understood = locale.toDouble(text)
        if understood:
            return value
    return None


class NumberBox(DraftField):
    """Field for one number.

    Signals
    -------
    edited(object)
        The user entered a number, or None for automatic.
    rejected(str)
        The typed text is not a number; the message.
    stepped(int)
        Number of steps up (negative: down) by arrow keys.
    """

    edited = Signal(object)
    rejected = Signal(str)
    stepped = Signal(int)

    def __init__(self, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._knob = knob
        self._value: float | None = 0.0
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("role", "number")
        self.editingFinished.connect(self._commit)
        theme.follow(self._resize)

    def show_number(self, value: float | None, resolved: float | None) -> None:
        """Show a value; None shows the actual value of automatic: ``auto (15)``.

        The actual value is None if only a page decides it and there is none: ``auto``.
        Do not replace text that the user types, unless the value changes.
        """
        if value == self._value and self.isModified() and self.hasFocus():
            return
        self._value = value
        if resolved is None:
            self.show_text(AUTO)
            self.setToolTip("")
            return
        text = self._format(resolved)
        self.show_text(text if value is not None else f"{AUTO} ({text})")
        exact = interface_locale().toString(float(resolved), "g", 10)
        self.setToolTip(plain("" if exact == text else exact))

    def sizeHint(self) -> QSize:
        width = 92 if self._knob.auto else 64
        return QSize(theme.px(width), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in {
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
            Qt.FocusReason.OtherFocusReason,
        }:
            self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: 10,
            Qt.Key.Key_PageDown: -10,
        }.get(Qt.Key(event.key()))
        if steps is not None:
            self._commit()
            self.stepped.emit(steps)
        else:
            super().keyPressEvent(event)

    def _commit(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        if not self.has_draft:  # the typed text is the current value again
            self.given_up.emit()
            return
        text = self.text().strip()
        if self._knob.auto and text.lower() in {"", AUTO}:
            self.edited.emit(None)
            return
        value = parse_number(text)
        if not text:
            self.rejected.emit(self._expected())
        elif value is None:
            self.rejected.emit(self.tr("“{text}” is not a number").format(text=text))
        elif self._knob.kind == "int":
            self._commit_whole(value, text)
        else:
            self.edited.emit(float(value))

    def _commit_whole(self, value: float, text: str) -> None:
        if value == int(value):
            self.edited.emit(int(value))
        else:
            self.rejected.emit(self.tr("“{text}” is not a whole number").format(text=text))

    def _expected(self) -> str:
        """Return the message for an empty field: the expected number."""
        low, high = self._knob.low, self._knob.high
        if low is not None and high is not None:
            text = self.tr("Enter a number from {low} to {high}")
        elif low is not None:
            text = self.tr("Enter a number of at least {low}")
        elif high is not None:
            text = self.tr("Enter a number of at most {high}")
        else:
            text = self.tr("Enter a number")
        return text.format(low=number(low or 0), high=number(high or 0))

    def _format(self, value: float) -> str:
        if self._knob.kind == "int":
            return number(int(value))
        decimals = decimals_of(self._knob.step) if self._knob.step else 2
        return number(float(value), decimals=min(max(decimals, _needed(value)), 4))

    def _resize(self) -> None:
        self.setFont(theme.font(13))
        self.setFixedSize(self.sizeHint())


def _needed(value: float) -> int:
    """Return the number of decimals with which a small value is not shown as 0: 3 for 0.004."""
    if value == 0 or abs(value) >= 0.1:
        return 0
    return 1 - math.floor(math.log10(abs(value)))
