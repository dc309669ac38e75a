"""The leaderboard and the corpus: when scores are computed, and the effects of a click."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from boilerscope.app.window.controllers.corpus.board import BoardController
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.order import PageFilter, SortKey
from boilerscope.extractors.scoring.parts import Ended
from boilerscope.widgets.corpus.leaderboard.records import REVERSED, Column
from boilerscope.widgets.corpus.leaderboard.texts import sentence
from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
from tests.helpers import corpus_tables
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.scoring.leaderboard import LeaderboardRow
    from boilerscope.widgets.corpus.leaderboard.records import BoardRecord
    from tests.helpers.controller_bench import ControllerBench

N_PAGES = 40


class Board:
    """A leaderboard with its controller, over synthetic scores."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench) -> None:
        self._shared = shared
        self.view = LeaderboardView()
        qtbot.addWidget(self.view)
        self.triggered: list[str] = []
        for action in ("add_extractor", "show_settings"):
            shared.actions.add(action, partial(self.triggered.append, action))
        self.controller = BoardController(shared.context, shared.actions, self.view)
        self.corpus = shared.context.corpus
        shared.add_panes(ARTICLE, LINK_RATIO)
        shared.show(*self.controller.views())
        self.corpus.show_table(corpus_tables.table(N_PAGES, (ARTICLE, LINK_RATIO)))
        self.corpus.show_face(True)
        self.wait()

    def wait(self) -> None:
        """Wait until the newest results are shown."""
        self._shared.wait_for_work()

    def row(self, pane: str) -> LeaderboardRow:
        """Return the shown scores of a pane."""
        line = next(line for line in self.view.record.lines() if line.pane.name == pane)
        assert line.row is not None
        return line.row


@pytest.fixture
def board(qtbot: QtBot, shared: ControllerBench) -> Board:
    return Board(qtbot, shared)


def test_the_leaderboard_has_means_and_intervals_of_all_pages(board: Board):
    record = board.view.record
    row = board.row(LINK_RATIO)
    assert record.board is not None
    assert record.board.n_scored == N_PAGES
    mean = row.mean("token_f1").answered
    assert mean.low < mean.value < mean.high
    difference = row.mean("token_f1").difference
    assert difference is not None
    assert difference.baseline == ARTICLE
    assert record.active == ARTICLE


def test_a_filter_applies_to_the_leaderboard_and_is_named(board: Board):
    board.corpus.filter_by(PageFilter(page_types=frozenset({"forum"})))
    board.wait()
    assert board.view.record.title == "Leaderboard of 10 pages: forum"
    assert board.view.record.is_filtered
    board.view.all_pages_asked.emit()
    board.wait()

    assert board.view.title.text() == "Leaderboard"
    assert board.corpus.state.choice.page_filter.is_empty


def test_a_new_average_and_a_new_baseline_change_the_scores(board: Board):
    macro = board.view.record.mean(board.row(ARTICLE)).answered.value
    board.corpus.average_by(Average.MICRO)
    board.view.baseline_chosen.emit(LINK_RATIO)
    board.wait()

    record = board.view.record
    assert record.mean(board.row(ARTICLE)).answered.value != macro
    assert record.mean(board.row(LINK_RATIO)).difference is None
    assert board.view.baseline.currentData() == LINK_RATIO


def test_another_average_is_shown_with_its_intervals_without_a_computation(board: Board):
    board.corpus.show_table(corpus_tables.table(1_200, (ARTICLE, LINK_RATIO)))
    board.wait()
    before = board.view.record

    board.corpus.average_by(Average.MICRO)
    board.wait()

    record = board.view.record
    assert record.average is Average.MICRO
    assert record.board == before.board
    assert record.mean(board.row(ARTICLE)).answered.low > 0


def test_results_that_arrive_during_a_computation_are_shown_in_the_end(
    board: Board, shared: ControllerBench
):
    for number in range(10):
        result = corpus_tables.result(number, ((0, 0), (100, 100)), (ARTICLE, LINK_RATIO))
        board.corpus.take_results([result])
        shared.context.views.flush()
    board.wait()

    assert board.row(ARTICLE).outcomes[Status.EMPTY] >= 10


def test_nothing_is_computed_while_the_face_is_hidden(board: Board, shared: ControllerBench):
    board.corpus.show_face(False)
    board.corpus.filter_by(PageFilter(page_types=frozenset({"forum"})))

    assert shared.context.work.is_idle
    assert not board.view.record.is_filtered
    board.corpus.show_face(True)
    board.wait()
    assert board.view.record.is_filtered


