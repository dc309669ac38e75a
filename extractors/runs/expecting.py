"""Expected F1 of panes on pages that need no gold: the task of a worker, and the table."""

from __future__ import annotations

import math
from collections import deque
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors import runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.runs.judging import expected_of, judge
from boilerscope.extractors.runs.keys import key_of, page_digest, some_read_site
from boilerscope.extractors.runs.pool import PageTask, run_tasks
from boilerscope.extractors.runs.score_task import opened_store
from boilerscope.extractors.scoring import ratios
from boilerscope.extractors.scoring.gold_results import follows_from_gold
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.sources.site_tables import SiteTables
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.keys import ResultKey
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.scoring.rows import Row


@dataclass(frozen=True, slots=True)
class Expectation:
    """Expected F1 of a pane on a page.

    Attributes
    ----------
    expected : ExpectedF1 or None
        None if the pane has no result.
    message : str
        Why it has none.
    agreement : float
        Mean F1 of the kept words against each other pane; NaN without other panes with a result.
    n_kept : int
        Kept words; 0 without a result.
    """

    page: str
    pane: str
    status: Status
    expected: ExpectedF1 | None
    message: str = ""
    agreement: float = math.nan
    n_kept: int = 0

    @property
    def value(self) -> float:
        """The expected F1, 0 without a result."""
        return 0.0 if self.expected is None else self.expected.value


