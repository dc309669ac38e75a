"""Runs that answer a question about one block: settings that reverse it, a report about its rule.

Libraries and plug-ins run in a worker process, which ends with the answer; with limits, all do.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from boilerscope.extractors import registry, runner
from boilerscope.extractors.bug_report import bug_report
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.limits import DEFAULT_LIMITS
from boilerscope.extractors.what_if import what_if, what_if_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from contextlib import AbstractContextManager

    from pebble import ProcessPool

    from boilerscope.extractors.bug_report import Reduction
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.what_if import Trying, WhatIf

ENOUGH = 3
"""Number of suggestions after which a search ends."""


def changes_of(
    page: Page,
    extraction: Extraction,
    block: int,
    cancelled: Callable[[], bool],
    told: Callable[[Trying], object],
    limits: RunLimits | None = None,
) -> Generator[WhatIf, None, None]:
    """Yield settings that reverse a block, the nearest value of each, until there are enough.

    If no single setting does, yield pairs of settings.

    Parameters
    ----------
    cancelled : function
        Called before every run and while a worker runs; True ends the search.
    told : function
        Called with each setting, and each pair, before it is tried.
    limits : RunLimits or None
        Limits of each run, see `runs_of`.
    """
    with runs_like(page, extraction, cancelled, limits) as run:
        for search in (what_if, what_if_pairs):
            n_found = 0
            for suggestion in search(run, extraction, block, cancelled=cancelled, told=told):
                yield suggestion
                n_found += 1
                if n_found >= ENOUGH:
                    break
            if n_found:
                return


def report_of(
    page: Page,
    extraction: Extraction,
    block: int,
    cancelled: Callable[[], bool],
    limits: RunLimits = DEFAULT_LIMITS,
) -> Generator[Reduction, None, str]:
    """Write a bug report about the rule of a library, with a page cut down, see `bug_report`."""
    pool = workers.make_pool(limits)
    use = (extraction.extractor, extraction.settings)

    def run(page: Page) -> Extraction:
        return workers.run_until(
            pool, page, use, cancelled, explain=True, timeout_s=limits.timeout_s
        )

    try:
        return (yield from bug_report(run, page, extraction, block, cancelled=cancelled))
    finally:
        workers.end(pool)


def runs_like(
    page: Page,
    extraction: Extraction,
    cancelled: Callable[[], bool],
    limits: RunLimits | None = None,
) -> AbstractContextManager[Callable[[Settings], Extraction]]:
    """Return a function that runs the extractor of a result with other settings."""
    # A traced mask is compared with traced masks: those of an alignment differ in details.
    explain = extraction.traced is not None
    return runs_of(page, extraction.extractor, cancelled, explain=explain, limits=limits)


@contextmanager
def runs_of(
    page: Page,
    extractor: str,
    cancelled: Callable[[], bool],
    *,
    explain: bool = False,
    limits: RunLimits | None = None,
) -> Generator[Callable[[Settings], Extraction], None, None]:
    """Return a function that runs an extractor with the given settings.

    Parameters
    ----------
    limits : RunLimits or None
        Limits of each run. With limits, every extractor runs in a worker process; without, only
        foreign ones do, with the usual limits.
    """
    pool: ProcessPool | None = None

    def run(settings: Settings) -> Extraction:
        nonlocal pool
        use = (extractor, settings)
        if limits is None and not registry.is_foreign(*use):
            return runner.run(page, *use)
        used = limits or DEFAULT_LIMITS
        pool = pool or workers.make_pool(used)
        return workers.run_until(
            pool, page, use, cancelled, explain=explain, timeout_s=used.timeout_s
        )

    try:
        yield run
    finally:
        if pool is not None:
            workers.end(pool)
