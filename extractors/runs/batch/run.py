"""Run of a batch from inputs to summary; shards completed by an earlier run are only counted."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.extraction import FAILURES
from boilerscope.extractors.runs.batch import shard_running
from boilerscope.extractors.runs.batch.failures import N_SHOWN
from boilerscope.extractors.runs.batch.scheduling import Scheduler
from boilerscope.extractors.runs.batch.shard_running import ShardTask, run_shard
from boilerscope.extractors.runs.batch.shards import cut
from boilerscope.extractors.sources.listing import BATCH, list_pages
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runs.batch.executors import Workers
    from boilerscope.extractors.runs.batch.plan import BatchPlan
    from boilerscope.extractors.runs.batch.results_folder import Mark, ResultsFolder
    from boilerscope.extractors.runs.batch.shards import Shard
    from boilerscope.extractors.sources.left_out import LeftOut, Tell


@dataclass(slots=True)
class Totals:
    """Counts and digests of the complete shards.

    Attributes
    ----------
    n_shards, n_pages, n_bytes : int
        Complete shards, their pages, and the bytes of these pages as stored.
    n_run : int
        Pages of this run, without shards that an earlier run completed.
    statuses : dict of str to Counter
        Number of records by pane and status.
    failed_shards : list of int
        Numbers of the first shards with failures.
    left_out : Counter
        Number of records of the inputs that are not pages, by reason.
    """

    n_shards: int = 0
    n_pages: int = 0
    n_bytes: int = 0
    n_run: int = 0
    statuses: dict[str, Counter[str]] = field(default_factory=dict)
    failed_shards: list[int] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    _inputs: int = 0
    _records: int = 0

    def add(self, mark: Mark, *, is_kept: bool) -> None:
        """Add a shard; `is_kept` if an earlier run completed it."""
        self.n_shards += 1
        self.n_run += 0 if is_kept else mark.n_pages
        self.n_pages += mark.n_pages
        self.n_bytes += mark.n_bytes
        for pane, counts in mark.statuses.items():
            self.statuses.setdefault(pane, Counter()).update(counts)
        if any(FAILURES.intersection(counts) for counts in mark.statuses.values()):
            self.failed_shards = sorted([*self.failed_shards, mark.number])[:N_SHOWN]
        self._inputs = _combined(self._inputs, mark.number, mark.inputs)
        self._records = _combined(self._records, mark.number, mark.records)

    @property
    def failures(self) -> Counter[str]:
        """Number of failed records by status."""
        total: Counter[str] = Counter()
        for counts in self.statuses.values():
            total.update({status: n for status, n in counts.items() if status in FAILURES})
        return total

    def summary(self) -> dict[str, Any]:
        """Return the summary: the same for the same pages, panes and limits."""
        return {
            "shards": self.n_shards,
            "pages": self.n_pages,
            "bytes": self.n_bytes,
            "statuses": {
                pane: dict(sorted(counts.items())) for pane, counts in self.statuses.items()
            },
            "left_out": dict(sorted(self.left_out.items())),
            "inputs_digest": f"{self._inputs:064x}",
            "records_digest": f"{self._records:064x}",
        }


class BatchRun:
    """Run of a batch, which may complete an earlier run.

    Parameters
    ----------
    plan : BatchPlan
        Inputs, panes and limits.
    open_executor : function
        See `executors.opener`.
    tell : function
        Called with what is left out of a file without being an error.
    is_resumed : bool
        Whether the folder already has the manifest of this batch, and perhaps results.
    """

    def __init__(
        self,
        plan: BatchPlan,
        folder: ResultsFolder,
        open_executor: Callable[[], Workers],
        *,
        is_resumed: bool = False,
        tell: Tell | None = None,
    ) -> None:
        self._plan, self._folder, self._open = plan, folder, open_executor
        self._tell = tell
        self._is_resumed = is_resumed
        self.totals = Totals()
        self.is_begun = False
        """Whether the run may have written results, so that it can be resumed."""

    def run(self, stdin: Iterable[bytes] = ()) -> Generator[Mark, None, None]:
        """Run the incomplete shards and yield their marks; `totals` counts all complete shards.

        Parameters
        ----------
        stdin : iterable of bytes
            Lines of standard input, if it is an input.

        Raises
        ------
        BoilerscopeError
            If the executor cannot be opened or cannot run shards, the inputs have no page or no
            longer have the pages of a complete shard, or results cannot be written.
        """
        started_at = time.time()
        shards = cut(
            self._linked(list_pages(self._plan.inputs, BATCH, stdin, self._leave_out)),
            self._plan.shard_bytes,
            self._plan.shard_pages,
        )
        # The lock is taken last, because it creates the folder, and released last.
        with ExitStack() as lock, self._scheduler() as scheduler:
            first = next(shards, None)
            if first is None:
                raise CorpusError("The inputs have no page. Nothing was written.")
            lock.enter_context(self._folder.locked())
            if not self._is_resumed:
                self._folder.begin(self._plan.manifest(), self._plan.settings())
            shards = chain((first,), shards)
            unfinished = self._unfinished(shards)
            self._folder.remove_leftovers()
            self.is_begun = True
            for mark in scheduler.run(map(self._task, chain(unfinished, shards))):
                self.totals.add(mark, is_kept=False)
                yield mark
            self._folder.remove_leftovers()  # of workers that were killed during this run
            self._folder.end(self.totals.summary())
            self._folder.write_run(started_at, time.time(), scheduler.n_repeated)

    def _linked(self, pages: Iterator[ListedPage]) -> Iterator[ListedPage]:
        """Return pages with the way to their sites, if a pane reads other pages of the site.

        The inputs are then listed twice.
        """
        # imported here, because few batches need them before their first page
        from boilerscope.extractors.runs.keys import some_read_site
        from boilerscope.extractors.sources.site_tables import SiteTables
        from boilerscope.extractors.sources.words import STDIN

        panes = self._plan.job.panes
        if not some_read_site(panes):
            return pages
        if STDIN in self._plan.inputs:
            raise CorpusError(
                "A pane that reads other pages of the site lists the inputs twice, but standard"
                " input can be read only once."
                " Write the list to a file, and name it."
            )
        return SiteTables().linked_stream(lambda: list_pages(self._plan.inputs, BATCH))(pages)

    def _leave_out(self, left_out: LeftOut) -> None:
        self.totals.left_out.update(left_out.by_reason())
        if self._tell is not None:
            self._tell(left_out)

    @contextmanager
    def _scheduler(self) -> Iterator[Scheduler[ShardTask, Mark]]:
        scheduler = Scheduler(run_shard, self._open)
        shard_running.restart(scheduler.n_slots)
        try:
            yield scheduler
        finally:
            shard_running.stop()
            scheduler.close()
            shard_running.end_pools()

    def _unfinished(self, shards: Iterator[Shard]) -> list[Shard]:
        """Return the incomplete shards up to the last mark, and count the complete ones.

        Raises
        ------
        CorpusError
            If the pages of a complete shard are not those that the inputs have now.
        """
        unfinished: list[Shard] = []
        for number in range(self._folder.last_mark() + 1):
            shard = next(shards, None)
            mark = self._folder.mark(number, self._plan.job.suffixes)
            if shard is None:
                raise self._changed(
                    f"there were more than {counted(self._n_pages(unfinished), 'page')}"
                )
            if mark is None:
                unfinished.append(shard)
            elif mark.pages != shard.digest():
                first, last = shard.pages[0].source, shard.pages[-1].source
                raise self._changed(
                    f"shard {number} has {counted(mark.n_pages, 'other page')} than those"
                    f" from {first} to {last}"
                )
            else:
                self.totals.add(mark, is_kept=True)
        return unfinished

    def _n_pages(self, unfinished: Iterable[Shard]) -> int:
        return self.totals.n_pages + sum(len(shard.pages) for shard in unfinished)

    def _changed(self, what: str) -> CorpusError:
        return CorpusError(
            f"{self._folder.path} has results of other inputs: {what}. Nothing was written. Restore"
            " the inputs, or run them in a new folder with --again."
        )

    def _task(self, shard: Shard) -> ShardTask:
        return ShardTask(shard, self._plan.job, self._folder.location)


def _combined(total: int, number: int, digest: str) -> int:
    """Add the digest of a shard to a combined digest; the order of the shards does not matter."""
    return (total + (2 * number + 1) * int(digest, 16)) % 2**256
