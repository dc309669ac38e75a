"""Run one shard, in any worker: a thread here, or a process on another machine.

The pages of a shard run in a child process, which is killed at the deadline and replaced when it
dies, see `extractors.batch.running`. Whoever runs the shard therefore survives every page.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import pickle
import threading
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extractors.batch.running import PagePool, PageTask
from extractors.crawl.records_writer import records_writer
from extractors.crawl.results_folder import Mark, ResultsFolder
from extractors.formats import jsonl
from extractors.formats.record import Result
from extractors.formats.slim import SlimRecord
from extractors.model.extraction import Status
from extractors.own import added
from extractors.runner import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from extractors.crawl.inputs import CrawlPage
    from extractors.crawl.shards import BatchJob, Shard
    from extractors.model.extraction import Extraction
    from extractors.page import Page
    from extractors.runner import Pane


@dataclass(frozen=True, slots=True)
class ShardTask:
    """A shard, what to do with it, and where its results go. It can be pickled.

    Attributes
    ----------
    shard : Shard
        The pages.
    job : BatchJob
        Panes and limits.
    folder : Path or str
        Folder of the results, or its address.
    """

    shard: Shard
    job: BatchJob
    folder: Path | str

    def __reduce__(self) -> tuple[Callable[..., ShardTask], tuple[object, ...]]:
        """Have the user's extractors known before their settings are unpickled."""
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
    record, timing : str
        Lines of JSON.
    pane, status, digest : str
        As in the record.
    """

    record: str
    timing: str
    pane: str
    status: str
    digest: str


@dataclass(frozen=True)
class ShardPage(PageTask[PaneLine]):
    """One page of a shard.

    Attributes
    ----------
    listed : CrawlPage
        The page.
    job_panes : tuple of Pane
        Panes to run.
    blocks : bool
        Whether records have figures and all blocks.
    """

    listed: CrawlPage
    job_panes: tuple[Pane, ...]
    blocks: bool = False

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.job_panes

    def page(self) -> Page:
        """Return the page."""
        return self.listed.place.entry().page()

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneLine]:
        """Return the record of each result."""
        return [self._line(name, page, extraction) for name, extraction in results.items()]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PaneLine]:
        """Return the record of each failure."""
        return [self._line(name, page, extraction) for name, extraction in results.items()]

    def _line(self, pane: str, page: Page | None, extraction: Extraction) -> PaneLine:
        result = Result(self.listed.source, self.listed.page_id, pane, page, extraction)
        try:
            record = SlimRecord.of(result)
            line = self._text(result, record)
        except Exception as error:  # noqa: BLE001 - a result that cannot be written is a failure of its own pane
            message = f"The result could not be written: {type(error).__name__}: {error}"
            used = (extraction.extractor, extraction.settings)
            result = replace(result, extraction=failed(None, *used, Status.ERROR, message))
            record = SlimRecord.of(result)
            line = self._text(result, record)
        timing = {"page_id": record.page_id, "pane": pane, "seconds": record.seconds}
        timed = json.dumps(timing, ensure_ascii=False) + "\n"
        return PaneLine(line, timed, pane, record.status, record.digest)

    def _text(self, result: Result, record: SlimRecord) -> str:
        if not self.blocks:
            return record.line(timed=False)
        table = jsonl.shard_record(result)
        return json.dumps(table, ensure_ascii=False, allow_nan=False) + "\n"


def run_shard(task: ShardTask) -> Mark:
    """Run the pages of a shard, write records and timings, then the mark, and return the mark.

    A shard that is written twice has the same records twice, so it can be repeated at any time.

    Raises
    ------
    CorpusError
        If results cannot be written.
    StoppedError
        If `stop` was called in this process.
    """
    _allow_children()
    added.use(task.job.own)
    folder, shard = ResultsFolder(task.folder), task.shard
    timings: list[str] = []
    inputs = hashlib.sha256()
    statuses: dict[str, Counter[str]] = {pane.name: Counter() for pane in task.job.panes}
    with records_writer(folder, shard.number, task.job) as records:
        for lines in _run_pages(task):
            for line in lines:
                records.put(line.record)
                timings.append(line.timing)
                statuses[line.pane][line.status] += 1
            inputs.update(f"{lines[0].digest if lines else ''}\n".encode())
    mark = Mark(
        shard.number,
        shard.digest(),
        records.digest(),
        inputs.hexdigest(),
        len(shard.pages),
        sum(page.size for page in shard.pages),
        {name: dict(sorted(counts.items())) for name, counts in statuses.items()},
    )
    folder.write(folder.timings_file(shard.number), "".join(timings))
    folder.write(folder.mark_file(shard.number), mark.text())
    return mark


def stop() -> None:
    """Have every shard of this process end as soon as possible, and end its page processes."""
    _STOPPED.set()


def restart() -> None:
    """Allow shards again after `stop`."""
    _STOPPED.clear()


def end_pools() -> None:
    """End the page processes of this process, when none of its shards runs any more."""
    with _LOCK:
        pools = list(_POOLS.values())
        _POOLS.clear()
    for pool in pools:
        pool.__exit__()


_TOGETHER_S = 0.25
"""Pages that take this long together are sent together: sending takes a millisecond."""

_STOPPED = threading.Event()
_LOCK = threading.Lock()
_POOLS: dict[tuple[int, float, int], PagePool[PaneLine]] = {}
"""Page processes by thread and limits: they outlive a shard, since they take a while to start."""


def _allow_children() -> None:
    """Let this process start page processes.

    A worker of Dask is a daemon of `multiprocessing`, which refuses to give a daemon children that
    could outlive it. Page processes cannot: they end with their parent.
    """
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # noqa: SLF001 - there is no public way


def _run_pages(task: ShardTask) -> Iterator[list[PaneLine]]:
    pool = _pool(task.job)
    try:
        for listed in task.shard.pages:
            pool.submit(ShardPage(listed, task.job.panes, task.job.blocks))
            if pool.is_full:
                yield pool.collect().records
        while pool.n_waiting:
            yield pool.collect().records
    except BaseException:
        _drop(pool)
        raise


def _pool(job: BatchJob) -> PagePool[PaneLine]:
    key = (threading.get_ident(), job.timeout_s, job.memory_limit)
    with _LOCK:
        if key not in _POOLS:
            _POOLS[key] = PagePool(
                1, job.timeout_s, _STOPPED.is_set, job.memory_limit, together_s=_TOGETHER_S
            )
        return _POOLS[key]


def _drop(pool: PagePool[PaneLine]) -> None:
    with _LOCK:
        for key in [key for key, value in _POOLS.items() if value is pool]:
            del _POOLS[key]
    pool.__exit__()