@dataclass(frozen=True)
class ExpectTask(PageTask[Expectation]):
    """A page with the panes whose expected F1 is asked for.

    Attributes
    ----------
    to_run : tuple of Pane
        Panes; those with a stored result do not run.
    store : Path or None
        Folder of the store of results; None runs all panes.
    files : tuple of (Pane, ResultKey)
        Panes whose results come from files and are in the store.
    is_quick : bool
        Whether only results are compared; expected F1 is not computed.
    """

    entry: ListedPage
    to_run: tuple[Pane, ...]
    store: Path | None = None
    files: tuple[tuple[Pane, ResultKey], ...] = ()
    is_quick: bool = False

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.to_run

    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        BoilerscopeError
            If it cannot be read.
        """
        return self.entry.page()

    def missing(self, page: Page) -> tuple[Pane, ...]:
        """Return the panes without a stored result."""
        stored = self._stored(page)
        return tuple(pane for pane in self.to_run if pane.name not in stored)

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[Expectation]:
        """Return the expected F1 of each pane, from its result and those of the other panes."""
        outcomes = {name: (kept.outcome, kept) for name, kept in self._stored(page).items()}
        every = outcomes | {name: (extraction, extraction) for name, extraction in results.items()}
        usable: dict[str, BoolArray] = {
            name: result.mask
            for name, (outcome, result) in every.items()
            if outcome.status in ANSWERED
        }
        expected = {} if self.is_quick else expected_of(page, usable, runner.run(page, judge()))
        return [
            Expectation(
                self.entry.name,
                name,
                outcome.status,
                expected.get(name),
                outcome.message,
                _agreement(name, usable),
                int(usable[name].sum()) if name in usable else 0,
            )
            for name, (outcome, _) in every.items()
        ]

    def _stored(self, page: Page) -> Mapping[str, KeptResult]:
        """Return the stored results of the page, by pane."""
        if self.store is None:
            return {}
        return page.cached(("stored results", self.to_run, self.files), self._look_up)

    def _look_up(self, page: Page) -> dict[str, KeptResult]:
        store, digest = opened_store(self.store), page_digest(page)
        keys = {pane.name: key_of(pane, page.site) for pane in self.to_run}
        keys |= {pane.name: key for pane, key in self.files}
        found = ((name, store.result(digest, key)) for name, key in keys.items())
        return {name: result for name, result in found if result is not None}

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[Expectation]:
        """Return a record without an expected F1 for each pane."""
        del page
        return [
            Expectation(self.entry.name, name, extraction.status, None, extraction.message)
            for name, extraction in results.items()
        ]


def _agreement(name: str, usable: Mapping[str, BoolArray]) -> float:
    """Return the mean F1 of a mask against those of the other panes; NaN without both."""
    others = [mask for other, mask in usable.items() if other != name]
    if name not in usable or not others:
        return math.nan
    overlaps = np.array([ratios.overlap(mask, usable[name]) for mask in others])
    return float(ratios.f1(overlaps).mean())


@dataclass(frozen=True, eq=False)
class ExpectationsDocument:
    """Expected F1 of panes on pages, as `boilerscope expect` writes it: the worst page first.

    Attributes
    ----------
    pages : sequence of sequence of Expectation
        The panes of each page.
    panes : sequence of Pane
        The panes.
    """

    pages: Sequence[Sequence[Expectation]]
    panes: Sequence[Pane]

    def _worst_first(self) -> list[Sequence[Expectation]]:
        return sorted(self.pages, key=lambda page: (page[0].value, page[0].page))

    def about(self) -> Mapping[str, Any]:
        """Return the panes."""
        return {"panes": {pane.name: pane.extractor for pane in self.panes}}

    def report(self) -> Report:
        """Return a table with a row for each page and a column for each pane."""
        header = ("page", *(pane.name for pane in self.panes))
        rows = tuple(
            (page[0].page, *(_cell(record) for record in page)) for page in self._worst_first()
        )
        first = self.panes[0].name
        notes = [
            "Expected token F1, without gold; - marks a pane without a result.",
            f"The pages that {first} is expected to do worst come first.",
            *(
                f"{record.page}, {record.pane}: {record.message}"
                for page in self.pages
                for record in page
                if record.expected is None
            ),
        ]
        return Report(
            (Table(f"Expected F1 of {counted(len(rows), 'page')}", header, rows),), tuple(notes)
        )

    def rows(self) -> list[Row]:
        """Return a row for each page and pane."""
        return [
            {
                "page": record.page,
                "pane": record.pane,
                "status": record.status.value,
                "expected_f1": math.nan if record.expected is None else record.expected.value,
                "agreement": record.agreement,
                "kept_words": record.n_kept,
                "why": "" if record.expected is None else record.expected.why(),
                "message": record.message,
            }
            for page in self._worst_first()
            for record in page
        ]

    def lines(self) -> Iterable[Mapping[str, Any]]:
        """Return what is needed to repeat the run, then a line for each page and pane."""
        yield {"type": "run", **self.about()}
        for page in self._worst_first():
            for record in page:
                expected = record.expected
                yield {
                    "type": "expected",
                    "page": record.page,
                    "pane": record.pane,
                    "status": record.status.value,
                    "expected_f1": None if expected is None else expected.value,
                    "agreement": None if math.isnan(record.agreement) else record.agreement,
                    "kept_words": record.n_kept,
                    "terms": {} if expected is None else dict(expected.terms),
                    "message": record.message,
                }


def expect_stored(  # noqa: PLR0913 - the parts of a run, and how much of it
    pages: Sequence[ListedPage],
    rows: Iterable[int],
    panes: Sequence[Pane],
    limits: RunLimits,
    store: Path | None,
    files: Sequence[FilePane] = (),
    *,
    having: Mapping[int, Container[str]] | None = None,
    is_quick: bool = False,
) -> Generator[tuple[int, list[Expectation]], None, None]:
    """Yield the expected F1 of panes on pages that have run, computed in worker processes.

    Bounds and annotators, whose results follow from the gold, have none and are compared with no
    other pane.

    Parameters
    ----------
    pages : sequence of ListedPage
        Pages of the corpus.
    rows : iterable of int
        Numbers of the pages to compute it for. A page that is not readable any more is left out.
    panes : sequence of Pane
        Panes; those without a stored result run again.
    store : Path or None
        Folder of the store of results; None runs all panes.
    files : sequence of FilePane
        Panes with results from files, which have an expected F1 if they are stored.
    having : mapping of int to container of str, or None
        Names of the panes that have a result on each page; the others do not run there. None for
        all panes on every page.
    is_quick : bool
        Whether only agreement and kept words are computed, without expected F1.

    Yields
    ------
    (int, list of Expectation)
        Number of the page, and a record for each pane.
    """
    if some_read_site(panes):
        pages = SiteTables().linked(pages)
    panes = tuple(panes)
    stored = [file for file in files if not follows_from_gold(file.pane.extractor)]
    sent: deque[int] = deque()

    def tasks() -> Iterator[ExpectTask]:
        for row in rows:
            try:
                entry = pages[row].located()
            except BoilerscopeError:
                continue  # its failure is reported by the run
            sent.append(row)
            keys = tuple((file.pane, file.key(pages[row])) for file in stored)
            to_run = panes
            if having is not None:
                to_run = tuple(pane for pane in panes if pane.name in having[row])
                keys = tuple((pane, key) for pane, key in keys if pane.name in having[row])
            yield ExpectTask(entry, to_run, store, keys, is_quick)

    with closing(run_tasks(tasks(), limits)) as results:
        for records in results:
            yield sent.popleft(), records


def in_order(page: Iterable[Expectation], panes: Sequence[Pane]) -> list[Expectation]:
    """Return the records of a page in the order of the panes; failures come last from a worker."""
    number = {pane.name: index for index, pane in enumerate(panes)}
    return sorted(page, key=lambda record: number[record.pane])


def _cell(record: Expectation) -> str:
    return "-" if record.expected is None else f"{record.value:.3f}"
