"""Growth of time with the page: tenfold text, tenfold blocks. Linear work has the exponent 1.

Each extractor is measured twice: after the others, on what they left on the page, and alone on a
page of its own, with its stages, its text and its views. A format is measured on a page that no
format has read, for a result that keeps a part of the page and for one that keeps it all. Libraries
have no limit; what follows them, the alignment of a text, has one. Times are those of the
processor, so that other programs do not add to them.
"""

from __future__ import annotations

import gc
import logging
import math
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.peers.peer import Peer
from tests.benchmarks.material import large_page, many_blocks
from tests.benchmarks.pages import algorithms
from tests.benchmarks.rows import EXPONENT, Row
from tests.benchmarks.timing import processor_seconds, read_all
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from boilerscope.extractors.page.records import Layout

LIMIT = 1.3
"""Maximum exponent of linear work. A bare parse has 1.1 to 1.2, since large pages exceed the
processor's cache; quadratic work has 2.
"""

TIMES = 10
RUNS = 3
LIBRARY_SHARE = 10
"""Libraries read a page of a tenth of the size: some of them need minutes for more."""

_EXPORTED = ("boilerpipe.article", "boilerpipe.keep_everything")


def measure(*, size: int, blocks: int, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield an exponent per work and kind of growth.

    Parameters
    ----------
    size : int
        Bytes of the larger page.
    blocks : int
        Text blocks of the larger page.
    progress : callable
        Called with the work being measured.
    """
    kinds: list[tuple[str, bytes, bytes]] = [
        (f"to {size / 1e6:g} MB", large_page(size // TIMES), large_page(size)),
        (f"to {blocks:,} blocks", many_blocks(blocks // TIMES), many_blocks(blocks)),
    ]
    for kind, small, large in kinds:
        progress(f"growth {kind}")
        yield from _rows(kind, small, large, _times)
    size //= LIBRARY_SHARE
    progress(f"growth of libraries to {size / 1e6:g} MB")
    yield from _rows(
        f"to {size / 1e6:g} MB", large_page(size // TIMES), large_page(size), _library_times
    )


def _rows(
    kind: str, small: bytes, large: bytes, times: Callable[[bytes], dict[str, float]]
) -> Iterator[Row]:
    few, many = _best_times(small, times), _best_times(large, times)
    grown = math.log(len(large) / len(small))
    for name, many_s in many.items():
        exponent = math.log(max(many_s, 1e-9) / max(few[name], 1e-9)) / grown
        limit = None if name.startswith("library ") else LIMIT
        yield Row(f"growth {kind}: {name}", exponent, limit, EXPONENT, f"{many_s:.3g} s")


def _best_times(data: bytes, times: Callable[[bytes], dict[str, float]]) -> dict[str, float]:
    gc.disable()  # as timeit does: a collection on a large page would disturb a single run
    try:
        rounds = []
        for _ in range(RUNS):
            gc.collect()
            rounds.append(times(data))
    finally:
        gc.enable()
    return {name: min(of_round[name] for of_round in rounds) for name in rounds[0]}


def _times(data: bytes) -> dict[str, float]:
    """Return the seconds of each work on newly read pages."""
    times = {"bytes -> Page": processor_seconds(lambda: Page.from_bytes(data, name="grown"))}
    page = Page.from_bytes(data, name="grown")
    layout = flow_layout(page)
    page = page.with_layout(layout)
    times["source positions"] = processor_seconds(lambda: page.source_positions)
    for name in algorithms():
        times[name] = processor_seconds(lambda: runner.run(page, name))  # noqa: B023 - called in this round
    for name in algorithms():
        alone = Page.from_bytes(data, name="grown").with_layout(layout)
        times[f"{name} alone"] = processor_seconds(lambda: read_all(runner.run(alone, name)))  # noqa: B023 - called in this round
    for name in _EXPORTED:
        for format_name in FORMATS:
            times[f"format {format_name} of {name}"] = _format_seconds(
                data, layout, name, format_name
            )
    return times


def _format_seconds(data: bytes, layout: Layout, name: str, format_name: str) -> float:
    page = Page.from_bytes(data, name="grown").with_layout(layout)
    result = Result("grown", "grown", name, page, runner.run(page, name))
    return processor_seconds(lambda: FORMATS[format_name].write(result))


def _library_times(data: bytes) -> dict[str, float]:
    """Return the seconds of each installed library, and of the alignment of all text."""
    times = {}
    page = Page.from_bytes(data, name="grown")
    everything = ForeignText(kept_text(page, np.ones(page.n_tokens, dtype=np.bool_)))
    times["alignment of all text"] = processor_seconds(
        lambda: read_all(aligned_extraction(page, "any", NoSettings(), everything))
    )
    logging.disable()
    try:
        for peer in _libraries():
            settings = peer.settings_class()
            with offline():
                times[f"library {peer.id}"] = processor_seconds(
                    lambda: peer.text(page.decoded.text, settings)  # noqa: B023 - called in this round
                )
    finally:
        logging.disable(logging.NOTSET)
    return times


def _libraries() -> list[Peer[Any]]:
    """Return the installed libraries; not Readability.js, whose engine is another process."""
    extractors = [entry.extractor for entry in registry.entries()]
    peers = [extractor for extractor in extractors if isinstance(extractor, Peer)]
    return [peer for peer in peers if not peer.missing() and peer.id != "readability_js"]
