"""Records of a scored run: pages, and the score of each pane on each page."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ANSWERED = frozenset({Status.OK, Status.EMPTY})
"""Outcomes that are a result; all others are failures."""


class PageStatus(StrEnum):
    """Role of a page in a run: scored, or left out."""

    SCORED = "scored"
    NOT_FOUND = "gold not found"
    UNREAD = "not read"
    NO_GOLD = "no gold"


@dataclass(frozen=True, slots=True)
class ScoredPage:
    """One page of a scored run.

    Attributes
    ----------
    page_id, set_name : str
        Identifier within its set, and the set.
    status : PageStatus
        Whether it counts.
    message : str
        Reason why it does not count.
    language, page_type : str
        Empty if unknown.
    n_tokens, n_gold : int
        Tokens of the page, and of its main content.
    gold_share : float
        Share of the gold text that was found on the page.
    digest : str
        SHA-256 over the page and its gold.
    """

    page_id: str
    set_name: str
    status: PageStatus = PageStatus.SCORED
    message: str = ""
    language: str = ""
    page_type: str = ""
    n_tokens: int = 0
    n_gold: int = 0
    gold_share: float = 0.0
    digest: str = ""

    @property
    def name(self) -> str:
        """Set and page."""
        return f"{self.set_name}/{self.page_id}"


@dataclass(frozen=True, slots=True)
class PaneScore:
    """Score of one pane on one page.

    Attributes
    ----------
    status, message : Status, str
        Outcome of the run, and the reason if it is not ok.
    seconds : float
        Time of the run.
    text : ScoredText
        Text that was scored.
    aligned : float or None
        Share of the text that was found on the page; None if the mask was decided.
    used : mapping of str to str
        Dependencies besides page and settings, see `Extraction.used`.
    counts : mapping of str to tuple of int, or None
        By name in `boilerscope.extractors.scoring.measures.COUNTS`; None if the page has no such
        score. A failure has the counts of a result that finds nothing.
    """

    page: ScoredPage
    pane: str
    status: Status
    message: str = ""
    seconds: float = 0.0
    text: ScoredText = ScoredText.PAGE
    aligned: float | None = None
    used: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, tuple[int, ...] | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """Choices that scores depend on.

    Attributes
    ----------
    text : ScoredText
        Text of an extraction that is scored.
    comments : bool
        Whether comments count as main content.
    measures : tuple of str
        Names in `boilerscope.extractors.scoring.measures.MEASURES`.
    """

    text: ScoredText = ScoredText.PAGE
    comments: bool = False
    measures: tuple[str, ...] = DEFAULT_MEASURES


def corpus_digest(pages: Iterable[ScoredPage]) -> str:
    """Return the SHA-256 over the names and digests of pages, in their order."""
    digest = hashlib.sha256()
    for page in pages:
        digest.update(f"{page.name}\0{page.digest}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """Scores of panes on pages.

    Attributes
    ----------
    panes : mapping of str to mapping
        Extractor and settings of each pane, as plain values.
    pages : tuple of ScoredPage
        In the order of the corpus.
    scores : tuple of tuple of PaneScore
        A row for each page, a column for each pane.
    versions : mapping of str to str
        Versions of the program and of libraries that scores depend on.
    """

    options: ScoreOptions
    panes: Mapping[str, Mapping[str, Any]]
    pages: tuple[ScoredPage, ...]
    scores: tuple[tuple[PaneScore, ...], ...]
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """SHA-256 over the names and digests of all pages: the version of the corpus."""
        return corpus_digest(self.pages)

    def used(self) -> dict[str, dict[str, str]]:
        """Return the dependencies of results besides page and settings, by pane."""
        used: dict[str, dict[str, str]] = {}
        for row in self.scores:
            for score in row:
                if score.used:
                    used.setdefault(score.pane, {}).update(score.used)
        return used

    def pages_that_are(self, status: PageStatus) -> list[ScoredPage]:
        """Return the pages with a status."""
        return [page for page in self.pages if page.status is status]
