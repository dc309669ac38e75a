"""The proxy under load: the delay for 50 readers, pages that do not arrive, and memory."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.proxy.cleaning import Job, clean
from boilerscope.extractors.proxy.headers import OUTCOME
from boilerscope.extractors.proxy.process import ProxyProcess
from boilerscope.extractors.proxy.records import ProxyOptions, Started
from boilerscope.extractors.proxy.settings import ProxyConfig, ProxySettings
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs import workers
from tests.benchmarks.rows import Row
from tests.benchmarks.timing import seconds
from tests.helpers.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import httpx
    from pebble import ProcessPool

    from tests.benchmarks.material import Input

EXTRACTOR = "crunch"
N_CLIENTS = 50
JOBS = 2
DELAY_LIMIT = 1.5
GROWTH_LIMIT = 1.2
LOAD = 0.1
"""Share of the time in which readers keep the workers busy; the rest is for queues to empty."""

_EVERY = 10
"""Pages of which one is also read and cleaned without the proxy."""
_REST_S = 0.1
"""Before a page is read without the proxy, so that the processor's caches are as cold as before."""
_NEAR_P95 = (0.90, 0.99)
"""Quantiles of the delay between which pages count as those at its 95th percentile."""
_WAIT_S = 60.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that was read both ways.

    Attributes
    ----------
    delay_s : float
        Time that the proxy added.
    alone_s : float
        Time of reading and cleaning the page without the proxy.
    """

    delay_s: float
    alone_s: float

    @property
    def ratio(self) -> float:
        """The delay relative to the time without the proxy."""
        return self.delay_s / self.alone_s


@dataclass(slots=True)
class Load:
    """Measurements of all readers.

    Attributes
    ----------
    samples : list of Sample
        Every tenth page.
    n_errors : int
        Pages that did not arrive whole: cleaned, or as an original with a reason.
    memory : list of int
        Bytes in use by the proxy and its workers, after each hundred pages.
    """

    samples: list[Sample]
    n_errors: int
    memory: list[int]


def measure(
    inputs: Sequence[Input], *, n_pages: int, progress: Callable[[str], None]
) -> Iterator[Row]:
    """Yield the rows of the proxy.

    Parameters
    ----------
    inputs : sequence of Input
        Pages to read, by turns.
    n_pages : int
        Number of pages that are read.
    progress : callable
        Called with the work being measured, twice.
    """
    with TemporaryDirectory() as folder:
        site = Site(Path(folder))
        for number, page in enumerate(inputs):
            site.put(f"/{number}", page.data)
        pane = Pane(EXTRACTOR, EXTRACTOR, registry.extractor(EXTRACTOR).default_settings())
        options = ProxyOptions(port=0, folder=Path(folder), allow_private=True, jobs=JOBS)
        settings = ProxySettings(min_kept_share=0.0, max_page_mb=64.0)
        proxy = ProxyProcess(options, ProxyConfig((pane,), settings))
        proxy.start()
        try:
            started = next(iter(proxy.events(_WAIT_S)))
            if not isinstance(started, Started):
                raise TypeError(f"the proxy did not start: {started}")
            jobs = [_job(f"{site.url}/{number}", page, pane) for number, page in enumerate(inputs)]
            progress("starting")
            load = asyncio.run(_read(site, started.address, jobs, proxy, n_pages))
            progress(f"{n_pages} pages through the proxy")
        finally:
            proxy.stop()
            site.close()
    yield _delay_row(load.samples)
    yield Row(f"proxy: pages of {n_pages} that did not arrive", load.n_errors, 0, "pages")
    before = load.memory[len(load.memory) // 4]
    growth = load.memory[-1] / before
    remark = f"{load.memory[-1] / 2**20:.0f} MB at the end"
    yield Row("proxy: memory at the end", growth, GROWTH_LIMIT, "x after a quarter", remark)


def _delay_row(samples: Sequence[Sample]) -> Row:
    """Compare the delay of the pages at its 95th percentile with these pages alone.

    The remark also has the median and the 95th percentile of the ratio over all pages. The 95th
    percentile is that of the smallest pages: alone they take a few milliseconds, and mitmproxy adds
    three.
    """
    ordered = sorted(samples, key=attrgetter("delay_s"))
    first, last = (round(quantile * len(ordered)) for quantile in _NEAR_P95)
    near = ordered[first:last] or ordered[-1:]
    ratios = [sample.ratio for sample in ordered]
    delay_ms = 1000 * statistics.median(sample.delay_s for sample in near)
    remark = (
        f"{delay_ms:.0f} ms; of all ratios, median {statistics.median(ratios):.2f},"
        f" 95th percentile {statistics.quantiles(ratios, n=20)[-1]:.2f}"
    )
    return Row(
        f"proxy, {N_CLIENTS} readers: added delay, 95th percentile",
        statistics.median(sample.ratio for sample in near),
        DELAY_LIMIT,
        f"x reading, parsing and running {EXTRACTOR} alone",
        remark,
    )


def _job(url: str, page: Input, pane: Pane) -> Job:
    return Job(page.data, "", url, None, pane, "html", 0.0, 2**26)


async def _read(
    site: Site, address: str, jobs: Sequence[Job], proxy: ProxyProcess, n_pages: int
) -> Load:
    """Read pages as many readers do, each with pauses of its own.

    Every tenth page that has arrived is read and cleaned without the proxy as well, so that both
    values are of the same moment of a machine that others use too.
    """
    import httpx

    load = Load([], 0, [])
    waiting = iter(range(n_pages))
    pool = workers.make_pool()
    async with AsyncExitStack() as stack:
        stack.callback(workers.end, pool)
        direct = await stack.enter_async_context(httpx.AsyncClient(timeout=_WAIT_S))
        clients = [
            await stack.enter_async_context(
                httpx.AsyncClient(proxy=f"http://{address}", timeout=_WAIT_S)
            )
            for _ in range(N_CLIENTS)
        ]
        for client in clients:  # its connection stays open
            await _timed(client, f"{site.url}/0")
        alone = [await _alone(pool, job) for job in jobs]
        pause_s = N_CLIENTS * statistics.mean(alone) / (LOAD * JOBS)

        async def reader(client: httpx.AsyncClient, seed: int) -> None:
            pauses = random.Random(seed)
            for turn in waiting:
                await asyncio.sleep(pauses.expovariate(1 / pause_s))
                page = turn % len(jobs)
                through, arrived = await _timed(client, jobs[page].url)
                load.n_errors += not arrived
                if turn % _EVERY == 0:
                    await asyncio.sleep(_REST_S)
                    plain, _ = await _timed(direct, jobs[page].url)
                    alone = plain + await _alone(pool, jobs[page])
                    load.samples.append(Sample(through - plain, alone))
                if turn % 100 == 0:
                    load.memory.append(await asyncio.to_thread(memory_of, proxy.pid))
                    list(proxy.events())

        await asyncio.gather(*(reader(client, seed) for seed, client in enumerate(clients)))
    return load


async def _alone(pool: ProcessPool, job: Job) -> float:
    """Return the seconds of unpacking, parsing, running and writing a page in a process."""
    return await asyncio.wrap_future(pool.schedule(_seconds, args=(job,)))


def _seconds(job: Job) -> float:
    return seconds(lambda: clean(job))


async def _timed(client: httpx.AsyncClient, url: str) -> tuple[float, bool]:
    """Return how long a page took, and whether it arrived as the proxy promises."""
    began = time.perf_counter()
    answer = await client.get(url)
    taken = time.perf_counter() - began
    outcome = answer.headers.get(OUTCOME, "")
    has_outcome = outcome.startswith("cleaned") or "keeps nothing" in outcome
    return taken, answer.status_code == 200 and has_outcome


def memory_of(process: int | None) -> int:
    """Return the bytes of memory that a process and all that it started use by themselves."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                facts = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(facts.rpartition(")")[2].split()[1])
    family = {process}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(_own_memory(member) for member in family if member is not None)


def _own_memory(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
