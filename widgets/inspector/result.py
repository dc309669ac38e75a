"""The result of a pane as a whole: how it ended, title and time, warnings, scores, related links.

Comes in: a page and a pane's record. Goes out: an address somebody wants to open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets import theme
from widgets.inspector.links import LinkList
from widgets.inspector.parts import Lines
from widgets.inspector.result_facts import ResultFacts, breakable, result_facts
from widgets.inspector.result_rows import (
    CopyLabel,
    FieldRows,
    LinksRow,
    ScoreRows,
    StateRow,
    WarningRow,
)
from widgets.labels import TextLabel
from widgets.panes.faces import Dress

if TYPE_CHECKING:
    from extractors.page import Page
    from widgets.records import PaneRecord

_NOTHING = ResultFacts("", "", Dress("", "ink", ""))


class ResultView(QWidget):
    """Shows a result as a whole.

    Signals
    -------
    link_asked(str)
        An address should be opened outside the program.
    """

    link_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = _NOTHING
        self._seen: tuple[object, ...] = ()
        self.state = StateRow()
        self.message = CopyLabel()
        self.warnings = Lines(WarningRow)
        self.fields = FieldRows()
        self.scores_title = TextLabel(self.tr("Scores"), weight=600, size=12, role="ink2")
        self.scores = ScoreRows()
        self.links_row = LinksRow()
        self.links = LinkList()
        self.nothing = TextLabel(
            self.tr("This extractor gives no title, time, scores or links here."),
            size=12,
            role="ink3",
            wrap=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (
            self.state,
            self.message,
            self.warnings,
            self.fields,
            self.scores_title,
            self.scores,
            self.links_row,
            self.links,
            self.nothing,
        ):
            column.addWidget(part)
        self.links_row.copy.clicked.connect(self.links.copy_links)
        self.links_row.open.clicked.connect(self.links.open_current)
        self.links.open_asked.connect(self.link_asked)
        self.links.at_changed.connect(self._on_link)
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    def show_result(self, page: Page | None, pane: PaneRecord) -> None:
        """Show a pane's result; the same one again changes nothing."""
        seen = (page, pane.number, pane.name, pane.extraction, pane.shown, pane.step, pane.state)
        unchanged = len(seen) == len(self._seen) and all(
            one is two for one, two in zip(seen, self._seen, strict=True)
        )
        if unchanged:
            return
        self._seen = seen
        self._show(result_facts(page, pane))

    def copy(self) -> None:
        """Copy everything but the links as text."""
        QGuiApplication.clipboard().setText(self.facts.as_text())

    def _show(self, facts: ResultFacts) -> None:
        self.facts = facts
        self.state.show_state(facts.state)
        self.message.setText(breakable(facts.message))
        self.message.setVisible(bool(facts.message))
        rows = self.warnings.fit(len(facts.warnings))
        for row, warning in zip(rows, facts.warnings, strict=True):
            assert isinstance(row, WarningRow)  # noqa: S101 - made by Lines
            row.show_warning(warning)
        self.warnings.setVisible(bool(facts.warnings))
        self.fields.show_lines(facts.fields)
        self.scores.show_lines(facts.scores)
        self.scores_title.setVisible(bool(facts.scores))
        self.scores.setVisible(bool(facts.scores))
        self.links.show_links(facts.links, facts.base)
        self.links_row.show_count(len(facts.links))
        self.links_row.setVisible(bool(facts.links))
        self.links.setVisible(bool(facts.links))
        self.nothing.setVisible(facts.bare)

    def _on_link(self) -> None:
        self.links_row.set_openable(bool(self.links.web_address))

    def _restyle(self) -> None:
        side = theme.px(16)
        self.message.setContentsMargins(side, theme.px(2), side, theme.px(6))
        self.scores_title.setContentsMargins(side, theme.px(4), side, theme.px(4))
        self.nothing.setContentsMargins(side, 0, side, theme.px(10))
