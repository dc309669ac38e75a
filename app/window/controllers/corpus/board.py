"""Leaderboard: means and intervals in the background, and the pages of its numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window.refresher import View
from boilerscope.app.window.status.texts import rows_copied
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey, chosen
from boilerscope.widgets.corpus.leaderboard.records import (
    BoardRecord,
    Column,
    beside,
    measure_of_column,
)
from boilerscope.widgets.corpus.pages.sentences import are_in_characters, filter_words
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.app.session.corpus import CorpusChoice
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.scoring.leaderboard import Leaderboard
    from boilerscope.extractors.scoring.parts import PanePart
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView

_COMPUTE = Kind("leaderboard")
_QUICK_PAGES = 1_000
"""With more pages the means appear first and the intervals, which take longer, afterwards."""

_LABELS = (
    CorpusPart.PANES
    | CorpusPart.LIFE
    | CorpusPart.CORPUS
    | CorpusPart.TABLE
    | CorpusPart.SCORES
    | CorpusPart.CHOICE
)


@dataclass(frozen=True, slots=True)
class _Choice:
    """Choices that a leaderboard depends on, besides the table."""

    measure: str
    baseline: str
    page_filter: PageFilter
    panes: tuple[str, ...]


class BoardController(QObject):
    """Fills the leaderboard and carries out its commands.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, view: LeaderboardView) -> None:
        super().__init__(context.views)
        self._corpus, self._view, self._actions = context.corpus, view, actions
        self._state = context.corpus.state
        self._work, self._notifier = context.work, context.notifier
        self._session_controller = context.session_controller
        self._sort: str = Column.MEAN
        self._shown: tuple[_Choice, Leaderboard] | None = None
        self._asked: tuple[_Choice, int] | None = None
        view.pane_chosen.connect(self._corpus.activate)
        view.baseline_chosen.connect(self._corpus.compare_with)
        view.sorted_by.connect(self._sort_by)
        view.pages_asked.connect(self._list_pages)
        view.all_pages_asked.connect(lambda: self._corpus.filter_by(PageFilter()))
        view.settings_asked.connect(self._go_to_settings)
        view.losses_asked.connect(self._go_to_losses)
        view.run_again_asked.connect(self._run_again)
        view.removal_asked.connect(self._remove)
        view.decider_chosen.connect(self._corpus.compare_on)
        view.add_asked.connect(lambda: actions.trigger("add_extractor"))
        view.rows_copied.connect(
            lambda count: context.notifier.notify(rows_copied(count), kind="copied")
        )

    def _remove(self, name: str) -> None:
        """Remove a pane of the window, which undo brings back, or one of a file or the gold."""
        if self._session_controller.session.has(name):
            self._session_controller.remove_pane(name)
            self._notifier.notify(
                translate("{pane} is removed. Ctrl+Z brings it back.").format(pane=name)
            )
        else:
            self._corpus.remove_file(name)

    def views(self) -> list[View]:
        """Return the views of the leaderboard."""
        chosen_parts = CorpusPart.TABLE | CorpusPart.SCORES | CorpusPart.CHOICE
        growing = chosen_parts | CorpusPart.RESULTS | CorpusPart.LIFE
        is_shown = self._is_shown
        return [
            View("leaderboard", self.refresh, growing, is_shown=is_shown),
            View("leaderboard labels", self._show, _LABELS, is_shown=is_shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.is_shown

    # -- display ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Compute the scores; the means of another choice appear before its intervals."""
        table = self._state.table
        choice = None if table is None else _choice(self._state.choice, table)
        if table is None or choice is None:
            self._work.drop(_COMPUTE)
            self._shown = self._asked = None
            self._show()
            return
        asked = (choice, self._state.n_results)
        if asked == self._asked:  # only the average or the order of the pages has changed
            self._show()
            return
        is_other = self._asked is None or self._asked[0] != choice
        self._asked = asked
        is_long = is_other and int(table.counts_page.sum()) > _QUICK_PAGES
        self._ask(table, choice, intervals=not is_long, replaces=is_other)

    def _ask(self, table: ScoreTable, choice: _Choice, *, intervals: bool, replaces: bool) -> None:
        def work() -> Leaderboard:
            return leaderboard(
                table,
                chosen(table, choice.page_filter),
                (choice.measure, *beside(choice.measure)),
                baseline=choice.baseline,
                intervals=(choice.measure,) if intervals else (),
            )

        def take(board: Leaderboard) -> None:
            self._shown = (choice, board)
            self._show()
            if not intervals and not self._work.is_busy(_COMPUTE):
                self._ask(table, choice, intervals=True, replaces=False)

        self._work.ask(_COMPUTE, once(work), take, failed=self._on_failed, replaces=replaces)

    def _on_failed(self, failure: Failure) -> None:
        message = translate("The leaderboard cannot be computed: {error}")
        self._notifier.notify(message.format(error=failure.text))

    def _show(self) -> None:
        state, view = self._state, self._state.choice
        choice, board = self._shown or (None, None)
        characters = are_in_characters(state.table)
        is_current = choice is not None and choice.panes == tuple(p.name for p in state.panes)
        if board is None or choice is None or not is_current or not board.n_counted:
            self._view.show_board(
                BoardRecord(
                    panes=state.panes,
                    measure=view.measure,
                    average=view.average,
                    sort=self._sort,
                    baseline=view.baseline,
                    active=state.active,
                )
            )
            return
        stale = set(state.outdated())
        rows = tuple(replace(row, is_outdated=row.pane in stale) for row in board.rows)
        self._view.show_board(
            BoardRecord(
                replace(board, rows=rows),
                state.panes,
                choice.measure,
                view.average,
                self._sort,
                choice.baseline,
                state.active,
                state.run.is_busy or state.searching is not None,
                _title(choice.page_filter, board.n_scored, characters=characters),
                not choice.page_filter.is_empty,
            )
        )

    # -- clicks ----------------------------------------------------------------------------

    def _sort_by(self, sort: str) -> None:
        self._sort = sort
        measure = measure_of_column(self._state.choice.measure, sort)
        self._corpus.rank_by_expected(measure == "expected_f1")
        self._show()

    def _list_pages(self, pane: str, part: PanePart | None) -> None:
        """List the pages of a number; those of a mean begin with the worst pages of its pane."""
        corpus, choice = self._corpus, self._state.choice
        corpus.show_tab(Tab.PAGES)
        if part is None:
            corpus.sort_by(Sort(SortKey.WORST, choice.measure, pane, choice.baseline))
        else:
            corpus.filter_by(replace(choice.page_filter, part=part))

    def _go_to_settings(self, pane: str) -> None:
        self._corpus.activate(pane)
        self._actions.trigger("show_settings")

    def _go_to_losses(self, pane: str) -> None:
        self._corpus.activate(pane)
        self._corpus.show_tab(Tab.LOSSES)

    def _run_again(self, pane: str) -> None:
        """Run the panes again that failed in the same ways as this pane."""
        rows = () if self._shown is None else self._shown[1].rows
        outcomes = next((row.outcomes for row in rows if row.pane == pane), {})
        self._corpus.start(again=_failures(outcomes))


def _choice(view: CorpusChoice, table: ScoreTable) -> _Choice | None:
    """Return the choice to compute; None if the table lacks its scores or panes."""
    names = {view.measure, *beside(view.measure)}
    if not names <= {*table.measures, *WITHOUT_GOLD} or not table.panes:
        return None
    box, part = view.page_filter.box, view.page_filter.part
    named = {view.baseline, *(box.panes if box else ()), *((part.pane,) if part else ())}
    if not named <= {"", *table.panes}:
        return None  # a pane was removed; its chooser will choose again
    return _Choice(view.measure, view.baseline, view.page_filter, table.panes)


def _failures(outcomes: Iterable[Status]) -> frozenset[Status]:
    return frozenset(outcomes) - ANSWERED


def _title(page_filter: PageFilter, n_pages: int, *, characters: bool) -> str:
    """Return the title with the compared pages: ``Leaderboard of 41 pages: forum``."""
    if page_filter.is_empty:
        return ""
    title = translate("Leaderboard of {n} pages: {filter}")
    if n_pages == 1:
        title = translate("Leaderboard of 1 page: {filter}")
    return title.format(n=number(n_pages), filter=filter_words(page_filter, characters=characters))
