"""Measure speed and print the table: ``scripts/bench`` or ``python -m tests.benchmarks``."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from boilerscope.extractors.errors import ProxyError
from boilerscope.extractors.proxy.process import proxy_python
from tests.benchmarks import batch, corpus, growth, pages, scores, sliders, traces
from tests.benchmarks.material import about, inputs
from tests.benchmarks.rows import Row, as_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.material import Input

PARTS = (
    "pages",
    "scores",
    "sliders",
    "traces",
    "window",
    "start",
    "growth",
    "corpus",
    "batch",
    "proxy",
)


@dataclass(frozen=True, slots=True)
class _Plan:
    """Extent of the measurement."""

    n_pages: int | None
    repeat: int
    size: int
    blocks: int
    reads: int
    listed: int = 100_000
    swept: int = 200
    paged: int = 10_000
    synthetic: tuple[int, ...] = (100, 1_000, 10_000)


FULL = _Plan(None, 5, 10_000_000, 100_000, 2000)
QUICK = _Plan(12, 2, 2_000_000, 20_000, 400, 10_000, 20, 2_000, (50, 500))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a list of name, ratio, limit, unit.")
@click.option("--pages", "n_pages", type=click.IntRange(1), help="Measure on so many pages only.")
@click.option("--quick", is_flag=True, help="Few pages, few runs, smaller growth: a first look.")
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(PARTS),
    help="Measure this part only. Can be repeated.",
)
@click.option("--check", is_flag=True, help="Exit with 1 if a figure is beyond its limit.")
def main(
    *, as_json: bool, n_pages: int | None, quick: bool, parts: tuple[str, ...], check: bool
) -> None:
    """Measure speed in ratios to the bare parse of the same page, in one process.

    Each page has the best of several runs, the table the median over the pages. Comparisons with
    other libraries take one library after the other over all pages, as in a crawl. Progress goes to
    standard error, the table or the JSON to standard output.
    """
    plan = QUICK if quick else FULL
    if n_pages is not None:
        plan = replace(plan, n_pages=n_pages)
    rows = list(_measured(plan, parts or PARTS))
    if as_json:
        click.echo(json.dumps([row.as_record() for row in rows], indent=1))
    else:
        click.echo(as_table(rows), nl=False)
    sys.exit(1 if check and not all(row.is_within_limit for row in rows) else 0)


def _measured(plan: _Plan, parts: tuple[str, ...]) -> Iterator[Row]:
    page_inputs = inputs(plan.n_pages)
    if "pages" in parts:
        progress = _Progress(len(page_inputs) * pages.n_visits(plan.repeat))
        yield from pages.measure(page_inputs, repeat=plan.repeat, progress=progress)
    if "scores" in parts:
        with_gold = scores.gold_pages(plan.n_pages)
        yield from scores.measure(with_gold, repeat=plan.repeat, progress=_Progress(len(with_gold)))
    if "sliders" in parts:
        slider_inputs = about(100_000, page_inputs, 3)
        yield from sliders.measure(slider_inputs, progress=_Progress(len(slider_inputs)))
    if "traces" in parts:
        progress = _Progress(len(traces.traced_peers()))
        yield from traces.measure(page_inputs, progress=progress)
    if "window" in parts:
        yield from _measured_window(page_inputs, plan)
    if "growth" in parts:
        yield from growth.measure(size=plan.size, blocks=plan.blocks, progress=_Progress(2))
    if "corpus" in parts:
        yield from corpus.measure(
            page_inputs, listed=plan.listed, swept=plan.swept, progress=_Progress(5)
        )
    if "batch" in parts:
        progress = _Progress(batch.N_STEPS)
        yield from batch.measure(page_inputs, synthetic=plan.synthetic, progress=progress)
    if "proxy" in parts:
        yield from _measured_proxy(page_inputs, plan)


def _measured_proxy(page_inputs: list[Input], plan: _Plan) -> Iterator[Row]:
    """Yield the rows of the proxy; without mitmproxy yield none and print a note."""
    try:
        proxy_python()
    except ProxyError as error:
        click.echo(f"The rows of the proxy are left out: {error}", err=True)
        return
    from tests.benchmarks import proxy

    yield from proxy.measure(page_inputs, n_pages=plan.reads, progress=_Progress(2))


def _measured_window(page_inputs: list[Input], plan: _Plan) -> Iterator[Row]:
    """Yield the rows of the window; without Qt yield none and print a note."""
    if importlib.util.find_spec("PySide6") is None:
        click.echo("PySide6 is not installed: the rows of the window are left out", err=True)
        return
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--disable-gpu")
    from tests.benchmarks import feel, matrix, opening, window

    yield from feel.measure(progress=_Progress(feel.ROUNDS))
    yield from opening.measure(n_pages=plan.listed, progress=_Progress(1))
    yield from matrix.measure(n_pages=plan.paged, progress=_Progress(1))
    yield from window.measure(page_inputs, size=plan.size // 2, progress=_Progress(3))


class _Progress:
    """Progress display on standard error."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0

    def __call__(self, name: str) -> None:
        self._done += 1
        click.echo(f"\r\033[K[{self._done}/{self._total}] {name}", err=True, nl=False)
        if self._done == self._total:
            click.echo(err=True)


if __name__ == "__main__":
    main()
