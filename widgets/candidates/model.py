"""Table model of candidates: one row each, with the comparison that decided."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.extractors.model.candidates import CandidateState
from boilerscope.extractors.model.sentence import format_value, with_symbols
from boilerscope.widgets import theme
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from boilerscope.extractors.model.candidates import Candidate

_Index = QModelIndex | QPersistentModelIndex
_MARKS = {CandidateState.USED: "●", CandidateState.REJECTED: "○", CandidateState.NOT_RUN: "–"}


class CandidateColumn(IntEnum):
    """Columns of the table."""

    NAME = 0
    CHARACTERS = 1
    SCORE = 2
    DECISION = 3
    CHOICE = 4


class CandidatesModel(TableModel):
    """The candidates as a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.candidates: tuple[Candidate, ...] = ()

    def show_candidates(self, candidates: Sequence[Candidate]) -> None:
        """Show other candidates."""
        self.beginResetModel()
        self.candidates = tuple(candidates)
        self.endResetModel()

    def has_scores(self) -> bool:
        """Return whether a candidate has a score."""
        return any(not math.isnan(candidate.score) for candidate in self.candidates)

    def has_choices(self) -> bool:
        """Return whether the candidates are of several choices."""
        return len({candidate.choice for candidate in self.candidates}) > 1

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.candidates)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(CandidateColumn)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Candidate"),
            self.tr("Characters"),
            self.tr("Score"),
            self.tr("Decision"),
            self.tr("Choice"),
        )[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        candidate, column = self.candidates[index.row()], index.column()
        is_name = column == CandidateColumn.NAME
        match role:
            case Qt.ItemDataRole.DisplayRole:
                shown: Any = self._cell(candidate, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                shown = _alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                lines = (self.sentence(candidate), candidate.source)
                shown = plain("\n".join(filter(None, lines)))
            case Qt.ItemDataRole.AccessibleTextRole if is_name:
                shown = self.sentence(candidate)
            case Qt.ItemDataRole.FontRole if is_name and candidate.state is CandidateState.USED:
                shown = theme.font(12, weight=600)
            case Qt.ItemDataRole.ForegroundRole if candidate.state is CandidateState.NOT_RUN:
                shown = theme.colour("ink3")
            case _:
                shown = None
        return shown

    def sentence(self, candidate: Candidate) -> str:
        """Return a candidate, its state and the reason in one line."""
        decision = with_symbols(candidate.decision)
        parts = (candidate.name, self.state(candidate.state), decision)
        return ": ".join(filter(None, (parts[0], ", ".join(filter(None, parts[1:])))))

    def state(self, state: CandidateState) -> str:
        """Return a state in words."""
        return {
            CandidateState.USED: self.tr("used"),
            CandidateState.REJECTED: self.tr("not used"),
            CandidateState.NOT_RUN: self.tr("not run"),
        }[state]

    def _cell(self, candidate: Candidate, column: int) -> str:
        if column == CandidateColumn.NAME:
            return f"{_MARKS[candidate.state]}  {candidate.name}"
        if column == CandidateColumn.CHARACTERS:
            return number(candidate.characters) if candidate.characters >= 0 else "–"
        if column == CandidateColumn.SCORE:
            score = candidate.score
            return "" if math.isnan(score) else with_symbols(format_value(score))
        if column == CandidateColumn.CHOICE:
            return candidate.choice
        state = self.state(candidate.state)
        decision = with_symbols(candidate.decision)
        return f"{state}: {decision}" if decision else state


def _alignment(column: int) -> Qt.AlignmentFlag:
    is_number = column in {CandidateColumn.CHARACTERS, CandidateColumn.SCORE}
    side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
