"""Expected F1 of panes on pages that need no gold: the task of a worker, and the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runs.pool import PageTask
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.rows import Row

_HAS_RESULT = frozenset((Status.OK, Status.EMPTY))
_ROUTER = "router"
"""The extractor that computes expected F1."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Expected F1 of a pane on a page.

    Attributes
    ----------
    expected : ExpectedF1 or None
        None if the pane has no result.
    message : str
        Why it has none.
    """

    page: str
    pane: str
    status: Status
    expected: ExpectedF1 | None
    message: str = ""

    @property
    def value(self) -> float:
        """The expected F1, 0 without a result."""
        return 0.0 if self.expected is None else self.expected.value


@dataclass(frozen=True)
class ExpectTask(PageTask[Expectation]):
    """A page with the panes whose expected F1 is asked for."""

    entry: ListedPage
    to_run: tuple[Pane, ...]

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

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[Expectation]:
        """Return the expected F1 of each pane, from its result and those of the other panes."""
        usable = {name: x.mask for name, x in results.items() if x.status in _HAS_RESULT}
        router: Any = registry.extractor(_ROUTER)
        expected = router.expected(page, runner.run(page, router.probabilities), usable)
        return [
            Expectation(
                self.entry.name, name, extraction.status, expected.get(name), extraction.message
            )
            for name, extraction in results.items()
        ]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[Expectation]:
        """Return a record without an expected F1 for each pane."""
        del page
        return [
            Expectation(self.entry.name, name, extraction.status, None, extraction.message)
            for name, extraction in results.items()
        ]


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
                    "terms": {} if expected is None else dict(expected.terms),
                    "message": record.message,
                }


def in_order(page: Iterable[Expectation], panes: Sequence[Pane]) -> list[Expectation]:
    """Return the records of a page in the order of the panes; failures come last from a worker."""
    number = {pane.name: index for index, pane in enumerate(panes)}
    return sorted(page, key=lambda record: number[record.pane])


def _cell(record: Expectation) -> str:
    return "-" if record.expected is None else f"{record.value:.3f}"
