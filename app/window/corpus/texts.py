"""Texts of the run bar, the corpus field and the status bar of the Corpus face."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.window.translation import translate
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.app.session.corpus import RunRecord
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.sources.corpus import Corpus

_MAX_NAMED, _MAX_NAME = 2, 40  # pages that are named, and characters of a name
_MAX_LANGUAGES = 2
_MINUTE_S, _HOUR_S = 60, 3_600


def n_pages(count: int) -> str:
    """Return a number of pages: ``223 pages``."""
    text = translate("1 page") if count == 1 else translate("{count} pages")
    return text.format(count=number(count))


def n_panes(count: int) -> str:
    """Return a number of panes: ``6 panes``."""
    text = translate("1 pane") if count == 1 else translate("{count} panes")
    return text.format(count=number(count))


def n_workers(count: int) -> str:
    """Return a number of worker processes: ``4 workers``."""
    text = translate("1 worker") if count == 1 else translate("{count} workers")
    return text.format(count=number(count))


def duration(seconds: float) -> str:
    """Return a time in the largest unit that fits: ``8 s``, ``3 min``, ``1.5 h``."""
    if seconds < _MINUTE_S:
        return translate("{n} s").format(n=number(max(round(seconds), 1)))
    if seconds < _HOUR_S:
        return translate("{n} min").format(n=number(round(seconds / _MINUTE_S)))
    return translate("{n} h").format(n=number(round(seconds / _HOUR_S, 1)))


def moment(stamp: str) -> str:
    """Return a date and time: ``today, 14:10``, ``yesterday, 09:30``, ``2026-02-01, 09:30``."""
    time, now = datetime.fromisoformat(stamp).astimezone(), datetime.now().astimezone()
    clock = time.strftime("%H:%M")
    if time.date() == now.date():
        return translate("today, {time}").format(time=clock)
    if time.date() == (now - timedelta(days=1)).date():
        return translate("yesterday, {time}").format(time=clock)
    return f"{time:%Y-%m-%d}, {clock}"


def run_label(pending: int, *, is_first: bool, total: int) -> str:
    """Return the label of the button that starts a run."""
    if is_first and pending:
        return translate("Run {panes} on {pages}").format(
            panes=n_panes(pending), pages=n_pages(total)
        )
    return translate("Run {panes}").format(panes=n_panes(pending)) if pending else translate("Run")


def running_details(run: RunRecord) -> tuple[str, ...]:
    """Return rate, time left and workers of a run: ``6.2 pages/s``, ``8 s left``, ``4 workers``."""
    progress = run.progress
    if progress is None:
        return (n_workers(run.jobs),)
    texts = [translate("results are not kept")] if progress.not_kept else []
    if progress.rate > 0 and progress.left_s is not None:
        texts.append(translate("{rate} pages/s").format(rate=number(round(progress.rate, 1))))
    if progress.left_s is not None and progress.n_done > progress.n_kept:
        texts.append(translate("{time} left").format(time=duration(progress.left_s)))
    return (*texts, n_workers(run.jobs))


def ended_details(run: RunRecord) -> tuple[str, ...]:
    """Return the end of a run: ``today, 14:10``, ``36 s, 4 workers``, ``run 7``."""
    progress = run.progress
    if progress is None or not run.ended:
        return ()
    took = duration(progress.seconds)
    texts = [moment(run.ended), f"{took}{translate(', ')}{n_workers(run.jobs)}"]
    if progress.not_kept:
        texts.insert(0, translate("results are not kept"))
    if progress.n_kept:
        reused = translate("{count} kept from earlier").format(count=number(progress.n_kept))
        texts.append(reused)
    return (*texts, translate("run {number}").format(number=number(run.number)))


def failures_text(table: ScoreTable) -> str:
    """Return the numbers of failed and of empty results: ``2 failures, 32 empty``; or empty.

    They are those of the pages of the leaderboard, which every pane has finished that runs at all.
    Those of pages that are not scored are counted apart.
    """
    is_scored = table.counts_page & table.is_complete
    if not is_scored.any():
        is_scored = table.is_done & table.is_complete
    is_other = table.is_done & ~table.counts_page & ~is_scored
    has_failed, is_empty = table.has_failed, table.has_status(Status.EMPTY)
    n_failed, n_empty = int(has_failed[is_scored].sum()), int(is_empty[is_scored].sum())
    n_others = int((has_failed | is_empty)[is_other].sum())
    texts = []
    if n_failed:
        text = translate("1 failure") if n_failed == 1 else translate("{count} failures")
        texts.append(text.format(count=number(n_failed)))
    if n_empty:
        texts.append(translate("{count} empty").format(count=number(n_empty)))
    if n_others:
        text = translate("{count} on unscored pages")
        texts.append(text.format(count=number(n_others)))
    return translate(", ").join(texts)


def compared_text(table: ScoreTable, listed: BoolArray, *, interim: bool) -> str:
    """Return the number of pages on which panes are compared; empty before the first result.

    Parameters
    ----------
    listed : array of bool, shape (n_pages,)
        Finished pages that match the filter.
    """
    if not table.is_done.any():
        return ""
    if not table.counts_page.any():
        return translate("No page has gold: failures, times and results without scores")
    is_mixed = interim and bool(table.is_stale.any())
    fresh = ~table.is_stale.any(axis=1) if is_mixed else np.ones_like(listed)
    names = translate(", ").join(table.apart(listed))
    if is_mixed:
        text = translate("Interim results: {n} of {pages} with results of the present settings")
    elif interim and names:
        text = translate("Interim results: {n} of {pages}, whatever {panes} answered")
    elif interim:
        text = translate("Interim results: {n} of {pages} with a result from every pane")
    elif names:
        text = translate("Compared on the {common}, whatever {panes} answered")
    else:
        text = translate("Compared on the {common} with a result from every pane")
    n_common = int(table.common(listed & fresh).sum())
    return text.format(
        n=number(n_common),
        pages=n_pages(len(table.pages)),
        common=n_pages(n_common),
        panes=names,
    )


def scored_text(table: ScoreTable) -> str:
    """Return the numbers of scored and of excluded pages, with reasons."""
    done = int(table.is_done.sum())
    if not done:
        return ""
    text = translate("{scored} of {pages} scored").format(
        scored=number(int(table.is_scored.sum())), pages=n_pages(done)
    )
    texts = [text]
    not_found = translate("{count} excluded: under {share} % of the gold text found")
    for status, reason in (
        (PageStatus.NOT_FOUND, not_found),
        (PageStatus.NO_GOLD, translate("{count} without gold")),
        (PageStatus.UNREAD, translate("{count} not read")),
    ):
        count = table.n_pages_that_are(status)
        if count:
            share = number(100 * MIN_SHARE)
            named = _named(table, status) if count <= _MAX_NAMED else ""
            texts.append(reason.format(count=number(count), share=share) + named)
    return translate(", ").join(texts)


def _named(table: ScoreTable, status: PageStatus) -> str:
    """Return the few pages with a status in brackets."""
    pages = table.scored_pages(range(len(table.pages)))
    names = [page.page_id for page in pages if page.status is status]
    short = [name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1]}…" for name in names]
    return f" ({translate(', ').join(short)})"


def contents_text(corpus: Corpus) -> str:
    """Return the contents of a corpus: ``4 sets, 223 pages, 219 with gold; en 166, zh 42``."""
    n_sets = len(corpus.counts("set_name"))
    sets = translate("1 set") if n_sets == 1 else translate("{count} sets")
    texts = [
        sets.format(count=number(n_sets)),
        n_pages(len(corpus.pages)),
        translate("{count} with gold").format(count=number(corpus.n_gold)),
    ]
    text = translate(", ").join(texts)
    languages = [item for item in corpus.counts("language").most_common() if item[0]]
    if not languages:
        return text
    counts = [f"{language} {number(count)}" for language, count in languages[:_MAX_LANGUAGES]]
    n_others = len(languages) - _MAX_LANGUAGES
    if n_others > 0:
        others = (
            translate("1 other language") if n_others == 1 else translate("{count} other languages")
        )
        counts.append(others.format(count=number(n_others)))
    return f"{text}; {translate(', ').join(counts)}"


def left_out_text(count: int) -> str:
    """Return the number of unreadable parts of a corpus; empty for 0."""
    if not count:
        return ""
    text = translate("1 part left out") if count == 1 else translate("{count} parts left out")
    return text.format(count=number(count))
