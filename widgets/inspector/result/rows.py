"""Rows of a result; created once and then reused for other texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from boilerscope.widgets import terms, theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.inspector.wrapping import breakable
from boilerscope.widgets.labels import ElidedLabel, PlainLabel, TextLabel
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.inspector.result.facts import FieldLine, ScoreLine
    from boilerscope.widgets.panes.pane_status import StatusStyle

_TOP = Qt.AlignmentFlag.AlignTop
_SIDE_BY_SIDE = 230


class CopyLabel(TextLabel):
    """Text that the user can select and copy, by mouse and by keys."""

    def __init__(self, text: str = "", *, weight: int = 400, role: str = "ink") -> None:
        super().__init__(text, weight=weight, role=role, wrap=True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.setSelection(0, 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            draw_focus(QPainter(self), self.rect().toRectF())


class StateRow(QWidget):
    """Status of the run: an icon and a label."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: StatusStyle | None = None
        self._icon = PlainLabel()
        self.word = TextLabel(weight=600)
        self._row = theme.spaced(QHBoxLayout(self), (16, 2, 16, 4), 8)
        self._row.addWidget(self._icon)
        self._row.addWidget(self.word, 1)
        theme.follow(self._restyle)

    def show_state(self, state: StatusStyle) -> None:
        """Show a state."""
        self._state = state
        self.word.setText(state.label)
        self.word.set_role("error" if state.role == "error" else "ink")
        self.setAccessibleName(self.tr("Status: {word}").format(word=state.label))
        self._restyle()

    def _restyle(self) -> None:
        if self._state is not None and self._state.icon:
            self._icon.setPixmap(theme.pixmap(self._state.icon, 16, self._state.role))


class WarningRow(QWidget):
    """One complete warning, on the colour of warnings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = PlainLabel()
        self.words = CopyLabel()
        self._row = theme.spaced(QHBoxLayout(self), (20, 8, 18, 8), 8)
        self._row.addWidget(self._icon, 0, _TOP)
        self._row.addWidget(self.words, 1)
        theme.follow(self._restyle)

    def show_warning(self, text: str) -> None:
        """Show a warning."""
        self.words.setText(breakable(text))
        self.words.setAccessibleName(self.tr("Warning: {text}").format(text=text))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("warning_fill"))
        side, gap = theme.px(12), theme.px(2)
        box = self.rect().adjusted(side, gap, -side, -gap)
        painter.drawRoundedRect(box, theme.px(4), theme.px(4))

    def _restyle(self) -> None:
        self._icon.setPixmap(theme.pixmap("alert-outline", 16, "warning"))
        self.update()


class FieldRows(QWidget):
    """Names at the left, values at the right; in a narrow view, names above values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = theme.spaced(QGridLayout(self), (16, 2, 16, 8))
        self._grid.setColumnStretch(1, 1)
        self._stacked = False
        self.rows: list[tuple[TextLabel, CopyLabel]] = []
        theme.follow(self._restyle)

    def show_lines(self, lines: Sequence[FieldLine]) -> None:
        """Show these fields."""
        while len(self.rows) < len(lines):
            self.rows.append((TextLabel(role="ink2"), CopyLabel()))
            self._place(len(self.rows) - 1)
        for index, (label, value) in enumerate(self.rows):
            for widget in (label, value):
                widget.setVisible(index < len(lines))
        for (label, value), line in zip(self.rows, lines, strict=False):
            label.setText(line.label)
            value.setText(breakable(line.value))
            value.setAccessibleName(f"{line.label}: {line.value}")
        self.setVisible(bool(lines))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        stacked = self.width() < theme.px(_SIDE_BY_SIDE)
        if stacked != self._stacked:
            self._stacked = stacked
            for row in range(len(self.rows)):
                self._place(row)

    def _place(self, row: int) -> None:
        label, value = self.rows[row]
        for widget in (label, value):
            self._grid.removeWidget(widget)
        if self._stacked:
            self._grid.addWidget(label, 2 * row, 0, 1, 2)
            self._grid.addWidget(value, 2 * row + 1, 0, 1, 2)
        else:
            self._grid.addWidget(label, 2 * row, 0, _TOP)
            self._grid.addWidget(value, 2 * row, 1)

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(12))
        self._grid.setVerticalSpacing(theme.px(4))
        self._arrange()


class ScoreRows(QWidget):
    """Names at the left, values in a column at the right, followed by their units."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = theme.spaced(QGridLayout(self), (16, 0, 16, 8))
        self._grid.setColumnStretch(0, 1)
        self.rows: list[tuple[ElidedLabel, TextLabel, ElidedLabel]] = []
        theme.follow(self._restyle)

    def show_lines(self, lines: Sequence[ScoreLine]) -> None:
        """Show these scores."""
        while len(self.rows) < len(lines):
            self._add()
        for index, widgets in enumerate(self.rows):
            for widget in widgets:
                widget.setVisible(index < len(lines))
        for widgets, line in zip(self.rows, lines, strict=False):
            label, value, unit = widgets
            label.setText(line.label)
            value.setText(line.value)
            unit.setText(line.unit)
            for widget in widgets:
                widget.setToolTip(plain(line.tip))
            value.setAccessibleName(f"{line.label}: {line.value} {line.unit}".rstrip())

    def _add(self) -> None:
        label, value, unit = (
            ElidedLabel(role="ink2"),
            TextLabel(),
            ElidedLabel(size=12, role="ink3"),
        )
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for column, widget in enumerate((label, value, unit)):
            self._grid.addWidget(widget, len(self.rows), column)
        for widget in (label, unit):  # the menu of the value copies it
            terms.offer(widget, lambda _: (label.text(), label.toolTip()))
        self.rows.append((label, value, unit))

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(6))
        self._grid.setVerticalSpacing(theme.px(4))


class LinksRow(QWidget):
    """Heading of the links, with buttons to copy and open them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(self.tr("Related links"), weight=600, size=12, role="ink2")
        self.count = TextLabel(size=12, role="ink3")
        self.copy = IconButton("content-copy", self.tr("Copy the selected links, or all"))
        self.open = IconButton("open-in-new", self.tr("Open the link in the browser…"))
        self._row = theme.spaced(QHBoxLayout(self), (16, 0, 12, 2), 6)
        self._row.addWidget(self.title)
        self._row.addWidget(self.count, 1)
        self._row.addWidget(self.copy)
        self._row.addWidget(self.open)
        self.set_openable(False)

    def show_count(self, count: int) -> None:
        """Show the number of links."""
        self.count.setText(number(count))

    def set_openable(self, openable: bool) -> None:  # noqa: FBT001 - Qt setter
        """Enable the button that opens the link, or explain why it is disabled."""
        self.open.setEnabled(openable)
        self.open.setToolTip(
            self.tr("Open the link in the browser…")
            if openable
            else self.tr("Select a link with a complete address to open it in the browser")
        )
