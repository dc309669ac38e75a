"""How time grows with the page: tenfold text, tenfold blocks. Linear work has the exponent 1."""

from __future__ import annotations

import gc
import math
from typing import TYPE_CHECKING

from extractors import runner
from extractors.formats.catalogue import FORMATS
from extractors.formats.record import Result
from extractors.page import Page
from tests.benchmarks.material import large_page, many_blocks
from tests.benchmarks.pages import algorithms
from tests.benchmarks.rows import EXPONENT, Row
from tests.benchmarks.timing import seconds
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMIT = 1.3
"""What counts as linear: a bare parse has 1.1 to 1.2, since large pages outgrow the processor's
cache; quadratic work has 2."""

TIMES = 10
RUNS = 2


def measure(*, size: int, blocks: int, told: Callable[[str], None]) -> Iterator[Row]:
    """Yield an exponent per work and kind of growth.

    Parameters
    ----------
    size : int
        Bytes of the larger page.
    blocks : int
        Text blocks of the larger page.
    told : callable
        Hears what is being measured.
    """
    kinds: list[tuple[str, bytes, bytes]] = [
        (f"to {size / 1e6:g} MB", large_page(size // TIMES), large_page(size)),
        (f"to {blocks:,} blocks", many_blocks(blocks // TIMES), many_blocks(blocks)),
    ]
    for kind, small, large in kinds:
        told(f"growth {kind}")
        few, many = _best_times(small), _best_times(large)
        grown = math.log(len(large) / len(small))
        for name, taken in many.items():
            exponent = math.log(max(taken, 1e-9) / max(few[name], 1e-9)) / grown
            yield Row(f"growth {kind}: {name}", exponent, LIMIT, EXPONENT, f"{taken:.3g} s")


def _best_times(data: bytes) -> dict[str, float]:
    gc.disable()  # as timeit does: its walk over a large page would fall on any one of the runs
    try:
        rounds = [_times(data) for _ in range(RUNS)]
    finally:
        gc.enable()
    return {name: min(one[name] for one in rounds) for name in rounds[0]}


def _times(data: bytes) -> dict[str, float]:
    """Return the seconds of everything on one fresh page."""
    taken = {"bytes -> Page": seconds(lambda: Page.from_bytes(data, name="grown"))}
    page = Page.from_bytes(data, name="grown")
    page = page.with_layout(flow_layout(page))
    taken["source positions"] = seconds(lambda: page.source_positions)
    for name in algorithms():
        made = runner.run(page, name)
        taken[name] = made.seconds
        if name == "boilerpipe.article":
            result = Result("grown", "grown", name, page, made)
            for format_name, each in FORMATS.items():
                taken[f"format {format_name}"] = seconds(lambda: each.write(result))  # noqa: B023 - called in this round
    return taken
