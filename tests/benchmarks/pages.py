"""Page by page: page and columns, shared stages, every algorithm, and peer libraries."""

from __future__ import annotations

import contextlib
import gc
import statistics
from collections import defaultdict
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

import lxml.html

from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.parsing import make_parser
from tests.benchmarks.peers import peers
from tests.benchmarks.rows import PARSE, TRAFILATURA, Row
from tests.benchmarks.timing import ClockedPage, StageClock, best_of, read_all, seconds
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from tests.benchmarks.material import Input

    Work: TypeAlias = Callable[[Input], Callable[[], object]]
    """Prepares work on a page; the returned function is measured."""

PAGE_LIMIT = 3.0
POSITIONS_LIMIT = 2.0
STAGE_LIMIT = 3.0
ALGORITHM_LIMIT = 2.0
ALGORITHM_LIMITS = {"vips": 6.0}
ALL_LIMIT = 1.5
LEARNED_LIMIT = 0.5
PARSE_RUNS = 5

TRAFILATURA_NAME = "trafilatura.extract"
EVERYTHING = "bytes -> Page and all algorithms of the literature with texts and steps"
WITH_VIEWS = f"{EVERYTHING}, columns, curves and trees read"
WITHOUT_FIRST = "bytes -> Page and all but boilerpipe, cx_extractor, link_ratio, text_distribution"
LEARNED = "bytes -> Page and learned, its features included"
_OURS = "ours"
"""Reference of extractors that are not of the literature: consensus and learned."""
FIRST = ("boilerpipe.", "cx_extractor", "link_ratio", "text_distribution")
"""The extractors of `WITHOUT_FIRST` run these only as inputs."""

OF_LEARNED = frozenset(
    (
        "block grid",
        "texts of the block grid",
        "lowered texts of the block grid",
        "features of the block grid",
        "added by",
    )
)
"""Stages of `LEARNED`, with one common limit; the last stage measures the features."""


class Ratios:
    """Ratios of every page by name; the table has the median over the pages."""

    def __init__(self) -> None:
        self._of_name: dict[str, list[float]] = defaultdict(list)
        self._totals: dict[str, tuple[float, float]] = {}

    def add(self, name: str, ratio: float) -> None:
        """Add the ratio of one page."""
        self._of_name[name].append(ratio)

    def add_times(self, name: str, work_s: float, other_s: float) -> None:
        """Add the ratio of two durations on one page; the row also has the ratio of their sums."""
        self.add(name, work_s / other_s)
        total, other_total = self._totals.get(name, (0.0, 0.0))
        self._totals[name] = total + work_s, other_total + other_s

    def names(self, prefix: str) -> list[str]:
        """Return the names with this prefix, in insertion order."""
        return [name for name in self._of_name if name.startswith(prefix)]

    def row(self, name: str, limit: float | None, unit: str = PARSE) -> Row:
        """Return the median over the pages as a row."""
        ratios = self._of_name[name]
        remark = "" if len(ratios) > 1 else "one page"
        if len(ratios) > 1 and name in self._totals:
            total, other_total = self._totals[name]
            remark = f"{total / other_total:.3g} over all pages together"
        return Row(name, statistics.median(ratios), limit, unit, remark)


def algorithms() -> list[str]:
    """Return the identifiers of our own extractors that load."""
    return list(registry.algorithms())


def measure(
    inputs: Sequence[Input], *, repeat: int, progress: Callable[[str], None]
) -> Iterator[Row]:
    """Yield the rows that are medians over pages.

    Parameters
    ----------
    repeat : int
        Number of runs; the fastest counts.
    progress : callable
        Called with the page being measured, `n_visits` times for each page.
    """
    ratios = Ratios()
    libraries = peers()
    names = algorithms()
    parses: list[float] = []
    for page_input in inputs:
        progress(page_input.name)
        parses.append(best_of(PARSE_RUNS, lambda: _bare_parse(page_input.utf8)))  # noqa: B023 - called in this round
        _measure_page(page_input, parses[-1], repeat, ratios)
        _measure_algorithms(page_input, parses[-1], repeat, ratios, names)
    fastest = crawled(inputs, _works(names, libraries), repeat, progress)
    for parse, best in zip(parses, fastest, strict=True):
        _compare(parse, best, libraries, ratios)
    yield from _rows(ratios, libraries)


def _stage_limit(stage: str) -> float | None:
    if stage in OF_LEARNED:
        return None
    return POSITIONS_LIMIT if stage == "source positions" else STAGE_LIMIT


def n_visits(repeat: int) -> int:
    """Return the number of visits of `measure` to each page."""
    return 1 + repeat * len(_works(algorithms(), peers()))


def _rows(ratios: Ratios, libraries: Iterable[str]) -> Iterator[Row]:
    yield ratios.row("bytes -> Page", PAGE_LIMIT)
    for name in ratios.names("stage: "):
        yield ratios.row(name, _stage_limit(name.removeprefix("stage: ")))
    for name in ratios.names("algorithm: "):
        yield ratios.row(
            name, ALGORITHM_LIMITS.get(name.removeprefix("algorithm: "), ALGORITHM_LIMIT)
        )
    yield ratios.row(WITHOUT_FIRST, ALL_LIMIT, TRAFILATURA)
    yield ratios.row(EVERYTHING, ALL_LIMIT, TRAFILATURA)
    yield ratios.row(WITH_VIEWS, None, TRAFILATURA)
    yield ratios.row(LEARNED, LEARNED_LIMIT, TRAFILATURA)
    yield ratios.row(f"{EVERYTHING}, against the parse", None)
    for name in libraries:
        yield ratios.row(f"beside: {name}", None)


