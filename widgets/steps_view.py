"""The steps of one pane as columns over a slider: what each kept, added and removed.

Comes in: a pane and the step on screen. Goes out: the step a user wants to see. Nothing is
remembered: a step on screen is gone with the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QToolTip, QVBoxLayout, QWidget

from extractors.model.steps import step_names
from widgets import theme
from widgets.demo import demo_scene, run_demo
from widgets.labels import ElidedLabel, TextLabel
from widgets.marks import NumberMark, draw_focus
from widgets.plain import plain
from widgets.row_copy import RowCopier
from widgets.words import counted, declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.model.extraction import Extraction
    from widgets.records import PaneRecord

_COLUMN = 44
_MOST_COLUMN = 112
_TEXT = 15
_SLIDER = 20
_LEAST_BAR = 8
_GAP = 2


@dataclass(frozen=True, slots=True)
class StepFigures:
    """What one step did.

    Attributes
    ----------
    code, title : str
        What readers call the step, see `step_names`, and what it does.
    kept : int
        Tokens kept after it.
    added, removed : int
        Tokens that it began or ceased to keep.
    """

    code: str
    title: str
    kept: int
    added: int
    removed: int


def figures_of(made: Extraction) -> tuple[StepFigures, ...]:
    """Return the figures of every step of an extraction, in order."""
    before = made.mask_after(-1)
    listed = []
    for place, (code, step) in enumerate(zip(step_names(made.steps), made.steps, strict=True)):
        after = made.mask_after(place)
        listed.append(
            StepFigures(
                code,
                step.title,
                int(np.count_nonzero(after)),
                int(np.count_nonzero(after & ~before)),
                int(np.count_nonzero(before & ~after)),
            )
        )
        before = after
    return tuple(listed)


class StepColumns(QWidget):
    """The columns and the slider under them; arrows, a click or a drag choose a step.

    Signals
    -------
    chosen(int)
        Place of the step that should be shown.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("role", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._figures: tuple[StepFigures, ...] = ()
        self._shown = -1
        theme.signals().changed.connect(self.updateGeometry)

    def show_figures(self, figures: Sequence[StepFigures], shown: int) -> None:
        """Show these steps; `shown` is the one that views show."""
        fresh = tuple(figures)
        shown = min(shown, len(fresh) - 1)
        if (fresh, shown) != (self._figures, self._shown):
            self._figures, self._shown = fresh, shown
            self.setAccessibleName(self._sentence(shown))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_COLUMN) * max(len(self._figures), 1), theme.px(128))

    def minimumSizeHint(self) -> QSize:
        least = _SLIDER + 4 * _TEXT + _LEAST_BAR + _GAP
        return QSize(theme.px(_COLUMN) * max(len(self._figures), 1), theme.px(least))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(len(self._figures)):
            self._paint_column(painter, place)
        if self._figures:
            self._paint_slider(painter)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose_at(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._figures) - 1
        places = {
            Qt.Key.Key_Left: self._shown - 1,
            Qt.Key.Key_Right: self._shown + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        wanted = places.get(Qt.Key(event.key()))
        if wanted is None or last < 0:
            super().keyPressEvent(event)
        else:
            self._choose(min(max(wanted, 0), last))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._place_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain(self._sentence(place)), self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # -- painting --------------------------------------------------------------------------

    def _width(self) -> float:
        room = self.width() / max(len(self._figures), 1)
        return min(room, theme.px(_MOST_COLUMN))

    def _column(self, place: int) -> QRectF:
        return QRectF(place * self._width(), 0, self._width(), self.height())

    def _paint_column(self, painter: QPainter, place: int) -> None:
        """Paint, from top to bottom: words kept over the bar, added, removed, the code."""
        one, box, line = self._figures[place], self._column(place), theme.px(_TEXT)
        shown = place == self._shown
        foot = box.bottom() - theme.px(_SLIDER)
        if shown:
            lit = QRectF(box.left() + 2, 0, box.width() - 4, foot)
            painter.fillRect(lit, theme.colour("hover"))
        top, bottom = box.top() + line + theme.px(_GAP), foot - 3 * line
        highest = max(*(each.kept for each in self._figures), 1)
        height = max((bottom - top) * one.kept / highest, 2)
        bar = QRectF(box.left() + 5, bottom - height, box.width() - 10, height)
        painter.fillRect(bar, theme.colour("content" if place <= self._shown else "content_fill"))
        added = "content_ink" if one.added else "ink2"
        removed = "boilerplate_ink" if one.removed else "ink2"
        for y, size, role, text in (
            (bar.top() - line, 12, "ink", number(one.kept)),
            (bottom, 11, added, _more(one.added)),
            (bottom + line, 11, removed, _less(one.removed)),
            (bottom + 2 * line, 12, "ink" if shown else "ink2", one.code),
        ):
            painter.setFont(theme.font(size, 600 if shown else 400))
            painter.setPen(theme.colour(role))
            elided = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, int(box.width())
            )
            row = QRectF(box.left(), y, box.width(), line)
            painter.drawText(row, Qt.AlignmentFlag.AlignCenter, elided)

    def _paint_slider(self, painter: QPainter) -> None:
        y = self.height() - theme.px(_SLIDER) / 2
        stops = [self._column(place).center().x() for place in range(len(self._figures))]
        painter.setPen(QPen(theme.colour("track"), theme.px(3)))
        painter.drawLine(QPointF(stops[0], y), QPointF(stops[-1], y))
        if self._shown >= 0:
            painter.setPen(QPen(theme.colour("button"), theme.px(3)))
            painter.drawLine(QPointF(stops[0], y), QPointF(stops[self._shown], y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("button"))
        for x in stops:
            painter.drawEllipse(QPointF(x, y), theme.px(2), theme.px(2))
        if self._shown >= 0:
            painter.setBrush(theme.colour("surface"))
            painter.setPen(QPen(theme.colour("button"), theme.px(2)))
            painter.drawEllipse(QPointF(stops[self._shown], y), theme.px(6), theme.px(6))

    # -- choosing --------------------------------------------------------------------------

    def _place_at(self, position: QPointF) -> int:
        place = int(position.x() // max(self._width(), 1))
        return min(max(place, 0), len(self._figures) - 1)

    def _choose_at(self, position: QPointF) -> None:
        if self._figures:
            self._choose(self._place_at(position))

    def _choose(self, place: int) -> None:
        if place != self._shown:
            self._shown = place
            self.setAccessibleName(self._sentence(place))
            self.update()
            self.chosen.emit(place)

    def _sentence(self, place: int) -> str:
        if not 0 <= place < len(self._figures):
            return self.tr("Steps")
        one = self._figures[place]
        return self.tr("{code} {title}: {kept} kept, {added} added, {removed} removed").format(
            code=one.code,
            title=declared(one.title),
            kept=number(one.kept),
            added=number(one.added),
            removed=number(one.removed),
        )


class StepsView(QWidget):
    """Head line and columns of the active pane's steps.

    Signals
    -------
    step_chosen(str, object)
        Pane, and the place of the step that should be shown; None for the result.
    rows_copied(int)
        So many steps are on the clipboard.
    """

    step_chosen = Signal(str, object)
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stepsView")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._pane = ""
        self._made: Extraction | None = None
        self._figures: tuple[StepFigures, ...] = ()
        self._characters = False
        self._mark = NumberMark()
        self._name = ElidedLabel(weight=600)
        self._said = ElidedLabel(size=12, role="ink2")
        self._nothing = TextLabel(role="ink2", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
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
        head.addWidget(self._said)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(scroll, 1)
        column.addWidget(self._nothing, 1)
        self.setFocusProxy(self.columns)
        self.show_pane(None, None)

    def show_pane(
        self, pane: PaneRecord | None, step: int | None, *, characters: bool = False
    ) -> None:
        """Show the steps of a pane's last good result.

        Parameters
        ----------
        pane : PaneRecord or None
            The pane with its whole result, whichever step is on screen.
        step : int or None
            The step on screen; None, and a step that the result does not have, for the result.
        characters : bool
            Whether the tokens of the page are characters.
        """
        made = None if pane is None else pane.shown
        if made is not self._made:
            self._made = made
            self._figures = () if made is None else figures_of(made)
        self._pane = "" if pane is None else pane.name
        if pane is not None:
            self._mark.show_number(pane.number, active=True)
        self._name.setText(self._pane)
        self._characters = characters
        last = len(self._figures) - 1
        shown = last if step is None or not 0 <= step <= last else step
        self.columns.show_figures(self._figures, shown)
        self._scroll.setVisible(bool(self._figures))
        self._nothing.setVisible(not self._figures)
        self._nothing.setText(
            self.tr("Steps appear here when a page is open.")
            if made is None
            else self.tr("This extractor has no steps.")
        )
        self._say(shown)

    def _rows(self) -> list[list[str]]:
        heads = [self.tr("Step"), "", self.tr("Kept"), self.tr("Added"), self.tr("Removed")]
        return [
            heads,
            *(
                [one.code, declared(one.title), *map(number, (one.kept, one.added, one.removed))]
                for one in self._figures
            ),
        ]

    def entry(self) -> QWidget | None:
        """Return the columns, which take the focus if there are any."""
        return self.columns

    def _say(self, place: int) -> None:
        if not 0 <= place < len(self._figures):
            self._said.setText("")
            return
        one = self._figures[place]
        self._said.setText(
            self.tr("after {code}, {title}: {added} {removed}, {kept} kept").format(
                code=one.code,
                title=declared(one.title).lower(),
                added=_more(one.added),
                removed=_less(one.removed),
                kept=counted(one.kept, characters=self._characters),
            )
        )

    def _on_chosen(self, place: int) -> None:
        self._say(place)
        last = len(self._figures) - 1
        self.step_chosen.emit(self._pane, None if place == last else place)


def _more(amount: int) -> str:
    return f"+{number(amount)}"


def _less(amount: int) -> str:
    return f"−{number(amount)}"


def _demo() -> QWidget:
    view = StepsView()
    view.show_pane(demo_scene().panes[0], None)
    return view


if __name__ == "__main__":
    run_demo(_demo, size=(520, 190))
