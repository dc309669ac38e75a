"""Records of scoring: pages, the score of a pane on a page, and what scores depend on."""

from __future__ import annotations

import hashlib
import math
import platform
import sys
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from boilerscope.extractors.model.extraction import ANSWERED, Status, TemplateUse
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from boilerscope.extractors.scoring.loss_counts import PageLosses
    from boilerscope.extractors.scoring.structure.records import ElementScore

_LIBRARIES = ("boilerscope", "lxml", "numpy", "rapidfuzz")

_SHARED = ("set_name", "message", "language", "page_type", "site")
"""Texts of a page that other pages have too, which are in memory once."""


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
    language : str
        Language according to the set, else detected from the main content, or from the page if that
        is too short; empty if unknown.
    page_type : str
        Empty if unknown.
    n_tokens, n_gold : int
        Tokens of the page, and of its main content.
    gold_share : float
        Share of the gold text that was found on the page.
    digest : str
        SHA-256 over the page and its gold.
    site : str
        Registered domain; the name of a page without an address.
    layout : int
        Layout among the pages of the site, from 1; 0 if unknown: no pane read other pages of the
        site, and groups by layout were not asked for.
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
    site: str = ""
    layout: int = 0

    @property
    def site_and_layout(self) -> str:
        """Site and number of the layout, without a number if the layout is not known."""
        return f"{self.site} · {self.layout}" if self.layout else self.site

    @property
    def name(self) -> str:
        """Set and page."""
        return f"{self.set_name}/{self.page_id}"

    def as_plain(self) -> dict[str, Any]:
        """Return the fields as plain values, for files; `of_plain` reads them."""
        return {**asdict(self), "status": self.status.value}

    @classmethod
    def of_plain(cls, fields: Mapping[str, Any]) -> Self:
        """Return the page with these fields.

        Raises
        ------
        KeyError, TypeError, ValueError
            If a field is missing, unknown or wrong.
        """
        shared = {name: sys.intern(fields[name]) for name in _SHARED if name in fields}
        return cls(**{**fields, **shared, "status": PageStatus(fields["status"])})


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
        By name in `boilerscope.extractors.scoring.counts.COUNTS`; None if the page has no such
        score. A failure has the counts of a result that finds nothing.
    losses : PageLosses or None
        Words by the rule that decided them; None if they were not asked for.
    elements : tuple of ElementScore, or None
        Tables, code blocks and formulas of gold and result; None if they were not asked for.
    template : TemplateUse or None
        See `Extraction.template`; None also if the result is older than this field.
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
    losses: PageLosses | None = field(default=None, repr=False, compare=False)
    elements: tuple[ElementScore, ...] | None = field(default=None, repr=False, compare=False)
    template: TemplateUse | None = None

    def values(self, measures: Iterable[str]) -> dict[str, float | None]:
        """Return the value of each measure; None if the page is not scored, 0 for a failure."""
        values: dict[str, float | None] = {}
        for name in measures:
            measure = MEASURES[name]
            counts = self.counts.get(measure.counts)
            value = math.nan if counts is None else float(measure.value(np.array(counts)))
            if counts is not None and self.status not in ANSWERED:
                value = 0.0
            values[name] = None if math.isnan(value) else value
        return values


@dataclass(frozen=True, slots=True)
class PageResult:
    """Scores of all panes on one page.

    Attributes
    ----------
    index : int
        Number of the page in the corpus.
    page : ScoredPage
        Page with its scoring status.
    scores : tuple of PaneScore
        Scores in the order of the panes.
    is_kept : bool
        Whether all results came from the store.
    is_given_up : bool
        Whether the page ended several worker processes and was not tried again.
    """

    index: int
    page: ScoredPage
    scores: tuple[PaneScore, ...]
    is_kept: bool = False
    is_given_up: bool = False


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
    losses : bool
        Whether the words of each page are also counted by the rule that decided them.
    elements : bool
        Whether tables, code blocks and formulas are also compared one by one.
    min_share : float
        Share of its gold text that must be found on a page that is scored. Scores of two texts, as
        benchmarks compute them, do not need the page: 0 for these.
    """

    text: ScoredText = ScoredText.PAGE
    comments: bool = False
    measures: tuple[str, ...] = DEFAULT_MEASURES
    losses: bool = False
    elements: bool = False
    min_share: float = MIN_SHARE

    def as_words(self) -> list[str]:
        """Return the options of the command ``score`` and its kin that score alike."""
        words = [word for measure in self.measures for word in ("--measure", measure)]
        if self.text is not ScoredText.PAGE:
            words += ["--text", self.text.value]
        return [*words, "--comments"] if self.comments else words


def corpus_digest(pages: Iterable[ScoredPage]) -> str:
    """Return the SHA-256 over the names and digests of pages, in their order."""
    digest = hashlib.sha256()
    for page in pages:
        digest.update(f"{page.name}\0{page.digest}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def versions() -> dict[str, str]:
    """Return the versions of the program and libraries that scores depend on."""
    return {"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES}
