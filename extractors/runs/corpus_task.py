"""Task of a corpus run: a worker looks up, runs and scores the panes of one page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors import runner
from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.runs.kept import KeptResult
from boilerscope.extractors.runs.keys import key_of, page_digest, program_digest
from boilerscope.extractors.runs.pool import PageTask
from boilerscope.extractors.runs.score_task import ScoreTask
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.results import PageStatus, PaneScore, ScoredPage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.results import ScoreOptions
    from boilerscope.extractors.sources.results_files import Output


@dataclass(frozen=True, slots=True)
class PaneResult:
    """Result of one pane on one page.

    Attributes
    ----------
    score : PaneScore
        Status, and counts if the page has gold.
    page_digest : str
        Digest of the page; empty if it could not be read.
    result : KeptResult or None
        Result to store; None if it is already stored, or the page could not be read.
    """

    score: PaneScore
    page_digest: str
    result: KeptResult | None


@dataclass(frozen=True)
class CorpusTask(PageTask[PaneResult]):
    """Page of a corpus run.

    Attributes
    ----------
    index : int
        Number of the page in the corpus.
    to_run : tuple of Pane
        Panes without usable stored results or scores.
    options : ScoreOptions
        Scoring options.
    timeout_s : float
        Time limit of one extractor, seconds.
    store : Path or None
        Folder of the store, in which to look for results of the page.
    again : frozenset of Status
        Statuses whose stored results are not used.
    texts : tuple of (Pane, Output or None)
        Panes with results from files; None if the file has no result for the page.
    """

    index: int
    entry: ListedPage
    to_run: tuple[Pane, ...]
    options: ScoreOptions
    timeout_s: float
    store: Path | None = None
    again: frozenset[Status] = frozenset()
    texts: tuple[tuple[Pane, Output | None], ...] = ()

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.to_run

    @property
    def recording_s(self) -> float:
        """Maximum time for scoring, seconds, in addition to the panes."""
        return ScoreTask(self.entry, self.to_run, self.options).recording_s

    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        BoilerscopeError
            If it cannot be read.
        """
        return self.entry.page()

    def missing(self, page: Page) -> tuple[Pane, ...]:
        """Return the panes without a stored result."""
        stored = self._stored(page)
        return tuple(pane for pane in self.to_run if pane.name not in stored)

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneResult]:
        """Return a result for each pane that ran, was stored, or comes from a file."""
        stored = {name: kept for name, kept in self._stored(page).items() if name not in results}
        panes = {pane.name: pane for pane in self.to_run}
        extractions = dict(results)
        for name, kept in stored.items():
            extractions[name] = kept.extraction(panes[name].extractor, panes[name].settings)
        for pane, output in self.texts:
            extractions[pane.name] = from_output(page, pane, output)
        digest = page_digest(page)
        records: list[PaneResult] = []
        for score in self._scores(page, extractions):
            extraction = extractions[score.pane]
            result, fault = None, ""
            if score.pane not in stored:
                result, fault = _kept(page, extraction, self.timeout_s)
            checked = replace(score, status=Status.ERROR, message=fault) if fault else score
            records.append(PaneResult(checked, digest, result))
        return records

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PaneResult]:
        """Return a result for each failure; without a page also for panes from files."""
        if page is not None:
            failures = {
                name: runner.failed(
                    page,
                    extraction.extractor,
                    extraction.settings,
                    extraction.status,
                    extraction.message,
                    extraction.fault,
                )
                for name, extraction in results.items()
            }
            return self.records(page, failures)
        message = next((extraction.message for extraction in results.values()), "")
        status = next((extraction.status for extraction in results.values()), Status.ERROR)
        names = [*results, *(pane.name for pane, _ in self.texts)]
        unread = unread_page(self.entry.page_id, self.entry.set_name, message)
        unread = replace(unread, language=self.entry.language, page_type=self.entry.page_type)
        return [PaneResult(PaneScore(unread, name, status, message), "", None) for name in names]

    def _scores(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneScore]:
        if self.entry.has_gold:
            return ScoreTask(self.entry, self.to_run, self.options).records(page, results)
        entry = self.entry
        unscored = ScoredPage(
            entry.page_id,
            entry.set_name,
            PageStatus.NO_GOLD,
            "The page has no gold.",
            entry.language,
            entry.page_type,
            n_tokens=page.n_tokens,
        )
        return [
            PaneScore(
                unscored,
                name,
                extraction.status,
                extraction.message,
                extraction.seconds,
                used=dict(extraction.used),
            )
            for name, extraction in results.items()
        ]

    def _stored(self, page: Page) -> Mapping[str, KeptResult]:
        """Return the usable stored results of the page, by pane."""
        if self.store is None:
            return {}
        return page.cached(("kept results", self.to_run), self._look_up)

    def _look_up(self, page: Page) -> dict[str, KeptResult]:
        store, digest = _opened(self.store or Path()), page_digest(page)
        stored = ((pane.name, store.result(digest, key_of(pane))) for pane in self.to_run)
        return {
            name: result
            for name, result in stored
            if result is not None
            if result.outcome.status not in self.again and result.outcome.serves(self.timeout_s)
        }


def from_output(page: Page, pane: Pane, output: Output | None) -> Extraction:
    """Return the extraction for a result from a file, aligned with the words of the page.

    A failure stays a failure; without a result the status is ``unavailable``.
    """
    use = pane.extractor, pane.settings
    if output is None:
        message = "The file has no result for this page."
        return runner.failed(page, *use, Status.UNAVAILABLE, message)
    if output.is_answer:
        extraction = aligned_extraction(page, *use, ForeignText(output.text))
    else:
        extraction = runner.failed(page, *use, output.status, output.message)
    return replaced(extraction, seconds=output.seconds)


def unread_page(page_id: str, set_name: str, message: str) -> ScoredPage:
    """Return the scored page for a page that could not be read."""
    return ScoredPage(page_id, set_name, PageStatus.UNREAD, message)


def scoring_of(options: ScoreOptions) -> str:
    """Return the store's key for scores: text, comments and version of the program."""
    comments = "comments" if options.comments else "no comments"
    return f"{options.text.value}, {comments}, {program_digest()[:16]}"


@cache
def _opened(folder: Path) -> ResultStore:
    """Return the store, opened once per worker."""
    return ResultStore(folder)


def _kept(page: Page, extraction: Extraction, timeout_s: float) -> tuple[KeptResult, str]:
    """Return the result to store, and an error if its text cannot be read."""
    try:
        return KeptResult.of(extraction, timeout_s), ""
    except Exception as error:  # noqa: BLE001 - an error in a plug-in's text is a failure of its own pane
        message = f"The result has no text: {type(error).__name__}: {error}"
        failure = runner.failed(
            page, extraction.extractor, extraction.settings, Status.ERROR, message
        )
        return KeptResult.of(failure, timeout_s), message
