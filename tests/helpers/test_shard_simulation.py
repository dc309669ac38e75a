"""The simulation of a million shards follows the rules of the scheduler."""

from __future__ import annotations

import pytest

from tests.helpers.shard_simulation import HOUR_S, Plan, simulate

NEVER_S = 1e12


def test_without_failures_nothing_is_lost_and_workers_are_busy():
    outcome = simulate(Plan(1_000, 10, failure_s=NEVER_S))

    assert (outcome.n_lost, outcome.waste, outcome.n_given_up) == (0, 0.0, 0)
    assert outcome.total_s == pytest.approx(1_000 * 20.0 / 10, rel=0.1)
    assert outcome.tail_s < 200.0


def test_failures_cost_work_and_time():
    seldom = simulate(Plan(2_000, 10, failure_s=HOUR_S))
    often = simulate(Plan(2_000, 10, failure_s=HOUR_S / 20))

    assert 0 < seldom.n_lost < often.n_lost
    assert 0 < seldom.waste < often.waste
    assert seldom.total_s < often.total_s


def test_a_shard_that_is_always_lost_is_abandoned():
    outcome = simulate(Plan(3, 2, shard_s=10_000.0, spread=0.0, failure_s=1.0, restart_s=0.0))

    assert outcome.n_given_up == 3
    assert outcome.n_lost == 15
