"""The ledger: what each rule of a pane costs, over the pages that the leaderboard averages.

The lost F1 of a page is its wrong words divided by its kept and gold words: 1 - F1. Each wrong word
of a page costs the same, so the rows of a ledger add up to 1 minus the F1 of the leaderboard.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.loss_addresses import NO_RESULT, NOT_TRACED
from boilerscope.extractors.scoring.loss_counts import (
    GOLD_KEPT,
    MISSED,
    N_COUNTS,
    RIGHTLY_DROPPED,
    UNCOUNTED_DROPPED,
    UNCOUNTED_KEPT,
    WRONGLY_KEPT,
)
from boilerscope.extractors.scoring.losses.packed_rows import PackedRows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.extractors.scoring.loss_counts import PageLosses
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.scoring.table import ScoreTable


class By(StrEnum):
    """Ways to divide the losses of a pane into rows."""

    RULE = "rule"
    STEP = "step"
    SETTING = "setting"
    TERM = "term"


class PaneLosses:
    """Losses of one pane, page by page: a line of numbers for each page and address.

    The lines are packed: a page of the developer corpora costs some 20 bytes, because few rules
    decide its words, and the lines of neighbouring pages are alike.

    Parameters
    ----------
    n_pages : int
        Number of pages of the corpus.
    with_curves : bool
        Whether to keep the words with other values of thresholds, some 20 bytes more for each
        page and threshold.
    """

    def __init__(self, n_pages: int, *, with_curves: bool = True) -> None:
        self.n_pages = n_pages
        self.has_page: BoolArray = np.zeros(n_pages, dtype=np.bool_)
        self._with_curves = with_curves
        self._numbers: dict[Address, int] = {}
        self._lines = PackedRows(2 + N_COUNTS)
        self._curves: dict[str, PackedRows] = {}

    def add(self, row: int, losses: PageLosses) -> None:
        """Add the losses of a page that has none yet."""
        if self.has_page[row]:
            raise ValueError(f"page {row} has losses already")
        numbers = [
            self._numbers.setdefault(address, len(self._numbers)) for address in losses.addresses
        ]
        lines = np.empty((len(numbers), 2 + N_COUNTS), dtype=np.int32)
        lines[:, 0], lines[:, 1], lines[:, 2:] = row, numbers, losses.counts
        self._lines.extend(lines)
        for name, curve in losses.curves.items() if self._with_curves else ():
            of_setting = self._curves.setdefault(name, PackedRows(1 + curve.size))
            of_setting.extend(np.concatenate(([row], curve.ravel()))[np.newaxis])
        self.has_page[row] = True

    def snapshot(self) -> PaneLosses:
        """Return the losses so far, for a reader while another thread adds pages."""
        taken = PaneLosses(self.n_pages, with_curves=self._with_curves)
        # `add` goes the other way: what a copied part names is in the parts that are copied later.
        taken.has_page = self.has_page.copy()
        taken._curves = {name: rows.snapshot() for name, rows in self._curves.copy().items()}
        taken._lines = self._lines.snapshot()
        taken._numbers = self._numbers.copy()
        return taken

    def has_curve(self, setting: str) -> bool:
        """Return whether any page has the words with other values of a threshold."""
        return setting in self._curves

    def curves(self, setting: str, pages: NDArray[np.int64]) -> NDArray[np.int32] | None:
        """Return the words of some pages with other values of a threshold, see `word_counts`.

        Shape (n_pages, STEPS, 2); None if a page has none.
        """
        if setting not in self._curves:
            return None
        kept = self._curves[setting].rows()
        at = np.full(self.n_pages, -1, dtype=np.int64)
        at[kept[:, 0]] = np.arange(len(kept))
        if (at[pages] < 0).any():
            return None
        return kept[at[pages], 1:].reshape(len(pages), -1, 2)

    def words(self, pages: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the words of some pages by count, see `PageLosses.counts`; (n_pages, N_COUNTS)."""
        lines = self.lines()
        words = np.zeros((self.n_pages, N_COUNTS), dtype=np.int64)
        np.add.at(words, lines.page, lines.counts)
        of_pages: NDArray[np.int64] = words[pages]
        return of_pages

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Addresses so far, by number."""
        return tuple(self._numbers)

    def lines(self) -> Lines:
        """Return all lines so far."""
        rows = self._lines.rows()
        return Lines(rows[:, 0], rows[:, 1], rows[:, 2:])


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines of `PaneLosses`.

    Attributes
    ----------
    page, number : array of int, shape (n_lines,)
        Page and address of each line.
    counts : array of int, shape (n_lines, N_COUNTS)
        Words, see `PageLosses.counts`.
    """

    page: NDArray[np.int32]
    number: NDArray[np.int32]
    counts: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One row of a ledger: words and lost F1 of some addresses.

    Attributes
    ----------
    addresses : tuple of Address
        Addresses of the row.
    words : tuple of int
        Words by count, see `PageLosses.counts`.
    macro, micro : float
        Lost F1, averaged over pages and of all words together.
    n_pages : int
        Pages with a wrong word.
    group : str
        Group of pages, if rows are groups; else empty.
    """

    addresses: tuple[Address, ...]
    words: tuple[int, ...]
    macro: float
    micro: float
    n_pages: int
    group: str = ""

    def lost(self, average: Average) -> float:
        """Return the lost F1 in one of the averages."""
        return self.macro if average is Average.MACRO else self.micro

    @property
    def missed(self) -> int:
        """Words of the main content that are dropped."""
        return self.words[MISSED]

    @property
    def wrongly_kept(self) -> int:
        """Words of boilerplate that are kept."""
        return self.words[WRONGLY_KEPT]

    @property
    def wrong(self) -> int:
        """Wrong words."""
        return self.missed + self.wrongly_kept

    @property
    def correct(self) -> int:
        """Words that are decided rightly."""
        return self.words[GOLD_KEPT] + self.words[RIGHTLY_DROPPED]

    @property
    def kept(self) -> int:
        """Kept words, also those that do not count."""
        return self.words[GOLD_KEPT] + self.words[WRONGLY_KEPT] + self.words[UNCOUNTED_KEPT]

    @property
    def dropped(self) -> int:
        """Dropped words, also those that do not count."""
        return self.words[MISSED] + self.words[RIGHTLY_DROPPED] + self.words[UNCOUNTED_DROPPED]

    @property
    def outcome(self) -> str:
        """``C`` if the row only keeps words, ``B`` if it only drops them, ``?`` if not traced."""
        states = {address.is_kept for address in self.addresses if address.step}
        if self.is_untraced or len(states) != 1:
            return "?" if self.is_untraced else ""
        return "C" if True in states else "B"

    @property
    def is_untraced(self) -> bool:
        """Whether no rule decided the words of the row."""
        return bool(self.addresses) and all(not address.step for address in self.addresses)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Losses of one pane over some pages.

    Attributes
    ----------
    pane : str
        Name of the pane.
    rows : tuple of LedgerRow
        Rows, the largest loss first; *No result* and *Not traced* are last.
    total : LedgerRow
        All words of the pane.
    pages : array of int
        Numbers of the pages.
    groups : tuple of str
        Group of each of the pages, if rows are groups; else empty.
    """

    pane: str
    rows: tuple[LedgerRow, ...]
    total: LedgerRow
    pages: NDArray[np.int64] = field(compare=False, repr=False)
    groups: tuple[str, ...] = ()

    @property
    def n_pages(self) -> int:
        """Number of pages."""
        return len(self.pages)

    def f1(self, average: Average) -> float:
        """Return the token F1 of the leaderboard; NaN without a page."""
        return 1.0 - self.total.lost(average) if self.n_pages else float("nan")


