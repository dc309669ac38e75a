"""Traced runs of libraries: against their plain runs, on the slowest pages, on a page of 1 MB."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.trace.run import run_traced
from tests.benchmarks.material import large_page
from tests.benchmarks.rows import MILLISECONDS, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.benchmarks.material import Input

PLAIN = "x plain run"
LIMIT = 3.0
"""Maximum time of the traced runs of a library, in times of its plain runs."""

TEXT_ONLY = frozenset({"html_text", "inscriptis"})
"""Libraries that only write text: they have no limit, since labels and masks take longer."""

PAGE_LIMIT_MS = 250.0
"""Maximum time that the trace of a page adds, 95th percentile."""

LARGE = 1_000_000
LARGE_LIMIT_MS = 12_000.0
"""Size of the large page, and maximum time of its traced run: it ends after 10 s in any case."""

AFTER_LIMIT = 1.1
"""Maximum time of plain runs after a traced run, in times of those before: nothing stays wrapped.

The limit of the design is 1.01; the rest is the noise of a busy machine.
"""

_RUNS = 3


def traced_peers() -> list[Peer[Any]]:
    """Return the installed libraries whose functions are wrapped; Readability.js reports itself."""
    peers = [entry.extractor for entry in registry.entries()]
    return [
        peer
        for peer in peers
        if isinstance(peer, Peer) and peer.probes is not None and peer.probes.entries
        if not peer.missing()
    ]


def measure(inputs: Sequence[Input], *, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield rows for each library.

    They are its traced runs in times of its plain runs, the time of the traced run of a page, plain
    runs after a traced one in times of those before, and the traced run of a page of 1 MB.

    Parameters
    ----------
    progress : callable
        Called with each library.
    """
    logging.disable()
    try:
        for peer in traced_peers():
            progress(f"traces of {peer.id}")
            yield from _rows(peer, inputs)
    finally:
        logging.disable(logging.NOTSET)


@dataclass(slots=True)
class _Sums:
    """Times of a library, in seconds of computing.

    Attributes
    ----------
    plain, after, traced : list of float
        Fastest plain run of each page, the same after a traced run, and its fastest traced run.
    untraced : int
        Pages without a trace.
    """

    plain: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    traced: list[float] = field(default_factory=list)
    untraced: int = 0


def _rows(peer: Peer[Any], inputs: Sequence[Input]) -> Iterator[Row]:
    sums = _Sums()
    for page_input in inputs:
        _add(sums, peer, Page.from_bytes(page_input.data, name=page_input.name))
    n_untraced = sums.untraced
    remark = f"{n_untraced} of {len(inputs)} pages without a trace" if n_untraced else ""
    is_text_only = peer.id in TEXT_ONLY
    plain_s = max(sum(sums.plain), 1e-9)
    limit = None if is_text_only else LIMIT
    yield Row(f"traced: {peer.id}", sum(sums.traced) / plain_s, limit, PLAIN, remark)
    pages = np.divide(sums.traced, np.maximum(sums.plain, 1e-9))
    median = float(np.median(pages)) if len(pages) else 0.0
    worst = f"95th percentile {np.percentile(pages, 95):.1f}" if len(pages) else ""
    yield Row(f"traced, median page: {peer.id}", median, limit, PLAIN, worst)
    slowest = float(np.percentile(sums.traced, 95)) * 1000 if sums.traced else 0.0
    plain = float(np.percentile(sums.plain, 95)) * 1000 if sums.plain else 0.0
    yield Row(
        f"traced page: {peer.id}",
        slowest - plain,
        PAGE_LIMIT_MS,
        MILLISECONDS,
        f"more than the plain run, {plain:.0f} ms",
    )
    yield Row(f"plain after a trace: {peer.id}", sum(sums.after) / plain_s, AFTER_LIMIT, PLAIN)
    yield _large(peer)


def _large(peer: Peer[Any]) -> Row:
    """Return the row of the traced run of a large page; without a trace, the remark says why."""
    assert peer.probes is not None
    page = Page.from_bytes(large_page(LARGE), name="1 MB")
    run = _runner(peer, page)
    start = time.thread_time()
    text = run()
    plain_s = time.thread_time() - start
    result = run_traced(page, peer.probes, peer.version(), run, (text, plain_s))
    remark = f"plain {plain_s * 1000:.0f} ms"
    if result.problem:
        remark = f"{remark}; {result.problem}"
    ms = result.seconds * 1000
    return Row(f"traced, 1 MB: {peer.id}", ms, LARGE_LIMIT_MS, "ms", remark)


def _runner(peer: Peer[Any], page: Page) -> Callable[[], str]:
    settings = peer.default_settings()

    def run() -> str:
        with offline():
            return peer.text(page.decoded.text, settings)

    return run


def _add(sums: _Sums, peer: Peer[Any], page: Page) -> None:
    """Add the fastest plain and traced runs of a page."""
    assert peer.probes is not None
    run = _runner(peer, page)

    def plain_run() -> tuple[str, float]:
        start = time.thread_time()
        text = run()
        return text, time.thread_time() - start

    plain, after, traced = [], [], []
    try:
        for _ in range(_RUNS):
            text, seconds = plain_run()
            plain.append(seconds)
            result = run_traced(page, peer.probes, peer.version(), run, (text, seconds))
            if result.trace is None:
                sums.untraced += 1
                return
            traced.append(result.seconds)
            after.append(plain_run()[1])
    except Exception:  # noqa: BLE001 - a page that the library cannot read
        sums.untraced += 1
        return
    sums.plain.append(min(plain))
    sums.after.append(min(after))
    sums.traced.append(min(traced))
