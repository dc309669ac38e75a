"""Changes between two panes: pages that changed, words lost and won, and the rules behind them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED
from boilerscope.extractors.scoring.losses.document import shortened
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun

UNKNOWN = "Not traced"
"""Name of the words that no known rule drops."""

MAX_ROWS = 40
"""Rows of a table that people read; further rows are one line."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Result of one of the two panes on a page.

    Attributes
    ----------
    status : Status
        Status of the run.
    text : str
        Own text.
    mask : array of bool, shape (n_tokens,)
        Kept words.
    decided : Decisions or None
        Rule that decided each word; None if it is not known.
    """

    status: Status
    text: str
    mask: BoolArray
    decided: Decisions | None


@dataclass(frozen=True, slots=True)
class PageChange:
    """Change of one page.

    Attributes
    ----------
    index : int
        Number of the page.
    lost, won : int
        Words that only the first pane keeps, and that only the second one keeps.
    before, after : Status
        Status of the two panes.
    """

    index: int
    lost: int
    won: int
    before: Status
    after: Status

    @property
    def words(self) -> int:
        """Words that changed."""
        return self.lost + self.won


@dataclass(slots=True, eq=False)
class RuleChanges:
    """Words of one direction by rule.

    Attributes
    ----------
    words, pages : Counter of str
        Words and pages of each rule, by its name with its sentence.
    addresses : dict of str to Address
        An address of each rule.
    """

    words: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    addresses: dict[str, Address] = field(default_factory=dict)

    def add(self, changed: BoolArray, decided: Decisions | None) -> None:
        """Add the changed words of a page to the rules of the pane that drops them."""
        if not changed.any():
            return
        listed = (*(() if decided is None else decided.addresses), NOT_TRACED)
        last = len(listed) - 1
        number = np.full(len(changed), last) if decided is None else decided.number
        number = np.where(number < 0, last, number)[changed]
        for address, words in zip(
            listed, np.bincount(number, minlength=len(listed)).tolist(), strict=True
        ):
            if words:
                # A kept word has changed for another reason than the rule that keeps its block.
                name = UNKNOWN if address.is_kept else _name(address)
                self.words[name] += words
                self.pages[name] += 1
                self.addresses.setdefault(name, address)


@dataclass(slots=True, eq=False)
class Changes:
    """Changes from one pane to another, filled page by page.

    Attributes
    ----------
    before, after : str
        Names of the panes.
    lost : RuleChanges
        Words that only `before` keeps, by the rule of `after` that drops them.
    won : RuleChanges
        Words that only `after` keeps, by the rule of `before` that drops them.
    pages : list of PageChange
        Pages with other words, another text or another status, in the order of the corpus.
    n_pages, n_kept_before, n_kept_after : int
        Compared pages, and kept words of the two panes.
    n_texts : int
        Pages with the same words whose texts differ, such as in white space.
    """

    before: str
    after: str
    lost: RuleChanges = field(default_factory=RuleChanges)
    won: RuleChanges = field(default_factory=RuleChanges)
    pages: list[PageChange] = field(default_factory=list)
    n_pages: int = 0
    n_kept_before: int = 0
    n_kept_after: int = 0
    n_texts: int = 0

    def add(self, index: int, before: Side, after: Side) -> None:
        """Compare the results of a page.

        Equal texts are no change, even if their places on the page were found differently.
        """
        self.n_pages += 1
        self.n_kept_before += int(before.mask.sum())
        self.n_kept_after += int(after.mask.sum())
        is_same_text = before.text == after.text
        if before.status is after.status and is_same_text and before.text:
            return
        lost, won = before.mask & ~after.mask, after.mask & ~before.mask
        n_lost, n_won = int(lost.sum()), int(won.sum())
        if not n_lost and not n_won and before.status is after.status:
            self.n_texts += not is_same_text
            return
        self.lost.add(lost, after.decided)
        self.won.add(won, before.decided)
        self.pages.append(PageChange(index, n_lost, n_won, before.status, after.status))


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

    def report(self) -> Report:
        """Return the sums, the rules in both directions, and the pages."""
        changes = self.changes
        tables = (
            self._sums(),
            self._rules(f"Words that {changes.after} loses, by its rule", changes.lost),
            self._rules(
                f"Words that {changes.after} wins, by the rule of {changes.before}", changes.won
            ),
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
        changes = self.changes
        yield {
            "kind": "compare",
            **self.about(),
            "pages": changes.n_pages,
            "changed_pages": len(changes.pages),
            "other_texts": changes.n_texts,
            "kept_before": changes.n_kept_before,
            "kept_after": changes.n_kept_after,
            "lost": changes.lost.words.total(),
            "won": changes.won.words.total(),
        }
        yield from self._plain_rows()

    # -- tables ----------------------------------------------------------------------------

    def _sums(self) -> Table:
        changes = self.changes
        n_lost, n_won = changes.lost.words.total(), changes.won.words.total()
        return Table(
            f"From {changes.before} to {changes.after} on {counted(changes.n_pages, 'page')}",
            ("", "number"),
            (
                ("pages with other words or status", f"{len(changes.pages):,}"),
                ("pages with the same words in another text", f"{changes.n_texts:,}"),
                (f"words that {changes.before} keeps", f"{changes.n_kept_before:,}"),
                (f"words that {changes.after} keeps", f"{changes.n_kept_after:,}"),
                ("words lost", f"{n_lost:,}"),
                ("words won", f"{n_won:,}"),
            ),
        )

    def _rules(self, title: str, changes: RuleChanges) -> Table:
        ranked = _ranked(changes)
        lines = [
            (shortened(name), f"{words:,}", f"{changes.pages[name]:,}")
            for name, words in ranked[:MAX_ROWS]
        ]
        others = ranked[MAX_ROWS:]
        if others:
            words = sum(words for _, words in others)
            lines.append((counted(len(others), "other"), f"{words:,}", ""))
        return Table(title, ("step and rule", "words", "pages"), tuple(lines))

    def _pages(self) -> Table:
        ranked = sorted(self.changes.pages, key=lambda page: -page.words)
        lines = [
            (self._page_name(page), f"{page.lost:,}", f"{page.won:,}", _status(page))
            for page in ranked[:MAX_ROWS]
        ]
        others = ranked[MAX_ROWS:]
        if others:
            n_lost, n_won = sum(p.lost for p in others), sum(p.won for p in others)
            lines.append((counted(len(others), "other"), f"{n_lost:,}", f"{n_won:,}", ""))
        return Table("Pages that changed", ("page", "lost", "won", "status"), tuple(lines))

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
        for kind, changes in (("lost", self.changes.lost), ("won", self.changes.won)):
            for name, words in _ranked(changes):
                known = name != UNKNOWN
                yield {
                    "kind": kind,
                    "row": name,
                    "step": changes.addresses[name].step if known else "",
                    "rule": changes.addresses[name].rule if known else "",
                    "words": words,
                    "pages": changes.pages[name],
                    "lost": words if kind == "lost" else 0,
                    "won": words if kind == "won" else 0,
                    "before": "",
                    "after": "",
                }
        for page in self.changes.pages:
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
            }


def _ranked(changes: RuleChanges) -> list[tuple[str, int]]:
    """Return rules and their words, the most words first; words without a rule are last."""
    return sorted(changes.words.items(), key=lambda item: (item[0] == UNKNOWN, -item[1], item[0]))


def _name(address: Address) -> str:
    if not address.step:
        return UNKNOWN
    return f"{address.name}: {address.text}" if address.text else address.name


def _status(page: PageChange) -> str:
    if page.before is page.after:
        return page.after.value
    return f"{page.before.value} > {page.after.value}"
