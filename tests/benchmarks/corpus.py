"""Corpora: opening a long list, computations of the Corpus face, a sweep against single runs."""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.listed_page import ListedPage
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.leaderboard import group_rows, leaderboard
from boilerscope.extractors.scoring.losses.ledger import PaneLosses, compared_pages, ledger, take
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey, chosen, ordered
from boilerscope.extractors.scoring.results import PageResult, PaneScore, ScoredPage, ScoreOptions
from boilerscope.extractors.scoring.scatter import scatter
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.search.base import make_axis
from boilerscope.extractors.search.sweep import Sweep
from boilerscope.extractors.sources.corpus import Corpus
from tests.benchmarks.opening import write_list
from tests.benchmarks.rows import Row
from tests.benchmarks.timing import best_of, processor_seconds, seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.extractors.scoring.losses.ledger import Ledger
    from tests.benchmarks.material import Input

OPENING_S = 2.0
LOSSES_S = 2.0
LOSSES_PAGES = 1_200
LOSSES_OF = (
    *("boilerpipe.article", "boilerpipe.canola", "boilerpipe.default"),
    *("boilerpipe.largest_content", "boilerpipe.num_words_rules"),
    *("ai_depot", "bte", "crunch", "cx_extractor", "link_ratio"),
)
SORTING_MS = 200.0
SWEEP_RUNS = 6.0
STEPS = 21
SWEPT = {"link_ratio": "rate", "boilerpipe.article": "max_link_density"}
PAGES, PANES = 10_000, 8
_SMALL = 20
"""Pages of the stored results: the time to read them does not depend on their size."""
_GOLD = "The first words of a page, which are its main content, and some more of them."


def measure(
    inputs: Sequence[Input], *, listed: int, swept: int, progress: Callable[[str], None]
) -> Iterator[Row]:
    """Yield the rows of corpora.

    Parameters
    ----------
    inputs : sequence of Input
        Pages for the sweep.
    listed : int
        Lines of the list that is opened.
    swept : int
        Pages of the sweep; pages come again until there are so many.
    progress : callable
        Called with the work being measured, five times.
    """
    with tempfile.TemporaryDirectory() as folder:
        progress("opening")
        yield _opening(Path(folder), listed)
        progress("losses")
        yield _losses(Path(folder), inputs)
        progress("table")
        yield from _face()
        for extractor, field in (
            ("link_ratio", "rate"),
            ("boilerpipe.article", "max_link_density"),
        ):
            progress(f"sweep: {extractor}")
            yield _sweep(Path(folder), inputs, swept, extractor, field)


def _opening(folder: Path, n: int) -> Row:
    file = write_list(folder, n)
    list_s = best_of(3, lambda: Corpus([file]).read_all())
    return Row(f"corpus: {n:,} lines of 1 kB -> list", list_s, OPENING_S, "s")


def _losses(folder: Path, inputs: Sequence[Input]) -> Row:
    """Return the processor time from stored results to the ledgers of ten panes."""
    small = sorted(inputs, key=lambda page: len(page.data))[:_SMALL]
    file = _write_pages(folder / "losses.jsonl", small, LOSSES_PAGES)
    pages = Corpus([file]).read_all().pages
    panes = [Pane(name, name, registry.extractor(name).default_settings()) for name in LOSSES_OF]
    options = RunOptions(ScoreOptions(losses=True))
    with ResultStore(folder / "store") as store:
        for _ in CorpusRun(pages, panes, options, store).results():
            pass

        def ledgers() -> list[Ledger]:
            table = ScoreTable(pages, LOSSES_OF, DEFAULT_MEASURES)
            losses = {name: PaneLosses(len(pages), with_curves=False) for name in LOSSES_OF}
            for result in CorpusRun(pages, panes, options, store).results():
                table.add(result)
                take(losses, result)
            compared = compared_pages(table, table.is_done, "")
            return [ledger(name, of_pane, compared) for name, of_pane in losses.items()]

        if not all(book.n_pages for book in ledgers()):
            raise ValueError("no page has losses")
        ledgers_s = min(processor_seconds(ledgers) for _ in range(3))
    head = f"corpus: {LOSSES_PAGES:,} pages x {len(LOSSES_OF)} panes"
    return Row(f"{head}, losses from stored results", ledgers_s, LOSSES_S, "s")


