"""The tab Changes: two panes, the rules that lose and win words, and the pages that changed.

Input: a `ChangesRecord`. Output: the user's choices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.scoring.changes.records import (
    UNKNOWN,
    Direction,
    RuleChange,
    status_words,
)
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.changes.records import ChangedPage, ChangesRecord
from boilerscope.widgets.corpus.names import pane_name, signed
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.splitter import ThinSplitter
from boilerscope.widgets.tables.sorted_table import SortedTable, TableColumn
from boilerscope.widgets.words import counted, number

if TYPE_CHECKING:
    from collections.abc import Sequence

_PANE = 220
_DIRECTION, _NUMBER, _STATUS, _F1 = 64, 60, 80, 74


class ChangesView(QWidget):
    """The tab.

    Signals
    -------
    panes_chosen(str, str)
        Compare these panes: before, after.
    rule_chosen(object)
        List the pages of this `RuleChange`; None for all pages.
    page_chosen(int), page_opened(int)
        Select, or open, the page with this number.
    cancelled()
        Stop the comparison.
    offer_chosen(str)
        Command of a button of the note.
    """

    panes_chosen = Signal(str, str)
    rule_chosen = Signal(object)
    page_chosen = Signal(int)
    page_opened = Signal(int)
    cancelled = Signal()
    offer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changes")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.record = ChangesRecord()
        self._make_head()
        self._make_tables()
        self._assemble()
        theme.follow(self._restyle)

    def show_panes(self, record: ChangesRecord) -> None:
        """Show the choice of panes alone, as long as nothing is compared."""
        entries = [(pane_name(pane), pane.name) for pane in record.panes]
        self.before.set_entries(entries, record.before)
        self.after.set_entries(entries, record.after)
        for part in (self.title, self.before, self.to, self.after, self.swap):
            part.setVisible(len(record.panes) > 1)

    def show_record(self, record: ChangesRecord) -> None:
        """Show changes."""
        had_focus = self.hasFocus() or self.empty.has_focus()
        had_gold, self.record = self.record.has_gold, record
        self._stack.setCurrentIndex(1)
        self.show_panes(record)
        self.state.setText(record.state)
        self.state.setVisible(bool(record.state))
        self.sum.setText(self._sum(record))
        self.cancel.hide()
        if had_gold is not record.has_gold:
            self.pages.set_columns(self._page_columns(has_gold=record.has_gold))
        self.rules.show_rows(record.rules, record.selected)
        self.pages.show_rows(record.pages, None)
        self.show_current(record.current)
        self._show_heading(record)
        if had_focus:
            self.rules.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_current(self, row: int | None) -> None:
        """Show which page is selected."""
        pages = self.pages.sorted.rows
        self.pages.show_current(next((p for p in pages if p.change.index == row), None))

    def show_note(
        self, text: str, offers: Sequence[tuple[str, str]] = (), *, is_busy: bool = False
    ) -> None:
        """Show a sentence instead of the tables; a busy comparison can be cancelled."""
        had_focus = self.rules.hasFocus() or self.pages.hasFocus()
        self.empty.show_note(text, offers)
        self.cancel.setVisible(is_busy)
        self.sum.setText("")
        self.state.hide()
        self._stack.setCurrentIndex(0)
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: this view, until there is a table."""
        return self.rules if self._stack.currentIndex() else self.empty.entry() or self

    # -- parts -----------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.title = TextLabel(self.tr("Changes from"), weight=600)
        self.to = TextLabel(self.tr("to"))
        self.before, self.after = Combo(), Combo()
        self.before.setAccessibleName(self.tr("Pane before the change"))
        self.after.setAccessibleName(self.tr("Pane after the change"))
        self.swap = IconButton("swap-horizontal", self.tr("Swap the panes"))
        self.state = TextLabel(size=12, role="ink2")
        self.sum = ElidedLabel(size=12, elide=Qt.TextElideMode.ElideNone)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setProperty("role", "chip")
        self.cancel.clicked.connect(self.cancelled)
        self.before.activated.connect(lambda _index: self._choose())
        self.after.activated.connect(lambda _index: self._choose())
        self.swap.clicked.connect(self._swap)

    def _make_tables(self) -> None:
        self.rules: SortedTable[RuleChange] = SortedTable(
            self._rule_columns(), order=2, name=self.tr("Rules that lose and win words")
        )
        self.rules.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.rules.chosen.connect(self.rule_chosen)
        self.rules.opened.connect(lambda _rule: self._open_first())
        self.pages: SortedTable[ChangedPage] = SortedTable(
            self._page_columns(has_gold=False), order=1, name=self.tr("Pages that changed")
        )
        self.pages.chosen.connect(lambda page: self.page_chosen.emit(page.change.index))
        self.pages.opened.connect(lambda page: self.page_opened.emit(page.change.index))
        self.pages_title = ElidedLabel(weight=600)
        self.all = QPushButton()
        self.all.setProperty("role", "link")
        self.all.clicked.connect(lambda: self.rule_chosen.emit(None))
        self.empty = EmptyNote()
        self.empty.chosen.connect(self.offer_chosen)

    def _assemble(self) -> None:
        head = theme.spaced(QHBoxLayout(), (12, 4, 12, 4), 8)
        for part in (self.title, self.before, self.to, self.after, self.swap, self.state):
            head.addWidget(part)
        head.addStretch(1)
        head.addWidget(self.cancel)
        foot = theme.spaced(QHBoxLayout(), (12, 4, 12, 6))
        foot.addWidget(self.sum, 1)
        heading = theme.spaced(QHBoxLayout(), (12, 4, 12, 2), 8)
        heading.addWidget(self.pages_title, 1)
        heading.addWidget(self.all)
        right = QWidget()
        below = QVBoxLayout(right)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addLayout(heading)
        below.addWidget(self.pages, 1)
        tables = ThinSplitter(Qt.Orientation.Horizontal)
        tables.addWidget(self.rules)
        tables.addWidget(right)
        tables.setStretchFactor(0, 1)
        tables.setStretchFactor(1, 1)
        body = QWidget()
        self._stack = QStackedLayout(body)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(tables)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(body, 1)
        column.addLayout(foot)

    def _rule_columns(self) -> tuple[TableColumn[RuleChange], ...]:
        words = {Direction.LOST: self.tr("Lost"), Direction.WON: self.tr("Won")}
        return (
            TableColumn(
                self.tr("Step and rule"),
                lambda rule: self.tr("Not traced") if rule.name == UNKNOWN else rule.name,
                lambda rule: rule.name,
            ),
            TableColumn(
                self.tr("Change"),
                lambda rule: words[rule.direction],
                lambda rule: rule.direction.value,
                _DIRECTION,
            ),
            TableColumn(
                self.tr("Words"), lambda rule: number(rule.words), lambda rule: rule.words, _NUMBER
            ),
            TableColumn(
                self.tr("Pages"), lambda rule: number(rule.pages), lambda rule: rule.pages, _NUMBER
            ),
        )

    def _page_columns(self, *, has_gold: bool) -> tuple[TableColumn[ChangedPage], ...]:
        columns: tuple[TableColumn[ChangedPage], ...] = (
            TableColumn(self.tr("Page"), lambda page: page.name, lambda page: page.name),
            TableColumn(
                self.tr("Lost"), lambda page: number(page.lost), lambda page: page.lost, _NUMBER
            ),
            TableColumn(
                self.tr("Won"), lambda page: number(page.won), lambda page: page.won, _NUMBER
            ),
            TableColumn(
                self.tr("Status"),
                lambda page: status_words(page.change),
                lambda page: status_words(page.change),
                _STATUS,
            ),
        )
        if not has_gold:
            return columns
        return (
            *columns,
            TableColumn(
                self.tr("F1 before"),
                lambda page: number(page.f1.before, decimals=3),
                lambda page: page.f1.before,
                _F1,
            ),
            TableColumn(
                self.tr("F1 after"),
                lambda page: number(page.f1.after, decimals=3),
                lambda page: page.f1.after,
                _F1,
            ),
            TableColumn(
                self.tr("Difference"),
                lambda page: signed(page.f1.difference),
                lambda page: page.f1.difference,
                _F1,
            ),
        )

    # -- contents --------------------------------------------------------------------------

    def _sum(self, record: ChangesRecord) -> str:
        text = self.tr("{changed} of {pages} pages changed, {texts} in their text only")
        parts = [
            text.format(
                changed=number(record.n_changed),
                pages=number(record.n_pages),
                texts=number(record.n_texts),
            ),
            self.tr("{lost} lost, {won} won").format(
                lost=counted(record.lost, characters=record.characters),
                won=counted(record.won, characters=record.characters),
            ),
        ]
        if record.has_gold:
            parts.append(
                self.tr("F1 {before} → {after} ({difference})").format(
                    before=number(record.f1.before, decimals=3),
                    after=number(record.f1.after, decimals=3),
                    difference=signed(record.f1.difference),
                )
            )
        return " · ".join(parts)

    def _show_heading(self, record: ChangesRecord) -> None:
        title = self.tr("Pages that changed")
        if record.selected is not None:
            title = self.tr("Pages of {rule}").format(rule=record.selected.name)
        self.pages_title.setText(title)
        self.all.setText(self.tr("Show all {n}").format(n=number(record.n_changed)))
        self.all.setVisible(record.selected is not None)

    # -- the user --------------------------------------------------------------------------

    def _choose(self) -> None:
        self.panes_chosen.emit(self.before.currentData(), self.after.currentData())

    def _swap(self) -> None:
        self.panes_chosen.emit(self.after.currentData(), self.before.currentData())

    def _open_first(self) -> None:
        """Open the first page of the selected rule."""
        rows = self.pages.sorted.rows
        if rows:
            self.page_opened.emit(rows[0].change.index)

    def _restyle(self) -> None:
        for box in (self.before, self.after):
            box.setFixedWidth(theme.px(_PANE))
