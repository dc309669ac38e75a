"""Steps of one pane as columns above a slider: tokens kept, added and removed by each step.

Input: a pane and the step on screen. Output: the step to show. The step on screen is not saved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from boilerscope.extractors.model.steps import step_names
from boilerscope.widgets import theme
from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import NumberMark, draw_focus
from boilerscope.widgets.tables.row_copy import RowCopier
from boilerscope.widgets.tips import Tips
from boilerscope.widgets.words import counted, declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.widgets.records import PaneRecord

_COLUMN = 44
_MAX_COLUMN = 112
_TEXT = 15
_SLIDER = 20
_MIN_BAR = 8
_GAP = 2


@dataclass(frozen=True, slots=True)
class StepCounts:
    """Effect of one step.

    Attributes
    ----------
    code, title : str
        Name of the step, see `step_names`, and its title.
    kept : int
        Number of tokens kept after the step.
    added, removed : int
        Number of tokens that the step added to or removed from the kept tokens.
    """

    code: str
    title: str
    kept: int
    added: int
    removed: int


def step_counts(extraction: Extraction) -> tuple[StepCounts, ...]:
    """Return the counts of each step of an extraction, in order."""
    before = extraction.mask_after(-1)
    counts = []
    names = step_names(extraction.steps)
    for index, (name, step) in enumerate(zip(names, extraction.steps, strict=True)):
        after = extraction.mask_after(index)
        counts.append(
            StepCounts(
                name,
                step.title,
                int(np.count_nonzero(after)),
                int(np.count_nonzero(after & ~before)),
                int(np.count_nonzero(before & ~after)),
            )
        )
        before = after
    return tuple(counts)


class StepColumns(QWidget):
    """Columns and the slider below them; arrows, a click or a drag select a step.

    Signals
    -------
    chosen(int)
        Index of the step to show.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("role", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.steps: tuple[StepCounts, ...] = ()
        self.shown_step = -1
        Tips(self, self._tip_at)
        theme.signals().changed.connect(self.updateGeometry)

    def show_steps(self, steps: Sequence[StepCounts], shown: int) -> None:
        """Show these steps; `shown` is the index of the step that views show."""
        new = tuple(steps)
        shown = min(shown, len(new) - 1)
        if (new, shown) != (self.steps, self.shown_step):
            self.steps, self.shown_step = new, shown
            self.setAccessibleName(self._sentence(shown))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_COLUMN) * max(len(self.steps), 1), theme.px(128))

    def minimumSizeHint(self) -> QSize:
        height = _SLIDER + 4 * _TEXT + _MIN_BAR + _GAP
        return QSize(theme.px(_COLUMN) * max(len(self.steps), 1), theme.px(height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(len(self.steps)):
            self._paint_column(painter, index)
        if self.steps:
            self._paint_slider(painter)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose_at(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.steps) - 1
        steps = {
            Qt.Key.Key_Left: self.shown_step - 1,
            Qt.Key.Key_Right: self.shown_step + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        requested = steps.get(Qt.Key(event.key()))
        if requested is None or last < 0:
            super().keyPressEvent(event)
        else:
            self._choose(min(max(requested, 0), last))

    def _tip_at(self, position: QPoint) -> str:
        return self._sentence(self._index_at(QPointF(position)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # -- painting --------------------------------------------------------------------------

    def _width(self) -> float:
        room = self.width() / max(len(self.steps), 1)
        return min(room, theme.px(_MAX_COLUMN))

    def column_box(self, index: int) -> QRectF:
        return QRectF(index * self._width(), 0, self._width(), self.height())

    def _paint_column(self, painter: QPainter, index: int) -> None:
        """Paint a column from top to bottom: kept tokens, the bar, added, removed, and the code."""
        step, box, line = self.steps[index], self.column_box(index), theme.px(_TEXT)
        is_shown = index == self.shown_step
        foot = box.bottom() - theme.px(_SLIDER)
        if is_shown:
            lit = QRectF(box.left() + 2, 0, box.width() - 4, foot)
            painter.fillRect(lit, theme.colour("hover"))
        top, bottom = box.top() + line + theme.px(_GAP), foot - 3 * line
        highest = max(*(other.kept for other in self.steps), 1)
        height = max((bottom - top) * step.kept / highest, 2)
        bar = QRectF(box.left() + 5, bottom - height, box.width() - 10, height)
        painter.fillRect(
            bar, theme.colour("content" if index <= self.shown_step else "content_fill")
        )
        added = "content_ink" if step.added else "ink2"
        removed = "boilerplate_ink" if step.removed else "ink2"
        for y, size, role, text in (
            (bar.top() - line, 12, "ink", number(step.kept)),
            (bottom, 11, added, _plus(step.added)),
            (bottom + line, 11, removed, _minus(step.removed)),
            (bottom + 2 * line, 12, "ink" if is_shown else "ink2", step.code),
        ):
            painter.setFont(theme.font(size, 600 if is_shown else 400))
            painter.setPen(theme.colour(role))
            elided = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, int(box.width())
            )
            row = QRectF(box.left(), y, box.width(), line)
            painter.drawText(row, Qt.AlignmentFlag.AlignCenter, elided)

    def _paint_slider(self, painter: QPainter) -> None:
        y = self.height() - theme.px(_SLIDER) / 2
        stops = [self.column_box(index).center().x() for index in range(len(self.steps))]
        painter.setPen(QPen(theme.colour("track"), theme.px(3)))
        painter.drawLine(QPointF(stops[0], y), QPointF(stops[-1], y))
        if self.shown_step >= 0:
            painter.setPen(QPen(theme.colour("button"), theme.px(3)))
            painter.drawLine(QPointF(stops[0], y), QPointF(stops[self.shown_step], y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("button"))
        for x in stops:
            painter.drawEllipse(QPointF(x, y), theme.px(2), theme.px(2))
        if self.shown_step >= 0:
            painter.setBrush(theme.colour("surface"))
            painter.setPen(QPen(theme.colour("button"), theme.px(2)))
            painter.drawEllipse(QPointF(stops[self.shown_step], y), theme.px(6), theme.px(6))

    # -- choosing --------------------------------------------------------------------------

    def _index_at(self, position: QPointF) -> int:
        index = int(position.x() // max(self._width(), 1))
        return min(max(index, 0), len(self.steps) - 1)

    def _choose_at(self, position: QPointF) -> None:
        if self.steps:
            self._choose(self._index_at(position))

    def _choose(self, index: int) -> None:
        if index != self.shown_step:
            self.shown_step = index
            self.setAccessibleName(self._sentence(index))
            self.update()
            self.chosen.emit(index)

    def _sentence(self, index: int) -> str:
        if not 0 <= index < len(self.steps):
            return self.tr("Steps")
        step = self.steps[index]
        return self.tr("{code} {title}: {kept} kept, {added} added, {removed} removed").format(
            code=step.code,
            title=declared(step.title),
            kept=number(step.kept),
            added=number(step.added),
            removed=number(step.removed),
        )


class StepsView(QWidget):
    """Header and columns of the active pane's steps.

    Signals
    -------
    step_chosen(str, object)
        Name of the pane, and the index of the step to show; None for the result.
    rows_copied(int)
        Number of steps copied to the clipboard.
    """

    step_chosen = Signal(str, object)
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stepsView")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._pane = ""
        self._extraction: Extraction | None = None
        self.steps: tuple[StepCounts, ...] = ()
        self._characters = False
        self._mark = NumberMark()
        self._name = ElidedLabel(weight=600)
        self.summary = ElidedLabel(size=12, role="ink2")
        self.empty_note = TextLabel(role="ink2", wrap=True)
        self.empty_note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.columns = StepColumns()
        self.columns.chosen.connect(self._on_chosen)
        RowCopier(self.columns, self._rows).copied.connect(self.rows_copied)
        scroll = QScrollArea()
        scroll.setWidget(self.columns)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll = scroll
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.setSpacing(8)
        head.addWidget(TextLabel(self.tr("Steps of"), role="ink2"))
        head.addWidget(self._mark)
        head.addWidget(self._name)
        head.addStretch(1)
        head.addWidget(self.summary)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(scroll, 1)
        column.addWidget(self.empty_note, 1)
        self.setFocusProxy(self.columns)
        self.show_pane(None, None)

    def show_pane(
        self, pane: PaneRecord | None, step: int | None, *, characters: bool = False
    ) -> None:
        """Show the steps of a pane's last good result.

        Parameters
        ----------
        pane : PaneRecord or None
            The pane with its complete result, even if a step is on screen.
        step : int or None
            Index of the step on screen; None or an index out of range for the result.
        characters : bool
            Whether the tokens of the page are characters.
        """
        extraction = None if pane is None else pane.shown
        if extraction is not self._extraction:
            self._extraction = extraction
            self.steps = () if extraction is None else step_counts(extraction)
        self._pane = "" if pane is None else pane.name
        if pane is not None:
            self._mark.show_number(pane.number, active=True)
        self._name.setText(self._pane)
        self._characters = characters
        last = len(self.steps) - 1
        index = last if step is None or not 0 <= step <= last else step
        self.columns.show_steps(self.steps, index)
        self._scroll.setVisible(bool(self.steps))
        self.empty_note.setVisible(not self.steps)
        self.empty_note.setText(
            self.tr("Steps appear here when a page is open.")
            if extraction is None
            else self.tr("This extractor has no steps.")
        )
        self._show_summary(index)

    def _rows(self) -> list[list[str]]:
        header = [self.tr("Step"), "", self.tr("Kept"), self.tr("Added"), self.tr("Removed")]
        return [
            header,
            *(
                [
                    step.code,
                    declared(step.title),
                    *map(number, (step.kept, step.added, step.removed)),
                ]
                for step in self.steps
            ),
        ]

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the columns."""
        return self.columns

    def _show_summary(self, index: int) -> None:
        if not 0 <= index < len(self.steps):
            self.summary.setText("")
            return
        step = self.steps[index]
        self.summary.setText(
            self.tr("after {code}, {title}: {added} {removed}, {kept} kept").format(
                code=step.code,
                title=declared(step.title).lower(),
                added=_plus(step.added),
                removed=_minus(step.removed),
                kept=counted(step.kept, characters=self._characters),
            )
        )

    def _on_chosen(self, index: int) -> None:
        self._show_summary(index)
        last = len(self.steps) - 1
        self.step_chosen.emit(self._pane, None if index == last else index)


def _plus(count: int) -> str:
    return f"+{number(count)}"


def _minus(count: int) -> str:
    return f"−{number(count)}"


def _demo() -> QWidget:
    view = StepsView()
    view.show_pane(demo_scene().panes[0], None)
    return view


if __name__ == "__main__":
    run_demo(_demo, size=(520, 190))
