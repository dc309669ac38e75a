"""The proxy under load: what 50 readers wait for, whether all is answered, and memory."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from extractors import registry, workers
from extractors.proxy.cleaning import Job, clean
from extractors.proxy.headers import OUTCOME
from extractors.proxy.process import ProxyProcess
from extractors.proxy.records import ProxyOptions, Started
from extractors.proxy.settings import ProxyConfig, ProxySettings
from extractors.runner import Pane
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

_EACH = 10
_REST_S = 0.1
"""Before a page is read without the proxy: caches of the processor shall be as cold as before."""
_WAIT_S = 60.0


@dataclass(slots=True)
class Load:
    """What the readers met.

    Attributes
    ----------
    ratios : list of float
        Of every tenth page: time that the proxy added, over reading and cleaning it without.
    n_errors : int
        Pages that did not arrive whole and cleaned, or as an original with a reason.
    memory : list of int
        Bytes in use by the proxy and its workers, after each hundred pages.
    """

    ratios: list[float]
    n_errors: int
    memory: list[int]


def measure(given: Sequence[Input], *, n_pages: int, told: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows of the proxy."""
    with TemporaryDirectory() as folder:
        site = Site(Path(folder))
        for number, page in enumerate(given):
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
            jobs = [_job(f"{site.url}/{number}", page, pane) for number, page in enumerate(given)]
            told("starting")
            load = asyncio.run(_read(site, started.address, jobs, proxy, n_pages))
            told(f"{n_pages} pages through the proxy")
        finally:
            proxy.stop()
            site.close()
    delay = statistics.quantiles(load.ratios, n=20)[-1]
    remark = f"median {statistics.median(load.ratios):.2f}"
    name = f"proxy, {N_CLIENTS} readers: added delay, 95th percentile"
    yield Row(name, delay, DELAY_LIMIT, f"x reading, parsing and running {EXTRACTOR} alone", remark)
    yield Row(f"proxy: pages of {n_pages} that did not arrive", load.n_errors, 0, "pages")
    before = load.memory[len(load.memory) // 4]
    growth = load.memory[-1] / before
    remark = f"{load.memory[-1] / 2**20:.0f} MB at the end"
    yield Row("proxy: memory at the end", growth, GROWTH_LIMIT, "x after a quarter", remark)


def _job(url: str, page: Input, pane: Pane) -> Job:
    return Job(page.data, "", url, None, pane, "html", 0.0, 2**26)


async def _read(
    site: Site, address: str, jobs: Sequence[Job], proxy: ProxyProcess, n_pages: int
) -> Load:
    """Read pages as many readers do, each with pauses of its own.

    Now and then, a page that has just arrived is read and cleaned without the proxy as well, so
    that both figures are of the same moment of a machine that others use too, and both come upon
    an idle moment.
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
                if turn % _EACH == 0:
                    await asyncio.sleep(_REST_S)
                    plain, _ = await _timed(direct, jobs[page].url)
                    load.ratios.append((through - plain) / (plain + await _alone(pool, jobs[page])))
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
    told = answer.headers.get(OUTCOME, "")
    is_told = told.startswith("cleaned") or "keeps nothing" in told
    return taken, answer.status_code == 200 and is_told


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
    while found := {one for one, parent in parents.items() if parent in family} - family:
        family |= found
    return sum(_own_memory(one) for one in family if one is not None)


def _own_memory(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
