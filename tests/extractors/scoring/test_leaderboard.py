"""Leaderboards: pages that count, the effect of failures, differences and groups."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.leaderboard import group_rows, groups, leaderboard
from boilerscope.extractors.scoring.results import PageStatus, ScoredPage
from tests.helpers.scores import board_of, run_of

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.leaderboard import Leaderboard
    from boilerscope.extractors.scoring.run import ScoredRun

GOOD, HALF, BAD = (10, 10, 10), (5, 10, 10), (0, 10, 10)
EMPTY = (0, 0, 10)


def groups_of(run: ScoredRun, by: str) -> list[Leaderboard]:
    return groups(run.table, run.mask, by, run.options.measures)


def test_means_are_over_the_pages_that_every_pane_answered():
    run = run_of({"a": [GOOD, BAD, GOOD], "b": [HALF, Status.ERROR, HALF]})

    board = board_of(run)

    assert (board.n_scored, board.n_common) == (3, 2)
    assert board.mean("a", "token_f1").answered.value == 1.0
    assert board.mean("a", "token_f1").answered.n_pages == 2
    assert board.mean("b", "token_f1").answered.value == 0.5


@pytest.mark.parametrize(
    "status", [Status.ERROR, Status.TIMEOUT, Status.UNAVAILABLE, Status.CANCELLED]
)
def test_failures_count_as_0_in_the_other_mean_and_are_counted(status: Status):
    run = run_of({"a": [GOOD, GOOD], "b": [GOOD, status]})

    board = board_of(run)

    for average in Average:
        mean = board.mean("b", "token_f1", average)
        assert mean.answered.value == 1.0
        assert mean.with_failures.n_pages == 2
    assert board.mean("b", "token_f1").with_failures.value == 0.5
    assert board.mean("b", "token_f1", Average.MICRO).with_failures.value == pytest.approx(2 / 3)
    assert board.row("b").n_failed == 1
    assert board.row("a").n_failed == 0


def test_an_empty_result_is_scored_and_counted_separately():
    run = run_of({"a": [GOOD, EMPTY], "b": [GOOD, GOOD]})

    board = board_of(run)

    assert board.mean("a", "token_f1").answered.value == 0.5
    assert board.row("a").n_empty == 1
    assert board.row("a").n_failed == 0
    assert board.n_common == 2


def test_a_pane_without_any_answer_does_not_exclude_the_pages_of_the_other_panes():
    run = run_of({"a": [GOOD, HALF], "vips": [Status.UNAVAILABLE] * 2})

    board = board_of(run)

    assert board.silent == ("vips",)
    assert board.n_common == 2
    assert board.mean("a", "token_f1").answered.value == 0.75
    assert math.isnan(board.mean("vips", "token_f1").answered.value)
    assert board.mean("vips", "token_f1").with_failures.value == 0.0
    assert board.mean("vips", "token_f1").difference is None


def test_pages_whose_gold_was_not_found_are_left_out():
    pages = [
        ScoredPage("1", "set"),
        ScoredPage("2", "set", PageStatus.NOT_FOUND, gold_share=0.3),
        ScoredPage("3", "set", PageStatus.UNREAD),
    ]
    run = run_of({"a": [GOOD, BAD, Status.ERROR]}, pages=pages)

    board = board_of(run)

    assert board.n_scored == 1
    assert board.mean("a", "token_f1").with_failures.value == 1.0
    assert run.pages_that_are(PageStatus.NOT_FOUND) == [pages[1]]


def test_macro_weighs_pages_and_micro_weighs_words():
    run = run_of({"a": [(1, 1, 1), (0, 9, 9)]})

    board = board_of(run)

    assert board.mean("a", "token_f1").answered.value == 0.5
    assert board.mean("a", "token_f1", Average.MICRO).answered.value == pytest.approx(0.1)


def test_a_page_that_a_measure_does_not_score_is_left_out_for_all_panes():
    run = run_of({"a": [GOOD, GOOD], "b": [HALF, None]})

    board = board_of(run)

    assert board.n_common == 2
    assert board.mean("a", "token_f1").answered.n_pages == 1


def test_differences_are_paired_with_wins_ties_and_losses():
    f1_of = [(700, 1000, 1000), (705, 1000, 1000), (706, 1000, 1000), (694, 1000, 1000)]
    run = run_of({"a": [(700, 1000, 1000)] * 4, "b": f1_of})

    difference = board_of(run).mean("b", "token_f1").difference

    assert difference is not None
    assert difference.baseline == "a"
    assert difference.estimate.value == pytest.approx((0 + 0.005 + 0.006 - 0.006) / 4)
    assert (difference.wins, difference.ties, difference.losses) == (1, 2, 1)
    assert difference.estimate.includes_zero
    assert board_of(run).mean("a", "token_f1").difference is None


def test_a_constant_difference_has_an_interval_without_width():
    generator = np.random.default_rng(3)
    kept = generator.integers(20, 100, size=30).tolist()
    run = run_of({"a": [(n, 100, 100) for n in kept], "b": [(n - 10, 100, 100) for n in kept]})

    difference = board_of(run, baseline="a").mean("b", "token_f1").difference

    assert difference is not None
    assert difference.estimate.low == pytest.approx(-0.1)
    assert difference.estimate.high == pytest.approx(-0.1)
    assert not difference.estimate.includes_zero
    assert (difference.wins, difference.ties, difference.losses) == (0, 0, 30)


@pytest.mark.parametrize("averages", [(Average.MACRO,), tuple(Average)])
def test_panes_with_equal_results_do_not_differ(averages: tuple[Average, ...]):
    generator = np.random.default_rng(5)
    cells = [(n, 100, 97) for n in generator.integers(20, 97, size=31).tolist()]
    run = run_of({f"pane {number}": cells for number in range(6)})

    board = leaderboard(run.table, run.mask, ("token_f1",), averages=averages)

    for row in board.rows[1:]:
        for average in averages:
            difference = row.mean("token_f1", average).difference
            assert difference is not None
            estimate = difference.estimate
            assert (estimate.value, estimate.low, estimate.high) == (0.0, 0.0, 0.0)


def test_any_pane_can_be_the_baseline():
    run = run_of({"a": [GOOD], "b": [HALF]})

    difference = board_of(run, baseline="b").mean("a", "token_f1").difference

    assert difference is not None
    assert (difference.baseline, difference.estimate.value) == ("b", 0.5)
    with pytest.raises(UnknownNameError, match="b"):
        board_of(run, baseline="c")


def test_groups_have_the_pages_of_the_run_and_small_groups_are_marked():
    pages = [
        ScoredPage(f"{number}", "x" if number < 12 else "y", language="zh" if number < 3 else "")
        for number in range(20)
    ]
    run = run_of({"a": [GOOD] * 20}, pages=pages)

    by_set = groups_of(run, "set")
    by_language = groups_of(run, "language")

    assert [(group.group, group.n_scored, group.is_small) for group in by_set] == [
        ("x", 12, False),
        ("y", 8, True),
    ]
    assert [(group.group, group.n_scored) for group in by_language] == [("unknown", 17), ("zh", 3)]


def test_length_has_five_groups_of_equal_size():
    run = run_of({"a": [GOOD] * 23})

    length_groups = groups_of(run, "length")

    assert [group.n_scored for group in length_groups] == [5, 5, 5, 4, 4]
    assert length_groups[0].group == "1: 0 to 4 gold words"
    assert length_groups[-1].group == "5: 19 to 22 gold words"


def test_groups_of_a_page_that_is_not_scored_do_not_exist():
    pages = [ScoredPage("1", "x"), ScoredPage("2", "y", PageStatus.UNREAD)]

    set_groups = groups_of(run_of({"a": [GOOD, Status.ERROR]}, pages=pages), "set")

    assert [group.group for group in set_groups] == ["x"]


def test_a_run_without_pages_has_a_board():
    run = run_of({"a": [GOOD]})
    nothing = dataclasses.replace(run, rows=run.rows[:0])

    board = board_of(nothing)

    assert (board.n_scored, board.n_common, board.silent) == (0, 0, ())
    for average in Average:
        assert math.isnan(board.mean("a", "token_f1", average).answered.value)
        assert math.isnan(board.mean("a", "token_f1", average).with_failures.value)
    assert groups_of(nothing, "length") == []


def test_values_that_a_source_leaves_out_are_neither_a_win_nor_a_loss():
    run = run_of(
        {"a": [EMPTY, GOOD], "b": [GOOD, GOOD]}, measures=("shingle_precision",), kind="shingles"
    )

    mean = board_of(run).mean("b", "shingle_precision")

    assert board_of(run).mean("a", "shingle_precision").answered.value == 1.0
    assert mean.difference is not None
    assert (mean.difference.wins, mean.difference.ties, mean.difference.losses) == (0, 1, 0)


def test_a_pane_that_fails_on_one_kind_of_pages_does_not_hide_the_means_of_other_panes():
    pages = [ScoredPage(f"{n}", "x", page_type="a" if n < 5 else "b") for n in range(10)]
    run = run_of({"one": [GOOD] * 10, "two": [Status.TIMEOUT] * 5 + [HALF] * 5}, pages=pages)

    rows = group_rows(run.table, run.mask, "type", "token_f1")

    assert rows[0].means[0] == 1.0
    assert math.isnan(rows[0].means[1])
    assert rows[1].means == (1.0, 0.5)
    for row, board in zip(rows, groups_of(run, "type"), strict=True):
        means = [board.mean(pane, "token_f1").answered.value for pane in ("one", "two")]
        assert list(row.means) == pytest.approx(means, nan_ok=True)


@pytest.mark.parametrize(
    ("measure", "kind"),
    [("token_f1", "tokens"), ("shingle_f1", "shingles"), ("rouge_lsum", "rouge_lsum")],
)
@pytest.mark.parametrize("average", Average)
def test_the_mean_of_equal_pages_is_the_value_of_each_page(
    measure: str, kind: str, average: Average
):
    run = run_of({"a": [GOOD] * 3, "empty": [EMPTY] * 3}, measures=(measure,), kind=kind)

    board = board_of(run)

    for column, pane in enumerate(("a", "empty")):
        [value] = set(run.table.values(measure)[:, column].tolist())
        assert board.mean(pane, measure, average).answered.value == value


def test_without_gold_outcomes_are_counted_and_means_are_not_defined():
    pages = [ScoredPage(str(number), "set", PageStatus.NO_GOLD) for number in range(3)]
    run = run_of({"a": [GOOD, EMPTY, GOOD], "bad": [Status.ERROR] * 3}, pages=pages)
    everything = run.table.is_done

    board = leaderboard(run.table, everything, ("token_f1",))

    assert (board.n_scored, board.n_counted) == (0, 3)
    assert math.isnan(board.mean("a", "token_f1").answered.value)
    assert board.row("a").outcomes == {Status.OK: 2, Status.EMPTY: 1}
    assert board.row("bad").is_silent
    assert board.row("bad").reason == "No result."
