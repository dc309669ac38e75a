"""Candidates of a pane: a table, and the text of the candidate that is selected.

Input: page and pane. Output: the shared selection, after a double click or Return.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.model.choices import candidates_of
from boilerscope.widgets import theme
from boilerscope.widgets.candidates.model import CandidateColumn, CandidatesModel
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.records import Selection
from boilerscope.widgets.sentences import empty_note
from boilerscope.widgets.tables.table import CalmTable

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from boilerscope.extractors.model.candidates import Candidate
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord
    from boilerscope.widgets.selection import SelectionModel

_MAX_TEXT = 20_000
_WIDE = 760
"""Width from which the text has a place beside the table, pixels at 100 % interface size."""


class _Rows(CalmTable):
    """The table; Return selects the text on the page."""

    def __init__(self, candidates: CandidatesModel, name: str) -> None:
        super().__init__(name=name, takes_enter=True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.setModel(candidates)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)

    def fit_columns(self) -> None:
        widths = {
            CandidateColumn.NAME: 176,
            CandidateColumn.CHARACTERS: 80,
            CandidateColumn.SCORE: 64,
            CandidateColumn.CHOICE: 130,
        }
        header = self.horizontalHeader()
        for column, width in widths.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.setColumnWidth(column, theme.px(width))
        header.setSectionResizeMode(CandidateColumn.DECISION, QHeaderView.ResizeMode.Stretch)


class CandidatesView(QWidget):
    """Candidates of one pane.

    Signals
    -------
    offer_chosen(str)
        Command that would fill the empty view.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    offer_chosen = Signal(str)
    rows_copied = Signal(int)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("candidates")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Candidates"))
        self._selection = selection
        self._page: Page | None = None
        self._pane: PaneRecord | None = None
        self._shown: Extraction | None = None
        self.model = CandidatesModel(self)
        self.table = _Rows(self.model, self.tr("Candidates"))
        self.text = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.text.setAccessibleName(self.tr("Text of the candidate"))
        self.empty_note = EmptyNote()
        self._assemble()
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_text())
        self.table.confirmed.connect(lambda: self._select(self.table.currentIndex()))
        self.table.doubleClicked.connect(self._select)
        self.table.rows_copied.connect(self.rows_copied)
        self.empty_note.chosen.connect(self.offer_chosen)
        theme.follow(self._restyle)

    def show_pane(self, page: Page | None, pane: PaneRecord | None) -> None:
        """Show the candidates of a pane, or why there are none."""
        self._page, self._pane = page, pane
        shown = None if pane is None else pane.shown
        if shown is not self._shown or shown is None:
            self._shown = shown
            candidates = () if page is None or shown is None else candidates_of(page, shown)
            self.model.show_candidates(candidates)
            self._arrange()
            self._show_text()
        is_filled = bool(self.model.candidates)
        self._parts.setVisible(is_filled)
        self.empty_note.setVisible(not is_filled)
        if not is_filled:
            waiting = self.tr("Candidates appear here when a page is open.")
            self.empty_note.show_note(*empty_note(page, pane, waiting, self._nothing(shown)))

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the table, or the button of the empty view."""
        return self.table if self.table.isVisible() else self.empty_note.entry()

    def _nothing(self, shown: Extraction | None) -> str:
        """Return why a result has no candidates."""
        if shown is not None and shown.trace_problem:
            return "{pane}: " + shown.trace_problem.replace("{", "{{").replace("}", "}}")
        if shown is not None and shown.aligned is not None and shown.traced is None:
            return self.tr("{pane} is not traced.")
        return self.tr("{pane} does not choose among candidates: it judges each block.")

    def _current(self) -> Candidate | None:
        row = self.table.currentIndex().row()
        return self.model.candidates[row] if 0 <= row < len(self.model.candidates) else None

    def _show_text(self) -> None:
        candidate = self._current()
        if candidate is None or self._page is None:
            self.text.setPlainText("")
            self.text.setPlaceholderText(self.tr("Select a candidate to read its text."))
            return
        self.text.setPlainText(candidate.text(self._page)[:_MAX_TEXT])
        missing = "" if candidate.ranges else self.model.sentence(candidate)
        self.text.setPlaceholderText(missing)

    def _select(self, index: QModelIndex) -> None:
        """Select the text of a candidate on the page."""
        if self._pane is not None and 0 <= index.row() < len(self.model.candidates):
            candidate = self.model.candidates[index.row()]
            if candidate.ranges:
                self._selection.select(Selection(candidate.ranges), self)

    def _assemble(self) -> None:
        self._parts = QSplitter(Qt.Orientation.Horizontal)
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.table)
        self._parts.addWidget(self.text)
        self._parts.setStretchFactor(0, 3)
        self._parts.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._parts, 1)
        column.addWidget(self.empty_note, 1)

    def _arrange(self) -> None:
        """Hide columns without values; a narrow view shows neither choices nor the text."""
        is_wide = self.width() >= theme.px(_WIDE)
        self.table.setColumnHidden(CandidateColumn.SCORE, not self.model.has_scores())
        self.table.setColumnHidden(
            CandidateColumn.CHOICE, not (is_wide and self.model.has_choices())
        )
        self.text.setVisible(is_wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _restyle(self) -> None:
        self.text.setFont(theme.font(12))
        self.text.setMinimumWidth(theme.px(120))
