"""Changes between two panes: pages that changed, words lost and won, and the rules behind them."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED
from boilerscope.extractors.scoring.losses.document import shortened
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun
    from boilerscope.extractors.scoring.table import ScoreTable

UNKNOWN = "Not traced"
"""Name of the words that no known rule drops."""

_MEASURE = "token_f1"

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


class Direction(StrEnum):
    """Direction of a change.

    Attributes
    ----------
    LOST
        Words that only the first pane keeps, by the rule of the second one that drops them.
    WON
        Words that only the second pane keeps, by the rule of the first one that drops them.
    """

    LOST = "lost"
    WON = "won"


@dataclass(frozen=True, slots=True)
class PageChange:
    """Comparison of one page.

    Attributes
    ----------
    index : int
        Number of the page.
    words_of : mapping of Direction to mapping of str to int
        Changed words of each rule, by its name with its sentence.
    before, after : Status
        Status of the two panes.
    n_kept_before, n_kept_after : int
        Words that the two panes keep.
    is_other_text : bool
        Whether the texts differ, such as in white space.
    """

    index: int
    words_of: Mapping[Direction, Mapping[str, int]]
    before: Status
    after: Status
    n_kept_before: int
    n_kept_after: int
    is_other_text: bool

    @property
    def lost(self) -> int:
        """Words that only the first pane keeps."""
        return sum(self.words_of[Direction.LOST].values())

    @property
    def won(self) -> int:
        """Words that only the second pane keeps."""
        return sum(self.words_of[Direction.WON].values())

    @property
    def words(self) -> int:
        """Words that changed."""
        return self.lost + self.won

    @property
    def has_changed(self) -> bool:
        """Whether other words are kept, or the status is another one."""
        return self.words > 0 or self.before is not self.after


@dataclass(frozen=True, slots=True)
class RuleChange:
    """Changed words of a rule in one direction.

    Attributes
    ----------
    name : str
        Its name with its sentence, `UNKNOWN` for words that no known rule drops.
    words, pages : int
        Changed words, and the pages that have them.
    """

    direction: Direction
    name: str
    words: int
    pages: int


@dataclass(slots=True, eq=False)
class Changes:
    """Changes from one pane to another, filled page by page.

    Attributes
    ----------
    before, after : str
        Names of the panes.
    compared : list of PageChange
        Compared pages, also those that have not changed, in the order of the corpus.
    addresses : dict of (Direction, str) to Address
        An address of each rule, by its name.
    """

    before: str
    after: str
    compared: list[PageChange] = field(default_factory=list)
    addresses: dict[tuple[Direction, str], Address] = field(default_factory=dict)

    def add(self, index: int, before: Side, after: Side) -> None:
        """Compare the results of a page.

        Equal texts are no change, even if their places on the page were found differently.
        """
        is_other_text = before.text != after.text
        is_equal = before.status is after.status and not is_other_text and bool(before.text)
        lost, won = before.mask & ~after.mask, after.mask & ~before.mask
        words_of: dict[Direction, Mapping[str, int]] = {
            Direction.LOST: {} if is_equal else self._by_rule(Direction.LOST, lost, after.decided),
            Direction.WON: {} if is_equal else self._by_rule(Direction.WON, won, before.decided),
        }
        n_kept = int(before.mask.sum()), int(after.mask.sum())
        self.compared.append(
            PageChange(index, words_of, before.status, after.status, *n_kept, is_other_text)
        )

    def only(self, indices: Container[int]) -> Changes:
        """Return the changes of some pages."""
        compared = [page for page in self.compared if page.index in indices]
        return Changes(self.before, self.after, compared, self.addresses)

    def _by_rule(
        self, direction: Direction, changed: BoolArray, decided: Decisions | None
    ) -> dict[str, int]:
        """Return the changed words of a page by the rule of the pane that drops them."""
        if not changed.any():
            return {}
        listed, number = _numbered(decided, len(changed))
        counts = np.bincount(number[changed], minlength=len(listed)).tolist()
        found: Counter[str] = Counter()
        for address, words in zip(listed, counts, strict=True):
            if words:
                name = _rule_name(address)
                found[name] += words
                self.addresses.setdefault((direction, name), address)
        return dict(found)

    # -- sums ------------------------------------------------------------------------------

    @property
    def pages(self) -> list[PageChange]:
        """Pages with other words or another status, in the order of the corpus."""
        return [page for page in self.compared if page.has_changed]

    @property
    def n_texts(self) -> int:
        """Pages with the same words whose texts differ, such as in white space."""
        return sum(page.is_other_text and not page.has_changed for page in self.compared)

    @property
    def n_kept_before(self) -> int:
        """Words that the first pane keeps."""
        return sum(page.n_kept_before for page in self.compared)

    @property
    def n_kept_after(self) -> int:
        """Words that the second pane keeps."""
        return sum(page.n_kept_after for page in self.compared)

    def n_words(self, direction: Direction) -> int:
        """Return the changed words of a direction."""
        return sum(sum(page.words_of[direction].values()) for page in self.compared)

    def rules(self, direction: Direction) -> list[RuleChange]:
        """Return the rules of a direction, the most words first; words without a rule are last."""
        words: Counter[str] = Counter()
        pages: Counter[str] = Counter()
        for page in self.compared:
            words.update(page.words_of[direction])
            pages.update(page.words_of[direction].keys())
        ranked = sorted(words, key=lambda name: (name == UNKNOWN, -words[name], name))
        return [RuleChange(direction, name, words[name], pages[name]) for name in ranked]


class F1Change(NamedTuple):
    """Token F1 of both panes; NaN without gold, or without a result of both.

    Attributes
    ----------
    n_pages : int
        Pages over which the two are means.
    """

    before: float = math.nan
    after: float = math.nan
    n_pages: int = 0

    @property
    def difference(self) -> float:
        """F1 of the second pane minus that of the first one."""
        return self.after - self.before


class F1Changes:
    """Token F1 of two panes before and after, by page.

    Parameters
    ----------
    table : ScoreTable
        Scores of a run of both.
    panes : tuple of str
        Names of the panes.
    """

    def __init__(self, table: ScoreTable, panes: tuple[str, str]) -> None:
        has_both = _MEASURE in table.measures and set(panes) <= {*table.panes}
        values = table.values(_MEASURE) if has_both else np.full((len(table.pages), 0), math.nan)
        columns = [table.panes.index(name) for name in panes] if has_both else []
        self._values = values[:, columns]
        self._has_both = has_both

    def of_page(self, index: int) -> F1Change:
        """Return the values of a page."""
        return self.mean([index])

    def mean(self, indices: Sequence[int]) -> F1Change:
        """Return the means over some pages, of those on which both have a value."""
        if not self._has_both or not len(indices):
            return F1Change()
        values = self._values[np.asarray(indices)]
        values = values[np.isfinite(values).all(axis=1)]
        if not len(values):
            return F1Change()
        before, after = values.mean(axis=0).tolist()
        return F1Change(before, after, len(values))


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
                ("difference of F1", f"{mean.difference:+.3f}"),
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
        return (*cells, f"{f1.before:.3f}", f"{f1.after:.3f}", f"{f1.difference:+.3f}")

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


def status_words(page: PageChange) -> str:
    """Return the status of both panes: ``ok``, or ``ok > empty``."""
    if page.before is page.after:
        return page.after.value
    return f"{page.before.value} > {page.after.value}"


def rules_of_words(decided: Decisions) -> NDArray[np.object_]:
    """Return the name of the rule that drops each word, as in `RuleChange.name`."""
    listed, number = _numbered(decided, len(decided.number))
    names = np.array([_rule_name(address) for address in listed], dtype=object)
    of_words: NDArray[np.object_] = names[number]
    return of_words


def _numbered(
    decided: Decisions | None, n_words: int
) -> tuple[tuple[Address, ...], NDArray[np.integer]]:
    """Return addresses, and the number of that of each word; the last one is not traced."""
    if decided is None:
        return (NOT_TRACED,), np.zeros(n_words, dtype=np.intp)
    listed = (*decided.addresses, NOT_TRACED)
    return listed, np.where(decided.number < 0, len(listed) - 1, decided.number)


def _rule_name(address: Address) -> str:
    """Return the name of a rule that drops words, with its sentence.

    A word of a kept block has changed for another reason than the rule that keeps the block.
    """
    if not address.step or address.is_kept:
        return UNKNOWN
    return f"{address.name}: {address.text}" if address.text else address.name


def _f1_fields(f1: F1Change) -> Row:
    """Return the columns of the token F1; None without a value."""
    values = (f1.before, f1.after, f1.difference) if f1.n_pages else (None, None, None)
    return dict(zip(("f1_before", "f1_after", "f1_difference"), values, strict=True))
