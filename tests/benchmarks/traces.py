"""Traced runs of libraries against their plain runs, over all pages together."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.trace.run import run_traced
from tests.benchmarks.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.benchmarks.material import Input

PLAIN = "x plain run"
LIMIT = 3.0
"""Maximum time of the traced runs of a library, in times of its plain runs."""

TEXT_ONLY = frozenset({"html_text", "inscriptis"})
"""Libraries that only write text: they have no limit, since labels and masks take longer."""

_RUNS = 3


def traced_peers() -> list[Peer[Any]]:
    """Return the installed libraries that have probes."""
    peers = [entry.extractor for entry in registry.entries()]
    return [
        peer
        for peer in peers
        if isinstance(peer, Peer) and peer.probes is not None and not peer.missing()
    ]


def measure(inputs: Sequence[Input], *, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield a row for each library: its traced runs in times of its plain runs.

    Parameters
    ----------
    progress : callable
        Called with each library.
    """
    logging.disable()
    try:
        for peer in traced_peers():
            progress(f"traces of {peer.id}")
            yield _row(peer, inputs)
    finally:
        logging.disable(logging.NOTSET)


def _row(peer: Peer[Any], inputs: Sequence[Input]) -> Row:
    plain_s = traced_s = 0.0
    untraced = 0
    for page_input in inputs:
        times = _times(peer, Page.from_bytes(page_input.data, name=page_input.name))
        if times is None:
            untraced += 1
            continue
        plain_s, traced_s = plain_s + times[0], traced_s + times[1]
    remark = f"{untraced} of {len(inputs)} pages without a trace" if untraced else ""
    limit = None if peer.id in TEXT_ONLY else LIMIT
    return Row(f"traced: {peer.id}", traced_s / max(plain_s, 1e-9), limit, PLAIN, remark)


def _times(peer: Peer[Any], page: Page) -> tuple[float, float] | None:
    """Return the fastest plain and traced run, in seconds of computing; None without a trace."""
    assert peer.probes is not None
    settings = peer.default_settings()

    def run() -> str:
        with offline():
            return peer.text(page.decoded.text, settings)

    plain, traced = [], []
    try:
        for _ in range(_RUNS):
            start = time.thread_time()
            text = run()
            plain.append(time.thread_time() - start)
            result = run_traced(page, peer.probes, peer.version(), run, (text, plain[-1]))
            if result.trace is None:
                return None
            traced.append(result.seconds)
    except Exception:  # noqa: BLE001 - a page that the library cannot read
        return None
    return min(plain), min(traced)
