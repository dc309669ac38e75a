"""Reports of scores: tables of means with their intervals, and notes on the counting."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.averages import TIE, Average
from boilerscope.extractors.scoring.bootstrap import RESAMPLES, SEED
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.extractors.scoring.summary import SMALL_GROUP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.results import ScoredPage, ScoredRun
    from boilerscope.extractors.scoring.summary import Summary

SMALL = "*"
"""Mark after the name of a group that is too small."""

_BY = {"language": "language", "type": "page type", "length": "length", "set": "set"}
_MISSING = "-"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts.

    Attributes
    ----------
    header : tuple of str
        Names of the columns. All columns but the first contain numbers.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Tables with notes.

    Attributes
    ----------
    notes : tuple of str
        Sentences that apply to all tables.
    """

    tables: tuple[Table, ...]
    notes: tuple[str, ...]


def report(
    run: ScoredRun,
    summaries: Mapping[str, Sequence[Summary]],
    panes: Collection[str] | None = None,
) -> Report:
    """Return the report of a run.

    Parameters
    ----------
    summaries : mapping of str to sequence of Summary
        By criterion; ``all`` has the summary of all pages.
    panes : collection of str, optional
        Panes to show; all by default.
    """
    [overall] = summaries["all"]
    primary = primary_measure(run)
    order = [pane for pane in _order(overall, primary) if panes is None or pane in panes]
    tables = [_leaderboard(run, overall, order), _conventions(overall, order, primary)]
    tables += [
        _groups(by, listed, order, primary)
        for by, listed in summaries.items()
        if by != "all" and listed
    ]
    return Report(tuple(tables), tuple(_notes(run, overall, primary)))


def primary_measure(run: ScoredRun) -> str:
    """Return the measure that panes are ordered by: token F1, or the last measure."""
    measures = run.options.measures
    return "token_f1" if "token_f1" in measures else measures[-1]


def with_interval(estimate: Estimate) -> str:
    """Return a mean with its interval, such as ``0.812 [0.790, 0.833]``."""
    if math.isnan(estimate.value):
        return _MISSING
    if math.isnan(estimate.low):
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f} [{_number(estimate.low)}, {_number(estimate.high)}]"


def _number(value: float, sign: str = "") -> str:
    return _MISSING if math.isnan(value) else f"{value:{sign}.3f}"


def _order(summary: Summary, measure: str) -> list[str]:
    """Return the panes, best first; panes without an answer last."""

    def rank(pane: str) -> tuple[bool, float]:
        value = summary.mean(pane, measure).answered.value
        return math.isnan(value), -value

    return sorted(summary.outcomes, key=rank)


def _leaderboard(run: ScoredRun, summary: Summary, order: Sequence[str]) -> Table:
    measures = run.options.measures
    rows = [
        (
            pane,
            *(with_interval(summary.mean(pane, name).answered) for name in measures),
            f"{summary.n_failed(pane):,}",
            f"{summary.n_empty(pane):,}",
        )
        for pane in order
    ]
    labels = [MEASURES[name].label for name in measures]
    title = f"Macro averages over {summary.n_answered:,} pages that every pane answered"
    return Table(title, ("pane", *labels, "failed", "empty"), tuple(rows))


def _conventions(summary: Summary, order: Sequence[str], measure: str) -> Table:
    """Return the table of one measure in all averages, and against the baseline."""
    rows: list[tuple[str, ...]] = []
    baseline = ""
    for pane in order:
        macro, micro = (summary.mean(pane, measure, average) for average in Average)
        difference, counted = _MISSING, _MISSING
        if macro.difference is not None:
            paired = macro.difference.estimate
            ends = f"[{_number(paired.low, '+')}, {_number(paired.high, '+')}]"
            mark = "" if paired.includes_zero else " !"
            difference = f"{_number(paired.value, '+')} {ends}{mark}"
            baseline = macro.difference.baseline
            wins = macro.difference
            counted = f"{wins.wins} / {wins.ties} / {wins.losses}"
        rows.append(
            (
                pane,
                with_interval(macro.answered),
                with_interval(micro.answered),
                with_interval(macro.with_failures),
                with_interval(micro.with_failures),
                difference,
                counted,
            )
        )
    header = (
        "pane",
        "macro",
        "micro",
        "macro, failures as 0",
        "micro, failures as 0",
        f"minus {baseline}" if baseline else "difference",
        "win / tie / loss",
    )
    title = (
        f"{MEASURES[measure].label}: macro and micro average, without failures and with"
        f" failures as 0 ({summary.n_answered:,} and {summary.n_pages:,} pages)"
    )
    return Table(title, header, tuple(rows))


