"""Page lists and leaderboards, with the values of the command ``score``."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.listed_page import ListedPage
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.leaderboard import edges_of, group_rows, leaderboard
from boilerscope.extractors.scoring.order import (
    Box,
    PageFilter,
    PageOrder,
    Sort,
    SortKey,
    chosen,
    ordered,
)
from boilerscope.extractors.scoring.parts import Compared, Ended, Within
from boilerscope.extractors.scoring.results import PageResult, PageStatus, PaneScore, ScoredPage
from boilerscope.extractors.scoring.scatter import scatter
from boilerscope.extractors.scoring.table import ScoreTable
from tests.helpers.score_tables import take_expected

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.usefixtures("toys")

PANES = ("a", "b", "c")
MEASURES = ("token_f1", "token_precision", "token_recall")
GOLD = 10
# Tokens in both texts and kept tokens by page and pane; a failure has a status instead.
ROWS: tuple[tuple[tuple[int, int] | Status, ...], ...] = (
    ((10, 10), (5, 5), (0, 0)),
    ((8, 16), (8, 16), (10, 10)),
    ((10, 20), Status.TIMEOUT, (10, 10)),
    ((2, 4), (10, 12), (9, 9)),
    ((10, 10), (10, 10), (10, 10)),
)


def _page(number: int) -> ListedPage:
    return ListedPage(
        f"page-{number}",
        "news",
        None,  # type: ignore[arg-type]  # no page is read here
        language="en" if number % 2 else "fr",
        page_type="forum" if number > 2 else "",
        url=f"https://example.org/{number}",
        title=f"Title {number}",
    )


def _result(number: int, row: Sequence[tuple[int, int] | Status]) -> PageResult:
    page = ScoredPage(
        f"page-{number}",
        "news",
        language="en" if number % 2 else "fr",
        page_type="forum" if number > 2 else "",
        n_tokens=100 * (number + 1),
        n_gold=GOLD,
        digest=str(number),
    )
    scores = []
    for pane, outcome in zip(PANES, row, strict=True):
        if isinstance(outcome, Status):
            scores.append(PaneScore(page, pane, outcome, counts={"tokens": (0, 0, GOLD)}))
        else:
            status = Status.OK if outcome[1] else Status.EMPTY
            counts = {"tokens": (*outcome, GOLD)}
            scores.append(PaneScore(page, pane, status, seconds=0.01, counts=counts))
    return PageResult(number, page, tuple(scores))


RESULTS = tuple(_result(number, row) for number, row in enumerate(ROWS))


def _without_gold(number: int) -> PageResult:
    result = _result(number, ROWS[0])
    page = replace(result.page, status=PageStatus.NO_GOLD)
    scores = (replace(score, page=page, counts={}) for score in result.scores)
    return PageResult(number, page, tuple(scores))


@pytest.fixture
def table() -> ScoreTable:
    """Return a table with five scored pages, one without gold and one unfinished."""
    table = ScoreTable([_page(number) for number in range(7)], PANES, MEASURES)
    for result in RESULTS:
        table.add(result)
    table.add(_without_gold(5))
    return table


def _rows(table: ScoreTable, sort: Sort, page_filter: PageFilter | None = None) -> list[int]:
    rows: list[int] = ordered(table, chosen(table, page_filter or PageFilter()), sort).rows.tolist()
    return rows


def test_values_are_nan_without_a_result_or_a_score(table: ScoreTable):
    values = table.values("token_f1")

    assert values[0].tolist() == pytest.approx([1.0, 2 / 3, 0.0])
    assert np.isnan(values).sum(axis=1).tolist() == [0, 0, 1, 0, 0, 3, 3]
    assert table.status_of(2, 1) is Status.TIMEOUT
    assert table.status_of(0, 2) is Status.EMPTY
    assert table.status_of(6, 0) is None
    assert (table.is_done.sum(), table.is_scored.sum()) == (6, 5)
    assert table.scores(0) == RESULTS[0].scores
    assert table.scores(6) == ()


def test_expected_f1_sorts_also_pages_without_gold_until_their_results_change(table: ScoreTable):
    sort = Sort(SortKey.EXPECTED, pane="b")
    everywhere = np.flatnonzero(table.lacks_figures("expected"))
    values = np.array([[0.9, value, 0.1] for value in (0.5, 0.4, np.nan, 0.8, 0.2, 0.3)])
    take_expected(table, everywhere, values)

    assert everywhere.tolist() == [0, 1, 2, 3, 4, 5]
    assert _rows(table, sort) == [2, 4, 5, 1, 0, 3]
    assert not table.lacks_figures("expected").any()
    other_order = table.carried(("c", "b", "a"), MEASURES)
    assert other_order.expected[3].tolist() == [0.1, 0.8, 0.9]
    assert table.carried(("a", "b"), MEASURES).lacks_figures("expected").sum() == 6
    table.add(RESULTS[3])
    assert np.flatnonzero(table.lacks_figures("expected")).tolist() == [3]
    assert np.isnan(table.expected[3]).all()


def test_a_new_result_of_a_page_replaces_the_earlier_result(table: ScoreTable):
    assert table.values("token_f1")[0, 2] == 0
    table.add(_result(0, ROWS[4]))

    assert table.values("token_f1")[0].tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (Sort(SortKey.SPREAD), [2, 0, 3, 1, 4, 5]),
        (Sort(SortKey.WORST, pane="c"), [2, 0, 3, 1, 4, 5]),
        (Sort(SortKey.WORST, pane="a"), [2, 3, 1, 0, 4, 5]),
        (Sort(SortKey.DIFFERENCE, pane="b", baseline="a"), [2, 0, 1, 4, 3, 5]),
        (Sort(SortKey.DIFFERENCE, pane="b", baseline="a", reverse=True), [2, 3, 1, 4, 0, 5]),
        (Sort(SortKey.LENGTH), [2, 5, 4, 3, 1, 0]),
        (Sort(SortKey.NAME, reverse=True), [2, 5, 4, 3, 1, 0]),
    ],
)
def test_failures_come_first_and_pages_without_a_value_last(
    table: ScoreTable, sort: Sort, expected: list[int]
):
    assert _rows(table, sort) == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (Sort(SortKey.SPREAD), [1 / 3, 1.0, 0.6617, 0.3846, 0.0, math.nan]),
        (Sort(SortKey.WORST, pane="b"), [math.nan, 8 / 13, 2 / 3, 10 / 11, 1.0, math.nan]),
        (Sort(SortKey.LENGTH), [300, 600, 500, 400, 200, 100]),
    ],
)
def test_an_order_has_its_sort_values(table: ScoreTable, sort: Sort, expected: list[float]):
    order = ordered(table, chosen(table, PageFilter()), sort)

    assert order.values.tolist() == pytest.approx(expected, abs=1e-4, nan_ok=True)
    assert order.has_failed.tolist() == [True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("page_filter", "expected"),
    [
        (PageFilter(), [0, 1, 2, 3, 4, 5]),
        (PageFilter(text="TITLE 3"), [3]),
        (PageFilter(text="example.org/4"), [4]),
        (PageFilter(languages=frozenset({"en"})), [1, 3, 5]),
        (PageFilter(page_types=frozenset({"forum"}), sets=frozenset({"news"})), [3, 4, 5]),
        (PageFilter(min_words=200, max_words=400), [1, 2, 3]),
        (PageFilter(only_failures=True), [2]),
        (PageFilter(box=Box("token_f1", "a", "b", 0.9, 1.0, 0.0, 0.7)), [0]),
        (PageFilter(text="nothing has this"), []),
    ],
)
def test_filters_select_finished_pages(
    table: ScoreTable, page_filter: PageFilter, expected: list[int]
):
    assert np.flatnonzero(chosen(table, page_filter)).tolist() == expected
    assert page_filter.is_empty == (page_filter == PageFilter())


def test_an_order_leads_from_page_to_page():
    order = PageOrder(np.array([4, 2, 7]))

    assert [order.after(row) for row in (4, 2, 7)] == [2, 7, None]
    assert [order.after(row, -1) for row in (4, 2, 7)] == [None, 4, 2]
    assert (order.position(7), order.position(3), len(order)) == (2, None, 3)
    assert (order.after(None), order.after(3), order.after(None, -1)) == (4, 4, 7)


@pytest.mark.parametrize("average", list(Average))
@pytest.mark.parametrize("baseline", PANES[:2])
def test_every_mean_has_an_interval_unless_only_some_measures_are_named(
    table: ScoreTable, average: Average, baseline: str
):
    mask = chosen(table, PageFilter())
    board = leaderboard(table, mask, MEASURES, baseline=baseline)
    shown = leaderboard(table, mask, MEASURES, baseline=baseline, intervals=MEASURES[:1])

    assert (board.n_scored, board.n_common) == (shown.n_scored, shown.n_common) == (5, 4)
    for row, other in zip(board.rows, shown.rows, strict=True):
        assert row.outcomes == other.outcomes
        assert row.mean("token_f1", average).answered == other.mean("token_f1", average).answered
        assert (
            row.mean("token_f1", average).difference == other.mean("token_f1", average).difference
        )
        for name in MEASURES:
            mean, quick = row.mean(name, average), other.mean(name, average)
            assert mean.answered.value == quick.answered.value
            assert mean.with_failures.value == quick.with_failures.value
            assert not math.isnan(mean.with_failures.low)
            assert math.isnan(quick.with_failures.low)


def test_the_leaderboard_without_intervals_has_the_same_means(table: ScoreTable):
    mask = chosen(table, PageFilter())
    with_intervals = leaderboard(table, mask, MEASURES)
    quick = leaderboard(table, mask, MEASURES, intervals=())

    for row, quick_row in zip(with_intervals.rows, quick.rows, strict=True):
        assert row.mean("token_f1").answered.value == quick_row.mean("token_f1").answered.value
        assert math.isnan(quick_row.mean("token_f1").answered.low)
        assert not math.isnan(row.mean("token_f1").answered.low)
    difference = quick.rows[1].mean("token_f1").difference
    assert difference is not None
    assert difference.wins == 1


def test_a_row_of_the_leaderboard_counts_outcomes(table: ScoreTable):
    table.is_outdated[1] = True
    board = leaderboard(table, chosen(table, PageFilter()), MEASURES, intervals=())
    row = board.rows[1]

    assert (row.n_failed, row.outcomes[Status.TIMEOUT]) == (1, 1)
    assert row.ms_per_page == pytest.approx(10.0)  # the time of the timeout is unknown
    assert sum(row.distribution) == 4
    assert row.distribution[-1] == 1
    assert [entry.is_outdated for entry in board.rows] == [False, True, False]
    assert [entry.pane for entry in board.sorted_by("token_f1")] == ["b", "c", "a"]


def test_a_pane_without_any_answer_has_no_mean_and_is_not_compared(table: ScoreTable):
    for number in range(5):
        table.add(_result(number, (ROWS[number][0], Status.UNAVAILABLE, ROWS[number][2])))
    board = leaderboard(table, chosen(table, PageFilter()), MEASURES, baseline="a")

    assert board.n_common == 5
    assert math.isnan(board.rows[1].mean("token_f1").answered.value)
    assert board.rows[1].mean("token_f1").difference is None
    assert [row.pane for row in board.sorted_by("token_f1")][-1] == "b"


def test_a_pane_that_has_not_run_does_not_change_groups_and_counts(table: ScoreTable):
    mask = chosen(table, PageFilter())
    before = group_rows(table, mask, "language", "token_f1")
    board = leaderboard(table, mask, MEASURES, baseline="a", intervals=())

    added = table.carried((*table.panes, "new"), table.measures)
    after = group_rows(added, mask, "language", "token_f1")

    assert [group.means[:-1] for group in after] == [
        pytest.approx(group.means, nan_ok=True) for group in before
    ]
    assert all(math.isnan(group.means[-1]) for group in after)
    for row in board.rows:
        difference = row.mean("token_f1").difference
        if difference is not None:
            wins = PageFilter(part=Compared(row.pane, "a", "token_f1", 1))
            assert chosen(added, wins).sum() == difference.wins


def test_two_panes_are_compared_on_the_pages_that_both_answered(table: ScoreTable):
    compared = scatter(table, chosen(table, PageFilter()), "token_f1", ("a", "b"))

    assert compared.rows.tolist() == [0, 1, 3, 4]
    assert (compared.wins, compared.ties, compared.losses) == (1, 2, 1)
    assert compared.n_failed == 1
    expected = np.corrcoef(compared.across, compared.up)[0, 1]
    assert compared.correlation == pytest.approx(expected)
    assert compared.difference.value == pytest.approx((compared.up - compared.across).mean())
    assert math.isnan(compared.difference.low)
    mask = chosen(table, PageFilter())
    paired = scatter(table, mask, "token_f1", ("a", "b"), intervals=True).difference
    assert paired.low <= paired.value <= paired.high


def test_an_empty_table_has_no_values():
    table = ScoreTable([], PANES, MEASURES)
    mask = chosen(table, PageFilter(text="x"))

    assert len(ordered(table, mask, Sort())) == 0
    assert group_rows(table, mask, "language", "token_f1") == []
    board = leaderboard(table, mask, MEASURES)
    assert all(math.isnan(row.mean("token_f1").answered.value) for row in board.rows)
    assert math.isnan(scatter(table, mask, "token_f1", ("a", "b")).correlation)


def test_the_filter_of_a_number_selects_that_many_pages(table: ScoreTable):
    for row in leaderboard(table, table.is_done, MEASURES).rows:
        for status, count in row.outcomes.items():
            assert chosen(table, PageFilter(part=Ended(row.pane, status))).sum() == count
        for bar, count in enumerate(row.distribution):
            part = Within(row.pane, "token_f1", *edges_of(bar))
            assert chosen(table, PageFilter(part=part)).sum() == count
        difference = row.mean("token_f1").difference
        if difference is not None:
            counts = difference.wins, difference.ties, difference.losses
            for sign, count in zip((1, 0, -1), counts, strict=True):
                counted = PageFilter(part=Compared(row.pane, "a", "token_f1", sign))
                assert chosen(table, counted).sum() == count


def test_a_pane_without_any_answer_has_a_reason(table: ScoreTable):
    for number in range(5):
        result = table.scores(number)
        failed = replace(result[1], status=Status.UNAVAILABLE, message="No layout.")
        table.add(PageResult(number, result[0].page, (result[0], failed, result[2])))

    rows = leaderboard(table, table.is_done, MEASURES).rows
    assert [(row.is_silent, row.reason) for row in rows] == [
        (False, ""),
        (True, "No layout."),
        (False, ""),
    ]
    assert chosen(table, PageFilter(part=Compared("c", "a", "token_f1", 1))).sum() == 3
