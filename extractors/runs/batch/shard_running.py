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
from functools import cache, cached_property
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING

from boilerscope.extractors.formats import jsonl
from boilerscope.extractors.formats.parquet_tables import table_rows
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.slim import SlimRecord
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.own import added
from boilerscope.extractors.runner import failed
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.batch.records_writer import records_writer
from boilerscope.extractors.runs.batch.results_folder import Mark, ResultsFolder
from boilerscope.extractors.runs.pool import PagePool, PageTask, StoppedError
from boilerscope.extractors.sources.batch_folder import PARQUET

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from pathlib import Path

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.batch.records_writer import Content
    from boilerscope.extractors.runs.batch.shards import BatchJob, Shard
    from boilerscope.extractors.runs.limits import RunLimits


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


@dataclass(frozen=True, slots=True)
class PaneLine:
    """Record of one pane on one page, as written.

    Attributes
    ----------
    content : str or dict
        The record as a line of JSON, or as rows of Parquet tables.
    timing : str
        Line of JSON.
    pane, status, digest : str
        Fields of the record.
    """

    content: Content
    timing: str
    pane: str
    status: str
    digest: str


@dataclass(frozen=True)
class ShardPage(PageTask[PaneLine]):
    """Page of a shard.

    Attributes
    ----------
    listed : ListedPage
        Page as listed.
    job : BatchJob
        Panes to run, and format of the records.
    """

    listed: ListedPage
    job: BatchJob

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.job.panes

    def page(self) -> Page:
        """Return the page."""
        return self._identified.page()

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneLine]:
        """Return a record for each result."""
        return [self._line(name, page, extraction) for name, extraction in results.items()]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PaneLine]:
        """Return a record for each failure."""
        return [self._line(name, page, extraction) for name, extraction in results.items()]

    @cached_property
    def _identified(self) -> ListedPage:
        return self.listed.identified()

    def _line(self, pane: str, page: Page | None, extraction: Extraction) -> PaneLine:
        listed = self._identified
        result = Result(listed.source, listed.name, pane, page, extraction, listed.url)
        try:
            record = SlimRecord.of(result)
            content = self._content(result, record)
        except Exception as error:  # noqa: BLE001 - a result that cannot be written is a failure of its own pane
            message = f"The result could not be written: {type(error).__name__}: {error}"
            pane_parts = (extraction.extractor, extraction.settings)
            result = replace(result, extraction=failed(None, *pane_parts, Status.ERROR, message))
            record = SlimRecord.of(result)
            content = self._content(result, record)
        timing = {"page_id": record.page_id, "pane": pane, "seconds": record.seconds}
        timing_line = json.dumps(timing, ensure_ascii=False) + "\n"
        return PaneLine(content, timing_line, pane, record.status, record.digest)

    def _content(self, result: Result, record: SlimRecord) -> Content:
        if self.job.record_format == PARQUET:
            return table_rows(result, record, blocks=self.job.blocks)
        if not self.job.blocks:
            return record.line(timed=False)
        table = jsonl.shard_record(result)
        return json.dumps(table, ensure_ascii=False, allow_nan=False) + "\n"


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
        for lines in pages:
            for line in lines:
                records.put(line.content)
                timings.append(line.timing)
                statuses[line.pane][line.status] += 1
            inputs.update(f"{lines[0].digest if lines else ''}\n".encode())
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
        self._free: dict[RunLimits, list[PagePool[PaneLine]]] = {}
        self._limit, self._n_lent = sys.maxsize, 0
        self._stopped = threading.Event()

    @contextmanager
    def lent(self, limits: RunLimits) -> Iterator[PagePool[PaneLine]]:
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

    def _take(self, limits: RunLimits) -> PagePool[PaneLine] | None:
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


def _run_pages(task: ShardTask) -> Generator[list[PaneLine], None, None]:
    with _POOLS.lent(task.job.limits) as pool:
        for listed in task.shard.pages:
            pool.submit(ShardPage(listed, task.job))
            if pool.is_full:
                yield pool.collect().records
        while pool.n_waiting:
            yield pool.collect().records
