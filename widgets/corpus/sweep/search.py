"""Search over several settings: head with the choice of settings, trials, and the warning.

Input: a `SearchView`. Output: the settings to search, start, pause and end, and the selected trial.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, Qt, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.search.tune import MAX_SETTINGS, MIN_SETTINGS
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import short_measure
from boilerscope.widgets.corpus.sweep.choices import NumberField
from boilerscope.widgets.corpus.sweep.records import SearchLife, SearchView
from boilerscope.widgets.corpus.sweep.trials import TrialTable
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import entry, plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from boilerscope.extractors.search.tune import Trial
    from boilerscope.widgets.corpus.sweep.records import SweptRange

MAX_TRIALS = 10_000


class SearchPart(QWidget):
    """Head, trials and warning of a search.

    Signals
    -------
    fields_chosen(object)
        Names of the settings to search.
    trials_chosen(int)
        Number of trials to run.
    started(), paused(bool), cancelled()
        Begin the search, pause or continue it, and end it.
    selected(int)
        Number of the trial that the user selected, from 0.
    applied(int)
        Apply this trial.
    """

    fields_chosen = Signal(object)
    trials_chosen = Signal(int)
    started = Signal()
    paused = Signal(bool)
    cancelled = Signal()
    selected = Signal(int)
    applied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = SearchView()
        self._fields: tuple[str, ...] = ()
        self._is_head_only = False
        self._make_head()
        self.line = _ShareLine()
        self.table = TrialTable()
        self.empty = EmptyNote()
        self.warning = ReportWarning()
        self._body = QWidget()
        self._stack = QStackedLayout(self._body)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        self._warning_row = theme.spaced(QHBoxLayout(), (12, 4, 12, 6))
        self._warning_row.addWidget(self.warning)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.line)
        column.addWidget(self._body, 1)
        column.addLayout(self._warning_row)
        self._connect()
        theme.follow(self._restyle)

    def show_choice(
        self, ranges: Sequence[SweptRange], fields: Sequence[str], n_trials: int
    ) -> None:
        """Show the settings to choose from, the chosen settings, and the number of trials.

        Parameters
        ----------
        ranges : sequence of SweptRange
            The settings with the values that a search tries.
        """
        self._fields = tuple(fields)
        menu = self.settings.menu()
        if [action.data() for action in menu.actions()] != [swept.field for swept in ranges]:
            menu.clear()
            for swept in ranges:
                action = QAction(menu, checkable=True)
                action.setData(swept.field)
                menu.addAction(action)
        for action, swept in zip(menu.actions(), ranges, strict=True):
            action.setText(entry(self._range_words(swept)))
            action.setChecked(swept.field in fields)
        self.settings.setText(self._n_settings(len(fields)))
        tip = self.tr("Settings to search. The row above sets the range of each.")
        self.settings.setToolTip(plain(tip))
        self.n_trials.show_value(n_trials)
        self._show_empty()

    def _range_words(self, swept: SweptRange) -> str:
        """Return a setting with its range: ``max_link_density, 0 to 1``."""
        if swept.low is None or swept.high is None:
            return swept.field
        text = self.tr("{field}, {low} to {high}")
        return text.format(field=swept.field, low=number(swept.low), high=number(swept.high))

    @property
    def is_empty(self) -> bool:
        """Whether there are neither trials nor a search that runs."""
        return not (self._view.ranked or self._view.is_busy)

    @property
    def has_problem(self) -> bool:
        """Whether the search could not run; its reason needs more room than the head."""
        return bool(self._view.problem)

    def show_head_only(self, *, head_only: bool) -> None:
        """Show the head alone, with the note of an empty search in it, or all parts."""
        self._is_head_only = head_only
        self._body.setHidden(head_only)
        vertical = QSizePolicy.Policy.Maximum if head_only else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)
        self._show_empty()

    def show_search(self, view: SearchView, current: int) -> None:
        """Show a search, and select a trial by its number."""
        self._view = view
        self.progress.setText(self._progress())
        busy = view.is_busy
        had_focus = any(button.hasFocus() for button in (self.start, self.pause, self.cancel))
        was_busy = self.pause.isVisibleTo(self)
        for widget in (self.settings, self.n_trials, self._trials_word, self.start):
            widget.setVisible(not busy)
        for widget in (self.pause, self.cancel):
            widget.setVisible(busy)
        if had_focus and busy != was_busy:
            (self.pause if busy else self.table).setFocus()
        is_paused = view.life is SearchLife.PAUSED
        self.pause.setText(self.tr("Continue") if is_paused else self.tr("Pause"))
        self.pause.setIcon(theme.icon("play" if is_paused else "pause", "ink"))
        self.line.show_share(view.share_done if busy else 0.0)
        self.table.show_search(view, current)
        self._stack.setCurrentIndex(1 if self.is_empty else 0)
        self._show_empty()
        selected = next((trial for trial in view.ranked if trial.number == current), None)
        self.warning.show_trial(selected, view)

    # -- parts -----------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.title = TextLabel(self.tr("Search"), weight=600)
        self.progress = ElidedLabel(size=12, role="ink2")
        self.settings = QPushButton()
        self.settings.setMenu(_StayingMenu(self.settings))
        self.n_trials = NumberField(self.tr("Number of trials"), 48)
        self._trials_word = TextLabel(self.tr("trials"), size=12, role="ink2")
        self.start = QPushButton(self.tr("Search"))
        self.pause = QPushButton(self.tr("Pause"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.note = ElidedLabel(size=12, role="ink2")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._head = theme.spaced(QHBoxLayout(), (12, 4, 12, 4), 8)
        for widget in (
            *(self.title, self.progress, self.settings, self.n_trials, self._trials_word),
            *(self.start, self.pause, self.cancel),
        ):
            self._head.addWidget(widget)
        self._head.addWidget(self.note, 1)
        self._head.addStretch(0)

    def _connect(self) -> None:
        self.settings.menu().triggered.connect(self._choose)
        self.n_trials.entered.connect(
            lambda value: self.trials_chosen.emit(min(max(round(value), 2), MAX_TRIALS))
        )
        self.start.clicked.connect(self.started)
        self.pause.clicked.connect(
            lambda: self.paused.emit(self._view.life is not SearchLife.PAUSED)
        )
        self.cancel.clicked.connect(self.cancelled)
        self.table.selected.connect(self.selected)
        self.table.applied.connect(self.applied)

    def _choose(self, action: QAction) -> None:
        name = action.data()
        others = [field for field in self._fields if field != name]
        self.fields_chosen.emit(tuple([*others, name] if action.isChecked() else others))

    def _show_empty(self) -> None:
        n = len(self._fields)
        is_right = MIN_SETTINGS <= n <= MAX_SETTINGS
        self.start.setEnabled(is_right and not self._view.is_busy)
        text = self.tr("Only training pages decide which values are best.")
        if self._view.problem:
            text = self._view.problem
        elif not is_right:
            text = self.tr("Choose {low} to {high} settings").format(
                low=MIN_SETTINGS, high=MAX_SETTINGS
            )
        self.empty.show_note(text)
        if not self._is_head_only:
            text = self.tr("Optuna, TPE, seed {seed}, training pages").format(seed=self._view.seed)
        self.note.setText(text)
        is_busy = self._view.is_busy
        self.note.setVisible(is_busy or bool(self._view.trials) or self._is_head_only)

    def _n_settings(self, count: int) -> str:
        if count == 1:
            return self.tr("1 setting")
        return self.tr("{n} settings").format(n=number(count))

    def _progress(self) -> str:
        view = self._view
        if view.life is SearchLife.IDLE or (not view.trials and not view.is_busy):
            return ""
        texts = [
            self.tr("{n} of {total} trials").format(
                n=number(len(view.trials)), total=number(view.n_trials)
            ),
            self._n_settings(len(view.fields)),
        ]
        if view.life is SearchLife.PAUSED:
            texts.append(self.tr("paused"))
        elif view.life is SearchLife.CANCELLED:
            texts.append(self.tr("cancelled"))
        elif view.is_busy and view.left_s is not None:
            texts.append(self.tr("{n} s left").format(n=number(math.ceil(view.left_s))))
        return ", ".join(texts)

    def _restyle(self) -> None:
        for button, name in (
            (self.start, "magnify"),
            (self.pause, "play" if self._view.life is SearchLife.PAUSED else "pause"),
            (self.cancel, "close"),
            (self.settings, "tune-variant"),
        ):
            button.setIcon(theme.icon(name, "ink"))


class ReportWarning(QFrame):
    """Warning about the score to report; it cannot be closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.icon = TextLabel()
        self.head = TextLabel(weight=600, role="warning", wrap=True)
        self.text = TextLabel(role="warning", wrap=True)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.text)
        self._row = theme.spaced(QHBoxLayout(self), spacing=8)
        self._row.addWidget(self.icon)
        self._row.addLayout(column, 1)
        self.hide()
        theme.follow(self._restyle)

    def show_trial(self, trial: Trial | None, view: SearchView) -> None:
        """Show the score of a trial to report; hide the warning without a validation score."""
        has_score = trial is not None and not math.isnan(trial.validation)
        self.setVisible(has_score)
        if trial is None or not has_score:
            return
        training = number(trial.training, decimals=3)
        validation = number(trial.validation, decimals=3)
        self.head.setText(
            self.tr("Report {validation}, not {training}.").format(
                validation=validation, training=training
            )
        )
        gap = self.tr("lower") if trial.gap > 0 else self.tr("higher")
        self.text.setText(
            self.tr(
                "Trial {n} was selected on the training pages. On the {pages} validation pages its"
                " {measure} is {gap} {direction}. Selecting by the validation score would bias that"
                " score as well."
            ).format(
                n=number(trial.number + 1),
                pages=number(view.n_validation),
                measure=short_measure(view.measure),
                gap=number(abs(trial.gap), decimals=3),
                direction=gap,
            )
            + self._wider(trial, view)
        )
        self.setAccessibleName(f"{self.head.text()} {self.text.text()}")
        self._keep_height()

    def _wider(self, trial: Trial, view: SearchView) -> str:
        """Return a sentence on values at the end of their ranges; empty without any."""
        ends = dict(view.ends).get(trial.number, ())
        text = self.tr(" Last value tried of {fields}: widen the range.")
        return text.format(fields=", ".join(ends)) if ends else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_height()

    def _keep_height(self) -> None:
        """Reserve the height of all lines; the trials get less space."""
        self.setMinimumHeight(max(self._row.heightForWidth(self.width()), 0))  # -1 while hidden
        self._row.setGeometry(self.rect())  # the new height came inside of a resize event

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("warning_fill"))
        painter.drawRoundedRect(self.rect(), theme.px(4), theme.px(4))

    def _restyle(self) -> None:
        self.icon.setPixmap(theme.pixmap("alert-outline", 18, "warning"))
        side = theme.px(10)
        self._row.setContentsMargins(QMargins(side, theme.px(7), side, theme.px(7)))
        self.update()


class _ShareLine(QWidget):
    """Line below the head: finished share of the search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        theme.follow(self._restyle)

    def show_share(self, share: float) -> None:
        """Show a share, 0 to 1."""
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        line = self.rect()
        if not self._share:
            painter.fillRect(0, line.height() - 1, line.width(), 1, theme.colour("line"))
            return
        painter.fillRect(line, theme.colour("track"))
        painter.fillRect(
            0, 0, round(line.width() * self._share), line.height(), theme.colour("ink")
        )

    def _restyle(self) -> None:
        self.setFixedHeight(theme.px(3))


class _StayingMenu(QMenu):
    """Menu of switches that stays open, so that the user can choose several."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action in self.actions():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)
