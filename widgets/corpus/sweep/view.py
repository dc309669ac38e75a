"""Sweep of settings: choices, curve, heatmap, search, best so far.

Input: choices, results of a sweep, a search. Output: the user's choices, starts, drags and
selections. The program, not this widget, runs and changes panes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import short_measure
from boilerscope.widgets.corpus.sweep.best import BestSoFar
from boilerscope.widgets.corpus.sweep.choices import SweepChoices
from boilerscope.widgets.corpus.sweep.curve import SweepCurve, short_value
from boilerscope.widgets.corpus.sweep.heatmap import SweepHeatmap
from boilerscope.widgets.corpus.sweep.search import SearchPart
from boilerscope.widgets.corpus.sweep.shapes import curve_of, grid_of, row_of, value_text
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.fitted import NO_LIMIT
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.splitter import ThinSplitter
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.search.sweep import SweepResult
    from boilerscope.widgets.corpus.sweep.records import SearchView, SweptRange
    from boilerscope.widgets.corpus.sweep.shapes import CurveShape

_STRETCH = (44, 56)
"""Shares of plots and search in the height."""
_VEIL = 0.45
"""Opacity of the cover of outdated plots, as in the leaderboard."""


@dataclass(frozen=True, slots=True)
class PresentValues:
    """Values of the swept settings in the pane, and their defaults, in the order of the axes.

    A sweep is outdated if it used other values of further settings, or another text.
    """

    now: tuple[object, ...]
    default: tuple[object, ...]
    is_outdated: bool = False


class SweepView(QWidget):
    """The view.

    Signals
    -------
    value_dragged(object)
        The user drags the line or the handle: values by setting.
    value_dropped()
        The user dropped the line or the handle.
    """

    value_dragged = Signal(object)
    value_dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sweep")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._result: SweepResult | None = None
        self._present = PresentValues((), ())
        self._drawn: tuple[SweepResult, int, CurveShape] | None = None
        self.choices = SweepChoices()
        self.curve, self.heatmap = SweepCurve(), SweepHeatmap()
        self.search, self.best = SearchPart(), BestSoFar()
        self.empty = EmptyNote()
        self.curve_head, self.heatmap_head, self.best_head = _Head(), _Head(), _Head()
        self.apply_best = QPushButton(self.tr("Apply best"))
        self.apply_best.setProperty("role", "chip")
        self.apply_best.clicked.connect(self._apply_best)
        self._assemble()
        self.curve_head.add(self.apply_best)
        self.curve.moved.connect(self._move)
        self.curve.dropped.connect(self.value_dropped)
        self.heatmap.moved.connect(self._move)
        self.heatmap.dropped.connect(self.value_dropped)
        self.best.selected.connect(self.search.selected)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the curve, else the choices."""
        return self.choices.entry() if self._result is None else self.curve

    def show_result(self, result: SweepResult | None, present: PresentValues) -> None:
        """Show the result of a sweep, even while it grows; None shows the note."""
        self._result, self._present = result, present
        self._upper.setCurrentIndex(0 if result is not None else 1)
        self._share_height()
        if result is None:
            return
        fields = [axis.field for axis in result.sweep.axes]
        grid = grid_of(result)
        self._heatmap_part.setVisible(grid is not None)
        if grid is not None:
            values = (present.now[0], present.now[1])
            self.heatmap.show_grid(grid, (fields[0], fields[1]), result.sweep.measures[0], values)
            both = self.tr("{first} and {second}").format(first=fields[0], second=fields[1])
            both = f"{result.sweep.pane.name}: {both}"
            measure = short_measure(result.sweep.measures[0])
            self.heatmap_head.show_texts(
                both, self.tr("{measure}, training").format(measure=measure)
            )
        self._show_curve(result)

    def show_present(self, present: PresentValues) -> None:
        """Move line and handle to other values; the curve is the row of the second value."""
        self._present = present
        if self._result is None:
            return
        if len(present.now) > 1:
            self.heatmap.show_present((present.now[0], present.now[1]))
        self._show_curve(self._result)

    def show_note(self, text: str) -> None:
        """Set the note shown without a result."""
        self.empty.show_note(text)

    def show_search(self, view: SearchView, current: int) -> None:
        """Show a search, and select a trial by its number."""
        self.search.show_search(view, current)
        self.best.show_search(view, current)
        self._best_part.setHidden(self.search.is_empty)
        self._share_height()
        short = short_measure(view.measure)
        self.best_head.show_texts(
            self.tr("Best so far"),
            "",
            self.tr(
                "Dots: trials. Black: best training {measure}. Grey: its validation {measure}."
            ).format(measure=short),
        )

    def show_fields(
        self, ranges: Sequence[SweptRange], fields: Sequence[str], n_trials: int
    ) -> None:
        """Show the settings to choose from, the chosen settings, and the number of trials."""
        self.search.show_choice(ranges, fields, n_trials)

    def _share_height(self) -> None:
        """Give an empty search only its head beside a result, so that the plots are large."""
        is_bare = self.search.is_empty and not self.search.has_problem
        head_only = is_bare and self._result is not None
        self.search.show_head_only(head_only=head_only)
        was_head_only = self._lower.maximumHeight() < NO_LIMIT
        # A splitter divides its height anew only for limits, and does not give it back.
        height = self.search.sizeHint().height() if head_only else NO_LIMIT
        self._lower.setMaximumHeight(height)
        if was_head_only and not head_only:
            self._halves.setSizes(_share(self._halves.height()))

    def _show_curve(self, result: SweepResult) -> None:
        present = self._present
        shape = self._curve_of(result, present.now[1] if len(present.now) > 1 else None)
        default = present.default[0] if present.default else None
        self.curve.pane = result.sweep.pane.name
        self.curve.show_curve(shape, present.now[0] if present.now else None, default)
        where = ""
        if len(result.sweep.axes) > 1:
            row = shape.points[0].values[1]
            where = self.tr("at {field} {value}").format(
                field=result.sweep.axes[1].field, value=short_value(row)
            )
        self.curve_veil.setVisible(present.is_outdated)
        self.heatmap_veil.setVisible(present.is_outdated)
        title = f"{result.sweep.pane.name}: {shape.field}"
        self.curve_head.show_texts(
            title, where, self._note_of(result, shape, is_outdated=present.is_outdated)
        )
        self._offer_best(result)

    def _offer_best(self, result: SweepResult) -> None:
        """Offer the best values of the sweep, unless the pane has them."""
        best = result.best
        values = () if best is None else best.values
        self.apply_best.setHidden(best is None)
        texts = [value_text(value) for value in values]
        self.apply_best.setEnabled(texts != [value_text(value) for value in self._present.now])
        fields = (axis.field for axis in result.sweep.axes)
        pairs = (f"{field} {text}" for field, text in zip(fields, texts, strict=False))
        self.apply_best.setToolTip(plain(f"{result.sweep.pane.name}: {', '.join(pairs)}"))

    def _apply_best(self) -> None:
        best = None if self._result is None else self._result.best
        if best is not None:
            self._move(*best.values)
            self.value_dropped.emit()

    def _curve_of(self, result: SweepResult, second: object) -> CurveShape:
        """Return the curve at a value of the second setting; the same object in the same row."""
        row = row_of(result, second)
        if self._drawn is None or self._drawn[0] is not result or self._drawn[1] != row:
            self._drawn = result, row, curve_of(result, row)
        return self._drawn[2]

    def _note_of(self, result: SweepResult, shape: CurveShape, *, is_outdated: bool) -> str:
        if is_outdated:
            return self.tr("Outdated: other settings or texts have changed. Sweep again.")
        pages = self.tr("macro mean, {training} training, {validation} validation pages").format(
            training=number(result.n_training), validation=number(result.n_validation)
        )
        has_band = not bool(np.isnan(shape.low).all())
        note = self.tr("{pages}; band: 95 %").format(pages=pages) if has_band else pages
        best = result.best
        ends = () if best is None else result.sweep.open_ends(best.values)
        if not ends:
            return note
        fields = ", ".join(ends)
        wider = self.tr("The best {field} is the last value tried: widen its range.")
        return f"{wider.format(field=fields)} {note}"

    def _move(self, *values: object) -> None:
        if self._result is not None:
            fields = [axis.field for axis in self._result.sweep.axes]
            self.value_dragged.emit(dict(zip(fields, values, strict=False)))

    def _assemble(self) -> None:
        self.curve_veil, self.heatmap_veil = _Veil(self.curve), _Veil(self.heatmap)
        self._heatmap_part = _part(self.heatmap_head, self.heatmap)
        self._best_part = _part(self.best_head, self.best)
        plots = ThinSplitter(Qt.Orientation.Horizontal)
        plots.addWidget(_part(self.curve_head, self.curve))
        plots.addWidget(self._heatmap_part)
        plots.setStretchFactor(0, 51)
        plots.setStretchFactor(1, 49)
        upper = QWidget()
        self._upper = QStackedLayout(upper)
        self._upper.addWidget(plots)
        self._upper.addWidget(self.empty)
        self._lower = ThinSplitter(Qt.Orientation.Horizontal)
        self._lower.addWidget(self.search)
        self._lower.addWidget(self._best_part)
        self._lower.setStretchFactor(0, 61)
        self._lower.setStretchFactor(1, 39)
        self._halves = ThinSplitter(Qt.Orientation.Vertical)
        self._halves.addWidget(upper)
        self._halves.addWidget(self._lower)
        for half, stretch in enumerate(_STRETCH):
            self._halves.setStretchFactor(half, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.choices)
        column.addWidget(_Rule())
        column.addWidget(self._halves, 1)


