"""Page by page: page and columns, shared stages, every algorithm, and the libraries beside them."""

from __future__ import annotations

import contextlib
import statistics
from collections import defaultdict
from typing import TYPE_CHECKING

import lxml.html
from lxml import etree

from extractors import registry, runner
from extractors.page import Page
from tests.benchmarks.peers import peers
from tests.benchmarks.rows import PARSE, TRAFILATURA, Row
from tests.benchmarks.timing import ClockedPage, StageClock, best_of, read_all, seconds
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from extractors.model.extraction import Extraction
    from tests.benchmarks.material import Input

PAGE_LIMIT = 3.0
POSITIONS_LIMIT = 2.0
STAGE_LIMIT = 3.0
ALGORITHM_LIMIT = 1.0
ALGORITHM_LIMITS = {"vips": 6.0}
ALL_LIMIT = 1.0
PARSE_RUNS = 5

TRAFILATURA_NAME = "trafilatura.extract"
EVERYTHING = "bytes -> Page and all algorithms with texts and steps"
WITH_VIEWS = f"{EVERYTHING}, columns, curves and trees read"
WITHOUT_FIRST = "bytes -> Page and all but boilerpipe, cx_extractor, link_ratio, text_distribution"
FIRST = ("boilerpipe.", "cx_extractor", "link_ratio", "text_distribution")
"""The extractors of `WITHOUT_FIRST` run these only as far as they are inputs."""


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
    return [
        entry.id
        for entry in registry.entries()
        if entry.extractor is not None and entry.distribution == registry.BUILT_IN
    ]


def measure(given: Sequence[Input], *, repeat: int, told: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows that are medians over pages.

    Parameters
    ----------
    given : sequence of Input
        The pages.
    repeat : int
        Runs of which the fastest counts.
    told : callable
        Hears which page is being measured, once for `n_rounds`.
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
    fastest = crawled(given, libraries, names, repeat, told)
    for parse, least in zip(parses, fastest, strict=True):
        _compare(parse, least, libraries, figures)
    yield from _rows(figures, libraries)


def n_rounds(repeat: int) -> int:
    """Return how often `measure` comes to each page."""
    return 1 + repeat


def _rows(figures: Figures, libraries: Iterable[str]) -> Iterator[Row]:
    yield figures.row("bytes -> Page", PAGE_LIMIT)
    for name in figures.names("stage: "):
        limit = POSITIONS_LIMIT if name == "stage: source positions" else STAGE_LIMIT
        yield figures.row(name, limit)
    for name in figures.names("algorithm: "):
        yield figures.row(
            name, ALGORITHM_LIMITS.get(name.removeprefix("algorithm: "), ALGORITHM_LIMIT)
        )
    yield figures.row(WITHOUT_FIRST, ALL_LIMIT, TRAFILATURA)
    yield figures.row(EVERYTHING, ALL_LIMIT, TRAFILATURA)
    yield figures.row(WITH_VIEWS, None, TRAFILATURA)
    yield figures.row(f"{EVERYTHING}, against the parse", None)
    for name in libraries:
        yield figures.row(f"beside: {name}", None)


def _bare_parse(utf8: bytes) -> None:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    lxml.html.document_fromstring(utf8, parser=parser)


def _measure_page(one: Input, parse: float, repeat: int, figures: Figures) -> None:
    figures.add(
        "bytes -> Page",
        best_of(max(repeat, PARSE_RUNS), lambda: Page.from_bytes(one.data, name=one.name)) / parse,
    )


def _measure_algorithms(
    one: Input, parse: float, repeat: int, figures: Figures, names: list[str]
) -> None:
    """Measure stages on fresh pages, and each algorithm on the stages that are ready then."""
    stages: dict[str, float] = {}
    runs: dict[str, float] = {}
    for _ in range(repeat):
        ClockedPage.clock = StageClock()
        page = ClockedPage.from_bytes(one.data, name=one.name)
        page = page.with_layout(flow_layout(page))
        page.source_positions  # noqa: B018 - reading it makes it
        page.events  # noqa: B018 - reading it makes it
        for name in names:
            read_all(runner.run(page, name))
            made = runner.run(page, name)
            taken = made.seconds + seconds(lambda: read_all(made))  # noqa: B023 - called in this round
            _keep_least(runs, f"algorithm: {name}", taken)
        for name, taken in ClockedPage.clock.by_name().items():
            _keep_least(stages, f"stage: {name}", taken)
    for name, taken in (stages | runs).items():
        figures.add(name, taken / parse)


def crawled(
    given: Sequence[Input],
    libraries: Mapping[str, Callable[[str], object]],
    names: list[str],
    repeat: int,
    told: Callable[[str], None],
) -> list[dict[str, float]]:
    """Return for each page the least seconds of everything of ours at once and of each library.

    All pages take their turn before the first one comes again, as in a crawl: libraries keep
    strings that they have just seen, and would meet a page that is run twice in a row half known.
    """
    fastest: list[dict[str, float]] = [{} for _ in given]
    for _ in range(repeat):
        for one, least in zip(given, fastest, strict=True):
            told(one.name)
            for name, work in _works(one, names).items():
                _keep_least(least, name, seconds(work))
            for name, call in libraries.items():
                _keep_least(least, name, _seconds_or_failure(call, one.text))
    return fastest


def _works(one: Input, names: list[str]) -> dict[str, Callable[[], object]]:
    """Return what of ours is measured against the libraries, by the name of its row."""
    layout = flow_layout(Page.from_bytes(one.data, name=one.name))
    panes = [runner.Pane(name, name, registry.extractor(name).default_settings()) for name in names]
    later = [pane for pane in panes if not pane.extractor.startswith(FIRST)]

    def run(chosen: list[runner.Pane]) -> list[Extraction]:
        page = Page.from_bytes(one.data, name=one.name).with_layout(layout)
        made = list(runner.run_panes(page, chosen).values())
        for each in made:
            each.own_text  # noqa: B018 - what the library gives as well
        return made

    def run_and_read() -> None:
        for each in run(panes):
            read_all(each)

    return {
        WITHOUT_FIRST: lambda: run(later),
        EVERYTHING: lambda: run(panes),
        WITH_VIEWS: run_and_read,
    }


def _compare(
    parse: float, least: Mapping[str, float], libraries: Iterable[str], figures: Figures
) -> None:
    """Add the ratios of one page: ours to trafilatura, and the libraries to the parse."""
    for name in (WITHOUT_FIRST, EVERYTHING, WITH_VIEWS):
        figures.add(name, least[name] / least[TRAFILATURA_NAME])
    figures.add(f"{EVERYTHING}, against the parse", least[EVERYTHING] / parse)
    for name in libraries:
        figures.add(f"beside: {name}", least[name] / parse)


def _seconds_or_failure(call: Callable[[str], object], text: str) -> float:
    """Return the seconds of a library's run; where it gives up, those until it did."""

    def attempt() -> None:
        with contextlib.suppress(Exception):  # other libraries give up on some pages
            call(text)

    return seconds(attempt)


def _keep_least(least: dict[str, float], name: str, taken: float) -> None:
    least[name] = min(taken, least.get(name, taken))