def take(losses: Mapping[str, PaneLosses], result: PageResult) -> None:
    """Add the losses of a page to those of each pane."""
    for score in result.scores:
        if score.losses is not None and score.pane in losses:
            losses[score.pane].add(result.index, score.losses)


def compared_pages(table: ScoreTable, mask: BoolArray, pane: str = "") -> NDArray[np.int64]:
    """Return the pages among some pages that the leaderboard averages, see `ScoreTable.common`."""
    return np.flatnonzero(table.common(mask, pane))


def scored_pages(table: ScoreTable, mask: BoolArray) -> NDArray[np.int64]:
    """Return the pages of the averages in which failures count as 0."""
    return np.flatnonzero(mask & table.is_scored & table.is_complete)


def ledger(
    pane: str,
    losses: PaneLosses,
    pages: NDArray[np.int64],
    *,
    by: By = By.RULE,
    average: Average = Average.MACRO,
) -> Ledger:
    """Return the ledger of a pane over some pages.

    Parameters
    ----------
    pages : array of int
        Numbers of the pages: `compared_pages`, or `scored_pages` if failures count as 0.
    average : Average
        Lost F1 that orders the rows.
    """
    key, numbers, lines = KEYS[by], dict[object, int](), losses.lines()
    group = [numbers.setdefault(key(address), len(numbers)) for address in losses.addresses]
    of_line = np.array(group, dtype=np.int64)[lines.number]
    rows = [row for row in _rows(losses, lines, pages, of_line, len(numbers)) if row.addresses]
    rows.sort(
        key=lambda row: (_rank(row), -row.lost(average), -row.wrong, _place(row.addresses[0]))
    )
    return Ledger(pane, tuple(rows), _total(losses, lines, pages), pages)


