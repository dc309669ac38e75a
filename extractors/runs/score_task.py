"""Task of a worker: panes run over one page, or results that exist already, and their scores."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError, NoGoldError
from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.extraction import ANSWERED, Extraction, Status
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.site.evidence import site_evidence
from boilerscope.extractors.runs.kept import KeptResult
from boilerscope.extractors.runs.keys import key_of, page_digest, program_digest
from boilerscope.extractors.runs.pool import PageTask
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.case import Prediction, Reference, ScoredText, prediction
from boilerscope.extractors.scoring.counts import count
from boilerscope.extractors.scoring.gold_results import (
    follows_from_gold,
    gold_result,
    reason_without_gold,
)
from boilerscope.extractors.scoring.loss_addresses import Decisions, decisions
from boilerscope.extractors.scoring.loss_counts import (
    losses_of_failure,
    page_decisions,
    page_losses,
)
from boilerscope.extractors.scoring.measures import count_names
from boilerscope.extractors.scoring.results import PageStatus, PaneScore, ScoredPage
from boilerscope.extractors.scoring.structure.elements import score_elements
from boilerscope.extractors.scoring.threshold_words import word_states
from boilerscope.extractors.sources.sites import site_of
from boilerscope.extractors.system.wording import percent
from boilerscope.extractors.text.language import detected_language

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.loss_counts import PageLosses
    from boilerscope.extractors.scoring.results import ScoreOptions
    from boilerscope.extractors.scoring.structure.records import ElementScore
    from boilerscope.extractors.sources.results import Output

_Counts = Mapping[str, tuple[int, ...] | None]

COMPARING_S = 30.0
"""Maximum time for comparing the texts of a page, besides the runs of the panes, in seconds."""

_QUICK = frozenset(
    ("tokens", "blocks", "snippets", "shingles", "words", "same_words", "rouge_1", "rouge_2")
)
"""Counts whose time is linear in the size of a page."""


@dataclass(frozen=True, slots=True)
class PaneResult:
    """Result of one pane on one page.

    Attributes
    ----------
    score : PaneScore
        Status, and counts if the page has gold.
    page_digest : str
        Digest of the page; empty if it could not be read, or without a store.
    result : KeptResult or None
        Result to store; None if it is already stored, there is no store, or the page could not be
        read.
    """

    score: PaneScore
    page_digest: str = ""
    result: KeptResult | None = None


@dataclass(frozen=True)
class ScoreTask(PageTask[PaneResult]):
    """Page with the panes to run on it; the results are scored if the page has gold.

    Attributes
    ----------
    to_run : tuple of Pane
        Panes without usable stored results or scores.
    index : int
        Number of the page in the corpus.
    timeout_s : float
        Time limit of one extractor, seconds; a stored timeout counts for no longer limit.
    store : Path or None
        Folder of the store, in which to look for results of the page; None without a store.
    again : frozenset of Status
        Statuses whose stored results are not used.
    texts : tuple of (Pane, Output or None)
        Panes with results from files; None if the file has no result for the page, and for panes
        whose results follow from the gold.
    """

    entry: ListedPage
    to_run: tuple[Pane, ...]
    options: ScoreOptions
    index: int = 0
    timeout_s: float = 0.0
    store: Path | None = None
    again: frozenset[Status] = frozenset()
    texts: tuple[tuple[Pane, Output | None], ...] = ()

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.to_run

    @property
    def recording_s(self) -> float:
        """Maximum time of scoring in seconds: comparing texts can take longer than a run."""
        options = self.options
        is_quick = {*count_names(options.measures)} <= _QUICK
        is_plain = not options.losses and not options.elements
        return 0.0 if options.text is ScoredText.PAGE and is_quick and is_plain else COMPARING_S

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
        extractions = {
            name: self._timed(page, panes[name], result) for name, result in results.items()
        }
        for name, kept in stored.items():
            extractions[name] = kept.extraction(panes[name].extractor, panes[name].settings)
        reference = self._reference(page)
        gold = reference if isinstance(reference, Reference) else None
        for pane, output in self.texts:
            extractions[pane.name] = file_result(page, pane, output, gold)
        extractions, decided = self._decided(page, extractions, stored)
        scores = self._scores(page, reference, extractions, decided)
        if self.store is None:
            return [PaneResult(score) for score in scores]
        digest = page_digest(page)
        records: list[PaneResult] = []
        for score in scores:
            result, fault = None, ""
            if score.pane not in stored:
                extraction = extractions[score.pane]
                result, fault = _kept(page, extraction, self.timeout_s, decided.get(score.pane))
            checked = replace(score, status=Status.ERROR, message=fault) if fault else score
            records.append(PaneResult(checked, digest, result))
        return records

    def _timed(self, page: Page, pane: Pane, result: Extraction) -> Extraction:
        """Return a result with the time of an equal one in the store, if there is one.

        A pane that runs again for its losses is measured beside its trace; its time would change
        with what the user looks at.
        """
        if self.store is None or result.status not in ANSWERED:
            return result
        store = opened_store(self.store)
        earlier = store.result(page_digest(page), key_of(pane, page.site))
        if earlier is None or earlier.outcome.status is not result.status:
            return result
        kept, _fault = _kept(page, result, self.timeout_s, None)
        is_equal = (kept.packed_mask, kept.packed_text) == (
            earlier.packed_mask,
            earlier.packed_text,
        )
        return replaced(result, seconds=earlier.outcome.seconds) if is_equal else result

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
        unread = self._described(PageStatus.UNREAD, message)
        return [PaneResult(PaneScore(unread, name, status, message)) for name in names]

    def _decided(
        self, page: Page, results: Mapping[str, Extraction], stored: Mapping[str, KeptResult]
    ) -> tuple[dict[str, Extraction], dict[str, Decisions]]:
        """Return the results with their decisions, for the store or because they were asked for.

        A result whose steps cannot be read becomes a failure.
        """
        checked, decided = dict(results), dict[str, Decisions]()
        if self.store is None and not self.options.losses:
            return checked, decided
        for name, result in results.items():
            known = stored[name].decided if name in stored else None
            if known is None and not self.options.losses and registry.explains(result.extractor):
                continue  # its rules are traced only if losses are asked for
            try:
                decided[name] = _decided_by(page, result) if known is None else known
            except Exception as error:  # noqa: BLE001 - steps of a plug-in are a failure of its own pane
                message = f"The steps of the result cannot be read: {type(error).__name__}: {error}"
                use = result.extractor, result.settings
                checked[name] = runner.failed(page, *use, Status.ERROR, message)
        return checked, decided

    def _reference(self, page: Page) -> Reference | BoilerscopeError:
        """Return the gold, or the error that says why it is not there."""
        try:
            return Reference(page, self.entry.gold(page), self.options.comments)
        except BoilerscopeError as error:
            return error

    def _scores(
        self,
        page: Page,
        reference: Reference | BoilerscopeError,
        results: Mapping[str, Extraction],
        decided: Mapping[str, Decisions],
    ) -> list[PaneScore]:
        """Return the score of each pane; without counts if the page does not count."""
        if isinstance(reference, NoGoldError):
            reason = str(reference) if self.entry.has_gold else "The page has no gold."
            described = self._described(PageStatus.NO_GOLD, reason)
            language = described.language or detected_language(page.text)
            facts = replace(described, n_tokens=page.n_tokens, language=language)
            unscored = _without_counts(facts, results)
            return [
                replace(
                    score,
                    used=dict(results[score.pane].used),
                    template=results[score.pane].template,
                    losses=_losses_without_gold(results[score.pane], decided.get(score.pane)),
                )
                for score in unscored
            ]
        if isinstance(reference, BoilerscopeError):
            return _without_counts(self._described(PageStatus.UNREAD, str(reference)), results)
        scored_page = self._scored_page(reference)
        if scored_page.status is not PageStatus.SCORED:
            return _without_counts(scored_page, results)
        return [
            score_result(
                scored_page, reference, pane, result, self.options, decided=decided.get(pane)
            )
            for pane, result in results.items()
        ]

    def _scored_page(self, reference: Reference) -> ScoredPage:
        page, gold = reference.page, reference.gold
        is_found = gold.share >= self.options.min_share
        message = (
            f"{percent(gold.share)} of the gold text found. Check that it belongs to this page."
        )
        described = (
            self._described(PageStatus.SCORED, "")
            if is_found
            else self._described(PageStatus.NOT_FOUND, message)
        )
        text, evidence = kept_text(page, reference.main), site_evidence(page)
        return replace(
            described,
            language=described.language or detected_language(text) or detected_language(page.text),
            n_tokens=page.n_tokens,
            n_gold=int(np.count_nonzero(reference.main)),
            gold_share=gold.share,
            layout=0 if evidence is None else evidence.layout,
            digest=_digest(page, gold),
        )

    def _described(self, status: PageStatus, message: str) -> ScoredPage:
        entry = self.entry
        return ScoredPage(
            entry.page_id,
            entry.set_name,
            status,
            message,
            entry.language,
            entry.page_type,
            site=site_of(entry),
        )

    def _stored(self, page: Page) -> Mapping[str, KeptResult]:
        """Return the usable stored results of the page, by pane."""
        if self.store is None:
            return {}
        return page.cached(("kept results", self.to_run), self._look_up)

    def _look_up(self, page: Page) -> dict[str, KeptResult]:
        store, digest = opened_store(self.store or Path()), page_digest(page)
        stored = (
            (pane.name, store.result(digest, key_of(pane, page.site))) for pane in self.to_run
        )
        return {
            name: result
            for name, result in stored
            if result is not None
            if result.outcome.status not in self.again and result.outcome.serves(self.timeout_s)
            if result.decided is not None or not self.options.losses
        }


def score_result(
    page: ScoredPage,
    reference: Reference,
    pane: str,
    result: Extraction,
    options: ScoreOptions,
    *,
    decided: Decisions | None = None,
) -> PaneScore:
    """Return the score of one result, for the command line and the window.

    Parameters
    ----------
    reference : Reference
        Its gold, with the option for comments.
    options : ScoreOptions
        Text and measures.
    decided : Decisions, optional
        Rule that decided each word; the score then has losses.
    """
    score = PaneScore(
        page,
        pane,
        result.status,
        result.message,
        result.seconds,
        used=dict(result.used),
        template=result.template,
    )
    names = count_names(options.measures)
    if result.status not in ANSWERED:
        losses = None if decided is None else losses_of_failure(page.n_gold)
        return replace(score, counts=_counts_of_failure(reference, names), losses=losses)
    try:
        predicted = prediction(reference, result, options.text)
        counts = count(reference, predicted, names)
        elements = _elements(reference, predicted) if options.elements else None
    except Exception as error:  # noqa: BLE001 - a text that a plug-in cannot give is a failure of its own pane
        message = f"The result could not be scored: {type(error).__name__}: {error}"
        failure = _counts_of_failure(reference, names)
        return replace(score, status=Status.ERROR, message=message, counts=failure)
    scored = replace(
        score,
        text=predicted.text_kind,
        aligned=predicted.aligned,
        counts=counts,
        elements=elements,
    )
    if decided is None:
        return scored
    return replace(scored, losses=page_losses(reference, predicted, result.mask, decided))


def _elements(reference: Reference, predicted: Prediction) -> tuple[ElementScore, ...]:
    return tuple(score_elements(reference.markup, predicted.markup))


def file_result(
    page: Page, pane: Pane, output: Output | None, reference: Reference | None
) -> Extraction:
    """Return the extraction of a pane that runs nothing.

    It is that of a result from a file, aligned with the words of the page, or follows from the
    gold. A failure stays a failure; without a result or gold the status is ``unavailable``.

    Parameters
    ----------
    output : Output or None
        Result in the file, if any.
    reference : Reference or None
        Gold of the page, if any.
    """
    use = pane.extractor, pane.settings
    if follows_from_gold(pane.extractor):
        if reference is not None:
            return gold_result(*use, reference)
        reason = reason_without_gold(pane.extractor)
        return runner.failed(page, *use, Status.UNAVAILABLE, reason)
    if output is None:
        message = "The file has no result for this page."
        return runner.failed(page, *use, Status.UNAVAILABLE, message)
    if output.is_answer:
        extraction = aligned_extraction(page, *use, ForeignText(output.text))
    else:
        extraction = runner.failed(page, *use, output.status, output.message)
    return replaced(extraction, seconds=output.seconds)


def scoring_of(options: ScoreOptions) -> str:
    """Return the store's key for scores: text, comments and version of the program."""
    comments = "comments" if options.comments else "no comments"
    share = f"{options.min_share:g} of the gold, " if options.min_share != MIN_SHARE else ""
    return f"{options.text.value}, {comments}, {share}{program_digest()[:16]}"


