"""Ledgers as a document to write: a table for each pane, or rows of a table file."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.groups import group_title
from boilerscope.extractors.scoring.loss_addresses import NO_RESULT
from boilerscope.extractors.scoring.losses.ledger import By
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.losses.ledger import Ledger, LedgerRow
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun

MAX_ROWS = 40
"""Rows of a table that people read; further rows are one line."""

MAX_NAME = 110
"""Characters of the name of a row in a table that people read."""

_MISSING = "-"


@dataclass(frozen=True, slots=True)
class WithoutRule:
    """Result of a run without the rule of a row.

    Attributes
    ----------
    how : str
        How the rule is off.
    mean, difference : Estimate
        Token F1 of the run, and its paired difference to the pane.
    """

    how: str
    mean: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class RowFacts:
    """Facts about a row that do not come from its own words.

    Attributes
    ----------
    without : WithoutRule or None
        The run without the rule; None if it was not run, or cannot be off alone.
    agreement : float
        Share of the decisions of the other panes that are equal; NaN if unknown. For pages without
        gold.
    n_different : int
        Decisions of the other panes that differ.
    """

    without: WithoutRule | None = None
    agreement: float = float("nan")
    n_different: int = 0


NO_FACTS = RowFacts()


@dataclass(frozen=True, eq=False)
class LossesDocument:
    """Ledgers of panes as `boilerscope losses` and the window write them.

    Attributes
    ----------
    run : ScoredRun
        The run that the losses are of.
    books : sequence of Ledger
        A ledger for each pane.
    by : str
        Division into rows, a value of `By` or a group of pages.
    average : Average
        Average of the lost F1 in tables that people read.
    has_gold : bool
        Whether words are right or wrong; if not, they are only kept or dropped.
    with_without : bool
        Whether panes were run without each rule.
    facts : mapping of (str, LedgerRow) to RowFacts
        Facts about rows, by pane and row.
    """

    run: ScoredRun
    books: Sequence[Ledger]
    by: str = By.RULE.value
    average: Average = Average.MACRO
    has_gold: bool = True
    with_without: bool = False
    facts: Mapping[tuple[str, LedgerRow], RowFacts] = field(default_factory=dict)

    def about(self) -> Mapping[str, Any]:
        """Return everything that is needed to repeat the run."""
        return {**self.run.about(), "losses": self.by, "average": self.average.value}

    # -- tables ----------------------------------------------------------------------------

    def report(self) -> Report:
        """Return a table for each pane, and notes."""
        make = self._losses if self.has_gold else self._decisions
        return Report(tuple(make(book) for book in self.books), tuple(self._notes()))

    def _losses(self, book: Ledger) -> Table:
        f1, total = book.f1(self.average), book.total
        title = (
            f"Losses of {book.pane} on {counted(book.n_pages, 'page')}, {self.average.value}:"
            f" 1 - {f1:.3f} = {total.lost(self.average):.3f} lost F1"
        )
        if not book.n_pages:
            title = f"Losses of {book.pane}: no page was scored for every pane"
        shown, others = book.rows[:MAX_ROWS], book.rows[MAX_ROWS:]
        lines = [self._loss_line(f"All errors of {book.pane}", total, book, NO_FACTS)]
        lines += [
            self._loss_line(shortened(label(row, self.by)), row, book, self._facts(book, row))
            for row in shown
        ]
        if others:
            lines.append(self._sum_line(others, book))
        header = ("rule", "missed", "wrongly kept", "lost F1", "share", "pages", "correct")
        more = ("without it", "difference") if self.with_without else ()
        return Table(title, (_heading(self.by), *header[1:], *more), tuple(lines))

    def _loss_line(
        self, name: str, row: LedgerRow, book: Ledger, facts: RowFacts
    ) -> tuple[str, ...]:
        lost = row.lost(self.average)
        cells = (
            name,
            f"{row.missed:,}",
            f"{row.wrongly_kept:,}",
            f"{lost:.3f}",
            _share(lost, book.total.lost(self.average)),
            f"{row.n_pages:,}",
            f"{row.correct:,}",
        )
        return (*cells, *_without_cells(facts.without)) if self.with_without else cells

    def _sum_line(self, rows: Sequence[LedgerRow], book: Ledger) -> tuple[str, ...]:
        lost = sum(row.lost(self.average) for row in rows)
        cells = (
            counted(len(rows), "other"),
            f"{sum(row.missed for row in rows):,}",
            f"{sum(row.wrongly_kept for row in rows):,}",
            f"{lost:.3f}",
            _share(lost, book.total.lost(self.average)),
            "",
            f"{sum(row.correct for row in rows):,}",
        )
        return (*cells, "", "") if self.with_without else cells

    def _decisions(self, book: Ledger) -> Table:
        rows = sorted(book.rows, key=lambda row: -self._facts(book, row).n_different)
        lines = [
            (
                shortened(label(row, self.by)),
                f"{row.kept:,}",
                f"{row.dropped:,}",
                _percent(self._facts(book, row).agreement),
                f"{self._facts(book, row).n_different:,}",
            )
            for row in rows[:MAX_ROWS]
        ]
        n_others = max(len(self.run.panes) - 1, 0)
        agrees = f"agrees with {counted(n_others, 'other pane')}"
        return Table(
            f"Decisions of {book.pane} on {counted(book.n_pages, 'page')}",
            (_heading(self.by), "kept", "dropped", agrees, "other decisions"),
            tuple(lines),
        )

    def _facts(self, book: Ledger, row: LedgerRow) -> RowFacts:
        return self.facts.get((book.pane, row), NO_FACTS)

    def _notes(self) -> Iterator[str]:
        if not self.has_gold:
            yield "No gold: decisions, not errors. Rows with most other decisions come first."
            return
        yield (
            "A wrong word costs its page 1 / (kept + gold words) of token F1, so the rows add up to"
            " 1 - F1. B drops words and can only miss; C keeps words and can only keep wrongly."
        )
        yield (
            "A word belongs to the rule that decided its block last; not traced: words outside"
            " every block, and words of a library that does not say how it decides."
        )
        if self.with_without:
            yield (
                "Without it: token F1 of a new run without the rule, and the paired difference with"
                " its 95 % interval; ! marks differences whose interval excludes 0."
            )
        if any(NO_RESULT in row.addresses for book in self.books for row in book.rows):
            yield "No result: pages on which the pane failed, counted as 0."
        versions = ", ".join(f"{name} {version}" for name, version in self.run.versions.items())
        yield f"Corpus {self.run.digest[:16]}; {versions}."

    # -- rows of plain values --------------------------------------------------------------

    def rows(self) -> list[Row]:
        """Return a row for each row of each ledger, after a row for all words of its pane."""
        about = json.dumps(self.about(), ensure_ascii=False, sort_keys=True)
        return [{**row, "about": about} for book in self.books for row in self._rows_of(book)]

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the description of the run, then each row."""
        yield {"kind": "losses", **self.about()}
        for book in self.books:
            for row in self._rows_of(book):
                yield {"kind": "row", **row}

    def _rows_of(self, book: Ledger) -> Iterator[Row]:
        yield self._row(book, book.total, NO_FACTS, "all errors")
        for row in book.rows:
            yield self._row(book, row, self._facts(book, row), label(row, self.by))

    def _row(self, book: Ledger, row: LedgerRow, facts: RowFacts, name: str) -> Row:
        first = row.addresses[0] if row.addresses and row is not book.total else None
        is_rule = self.by in {By.RULE.value, By.TERM.value} and first is not None
        total = book.total.lost(self.average)
        without = facts.without
        return {
            "pane": book.pane,
            "row": name,
            "outcome": row.outcome if row is not book.total else "",
            "step": first.step if is_rule and first else "",
            "rule": first.rule if is_rule and first else "",
            "sentence": first.text if is_rule and first else "",
            "settings": " ".join(first.fields) if first and row is not book.total else "",
            "missed": row.missed,
            "wrongly_kept": row.wrongly_kept,
            "lost_f1_macro": row.macro,
            "lost_f1_micro": row.micro,
            "share": row.lost(self.average) / total if total else None,
            "pages": row.n_pages,
            "correct": row.correct,
            "kept": row.kept,
            "dropped": row.dropped,
            "agreement": None if math.isnan(facts.agreement) else facts.agreement,
            "other_decisions": facts.n_different,
            "without": "" if without is None else without.how,
            **_estimate("without", None if without is None else without.mean),
            **_estimate("difference", None if without is None else without.difference),
            "pages_of_all_panes": book.n_pages,
        }


