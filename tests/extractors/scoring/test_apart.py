"""A pane that fails on nearly all pages spoils the scores of no other pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average, Deciders
from boilerscope.extractors.scoring.leaderboard import group_rows, leaderboard
from boilerscope.extractors.scoring.order import PageFilter, chosen
from boilerscope.extractors.scoring.parts import Compared
from boilerscope.extractors.scoring.report import report
from boilerscope.extractors.scoring.writing import markdown
from tests.helpers.score_tables import score_table
from tests.helpers.scores import run_of

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.leaderboard import Leaderboard
    from boilerscope.extractors.scoring.table import ScoreTable

MEASURE = "token_f1"
SEEDS = range(12)
N_PAGES = 60


def table_of(seed: int, *, n_answered: int | None) -> ScoreTable:
    """Return scores of three panes and, with a number of answered pages, of a bad fourth pane."""
    random = np.random.default_rng(seed)
    values = random.random((N_PAGES, 4)).round(3).tolist()
    fails = random.random((N_PAGES, 3)) < 0.05
    answered = set(random.permutation(N_PAGES)[: n_answered or 0].tolist())
    rows = []
    for number, row in enumerate(values):
        outcomes: list[float | Status] = [
            Status.ERROR if failed else value
            for value, failed in zip(row[:3], fails[number].tolist(), strict=True)
        ]
        if n_answered is not None:
            outcomes.append(row[3] if number in answered else Status.TIMEOUT)
        rows.append(tuple(outcomes))
    return score_table(rows, 3 if n_answered is None else 4)


def board_of(table: ScoreTable, baseline: str = "") -> Leaderboard:
    everything = np.ones(len(table.pages), dtype=np.bool_)
    return leaderboard(table, everything, (MEASURE,), baseline=baseline)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n_answered", [0, 1, 5, 20])
def test_scores_of_the_other_panes_are_those_without_the_bad_pane(seed: int, n_answered: int):
    alone, beside = table_of(seed, n_answered=None), table_of(seed, n_answered=n_answered)
    everything = np.ones(N_PAGES, dtype=np.bool_)

    expected, board = board_of(alone), board_of(beside)

    assert board.n_common == expected.n_common
    for row in expected.rows:
        assert board.row(row.pane).means == row.means
        assert board.row(row.pane).distribution == row.distribution
    for by in ("language", "type", "length"):
        with_it = group_rows(beside, everything, by, MEASURE)
        without = group_rows(alone, everything, by, MEASURE)
        for group, other in zip(with_it, without, strict=True):
            assert n_answered == 20 or group.means[:3] == other.means


def test_the_mean_of_the_bad_pane_is_over_the_pages_that_it_answered():
    table = score_table([(0.5, 0.9), (0.7, Status.ERROR), (0.6, Status.ERROR)], 2)

    row = board_of(table).row("pane-2")

    assert row.is_apart
    assert board_of(table).apart == ("pane-2",)
    mean = row.mean(MEASURE)
    assert mean.answered.value == pytest.approx(0.9)
    assert mean.answered.n_pages == 1
    assert mean.difference is not None
    assert mean.difference.estimate.value == pytest.approx(0.4)
    assert (mean.difference.wins, mean.difference.losses) == (1, 0)
    assert mean.with_failures.value == pytest.approx(0.3)


def test_a_bad_baseline_is_compared_on_its_own_pages():
    table = score_table([(0.5, 0.9), (0.7, Status.ERROR), (0.6, Status.ERROR)], 2)

    mean = board_of(table, "pane-2").mean("pane-1", MEASURE)

    assert mean.answered.n_pages == 3
    assert mean.difference is not None
    assert (mean.difference.estimate.n_pages, mean.difference.losses) == (1, 1)


def test_the_user_chooses_whose_pages_are_compared():
    table = score_table([(0.5, 0.9), (0.7, Status.ERROR), (0.6, Status.ERROR), (0.1, 0.2)], 2)
    assert board_of(table).n_common == 2  # the second pane answered half of the pages

    table.deciders = Deciders().changed("pane-2", decides=False)
    assert board_of(table).n_common == 4
    assert board_of(table).apart == ("pane-2",)

    table.deciders = table.deciders.changed("pane-2", decides=True)
    assert board_of(table).n_common == 2
    assert table.is_common.tolist() == [True, False, False, True]
    assert table.deciders.among(["pane-1"]) == Deciders()


@pytest.mark.parametrize("seed", SEEDS)
def test_wins_ties_and_losses_count_the_pages_that_they_list_under_a_filter(seed: int):
    table = table_of(seed, n_answered=20)
    narrow = PageFilter(languages=frozenset({"zh"}))
    board = leaderboard(table, chosen(table, narrow), (MEASURE,), averages=(Average.MACRO,))

    for row in board.rows:
        difference = row.mean(MEASURE).difference
        counts = () if difference is None else (difference.wins, difference.ties, difference.losses)
        for count, sign in zip(counts, (1, 0, -1), strict=False):
            part = Compared(row.pane, "pane-1", MEASURE, sign)
            listed = chosen(table, PageFilter(languages=narrow.languages, part=part))
            assert int(listed.sum()) == count


def test_a_report_names_the_panes_that_are_apart():
    good = (10, 10, 10)
    run = run_of({"a": [good] * 3, "bad": [good, Status.ERROR, Status.ERROR]})

    text = markdown(report(run, {"all": [board_of(run.table)]}))

    assert "over 3 pages that every other pane answered" in text
    assert "Averaged over the pages that they answered themselves: bad (1 page)." in text
