"""Growth of time with the page: tenfold text, tenfold blocks. Linear work has the exponent 1.

Each extractor is measured twice: after the others, on what they left on the page, and alone on a
page of its own, with its stages and its text.
"""

from __future__ import annotations

import gc
import math
from typing import TYPE_CHECKING

from boilerscope.extractors import runner
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.page import Page
from tests.benchmarks.material import large_page, many_blocks
from tests.benchmarks.pages import algorithms
from tests.benchmarks.rows import EXPONENT, Row
from tests.benchmarks.timing import seconds
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMIT = 1.3
"""Maximum exponent of linear work. A bare parse has 1.1 to 1.2, since large pages exceed the
processor's cache; quadratic work has 2.
"""

TIMES = 10
RUNS = 2


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
        few, many = _best_times(small), _best_times(large)
        grown = math.log(len(large) / len(small))
        for name, many_s in many.items():
            exponent = math.log(max(many_s, 1e-9) / max(few[name], 1e-9)) / grown
            yield Row(f"growth {kind}: {name}", exponent, LIMIT, EXPONENT, f"{many_s:.3g} s")


def _best_times(data: bytes) -> dict[str, float]:
    gc.disable()  # as timeit does: a collection on a large page would disturb a single run
    try:
        rounds = [_times(data) for _ in range(RUNS)]
    finally:
        gc.enable()
    return {name: min(times[name] for times in rounds) for name in rounds[0]}


def _times(data: bytes) -> dict[str, float]:
    """Return the seconds of each work on newly read pages."""
    times = {"bytes -> Page": seconds(lambda: Page.from_bytes(data, name="grown"))}
    page = Page.from_bytes(data, name="grown")
    layout = flow_layout(page)
    page = page.with_layout(layout)
    times["source positions"] = seconds(lambda: page.source_positions)
    for name in algorithms():
        extraction = runner.run(page, name)
        times[name] = extraction.seconds
        if name == "boilerpipe.article":
            result = Result("grown", "grown", name, page, extraction)
            for format_name, text_format in FORMATS.items():
                times[f"format {format_name}"] = seconds(lambda: text_format.write(result))  # noqa: B023 - called in this round
    for name in algorithms():
        alone = Page.from_bytes(data, name="grown").with_layout(layout)
        times[f"{name} alone"] = seconds(lambda: runner.run(alone, name).own_text)  # noqa: B023 - called in this round
    return times
