"""Losses of panes on pages with gold, the same as those of the command line."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.api.panes import PaneLike, panes_of
from boilerscope.api.scores import gold_pages, require, scored_text, words_of
from boilerscope.api.tables import Table
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.layouts import read_layouts
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.groups import GROUPS, group_names
from boilerscope.extractors.scoring.losses.document import LossesDocument
from boilerscope.extractors.scoring.losses.ledger import (
    By,
    PaneLosses,
    compared_pages,
    ledger,
    ledger_by_group,
    take,
)
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import ScoredRun, scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

_COLUMNS = (
    *("pane", "row", "outcome", "step", "rule", "sentence", "settings", "missed", "wrongly_kept"),
    *("lost_f1_macro", "lost_f1_micro", "share", "pages", "correct", "kept", "dropped"),
)


@dataclass(frozen=True, repr=False, eq=False)
class Losses:
    """Losses of panes by rule: rows that add up to 1 minus the token F1 of `score`.

    Attributes
    ----------
    run : ScoredRun
        The whole record. It may change between versions.
    """

    run: ScoredRun
    _losses: Mapping[str, PaneLosses] = field(repr=False)

    @property
    def table(self) -> Table:
        """A row for each rule and outcome of each pane, after a row for all errors of the pane."""
        return self.by("rule")

    def by(self, by: str) -> Table:
        """Return the losses in other rows.

        ``lost_f1_macro`` is the mean over pages of wrong words / (kept + gold words),
        ``lost_f1_micro`` that of all words together.

        Parameters
        ----------
        by : str
            ``rule``, ``step``, ``setting`` or ``term`` (of an additive model), or a group of pages:
            ``language``, ``type``, ``length`` or ``set``.

        Raises
        ------
        UnknownNameError
            If there is no such division; the message gives the nearest name.
        """
        return Table(_COLUMNS, self._document(by).rows())

    def export(self, format: str, *, by: str = "rule") -> bytes:  # noqa: A002 - the word of the command line
        """Return the file that ``boilerscope losses`` writes.

        Parameters
        ----------
        format : str
            ``table``, ``csv``, ``jsonl``, ``latex``, ``markdown`` or ``parquet``.
        by : str
            See `by`.

        Raises
        ------
        UnknownNameError
            If there is no such format or division.
        """
        require("format", format, FORMATS)
        return write(self._document(by), format)

    def __repr__(self) -> str:
        books = self._document("rule").books
        lost = ", ".join(f"{book.pane} {book.total.macro:.3f}" for book in books)
        return f"<Losses on {counted(len(self.run.rows), 'page')}: lost F1 {lost}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def _document(self, by: str) -> LossesDocument:
        require("division", by, [*(kind.value for kind in By), *GROUPS])
        table, everything = self.run.table, np.ones(len(self.run.table.pages), dtype=np.bool_)
        read_layouts(table, [by])
        books = []
        for pane, losses in self._losses.items():
            pages = compared_pages(table, everything, pane)
            if by in set(By):
                books.append(ledger(pane, losses, pages, by=By(by)))
            else:
                names = group_names(table.scored_pages(pages.tolist()), by)
                books.append(ledger_by_group(pane, losses, pages, names))
        return LossesDocument(self.run, books, by, Average.MACRO)


def losses(  # noqa: PLR0913 - the options of the command line, always given by keyword
    pages: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    panes: PaneLike | Iterable[PaneLike] = "boilerpipe.article",
    *,
    gold: str | os.PathLike[str] | None = None,
    text: str = "page",
    comments: bool = False,
    jobs: int = 1,
    timeout: float = 30.0,
) -> Losses:
    """Return which rules of panes decide the words that they get wrong on pages with gold.

    Each wrong word belongs to the step and rule that decided its block last, and costs its page
    1 / (kept + gold words); the rows add up to 1 minus the token F1 of `score`.

    Parameters
    ----------
    pages, panes, gold, text, comments, jobs, timeout
        See `score`.

    Returns
    -------
    Losses
        ``table`` (a row for each rule and outcome), ``by("language")``, ``export("latex")``.

    Raises
    ------
    BoilerscopeError
        If an extractor or setting does not exist, or no page with gold is found.

    Examples
    --------
    >>> import boilerscope
    >>> boilerscope.losses(["sample:news-en", "sample:forum"], "link_ratio")
    <Losses on 2 pages: lost F1 link_ratio 0.243>
    """
    selected = panes_of(panes)
    options = ScoreOptions(scored_text(text), comments, losses=True)
    listed = gold_pages(words_of(pages), gold)
    table = ScoreTable(listed, [pane.name for pane in selected], options.measures)
    found = {pane.name: PaneLosses(len(listed)) for pane in selected}
    running = CorpusRun(
        listed, selected, RunOptions(options, RunLimits(max(jobs, 1), timeout))
    ).results()
    with closing(running):
        for result in running:
            table.add(result)
            take(found, result)
    return Losses(scored_run(table, selected, options), found)
