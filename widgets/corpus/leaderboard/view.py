"""Leaderboard: heading, explanation, baseline, and the table.

Input: scores of panes. Output: the user's choices. Columns without space are hidden behind a
button; in a low window, so are all rows except the best row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.scoring.bootstrap import RESAMPLES
from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.leaderboard import boxes
from boilerscope.widgets.corpus.leaderboard.records import FOLDING, BoardRecord, Column
from boilerscope.widgets.corpus.leaderboard.table import BoardTable
from boilerscope.widgets.corpus.leaderboard.texts import average_name, heading
from boilerscope.widgets.corpus.names import measure_name, pane_name
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.fitted import NO_LIMIT
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import entry, plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_WIDE = 1170
_HEAD = 34
_BASELINE, _TIGHT_BASELINE = 209, 110
_ROOMY = 640
_MAX_ROWS = 8


class LeaderboardView(QWidget):
    """The leaderboard.

    Signals
    -------
    pane_chosen(str)
        Make a pane the active pane.
    baseline_chosen(str)
        Compare the other panes with this pane.
    sorted_by(str)
        Sort by this order, see `BoardRecord.sort`.
    pages_asked(str, object)
        List the pages of a number of a pane, a `PanePart`; None for the mean.
    all_pages_asked()
        Clear the filter.
    settings_asked(str)
        Go to the settings of a pane.
    losses_asked(str)
        Go to the losses of a pane.
    run_again_asked(str)
        Run a pane again.
    decider_chosen(str, bool)
        Whether panes are compared only on pages that this pane answered.
    add_asked()
        Add a pane.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    pane_chosen = Signal(str)
    baseline_chosen = Signal(str)
    sorted_by = Signal(str)
    removal_asked = Signal(str)
    pages_asked = Signal(str, object)
    all_pages_asked = Signal()
    settings_asked = Signal(str)
    losses_asked = Signal(str)
    run_again_asked = Signal(str)
    decider_chosen = Signal(str, bool)
    add_asked = Signal()
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("leaderboard")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._shown_folding: set[Column] = set()
        self._is_brief = self._is_opened = False
        self._make_parts()
        self._assemble()
        self._connect()
        theme.follow(self._restyle)
        self.show_board(BoardRecord())
        self._stack.setCurrentIndex(1)  # at the start, nobody has said yet that there are no panes

    @property
    def record(self) -> BoardRecord:
        """Contents of the leaderboard."""
        return self.table.record

    def show_board(self, record: BoardRecord) -> None:
        """Show other scores, panes or choices."""
        is_other_count = len(record.panes) != len(self.record.panes)
        self.table.show_record(record)
        self.title.setText(record.title or self.tr("Leaderboard"))
        self.all_pages.setVisible(record.is_filtered)
        self.note.setText(self._note(record))
        self.title.setToolTip(plain(self.note.text()))
        self.baseline.set_entries(
            [(pane_name(pane), pane.name) for pane in record.panes], record.baseline_name
        )
        self.table.setAccessibleName(
            self.tr("Leaderboard by {measure}, {average}").format(
                measure=measure_name(record.measure), average=average_name(record.average)
            )
        )
        self._stack.setCurrentIndex(1 if record.panes else 0)
        self._show_more()
        if is_other_count:
            self.updateGeometry()

    def set_compact(self, *, low: bool) -> None:
        """Show only the best row, for lack of height; the other rows are behind a button."""
        if low != self._is_brief:
            self._is_brief, self._is_opened = low, False
            self._show_more()

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.table if self.record.panes else self.empty.entry()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(1280), self._height(min(len(self.record.panes), _MAX_ROWS)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(320), self._height(1) + self._bar_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    # -- parts -----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.title = TextLabel(weight=600)
        self.all_pages = QPushButton(self.tr("All pages"))
        self.all_pages.setProperty("role", "link")
        self.note = ElidedLabel(size=12, role="ink2")
        self.columns = QPushButton()
        self.columns.setProperty("role", "chip")
        self.columns.setMenu(QMenu(self.columns))
        self.more = QPushButton()
        self.more.setProperty("role", "chip")
        self.more.setCheckable(True)
        self.baseline_label = TextLabel(self.tr("Baseline"), size=12, role="ink2")
        self.baseline = Combo()
        self.baseline.setAccessibleName(self.tr("Baseline"))
        self.table = BoardTable()
        self.empty = EmptyNote()
        self.empty.show_note(
            self.tr("Add an extractor to compare"), [("add", self.tr("Add extractor"))]
        )

    def _assemble(self) -> None:
        self._head = theme.spaced(QHBoxLayout(), (12, 2, 12, 2), 8)
        self._head.addWidget(self.title)
        self._head.addWidget(self.all_pages)
        self._head.addWidget(self.note, 1)
        self._head.addWidget(self.more)
        self._head.addWidget(self.columns)
        self._head.addWidget(self.baseline_label)
        self._head.addWidget(self.baseline)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.table, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)

    def _connect(self) -> None:
        table = self.table
        for signal, target in (
            (table.pane_chosen, self.pane_chosen),
            (table.baseline_chosen, self.baseline_chosen),
            (table.sorted_by, self.sorted_by),
            (table.removal_asked, self.removal_asked),
            (table.pages_asked, self.pages_asked),
            (table.settings_asked, self.settings_asked),
            (table.losses_asked, self.losses_asked),
            (table.run_again_asked, self.run_again_asked),
            (table.decider_chosen, self.decider_chosen),
            (table.rows_copied, self.rows_copied),
            (self.all_pages.clicked, self.all_pages_asked),
        ):
            signal.connect(target)
        self.empty.chosen.connect(lambda _command: self.add_asked.emit())
        self.baseline.activated.connect(
            lambda _index: self.baseline_chosen.emit(self.baseline.currentData())
        )
        self.more.toggled.connect(self._on_more)
        self.table.horizontalScrollBar().rangeChanged.connect(self._show_more)

    # -- room ------------------------------------------------------------------------------

    def _fold(self) -> None:
        """Hide columns without space, except those that the user has chosen."""
        is_narrow = self.width() < theme.px(_WIDE)
        is_tight = self.width() < theme.px(_ROOMY)
        self.note.setVisible(not is_tight)  # the title has it as a tip
        self.baseline.setFixedWidth(theme.px(_TIGHT_BASELINE if is_tight else _BASELINE))
        hidden = [column for column in FOLDING if column not in self._shown_folding]
        self.table.set_hidden(hidden if is_narrow else ())
        self.columns.setVisible(is_narrow)
        self.columns.setText(self.tr("{n} columns").format(n=number(len(FOLDING))))
        self._fill_columns()

    def _fill_columns(self) -> None:
        menu = self.columns.menu()
        menu.clear()
        for column in FOLDING:
            action = menu.addAction(entry(heading(self.record, column)))
            action.setCheckable(True)
            action.setChecked(column in self._shown_folding)
            action.toggled.connect(
                lambda shown, column=column: self._show_column(column, shown=shown)
            )

    def _show_column(self, column: Column, *, shown: bool) -> None:
        (self._shown_folding.add if shown else self._shown_folding.discard)(column)
        self._fold()

    def _show_more(self) -> None:
        """Show the button of the hidden rows, and reduce the height to the shown rows."""
        n_rows = len(self.record.panes)
        folds = self._is_brief and n_rows > 1
        self.more.setVisible(folds)
        self.more.setChecked(self._is_opened)
        self.more.setText(
            self.tr("Best only")
            if self._is_opened
            else self.tr("{n} more").format(n=number(n_rows - 1))
        )
        is_low = folds and not self._is_opened
        self._limit_height(1 if is_low else n_rows)
        policy = (
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if is_low
            else (Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        )
        self.table.setVerticalScrollBarPolicy(policy)
        if is_low:
            self.table.scrollToTop()

    def _limit_height(self, n_rows: int) -> None:
        """Limit the height to that of the rows and the scroll bar below them."""
        height = self._height(n_rows) + self._bar_height()
        self.setMaximumHeight(height if n_rows else NO_LIMIT)
        self.updateGeometry()

    def _bar_height(self) -> int:
        """Return the height of the scroll bar below the rows, 0 without one."""
        bar = self.table.horizontalScrollBar()
        return bar.sizeHint().height() if bar.maximum() else 0

    def _on_more(self, opened: bool) -> None:  # noqa: FBT001 - Qt slot
        self._is_opened = opened
        self._show_more()
        self.updateGeometry()

    def _height(self, n_rows: int) -> int:
        rows = theme.px(boxes.HEADER) + max(n_rows, 1) * theme.px(boxes.ROW)
        return theme.px(_HEAD) + rows

    def _note(self, record: BoardRecord) -> str:
        note = self.tr(
            "Dot: mean. Line: 95 % bootstrap interval, {n} resamples. Open circle: mean with"
            " failures as 0."
        ).format(n=number(RESAMPLES))
        return f"{self.tr('Interim results.')} {note}" if record.interim else note

    def _restyle(self) -> None:
        self.note.setContentsMargins(theme.px(16), 0, 0, 0)
        self._fold()
        self._show_more()
