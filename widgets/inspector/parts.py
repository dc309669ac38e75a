"""Rows of the inspector; created once and then reused for other texts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import terms, theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.distribution import bars, measured, reach
from boilerscope.widgets.inspector.facts import what_if_sentences
from boilerscope.widgets.inspector.wrapping import breakable
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import LetterMark, NumberMark, draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QEnterEvent

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.inspector.facts import DecisionLine, QuantityLine, StepLine
    from boilerscope.widgets.records import WhatIfView


class DecisionRow(QWidget):
    """Decision of one pane; a click or Enter opens its steps.

    Signals
    -------
    opened(str)
        The name of the pane.
    """

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = ""
        self._active = False
        self._is_hovered = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.letter, self.number = LetterMark(), NumberMark()
        self.words = TextLabel(wrap=True)
        self._row = theme.spaced(QHBoxLayout(self), (16, 4, 16, 4), 8)
        top = Qt.AlignmentFlag.AlignTop
        self._row.addWidget(self.letter, 0, top)
        self._row.addWidget(self.number, 0, top)
        self._row.addWidget(self.words, 1)
        theme.follow(self._restyle)

    @property
    def pane(self) -> str:
        """Name of the pane."""
        return self._pane

    def show_line(self, line: DecisionLine, *, active: bool) -> None:
        """Show a decision; `active` marks the pane whose steps are open."""
        self._pane, self._active = line.pane, active
        self.letter.set_kept(line.kept, line.error)
        self.number.show_number(line.number, active=active)
        self.words.setText(breakable(line.sentence))
        self.words.set_role("ink2" if line.kept is None else "ink")
        self.setToolTip(plain(line.pane))
        outcome = {True: self.tr("kept"), False: self.tr("dropped"), None: self.tr("unknown")}
        self.setAccessibleName(f"{line.number} {line.pane}, {outcome[line.kept]}: {line.sentence}")
        self.update()

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, which opens the steps of the pane."""
        return is_enter(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.opened.emit(self._pane)
        elif event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.opened.emit(self._pane)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._is_hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._is_hovered = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        if self._is_hovered:
            painter.fillRect(self.rect(), theme.colour("raised"))
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()).adjusted(4, 0, -4, 0))

    def _restyle(self) -> None:
        self.setMinimumHeight(theme.px(24))


_MAX_SOURCE = 34
"""Longest path of a library's file that is shown with its folder, in characters."""


class StepRow(QWidget):
    """One step: code, sentence, and the class before and after it.

    Signals
    -------
    source_asked(str)
        Show the function of the library around this line.
    """

    source_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line_of_source = ""
        self.code = TextLabel(weight=600, role="ink2")
        self.words = TextLabel(wrap=True)
        self.source = QPushButton()
        self.source.setProperty("role", "link")
        self.source.setProperty("low", True)
        self.source.setToolTip(self.tr("Show this line in the source of the library"))
        self.source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.source.clicked.connect(lambda: self.source_asked.emit(self._line_of_source))
        self.before, self.after = LetterMark(), LetterMark()
        self.arrow = TextLabel("→", role="ink2")
        column = theme.spaced(QVBoxLayout(self), (16, 3, 16, 3), 1)
        self._row = theme.spaced(QHBoxLayout(), spacing=6)
        column.addLayout(self._row)
        column.addWidget(self.source)  # below the marks too: a long name needs the whole width
        top = Qt.AlignmentFlag.AlignTop
        self._row.addWidget(self.code, 0, top)
        self._row.addWidget(self.words, 1)
        for widget in (self.before, self.arrow, self.after):
            self._row.addWidget(widget, 0, top)
        theme.follow(self._restyle)

    def show_line(self, line: StepLine) -> None:
        """Show a step."""
        self.code.setText(line.code)
        self.code.setFixedWidth(self._code_width())
        self.words.setText(breakable(line.sentence))
        self._line_of_source = line.source
        folder, _, file = line.source.rpartition("/")
        self.source.setText(file if len(line.source) > _MAX_SOURCE and folder else line.source)
        self.source.setVisible(bool(line.source))
        self.before.set_kept(line.before)
        self.after.set_kept(line.after)
        self.setToolTip(plain(f"{line.code}: {line.title}"))
        change = f"{_letter(kept=line.before)} → {_letter(kept=line.after)}"
        source = f", {line.source}" if line.source else ""
        self.setAccessibleName(f"{line.code}, {line.title}: {line.sentence}{source}, {change}")

    def _restyle(self) -> None:
        self.code.setFixedWidth(self._code_width())

    def _code_width(self) -> int:
        """Return the width of the code, at least the width of a short code."""
        needed = self.code.fontMetrics().horizontalAdvance(self.code.text()) + theme.px(2)
        return max(theme.px(34), needed)


def _letter(*, kept: bool) -> str:
    return "C" if kept else "B"


