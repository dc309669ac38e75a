"""Run of one shard in any worker: a thread of this program or a process on another machine.

The pages of a shard run in a child process, which is killed at the deadline and replaced when it
dies, see `boilerscope.extractors.runs.pool`. The worker that runs the shard therefore survives
any page.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import pickle
import sys
import threading
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING

from boilerscope.extractors.own import added
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.batch.records_writer import records_writer
from boilerscope.extractors.runs.batch.results_folder import Mark, ResultsFolder
from boilerscope.extractors.runs.output import OutputOptions, OutputTask
from boilerscope.extractors.runs.pool import PagePool, StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from pathlib import Path

    from boilerscope.extractors.runs.batch.shards import BatchJob, Shard
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.runs.output import PaneOutput


@dataclass(frozen=True, slots=True)
class ShardTask:
    """Shard with its job and results folder. It can be pickled.

    Attributes
    ----------
    shard : Shard
        Pages to run.
    job : BatchJob
        Panes and limits.
    folder : Path or str
        Folder of the results, or its address.
    """

    shard: Shard
    job: BatchJob
    folder: Path | str

    def __reduce__(self) -> tuple[Callable[..., ShardTask], tuple[object, ...]]:
        """Register the user's extractors before their settings are unpickled."""
        parts = pickle.dumps((self.shard, self.job, self.folder))
        return _unpickled, (dict(self.job.own), parts)


def _unpickled(own: Mapping[str, str], parts: bytes) -> ShardTask:
    added.use(own)
    return ShardTask(*pickle.loads(parts))  # noqa: S301 - from the program that submitted it


def run_shard(task: ShardTask) -> Mark:
    """Run the pages of a shard; write its records, timings and mark; return the mark.

    A repeated run writes equal records, so a shard can be repeated at any time.

    Raises
    ------
    CorpusError
        If results cannot be written.
    StoppedError
        If `stop` was called in this process.
    """
    _prepare_process(os.getpid())
    added.use(task.job.own)
    folder, shard = ResultsFolder(task.folder), task.shard
    timings: list[str] = []
    inputs = hashlib.sha256()
    statuses: dict[str, Counter[str]] = {pane.name: Counter() for pane in task.job.panes}
    with (
        records_writer(folder, shard.number, task.job) as records,
        closing(_run_pages(task)) as pages,
    ):
        for outputs in pages:
            for output in outputs:
                records.put(output.content)
                timings.append(_timing(output))
                statuses[output.pane][output.outcome] += 1
            inputs.update(f"{outputs[0].digest if outputs else ''}\n".encode())
    mark = Mark(
        shard.number,
        shard.digest(),
        records.digest(),
        inputs.hexdigest(),
        len(shard.pages),
        sum(page.assumed_size for page in shard.pages),
        {name: dict(sorted(counts.items())) for name, counts in statuses.items()},
    )
    folder.write(folder.timings_file(shard.number), "".join(timings))
    folder.write(folder.mark_file(shard.number), mark.text())
    return mark


def _timing(output: PaneOutput) -> str:
    table = {"page_id": output.page_id, "pane": output.pane, "seconds": output.seconds}
    return json.dumps(table, ensure_ascii=False) + "\n"


def stop() -> None:
    """Stop all shards of this process as soon as possible."""
    _POOLS.stop()


def restart(n_pools: int | None = None) -> None:
    """Allow shards again after `stop`.

    Parameters
    ----------
    n_pools : int, optional
        Maximum number of page processes. More shards may run: while one shard is written, which
        takes some time, another shard uses its page process.
    """
    _POOLS.restart(n_pools)


def end_pools() -> None:
    """End the page processes of this process, once none of its shards runs."""
    _POOLS.end()


_GROUP_S = 0.25
"""Target run time of pages sent to a page process together; sending takes a millisecond."""


class _PagePools:
    """Pool of page processes, which outlive a shard because they start slowly."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._free: dict[RunLimits, list[PagePool[PaneOutput]]] = {}
        self._limit, self._n_lent = sys.maxsize, 0
        self._stopped = threading.Event()

    @contextmanager
    def lent(self, limits: RunLimits) -> Iterator[PagePool[PaneOutput]]:
        """Wait for a free page process and yield it; end it after an error.

        Raises
        ------
        StoppedError
            If `stop` is called during the wait.
        """
        pool = self._take(limits)
        try:
            if pool is None:
                pool = PagePool(replace(limits, jobs=1), self._stopped.is_set, _GROUP_S)
            yield pool
        except BaseException:
            if pool is not None:
                pool.__exit__()
            pool = None
            raise
        finally:
            with self._changed:
                self._n_lent -= 1
                if pool is not None:
                    self._free.setdefault(limits, []).append(pool)
                self._changed.notify()

    def stop(self) -> None:
        """Stop all shards, see the function `stop`."""
        with self._changed:
            self._stopped.set()
            self._changed.notify_all()

    def restart(self, limit: int | None) -> None:
        """Allow shards again, see the function `restart`."""
        with self._changed:
            self._stopped.clear()
            self._limit = sys.maxsize if limit is None else limit

    def end(self) -> None:
        """End the free page processes."""
        with self._changed:
            pools = [pool for free in self._free.values() for pool in free]
            self._free.clear()
        for pool in pools:
            pool.__exit__()

    def _take(self, limits: RunLimits) -> PagePool[PaneOutput] | None:
        with self._changed:
            self._changed.wait_for(self._has_free)
            if self._stopped.is_set():
                raise StoppedError
            self._n_lent += 1
            return self._free[limits].pop() if self._free.get(limits) else None

    def _has_free(self) -> bool:
        return self._n_lent < self._limit or self._stopped.is_set()


_POOLS = _PagePools()


@cache
def _prepare_process(_pid: int) -> None:
    """Prepare this process for page processes, which end with it as it ends with its parent.

    A worker of Dask is a daemon of `multiprocessing`, which refuses children of daemons because
    they could outlive it. Page processes do not: they end with their parent. A worker of a
    `ProcessPoolExecutor` waits at its end for its children, so it must end them first, and it
    would wait for ever for more shards of a program that was killed.
    """
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # noqa: SLF001 - no public API
    Finalize(None, end_pools, exitpriority=0)
    workers.end_with_parent()


def _run_pages(task: ShardTask) -> Generator[list[PaneOutput], None, None]:
    job = task.job
    form = OutputOptions(job.record_format, job.blocks, structure=job.structure, of_batch=True)
    with _POOLS.lent(job.limits) as pool:
        for listed in task.shard.pages:
            pool.submit(OutputTask(listed, job.panes, form))
            if pool.is_full:
                yield pool.collect().records
        while pool.n_waiting:
            yield pool.collect().records
