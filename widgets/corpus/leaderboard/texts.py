"""Texts of the leaderboard: headings, cells, and sentences for tips and screen readers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.extraction import TemplateUse
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.scoring.averages import LOW, TIE, Average
from boilerscope.extractors.scoring.leaderboard import BINS
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD, measure_of
from boilerscope.extractors.scoring.parts import Compared, Ended, Within
from boilerscope.widgets.corpus.leaderboard.records import Column, beside, measure_of_column
from boilerscope.widgets.corpus.names import measure_name, short_measure, signed
from boilerscope.widgets.corpus.pages.sentences import pages_words
from boilerscope.widgets.panes.chips import Chip, chips_of
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.leaderboard import LeaderboardRow
    from boilerscope.extractors.scoring.parts import PanePart
    from boilerscope.widgets.corpus.leaderboard.records import BoardRecord, Line


def _tr(text: str) -> str:
    return QCoreApplication.translate("Leaderboard", text)


def average_name(average: Average) -> str:
    """Return the name of an average."""
    return {Average.MACRO: _tr("Macro"), Average.MICRO: _tr("Micro")}[average]


# -- headings ------------------------------------------------------------------------------


def heading(record: BoardRecord, column: Column) -> str:
    """Return the heading of a column."""
    if column is Column.MEAN:
        return short_measure(record.measure)
    if column is Column.DIFFERENCE:
        return _tr("Difference to {pane}").format(pane=_baseline_number(record))
    if column in {Column.PRECISION, Column.RECALL} and record.measure in WITHOUT_GOLD:
        return short_measure(beside(record.measure)[column is Column.RECALL])
    return {
        Column.PANE: _tr("Pane"),
        Column.SETTINGS: _tr("Changed settings"),
        Column.PRECISION: _tr("Precision"),
        Column.RECALL: _tr("Recall"),
        Column.FAILED: _tr("Failed, empty"),
        Column.SPEED: _tr("ms/page"),
        Column.DISTRIBUTION: _tr("Distribution"),
        Column.RESULTS: _tr("Win, tie, loss"),
    }[column]


def heading_tip(record: BoardRecord, column: Column) -> str:
    """Return the tip of a heading: the contents of the column, and the effect of a click."""
    name = measure_of_column(record.measure, column)
    if name:
        average = average_name(record.average)
        lines = [f"{measure_name(name)}, {average}", declared(measure_of(name).tip)]
        if name == "expected_f1":
            lines.append(_tr("Computed when panes or pages are sorted by it."))
        return "\n".join(lines)
    return {
        Column.PANE: _tr("Number and name of the pane"),
        Column.SETTINGS: _tr("Settings that differ from their defaults; most changes first"),
        Column.FAILED: _tr("Pages without a result, and pages on which nothing was kept"),
        Column.SPEED: _tr("Mean time of a run, milliseconds"),
        Column.DISTRIBUTION: _tr(
            "Pages by value, from 0 to 1, heights as square roots."
            " Sorts by the last bar, most pages first"
        ),
        Column.DIFFERENCE: _tr(
            "Mean minus the mean of the baseline, with the 95 % interval of the paired"
            " difference. Hollow: the interval includes 0."
        ),
        Column.RESULTS: _tr(
            "Pages on which the pane is better than the baseline, equal within {tie}, worse"
        ).format(tie=number(TIE)),
    }[column]


# -- cells ---------------------------------------------------------------------------------


def cell_text(record: BoardRecord, line: Line, column: Column) -> str:
    """Return the painted and copied text of a cell."""
    pane, row = line.pane, line.row
    if column is Column.PANE:
        return f"{pane.number} {pane.name}"
    if column is Column.SETTINGS:
        chips = settings_chips(line)
        return ", ".join(chip.text for chip in chips) or _tr("All settings at default")
    if row is None:
        return number(math.nan)
    return _figure(record, line, row, column)


def _figure(record: BoardRecord, line: Line, row: LeaderboardRow, column: Column) -> str:
    precision, recall = beside(record.measure)
    if column is Column.DIFFERENCE:
        return difference_text(record, row)
    if column is Column.RESULTS:
        return results_text(record, row)
    return {
        Column.MEAN: number(record.mean(row).answered.value, decimals=3),
        Column.PRECISION: number(record.mean(row, precision).answered.value, decimals=2),
        Column.RECALL: number(record.mean(row, recall).answered.value, decimals=2),
        Column.FAILED: ", ".join(count_text(*counted) for counted in line.counted())
        or _without_counts(row),
        Column.SPEED: number(row.ms_per_page, decimals=1),
        Column.DISTRIBUTION: " ".join(map(str, row.distribution)),
    }[column]


def _without_counts(row: LeaderboardRow) -> str:
    """Return the text for no failures and no empty results; a dash for a pane that has not run."""
    return _tr("none") if any(row.outcomes.values()) else number(math.nan)


def count_text(status: str, count: int) -> str:
    """Return the number of results with a status: ``2 timeout``."""
    return f"{number(count)} {declared(status)}"


def difference_text(record: BoardRecord, row: LeaderboardRow) -> str:
    """Return the difference to the baseline: ``+0.103``."""
    if row.pane == record.baseline_name:
        return _tr("Baseline")
    difference = record.mean(row).difference
    return number(math.nan) if difference is None else signed(difference.estimate.value)


def results_text(record: BoardRecord, row: LeaderboardRow) -> str:
    """Return wins, ties and losses: ``86 / 50 / 30``; empty for the baseline."""
    difference = record.mean(row).difference
    if difference is None:
        return ""
    counts = (difference.wins, difference.ties, difference.losses)
    return " / ".join(number(count) for count in counts)


def settings_chips(line: Line) -> tuple[Chip, ...]:
    """Return a chip for each changed setting; that of minus template has its pages."""
    chips, settings, row = chips_of(line.pane.settings), line.pane.settings, line.row
    if not isinstance(settings, ExtractorSettings) or not settings.minus_template:
        return chips
    if row is None or not any(row.outcomes.values()):
        return chips
    template = _template_chip(row, settings)
    in_template = {"minus_template", "template_share"}
    return (template, *(chip for chip in chips if chip.field not in in_template))


def _template_chip(row: LeaderboardRow, settings: ExtractorSettings) -> Chip:
    n_pages = sum(row.outcomes.values())
    text = _tr("minus template {share}, {n} of {pages}").format(
        share=number(settings.template_share, decimals=2),
        n=number(row.n_with_site),
        pages=pages_words(n_pages),
    )
    counts = {
        _tr("Enough other pages of the site: {n} of {pages}"): row.n_with_site,
        _tr("Everything kept on {n} of them: the step would drop too much"): row.n_kept_whole,
        _tr("Fewer than {least} other pages: {n}"): row.template.get(TemplateUse.FEW, 0),
        _tr("Nothing kept before the step: {n}"): row.template.get(TemplateUse.NOTHING, 0),
        _tr("No result: {n}"): row.n_failed,
        _tr("Unknown, results of an earlier version: {n}"): row.n_template_unknown,
    }
    words = {"pages": pages_words(n_pages), "least": number(settings.template_min_pages)}
    lines = (line.format(n=number(n), **words) for line, n in counts.items() if n)
    return Chip("minus_template", text, "\n".join(lines) or text)


# -- sentences -----------------------------------------------------------------------------


def sentence(record: BoardRecord, line: Line, column: Column) -> str:
    """Return the content of a cell as a sentence that begins with the pane."""
    row = line.row
    if column is Column.PANE or row is None:
        texts = [f"{line.pane.number} {line.pane.name}", *_state(record, line)]
        if column is not Column.PANE:
            texts.append(_tr("{column}: no value").format(column=heading(record, column)))
        return ", ".join(texts)
    return f"{line.pane.name}, {_statement(record, line, row, column)}"


def _state(record: BoardRecord, line: Line) -> list[str]:
    state = []
    if line.pane.name == record.active:
        state.append(_tr("active pane"))
    if line.pane.name == record.baseline_name:
        state.append(_tr("baseline"))
    if line.row is not None and line.row.is_outdated:
        state.append(_tr("outdated: results of earlier settings"))
    if line.is_silent:
        state.append(failure_text(line))
    if line.row is not None and line.row.is_apart:
        state.append(
            _tr("compared on its own pages: {pages}").format(
                pages=pages_words(record.mean(line.row).answered.n_pages)
            )
        )
    state.extend(chip.text for chip in settings_chips(line) if chip.field == "minus_template")
    return state


def apart_text(record: BoardRecord, row: LeaderboardRow) -> str:
    """Return the number of pages of a pane that is apart: ``3 pages``."""
    return pages_words(record.mean(row).answered.n_pages)


def failure_text(line: Line) -> str:
    """Return the reason why a pane has no result on any page."""
    if line.row is None:
        return ""
    statuses = ", ".join(count_text(*counted) for counted in line.counted())
    reason = line.row.reason.partition("\n")[0]
    return _tr("No result: {statuses}. {reason}").format(statuses=statuses, reason=reason).rstrip()


def _statement(record: BoardRecord, line: Line, row: LeaderboardRow, column: Column) -> str:
    if column is Column.SETTINGS:
        chips = [chip.tip.replace("\n", ". ") for chip in settings_chips(line)]
        return "\n".join(chips) or cell_text(record, line, column)
    if column is Column.MEAN:
        return _mean_statement(record, row)
    difference = record.mean(row).difference
    if column is Column.DIFFERENCE and difference is not None:
        return _tr("difference to {pane} {estimate}").format(
            pane=record.baseline_name, estimate=_with_interval(difference.estimate, sign=True)
        )
    if column is Column.RESULTS and difference is not None:
        return _tr("compared with {pane}: wins {wins}, ties {ties}, losses {losses}").format(
            pane=record.baseline_name,
            wins=number(difference.wins),
            ties=number(difference.ties),
            losses=number(difference.losses),
        )
    if column is Column.DISTRIBUTION:
        return _tr("{n} of {total} pages in the last bar, {share} or more").format(
            n=number(row.distribution[-1]),
            total=number(sum(row.distribution)),
            share=number(1 - 1 / BINS, decimals=2),
        )
    return f"{heading(record, column)} {cell_text(record, line, column)}".rstrip()


def _mean_statement(record: BoardRecord, row: LeaderboardRow) -> str:
    pane_mean = record.mean(row)
    mean = pane_mean.answered
    text = _tr("{measure} {estimate} over {pages}").format(
        measure=measure_name(record.measure),
        estimate=_with_interval(mean),
        pages=pages_words(mean.n_pages),
    )
    if not math.isnan(pane_mean.median):
        text += ", " + _tr("median {median}, {percent} % of the pages below {low}").format(
            median=number(pane_mean.median, decimals=3),
            percent=number(100 * pane_mean.low_share, decimals=1),
            low=number(LOW, decimals=1),
        )
    if row.n_failed:
        text += ", " + _tr("{value} with failures as 0").format(
            value=number(pane_mean.with_failures.value, decimals=3)
        )
    return text


def _with_interval(mean: Estimate, *, sign: bool = False) -> str:
    def text(value: float) -> str:
        return signed(value) if sign else number(value, decimals=3)

    if math.isnan(mean.low):
        return text(mean.value)
    return _tr("{value}, 95 % interval {low} to {high}").format(
        value=text(mean.value), low=text(mean.low), high=text(mean.high)
    )


# -- pages ---------------------------------------------------------------------------------


def part_label(part: PanePart | None, count: int) -> str:
    """Return the label of the command that lists the pages of a number."""
    n = number(count)
    if isinstance(part, Ended):
        return _tr("List pages: {count}").format(count=count_text(part.status, count))
    if isinstance(part, Within):
        low, high = (number(end, decimals=2) for end in (part.low, part.high))
        return _tr("List pages from {low} to {high}: {n}").format(n=n, low=low, high=high)
    if isinstance(part, Compared):
        label = {
            1: _tr("List wins: {n}"),
            0: _tr("List ties: {n}"),
            -1: _tr("List losses: {n}"),
        }[part.sign]
        return label.format(n=n)
    return _tr("List the pages, the worst of this pane first")


def _baseline_number(record: BoardRecord) -> str:
    name = record.baseline_name
    return next((str(pane.number) for pane in record.panes if pane.name == name), "")
