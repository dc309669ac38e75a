"""Agreement of panes by rule, from stored results: what can be said of pages without gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.runs.results_by_page import stored_results
from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED
from boilerscope.extractors.scoring.losses.document import RowFacts
from boilerscope.extractors.scoring.losses.packed_rows import PackedRows

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.extractors.scoring.losses.ledger import Ledger, LedgerRow
    from boilerscope.extractors.scoring.results import ScoreOptions

    IntArray = NDArray[np.integer]


class Agreement:
    """How often the other panes decide as the rules of a pane do, page by page.

    A decision is a word times another pane with a result on the page.
    """

    def __init__(self) -> None:
        self._numbers: dict[Address, int] = {}
        self._lines = PackedRows(4)

    def add(
        self, page: int, addresses: Sequence[Address], decided: IntArray, same: IntArray
    ) -> None:
        """Add the decisions on a page, and those of them that are equal, by address."""
        numbers = [self._numbers.setdefault(each, len(self._numbers)) for each in addresses]
        lines = np.empty((len(numbers), 4), dtype=np.int32)
        lines[:, 0], lines[:, 1], lines[:, 2], lines[:, 3] = page, numbers, decided, same
        self._lines.extend(lines)

    def of(self, book: Ledger) -> dict[LedgerRow, RowFacts]:
        """Return the agreement with each row of a ledger, on its pages."""
        page, number, decided, same = self._lines.rows().T
        row_of_address = np.full(len(self._numbers) + 1, -1, dtype=np.int64)
        row_of_group = {row.group: at for at, row in enumerate(book.rows)}
        for at, row in enumerate(book.rows):
            row_of_address[[self._numbers.get(each, -1) for each in row.addresses]] = at
        of_page = np.full(max(page.max(initial=-1), book.pages.max(initial=-1)) + 1, -1)
        of_page[book.pages] = [row_of_group[name] for name in book.groups] if book.groups else 0
        is_listed = of_page[page] >= 0
        of_line = of_page[page] if book.groups else row_of_address[number]
        place = np.where(is_listed, of_line, -1) + 1
        sums = [np.bincount(place, each, len(book.rows) + 1)[1:] for each in (decided, same)]
        return {
            row: RowFacts(None, equal / n if n else float("nan"), round(n - equal))
            for row, n, equal in zip(book.rows, *(each.tolist() for each in sums), strict=True)
        }

    def pages(
        self, pages: NDArray[np.int64], is_chosen: Callable[[Address], bool]
    ) -> list[tuple[int, int]]:
        """Return page and differing decisions of some addresses; the page with most first.

        Pages without one are left out.
        """
        page, number, decided, same = self._lines.rows().T
        counted = np.array([is_chosen(each) for each in self._numbers], dtype=np.bool_)[number]
        n_pages = max(page.max(initial=-1), pages.max(initial=-1)) + 1
        different = np.bincount(page[counted], (decided - same)[counted], n_pages)[pages]
        order = np.argsort(-different, kind="stable")
        order = order[different[order] > 0]
        return [
            (row, round(n))
            for row, n in zip(pages[order].tolist(), different[order].tolist(), strict=True)
        ]


def agreements(
    pages: Sequence[ListedPage],
    panes: Sequence[Pane],
    options: ScoreOptions,
    store: ResultStore,
    found: dict[str, Agreement],
    rows: Sequence[int] | None = None,
) -> Generator[int, None, None]:
    """Compare the stored results of panes word by word, and yield the number of each page.

    Pages without stored results are left out; so are panes without a result on a page.

    Parameters
    ----------
    options : ScoreOptions
        Options with which the results were stored.
    found : dict of str to Agreement
        Filled by pane.
    rows : sequence of int, optional
        Numbers of the pages; by default, they are numbered from 0.
    """
    found |= {pane.name: Agreement() for pane in panes}
    numbers = range(len(pages)) if rows is None else rows
    for at, stored in stored_results(pages, panes, options, store):
        results = {
            pane.name: result
            for pane, result in zip(panes, stored, strict=True)
            if result is not None and result.outcome.status in ANSWERED
        }
        _compare(numbers[at], results, found)
        yield numbers[at]


def _compare(page: int, results: dict[str, KeptResult], found: dict[str, Agreement]) -> None:
    """Add the decisions of one page."""
    if len(results) < 2:
        return
    masks = np.array([result.mask for result in results.values()])
    n_others, votes = len(results) - 1, masks.sum(axis=0)
    for (name, result), mask in zip(results.items(), masks, strict=True):
        decided = result.decided
        if decided is None:
            continue
        same = np.where(mask, votes - 1, n_others - votes)
        listed = (*decided.addresses, NOT_TRACED)
        number = np.where(decided.number < 0, len(listed) - 1, decided.number)
        n_words = np.bincount(number, minlength=len(listed))
        n_same = np.bincount(number, same, minlength=len(listed))
        with_words = np.flatnonzero(n_words)
        found[name].add(
            page,
            [listed[each] for each in with_words.tolist()],
            n_words[with_words] * n_others,
            n_same[with_words],
        )