def _bare_parse(utf8: bytes) -> None:
    lxml.html.document_fromstring(utf8, parser=make_parser())


def _measure_page(page_input: Input, parse: float, repeat: int, ratios: Ratios) -> None:
    ratios.add(
        "bytes -> Page",
        best_of(
            max(repeat, PARSE_RUNS), lambda: Page.from_bytes(page_input.data, name=page_input.name)
        )
        / parse,
    )


def _measure_algorithms(
    page_input: Input, parse: float, repeat: int, ratios: Ratios, names: list[str]
) -> None:
    """Measure stages on newly read pages, and each algorithm without stages it requested first.

    Its inputs are ready, and it runs once on each page: a second run would reuse parts of the
    first one, such as the first steps of a pipeline.
    """
    cached: dict[tuple[str, Settings], Extraction] = {}
    ready = Page.from_bytes(page_input.data, name=page_input.name)
    ready = ready.with_layout(flow_layout(ready))
    for name in names:
        runner.run(ready, name, cached=cached)
    stages: dict[str, float] = {}
    runs: dict[str, float] = {}
    for _ in range(repeat):
        clock = ClockedPage.clock = StageClock()
        page = ClockedPage.from_bytes(page_input.data, name=page_input.name)
        page = page.with_layout(flow_layout(page))
        page.source_positions  # noqa: B018 - reading computes it
        page.events  # noqa: B018 - reading computes it
        for name in names:
            inputs = {use: extraction for use, extraction in cached.items() if use[0] != name}
            before = clock.total
            result = runner.run(page, name, cached=inputs)
            run_s = result.seconds + seconds(lambda: read_all(result))  # noqa: B023 - called in this round
            _keep_minimum(runs, f"algorithm: {name}", run_s - (clock.total - before))
        for name, run_s in clock.by_name().items():
            _keep_minimum(stages, f"stage: {name}", run_s)
    for name, run_s in (stages | runs).items():
        ratios.add(name, run_s / parse)


def crawled(
    inputs: Sequence[Input],
    works: Mapping[str, Work],
    repeat: int,
    progress: Callable[[str], None],
) -> list[dict[str, float]]:
    """Return for each page the minimum seconds of several works on it.

    As in a crawl, each work visits all pages before the next work begins, and all works end before
    the next round. Libraries cache strings: a page that runs twice in a row would be partly cached.
    And no work has its code removed from the processor's caches by a different work.

    Parameters
    ----------
    works : mapping of str to Work
        By name.
    repeat : int
        Rounds.
    progress : callable
        Called with the page being measured, `repeat` times for each work.
    """
    gc.collect()
    gc.freeze()  # as in a worker of a batch: the collector skips what was loaded before
    fastest: list[dict[str, float]] = [{} for _ in inputs]
    for _ in range(repeat):
        for name, prepare in works.items():
            for page_input, best in zip(inputs, fastest, strict=True):
                progress(page_input.name)
                _keep_minimum(best, name, seconds(prepare(page_input)))
    gc.unfreeze()
    return fastest


def _works(names: list[str], libraries: Mapping[str, Callable[[str], object]]) -> dict[str, Work]:
    """Return all of our extractors at once, learned alone, and each library, by name."""
    panes = [runner.Pane(name, name, registry.extractor(name).default_settings()) for name in names]
    literature = [pane for pane in panes if registry.extractor(pane.extractor).reference != _OURS]
    later = [pane for pane in literature if not pane.extractor.startswith(FIRST)]
    ours: dict[str, Work] = {
        WITHOUT_FIRST: partial(_run_of, panes=later),
        EVERYTHING: partial(_run_of, panes=literature),
        WITH_VIEWS: partial(_run_of, panes=literature, read=read_all),
        LEARNED: partial(_run_of, panes=[pane for pane in panes if pane.extractor == "learned"]),
    }
    return ours | {name: partial(_call_of, call=call) for name, call in libraries.items()}


def _run_of(
    page_input: Input,
    panes: list[runner.Pane],
    read: Callable[[Extraction], object] = attrgetter("own_text"),  # what a library returns too
) -> Callable[[], object]:
    """Return a run of panes on a page from its bytes; the layout is computed before."""
    layout = flow_layout(Page.from_bytes(page_input.data, name=page_input.name))

    def run() -> None:
        page = Page.from_bytes(page_input.data, name=page_input.name).with_layout(layout)
        for extraction in runner.run_panes(page, panes).values():
            read(extraction)

    return run


def _call_of(page_input: Input, call: Callable[[str], object]) -> Callable[[], object]:
    """Return the call of a library on a page."""

    def attempt() -> None:
        with contextlib.suppress(Exception):  # some libraries fail on some pages
            call(page_input.text)

    return attempt


def _compare(
    parse: float, best: Mapping[str, float], libraries: Iterable[str], ratios: Ratios
) -> None:
    """Add the ratios of one page: ours to trafilatura, the libraries to the parse."""
    for name in (WITHOUT_FIRST, EVERYTHING, WITH_VIEWS, LEARNED):
        ratios.add_times(name, best[name], best[TRAFILATURA_NAME])
    ratios.add(f"{EVERYTHING}, against the parse", best[EVERYTHING] / parse)
    for name in libraries:
        ratios.add(f"beside: {name}", best[name] / parse)


def _keep_minimum(best: dict[str, float], name: str, work_s: float) -> None:
    best[name] = min(work_s, best.get(name, work_s))
