"""Command ``losses``: which rule of an extractor decides the words that it gets wrong. No Qt."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from boilerscope.app.cli import options, search_options, stored_results
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.progress import followed
from boilerscope.app.cli.scored_pages import batch_folder, by_annotator, gold_pages, report_failures
from boilerscope.extractors.runs.agreement import Agreement, agreements
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.file_panes import read_batch_texts
from boilerscope.extractors.runs.layouts import read_layouts
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.groups import GROUPS, group_names
from boilerscope.extractors.scoring.losses.document import LossesDocument, RowFacts, WithoutRule
from boilerscope.extractors.scoring.losses.ledger import (
    WORST_STEP,
    By,
    PaneLosses,
    compared_pages,
    ledger,
    ledger_by_group,
    scored_pages,
    take,
    worst_steps,
)
from boilerscope.extractors.scoring.results import PageStatus, ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.search.variants import VariantRun
from boilerscope.extractors.search.without import without_rows
from boilerscope.extractors.sources.listing import ListOptions, list_pages
from boilerscope.extractors.sources.marks import with_marks_beside
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.losses.ledger import Ledger, LedgerRow
    from boilerscope.extractors.scoring.run import ScoredRun

    Facts = dict[tuple[str, LedgerRow], RowFacts]

SOME_FAILED = 1


@dataclass(frozen=True, slots=True)
class LossesCommand(options.PaneOptions):
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    gold: str | None
    gold_format: str | None
    text: str
    comments: bool
    gold_by: str
    by: str
    average: str
    failures: bool
    without: bool
    store: bool
    format_name: str
    output: Path | None


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@search_options.gold
@search_options.gold_format
@click.option(
    "-e", "--extractor", "names", multiple=True, help="Extractor, or all. Can be repeated."
)
@options.presets
@options.sets
@options.config
@search_options.scored_text
@search_options.comments
@search_options.gold_by
@click.option(
    "--by",
    type=click.Choice([*(by.value for by in By), *GROUPS, WORST_STEP]),
    default=By.RULE.value,
    show_default=True,
    help="Rows: rules, steps, settings, terms of a model, or groups of pages; worst-step: by the"
    " step that decides most of the wrong words of a page.",
)
@click.option(
    "--average",
    type=click.Choice([average.value for average in Average]),
    default=Average.MACRO.value,
    show_default=True,
    help="Lost F1 that orders the rows: the mean of the pages, or that of all words together.",
)
@click.option(
    "--failures",
    is_flag=True,
    help="Count failures as 0: the row No result. Else only pages that every pane answered count.",
)
@click.option(
    "--without",
    is_flag=True,
    help="Also run each pane without each rule that can be off alone.",
)
@stored_results.option
@options.output_format(list(FORMATS), "Format of the rows; jsonl contains everything.")
@options.output_file("rows")
@options.limits
@options.quiet
def losses(**values: Any) -> None:
    """Show which rules of extractors decide the words that they get wrong on PAGES with gold.

    Each wrong word belongs to the rule that decided its block last, so the rows add up to 1 minus
    the token F1 of boilerscope score. If no page has gold, the rows are the words that each rule
    keeps and drops, and how often the other extractors agree.

    Exit codes: 0 success, 1 a page was not read or ended in error or timeout, 2 usage error.
    """
    sys.exit(SOME_FAILED if show_losses(LossesCommand(**values)) else 0)


def show_losses(command: LossesCommand) -> bool:
    """Compute and write the ledgers; return whether a page failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option is wrong; the message names the valid values.
    """
    if command.format_name == "parquet":
        require_parquet()
    batch = batch_folder(command)
    pages = by_annotator(_pages(command, batch), command.gold_by)
    files = [] if batch is None else read_batch_texts(batch, pages)
    panes = (
        () if files else chosen_panes(command.names, command.config, command.sets, command.presets)
    )
    scoring = ScoreOptions(ScoredText(command.text), command.comments, losses=True)
    with stored_results.result_store(kept=command.store) as store:
        work = _Work(command, pages, panes, files, RunOptions(scoring, command.limits), store)
        document = work.document()
    options.write_output(write(document, command.format_name), command.output)
    if not document.has_gold:
        return _has_unread(document.run)
    return report_failures(document.run, quiet=command.quiet)


def _pages(command: LossesCommand, batch: Path | None) -> list[ListedPage]:
    """Return the pages with gold, or all pages if none has gold."""
    if command.gold is not None or batch is not None:
        return gold_pages(command, batch)
    wanted = ListOptions(gold_format=command.gold_format)
    tell = options.tell_left_out(quiet=command.quiet)
    listed = list(list_pages(command.pages, wanted, options.stdin_lines(), tell))
    with_gold = [page for page in listed if page.has_gold]
    if with_gold and len(with_gold) < len(listed) and not command.quiet:
        n_without = len(listed) - len(with_gold)
        of_all = f"{n_without:,} of {counted(len(listed), 'page')}"
        click.echo(f"without gold, left out: {of_all}", err=True)
    pages = with_gold or listed
    return with_marks_beside(pages)


def _has_unread(run: ScoredRun) -> bool:
    """Report pages that could not be read; return whether there are any."""
    unread = run.pages_that_are(PageStatus.UNREAD)
    for page in unread:
        click.echo(f"{page.name}: {page.status.value}: {page.message}", err=True)
    return bool(unread)


class _Work:
    """One run of the command: results, then ledgers, then the facts about their rows."""

    def __init__(
        self,
        command: LossesCommand,
        pages: Sequence[ListedPage],
        panes: tuple[Pane, ...],
        files: Sequence[FilePane],
        options: RunOptions,
        store: ResultStore,
    ) -> None:
        self._command, self._pages, self._panes = command, pages, panes
        self._files, self._options, self._store = files, options, store
        self._named = (*panes, *(file.pane for file in files))
        self._has_gold = any(page.has_gold for page in pages)

    def document(self) -> LossesDocument:
        """Run the panes and return their ledgers."""
        command = self._command
        table = ScoreTable(
            self._pages, [pane.name for pane in self._named], self._options.score.measures
        )
        losses = {
            pane.name: PaneLosses(len(self._pages), with_curves=False) for pane in self._named
        }
        running = CorpusRun(self._pages, self._panes, self._options, self._store, files=self._files)
        with followed(running.results(), len(self._pages), quiet=command.quiet) as progress:
            for result in progress:
                table.add(result)
                take(losses, result)
        read_layouts(table, [command.by])
        books = [self._book(name, of_pane, table) for name, of_pane in losses.items()]
        return LossesDocument(
            scored_run(table, self._named, self._options.score),
            books,
            command.by,
            Average(command.average),
            self._has_gold,
            command.without,
            self._facts(books),
        )

    def _book(self, name: str, losses: PaneLosses, table: ScoreTable) -> Ledger:
        command, everything = self._command, np.ones(len(self._pages), dtype=np.bool_)
        if not self._has_gold:
            pages: NDArray[np.int64] = np.flatnonzero(losses.has_page)
        else:
            pages = (
                scored_pages(table, everything)
                if command.failures
                else compared_pages(table, everything, name)
            )
        if command.by in set(By):
            return ledger(name, losses, pages, by=By(command.by), average=Average(command.average))
        names = (
            worst_steps(losses, pages)
            if command.by == WORST_STEP
            else group_names(table.scored_pages(pages.tolist()), command.by)
        )
        return ledger_by_group(name, losses, pages, names, average=Average(command.average))

    def _facts(self, books: Sequence[Ledger]) -> Facts:
        facts: Facts = {}
        if not self._has_gold:
            agreement = self._agreement()
            for book in books:
                found = agreement.get(book.pane, Agreement()).of(book)
                facts |= {(book.pane, row): of_row for row, of_row in found.items()}
        elif self._command.without and self._command.by == By.RULE:
            for pane, book in zip(self._panes, books, strict=False):
                facts |= self._without(pane, book)
        return facts

    def _agreement(self) -> Mapping[str, Agreement]:
        found: dict[str, Agreement] = {}
        for _ in agreements(self._pages, self._panes, self._options.score, self._store, found):
            pass
        return found

    def _without(self, pane: Pane, book: Ledger) -> Facts:
        """Run a pane without each rule."""
        ways = without_rows(pane, book)
        named = {str(number): way for number, way in enumerate(ways.values())}
        if not named:
            return {}
        variants = {name: way.pane for name, way in named.items()}
        plain = replace(self._options, score=replace(self._options.score, losses=False))
        run = VariantRun(
            self._pages, pane, variants, plain, self._store, indices=book.pages.tolist()
        )
        quiet = self._command.quiet
        with followed(run.results(), run.n_pages, quiet=quiet) as progress:
            for _ in progress:
                pass
        mask, average = np.ones(len(self._pages), dtype=np.bool_), Average(self._command.average)
        return {
            (book.pane, row): RowFacts(_compared(run, name, way.explain(), mask, average))
            for row, (name, way) in zip(ways, named.items(), strict=True)
        }


def _compared(
    run: VariantRun, name: str, how: str, mask: NDArray[np.bool_], average: Average
) -> WithoutRule:
    comparison = run.comparison(name, mask, average)
    return WithoutRule(how, comparison.mean, comparison.difference)
