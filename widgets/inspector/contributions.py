"""Contributions of a block in the inspector: each bar begins at the end of the previous bar."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import declared, number, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.contributions import ContributionLine as Line
    from boilerscope.extractors.model.contributions import Contributions, Flip
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.widgets.records import PaneRecord

MAX_FLIPS = 3


def _tr(text: str) -> str:
    return QCoreApplication.translate("Contributions", text)


@dataclass(frozen=True, slots=True)
class ContributionLine:
    """One line of the sum.

    Attributes
    ----------
    label : str
        Features of the term with their values, or the meaning of the line.
    tip : str
        Whole names and formulas.
    value : float
        Amount that the line adds, in nats; for the last line, the sum.
    start, end : float
        Sum before and after it; the last line goes from 0 to the sum.
    """

    label: str
    tip: str
    value: float
    start: float
    end: float


def contribution_lines(pane: PaneRecord | None, block: int) -> tuple[ContributionLine, ...]:
    """Return base, terms and sum of a block; nothing if the method does not add terms."""
    extraction = None if pane is None else pane.shown
    contributions = None if extraction is None else extraction.contributions
    if extraction is None or contributions is None or not 0 <= block < len(contributions.values):
        return ()
    base = float(contributions.base[block])
    lines = [ContributionLine(_tr("Base"), _tr("Log-odds before any term."), base, 0.0, base)]
    for term in contributions.lines(block):
        start = lines[-1].end
        end = start + term.contribution
        lines.append(
            ContributionLine(*_named(extraction, term, block), term.contribution, start, end)
        )
    total = float(contributions.log_odds()[block])
    cut = _tr("The block is kept from {cut} on.").format(cut=signed(contributions.cut))
    lines.append(ContributionLine(_tr("Log-odds"), cut, total, 0.0, total))
    return tuple(lines)


def flip_sentences(pane: PaneRecord | None, block: int) -> tuple[str, ...]:
    """Return the values of single features that would flip the block, nearest first."""
    extraction = None if pane is None else pane.shown
    contributions = None if extraction is None else extraction.contributions
    if extraction is None or contributions is None or not 0 <= block < len(contributions.values):
        return ()
    measured = {name: float(values[block]) for name, values in extraction.column_values().items()}
    flips = contributions.flips(block, measured)[:MAX_FLIPS]
    return tuple(_flip_sentence(extraction, flip) for flip in flips)


def _flip_sentence(extraction: Extraction, flip: Flip) -> str:
    sentence = (
        _tr("{feature} {value} → above {bound}: log-odds {log_odds}")
        if flip.above
        else _tr("{feature} {value} → at most {bound}: log-odds {log_odds}")
    )
    return sentence.format(
        feature=_label(extraction, flip.feature),
        value=_figure(flip.value),
        bound=_figure(flip.bound),
        log_odds=signed(flip.log_odds),
    )


def _named(extraction: Extraction, term: Line, block: int) -> tuple[str, str]:
    """Return label and tip of a line."""
    if term.of_page:
        text = _tr("This kind of page, {n} terms").format(n=number(term.n_terms))
        return text, _tr("Sum of the terms that are the same for all blocks of the page.")
    if not term.features:
        return _tr("{n} other terms").format(n=number(term.n_terms)), ""
    columns = [extraction.column(name) for name in term.features]
    labels, tips = [], []
    for column in columns:
        if column is not None:
            labels.append(f"{declared(column.label)} {_figure(float(column.values[block]))}")
            tips.append(f"{column.name}: {declared(column.meaning)}")
    return " × ".join(labels), "\n".join(tips)


def _label(extraction: Extraction, name: str) -> str:
    column = extraction.column(name)
    return name if column is None else declared(column.label)


def _figure(value: float) -> str:
    return number(value)


class ContributionBar(QWidget):
    """A bar from one sum to the next, with 0 and the cut as vertical lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start = self._end = 0.0
        self._cut = math.nan
        self._scale = (0.0, 1.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.signals().changed.connect(self.updateGeometry)

    def show_bar(self, line: ContributionLine, cut: float, scale: tuple[float, float]) -> None:
        """Show a line; `scale` are the ends that all bars of a block share."""
        self._start, self._end, self._cut, self._scale = line.start, line.end, cut, scale
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(110), theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(60), theme.px(18))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        height = self.height()
        painter.fillRect(QRectF(self._x(0.0), 0, 1, height), theme.colour("strong_line"))
        left, right = sorted((self._x(self._start), self._x(self._end)))
        role = "content" if self._end >= self._start else "boilerplate"
        inset = theme.px(4)
        bar = QRectF(left, inset, max(right - left, 1), height - 2 * inset)
        painter.fillRect(bar, theme.colour(role))
        if math.isfinite(self._cut):
            painter.fillRect(
                QRectF(self._x(self._cut), 0, theme.px(2), height), theme.colour("ink")
            )

    def _x(self, value: float) -> float:
        low, high = self._scale
        return (value - low) / (high - low) * (self.width() - theme.px(2))


class ContributionRows(QWidget):
    """Label, value and bar of each line, in three columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = theme.spaced(QGridLayout(self), (16, 2, 16, 8))
        self._grid.setColumnStretch(0, 3)
        self._grid.setColumnStretch(2, 2)
        self.rows: list[tuple[ElidedLabel, TextLabel, ContributionBar]] = []
        theme.follow(self._restyle)

    def show_lines(self, lines: Sequence[ContributionLine], cut: float) -> None:
        """Show the lines of a block, and the cut through all of them."""
        while len(self.rows) < len(lines):
            self._add()
        scale = _scale(lines, cut)
        for index, widgets in enumerate(self.rows):
            for widget in widgets:
                widget.setVisible(index < len(lines))
        for (label, value, bar), line in zip(self.rows, lines, strict=False):
            label.setText(line.label)
            value.setText(signed(line.value))
            bar.show_bar(line, cut, scale)
            tip = f"{line.label}: {signed(line.value)}\n{line.tip}".strip()
            for widget in (label, value, bar):
                widget.setToolTip(plain(tip))
            bar.setAccessibleName(f"{line.label}: {value.text()}")

    def _add(self) -> None:
        row = len(self.rows)
        widgets = (ElidedLabel(role="ink2"), TextLabel(), ContributionBar())
        for column, widget in enumerate(widgets):
            self._grid.addWidget(widget, row, column)
        self.rows.append(widgets)
        self._restyle()

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(0)
        for _, value, _ in self.rows:
            value.setMinimumWidth(theme.px(40))


def cut_of(contributions: Contributions | None) -> float:
    """Return the cut in log-odds, NaN for none."""
    return math.nan if contributions is None else contributions.cut


def _scale(lines: Sequence[ContributionLine], cut: float) -> tuple[float, float]:
    """Return the ends that all bars share: every sum on the way, 0, and the cut."""
    sums = [0.0, *(line.start for line in lines), *(line.end for line in lines)]
    if math.isfinite(cut):
        sums.append(cut)
    low, high = min(sums), max(sums)
    return (low, high) if high > low else (low, low + 1.0)
