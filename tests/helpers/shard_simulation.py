"""A million shards on workers that fail, in simulated time.

Run it with ``python -m tests.helpers.shard_simulation``.

The rules are those of `boilerscope.extractors.runs.batch.scheduling`: a shard that is lost with its
worker is submitted again, at the end of the queue of its cluster, up to `MAX_TRIES` times.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from dataclasses import dataclass

import click

from boilerscope.extractors.runs.batch.scheduling import MAX_TRIES

SEED = 20
HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulated run.

    Attributes
    ----------
    n_shards, n_workers : int
        Shards, and workers that run one shard at a time.
    shard_s : float
        Mean time of a shard, seconds; times are log-normal.
    spread : float
        Standard deviation of the logarithm of these times.
    failure_s : float
        Mean time between the failures of a worker, seconds.
    restart_s : float
        Time until a failed worker is back, seconds.
    """

    n_shards: int
    n_workers: int
    shard_s: float = 20.0
    spread: float = 0.5
    failure_s: float = 24 * HOUR_S
    restart_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Time and losses of a run.

    Attributes
    ----------
    total_s : float
        Time of the run, seconds.
    n_lost : int
        Shards that were lost with a worker, and repeated.
    waste : float
        Share of the working time that lost shards took.
    tail_s : float
        Time from the first idle worker to the end, seconds.
    n_given_up : int
        Shards that were lost `MAX_TRIES` times.
    """

    total_s: float
    n_lost: int
    waste: float
    tail_s: float
    n_given_up: int


def simulate(plan: Plan, seed: int = SEED) -> Outcome:
    """Return time and losses of a simulated run."""
    generator = random.Random(seed)
    waiting = deque((number, 1) for number in range(plan.n_shards))
    free = [(0.0, worker) for worker in range(plan.n_workers)]  # sorted, so it is a heap
    fails_at = [generator.expovariate(1 / plan.failure_s) for _ in free]
    worked = lost_s = total_s = 0.0
    n_lost = n_given_up = 0
    idle_from: float | None = None
    losses: list[tuple[float, int, int]] = []  # time at which the loss is noticed, shard, tries
    while waiting or losses:
        now, worker = heapq.heappop(free)
        while losses and losses[0][0] <= now:
            _, number, tries = heapq.heappop(losses)
            waiting.append((number, tries))
        if not waiting:
            idle_from = now if idle_from is None else idle_from
            heapq.heappush(free, (losses[0][0], worker))
            continue
        number, tries = waiting.popleft()
        took = plan.shard_s * generator.lognormvariate(-(plan.spread**2) / 2, plan.spread)
        if now + took <= fails_at[worker]:
            worked += took
            total_s = max(total_s, now + took)
            heapq.heappush(free, (now + took, worker))
            continue
        end = max(now, fails_at[worker])
        lost_s += end - now
        n_lost += 1
        back = end + plan.restart_s
        fails_at[worker] = back + generator.expovariate(1 / plan.failure_s)
        heapq.heappush(free, (back, worker))
        if tries < MAX_TRIES:
            heapq.heappush(losses, (end, number, tries + 1))
        else:
            n_given_up += 1
    first_idle = min(now for now, _ in free) if idle_from is None else idle_from
    return Outcome(
        total_s, n_lost, lost_s / (worked + lost_s), max(0.0, total_s - first_idle), n_given_up
    )


@click.command()
@click.option("--shards", default=1_000_000, show_default=True, type=click.IntRange(1))
@click.option("--workers", default=1_000, show_default=True, type=click.IntRange(1))
def main(shards: int, workers: int) -> None:
    """Print waste and tail of a run for several failure rates."""
    click.echo("worker fails every  hours  lost shards     waste  tail, s  given up")
    for hours in (1_000.0, 24.0, 1.0, 0.1):
        outcome = simulate(Plan(shards, workers, failure_s=hours * HOUR_S))
        click.echo(
            f"{hours:16g} h  {outcome.total_s / HOUR_S:5.2f}  {outcome.n_lost:11,}"
            f"  {outcome.waste:8.4%}  {outcome.tail_s:7.0f}  {outcome.n_given_up:8}"
        )


if __name__ == "__main__":
    main()
