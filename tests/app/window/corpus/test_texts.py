"""Texts of the run bar: counts, times, rate, and the end of a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from boilerscope.app.session.corpus import RunLife, RunRecord
from boilerscope.app.window.corpus import texts
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runs.corpus_run import RunProgress
from boilerscope.extractors.scoring.averages import Deciders
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.results import PageResult, PageStatus
from tests.helpers.score_tables import score_table


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (8.4, "8 s"), (180.0, "3 min"), (5_400.0, "1.5 h")],
)
def test_a_duration_has_the_largest_unit_that_fits(seconds: float, text: str):
    assert texts.duration(seconds) == text


def test_the_button_counts_panes_and_pages_to_run():
    assert texts.run_label(6, is_first=True, total=223) == "Run 6 panes on 223 pages"
    assert texts.run_label(1, is_first=False, total=223) == "Run 1 pane"
    assert texts.run_label(0, is_first=False, total=223) == "Run"


def test_a_run_shows_rate_time_left_and_workers():
    run = RunRecord(RunLife.RUNNING, 1, RunProgress(223, 171, 0, 27.5), jobs=4)

    assert texts.running_details(run) == ("6.2 pages/s", "8 s left", "4 workers")


def test_before_the_first_page_no_time_is_estimated():
    run = RunRecord(RunLife.RUNNING, 1, RunProgress(223, 0, 0, 0.5), jobs=1)

    assert texts.running_details(run) == ("1 worker",)


def test_an_ended_run_shows_its_time_duration_and_reused_results():
    now = datetime.now(UTC).isoformat()
    run = RunRecord(RunLife.DONE, 7, RunProgress(223, 223, 200, 36.0), jobs=4, ended=now)

    moment, *rest = texts.ended_details(run)

    assert moment.startswith("today, ")
    assert rest == ["36 s, 4 workers", "200 kept from earlier", "run 7"]
    assert texts.ended_details(RunRecord()) == ()


def test_days_are_named_up_to_yesterday():
    now = datetime.now().astimezone().replace(hour=12)
    assert texts.moment((now - timedelta(days=1)).isoformat()).startswith("yesterday, ")
    assert texts.moment("2020-02-01T09:30:00+00:00").startswith("2020-02-01, ")


def test_the_number_of_compared_pages_names_the_panes_that_do_not_limit_them():
    table = score_table([(0.5, 0.9), (0.7, Status.ERROR), (0.6, Status.ERROR)], 2)
    everything = table.is_done

    done = texts.compared_text(table, everything, interim=False)
    assert done == "Compared on the 3 pages, whatever pane-2 answered"
    table.deciders = Deciders().changed("pane-2", decides=True)
    assert texts.compared_text(table, everything, interim=True) == (
        "Interim results: 1 of 3 pages with a result from every pane"
    )


def test_interim_results_count_the_pages_of_the_present_settings():
    table = score_table([(0.5, 0.9), (0.7, 0.3), (0.6, 0.1)], 2)
    table.is_stale[1:, 1] = True

    assert texts.compared_text(table, table.is_done, interim=True) == (
        "Interim results: 1 of 3 pages with results of the present settings"
    )


def test_failures_are_those_of_the_leaderboard_and_others_are_counted_apart():
    table = score_table([(0.5, Status.EMPTY), (Status.ERROR, 0.3), (Status.EMPTY, 0.1)], 2)
    assert texts.failures_text(table) == "1 failure, 2 empty"

    table.is_scored[2] = False
    assert texts.failures_text(table) == "1 failure, 1 empty, 1 on unscored pages"

    table.is_scored[:] = False  # a corpus without gold
    assert texts.failures_text(table) == "1 failure, 2 empty"


def test_failures_of_an_unfinished_run_are_those_of_the_pages_in_the_leaderboard():
    table = score_table([(Status.ERROR, 0.3), (Status.ERROR, 0.4), (0.5, 0.6)], 2)
    table.status[1, 1] = 0  # a new pane has not finished this page yet
    board = leaderboard(table, table.is_done, ("token_f1",), intervals=())

    assert sum(row.n_failed for row in board.rows) == 1
    assert texts.failures_text(table) == "1 failure"


def test_a_corpus_without_gold_is_not_compared_on_0_pages():
    table = score_table([(0.5, 0.9)], 2)
    table.is_scored[:] = False

    assert texts.compared_text(table, table.is_done, interim=False) == (
        "No page has gold: failures, times and results without scores"
    )


@pytest.mark.parametrize(
    ("n_lost", "text"),
    [
        (1, "1 excluded: under 50 % of the gold text found (p0)"),
        (3, "3 excluded: under 50 % of the gold text found"),
    ],
)
def test_few_excluded_pages_are_named(n_lost: int, text: str):
    table = score_table([(0.5,)] * 4, 1)
    for row in range(n_lost):
        page = table.scored_pages([row])[0]
        lost = replace(page, page_id=f"p{row}", status=PageStatus.NOT_FOUND)
        table.add(PageResult(row, lost, ()))

    assert text in texts.scored_text(table)