def label(row: LedgerRow, by: str) -> str:
    """Return the name of a row: ``B F3 R0: link density (words) > 0.333``."""
    if row.group:
        return row.group
    if row.is_untraced:
        return "No result" if row.addresses[0] == NO_RESULT else "Not traced"
    first = row.addresses[0]
    if by == By.STEP:
        name = f"{first.step}: {first.title}"
    elif by == By.SETTING:
        name = ", ".join(first.fields) or "no setting"
    elif by == By.TERM and first.term:
        name = first.term
    else:
        name = f"{first.name}: {first.text}" if first.text else first.name
    return f"{row.outcome} {name}"


def shortened(name: str) -> str:
    """Return a name for a table that people read; rules of libraries quote long conditions."""
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


_HEADINGS = {
    By.RULE: "step and rule",
    By.STEP: "step",
    By.SETTING: "setting",
    By.TERM: "term",
}


def _heading(by: str) -> str:
    return _HEADINGS[By(by)] if by in set(By) else group_title(by)


def _without_cells(without: WithoutRule | None) -> tuple[str, str]:
    if without is None:
        return _MISSING, _MISSING
    paired = without.difference
    if math.isnan(paired.value):
        return f"{without.mean.value:.3f}", _MISSING
    mark = "" if paired.includes_zero else " !"
    ends = f"[{paired.low:+z.3f}, {paired.high:+z.3f}]"
    return f"{without.mean.value:.3f}", f"{paired.value:+z.3f} {ends}{mark}"


def _share(part: float, total: float) -> str:
    return percent(part / total) if total else _MISSING


def _percent(share: float) -> str:
    return _MISSING if math.isnan(share) else percent(share)


def _estimate(prefix: str, estimate: Estimate | None) -> Row:
    names = ("value", "low", "high")
    if estimate is None:
        return dict.fromkeys(f"{prefix}_{name}" for name in names)
    values = (getattr(estimate, name) for name in names)
    return {
        f"{prefix}_{name}": None if math.isnan(value) else value
        for name, value in zip(names, values, strict=True)
    }
