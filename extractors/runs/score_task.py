"""Score panes on pages with gold, in worker processes."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.runs.pool import PageTask
from boilerscope.extractors.scoring.case import Prediction, Reference, ScoredText, prediction
from boilerscope.extractors.scoring.measures import count, count_names
from boilerscope.extractors.scoring.results import (
    ANSWERED,
    PageStatus,
    PaneScore,
    ScoredPage,
    ScoredRun,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.results import ScoreOptions

_Counts = Mapping[str, tuple[int, ...] | None]

COMPARING_S = 30.0
"""Maximum time for comparing the texts of a page, besides the runs of the panes, in seconds."""

_QUICK = frozenset({"tokens", "blocks", "snippets", "shingles"})
"""Counts whose time is linear in the size of a page."""

_LIBRARIES = ("boilerscope", "lxml", "numpy", "rapidfuzz")


@dataclass(frozen=True)
class ScoreTask(PageTask[PaneScore]):
    """One page with gold, to be scored."""

    entry: ListedPage
    to_run: tuple[Pane, ...]
    options: ScoreOptions

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.to_run

    @property
    def recording_s(self) -> float:
        """Maximum time of scoring in seconds: comparing texts can take longer than a run."""
        return 0.0 if self.options.text is ScoredText.PAGE and self._is_quick else COMPARING_S

    @property
    def _is_quick(self) -> bool:
        return {*count_names(self.options.measures)} <= _QUICK

    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        PageError
            If it cannot be read.
        """
        return self.entry.page()

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneScore]:
        """Return the score of each pane; without counts if the page does not count."""
        try:
            gold = self.entry.gold(page)
        except BoilerscopeError as error:
            return self._without_counts(self._unread(str(error)), results)
        reference = Reference(page, gold, self.options.comments)
        scored_page = self._scored_page(reference)
        if scored_page.status is not PageStatus.SCORED:
            return self._without_counts(scored_page, results)
        return [
            score_result(scored_page, reference, pane, result, self.options)
            for pane, result in results.items()
        ]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PaneScore]:
        """Return the score of each pane without a result."""
        if page is not None:
            return self.records(page, results)
        message = next((result.message for result in results.values()), "")
        return self._without_counts(self._unread(message), results)

    def _scored_page(self, reference: Reference) -> ScoredPage:
        page, gold = reference.page, reference.gold
        is_found = gold.share >= MIN_SHARE
        message = (
            f"{100 * gold.share:.0f} % of the gold text found. Check that it belongs to this page."
        )
        return replace(
            self._unread("" if is_found else message),
            status=PageStatus.SCORED if is_found else PageStatus.NOT_FOUND,
            n_tokens=page.n_tokens,
            n_gold=int(np.count_nonzero(reference.main)),
            gold_share=gold.share,
            digest=_digest(page, gold),
        )

    def _unread(self, message: str) -> ScoredPage:
        entry = self.entry
        return ScoredPage(
            entry.page_id,
            entry.set_name,
            PageStatus.UNREAD,
            message,
            language=entry.language,
            page_type=entry.page_type,
        )

    @staticmethod
    def _without_counts(page: ScoredPage, results: Mapping[str, Extraction]) -> list[PaneScore]:
        return [
            PaneScore(page, pane, result.status, result.message, result.seconds)
            for pane, result in results.items()
        ]


def score_result(
    page: ScoredPage, reference: Reference, pane: str, result: Extraction, options: ScoreOptions
) -> PaneScore:
    """Return the score of one result, for the command line and the window.

    Parameters
    ----------
    reference : Reference
        Its gold, with the option for comments.
    options : ScoreOptions
        Text and measures.
    """
    score = PaneScore(
        page, pane, result.status, result.message, result.seconds, used=dict(result.used)
    )
    names = count_names(options.measures)
    if result.status not in ANSWERED:
        return replace(score, counts=_counts_of_failure(reference, names))
    try:
        predicted = prediction(reference, result, options.text)
        counts = count(reference, predicted, names)
    except Exception as error:  # noqa: BLE001 - a text that a plug-in cannot give is a failure of its own pane
        message = f"The result could not be scored: {type(error).__name__}: {error}"
        failure = _counts_of_failure(reference, names)
        return replace(score, status=Status.ERROR, message=message, counts=failure)
    return replace(score, text=predicted.text_kind, aligned=predicted.aligned, counts=counts)


def scored_run(
    rows: Iterable[list[PaneScore]], panes: Iterable[Pane], options: ScoreOptions
) -> ScoredRun:
    """Build a run from the records of its pages.

    Parameters
    ----------
    rows : iterable of list of PaneScore
        The records of each page, in order.
    panes : iterable of Pane
        The panes, in order.
    """
    scores = [_row(row) for row in rows]
    descriptions = {
        pane.name: {
            "extractor": pane.extractor,
            "settings": to_table(pane.settings, everything=True),
        }
        for pane in panes
    }
    pages = tuple(row[0].page for row in scores)
    return ScoredRun(options, descriptions, pages, tuple(scores), versions())


def versions() -> dict[str, str]:
    """Return the versions of the program and libraries that scores depend on."""
    return {"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES}


def _row(scores: list[PaneScore]) -> tuple[PaneScore, ...]:
    """Return the scores of a page with a common page record: a readable one, if any."""
    pages = [score.page for score in scores]
    page = next((page for page in pages if page.status is not PageStatus.UNREAD), pages[0])
    return tuple(replace(score, page=page) for score in scores)


def _counts_of_failure(reference: Reference, names: tuple[str, ...]) -> _Counts:
    """Return the counts of a result that finds nothing."""
    nothing = Prediction(reference.page, np.zeros(reference.page.n_tokens, dtype=np.bool_), "")
    counts = count(reference, nothing, names)
    return {
        name: None if counted is None else (*[0] * (len(counted) - 1), counted[-1])
        for name, counted in counts.items()
    }


def _digest(page: Page, gold: Gold) -> str:
    """Return the SHA-256 over a page and its gold."""
    digest = hashlib.sha256(page.source_bytes)
    digest.update(gold.classes.tobytes())
    snippets = gold.snippets
    texts = (
        gold.text or "",
        *(snippets.required if snippets else ()),
        "",
        *(snippets.forbidden if snippets else ()),
    )
    for text in texts:
        digest.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
