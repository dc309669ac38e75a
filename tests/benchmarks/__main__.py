"""Measure speed and print the table: ``scripts/bench`` or ``python -m tests.benchmarks``."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from extractors.errors import ProxyError
from extractors.proxy.process import proxy_python
from tests.benchmarks import batch, corpus, growth, pages, scores, sliders
from tests.benchmarks.material import about, inputs
from tests.benchmarks.rows import Row, as_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.material import Input

PARTS = ("pages", "scores", "sliders", "window", "growth", "corpus", "batch", "proxy")


@dataclass(frozen=True, slots=True)
class _Plan:
    """How much is measured."""

    n_pages: int | None
    repeat: int
    size: int
    blocks: int
    reads: int
    listed: int = 100_000
    swept: int = 200
    paged: int = 10_000
    synthetic: tuple[int, ...] = (100, 1_000, 10_000)


FULL = _Plan(None, 3, 10_000_000, 100_000, 2000)
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

    The best of several runs counts on each page, the median over the pages in the table. What is
    measured against other libraries goes over all pages by itself, as in a crawl. Progress goes to
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
    sys.exit(1 if check and not all(row.holds for row in rows) else 0)


def _measured(plan: _Plan, parts: tuple[str, ...]) -> Iterator[Row]:
    given = inputs(plan.n_pages)
    if "pages" in parts:
        told = _Told(len(given) * pages.n_visits(plan.repeat))
        yield from pages.measure(given, repeat=plan.repeat, told=told)
    if "scores" in parts:
        with_gold = scores.gold_pages(plan.n_pages)
        yield from scores.measure(with_gold, repeat=plan.repeat, told=_Told(len(with_gold)))
    if "sliders" in parts:
        chosen = about(100_000, given, 3)
        yield from sliders.measure(chosen, told=_Told(len(chosen)))
    if "window" in parts:
        yield from _measured_window(given, plan)
    if "growth" in parts:
        yield from growth.measure(size=plan.size, blocks=plan.blocks, told=_Told(2))
    if "corpus" in parts:
        yield from corpus.measure(given, listed=plan.listed, swept=plan.swept, told=_Told(4))
    if "batch" in parts:
        told = _Told(batch.N_STEPS)
        yield from batch.measure(given, synthetic=plan.synthetic, told=told)
    if "proxy" in parts:
        yield from _measured_proxy(given, plan)


def _measured_proxy(given: list[Input], plan: _Plan) -> Iterator[Row]:
    """Yield the rows of the proxy; none where mitmproxy is not installed, and say so."""
    try:
        proxy_python()
    except ProxyError as error:
        click.echo(f"The rows of the proxy are left out: {error}", err=True)
        return
    from tests.benchmarks import proxy

    yield from proxy.measure(given, n_pages=plan.reads, told=_Told(2))


def _measured_window(given: list[Input], plan: _Plan) -> Iterator[Row]:
    """Yield the rows of the window; none where Qt is not installed, and say so."""
    if importlib.util.find_spec("PySide6") is None:
        click.echo("PySide6 is not installed: the rows of the window are left out", err=True)
        return
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--disable-gpu")
    from tests.benchmarks import matrix, opening, window

    yield from opening.measure(n_pages=plan.listed, told=_Told(1))
    yield from matrix.measure(n_pages=plan.paged, told=_Told(1))
    yield from window.measure(given, size=plan.size // 2, told=_Told(3))


class _Told:
    """Says on standard error how far the measuring is."""

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
