"""Agreement of annotators as a table, as `boilerscope gold agreement` writes it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.gold.annotators import total_agreement
from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boilerscope.extractors.gold.annotators import PairAgreement
    from boilerscope.extractors.scoring.rows import Row

_HEADER = ("first", "second", "pages", "words", "equal", "kappa", "F1")
ALL = ""
"""Name of the rows over all pages, in files."""


@dataclass(frozen=True, eq=False)
class AnnotatorsDocument:
    """Agreement of each pair of annotators, over all pages and page by page.

    Attributes
    ----------
    pages : sequence of (str, sequence of PairAgreement)
        Names of the pages, and their pairs.
    """

    pages: Sequence[tuple[str, Sequence[PairAgreement]]]

    def about(self) -> Mapping[str, Any]:
        """Return the number of pages with several annotators."""
        return {"pages": len(self.pages)}

    def report(self) -> Report:
        """Return a table of the pairs over all pages."""
        totals = total_agreement(pairs for _, pairs in self.pages)
        rows = tuple(
            (
                *(pair.first, pair.second, f"{pair.n_pages:,}", f"{pair.n_words:,}"),
                *(_figure(value) for value in (pair.observed, pair.kappa, pair.f1)),
            )
            for pair in totals
        )
        notes = (
            "Only words that both annotators have decided on count.",
            "Titles are main content, comments boilerplate.",
            "equal: share of words in the same class; kappa: beyond chance (Cohen, 1960).",
            "F1: main content of one annotator against the other.",
        )
        title = f"Agreement of annotators on {counted(len(self.pages), 'page')}"
        return Report((Table(title, _HEADER, rows),), notes)

    def rows(self) -> list[Row]:
        """Return a row for each pair over all pages, then for each page and pair."""
        return [_row(name, pair) for name, pair in self._named()]

    def lines(self) -> Iterable[Mapping[str, Any]]:
        """Return the number of pages, then a line for each pair over all pages and on each page."""
        yield {"type": "run", **self.about()}
        for name, pair in self._named():
            row = _row(name, pair)
            plain = {
                key: None if isinstance(value, float) and math.isnan(value) else value
                for key, value in row.items()
            }
            yield {"type": "agreement", **plain}

    def _named(self) -> list[tuple[str, PairAgreement]]:
        totals = total_agreement(pairs for _, pairs in self.pages)
        of_pages = [(name, pair) for name, pairs in self.pages for pair in pairs]
        return [*((ALL, pair) for pair in totals), *of_pages]


def _row(name: str, pair: PairAgreement) -> Row:
    return {
        "page": name,
        "first": pair.first,
        "second": pair.second,
        "pages": pair.n_pages,
        "words": pair.n_words,
        "both_main": pair.both,
        "first_main": pair.only_first,
        "second_main": pair.only_second,
        "neither_main": pair.neither,
        "equal": pair.observed,
        "kappa": pair.kappa,
        "f1": pair.f1,
    }


def _figure(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"
