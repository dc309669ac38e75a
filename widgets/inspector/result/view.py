"""Result of a pane as a whole: status, title and time, warnings, scores, related links.

Input: a page and a pane's record. Output: the address of a link to open.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from boilerscope.widgets.inspector.parts import Lines
from boilerscope.widgets.inspector.result.facts import ResultFacts, result_facts
from boilerscope.widgets.inspector.result.links import LinkList
from boilerscope.widgets.inspector.result.rows import (
    CopyLabel,
    FieldRows,
    LinksRow,
    ScoreRows,
    StateRow,
    WarningRow,
)
from boilerscope.widgets.inspector.wrapping import breakable
from boilerscope.widgets.labels import Inset, TextLabel
from boilerscope.widgets.panes.pane_status import StatusStyle

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord

_NOTHING = ResultFacts("", "", StatusStyle("", "ink", ""))


class ResultView(QWidget):
    """View of a result as a whole.

    Signals
    -------
    link_asked(str)
        Open this address outside the program.
    """

    link_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = _NOTHING
        self._inputs: tuple[object, ...] = ()
        self.state = StateRow()
        self.message = CopyLabel()
        self.warnings = Lines(WarningRow)
        self.fields = FieldRows()
        self.scores_title = TextLabel(
            self.tr("Figures of the extractor"), weight=600, size=12, role="ink2"
        )
        self.scores = ScoreRows()
        self.links_row = LinksRow()
        self.links = LinkList()
        self.nothing = TextLabel(
            self.tr("This result has no title, time, scores or links."),
            size=12,
            role="ink3",
            wrap=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._message = Inset(self.message, (16, 2, 16, 6))
        self._scores_title = Inset(self.scores_title, (16, 4, 16, 4))
        self._nothing = Inset(self.nothing, (16, 0, 16, 10))
        for part in (
            self.state,
            self._message,
            self.warnings,
            self.fields,
            self._scores_title,
            self.scores,
            self.links_row,
            self.links,
            self._nothing,
        ):
            column.addWidget(part)
        self.links_row.copy.clicked.connect(self.links.copy_links)
        self.links_row.open.clicked.connect(self.links.open_current)
        self.links.open_asked.connect(self.link_asked)
        self.links.at_changed.connect(self._on_link)

    def show_result(self, page: Page | None, pane: PaneRecord) -> None:
        """Show a pane's result; do nothing if it is already shown."""
        inputs = (page, pane.number, pane.name, pane.extraction, pane.shown, pane.step, pane.state)
        unchanged = len(inputs) == len(self._inputs) and all(
            new is old for new, old in zip(inputs, self._inputs, strict=True)
        )
        if unchanged:
            return
        self._inputs = inputs
        self._show(result_facts(page, pane))

    def copy(self) -> None:
        """Copy everything except the links as text."""
        QGuiApplication.clipboard().setText(self.facts.as_text())

    def _show(self, facts: ResultFacts) -> None:
        self.facts = facts
        self.state.show_state(facts.state)
        self.message.setText(breakable(facts.message))
        self._message.setVisible(bool(facts.message))
        rows = self.warnings.fit(len(facts.warnings))
        for row, warning in zip(rows, facts.warnings, strict=True):
            assert isinstance(row, WarningRow)  # noqa: S101 - created by Lines
            row.show_warning(warning)
        self.warnings.setVisible(bool(facts.warnings))
        self.fields.show_lines(facts.fields)
        self.scores.show_lines(facts.scores)
        self._scores_title.setVisible(bool(facts.scores))
        self.scores.setVisible(bool(facts.scores))
        self.links.show_links(facts.links, facts.base)
        self.links_row.show_count(len(facts.links))
        self.links_row.setVisible(bool(facts.links))
        self.links.setVisible(bool(facts.links))
        self._nothing.setVisible(facts.bare)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let Tab go from top to bottom: rows created later would come last."""
        warnings = [row.words for row in self.warnings.rows if isinstance(row, WarningRow)]
        values = [value for _, value in self.fields.rows]
        buttons = [self.links_row.copy, self.links_row.open]
        order = [self.message, *warnings, *values, *buttons, self.links]
        for widget, following in pairwise(order):
            if widget.nextInFocusChain() is not following:
                self.setTabOrder(widget, following)

    def _on_link(self) -> None:
        self.links_row.set_openable(bool(self.links.web_address))
