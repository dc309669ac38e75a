"""One page of a corpus run: what a worker looks up, runs, scores and sends back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from extractors import runner
from extractors.batch.running import PageTask
from extractors.corpus.kept import KeptResult
from extractors.corpus.keys import key_of, page_digest, program_digest
from extractors.corpus.store import ResultStore
from extractors.model.extraction import Extraction, Status
from extractors.scoring.results import PageStatus, PaneScore, ScoredPage
from extractors.scoring.task import ScoreTask
from extractors.text.align import align

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.gold.entry import GoldEntry
    from extractors.page import Page
    from extractors.runner import Pane
    from extractors.scoring.results import ScoreOptions


@dataclass(frozen=True, slots=True)
class PaneResult:
    """What became of one pane on one page.

    Attributes
    ----------
    score : PaneScore
        How it ended, and its counts if the page has gold.
    page_digest : str
        Digest of the page; empty if it could not be read.
    result : KeptResult or None
        What to keep; None if the store has it, or the page could not be read.
    """

    score: PaneScore
    page_digest: str
    result: KeptResult | None


@dataclass(frozen=True)
class CorpusTask(PageTask[PaneResult]):
    """One page of a corpus run.

    Attributes
    ----------
    index : int
        Number of the page in the corpus.
    entry : GoldEntry
        The page and its gold.
    to_run : tuple of Pane
        The panes whose results or scores are not known.
    options : ScoreOptions
        What to score.
    limit_s : float
        Longest time of one extractor.
    store : Path or None
        Folder of the store, in which results of the same page may be found.
    again : frozenset of Status
        Kept results with such a status are not used.
    texts : tuple of (Pane, str or None)
        Results from elsewhere: the text of each such pane; None if its file has none for the page.
    """

    index: int
    entry: GoldEntry
    to_run: tuple[Pane, ...]
    options: ScoreOptions
    limit_s: float
    store: Path | None = None
    again: frozenset[Status] = frozenset()
    texts: tuple[tuple[Pane, str | None], ...] = ()

    @property
    def panes(self) -> tuple[Pane, ...]:
        """What to run."""
        return self.to_run

    @property
    def recording_s(self) -> float:
        """Time that scoring may take, seconds, besides that of the panes."""
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
        """Return the panes that the store has no result of."""
        known = self._known(page)
        return tuple(pane for pane in self.to_run if pane.name not in known)

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneResult]:
        """Return the result of each pane: of those that ran, were kept, or come from a file."""
        known = {name: kept for name, kept in self._known(page).items() if name not in results}
        panes = {pane.name: pane for pane in self.to_run}
        every = dict(results)
        for name, kept in known.items():
            every[name] = kept.extraction(panes[name].extractor, panes[name].settings)
        for pane, text in self.texts:
            every[pane.name] = from_text(page, pane, text)
        digest = page_digest(page)
        made: list[PaneResult] = []
        for score in self._scores(page, every):
            extraction = every[score.pane]
            result, fault = None, ""
            if score.pane not in known:
                result, fault = _kept(page, extraction, self.limit_s)
            failed = replace(score, status=Status.ERROR, message=fault) if fault else score
            made.append(PaneResult(failed, digest, result))
        return made

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PaneResult]:
        """Return each failure, also those of panes that come from a file if there is no page."""
        if page is not None:
            sized = {
                name: runner.failed(page, one.extractor, one.settings, one.status, one.message)
                for name, one in results.items()
            }
            return self.records(page, sized)
        message = next((one.message for one in results.values()), "")
        status = next((one.status for one in results.values()), Status.ERROR)
        names = [*results, *(pane.name for pane, _ in self.texts)]
        unread = unread_page(self.entry.page_id, self.entry.set_name, message)
        unread = replace(unread, language=self.entry.language, page_type=self.entry.page_type)
        return [PaneResult(PaneScore(unread, name, status, message), "", None) for name in names]

    def _scores(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneScore]:
        if self.entry.source is not None:
            return ScoreTask(self.entry, self.to_run, self.options).records(page, results)
        entry = self.entry
        without = ScoredPage(
            entry.page_id,
            entry.set_name,
            PageStatus.NO_GOLD,
            "The page has no gold.",
            entry.language,
            entry.page_type,
            n_tokens=page.n_tokens,
        )
        return [
            PaneScore(without, name, one.status, one.message, one.seconds, used=dict(one.used))
            for name, one in results.items()
        ]

    def _known(self, page: Page) -> Mapping[str, KeptResult]:
        """Return the results that the store has of the page, by pane."""
        if self.store is None:
            return {}
        return page.cached(("kept results", self.to_run), self._look_up)

    def _look_up(self, page: Page) -> dict[str, KeptResult]:
        store, digest = _opened(self.store or Path()), page_digest(page)
        found = ((pane.name, store.result(digest, key_of(pane))) for pane in self.to_run)
        return {
            name: result
            for name, result in found
            if result is not None
            if result.outcome.status not in self.again and result.outcome.serves(self.limit_s)
        }


def from_text(page: Page, pane: Pane, text: str | None) -> Extraction:
    """Return the extraction that a text from elsewhere is, aligned to the words of the page."""
    if text is None:
        message = "The file has no result for this page."
        return runner.failed(page, pane.extractor, pane.settings, Status.UNAVAILABLE, message)
    alignment = align(page, text)
    return Extraction(
        extractor=pane.extractor,
        status=Status.OK if text.strip() else Status.EMPTY,
        settings=pane.settings,
        mask=alignment.mask,
        own_text=text,
        aligned=alignment.share,
    )


def unread_page(page_id: str, set_name: str, message: str) -> ScoredPage:
    """Return a page that could not be read."""
    return ScoredPage(page_id, set_name, PageStatus.UNREAD, message)


def scoring_of(options: ScoreOptions) -> str:
    """Return how results are scored, as the store names it."""
    comments = "comments" if options.comments else "no comments"
    return f"{options.text.value}, {comments}, {program_digest()[:16]}"


def facts_of(page: ScoredPage) -> dict[str, object]:
    """Return a page as the store keeps it."""
    return {**asdict(page), "status": page.status.value}


def page_of_facts(facts: Mapping[str, object]) -> ScoredPage:
    """Return a page as the store has kept it."""
    return ScoredPage(**{**facts, "status": PageStatus(str(facts["status"]))})  # type: ignore[arg-type]  # as written by facts_of


@cache
def _opened(folder: Path) -> ResultStore:
    """Return the store, opened once in each worker."""
    return ResultStore(folder)


def _kept(page: Page, extraction: Extraction, limit_s: float) -> tuple[KeptResult, str]:
    """Return what to keep of a result, and what is wrong with it if its text cannot be read."""
    try:
        return KeptResult.of(extraction, limit_s), ""
    except Exception as error:  # noqa: BLE001 - a text that a plug-in cannot give is a failure of its own pane
        message = f"The result has no text: {type(error).__name__}: {error}"
        failure = runner.failed(
            page, extraction.extractor, extraction.settings, Status.ERROR, message
        )
        return KeptResult.of(failure, limit_s), message