def test_a_mean_lists_the_worst_pages_of_its_pane_first(board: Board):
    board.view.pages_asked.emit(LINK_RATIO, None)

    assert board.corpus.state.choice.sort.key is SortKey.WORST
    assert board.corpus.state.choice.sort.pane == LINK_RATIO


def test_a_count_filters_the_pages(board: Board):
    board.corpus.filter_by(PageFilter(languages=frozenset({"en"})))
    board.view.pages_asked.emit(ARTICLE, Ended(ARTICLE, Status.EMPTY))

    expected = PageFilter(languages=frozenset({"en"}), part=Ended(ARTICLE, Status.EMPTY))
    assert board.corpus.state.choice.page_filter == expected


def test_a_click_makes_a_pane_active_and_leads_to_its_settings(board: Board):
    board.view.pane_chosen.emit(LINK_RATIO)
    board.wait()
    assert board.view.record.active == LINK_RATIO
    board.view.settings_asked.emit(ARTICLE)
    board.wait()

    assert board.view.record.active == ARTICLE
    assert board.triggered == ["show_settings"]


def test_the_user_sorts_the_leaderboard_without_a_computation(
    board: Board, shared: ControllerBench
):
    board.view.sorted_by.emit("-pane")

    assert shared.context.work.is_idle
    assert [line.pane.name for line in board.view.table.lines] == [LINK_RATIO, ARTICLE]


def test_a_removed_baseline_is_the_first_pane_again(board: Board, shared: ControllerBench):
    board.corpus.compare_with(LINK_RATIO)
    shared.controller.remove_pane(LINK_RATIO)
    board.wait()

    assert board.corpus.state.choice.baseline == ""
    assert [line.pane.name for line in board.view.table.lines] == [ARTICLE]


def test_many_pages_show_means_before_their_intervals(board: Board):
    board.corpus.show_table(corpus_tables.table(1_200, (ARTICLE, LINK_RATIO)))
    board.wait()
    shown: list[BoardRecord] = []
    show = board.view.show_board

    def note(record: BoardRecord) -> None:
        shown.append(record)
        show(record)

    with mock.patch.object(board.view, "show_board", side_effect=note):
        board.corpus.compare_with(LINK_RATIO)
        board.wait()

    lows = [
        record.board.rows[0].mean("token_f1").answered.low
        for record in shown
        if record.board is not None and record.baseline == LINK_RATIO
    ]
    assert [has_interval for has_interval, _ in groupby(low > 0 for low in lows)] == [False, True]


def test_the_user_chooses_on_whose_pages_panes_are_compared(board: Board):
    for number in range(N_PAGES - 4):
        scores = ((80, 100), Status.ERROR)
        board.corpus.take_results([corpus_tables.result(number, scores, (ARTICLE, LINK_RATIO))])
    board.wait()
    record = board.view.record
    assert record.board is not None
    assert record.board.apart == (LINK_RATIO,)
    assert record.board.n_common > N_PAGES - 4
    line = next(line for line in record.lines() if line.pane.name == LINK_RATIO)
    assert "compared on its own pages: " in sentence(record, line, Column.PANE)

    board.view.decider_chosen.emit(LINK_RATIO, True)
    board.wait()
    assert board.view.record.board is not None
    assert board.view.record.board.apart == ()
    assert board.view.record.board.n_common <= 4


def test_sorting_by_expected_f1_asks_for_it(board: Board, monkeypatch: pytest.MonkeyPatch):
    asked: list[bool] = []
    monkeypatch.setattr(board.corpus, "rank_by_expected", asked.append)
    board.view.sorted_by.emit(Column.RECALL)  # the recall of a measure with gold
    by_agreement = replace(board.corpus.state.choice, measure="agreement")
    monkeypatch.setattr(board.corpus.state, "choice", by_agreement)
    for sort in (Column.RECALL, f"{REVERSED}{Column.RECALL}", Column.PRECISION, Column.SPEED):
        board.view.sorted_by.emit(sort)

    assert asked == [False, True, True, False, False]


def test_a_corpus_without_gold_has_failures_and_times(board: Board, qtbot: QtBot):
    table = corpus_tables.table(N_PAGES, (ARTICLE, LINK_RATIO))
    table.is_scored[:] = False
    board.corpus.show_table(table)
    board.wait()

    row = board.row(ARTICLE)
    assert sum(row.outcomes.values()) == N_PAGES
    assert row.ms_per_page > 0
    board.view.resize(900, 300)
    board.view.show()
    qtbot.waitExposed(board.view)
    assert not board.view.grab().isNull()  # means that are not defined are painted as dashes