def ledger_by_group(
    pane: str,
    losses: PaneLosses,
    pages: NDArray[np.int64],
    names: Sequence[str],
    is_chosen: Callable[[Address], bool] = lambda _: True,
    average: Average = Average.MACRO,
) -> Ledger:
    """Return a ledger with a row for each group of pages.

    Parameters
    ----------
    names : sequence of str, length n_pages
        Group of each of the pages.
    is_chosen : function
        Whether the words of an address are counted; all by default.
    average : Average
        Lost F1 that orders the rows; rows of equal loss are in alphabetical order.
    """
    listed = sorted(set(names))
    of_page = np.full(losses.n_pages, -1, dtype=np.int64)
    of_page[pages] = np.searchsorted(listed, names) if listed else -1
    lines = losses.lines()
    of_line = np.where(_chosen(losses, is_chosen)[lines.number], of_page[lines.page], -1)
    rows = _rows(losses, lines, pages, of_line, len(listed))
    named = [replace(row, group=name) for row, name in zip(rows, listed, strict=True)]
    named.sort(key=lambda row: -row.lost(average))
    return Ledger(pane, tuple(named), _total(losses, lines, pages), pages, tuple(names))


WORST_STEP = "worst-step"
"""Group of a page by the step that decides most of its wrong words, see `worst_steps`."""

NO_WRONG_WORD = "no wrong word"


def worst_steps(losses: PaneLosses, pages: NDArray[np.int64]) -> list[str]:
    """Return for each of some pages the step, or stage of a library, with the most wrong words.

    The first step wins a tie. Of a page without a wrong word it is `NO_WRONG_WORD`.
    """
    steps = [
        " ".join(filter(None, (address.step, address.title))) or "not traced"
        for address in losses.addresses
    ]
    steps = [
        "no result" if a == NO_RESULT else s for a, s in zip(losses.addresses, steps, strict=True)
    ]
    listed = list(dict.fromkeys(steps))
    of_address = np.array([listed.index(step) for step in steps], dtype=np.int64)
    wrong = np.zeros((losses.n_pages, len(listed) + 1), dtype=np.int64)
    lines = losses.lines()
    words = lines.counts[:, [MISSED, WRONGLY_KEPT]].sum(axis=1)
    if len(words):
        np.add.at(wrong, (lines.page, of_address[lines.number]), words)
    return [
        listed[int(of_page.argmax())] if of_page.any() else NO_WRONG_WORD
        for of_page in wrong[pages]
    ]


def pages_of(
    losses: PaneLosses, pages: NDArray[np.int64], is_chosen: Callable[[Address], bool]
) -> list[tuple[int, int, int]]:
    """Return page, missed and wrongly kept words of some addresses; the most wrong words first.

    Pages without a wrong word are left out.
    """
    lines = losses.lines()
    counted = _chosen(losses, is_chosen)[lines.number]
    wrong = np.zeros((losses.n_pages, 2), dtype=np.int64)
    np.add.at(wrong, lines.page[counted], lines.counts[counted][:, [MISSED, WRONGLY_KEPT]])
    of_pages = wrong[pages]
    order = np.argsort(-of_pages.sum(axis=1), kind="stable")
    order = order[of_pages[order].any(axis=1)]
    return [
        (row, missed, kept)
        for row, (missed, kept) in zip(pages[order].tolist(), of_pages[order].tolist(), strict=True)
    ]


