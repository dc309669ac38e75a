"""Changes between two panes: pages that changed, words lost and won, and the rules behind them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
    from boilerscope.extractors.scoring.table import ScoreTable

UNKNOWN = "Not traced"
"""Name of the words that no known rule drops."""

_MEASURE = "token_f1"


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


def status_words(page: PageChange) -> str:
    """Return the status of both panes: ``ok``, or ``ok → empty``."""
    if page.before is page.after:
        return page.after.value
    return f"{page.before.value} → {page.after.value}"


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
