"""Page by page: page and columns, shared stages, every algorithm, and the libraries beside them."""

from __future__ import annotations

import contextlib
import statistics
from collections import defaultdict
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

import lxml.html

from extractors import registry, runner
from extractors.page import Page
from extractors.page.parsing import make_parser
from tests.benchmarks.peers import peers
from tests.benchmarks.rows import PARSE, TRAFILATURA, Row
from tests.benchmarks.timing import ClockedPage, StageClock, best_of, read_all, seconds
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from extractors.model.extraction import Extraction
    from extractors.model.settings import Settings
    from tests.benchmarks.material import Input

    Work: TypeAlias = Callable[[Input], Callable[[], object]]
    """Makes ready what is to be done with a page; what it returns is measured."""

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
FIRST = ("boilerpipe.", "cx_extractor", "link_ratio", "text_distribution")
"""The extractors of `WITHOUT_FIRST` run these only as far as they are inputs."""

OF_LEARNED = frozenset(
    (
        "block grid",
        "texts of the block grid",
        "lowered texts of the block grid",
        "features of the block grid",
        "added by",
    )
)
"""Stages of `LEARNED`, which have its limit together; the last one measures the features."""


class Figures:
    """Ratios of every page by name; the median over the pages is what counts."""

    def __init__(self) -> None:
        self._of_name: dict[str, list[float]] = defaultdict(list)

    def add(self, name: str, ratio: float) -> None:
        """Add the ratio of one page."""
        self._of_name[name].append(ratio)

    def names(self, prefix: str) -> list[str]:
        """Return the names that begin so, in the order they came."""
        return [name for name in self._of_name if name.startswith(prefix)]

    def row(self, name: str, limit: float | None, unit: str = PARSE) -> Row:
        """Return the median over the pages as a row."""
        ratios = self._of_name[name]
        remark = "" if len(ratios) > 1 else "one page"
        return Row(name, statistics.median(ratios), limit, unit, remark)


def algorithms() -> list[str]:
    """Return the identifiers of our own extractors that load."""
    return list(registry.algorithms())