def _chosen(losses: PaneLosses, is_chosen: Callable[[Address], bool]) -> BoolArray:
    return np.array([is_chosen(address) for address in losses.addresses], dtype=np.bool_)


def _total(losses: PaneLosses, lines: Lines, pages: NDArray[np.int64]) -> LedgerRow:
    everything = np.zeros(len(lines.number), dtype=np.int64)
    return _rows(losses, lines, pages, everything, 1)[0]


def _rows(
    losses: PaneLosses,
    lines: Lines,
    pages: NDArray[np.int64],
    group: NDArray[np.int64],
    n_groups: int,
) -> list[LedgerRow]:
    """Return a row for each group of lines; lines of group -1 and of other pages are left out."""
    listed = losses.addresses
    is_page = np.zeros(losses.n_pages, dtype=np.bool_)
    is_page[pages] = True
    both = int(_kept_and_gold(lines.counts)[is_page[lines.page]].sum())
    selected = is_page[lines.page] & (group >= 0)
    group, page, number = group[selected], lines.page[selected], lines.number[selected]
    counts, cost = lines.counts[selected], _cost(losses, lines)[selected]
    words = np.zeros((n_groups, N_COUNTS), dtype=np.int64)
    np.add.at(words, group, counts)
    lost = np.bincount(group, cost, minlength=n_groups) / max(len(pages), 1)
    on_page = np.unique(group[cost > 0] * losses.n_pages + page[cost > 0])
    n_with_error = np.bincount(on_page // max(losses.n_pages, 1), minlength=n_groups)
    used: list[list[Address]] = [[] for _ in range(n_groups)]
    for pair in np.unique(group * max(len(listed), 1) + number).tolist():
        used[pair // len(listed)].append(listed[pair % len(listed)])
    return [
        LedgerRow(
            tuple(sorted(used[k], key=_place)),
            tuple(words[k].tolist()),
            float(lost[k]),
            int(words[k, MISSED] + words[k, WRONGLY_KEPT]) / both if both else 0.0,
            int(n_with_error[k]),
        )
        for k in range(n_groups)
    ]


def _cost(losses: PaneLosses, lines: Lines) -> FloatArray:
    """Return the lost F1 of each line on its page; 1 for a page without a result."""
    both = np.bincount(lines.page, _kept_and_gold(lines.counts), minlength=losses.n_pages)
    wrong = lines.counts[:, MISSED] + lines.counts[:, WRONGLY_KEPT]
    cost = wrong / np.maximum(both[lines.page], 1)
    has_failed = _chosen(losses, lambda address: address == NO_RESULT)[lines.number]
    return np.where(has_failed, 1.0, cost)


def _kept_and_gold(counts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the kept words plus the gold words of lines."""
    sums: NDArray[np.int32] = 2 * counts[:, GOLD_KEPT] + counts[:, MISSED] + counts[:, WRONGLY_KEPT]
    return sums


def _place(address: Address) -> tuple[int, bool, str]:
    return address.order, address.is_kept, address.term


def _rank(row: LedgerRow) -> int:
    """Return 1 for *No result*, 2 for *Not traced*, 0 for all other rows."""
    return (NO_RESULT, NOT_TRACED).index(row.addresses[0]) + 1 if row.is_untraced else 0


def _rule_key(address: Address) -> object:
    return address.step, address.rule, address.is_kept, address.text


def _step_key(address: Address) -> object:
    return address.step, address.rule if not address.step else "", address.is_kept


def _setting_key(address: Address) -> object:
    return address.fields, "" if address.step else address.rule, address.is_kept


def _term_key(address: Address) -> object:
    if not address.term or not address.step:
        return _rule_key(address)
    return address.term, address.is_kept


KEYS: Mapping[By, Callable[[Address], object]] = {
    By.RULE: _rule_key,
    By.STEP: _step_key,
    By.SETTING: _setting_key,
    By.TERM: _term_key,
}
"""Functions that return equal values for the addresses of one row."""
