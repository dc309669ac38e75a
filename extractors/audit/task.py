"""Task of a worker: the facts of one page, for an audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.audit.facts import PageFacts, page_facts
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.pool import PagePool, PageTask

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.limits import RunLimits


TOGETHER_S = 0.5
"""Time of pages that are sent to a worker together, seconds."""

_TOO_SLOW = "The page took too long or too much memory."


def audit_pages(pages: Iterable[ListedPage], limits: RunLimits) -> Generator[PageFacts, None, None]:
    """Yield the facts of each page, in order, computed in worker processes."""
    with PagePool[PageFacts](limits, together_s=TOGETHER_S) as pool:
        for page in pages:
            try:
                pool.submit(AuditTask(page.located()))
            except BoilerscopeError as error:
                yield PageFacts(page.set_name, page.page_id, str(error))
                continue
            while pool.is_full:
                yield from _facts(pool)
        while pool.n_waiting:
            yield from _facts(pool)


def _facts(pool: PagePool[PageFacts]) -> Iterator[PageFacts]:
    """Yield the facts of the next page; a page whose worker gave up has none of its own."""
    collected = pool.collect()
    task = collected.task
    if not collected.records and isinstance(task, AuditTask):
        yield PageFacts(task.entry.set_name, task.entry.page_id, _TOO_SLOW)
    yield from collected.records


@dataclass(frozen=True)
class AuditTask(PageTask[PageFacts]):
    """Page with its gold; no pane runs on it."""

    entry: ListedPage

    @property
    def panes(self) -> tuple[Pane, ...]:
        """No panes."""
        return ()

    @property
    def reading_s(self) -> float:
        """Maximum time of a page, in seconds."""
        return 30.0

    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        BoilerscopeError
            If it cannot be read.
        """
        return self.entry.page()

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PageFacts]:
        """Return the facts of the page."""
        del results
        try:
            return [page_facts(self.entry, page, self.entry.gold(page))]
        except BoilerscopeError as error:
            return [self._unread(str(error))]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PageFacts]:
        """Return the facts of a page that was not read, with the reason."""
        del page, results
        try:
            self.entry.page()
        except BoilerscopeError as error:
            return [self._unread(str(error))]
        return [self._unread(_TOO_SLOW)]

    def _unread(self, message: str) -> PageFacts:
        return PageFacts(self.entry.set_name, self.entry.page_id, message)
