"""Changes between two panes as `boilerscope compare` writes them: tables, rows and lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.scoring.changes.records import (
    UNKNOWN,
    Direction,
    F1Change,
    F1Changes,
    status_words,
)
from boilerscope.extractors.scoring.losses.document import shortened
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from boilerscope.extractors.scoring.changes.records import Changes, PageChange
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun

MAX_ROWS = 40
"""Rows of a table that people read; further rows are one line."""


@dataclass(frozen=True, eq=False)
class ChangesDocument:
    """Changes as `boilerscope compare` writes them.

    Attributes
    ----------
    run : ScoredRun
        The run of both panes.
    changes : Changes
        The changes.
    """

    run: ScoredRun
    changes: Changes

    def about(self) -> Mapping[str, Any]:
        """Return everything that is needed to repeat the run."""
        return {**self.run.about(), "before": self.changes.before, "after": self.changes.after}

    @cached_property
    def f1(self) -> F1Changes:
        """Token F1 of both panes, where pages have gold."""
        return F1Changes(self.run.table, (self.changes.before, self.changes.after))

    def report(self) -> Report:
        """Return the sums, the rules in both directions, and the pages."""
        before, after = self.changes.before, self.changes.after
        tables = (
            self._sums(),
            self._rules(f"Words that {after} loses, by its rule", Direction.LOST),
            self._rules(f"Words that {after} wins, by the rule of {before}", Direction.WON),
            self._pages(),
        )
        notes = (
            (
                "Lost: words that only the first pane keeps, by the rule with which the second one"
                " drops them. Won: words that only the second pane keeps, by the rule with which"
                " the first one drops them."
            ),
            (
                f"{UNKNOWN}: words that no known rule drops. Pages whose texts are equal have not"
                " changed."
            ),
            f"Corpus {self.run.digest[:16]}; {self._versions()}.",
        )
        return Report(tuple(table for table in tables if table.rows), notes)

    def rows(self) -> list[Row]:
        """Return a row for each rule and direction, then for each changed page."""
        about = json.dumps(self.about(), ensure_ascii=False, sort_keys=True)
        return [{**row, "about": about} for row in self._plain_rows()]

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the description of the run, the sums, then each row."""
        changes, mean = self.changes, self._mean()
        yield {
            "kind": "compare",
            **self.about(),
            "pages": len(changes.compared),
            "changed_pages": len(changes.pages),
            "other_texts": changes.n_texts,
            "kept_before": changes.n_kept_before,
            "kept_after": changes.n_kept_after,
            "lost": changes.n_words(Direction.LOST),
            "won": changes.n_words(Direction.WON),
            "scored_pages": mean.n_pages,
            **_f1_fields(mean),
        }
        yield from self._plain_rows()

    def _mean(self) -> F1Change:
        return self.f1.mean([page.index for page in self.changes.compared])

    # -- tables ----------------------------------------------------------------------------

    def _sums(self) -> Table:
        changes, mean = self.changes, self._mean()
        lines = [
            ("pages with other words or status", f"{len(changes.pages):,}"),
            ("pages with the same words in another text", f"{changes.n_texts:,}"),
            (f"words that {changes.before} keeps", f"{changes.n_kept_before:,}"),
            (f"words that {changes.after} keeps", f"{changes.n_kept_after:,}"),
            ("words lost", f"{changes.n_words(Direction.LOST):,}"),
            ("words won", f"{changes.n_words(Direction.WON):,}"),
        ]
        if mean.n_pages:
            of_pages = f"mean of {counted(mean.n_pages, 'page')} with gold"
            lines += [
                (f"token F1 of {changes.before}, {of_pages}", f"{mean.before:.3f}"),
                (f"token F1 of {changes.after}, {of_pages}", f"{mean.after:.3f}"),
                ("difference of F1", f"{mean.difference:+z.3f}"),
            ]
        title = f"From {changes.before} to {changes.after}"
        n_pages = counted(len(changes.compared), "page")
        return Table(f"{title} on {n_pages}", ("", "number"), tuple(lines))

    def _rules(self, title: str, direction: Direction) -> Table:
        ranked = self.changes.rules(direction)
        lines = [
            (shortened(rule.name), f"{rule.words:,}", f"{rule.pages:,}")
            for rule in ranked[:MAX_ROWS]
        ]
        others = ranked[MAX_ROWS:]
        if others:
            words = sum(rule.words for rule in others)
            lines.append((counted(len(others), "other"), f"{words:,}", ""))
        return Table(title, ("step and rule", "words", "pages"), tuple(lines))

    def _pages(self) -> Table:
        ranked = sorted(self.changes.pages, key=lambda page: -page.words)
        has_gold = self._mean().n_pages > 0
        lines = [self._page_cells(page, has_gold=has_gold) for page in ranked[:MAX_ROWS]]
        others = ranked[MAX_ROWS:]
        if others:
            n_lost, n_won = sum(p.lost for p in others), sum(p.won for p in others)
            cells = (counted(len(others), "other"), f"{n_lost:,}", f"{n_won:,}", "")
            lines.append((*cells, "", "", "") if has_gold else cells)
        headings = ("page", "lost", "won", "status")
        of_gold = ("F1 before", "F1 after", "difference") if has_gold else ()
        return Table("Pages that changed", (*headings, *of_gold), tuple(lines))

    def _page_cells(self, page: PageChange, *, has_gold: bool) -> tuple[str, ...]:
        cells = (self._page_name(page), f"{page.lost:,}", f"{page.won:,}", status_words(page))
        if not has_gold:
            return cells
        f1 = self.f1.of_page(page.index)
        if not f1.n_pages:
            return (*cells, "", "", "")
        return (*cells, f"{f1.before:.3f}", f"{f1.after:.3f}", f"{f1.difference:+z.3f}")

    def _page_name(self, page: PageChange) -> str:
        return self.run.table.scored_pages([page.index])[0].name

    def _versions(self) -> str:
        used = self.run.about()["used"]
        listed = (
            f"{pane} with {' '.join(f'{name} {version}' for name, version in names.items())}"
            for pane, names in used.items()
            if names
        )
        return ", ".join(listed) or "no libraries"

    def _plain_rows(self) -> Iterator[Row]:
        changes = self.changes
        for direction in Direction:
            for rule in changes.rules(direction):
                address = None
                if rule.name != UNKNOWN:
                    address = changes.addresses[direction, rule.name]
                yield {
                    "kind": direction.value,
                    "row": rule.name,
                    "step": "" if address is None else address.step,
                    "rule": "" if address is None else address.rule,
                    "words": rule.words,
                    "pages": rule.pages,
                    "lost": rule.words if direction is Direction.LOST else 0,
                    "won": rule.words if direction is Direction.WON else 0,
                    "before": "",
                    "after": "",
                    **_f1_fields(F1Change()),
                }
        for page in changes.pages:
            yield {
                "kind": "page",
                "row": self._page_name(page),
                "step": "",
                "rule": "",
                "words": page.words,
                "pages": 1,
                "lost": page.lost,
                "won": page.won,
                "before": page.before.value,
                "after": page.after.value,
                **_f1_fields(self.f1.of_page(page.index)),
            }


def _f1_fields(f1: F1Change) -> Row:
    """Return the columns of the token F1; None without a value."""
    values = (f1.before, f1.after, f1.difference) if f1.n_pages else (None, None, None)
    return dict(zip(("f1_before", "f1_after", "f1_difference"), values, strict=True))
