"""Scatter plot: values of two panes, page by page.

Input: a `Scatter` of the pages on view. Output: the box that the user dragged, the page that the
user clicked, and the panes that the user chose for the axes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.scoring.calibration import GOOD
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD
from boilerscope.extractors.scoring.order import EXPECTED_AXIS, Box
from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.names import pane_name, signed
from boilerscope.widgets.corpus.pages.sentences import pages_words
from boilerscope.widgets.corpus.scatter.plot import ScatterPlot
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.scoring.calibration import Calibration
    from boilerscope.extractors.scoring.scatter import Scatter
    from boilerscope.widgets.records import PaneRecord

_FIGURES = 6


class ScatterView(QWidget):
    """Scatter plot with the choosers of its panes and its statistics.

    Signals
    -------
    box_dragged(object)
        `Box` of pages to show; None shows all pages again.
    page_chosen(int)
        The user clicked the dot of this page of the corpus.
    axes_chosen(str, str)
        Panes of the horizontal and the vertical axis.
    """

    box_dragged = Signal(object)
    page_chosen = Signal(int)
    axes_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scatter")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._axes = ("", "")
        self._measure = ""
        self.title = TextLabel(self.tr("Scatter"), weight=600)
        self.up, self.across = Combo(), Combo()
        self.up.setAccessibleName(self.tr("Pane of the vertical axis"))
        self.across.setAccessibleName(self.tr("Pane of the horizontal axis"))
        self._against = TextLabel(self.tr("against"), size=12, role="ink2")
        self.plot = ScatterPlot()
        self.empty = EmptyNote()
        self.statistics = [
            (TextLabel(weight=600), ElidedLabel(size=12, role="ink2")) for _ in range(_FIGURES)
        ]
        self._hint = TextLabel(
            self.tr("Drag a box to filter pages"), size=12, role="ink2", wrap=True
        )
        self._assemble()
        self.up.activated.connect(self._choose)
        self.across.activated.connect(self._choose)
        self.plot.box_dragged.connect(self._drag)
        self.plot.page_chosen.connect(self.page_chosen)
        theme.follow(self._restyle)

    def show_scatter(
        self,
        scatter: Scatter | None,
        panes: Sequence[PaneRecord],
        across: str,
        up: str,
        *,
        measure: str = "token_f1",
        name_of: Callable[[int], str] = str,
    ) -> None:
        """Show the values of two panes.

        Parameters
        ----------
        scatter : Scatter or None
            The values; None before a run.
        panes : sequence of PaneRecord
            Panes to choose from.
        across, up : str
            Panes of the axes.
        name_of : callable
            Returns the name of a page by its number.
        """
        self._axes, self._measure = (across, up), measure
        entries = [(pane_name(pane), pane.name) for pane in panes]
        self.across.set_entries([*entries, (self.tr("expected F1"), EXPECTED_AXIS)], across)
        self.up.set_entries(entries, up)
        has_axes = self.across.currentIndex() >= 0 or self.up.currentIndex() >= 0
        for part in (self.up, self._against, self.across):
            part.setVisible(has_axes)  # before the first run they would be empty boxes
        by_name = {pane.name: pane for pane in panes}
        selected = [by_name[name] for name in (across, up) if name in by_name]
        titles = [f"{pane.number} {pane.name}" for pane in selected]
        if scatter is not None and scatter.calibration is not None and len(selected) == 1:
            self._stack.setCurrentIndex(0)
            self.plot.show_dots(scatter, (self.tr("expected F1"), titles[0]), name_of)
            self._show_calibration(scatter, scatter.calibration, selected[0].number)
        elif scatter is not None and len(selected) == 2:
            self._stack.setCurrentIndex(0)
            self.plot.show_dots(scatter, (titles[0], titles[1]), name_of)
            self._show_comparison(scatter, selected[0].number, selected[1].number)
        else:
            self._show_empty(len(panes), across)

    def set_current(self, row: int | None) -> None:
        """Mark the selected page."""
        self.plot.set_current(row)

    def set_box(self, box: Box | None) -> None:
        """Show the box that filters the pages, if it is of these two panes."""
        if box is None or (box.across, box.up) != self._axes:
            self.plot.set_box(None)
        else:
            self.plot.set_box((box.left, box.right, box.bottom, box.top))
        self._show_hint()

    def _show_hint(self) -> None:
        self._hint.setText(
            self.tr("Drag a box to filter pages")
            if self.plot.box is None
            else self.tr("The box filters the other views. Esc clears it")
        )

    def _show_empty(self, n_panes: int, across: str) -> None:
        self._stack.setCurrentIndex(1)
        self.empty.show_note(
            self.tr("Run the panes to compare them page by page.")
            if n_panes > 1 or across == EXPECTED_AXIS
            else self.tr("Add a second extractor to compare two panes page by page.")
        )

    def _show_calibration(self, scatter: Scatter, calibration: Calibration, pane: int) -> None:
        """Show how well expected F1 predicts the scores of a pane."""
        low = number(GOOD, decimals=1)
        lines = [
            (_or_dash(calibration.error, 3), self.tr("calibration error")),
            (number(calibration.n_low), self.tr("pages under {low}").format(low=low)),
            (_or_dash(calibration.area, 2), self.tr("area for these")),
            (_or_dash(scatter.correlation, 2), self.tr("Pearson correlation")),
            (signed(scatter.difference.value), self.tr("mean difference")),
            ("", ""),
        ]
        self._show_lines(lines, weight=400)
        self._show_basis(scatter, self.tr("On the {pages} with a result"))
        name = self.tr("Calibration plot of {pages}, scores of pane {pane} against its expected F1")
        self._describe(name.format(pages=pages_words(len(scatter.rows)), pane=pane), lines)

    def _show_comparison(self, scatter: Scatter, across: int, up: int) -> None:
        better = self.tr("{pane} is better")
        if self._measure in WITHOUT_GOLD:
            better = self.tr("{pane} is higher")
        lines = [
            (number(scatter.wins), better.format(pane=up)),
            (number(scatter.ties), self.tr("equal within 0.005")),
            (number(scatter.losses), better.format(pane=across)),
            (number(scatter.correlation, decimals=2), self.tr("Pearson correlation")),
        ]
        difference = scatter.difference
        lines.append((signed(difference.value), self.tr("mean difference")))
        interval = ""
        if not math.isnan(difference.low):
            interval = self.tr("{low} to {high}").format(
                low=signed(difference.low), high=signed(difference.high)
            )
        lines.append(("", interval))
        surely = not math.isnan(difference.low) and difference.low * difference.high > 0
        self._show_lines(lines, weight=600 if surely else 400)
        text = self.tr("On the {pages} that both answered")
        if scatter.n_failed:
            text = self.tr("On the {pages} that both answered; {n} without a result")
        self._show_basis(scatter, text)
        name = self.tr("Scatter plot of {pages}, pane {up} against pane {across}")
        pages = pages_words(len(scatter.rows))
        self._describe(name.format(pages=pages, up=up, across=across), lines)

    def _show_lines(self, lines: Sequence[tuple[str, str]], weight: int) -> None:
        """Show statistics, that of the difference in a weight."""
        for (value, label), (text, meaning) in zip(self.statistics, lines, strict=True):
            value.setText(text)
            label.setText(meaning)
        self.statistics[4][0].set_weight(weight)

    def _show_basis(self, scatter: Scatter, text: str) -> None:
        self.basis.setText(
            text.format(pages=pages_words(len(scatter.rows)), n=number(scatter.n_failed))
        )
        self._show_hint()

    def _describe(self, name: str, lines: Sequence[tuple[str, str]]) -> None:
        self.plot.setAccessibleName(name)
        self.plot.setAccessibleDescription(
            ", ".join(f"{text} {meaning}".strip() for text, meaning in lines if text or meaning)
        )

    def _choose(self) -> None:
        across, up = self.across.currentData(), self.up.currentData()
        if across == up:  # the pane of this axis moves to the other axis
            across, up = self._axes[1], self._axes[0]
        self.axes_chosen.emit(across, up)

    def _drag(self, bounds: tuple[float, float, float, float] | None) -> None:
        across, up = self._axes
        self.box_dragged.emit(None if bounds is None else Box(self._measure, across, up, *bounds))

    def _assemble(self) -> None:
        self._head = theme.spaced(QHBoxLayout(), (12, 4, 12, 4), 8)
        self._head.addWidget(self.title)
        self._head.addWidget(self.up, 1)
        self._head.addWidget(self._against)
        self._head.addWidget(self.across, 1)
        self._grid = theme.spaced(QGridLayout(), (0, 10, 0, 0))
        for row, (value, label) in enumerate(self.statistics):
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(value, row, 0)
            self._grid.addWidget(label, row, 1)
        self.basis = TextLabel(size=12, role="ink2", wrap=True)
        self._grid.addWidget(self.basis, len(self.statistics), 0, 1, 2)
        self._grid.addWidget(self._hint, len(self.statistics) + 1, 0, 1, 2)
        self._grid.setRowStretch(len(self.statistics) + 2, 1)
        self._grid.setColumnStretch(1, 1)
        filled = QWidget()
        self._row = theme.spaced(QHBoxLayout(filled), (4, 0, 12, 4), 8)
        self._row.addWidget(self.plot, 3)
        self._row.addLayout(self._grid, 2)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addLayout(self._stack, 1)  # before its widgets: the first is shown when it is added
        self._stack.addWidget(filled)
        self._stack.addWidget(self.empty)

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(theme.px(5))


def _or_dash(value: float, decimals: int) -> str:
    """Return a number; a dash if it is not defined."""
    return "\N{EN DASH}" if math.isnan(value) else number(value, decimals=decimals)