class _Head(QWidget):
    """Heading of a plot: bold name, grey words after it, and a note at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TextLabel(weight=600)
        self.words = ElidedLabel(size=12, role="ink2")
        self.note = ElidedLabel(size=12, role="ink2")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._row = theme.spaced(QHBoxLayout(self), (12, 4, 12, 2), 6)
        self._row.addWidget(self.title)
        self._row.addWidget(self.words)
        self._row.addWidget(self.note, 1)
        theme.follow(self._restyle)

    def add(self, button: QPushButton) -> None:
        """Add a button at the right end."""
        self._row.addWidget(button)

    def show_texts(self, title: str, subtitle: str, note: str = "") -> None:
        """Show the texts."""
        self.title.setText(title)
        self.words.setText(subtitle)
        self.note.setText(note)

    def _restyle(self) -> None:
        self.setFixedHeight(theme.px(32))


class _Veil(QWidget):
    """Pale cover of an outdated plot; mouse and keys reach the plot."""

    def __init__(self, plot: QWidget) -> None:
        super().__init__(plot)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        plot.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.resize(event.size())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colour = theme.colour("surface")
        colour.setAlphaF(_VEIL)
        QPainter(self).fillRect(self.rect(), colour)


class _Rule(QWidget):
    """Line between choices and plots."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)
        self.setAutoFillBackground(True)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        palette = self.palette()
        palette.setColor(self.backgroundRole(), theme.colour("line"))
        self.setPalette(palette)


def _share(height: int) -> list[int]:
    """Divide a height between plots and search."""
    return [height * stretch // sum(_STRETCH) for stretch in _STRETCH]


def _part(head: QWidget, plot: QWidget) -> QWidget:
    """Return a plot below its heading."""
    container = QWidget()
    column = QVBoxLayout(container)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(head)
    column.addWidget(plot, 1)
    return container
