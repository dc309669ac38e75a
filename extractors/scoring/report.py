"""Reports of scores: tables of means with their intervals, and notes on the counting."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.scoring.averages import LOW, TIE, Average
from boilerscope.extractors.scoring.bootstrap import RESAMPLES, SEED
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.groups import group_title
from boilerscope.extractors.scoring.leaderboard import SMALL_GROUP
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.extractors.system.wording import agreeing, counted, percent

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.leaderboard import Leaderboard
    from boilerscope.extractors.scoring.results import PaneScore, ScoredPage
    from boilerscope.extractors.scoring.run import ScoredRun

    Boards = Mapping[str, Sequence[Leaderboard]]

SMALL = "*"
"""Mark after the name of a group that is too small."""

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
    boards: Boards,
    panes: Collection[str] | None = None,
) -> Report:
    """Return the report of a run.

    Parameters
    ----------
    boards : mapping of str to sequence of Leaderboard
        By criterion; ``all`` has the leaderboard of all pages.
    panes : collection of str, optional
        Panes to show; all by default.
    """
    [overall] = boards["all"]
    primary = primary_measure(run.options.measures)
    ranked = [row.pane for row in overall.sorted_by(primary)]
    order = [pane for pane in ranked if panes is None or pane in panes]
    tables = [_leaderboard(run, overall, order), _conventions(overall, order, primary)]
    tables += [
        _groups(by, listed, order, primary)
        for by, listed in boards.items()
        if by != "all" and listed
    ]
    return Report(tuple(tables), tuple(_notes(run, overall, primary)))


def pages_report(run: ScoredRun, overall: Leaderboard, measure: str) -> Report:
    """Return a report with a line for each page, and the value of each pane by one measure."""
    rows = []
    for number in run.rows.tolist():
        scores = run.table.scores(number)
        page = scores[0].page
        facts = (page.name, page.language, page.page_type, f"{page.n_tokens:,}")
        rows.append((*facts, *(_cell(score, measure) for score in scores)))
    header = ("page", "language", "type", "words", *run.panes)
    table = Table(f"{MEASURES[measure].label} of {counted(len(rows), 'page')}", header, tuple(rows))
    return Report((table,), tuple(_notes(run, overall, primary_measure(run.options.measures))))


def primary_measure(measures: Sequence[str]) -> str:
    """Return the measure that panes are ordered by: token F1, or the last measure."""
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


def _cell(score: PaneScore, measure: str) -> str:
    if score.page.status is not PageStatus.SCORED:
        return score.page.status.value
    if score.status not in ANSWERED:
        return score.status.value
    value = score.values((measure,))[measure]
    return _MISSING if value is None else f"{value:.3f}"


def _leaderboard(run: ScoredRun, board: Leaderboard, order: Sequence[str]) -> Table:
    measures = run.options.measures
    rows = [
        (
            pane,
            *(with_interval(board.mean(pane, name).answered) for name in measures),
            f"{board.row(pane).n_failed:,}",
            f"{board.row(pane).n_empty:,}",
        )
        for pane in order
    ]
    labels = [MEASURES[name].label for name in measures]
    every = "every other pane" if board.apart else "every pane"
    title = f"Macro averages over {counted(board.n_common, 'page')} that {every} answered"
    if len(board.silent) == len(board.rows):
        title = f"No pane answered any of {counted(board.n_scored, 'page')}"
    return Table(title, ("pane", *labels, "failed", "empty"), tuple(rows))


def _conventions(board: Leaderboard, order: Sequence[str], measure: str) -> Table:
    """Return the table of one measure in all averages, and against the baseline."""
    rows: list[tuple[str, ...]] = []
    baseline = ""
    for pane in order:
        macro, micro = (board.mean(pane, measure, average) for average in Average)
        difference, tallied = _MISSING, _MISSING
        if macro.difference is not None:
            paired = macro.difference.estimate
            ends = f"[{_number(paired.low, '+')}, {_number(paired.high, '+')}]"
            mark = "" if paired.includes_zero else " !"
            difference = f"{_number(paired.value, '+')} {ends}{mark}"
            baseline = macro.difference.baseline
            wins = macro.difference
            tallied = f"{wins.wins} / {wins.ties} / {wins.losses}"
        rows.append(
            (
                pane,
                with_interval(macro.answered),
                with_interval(micro.answered),
                _number(macro.median),
                _MISSING if math.isnan(macro.low_share) else percent(macro.low_share, 1),
                with_interval(macro.with_failures),
                with_interval(micro.with_failures),
                difference,
                tallied,
            )
        )
    header = (
        "pane",
        "macro",
        "micro",
        "median",
        f"pages below {LOW:g}",
        "macro, failures as 0",
        "micro, failures as 0",
        f"minus {baseline}" if baseline else "difference",
        "win / tie / loss",
    )
    title = (
        f"{MEASURES[measure].label}: macro and micro average, without failures and with"
        f" failures as 0 ({board.n_common:,} and {counted(board.n_scored, 'page')})"
    )
    return Table(title, header, tuple(rows))


def _groups(by: str, boards: Sequence[Leaderboard], order: Sequence[str], measure: str) -> Table:
    names = [
        f"{board.group}{SMALL if board.is_small else ''} ({board.n_common:,})" for board in boards
    ]
    rows = [
        (pane, *(with_interval(board.mean(pane, measure).answered) for board in boards))
        for pane in order
    ]
    title = f"{MEASURES[measure].label} by {group_title(by)}, macro average (pages)"
    return Table(title, ("pane", *names), tuple(rows))


def _notes(run: ScoredRun, board: Leaderboard, primary: str) -> Iterator[str]:
    yield _text_note(run)
    if run.gold_by:
        yield f"Gold: the marks of {run.gold_by}."
    comments = "main content" if run.options.comments else "boilerplate"
    yield f"Comments count as {comments}; undecided and unmarked words do not count."
    yield from _excluded(run)
    if board.silent:
        yield f"Without any answer, and left out of the comparison: {', '.join(board.silent)}."
    if board.apart:
        named = (
            f"{pane} ({counted(board.mean(pane, primary).answered.n_pages, 'page')})"
            for pane in board.apart
        )
        yield f"Averaged over the pages that they answered themselves: {', '.join(named)}."
    yield from _templates(run, board)
    if board.n_common < board.n_scored:
        missing = board.n_scored - board.n_common
        every = "every other pane" if board.apart else "every pane"
        yield (
            f"{missing:,} of {counted(board.n_scored, 'page')}"
            f" {agreeing(missing, 'was', 'were')} not answered by {every}."
        )
    yield from _unscored(board)
    yield from _repeated(run)
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
        pane
        for column, pane in enumerate(run.table.panes)
        if run.table.aligned_texts(run.rows, column) - {run.options.text}
    }
    if foreign:
        return f"{text}; own text, aligned to the page, for {', '.join(sorted(foreign))}."
    return f"{text}."


def _excluded(run: ScoredRun) -> Iterator[str]:
    """Yield sentences on the pages that do not count."""
    n_pages = len(run.rows)
    missing = run.pages_that_are(PageStatus.NOT_FOUND)
    if missing:
        least = percent(run.options.min_share)
        yield (
            f"Left out because less than {least} of the gold text was found:"
            f" {len(missing):,} of {counted(n_pages, 'page')} ({_names(missing)})."
        )
    unread = run.pages_that_are(PageStatus.UNREAD)
    if unread:
        reasons = Counter(page.message for page in unread).most_common(1)[0][0]
        yield (
            f"Not read: {len(unread):,} of {counted(n_pages, 'page')} ({_names(unread)}): {reasons}"
        )


def _templates(run: ScoredRun, board: Leaderboard) -> Iterator[str]:
    """Yield a sentence for each pane with minus template: on how many pages it could act."""
    for row in board.rows:
        settings = run.panes[row.pane]["settings"]
        if not settings.get("minus_template"):
            continue
        text = (
            f"{row.pane}, minus template {settings['template_share']:.2f}:"
            f" {row.n_with_site:,} of {counted(board.n_counted, 'page')}"
            f" {agreeing(row.n_with_site, 'has', 'have')} enough other pages of the site"
            f" (at least {settings['template_min_pages']})"
        )
        if row.n_kept_whole:
            text += f"; on {row.n_kept_whole:,} of them it would have dropped too much"
            text += " and kept everything"
        if row.n_template_unknown:
            text += f"; unknown for {counted(row.n_template_unknown, 'older result')}"
        yield f"{text}."


def _unscored(board: Leaderboard) -> Iterator[str]:
    """Yield a sentence for each measure that does not score every page."""
    means = board.rows[0].means.items() if board.rows else ()
    n_pages = {measure: mean.with_failures.n_pages for (measure, _), mean in means}
    for name, scored in n_pages.items():
        if scored < board.n_scored:
            yield (
                f"{MEASURES[name].label}: {scored:,} of {counted(board.n_scored, 'page')};"
                " the other pages have nothing to score or a text that is too long."
            )


def _repeated(run: ScoredRun) -> Iterator[str]:
    """Yield a sentence on scored pages that are a copy of another one, with the same gold."""
    by_digest: defaultdict[str, list[ScoredPage]] = defaultdict(list)
    for page in run.pages_that_are(PageStatus.SCORED):
        by_digest[page.digest].append(page)
    groups = [pages for digest, pages in by_digest.items() if digest and len(pages) > 1]
    copies = [page for pages in groups for page in pages[1:]]
    if copies:
        sets = {page.set_name for pages in groups for page in pages}
        between = f", in {', '.join(sorted(sets))}" if len(sets) > 1 else ""
        yield (
            f"{counted(len(copies), 'page')} {agreeing(len(copies), 'is', 'are')} scored twice:"
            f" copies with the same gold{between} ({_names(copies)}). If one set trained what is"
            " scored on another one, its scores are too high; gold audit lists all copies."
        )


def _names(pages: Sequence[ScoredPage]) -> str:
    names = [page.name for page in pages]
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
