"""Stored parts of results: outcome, kept text, score and page."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Extraction, Status, TemplateUse
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.results import ScoredPage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.loss_addresses import Decisions
    from boilerscope.extractors.scoring.loss_counts import PageLosses


@dataclass(frozen=True, slots=True)
class KeptOutcome:
    """Stored part of the outcome of a run.

    Attributes
    ----------
    status, message : Status, str
        Status of the run, and its reason if the status is not ok.
    seconds, timeout_s : float
        Time of the run and its time limit, seconds.
    title : str
        Title that the extractor found.
    aligned : float or None
        See `Extraction.aligned`.
    used : mapping of str to str
        See `Extraction.used`.
    n_tokens : int
        Tokens of the page; 0 if it was not read.
    template : TemplateUse or None
        See `Extraction.template`; None also if the result is older than this field.
    """

    status: Status
    message: str = ""
    seconds: float = 0.0
    timeout_s: float = 0.0
    title: str = ""
    aligned: float | None = None
    used: Mapping[str, str] = field(default_factory=dict)
    n_tokens: int = 0
    template: TemplateUse | None = None

    def serves(self, timeout_s: float) -> bool:
        """Return whether the outcome also applies to a time limit, so that no new run is needed."""
        return self.status is not Status.TIMEOUT or timeout_s <= self.timeout_s

    def as_json(self) -> str:
        """Return the outcome as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> KeptOutcome:
        """Return an outcome from its JSON."""
        table = json.loads(text)
        template = table.get("template")
        read = {"status": Status(table["status"]), "template": template and TemplateUse(template)}
        return cls(**{**table, **read})


@dataclass(frozen=True, slots=True)
class KeptResult:
    """Stored part of an extraction.

    Attributes
    ----------
    outcome : KeptOutcome
        Outcome of the run.
    packed_mask, packed_text : bytes
        Mask and own text, compressed.
    decided : Decisions or None
        Rule that decided each word; None if the run did not trace its rules.
    """

    outcome: KeptOutcome
    packed_mask: bytes
    packed_text: bytes
    decided: Decisions | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls, extraction: Extraction, timeout_s: float, decided: Decisions | None = None
    ) -> KeptResult:
        """Return the stored part of an extraction."""
        outcome = KeptOutcome(
            extraction.status,
            extraction.message,
            extraction.seconds,
            timeout_s,
            extraction.title,
            extraction.aligned,
            dict(extraction.used),
            len(extraction.mask),
            extraction.template,
        )
        text = extraction.own_text.encode("utf-8", "surrogatepass")
        mask = np.packbits(extraction.mask).tobytes()
        return cls(outcome, zlib.compress(mask), zlib.compress(text), decided)

    @property
    def mask(self) -> BoolArray:
        """Kept tokens, shape (n_tokens,)."""
        bits = np.frombuffer(zlib.decompress(self.packed_mask), dtype=np.uint8)
        return np.unpackbits(bits, count=self.outcome.n_tokens).astype(np.bool_)

    @property
    def own_text(self) -> str:
        """Text exactly as the algorithm writes it."""
        return zlib.decompress(self.packed_text).decode("utf-8", "surrogatepass")

    def extraction(self, extractor: str, settings: Settings) -> Extraction:
        """Return an extraction with the stored values; it has no blocks and no steps."""
        outcome = self.outcome
        return Extraction(
            extractor=extractor,
            status=outcome.status,
            settings=settings,
            message=outcome.message,
            mask=self.mask,
            own_text=self.own_text,
            title=outcome.title,
            used=outcome.used,
            template=outcome.template,
            aligned=outcome.aligned,
            seconds=outcome.seconds,
        )


@dataclass(frozen=True, slots=True)
class KeptScore:
    """Stored part of the score of a result.

    Attributes
    ----------
    scoring : str
        Key of everything that the score depends on besides the result, see `scoring_of`.
    aligned : float or None
        Share of the text that was aligned with the page.
    counts : mapping of str to tuple of int, or None
        See `PaneScore.counts`.
    losses : PageLosses or None
        See `PaneScore.losses`.
    """

    scoring: str
    text: ScoredText
    aligned: float | None
    counts: Mapping[str, tuple[int, ...] | None]
    losses: PageLosses | None = field(default=None, compare=False, repr=False)

    def as_json(self) -> str:
        """Return text, aligned share and counts as JSON; a count that is None is an empty list."""
        counts = {name: counted or () for name, counted in self.counts.items()}
        return json.dumps({"text": self.text, "aligned": self.aligned, "counts": counts})

    @classmethod
    def from_json(cls, scoring: str, text: str, losses: PageLosses | None = None) -> KeptScore:
        """Return a score from its JSON, and losses."""
        table = json.loads(text)
        counts = {name: tuple(counted) or None for name, counted in table["counts"].items()}
        return cls(scoring, ScoredText(table["text"]), table.get("aligned"), counts, losses)


@dataclass(frozen=True, slots=True)
class KeptPage:
    """Stored part of a page.

    Attributes
    ----------
    digest : str
        See `boilerscope.extractors.runs.keys.page_digest`.
    scored : ScoredPage
        What a run needs to know without reading the page.
    """

    digest: str
    scored: ScoredPage

    def scored_as_json(self) -> str:
        """Return the scored page as JSON."""
        return json.dumps(self.scored.as_plain())

    @classmethod
    def from_json(cls, digest: str, text: str) -> KeptPage:
        """Return a page from its digest and the JSON of its scored page."""
        return cls(digest, ScoredPage.of_plain(json.loads(text)))
