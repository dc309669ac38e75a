"""Summaries: pages that count, the effect of failures, differences and groups."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.results import PageStatus, ScoredPage
from boilerscope.extractors.scoring.summary import summarize, summarize_groups
from tests.helpers.scores import run_of

GOOD, HALF, BAD = (10, 10, 10), (5, 10, 10), (0, 10, 10)
EMPTY = (0, 0, 10)


def test_means_are_over_the_pages_that_every_pane_answered():
    run = run_of({"a": [GOOD, BAD, GOOD], "b": [HALF, Status.ERROR, HALF]})

    summary = summarize(run)

    assert (summary.n_pages, summary.n_answered) == (3, 2)
    assert summary.mean("a", "token_f1").answered.value == 1.0
    assert summary.mean("a", "token_f1").answered.n_pages == 2
    assert summary.mean("b", "token_f1").answered.value == 0.5


@pytest.mark.parametrize(
    "status", [Status.ERROR, Status.TIMEOUT, Status.UNAVAILABLE, Status.CANCELLED]
)
def test_failures_count_as_0_in_the_other_mean_and_are_counted(status: Status):
    run = run_of({"a": [GOOD, GOOD], "b": [GOOD, status]})

    summary = summarize(run)

    for average in Average:
        mean = summary.mean("b", "token_f1", average)
        assert mean.answered.value == 1.0
        assert mean.with_failures.n_pages == 2
    assert summary.mean("b", "token_f1").with_failures.value == 0.5
    assert summary.mean("b", "token_f1", Average.MICRO).with_failures.value == pytest.approx(2 / 3)
    assert summary.n_failed("b") == 1
    assert summary.n_failed("a") == 0


def test_an_empty_result_is_scored_and_counted_separately():
    run = run_of({"a": [GOOD, EMPTY], "b": [GOOD, GOOD]})

    summary = summarize(run)

    assert summary.mean("a", "token_f1").answered.value == 0.5
    assert summary.n_empty("a") == 1
    assert summary.n_failed("a") == 0
    assert summary.n_answered == 2


def test_a_pane_without_any_answer_does_not_exclude_the_pages_of_the_other_panes():
    run = run_of({"a": [GOOD, HALF], "vips": [Status.UNAVAILABLE] * 2})

    summary = summarize(run)

    assert summary.silent == ("vips",)
    assert summary.n_answered == 2
    assert summary.mean("a", "token_f1").answered.value == 0.75
    assert math.isnan(summary.mean("vips", "token_f1").answered.value)
    assert summary.mean("vips", "token_f1").with_failures.value == 0.0
    assert summary.mean("vips", "token_f1").difference is None


def test_pages_whose_gold_was_not_found_are_left_out():
    pages = [
        ScoredPage("1", "set"),
        ScoredPage("2", "set", PageStatus.NOT_FOUND, gold_share=0.3),
        ScoredPage("3", "set", PageStatus.UNREAD),
    ]
    run = run_of({"a": [GOOD, BAD, Status.ERROR]}, pages=pages)

    summary = summarize(run)

    assert summary.n_pages == 1
    assert summary.mean("a", "token_f1").with_failures.value == 1.0
    assert run.pages_that_are(PageStatus.NOT_FOUND) == [pages[1]]


def test_macro_weighs_pages_and_micro_weighs_words():
    run = run_of({"a": [(1, 1, 1), (0, 9, 9)]})

    summary = summarize(run)

    assert summary.mean("a", "token_f1").answered.value == 0.5
    assert summary.mean("a", "token_f1", Average.MICRO).answered.value == pytest.approx(0.1)


def test_a_page_that_a_measure_does_not_score_is_left_out_for_all_panes():
    run = run_of({"a": [GOOD, GOOD], "b": [HALF, None]})

    summary = summarize(run)

    assert summary.n_answered == 2
    assert summary.mean("a", "token_f1").answered.n_pages == 1


def test_differences_are_paired_with_wins_ties_and_losses():
    f1_of = [(700, 1000, 1000), (705, 1000, 1000), (706, 1000, 1000), (694, 1000, 1000)]
    run = run_of({"a": [(700, 1000, 1000)] * 4, "b": f1_of})

    difference = summarize(run).mean("b", "token_f1").difference

    assert difference is not None
    assert difference.baseline == "a"
    assert difference.estimate.value == pytest.approx((0 + 0.005 + 0.006 - 0.006) / 4)
    assert (difference.wins, difference.ties, difference.losses) == (1, 2, 1)
    assert difference.estimate.includes_zero
    assert summarize(run).mean("a", "token_f1").difference is None


def test_a_constant_difference_has_an_interval_without_width():
    generator = np.random.default_rng(3)
    kept = generator.integers(20, 100, size=30).tolist()
    run = run_of({"a": [(n, 100, 100) for n in kept], "b": [(n - 10, 100, 100) for n in kept]})

    difference = summarize(run, baseline="a").mean("b", "token_f1").difference

    assert difference is not None
    assert difference.estimate.low == pytest.approx(-0.1)
    assert difference.estimate.high == pytest.approx(-0.1)
    assert not difference.estimate.includes_zero
    assert (difference.wins, difference.ties, difference.losses) == (0, 0, 30)


def test_any_pane_can_be_the_baseline():
    run = run_of({"a": [GOOD], "b": [HALF]})

    difference = summarize(run, baseline="b").mean("a", "token_f1").difference

    assert difference is not None
    assert (difference.baseline, difference.estimate.value) == ("b", 0.5)
    with pytest.raises(UnknownNameError, match="b"):
        summarize(run, baseline="c")


def test_groups_have_the_pages_of_the_run_and_small_groups_are_marked():
    pages = [
        ScoredPage(f"{number}", "x" if number < 12 else "y", language="zh" if number < 3 else "")
        for number in range(20)
    ]
    run = run_of({"a": [GOOD] * 20}, pages=pages)

    by_set = summarize_groups(run, "set")
    by_language = summarize_groups(run, "language")

    assert [(group.group, group.n_pages, group.is_small) for group in by_set] == [
        ("x", 12, False),
        ("y", 8, True),
    ]
    assert [(group.group, group.n_pages) for group in by_language] == [("unknown", 17), ("zh", 3)]


def test_length_has_five_groups_of_equal_size():
    run = run_of({"a": [GOOD] * 23})

    groups = summarize_groups(run, "length")

    assert [group.n_pages for group in groups] == [5, 5, 5, 4, 4]
    assert groups[0].group == "1: 0 to 4 words"
    assert groups[-1].group == "5: 19 to 22 words"


def test_groups_of_a_page_that_is_not_scored_do_not_exist():
    pages = [ScoredPage("1", "x"), ScoredPage("2", "y", PageStatus.UNREAD)]

    groups = summarize_groups(run_of({"a": [GOOD, Status.ERROR]}, pages=pages), "set")

    assert [group.group for group in groups] == ["x"]


def test_a_run_without_pages_has_a_summary():
    run = run_of({"a": [GOOD]})
    nothing = dataclasses.replace(run, pages=(), scores=())

    summary = summarize(nothing)

    assert (summary.n_pages, summary.n_answered, summary.silent) == (0, 0, ())
    for average in Average:
        assert math.isnan(summary.mean("a", "token_f1", average).answered.value)
        assert math.isnan(summary.mean("a", "token_f1", average).with_failures.value)
    assert summarize_groups(nothing, "length") == []


def test_values_that_a_source_leaves_out_are_neither_a_win_nor_a_loss():
    run = run_of(
        {"a": [EMPTY, GOOD], "b": [GOOD, GOOD]}, measures=("shingle_precision",), kind="shingles"
    )

    mean = summarize(run).mean("b", "shingle_precision")

    assert summarize(run).mean("a", "shingle_precision").answered.value == 1.0
    assert mean.difference is not None
    assert (mean.difference.wins, mean.difference.ties, mean.difference.losses) == (0, 1, 0)
