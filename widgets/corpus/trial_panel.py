"""Panel of the selected trial: its values, its scores, and the facts in its preset.

Input: a `TrialView`. Output: apply it, save it as a preset, show the next or the previous trial.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import FoldHeader, IconButton
from boilerscope.widgets.corpus.names import measure_name, signed
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.widgets.corpus.sweep.records import TrialView

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TrialPanel(QWidget):
    """The panel.

    Signals
    -------
    apply_asked(), save_asked()
        Apply the trial to its pane; save it as a preset.
    stepped(int)
        Show the next (1) or the previous (-1) trial in the ranking.
    """

    apply_asked = Signal()
    save_asked = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("trial")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = TextLabel(weight=600)
        self.rank = TextLabel(size=12, role="ink2")
        self.previous = IconButton("chevron-up", self.tr("Show the better trial"))
        self.next = IconButton("chevron-down", self.tr("Show the worse trial"))
        self.apply, self.save = QPushButton(), QPushButton(self.tr("Save as preset…"))
        self.apply.setProperty("role", "main")
        self.values, self.scores, self.stored = _Grid(), _Grid(), _Grid()
        self.scores_head = FoldHeader("")
        self.stored_head = FoldHeader(self.tr("Stored in the preset"))
        self.empty = EmptyNote()
        self.empty.show_note(self.tr("Search over several settings to see a trial here."))
        self._assemble()
        self.apply.clicked.connect(self.apply_asked)
        self.save.clicked.connect(self.save_asked)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.show_trial(None)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.apply if self._filled.isVisible() else None

    def show_trial(self, view: TrialView | None) -> None:
        """Show a trial; None shows the note."""
        self._filled.setVisible(view is not None)
        self.empty.setVisible(view is None)
        if view is None:
            return
        self.title.setText(self.tr("Trial {n}").format(n=number(view.number)))
        total = number(view.n_trials)
        self.rank.setText(
            self.tr("best of {total}").format(total=total)
            if view.rank == 1
            else self.tr("{rank} of {total}").format(rank=number(view.rank), total=total)
        )
        self.previous.setEnabled(view.rank > 1)
        self.next.setEnabled(view.rank < view.n_trials)
        self._show_values(view)
        self._show_scores(view)
        self.stored.show_rows(
            [((label, "ink2", 400), (text, "ink", 400)) for label, text in view.stored]
        )
        self.apply.setText(self.tr("Apply to pane {n}").format(n=view.pane))

    def _show_values(self, view: TrialView) -> None:
        head = (self.tr("Setting"), self.tr("default"), self.tr("now"), self.tr("trial"))
        rows = [tuple(_cell(text, "ink2") for text in head)]
        for field, default, present, value in view.settings:
            changed = _cell(value, weight=600 if value != present else 400)
            rows.append((_cell(field), _cell(default, "ink2"), _cell(present), changed))
        self.values.show_rows(rows)

    def _show_scores(self, view: TrialView) -> None:
        self.scores_head.set_title(
            self.tr("{measure}, macro").format(measure=measure_name(view.measure))
        )
        low, high = view.scores.difference.low, view.scores.difference.high
        is_sure = not math.isnan(low) and low * high > 0
        training, validation, before = (
            number(score.value, decimals=3)
            for score in (view.scores.training, view.scores.validation, view.scores.before)
        )
        rows = (
            (self.tr("Training"), training, 600, _interval_of(view.scores.training)),
            (self.tr("Validation"), validation, 600, _interval_of(view.scores.validation)),
            (self.tr("Before"), before, 400, self.tr("on validation")),
            (
                self.tr("Difference"),
                signed(view.scores.difference.value),
                600 if is_sure else 400,
                _interval(signed(low), signed(high)) if not math.isnan(low) else "",
            ),
        )
        self.scores.show_rows(
            [
                (_cell(label), _cell(value, weight=weight), _cell(note, "ink2"))
                for label, value, weight, note in rows
            ]
        )

    def _assemble(self) -> None:
        self._filled = QWidget()
        column = QVBoxLayout(self._filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = theme.spaced(QHBoxLayout(), (16, 8, 12, 4), 4)
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        for widget in (self.rank, self.previous, self.next):
            self._head.addWidget(widget)
        self._buttons = theme.spaced(QHBoxLayout(), (16, 8, 16, 10), 8)
        self._buttons.addWidget(self.apply, 1)
        self._buttons.addWidget(self.save, 1)
        scored = QWidget()
        body = QVBoxLayout(scored)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.scores)
        column.addLayout(self._head)
        column.addWidget(self.values)
        column.addWidget(self.scores_head)
        column.addWidget(scored)
        column.addLayout(self._buttons)
        column.addWidget(self.stored_head)
        column.addWidget(self.stored)
        column.addStretch(1)
        self.scores_head.folds(scored)
        self.stored_head.folds(self.stored)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._filled)
        layout.addWidget(self.empty)


Cell = tuple[str, str, int]
"""Text, colour and weight."""


class _Grid(QWidget):
    """Rows of texts: the first column left-aligned, the other columns right-aligned."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = theme.spaced(QGridLayout(self), (16, 2, 16, 6))
        self._cells: dict[tuple[int, int], ElidedLabel] = {}
        theme.follow(self._restyle)

    def texts(self) -> list[list[str]]:
        """Return the texts, row by row."""
        rows: dict[int, list[str]] = {}
        for (row, _), label in sorted(self._cells.items()):
            rows.setdefault(row, []).append(label.text())
        return list(rows.values())

    def show_rows(self, rows: Sequence[tuple[Cell, ...]]) -> None:
        """Show rows of texts; existing labels are reused."""
        cells = {
            (row_number, column): cell
            for row_number, row in enumerate(rows)
            for column, cell in enumerate(row)
        }
        for key in self._cells.keys() - cells.keys():
            label = self._cells.pop(key)
            self._grid.removeWidget(label)
            label.deleteLater()
        is_pair = len(rows[0]) == 2 if rows else False
        for key, (text, role, weight) in cells.items():
            if key not in self._cells:
                self._cells[key] = ElidedLabel(size=12)
                self._grid.addWidget(self._cells[key], *key)
            label = self._cells[key]
            label.setAlignment(RIGHT if key[1] and not is_pair else Qt.AlignmentFlag.AlignVCenter)
            label.setText(text)
            label.set_role(role)
            label.set_weight(weight)
        self._grid.setColumnStretch(1 if is_pair else 0, 1)

    def _restyle(self) -> None:
        self._grid.setHorizontalSpacing(theme.px(14))
        self._grid.setVerticalSpacing(theme.px(6))


def _cell(text: str, role: str = "ink", *, weight: int = 400) -> Cell:
    return text, role, weight


def _interval_of(score: Estimate) -> str:
    if math.isnan(score.low):
        return ""
    return _interval(number(score.low, decimals=3), number(score.high, decimals=3))


def _interval(low: str, high: str) -> str:
    text = QCoreApplication.translate("TrialPanel", "{low} to {high}")
    return text.format(low=low, high=high)
