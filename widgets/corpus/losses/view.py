"""The tab Losses: choices, the table of rules, and beside it what if and pages of a rule.

Input: a `LossesRecord`. Output: the user's choices. In a narrow window the two views beside the
table are in the panel of the selected rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.losses.records import FOLDING, Column, LossesRecord
from boilerscope.widgets.corpus.losses.rule_pages import RulePages
from boilerscope.widgets.corpus.losses.table import LossTable
from boilerscope.widgets.corpus.losses.texts import by_names, heading
from boilerscope.widgets.corpus.losses.what_if import WhatIfView
from boilerscope.widgets.corpus.names import pane_name
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.folding_row import FoldingRow
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import entry
from boilerscope.widgets.splitter import ThinSplitter
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

_PANE, _BY, _FILTER = 196, 150, 150


class LossesView(QWidget):
    """The tab.

    Signals
    -------
    pane_chosen(str)
        Show the losses of this pane.
    by_chosen(str)
        Divide them in this way.
    filter_changed(str)
        Show only rows with this text.
    without_asked()
        Run the pane without each rule, or cancel these runs.
    measure_asked()
        Score by token F1.
    mark_asked()
        Mark the gold of the selected page.
    offer_chosen(str)
        Command of a button of the note.
    given_away()
        What if and pages need another place.
    """

    pane_chosen = Signal(str)
    by_chosen = Signal(str)
    filter_changed = Signal(str)
    without_asked = Signal()
    measure_asked = Signal()
    mark_asked = Signal()
    offer_chosen = Signal(str)
    given_away = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("losses")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.record = LossesRecord()
        self._unfolded: set[Column] = set()
        self._make_parts()
        self._assemble()
        theme.follow(self._restyle)

    def show_record(self, record: LossesRecord) -> None:
        """Show losses."""
        self.record = record
        waits = self.hasFocus() or self.empty.has_focus()
        self._stack.setCurrentIndex(1)
        self.title.setText(record.title or self.tr("Losses of"))
        active = "" if record.pane is None else record.pane.name
        self.pane.set_entries([(pane_name(pane), pane.name) for pane in record.panes], active)
        names = by_names().items()
        self.by.set_entries([(label, name) for name, label in names], record.by)
        self.other_measure.setVisible(record.is_other_measure)
        self.sum.setText(self._sum(record))
        self.mark.setVisible(not record.has_gold)
        self.state.setText(record.state)
        self.state.setVisible(bool(record.state))
        self.without.setVisible(bool(record.offer))
        self.without.setText(record.offer)
        self.note.setText(self._note(record))
        self.table.show_record(record)
        self._fold()
        if waits:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_note(self, text: str, offers: Sequence[tuple[str, str]] = ()) -> None:
        """Show a sentence instead of the table."""
        had_focus = self.table.hasFocus()
        self.empty.show_note(text, offers)
        self._stack.setCurrentIndex(0)
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: this view, until there is a table."""
        return self.table if self._stack.currentIndex() else self.empty.entry() or self

    def put_beside(self, *, shown: bool) -> None:
        """Show what if and pages beside the table, or give them away."""
        if shown:
            self._beside.insertWidget(0, self.what_if)
            self._beside.insertWidget(1, self.pages)
            self.what_if.show()
            self.pages.show()
        else:
            self.given_away.emit()
        self._beside.setVisible(shown)
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    # -- parts -----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.title = TextLabel(self.tr("Losses of"), weight=600)
        self.pane, self.by = Combo(), Combo()
        self.by.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.by.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.pane.setAccessibleName(self.tr("Pane"))
        self.by.setAccessibleName(self.tr("Rows"))
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Rule or setting"))
        self.filter.setAccessibleName(self.tr("Rule or setting"))
        self.filter.setClearButtonEnabled(True)
        self.other_measure = QPushButton(self.tr("Losses are counted in token F1"))
        self.other_measure.setProperty("role", "chip")
        self.other_measure.setToolTip(self.tr("Score by token F1"))
        self.mark = QPushButton(self.tr("Mark gold"))
        self.mark.setToolTip(self.tr("Open the selected page and mark its main content"))
        self.state = TextLabel(size=12, role="ink2")
        self.sum = ElidedLabel(size=12, elide=Qt.TextElideMode.ElideNone)
        self.sum.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.without = QPushButton()
        self.without.setProperty("role", "chip")
        self.columns = QPushButton()
        self.columns.setProperty("role", "chip")
        self.columns.setMenu(QMenu(self.columns))
        self.table = LossTable()
        self.note = ElidedLabel(size=12, role="ink2")
        self.what_if, self.pages = WhatIfView(), RulePages()
        self.empty = EmptyNote()
        self.pane.activated.connect(lambda _i: self.pane_chosen.emit(self.pane.currentData()))
        self.by.activated.connect(lambda _i: self.by_chosen.emit(self.by.currentData()))
        self.filter.textChanged.connect(self.filter_changed)
        self.other_measure.clicked.connect(self.measure_asked)
        self.mark.clicked.connect(self.mark_asked)
        self.without.clicked.connect(self.without_asked)
        self.empty.chosen.connect(self.offer_chosen)

    def _assemble(self) -> None:
        head = FoldingRow((12, 4, 12, 4), 8)
        head.set_shares(0, 1)
        for part in (self.title, self.pane, self.by, self.filter, self.other_measure, self.state):
            head.first.addWidget(part)
        head.second.addWidget(self.sum, 1)
        for part in (self.mark, self.without, self.columns):
            head.second.addWidget(part)
        foot = theme.spaced(QHBoxLayout(), (12, 4, 12, 6))
        foot.addWidget(self.note, 1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self._beside = ThinSplitter(Qt.Orientation.Vertical)
        self._beside.addWidget(self.what_if)
        self._beside.addWidget(self.pages)
        self._beside.setStretchFactor(0, 5)
        self._beside.setStretchFactor(1, 4)
        filled = ThinSplitter(Qt.Orientation.Horizontal)
        filled.addWidget(left)
        filled.addWidget(self._beside)
        filled.setStretchFactor(0, 1)
        filled.setStretchFactor(1, 0)
        filled.setSizes([900, 310])
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)

    def _fold(self) -> None:
        """Hide columns without space, except those that the user has chosen."""
        is_narrow = self.table.needs_folding
        hidden = [column for column in FOLDING if column not in self._unfolded]
        if self.record.has_gold:
            self.table.set_hidden(hidden if is_narrow else ())
        else:
            self.table.set_hidden((Column.PAGES, Column.CORRECT, Column.WITHOUT))
        self.columns.setVisible(is_narrow and self.record.has_gold)
        self.columns.setText(self.tr("{n} columns").format(n=number(len(FOLDING))))
        menu = self.columns.menu()
        menu.clear()
        for column in FOLDING:
            action = menu.addAction(entry(heading(column, self.record)))
            action.setCheckable(True)
            action.setChecked(column in self._unfolded)
            action.toggled.connect(
                lambda shown, column=column: self._show_column(column, shown=shown)
            )

    def _show_column(self, column: Column, *, shown: bool) -> None:
        (self._unfolded.add if shown else self._unfolded.discard)(column)
        self._fold()

    def _sum(self, record: LossesRecord) -> str:
        if not record.has_gold:
            return ""
        f1 = number(record.f1, decimals=3)
        lost = number(1 - record.f1, decimals=3)
        return self.tr("1 − {f1} = {lost} lost F1").format(f1=f1, lost=lost)

    def _note(self, record: LossesRecord) -> str:
        if not record.has_gold:
            return self.tr(
                "No gold: decisions, not errors. The rules that other panes contradict most come"
                " first."
            )
        return self.tr(
            "A word belongs to the rule that decided its block last. Without it: F1 of a run"
            " without the rule. Bold if the interval excludes 0. –: cannot be off alone."
        )

    def _restyle(self) -> None:
        self.pane.setFixedWidth(theme.px(_PANE))
        self.by.setMinimumWidth(theme.px(_BY))
        self.filter.setMaximumWidth(theme.px(_FILTER))
        self._fold()
