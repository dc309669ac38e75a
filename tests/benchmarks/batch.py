"""Batches: speed compared with other libraries, overhead, workers, memory, start."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry, runner
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.batch.executors import LOCAL, opener
from boilerscope.extractors.runs.batch.plan import BatchPlan
from boilerscope.extractors.runs.batch.results_folder import ResultsFolder
from boilerscope.extractors.runs.batch.run import BatchRun
from boilerscope.extractors.runs.batch.shards import SHARD_BYTES, SHARD_PAGES, BatchJob
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.sources.listing import list_pages
from tests.benchmarks.peers import peers
from tests.benchmarks.rows import Row
from tests.benchmarks.timing import seconds
from tests.helpers.material import ROOT
from tests.helpers.processes import processes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.benchmarks.material import Input

OVERHEAD = {"one": 1.15, "all": 1.10}
SPEEDUP = 1.8
GROWTH = 1.1
START_S = 0.5
N_STEPS = 5

_ARTICLE = "boilerpipe.article"
_MAX_PAGES = 400
_REPEATED = 8
_PROGRAM = "from boilerscope.app.cli.main import main; main()"
_PAGE = "<title>Page {0}</title><p>" + "Words of the page with number {0}, and more of them. " * 40


def measure(
    inputs: Sequence[Input], *, synthetic: Sequence[int], progress: Callable[[str], None]
) -> Iterator[Row]:
    """Yield the rows of batches.

    Parameters
    ----------
    inputs : sequence of Input
        Real pages, of which the first are used.
    synthetic : sequence of int
        Numbers of synthetic pages whose peak memory is compared.
    progress : callable
        Called with the work being measured, `N_STEPS` times.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [page.text for page in inputs[:_MAX_PAGES]]
        file = _write(folder / "pages.jsonl", texts)
        progress("one extractor")
        one_extractor = _panes(_ARTICLE)
        yield _overhead(folder, file, one_extractor, "one")
        progress("workers and peers")
        yield from _beside(folder, file, texts, one_extractor)
        progress("all extractors")
        few = _write(folder / "few.jsonl", texts[: len(texts) // 4 + 1])
        yield _overhead(folder, few, _panes(*registry.algorithms()), "all")
        progress("memory")
        yield _memory(folder, synthetic)
        progress("start")
        yield _start(folder)


def _write(file: Path, texts: Sequence[str]) -> Path:
    lines = [json.dumps({"id": str(n), "html": text}) for n, text in enumerate(texts)]
    file.write_text("\n".join(lines), encoding="utf-8", errors="surrogatepass")
    return file


def _panes(*names: str) -> tuple[Pane, ...]:
    return tuple(Pane(name, name, registry.extractor(name).default_settings()) for name in names)


def _batch(folder: Path, file: Path, panes: tuple[Pane, ...], jobs: int) -> float:
    """Return the seconds of a batch without those of a batch with one page per worker.

    The start of the workers is measured separately; in a long run it is negligible.
    """
    first = file.with_name("first.jsonl")
    with file.open("rb") as stream:
        first.write_bytes(b"".join(islice(stream, jobs)))
    start = _run(folder, first, panes, jobs, shard_pages=1)
    return _run(folder, file, panes, jobs) - start


def _run(
    folder: Path, file: Path, panes: tuple[Pane, ...], jobs: int, shard_pages: int = SHARD_PAGES
) -> float:
    job = BatchJob(panes, RunLimits(jobs, 60.0), {})
    plan = BatchPlan((str(file),), job, SHARD_BYTES, shard_pages, folder)
    with tempfile.TemporaryDirectory(dir=folder) as out:
        run = BatchRun(plan, ResultsFolder(Path(out)), opener(LOCAL, jobs))
        return seconds(lambda: list(run.run()))


def _alone(file: Path, panes: tuple[Pane, ...]) -> float:
    """Return the seconds of reading, parsing and running without a batch, in this process."""

    def work() -> None:
        for listed_page in list_pages([str(file)]):
            page = listed_page.identified().page()
            for extraction in runner.run_panes(page, panes).values():
                extraction.own_text  # noqa: B018 - reading computes it

    return seconds(work)


def _overhead(folder: Path, file: Path, panes: tuple[Pane, ...], which: str) -> Row:
    _alone(file, panes)  # load modules, and pages into the disk cache
    gc.collect()
    gc.freeze()  # as in a worker, so that the difference is the batch and not the collector
    # Alternately, so that a slow minute of the machine affects both sides.
    turns = [(_alone(file, panes), _batch(folder, file, panes, 1)) for _ in range(3)]
    alone, batch = map(min, zip(*turns, strict=True))
    gc.unfreeze()
    name = _ARTICLE if len(panes) == 1 else f"{len(panes)} extractors"
    with file.open("rb") as lines:
        remark = f"{sum(1 for _ in lines) / batch:.1f} pages a second"
    return Row(f"batch: {name}", batch / alone, OVERHEAD[which], "x read, parse and run", remark)


def _bare_gain(file: Path, panes: tuple[Pane, ...]) -> float:
    """Return the throughput of two bare processes relative to one: the gain the machine allows."""
    with multiprocessing.get_context("fork").Pool(2) as pool:
        work = partial(_alone, panes=panes)
        pool.map(work, [file, file], 1)  # load modules
        alone, together = (seconds(lambda n=n: pool.map(work, [file] * n, 1)) for n in (1, 2))  # type: ignore[misc]  # the loop's number
    return 2 * alone / together


def _beside(folder: Path, file: Path, texts: list[str], panes: tuple[Pane, ...]) -> Iterator[Row]:
    # All pages several times: the shards are as large as a user's, and many shards are needed.
    longer = _write(folder / "longer.jsonl", texts * _REPEATED)
    # Alternately, so that a slow minute of the machine affects both numbers of workers.
    turns = [[_batch(folder, longer, panes, jobs) / _REPEATED for jobs in (1, 2)] for _ in range(3)]
    one_s, two_s = map(min, zip(*turns, strict=True))
    gains = f"{one_s / two_s:.2f} times one; two bare processes {_bare_gain(file, panes):.2f} times"
    yield Row("batch: two workers", two_s / one_s, 1 / SPEEDUP, "x one worker", gains)
    for name in ("trafilatura.extract", "boilerpy3 ArticleExtractor"):
        peer_s = seconds(lambda name=name: _peer_loop(name, texts, 2))  # type: ignore[misc]  # the loop's name
        remark = f"{len(texts) / two_s:.1f} against {len(texts) / peer_s:.1f} pages a second"
        yield Row(f"batch: {_ARTICLE}, two workers", two_s / peer_s, None, f"x {name}", remark)


def _peer_loop(name: str, texts: list[str], jobs: int) -> int:
    """Run a library over all pages in a plain process pool; return the total text length."""
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        return sum(pool.imap(_call_peer, ((name, text) for text in texts), chunksize=8))


@cache
def _peers() -> dict[str, Callable[[str], object]]:
    return peers()


def _call_peer(call: tuple[str, str]) -> int:
    name, text = call
    try:
        return len(str(_peers()[name](text)))
    except Exception:  # noqa: BLE001 - a page that a library cannot read takes time as well
        return 0


def _memory(folder: Path, numbers: Sequence[int]) -> Row:
    peaks = [_peak(folder, number) for number in numbers]
    peaks_text = ", ".join(
        f"{number:,} pages: {peak / 2**10:.0f} MB"
        for number, peak in zip(numbers, peaks, strict=True)
    )
    return Row("batch: peak memory", max(peaks) / min(peaks), GROWTH, "x the smallest", peaks_text)


def _peak(folder: Path, number: int) -> int:
    """Return the maximum memory of parent and workers together, in kB."""
    file = _write(folder / "synthetic.jsonl", [_PAGE.format(n) for n in range(number)])
    with tempfile.TemporaryDirectory(dir=folder) as out, _program(file, Path(out) / "r") as running:
        peaks: dict[int, int] = {}
        while running.poll() is None:
            for pid in processes_of(running.pid):
                peaks[pid] = max(peaks.get(pid, 0), _peak_of(pid))
            time.sleep(0.05)
    assert running.returncode == 0
    return sum(peaks.values())


def _peak_of(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def _program(file: Path, out: Path) -> subprocess.Popen[Any]:
    arguments = [
        "batch",
        str(file),
        "-e",
        _ARTICLE,
        "-o",
        str(out),
        "-q",
        "--jobs",
        "2",
    ]
    # Bytecode is kept, as in any installation, whatever the benchmark's environment sets.
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(file.parent / "bytecode")}
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | bytecode,
        start_new_session=True,
    )


def _start(folder: Path) -> Row:
    """Return the time from the start of the command to the records of its first page."""
    file = _write(folder / "first.jsonl", [_PAGE.format(1)])

    def first() -> float:
        with tempfile.TemporaryDirectory(dir=folder) as out:
            began = time.perf_counter()
            with _program(file, Path(out) / "r") as running:
                shard = Path(out, "r", "shards", "00", "00000000.jsonl")
                while not shard.exists() and running.poll() is None:
                    time.sleep(0.002)
                return time.perf_counter() - began

    return Row("batch: start to the first page", min(first() for _ in range(3)), START_S, "s")
