"""Jobs on the page on screen, without Qt: load, what-if, scores, list of advertisement hosts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from boilerscope.app.session.page_scores import compared_elements, score_pane
from boilerscope.app.session.sources import page_of_document, read
from boilerscope.extractors import registry, runner
from boilerscope.extractors.data import kept_hosts
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.page import reading_spaces, segments
from boilerscope.extractors.page.fetching import FetchControl
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.extractors.system.late import late_call, late_calls, late_module
from boilerscope.widgets.load_state import LoadPhase
from boilerscope.widgets.panes.segment_styles import segment_styles, widths
from boilerscope.widgets.scores.records import PaneScores

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from pebble import ProcessPool

    from boilerscope.api.report.page_report import PageReport, page_report
    from boilerscope.app.session.page_expected import ExpectedQuery
    from boilerscope.app.session.page_scores import ScoreQuery
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.work.control import Control
    from boilerscope.extractors.bug_report import Reduction
    from boilerscope.extractors.data.ad_hosts import HostList
    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.find_elements import find_elements
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs import workers
    from boilerscope.extractors.runs.block_runs import changes_of, report_of, runs_like, runs_of
    from boilerscope.extractors.runs.judging import expected_of, judge
    from boilerscope.extractors.scoring.structure.records import ElementScore
    from boilerscope.extractors.setting_differences import SingleChange, single_changes
    from boilerscope.extractors.what_if import WhatIf

    Progress = tuple[LoadPhase, float]
    """Phase of a load and its finished share; below 0 if the size is unknown."""
else:
    page_report = late_call("boilerscope.api.report.page_report", "page_report")
    find_elements = late_call("boilerscope.extractors.page.find_elements", "find_elements")
    single_changes = late_call("boilerscope.extractors.setting_differences", "single_changes")
    changes_of, report_of, runs_like, runs_of = late_calls(
        "boilerscope.extractors.runs.block_runs", "changes_of", "report_of", "runs_like", "runs_of"
    )
    expected_of, judge = late_calls("boilerscope.extractors.runs.judging", "expected_of", "judge")
    workers = late_module("boilerscope.extractors.runs.workers")

_UNKNOWN = -1.0


def load_page(
    request: PageRequest, limit_s: float, control: Control
) -> Generator[Progress, None, Page]:
    """Read a page from its address, file or text."""

    def advance(received: int, total: int | None) -> None:
        share = received / total if total else _UNKNOWN
        control.report((LoadPhase.BUILDING if share >= 1 else LoadPhase.READING, share))

    yield LoadPhase.CONNECTING if request.is_live else LoadPhase.BUILDING, _UNKNOWN
    fetch = FetchControl(limit_s, on_progress=advance, cancelled=control.is_cancelled)
    return _prepared(read(request, fetch))


def build_page(
    request: PageRequest, tree: str | list[Any], url: str, _control: Control
) -> Generator[Progress, None, Page]:
    """Build a page from a rendered document in the nested form of the page agent."""
    yield LoadPhase.BUILDING, _UNKNOWN
    return _prepared(page_of_document(request, tree, url))


def _prepared(page: Page) -> Page:
    """Return a page with the cached stages that views need at once.

    A thread that reads a stage waits while another stage is built. Without this preparation, the
    first run on a large page would freeze the window.
    """
    for stage in (
        segments,
        reading_spaces,
        segment_styles,
        widths,
        attrgetter("sections", "events"),
    ):
        stage(page)
    return page


def refresh_hosts(
    source: str, timeout_s: float, control: Control
) -> Generator[float, None, HostList]:
    """Read the list of advertisement hosts and use it; yield the finished share."""

    def advance(received: int, total: int | None) -> None:
        control.report(received / total if total else _UNKNOWN)

    yield _UNKNOWN
    hosts = kept_hosts.refresh(
        source, timeout_s=timeout_s, on_progress=advance, cancelled=control.is_cancelled
    )
    kept_hosts.hosts_in_use()  # parses the list in this thread, not in the window's
    return hosts


def search_elements(page: Page, query: str, _control: Control) -> Generator[None, None, IntArray]:
    """Return the rows of the elements that a CSS selector or XPath matches."""
    yield None
    return find_elements(page, query)


def score_panes(
    query: ScoreQuery, translate: Callable[[str], str], _control: Control
) -> Generator[PaneScores, None, None]:
    """Yield the scores of the page on screen, pane by pane."""
    reference = query.reference()
    for index, (number, name, _) in enumerate(query.results):
        try:
            scores = score_pane(query, reference, index, translate)
        except Exception as error:  # noqa: BLE001 - shown in the row of the pane
            scores = PaneScores(number, name, message=f"{type(error).__name__}: {error}")
        yield scores


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedOnPage:
    """Expected F1 of the panes of a page.

    Attributes
    ----------
    of_pane : dict of str to ExpectedF1
        By name of the pane.
    judged : Extraction
        The result whose probabilities judge them, see `judge`.
    """

    of_pane: dict[str, ExpectedF1]
    judged: Extraction


def expect_panes(query: ExpectedQuery, control: Control) -> Generator[None, None, ExpectedOnPage]:
    """Return the expected F1 of the panes of the page on screen, as `expect` computes it."""
    yield
    judged = query.judged
    if judged is None:
        extractor = judge()
        with runs_of(query.page, extractor, control.is_cancelled) as run:
            judged = run(registry.extractor(extractor).default_settings())
        if judged.status not in ANSWERED:
            raise BoilerscopeError(f"No expected F1, because {extractor} fails: {judged.message}")
    masks = {name: result.mask for name, result in query.results}
    return ExpectedOnPage(expected_of(query.page, masks, judged), judged)


def compare_elements(
    query: ScoreQuery, _control: Control
) -> Generator[None, None, list[ElementScore]]:
    """Return the tables, code blocks and formulas of the active pane against the gold."""
    yield
    return compared_elements(query)


@dataclass(frozen=True, slots=True, eq=False)
class WhatIfQuery:
    """Block of a result whose state is to be reversed."""

    page: Page
    pane: str
    extraction: Extraction
    block: int


def report(query: WhatIfQuery, control: Control) -> Generator[Reduction, None, str]:
    """Write a bug report about the rule of a library, with a page cut down in a worker process."""
    return (yield from report_of(query.page, query.extraction, query.block, control.is_cancelled))


def report_of_page(report: PageReport, file: Path, control: Control) -> Generator[None, None, None]:
    """Write the report of a page; its panes run again with single settings, in a worker process."""
    pool: ProcessPool | None = None

    def run(pane: Pane, settings: Settings) -> Extraction:
        nonlocal pool
        use = (pane.extractor, settings)
        if not registry.is_foreign(*use):
            return runner.run(report.page, *use)
        pool = pool or workers.make_pool()
        return workers.run_until(pool, report.page, use, control.is_cancelled)

    yield
    try:
        text = page_report(replace(report, run=run))
        atomic_write(file, text.encode("utf-8", "replace"))
    finally:
        if pool is not None:
            workers.end(pool)


def suggest(query: WhatIfQuery, control: Control) -> Generator[WhatIf, None, bool]:
    """Yield settings that reverse the block, see `changes_of`; return whether all were tried.

    What is tried next is reported as `Trying`.
    """
    yield from changes_of(
        query.page, query.extraction, query.block, control.is_cancelled, control.report
    )
    return not control.is_cancelled()


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceQuery:
    """Result of one record of settings, and a second record."""

    page: Page
    extraction: Extraction
    second: Settings


def change_singly(query: DifferenceQuery, control: Control) -> Generator[SingleChange, None, None]:
    """Yield the words that each differing setting changes alone, then those of all together."""
    first, cancelled = query.extraction, control.is_cancelled
    with runs_like(query.page, first, cancelled) as run:
        yield from single_changes(run, first, query.second, cancelled=cancelled)