def measure(given: Sequence[Input], *, repeat: int, told: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows that are medians over pages.

    Parameters
    ----------
    given : sequence of Input
        The pages.
    repeat : int
        Runs of which the fastest counts.
    told : callable
        Hears which page is being measured, `n_visits` times for each.
    """
    figures = Figures()
    libraries = peers()
    names = algorithms()
    parses: list[float] = []
    for one in given:
        told(one.name)
        parses.append(best_of(PARSE_RUNS, lambda: _bare_parse(one.utf8)))  # noqa: B023 - called in this round
        _measure_page(one, parses[-1], repeat, figures)
        _measure_algorithms(one, parses[-1], repeat, figures, names)
    fastest = crawled(given, _works(names, libraries), repeat, told)
    for parse, least in zip(parses, fastest, strict=True):
        _compare(parse, least, libraries, figures)
    yield from _rows(figures, libraries)


def _stage_limit(stage: str) -> float | None:
    if stage in OF_LEARNED:
        return None
    return POSITIONS_LIMIT if stage == "source positions" else STAGE_LIMIT


def n_visits(repeat: int) -> int:
    """Return how often `measure` comes to each page."""
    return 1 + repeat * len(_works(algorithms(), peers()))


def _rows(figures: Figures, libraries: Iterable[str]) -> Iterator[Row]:
    yield figures.row("bytes -> Page", PAGE_LIMIT)
    for name in figures.names("stage: "):
        yield figures.row(name, _stage_limit(name.removeprefix("stage: ")))
    for name in figures.names("algorithm: "):
        yield figures.row(
            name, ALGORITHM_LIMITS.get(name.removeprefix("algorithm: "), ALGORITHM_LIMIT)
        )
    yield figures.row(WITHOUT_FIRST, ALL_LIMIT, TRAFILATURA)
    yield figures.row(EVERYTHING, ALL_LIMIT, TRAFILATURA)
    yield figures.row(WITH_VIEWS, None, TRAFILATURA)
    yield figures.row(LEARNED, LEARNED_LIMIT, TRAFILATURA)
    yield figures.row(f"{EVERYTHING}, against the parse", None)
    for name in libraries:
        yield figures.row(f"beside: {name}", None)


def _bare_parse(utf8: bytes) -> None:
    lxml.html.document_fromstring(utf8, parser=make_parser())


def _measure_page(one: Input, parse: float, repeat: int, figures: Figures) -> None:
    figures.add(
        "bytes -> Page",
        best_of(max(repeat, PARSE_RUNS), lambda: Page.from_bytes(one.data, name=one.name)) / parse,
    )


def _measure_algorithms(
    one: Input, parse: float, repeat: int, figures: Figures, names: list[str]
) -> None:
    """Measure stages on fresh pages, and each algorithm without the stages it was first to ask for.

    Its inputs are ready, and it runs once on each page: a second run would find what the first one
    left, such as the first steps of a pipeline.
    """
    known: dict[tuple[str, Settings], Extraction] = {}
    ready = Page.from_bytes(one.data, name=one.name)
    ready = ready.with_layout(flow_layout(ready))
    for name in names:
        runner.run(ready, name, known=known)
    stages: dict[str, float] = {}
    runs: dict[str, float] = {}
    for _ in range(repeat):
        clock = ClockedPage.clock = StageClock()
        page = ClockedPage.from_bytes(one.data, name=one.name)
        page = page.with_layout(flow_layout(page))
        page.source_positions  # noqa: B018 - reading it makes it
        page.events  # noqa: B018 - reading it makes it
        for name in names:
            inputs = {use: made for use, made in known.items() if use[0] != name}
            before = clock.total
            made = runner.run(page, name, known=inputs)
            taken = made.seconds + seconds(lambda: read_all(made))  # noqa: B023 - called in this round
            _keep_least(runs, f"algorithm: {name}", taken - (clock.total - before))
        for name, taken in clock.by_name().items():
            _keep_least(stages, f"stage: {name}", taken)
    for name, taken in (stages | runs).items():
        figures.add(name, taken / parse)


def crawled(
    given: Sequence[Input],
    works: Mapping[str, Work],
    repeat: int,
    told: Callable[[str], None],
) -> list[dict[str, float]]:
    """Return for each page the least seconds of several works on it.

    Each work goes over all pages before the next one does, and all of them before one comes again,
    as in a crawl: libraries keep strings that they have just seen, and would meet a page that is
    run twice in a row half known; and no work finds its code driven from the processor's caches by
    another one.

    Parameters
    ----------
    given : sequence of Input
        The pages.
    works : mapping of str to Work
        By name.
    repeat : int
        Rounds.
    told : callable
        Hears which page is being measured, `repeat` times for each work.
    """
    fastest: list[dict[str, float]] = [{} for _ in given]
    for _ in range(repeat):
        for name, prepare in works.items():
            for one, least in zip(given, fastest, strict=True):
                told(one.name)
                _keep_least(least, name, seconds(prepare(one)))
    return fastest


def _works(names: list[str], libraries: Mapping[str, Callable[[str], object]]) -> dict[str, Work]:
    """Return everything of ours at once, learned alone, and each library, by name."""
    panes = [runner.Pane(name, name, registry.extractor(name).default_settings()) for name in names]
    literature = [pane for pane in panes if pane.extractor != "learned"]
    later = [pane for pane in literature if not pane.extractor.startswith(FIRST)]
    ours: dict[str, Work] = {
        WITHOUT_FIRST: partial(_run_of, panes=later),
        EVERYTHING: partial(_run_of, panes=literature),
        WITH_VIEWS: partial(_run_of, panes=literature, read=read_all),
        LEARNED: partial(_run_of, panes=[pane for pane in panes if pane.extractor == "learned"]),
    }
    return ours | {name: partial(_call_of, call=call) for name, call in libraries.items()}


def _run_of(
    one: Input,
    panes: list[runner.Pane],
    read: Callable[[Extraction], object] = attrgetter("own_text"),  # what a library gives as well
) -> Callable[[], object]:
    """Return a run of panes on a page from its bytes, the layout given."""
    layout = flow_layout(Page.from_bytes(one.data, name=one.name))

    def run() -> None:
        page = Page.from_bytes(one.data, name=one.name).with_layout(layout)
        for made in runner.run_panes(page, panes).values():
            read(made)

    return run


def _call_of(one: Input, call: Callable[[str], object]) -> Callable[[], object]:
    """Return the call of a library on a page."""

    def attempt() -> None:
        with contextlib.suppress(Exception):  # other libraries give up on some pages
            call(one.text)

    return attempt


def _compare(
    parse: float, least: Mapping[str, float], libraries: Iterable[str], figures: Figures
) -> None:
    """Add the ratios of one page: ours to trafilatura, and the libraries to the parse."""
    for name in (WITHOUT_FIRST, EVERYTHING, WITH_VIEWS, LEARNED):
        figures.add(name, least[name] / least[TRAFILATURA_NAME])
    figures.add(f"{EVERYTHING}, against the parse", least[EVERYTHING] / parse)
    for name in libraries:
        figures.add(f"beside: {name}", least[name] / parse)


def _keep_least(least: dict[str, float], name: str, taken: float) -> None:
    least[name] = min(taken, least.get(name, taken))