class WhatIfRow(QWidget):
    """One suggestion with buttons that preview and apply it.

    Signals
    -------
    applied()
        Apply the suggestion.
    previewed()
        Show the words that it would change, or no longer.
    """

    applied = Signal()
    previewed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.change = TextLabel(weight=600, wrap=True)
        self.effect = TextLabel(size=12, role="ink2", wrap=True)
        self.button = QPushButton(self.tr("Apply"))
        self.button.clicked.connect(self.applied)
        self.eye = IconButton("eye-outline", self.tr("Show the words that it would change (W)"))
        self.eye.setCheckable(True)
        self.eye.clicked.connect(self.previewed)
        self._row = theme.spaced(QHBoxLayout(self), (16, 4, 16, 6), 8)
        texts = QVBoxLayout()
        texts.setContentsMargins(0, 0, 0, 0)
        texts.setSpacing(theme.px(1))
        texts.addWidget(self.change)
        texts.addWidget(self.effect)
        self._row.addLayout(texts, 1)
        self._row.addWidget(self.eye, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_view(self, view: WhatIfView, *, main: bool, previewed: bool) -> None:
        """Show a suggestion; `main` gives it the prominent button, `previewed` a pressed eye."""
        self.eye.setChecked(previewed)
        change, effect = what_if_sentences(view)
        self.change.setText(breakable(change))
        self.effect.setText(breakable(effect))
        self.setToolTip(plain(f"{view.field} {view.unit}".rstrip()))
        self.button.setAccessibleName(self.tr("Apply: {change}").format(change=change))
        if self.button.property("role") != ("main" if main else ""):
            self.button.setProperty("role", "main" if main else "")
            self.button.style().unpolish(self.button)
            self.button.style().polish(self.button)


class DistributionMark(QWidget):
    """A value as a magenta mark on the distribution of its quantity on the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = math.nan
        self._values: FloatArray = np.zeros(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.signals().changed.connect(self.updateGeometry)

    def show_value(self, value: float, values: FloatArray) -> None:
        """Show a value on the distribution of all values."""
        self._value, self._values = value, values
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(130), theme.px(20))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(60), theme.px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        low, high = self._range()
        floor = self.height() - 2
        painter.fillRect(QRectF(0, floor, self.width(), 1), theme.colour("strong_line"))
        n_bars = max(self.width() // theme.px(4), 1)
        histogram = bars(np.minimum(self._values, high), low, high, n_bars)
        width = self.width() / n_bars
        for index, share in enumerate(histogram.heights.tolist()):
            if share:
                height = max(share * (floor - theme.px(2)), theme.px(2))
                box = QRectF(index * width, floor - height, max(width - 1, 1), height)
                painter.fillRect(box, theme.colour("histogram"))
        if math.isfinite(self._value):
            share = min(max((self._value - low) / (high - low), 0.0), 1.0)
            x = share * (self.width() - theme.px(2))
            painter.fillRect(QRectF(x, 0, theme.px(2), floor + 1), theme.colour("selection"))

    def _range(self) -> tuple[float, float]:
        """Return the ends of the scale: the maximum up to 1, else the 98th percentile."""
        finite = measured(self._values)
        if not len(finite):
            return 0.0, 1.0
        low, high = min(float(finite.min()), 0.0), float(finite.max())
        high = high if high <= 1.0 else reach(finite)
        return (low, high) if high > low else (low, low + 1.0)


class QuantityRows(QWidget):
    """Label, value and distribution of each quantity, in three columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = theme.spaced(QGridLayout(self), (16, 2, 16, 8))
        self._grid.setColumnStretch(2, 1)
        self.rows: list[tuple[ElidedLabel, TextLabel, DistributionMark]] = []
        theme.follow(self._restyle)

    def show_lines(self, lines: Sequence[QuantityLine]) -> None:
        """Show these quantities."""
        while len(self.rows) < len(lines):
            self._add()
        for index, widgets in enumerate(self.rows):
            for widget in widgets:
                widget.setVisible(index < len(lines))
        for (label, value, mark), line in zip(self.rows, lines, strict=False):
            label.setText(line.label)
            value.setText(number(line.value))
            mark.show_value(line.value, line.values)
            tip = f"{line.label}, {line.unit}\n{line.meaning}".replace(", \n", "\n").strip()
            for widget in (label, value, mark):
                widget.setToolTip(plain(tip))
            mark.setAccessibleName(f"{line.label}: {value.text()} {line.unit}".rstrip())

    def _add(self) -> None:
        row = len(self.rows)
        widgets = (ElidedLabel(role="ink2"), TextLabel(), DistributionMark())
        for column, widget in enumerate(widgets):
            self._grid.addWidget(widget, row, column)
            terms.offer(widget, lambda _: (widgets[0].text(), widgets[0].toolTip()))
        self.rows.append(widgets)
        self._restyle()

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(12))
        self._grid.setVerticalSpacing(theme.px(2))
        for label, value, _ in self.rows:
            label.setFixedWidth(theme.px(116))
            value.setMinimumWidth(theme.px(36))


class Lines(QWidget):
    """Column of rows of one kind; hidden rows are reused."""

    def __init__(self, make: Callable[[], QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self.rows: list[QWidget] = []
        self._column = theme.spaced(QVBoxLayout(self), (0, 0, 0, 6))
        self._column.setSpacing(0)

    def fit(self, count: int) -> list[QWidget]:
        """Show `count` rows, hide the other rows, and return the shown rows."""
        while len(self.rows) < count:
            row = self._make()
            self.rows.append(row)
            self._column.addWidget(row)
        for index, row in enumerate(self.rows):
            row.setVisible(index < count)
        return self.rows[:count]


class PathLine(QWidget):
    """Tag path and source line; a click on the line number opens the source.

    Signals
    -------
    asked(int)
        Show the source at this line.
    """

    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = 0
        # The last tags are most useful, so the first tags are elided.
        self.path = ElidedLabel(role="ink2", elide=Qt.TextElideMode.ElideLeft)
        self.button = QPushButton()
        self.button.setProperty("role", "link")
        self.button.setToolTip(self.tr("Show the source at this line"))
        self.button.clicked.connect(lambda: self.asked.emit(self._line))
        self._row = theme.spaced(QHBoxLayout(self), (16, 4, 12, 4), 8)
        self._row.addWidget(self.path, 1)
        self._row.addWidget(self.button)

    def show_place(self, path: str, line: int) -> None:
        """Show a path and a line; line 0 means unknown."""
        self._line = line
        self.path.setText(path)
        self.button.setText(self.tr("line {number}").format(number=number(line)))
        self.button.setVisible(line > 0)