def _write_pages(file: Path, inputs: Sequence[Input], n: int) -> Path:
    """Write pages as lines; they come again until there are so many."""
    with file.open("w", encoding="utf-8") as stream:
        for number in range(n):
            page = inputs[number % len(inputs)]
            html = f"<html><!-- {number} -->{page.text}<p>{_GOLD}</p>"
            line = {"id": f"p{number}", "html": html, "text": _GOLD}
            stream.write(json.dumps(line) + "\n")
    return file


def _face() -> Iterator[Row]:
    """Yield the time of each computation of the Corpus face after one change of the view."""
    table = _table()
    everything = chosen(table, PageFilter())
    text = PageFilter(text="page-12", languages=frozenset({"en"}))
    works: dict[str, Callable[[], object]] = {
        f"sort by {key}": partial(ordered, table, everything, Sort(key, pane="p3", baseline="p1"))
        for key in SortKey
    }
    works |= {
        "filter": lambda: chosen(table, text),
        "groups": lambda: group_rows(table, everything, "length", "token_f1"),
        "scatter": lambda: scatter(table, everything, "token_f1", ("p0", "p1")),
        "leaderboard, means": lambda: leaderboard(
            table, everything, DEFAULT_MEASURES, intervals=()
        ),
    }
    times_ms = {name: 1_000 * best_of(5, work) for name, work in works.items()}
    slowest_sort = max(
        (name for name in times_ms if name.startswith("sort")), key=times_ms.__getitem__
    )
    rest = [name for name in times_ms if not name.startswith("sort")]
    head = f"corpus: {PAGES:,} pages x {PANES} panes"
    for name in (slowest_sort, *rest):
        yield Row(f"{head}, {name}", times_ms[name], SORTING_MS, "ms")
    first = DEFAULT_MEASURES[:1]  # as the window does
    with_intervals = seconds(
        lambda: leaderboard(table, everything, DEFAULT_MEASURES, intervals=first)
    )
    yield Row(f"{head}, leaderboard, intervals", 1_000 * with_intervals, None, "ms")


def _table() -> ScoreTable:
    generator = np.random.default_rng(1)
    pages = [
        ListedPage(f"page-{n}", "set", None, "en" if n % 3 else "zh")  # type: ignore[arg-type]  # no page is read here
        for n in range(PAGES)
    ]
    table = ScoreTable(pages, [f"p{number}" for number in range(PANES)], DEFAULT_MEASURES)
    gold = generator.integers(50, 2_000, PAGES)
    kept = generator.integers(1, 3 * gold[:, None], (PAGES, PANES))
    n_common = (np.minimum(kept, gold[:, None]) * generator.random((PAGES, PANES))).astype(int)
    has_failed = generator.random((PAGES, PANES)) < 0.002
    for row in range(PAGES):
        size = int(gold[row])
        page = ScoredPage(pages[row].page_id, "set", language=pages[row].language, n_gold=size)
        scores = tuple(
            PaneScore(page, pane, Status.TIMEOUT, counts={"tokens": (0, 0, size)})
            if has_failed[row, column]
            else PaneScore(
                page,
                pane,
                Status.OK,
                counts={"tokens": (int(n_common[row, column]), int(kept[row, column]), size)},
            )
            for column, pane in enumerate(table.panes)
        )
        table.add(PageResult(row, page, scores))
    return table


def _sweep(folder: Path, inputs: Sequence[Input], n: int, extractor: str, field: str) -> Row:
    """Return the time of a sweep as a multiple of one run of its pane, both in one worker."""
    file = _write_pages(folder / "swept.jsonl", inputs, n)
    pages = Corpus([file]).read_all().pages
    pane = Pane(extractor, extractor, registry.extractor(extractor).default_settings())
    axis = make_axis(extractor, field, low=0.1, high=1.0, steps=STEPS)
    panes = Sweep(pane, (axis,)).panes()

    def run(chosen_panes: Sequence[Pane]) -> float:
        return seconds(lambda: list(CorpusRun(pages, chosen_panes, RunOptions()).results()))

    single = min(run([pane]) for _ in range(2))
    name = f"corpus: sweep of {extractor}, {len(panes)} steps over {n} pages"
    return Row(name, run(panes) / single, SWEEP_RUNS, "x single run")
