"""Words of the tab Losses: names of rows, headings, cells and sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.scoring.loss_addresses import BASE, NO_RESULT
from boilerscope.extractors.scoring.losses.ledger import WORST_STEP, By
from boilerscope.widgets.corpus.losses.records import Column, LossesRecord, LossLine
from boilerscope.widgets.corpus.names import signed
from boilerscope.widgets.words import counted, number, share

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.losses.ledger import LedgerRow


def _tr(text: str) -> str:
    return QCoreApplication.translate("Losses", text)


def by_names() -> dict[str, str]:
    """Return the ways to divide losses into rows, with their labels."""
    return {
        By.RULE: _tr("By step and rule"),
        By.STEP: _tr("By step"),
        By.SETTING: _tr("By setting"),
        By.TERM: _tr("By term"),
        "type": _tr("By page type"),
        "language": _tr("By language"),
        "length": _tr("By length"),
        "set": _tr("By set"),
        "site": _tr("By site"),
        "layout": _tr("By site and layout"),
        WORST_STEP: _tr("By worst step of a page"),
    }


def row_names(row: LedgerRow, by: str) -> tuple[str, str]:
    """Return the short name of a row and its sentence."""
    if row.group:
        return row.group, ""
    if row.is_untraced:
        is_failure = row.addresses[0] == NO_RESULT
        return "", _tr("No result") if is_failure else _tr("Not traced")
    first = row.addresses[0]
    if by == By.STEP:
        return first.step, first.title
    if by == By.SETTING:
        return "", ", ".join(first.fields) or _tr("no setting")
    if by == By.TERM and first.term:
        return "", _tr("base of the model") if first.term == BASE else first.term
    return first.name, first.text


def full_name(line: LossLine) -> str:
    """Return name and sentence of a row: ``F3 R0: link density (words) > 0.333``."""
    return f"{line.name}: {line.text}" if line.name and line.text else line.name or line.text


def heading(column: Column, record: LossesRecord) -> str:
    """Return the heading of a column."""
    names = {
        By.RULE: _tr("Step and rule"),
        By.STEP: _tr("Step"),
        By.SETTING: _tr("Setting"),
        By.TERM: _tr("Term"),
    }
    name = names[By(record.by)] if record.by in set(By) else _tr("Group")
    decisions = {
        Column.MISSED: _tr("Dropped"),
        Column.KEPT: _tr("Kept"),
        Column.LOST: _tr("Other decisions"),
        Column.SHARE: _tr("Agrees"),
    }
    errors = {
        Column.MISSED: _tr("Missed"),
        Column.KEPT: _tr("Wrongly kept"),
        Column.LOST: _tr("Lost F1"),
        Column.SHARE: _tr("Share"),
        Column.PAGES: _tr("Pages"),
        Column.CORRECT: _tr("Correct"),
        Column.WITHOUT: _tr("Without it"),
    }
    texts = errors if record.has_gold else decisions
    return name if column is Column.RULE else texts.get(column, "")


def cell_text(column: Column, line: LossLine, record: LossesRecord) -> str:
    """Return the text of a cell."""
    row, total = line.row, record.total
    if not record.has_gold:
        return {
            Column.RULE: full_name(line),
            Column.MISSED: number(row.dropped),
            Column.KEPT: number(row.kept),
            Column.LOST: "" if line is total else number(line.n_different),
            Column.SHARE: "" if math.isnan(line.agreement) else share(line.agreement, 1),
        }.get(column, "")
    lost = row.lost(record.average)
    whole = 0.0 if total is None else total.row.lost(record.average)
    return {
        Column.RULE: full_name(line),
        Column.MISSED: number(row.missed),
        Column.KEPT: number(row.wrongly_kept),
        Column.LOST: number(lost, decimals=3),
        Column.SHARE: share(lost, whole) if whole else "",
        Column.PAGES: number(row.n_pages),
        Column.CORRECT: number(row.correct),
        Column.WITHOUT: without_text(line, record),
    }[column]


def without_text(line: LossLine, record: LossesRecord) -> str:
    """Return the F1 without a rule and the difference: ``0.790 +0.018``."""
    if line is record.total:
        return _tr("F1 {value}").format(value=number(record.f1, decimals=3))
    without = line.without
    if without is None or math.isnan(without.value):
        return "–"
    return f"{number(without.value, decimals=3)}  {signed(without.difference)}"


def without_tip(line: LossLine) -> str:
    """Return what the run without a rule did, or why there is none."""
    without = line.without
    if line.row.group:
        return _tr("A group of pages is not a rule that can be off.")
    if without is None:
        return _tr("This rule cannot be off alone: other rules depend on its setting or step.")
    if without.problem:
        return without.problem
    if math.isnan(without.value):
        return _tr("Not run yet: {how}.").format(how=without.how)
    return _tr("{how}: {difference}, {low} to {high}.").format(
        how=without.how,
        difference=signed(without.difference),
        low=signed(without.low),
        high=signed(without.high),
    )


def sentence(line: LossLine, record: LossesRecord) -> str:
    """Return a row as a sentence, for screen readers."""
    row = line.row
    outcome = {"B": _tr("dropped"), "C": _tr("kept")}.get(row.outcome, "")
    name = ", ".join(part for part in (line.name, line.text, outcome) if part)
    if not record.has_gold:
        text = _tr("{rule}; {kept} kept, {dropped} dropped").format(
            rule=name,
            kept=counted(row.kept, characters=record.characters),
            dropped=number(row.dropped),
        )
        if line is not record.total:
            text += _tr(", {n} other decisions").format(n=number(line.n_different))
        return text
    text = _tr("{rule}; {missed} missed, {kept} wrongly kept, lost F1 {lost}").format(
        rule=name,
        missed=counted(row.missed, characters=record.characters),
        kept=number(row.wrongly_kept),
        lost=number(row.lost(record.average), decimals=3),
    )
    if line.without is not None and not math.isnan(line.without.value):
        value = number(line.without.value, decimals=3)
        text += _tr(", without it {value}").format(value=value)
    return text


def column_tip(column: Column, record: LossesRecord) -> str:
    """Return the tip of a heading; empty for none."""
    if not record.has_gold:
        return {
            Column.LOST: _tr("Decisions of the other panes that differ: words times panes."),
            Column.SHARE: _tr("Share of equal decisions of the other panes."),
        }.get(column, "")
    return {
        Column.LOST: _tr(
            "Mean over pages of wrong words / (kept + gold words). The rows add up to 1 − F1."
        ),
        Column.CORRECT: _tr("Words that the rule decides rightly."),
        Column.WITHOUT: _tr("F1 of a new run without this rule."),
        Column.PAGES: _tr("Pages with a wrong word of the rule."),
    }.get(column, "")