def _groups(by: str, summaries: Sequence[Summary], order: Sequence[str], measure: str) -> Table:
    names = [
        f"{summary.group}{SMALL if summary.is_small else ''} ({summary.n_answered:,})"
        for summary in summaries
    ]
    rows = [
        (pane, *(with_interval(summary.mean(pane, measure).answered) for summary in summaries))
        for pane in order
    ]
    title = f"{MEASURES[measure].label} by {_BY[by]}, macro average (pages)"
    return Table(title, ("pane", *names), tuple(rows))


def _notes(run: ScoredRun, summary: Summary, primary: str) -> Iterator[str]:
    yield _text_note(run)
    comments = "main content" if run.options.comments else "boilerplate"
    yield f"Comments count as {comments}; undecided and unmarked words do not count."
    yield from _excluded(run)
    if summary.silent:
        yield f"Without any answer, and left out of the comparison: {', '.join(summary.silent)}."
    if summary.n_answered < summary.n_pages:
        missing = summary.n_pages - summary.n_answered
        yield f"{missing:,} of {summary.n_pages:,} pages were not answered by every pane."
    yield from _unscored(summary)
    yield (
        f"Intervals: 95 %, bootstrap of {RESAMPLES:,} resamples of pages, seed {SEED}, the same"
        f" resamples for all panes. Differences ({MEASURES[primary].label}) are paired; ! marks"
        f" those whose interval excludes 0. A tie is within {TIE:g}."
    )
    yield (
        f"Failed: error, timeout or unavailable. Empty results are scored. {SMALL} marks groups"
        f" with fewer than {SMALL_GROUP} pages, whose means vary too much."
    )
    versions = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    yield f"Corpus {run.digest[:16]}; {versions}."


def _text_note(run: ScoredRun) -> str:
    if run.options.text is ScoredText.PAGE:
        text = "Scored text: page (the kept words of the page, in its own spacing)"
    else:
        text = (
            "Scored text: own (as the algorithm writes it; token and block scores use the words of"
            " the page that it aligns to)"
        )
    foreign = {
        score.pane
        for row in run.scores
        for score in row
        if score.text is not run.options.text and score.aligned is not None
    }
    if foreign:
        return f"{text}; own text, aligned to the page, for {', '.join(sorted(foreign))}."
    return f"{text}."


def _excluded(run: ScoredRun) -> Iterator[str]:
    """Yield sentences on the pages that do not count."""
    missing = run.pages_that_are(PageStatus.NOT_FOUND)
    if missing:
        yield (
            f"Left out because less than {100 * MIN_SHARE:.0f} % of the gold text was found:"
            f" {len(missing):,} of {len(run.pages):,} pages ({_names(missing)})."
        )
    unread = run.pages_that_are(PageStatus.UNREAD)
    if unread:
        reasons = Counter(page.message for page in unread).most_common(1)[0][0]
        yield (
            f"Not read: {len(unread):,} of {len(run.pages):,} pages ({_names(unread)}): {reasons}"
        )


def _unscored(summary: Summary) -> Iterator[str]:
    """Yield a sentence for each measure that does not score every page."""
    n_pages = {mean.measure: mean.with_failures.n_pages for mean in summary.means}
    for name, scored in n_pages.items():
        if scored < summary.n_pages:
            yield (
                f"{MEASURES[name].label}: {scored:,} of {summary.n_pages:,} pages; the other pages"
                " have nothing to score or a text that is too long."
            )


def _names(pages: Sequence[ScoredPage]) -> str:
    names = [page.name for page in pages]
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
