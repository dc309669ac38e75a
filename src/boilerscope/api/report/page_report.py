"""Report of a page: what several panes keep of it, where they differ, and why."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boilerscope.api.panes import described_settings
from boilerscope.api.picture import strips
from boilerscope.api.picture.passages import Passages
from boilerscope.api.picture.view import decided_text
from boilerscope.api.report.html_parts import (
    DIGEST_MARK,
    Cell,
    commands,
    document,
    letter,
    number_badge,
    safe,
    section,
    table,
)
from boilerscope.api.report.repeating import made_with, page_commands
from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.slim import bytes_digest, extractor_version
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.model.settings import changed
from boilerscope.extractors.runs.score_task import score_result
from boilerscope.extractors.scoring.case import Reference, ScoredText
from boilerscope.extractors.scoring.results import ScoredPage, ScoreOptions
from boilerscope.extractors.setting_differences import setting_differences, single_changes
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.api.pane_results import PaneResult
    from boilerscope.api.picture.passages import Passage
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.runner import Pane

_MEASURES = ("token_f1", "token_precision", "token_recall")
_MAX_GROUPS, _MAX_RUNS = 40, 24
_EXCERPT, _REASON = 110, 240

Run: TypeAlias = "Callable[[Pane, Settings], Extraction]"
"""Function that runs a pane with other settings on the page."""


@dataclass(frozen=True, slots=True, eq=False)
class PageReport:
    """What the report of a page is made of.

    Attributes
    ----------
    source : str
        File or address of the page, as the commands name it.
    results : sequence of PaneResult
        Results of this page.
    gold : Gold or None
        Its gold standard.
    comments : bool
        Whether comments count as main content.
    picture : bytes
        Picture of the page with the decisions of the first pane, PNG; empty for the text instead.
    has_text : bool
        Whether text and pictures of the page are in the report; else digests and figures only.
    session : str
        Session file that repeats the report; empty without one.
    site : sequence of str
        Inputs with other pages of the site, as the commands name them.
    run : function
        Runs a pane with other settings; by default in this process.
    """

    page: Page
    source: str
    results: Sequence[PaneResult]
    gold: Gold | None = None
    comments: bool = False
    picture: bytes = b""
    has_text: bool = True
    session: str = ""
    site: Sequence[str] = ()
    run: Run | None = None
    made: datetime = field(default_factory=lambda: datetime.now(UTC))


def page_report(report: PageReport) -> str:
    """Return the report of a page as one HTML document without scripts."""
    passages = Passages(report.page, report.results)
    left, right = [_masks(report, passages)], [_panes(report)]
    if report.has_text:
        left.insert(0, _page(report, passages))
    if len(passages.results) > 1:
        right.append(_agreement(passages))
    right += _differing_settings(report)
    if len(passages.results) > 1:
        right.append(_disagreements(report, passages))
    left.append(_repeat(report))
    numbered = iter(range(1, 100))
    columns = ["".join(part(next(numbered)) for part in parts) for parts in (left, right)]
    n_panes = len(report.results)
    name = report.page.title or report.page.name
    title = f"{name}: {counted(n_panes, 'extractor')} compared"
    foot = (
        "Self-contained: no script, no remote resource. Blue and C: kept. Hatched orange and B:"
        " dropped. Purple: kept by some panes. Page text and pictures belong to their publisher."
    )
    return document(title, _facts(report), columns, foot, n_panes=len(passages.results))


def _facts(report: PageReport) -> str:
    page = report.page
    kind = "as rendered" if page.data is None else "as fetched"
    size = len(page.source_bytes if page.data is None else page.data)
    address = page.url if page.url and "://" in page.url and page.url[:5] != "file:" else page.name
    return (
        f"{address}, {kind}, {size:,} bytes, {counted(page.n_tokens, 'word')},"
        f" sha256 {bytes_digest(page)[:16]}. Made by {made_with('boilerscope')} on"
        f" {report.made:%Y-%m-%d %H:%M} UTC."
    )


def _page(report: PageReport, passages: Passages) -> Callable[[int], str]:
    """Return the picture of the page, or its text with the decisions of all panes."""
    if report.picture and report.results:
        first = report.results[0]
        data = base64.b64encode(report.picture).decode()
        n_kept = int(np.count_nonzero(first.mask))
        legend = (
            f'<p class="legend">{letter(kept=True)} Main content, {counted(n_kept, "word")}'
            f" {letter(kept=False)} Boilerplate,"
            f" {counted(report.page.n_tokens - n_kept, 'word')}</p>"
        )
        image = f'<div class="picture"><img alt="" src="data:image/png;base64,{data}"></div>'
        title = f"Page and decisions of 1 {first.name}"
        return lambda number: section(number, title, legend + image)
    body = "".join(decided_text(passages))
    return lambda number: section(number, "Text and decisions of all panes", body)


def _masks(report: PageReport, passages: Passages) -> Callable[[int], str]:
    rows = []
    for number, result in zip(passages.numbers, passages.results, strict=True):
        label = f"{number_badge(number)}{safe(result.name)}"
        rows.append(f"<span>{label}</span>{strips.decisions(result.mask)}")
    if report.gold is not None:
        main = report.gold.main(comments=report.comments)
        rows.insert(0, f'<span><b class="no">G</b>gold</span>{strips.decisions(main)}')
    if len(passages.results) > 1:
        split = (passages.votes > 0) & (passages.votes < len(passages.results))
        rows.append(f"<span>disagreement</span>{strips.agreement(split.astype(np.int32), 1)}")
    title = f"Masks in page order, {counted(report.page.n_tokens, 'word')}"
    body = f'<div class="strips">{"".join(rows)}</div>'
    return lambda number: section(number, title, body)


def _panes(report: PageReport) -> Callable[[int], str]:
    scores = _scores(report)
    best = max((score[0] for score in scores if score), default=0.0)
    has_trace = any(result.extraction.traced is not None for result in report.results)
    header = ["Pane", "Version", "Settings that differ from the default", "Words", "Share"]
    header += ["Token F1", "Precision", "Recall"] if report.gold is not None else []
    header += ["Traced"] if has_trace else []
    rows: list[list[str | Cell]] = []
    for number, (result, score) in enumerate(zip(report.results, scores, strict=True), 1):
        name = Cell(f"{number_badge(number)}{safe(result.name)}")
        settings = described_settings(result.pane) or "default"
        row: list[str | Cell] = [name, extractor_version(result.pane.extractor), settings]
        if not result.has_result:
            outcome = f"{result.status.value}: {result.message}"
            row[2] = Cell(safe(outcome), "failed")
        n_kept = int(np.count_nonzero(result.mask))
        share = n_kept / max(report.page.n_tokens, 1)
        row += [f"{n_kept:,}", percent(share)] if result.has_result else ["–", "–"]
        if report.gold is not None:
            values = [f"{value:.3f}" for value in score] or ["–"] * 3
            is_best = bool(score) and score[0] == best
            row += [Cell(values[0], "best") if is_best else values[0], *values[1:]]
        if has_trace:
            traced = result.extraction.traced
            row.append("–" if traced is None else percent(traced, 1))
        rows.append(row)
    note = _gold_note(report)
    body = table(header, rows, texts=(0, 1, 2))
    return lambda number: section(number, "Panes", body, note=note)


def _scores(report: PageReport) -> list[tuple[float, ...]]:
    """Return F1, precision and recall of each pane; empty for a pane without a score."""
    gold = report.gold
    if gold is None or gold.share < MIN_SHARE:
        return [() for _ in report.results]
    reference = Reference(report.page, gold, report.comments)
    options = ScoreOptions(ScoredText.PAGE, report.comments, _MEASURES)
    scores: list[tuple[float, ...]] = []
    for result in report.results:
        score = score_result(ScoredPage("", ""), reference, result.name, result.extraction, options)
        values = score.values(_MEASURES)
        numbers = tuple(value for name in _MEASURES if (value := values[name]) is not None)
        is_scored = score.status in ANSWERED and len(numbers) == len(_MEASURES)
        scores.append(numbers if is_scored else ())
    return scores


def _gold_note(report: PageReport) -> str:
    gold = report.gold
    if gold is None:
        return "No gold standard: no scores."
    if gold.share < MIN_SHARE:
        return f"{percent(gold.share)} of the gold text was found on the page: no scores."
    n_main, n_scored = int(gold.main(comments=report.comments).sum()), int(gold.scored().sum())
    comments = "comments as main content" if report.comments else "comments as boilerplate"
    return (
        f"Gold ({gold.provenance.format}): {n_main:,} of {counted(n_scored, 'marked word')} main"
        f" content, {comments}. Scores on page text. One page: no intervals."
    )


def _agreement(passages: Passages) -> Callable[[int], str]:
    """Return the shares of words that two panes both keep or both drop."""
    badges = [Cell(number_badge(number), "cell") for number in passages.numbers]
    header: list[str | Cell] = ["", *badges]
    rows: list[list[str | Cell]] = []
    for number, result in zip(passages.numbers, passages.results, strict=True):
        row: list[str | Cell] = [Cell(f"{number_badge(number)}{safe(result.name)}")]
        for other in passages.results:
            if other is result:
                row.append(Cell("–", "cell"))
                continue
            share = float((result.mask == other.mask).mean()) if len(result.mask) else 1.0
            row.append(Cell(_coloured(share), "cell"))
        rows.append(row)
    body = table(header, rows, texts=range(len(header)))
    note = "Share of words that both panes keep or both drop."
    return lambda number: section(number, "Agreement", body, note=note)


def _coloured(share: float) -> str:
    ink = "#fff" if share < 0.55 else "#1A1E23"
    style = f"background:{strips.viridis(share)};color:{ink};padding:4px 8px;border-radius:3px"
    return f'<span style="{style}">{share:.2f}</span>'


def _differing_settings(report: PageReport) -> Iterator[Callable[[int], str]]:
    """Yield, for each pane of other settings, the words that each of them changes alone."""
    run = report.run or (lambda pane, settings: runner.run(report.page, pane.extractor, settings))
    left = _MAX_RUNS
    for number, result in enumerate(report.results, 1):
        names = changed(result.pane.settings)
        if not names or not result.has_result or len(names) + 1 > left:
            continue
        left -= len(names) + 1
        yield _settings_of(number, result, run)


def _settings_of(number: int, result: PaneResult, run: Run) -> Callable[[int], str]:
    pane = result.pane
    defaults = registry.extractor(pane.extractor).default_settings()
    base = run(pane, defaults)
    effects = {
        change.field: change
        for change in single_changes(lambda settings: run(pane, settings), base, pane.settings)
    }
    rows: list[list[str | Cell]] = []
    for difference in setting_differences(defaults, pane.settings):
        change = effects.get(difference.knob.name)
        if change is None or change.mask is None:
            effect = change.message if change is not None else "–"
        else:
            n_words = change.gained + change.lost
            effect = f"{n_words:,} (+{change.gained:,}, −{change.lost:,})" if n_words else "0"
        here = Cell(safe(_value(difference.second)), "best")
        rows.append([difference.knob.name, _value(difference.first), here, effect])
    body = table(("Setting", "Default", "Here", "Words it changes alone"), rows)
    title = f"Settings that differ, {number} {result.name} from its default"
    return lambda part: section(part, title, body)


def _value(value: object) -> str:
    if value is None:
        return "auto"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


# -- disagreements -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Disagreement:
    """Neighbouring passages on which the panes decide alike among themselves, but differ."""

    passages: tuple[Passage, ...]
    decisions: tuple[bool, ...]

    @property
    def n_words(self) -> int:
        return sum(passage.n_tokens for passage in self.passages)

    @property
    def longest(self) -> Passage:
        return max(self.passages, key=lambda passage: passage.n_tokens)

    def excerpt(self) -> str:
        """Return the beginning of the text."""
        text = " · ".join(
            " ".join("".join(piece.text for piece in passage.pieces).split())
            for passage in self.passages[:8]
        )
        return text if len(text) <= _EXCERPT else f"{text[: _EXCERPT - 1]}…"


def _disagreements(report: PageReport, passages: Passages) -> Callable[[int], str]:
    found = [
        _Disagreement(tuple(group), decisions)
        for decisions, group in groupby(passages, lambda passage: passage.decisions)
        if 0 < sum(decisions) < len(decisions)
    ]
    found.sort(key=lambda each: -each.n_words)
    gold = report.gold
    main = None if gold is None else gold.main(comments=report.comments)
    rows = [_row(each, passages, main, has_text=report.has_text) for each in found[:_MAX_GROUPS]]
    panes = " ".join(map(str, passages.numbers))
    header = ["Text", "Words", *([] if main is None else ["Gold"]), panes]
    header.append("Why the minority decided otherwise")
    n_words, n_page = sum(each.n_words for each in found), max(report.page.n_tokens, 1)
    note = (
        f"{counted(len(found), 'disagreement')}: {n_words:,} of"
        f" {counted(report.page.n_tokens, 'word')}, {percent(n_words / n_page)}."
    )
    if len(found) > _MAX_GROUPS:
        note += f" The {_MAX_GROUPS} longest are listed."
    last = len(header) - 1
    body = table(header, rows, texts=(0, *range(2, last + 1)))
    return lambda number: section(number, "Disagreements, with reasons", body, note=note)


def _row(
    each: _Disagreement, passages: Passages, main: np.ndarray | None, *, has_text: bool
) -> list[str | Cell]:
    text = f"“{each.excerpt()}”" if has_text else each.longest.path
    row: list[str | Cell] = [text, f"{each.n_words:,}"]
    if main is not None:
        starts, ends = passages.ranges
        kept = sum(
            int(main[starts[passage.number] : ends[passage.number]].sum())
            for passage in each.passages
        )
        row.append(Cell(letter(kept=2 * kept > each.n_words), "letters"))
    row.append(Cell("".join(letter(kept=kept) for kept in each.decisions), "letters"))
    row.append(Cell(_minority(each, passages)))
    return row


def _minority(each: _Disagreement, passages: Passages) -> str:
    """Return the reasons of the panes that decided as fewer panes did; of all, if half did."""
    n_kept, n_panes = sum(each.decisions), len(each.decisions)
    reasons = passages.reasons(each.longest)
    parts = [
        f"<b>{number}</b> {safe(_shortened(reason) or 'no rule known')}"
        for number, kept, reason in zip(passages.numbers, each.decisions, reasons, strict=True)
        if 2 * n_kept == n_panes or kept == (2 * n_kept < n_panes)
    ]
    return "<br>".join(parts)


def _shortened(text: str) -> str:
    return text if len(text) <= _REASON else f"{text[: _REASON - 1]}…"


def _repeat(report: PageReport) -> Callable[[int], str]:
    panes = [result.pane for result in report.results]
    has_gold = report.gold is not None
    lines = page_commands(report.source, panes, report.session, has_gold=has_gold, site=report.site)
    versions = " · ".join(made_with(name) for name in ("lxml", "numpy", "python"))
    body = commands(lines)
    note = f"{versions}. Digest of this report: sha256 {DIGEST_MARK}."
    return lambda number: section(number, "Repeat it", body, note=note)