@cache
def opened_store(folder: Path) -> ResultStore:
    """Return the store, opened once per worker."""
    return ResultStore(folder)


def _decided_by(page: Page, result: Extraction) -> Decisions:
    """Return the rule that decided each word of a result.

    The steps of a library come from an explaining run. Its mask can differ from the text of the
    plain run, which is scored: words with another state are then not traced.
    """
    if result.status not in ANSWERED or not registry.explains(result.extractor):
        extractor = registry.known(result.extractor)
        states = {} if extractor is None else word_states(result, extractor)
        return replace(decisions(result), states=states)
    with explaining(on=True):
        return decisions(runner.run(page, result.extractor, result.settings))


def _losses_without_gold(result: Extraction, decided: Decisions | None) -> PageLosses | None:
    if decided is None or result.status not in ANSWERED:
        return None
    return page_decisions(result.mask, decided)


def _kept(
    page: Page, extraction: Extraction, timeout_s: float, decided: Decisions | None
) -> tuple[KeptResult, str]:
    """Return the result to store, and an error if its text cannot be read."""
    try:
        return KeptResult.of(extraction, timeout_s, decided), ""
    except Exception as error:  # noqa: BLE001 - an error in a plug-in's text is a failure of its own pane
        message = f"The result has no text: {type(error).__name__}: {error}"
        failure = runner.failed(
            page, extraction.extractor, extraction.settings, Status.ERROR, message
        )
        return KeptResult.of(failure, timeout_s), message


def _without_counts(page: ScoredPage, results: Mapping[str, Extraction]) -> list[PaneScore]:
    return [
        PaneScore(page, pane, result.status, result.message, result.seconds)
        for pane, result in results.items()
    ]


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
    for annotation in gold.annotations:  # some panes are scored by them
        digest.update(b"\0" + annotation.annotator.encode("utf-8", "surrogatepass") + b"\0")
        digest.update(annotation.classes.tobytes())
    snippets = gold.snippets
    texts = (
        gold.text or "",
        *(snippets.required if snippets else ()),
        "",
        *(snippets.forbidden if snippets else ()),
    )
    markdown = () if gold.markdown is None else ("", gold.markdown)
    for text in (*texts, *markdown):
        digest.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
