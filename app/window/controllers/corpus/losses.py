"""Tab Losses: the ledger of a pane, its selected rule, and the pages of the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from boilerscope.app.session.corpus import MEASURE, OF_RESULTS, CorpusPart, RunLife, Tab
from boilerscope.app.session.stored_scene import rule_layer
from boilerscope.app.window.controllers.corpus.loss_variants import LossVariants
from boilerscope.app.window.corpus import texts as corpus_texts
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.corpus.rule_errors import first_difference_of, first_error_of
from boilerscope.app.window.refresher import View
from boilerscope.app.window.status.texts import rows_copied
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.corpus_jobs import RunRequest
from boilerscope.app.window.work.loss_jobs import read_losses
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.groups import GROUPS, group_names
from boilerscope.extractors.scoring.losses.document import NO_FACTS, LossesDocument, RowFacts
from boilerscope.extractors.scoring.losses.ledger import (
    KEYS,
    WORST_STEP,
    By,
    compared_pages,
    ledger,
    ledger_by_group,
    pages_of,
    worst_steps,
)
from boilerscope.extractors.scoring.order import Sort, SortKey, chosen
from boilerscope.extractors.scoring.parts import OfRule
from boilerscope.widgets.corpus.losses.records import (
    LossesRecord,
    LossLine,
    RulePage,
    RuleWords,
    SelectedRule,
    WhatIf,
)
from boilerscope.widgets.corpus.losses.texts import full_name, row_names
from boilerscope.widgets.corpus.pages.sentences import are_in_characters, filter_words
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.corpus.layouts import LayoutReader
    from boilerscope.app.window.controllers.corpus.sweep import SweepController
    from boilerscope.app.window.controllers.corpus.walk import PageWalkController
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.loss_jobs import ReadLosses
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.extractors.scoring.losses.ledger import Ledger, LedgerRow
    from boilerscope.extractors.scoring.run import ScoredRun
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.records import PaneRecord

_CANCEL, _READ_AGAIN = "cancel_reading", "read_again"
"""Offers of the note that stands in for the table while losses are read."""
_READ, _COUNT = Kind("losses of a pane", at_once=True), Kind("ledger of a pane")
_N_WHERE = 5


@dataclass(frozen=True, slots=True)
class _Book:
    """A ledger, the ledger by rule that variants are run for, and agreement without gold."""

    pane: str
    book: Ledger
    by_rule: Ledger
    by: str
    has_gold: bool
    agreement: Mapping[LedgerRow, RowFacts]


class LossesController(QObject):
    """Shows where a pane loses F1, from stored results.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    walk : PageWalkController
        Opens the page on which a rule is wrong.
    sweep : SweepController
        Takes the setting of a rule.
    layouts : LayoutReader
        Reads the layouts that groups need.

    Signals
    -------
    setting_asked(str, str)
        Show the setting of a pane: pane, setting.
    rule_shown(object)
        Show the words of the selected rule along the page: a function of a `StoredPage` that
        returns a `Layer` or None; None without a rule.
    """

    setting_asked = Signal(str, str)
    rule_shown = Signal(object)

    part, command = "losses", "losses"

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: Window,
        walk: PageWalkController,
        sweep: SweepController,
        layouts: LayoutReader,
    ) -> None:
        super().__init__(context.views)
        self._context, self._corpus = context, context.corpus
        self._view, self._panel = window.losses, window.selected_rule
        self._state, self._of = context.corpus.state, context.corpus.state.corpus
        self._work, self._walk, self._sweep = context.work, walk, sweep
        self._by, self._text = By.RULE.value, ""
        self._selected: LossLine | None = None
        self._asked: object = None
        self._progress: ReadLosses | None = None
        self._problem = ""
        """Why the losses that were asked for are not read, empty while they may come."""
        self._read: ReadLosses | None = None
        self._counted: object = None
        self._book: _Book | None = None
        self._pages: tuple[RulePage, ...] = ()
        self._layouts = layouts
        layouts.changed.connect(self._show)
        self._variants = LossVariants(context, self._key)
        self._variants.changed.connect(self._show)
        self._connect(actions)

    def _connect(self, actions: ActionRegistry) -> None:
        view, table = self._view, self._view.table
        view.pane_chosen.connect(self._corpus.activate)
        view.by_chosen.connect(self._divide)
        view.filter_changed.connect(self._search)
        view.without_asked.connect(self._variants.run_without)
        view.mark_asked.connect(self._mark)
        view.measure_asked.connect(lambda: self._corpus.score_by(MEASURE))
        view.offer_chosen.connect(partial(self._take_offer, actions))
        view.what_if.applied.connect(self._apply)
        view.what_if.sweep_asked.connect(self._open_sweep)
        view.what_if.run_asked.connect(self._variants.run_curve)
        view.pages.chosen.connect(self._corpus.select)
        view.pages.opened.connect(self._open)
        view.pages.all_asked.connect(self._list_pages)
        table.chosen.connect(self._select)
        table.opened.connect(self._open_worst)
        table.setting_asked.connect(lambda: self._go_to(""))
        table.without_asked.connect(self._variants.run_without)
        table.rows_copied.connect(
            lambda n: self._context.notifier.notify(rows_copied(n), kind="copied")
        )
        self._panel.open_asked.connect(self._open_worst)
        self._panel.stepped.connect(table.step)
        self._panel.setting_asked.connect(self._go_to)

    def label(self) -> str:
        """Return the name of the ledger in the dialog of exports."""
        return translate("Losses")

    def compared(self) -> tuple[str, ...]:
        """Return no panes: the command takes all of them."""
        return ()

    def can_export(self) -> bool:
        """Return whether there is a ledger on screen."""
        return self._book is not None

    def document(self, run: ScoredRun) -> LossesDocument:
        """Return the ledger on screen as a document.

        Raises
        ------
        ValueError
            If there is none, see `can_export`.
        """
        if self._book is None:
            raise ValueError("the losses are not counted yet")
        book, by_rule = self._book, self._by == By.RULE
        facts = {(book.pane, row): self._facts(row) for row in book.book.rows}
        return LossesDocument(
            run,
            [book.book],
            book.by,
            self._state.choice.average,
            book.has_gold,
            by_rule and any(fact.without is not None for fact in facts.values()),
            facts,
        )

    def _facts(self, row: LedgerRow) -> RowFacts:
        """Return what the table shows of a row beside its words."""
        book = self._book
        if book is not None and not book.has_gold:
            return book.agreement.get(row, NO_FACTS)
        is_rule = self._by == By.RULE
        return RowFacts(self._variants.without_rule(self._key(row)) if is_rule else None)

    def step(self, by: int) -> None:
        """Select the next (1) or the previous (-1) rule."""
        self._view.table.step(by)

    def views(self) -> list[View]:
        """Return the views of the tab."""
        return [
            View("corpus of the losses", self._forget_other, CorpusPart.CORPUS),
            View("losses", self.refresh, OF_RESULTS, is_shown=self._is_shown, pace_s=1.0),
            View("page of a rule", self._show, CorpusPart.ROW, is_shown=self._is_shown),
            View("strip of a rule", self._show_layer, CorpusPart.TAB | CorpusPart.FACE),
        ]

    def _is_shown(self) -> bool:
        return self._state.shows(Tab.LOSSES)

    def _forget_other(self) -> None:
        """Drop the losses of an earlier corpus."""
        if self._state.corpus is not self._of:
            self._of = self._state.corpus
            self._work.drop(_READ)
            self._work.drop(_COUNT)
            self._variants.drop()
            self._asked = self._read = self._counted = self._book = None
            self._pages, self._selected = (), None

    # -- reading and counting --------------------------------------------------------------

    def refresh(self) -> None:
        """Read the losses of the active pane, and count them on the pages of the filter."""
        table, record = self._state.table, self._record()
        if table is None or record is None or not table.finished_by([record.name]).size:
            self._note()
            return
        self._ask_losses(table, record)
        self._count(table, record)
        self._show()

    def _record(self) -> PaneRecord | None:
        """Return the active pane, or the first pane."""
        panes = self._state.panes
        active = self._state.active
        return next((pane for pane in panes if pane.name == active), panes[0] if panes else None)

    def _ran(self, name: str) -> Pane | None:
        """Return a pane with the settings of its results, None for results from a file."""
        source = self._state.source_of(name)
        return source if isinstance(source, Pane) else None

    def _ask_losses(self, table: ScoreTable, record: PaneRecord) -> None:
        """Read the losses of a pane from the store, where the run has put them."""
        pane, rows = self._ran(record.name), table.finished_by([record.name])
        files = tuple(file for file in self._state.files if file.pane.name == record.name)
        if pane is None and not files:
            return
        use = (record.name, pane, len(files), self._state.choice.scored)
        if self._work.is_busy(_READ) and self._asked is not None and self._asked[0] == use:  # type: ignore[index]  # as made here
            return  # it is asked for again with the new results when it ends
        asked = (use, len(rows), self._state.run.life, self._state.run.number)
        if asked == self._asked:
            return
        if self._asked is None or self._asked[0] != use:  # type: ignore[index]  # as made here
            self._read = self._book = self._counted = None
        self._asked, self._progress, self._problem = asked, None, ""
        options = self._state.choice.scoring(table.measures, losses=True)
        has_gold = bool(table.is_scored.any())
        request = RunRequest(
            table.pages,
            () if pane is None or files else (pane,),
            files,
            RunOptions(options, RunLimits(n_jobs())),
            self._corpus.store_folder,
            rows.tolist(),
        )
        compared = () if has_gold else self._state.ran_panes()
        self._work.ask(
            _READ,
            partial(read_losses, request, compared),
            self._on_read,
            progress=self._on_progress,
            failed=self._on_failed,
        )

    def _on_progress(self, read: list[ReadLosses]) -> None:
        self._progress = read[-1]
        self._show()

    def _on_read(self, read: ReadLosses) -> None:
        self._read, self._counted = read, None
        if self._is_shown():
            self.refresh()

    def _on_failed(self, failure: Failure) -> None:
        message = translate("The losses cannot be read: {error}")
        self._problem = message.format(error=failure.text)
        self._show()

    def _take_offer(self, actions: ActionRegistry, offer: str) -> None:
        if offer == _CANCEL:
            self._work.drop(_READ)
            self._problem = translate("Cancelled")
            self._show()
        elif offer == _READ_AGAIN:
            self._asked = None
            self.refresh()
        else:
            actions.trigger(offer)

    def _count(self, table: ScoreTable, record: PaneRecord) -> None:
        """Count the words on the pages that the leaderboard averages."""
        read, choice, by = self._read, self._state.choice, self._by
        if read is None:
            return
        decides = (choice.page_filter, choice.average, choice.deciders)
        counted = (read, decides, by, self._state.n_results)
        if counted == self._counted:
            return
        self._counted = counted
        mask = chosen(table, choice.page_filter)

        def count() -> _Book:
            return _counted(table, record.name, read, mask, by, choice.average)

        self._work.ask(_COUNT, once(count), self._on_counted, failed=self._on_failed)

    def _on_counted(self, book: _Book) -> None:
        self._book, read = book, self._read
        record = self._record()
        if record is not None and read is not None and record.name == book.pane:
            by_rule = book.by_rule if book.has_gold else None
            self._variants.show_book(record, self._ran(record.name), by_rule, read.losses)
        self._show_rule()
        self._show()

    # -- display ---------------------------------------------------------------------------

    def _note(self) -> None:
        state, table = self._state, self._state.table
        self._panel.show_rule(None)
        if table is None or not state.panes:
            self._view.show_note(translate("Add an extractor to see where it loses F1."))
            return
        text = translate("Run the panes to see where they lose F1.")
        if state.run.is_busy:
            self._view.show_note(translate("The panes run."))
            return
        label = translate("Run {panes} panes on {pages}").format(
            panes=number(len(state.panes)), pages=corpus_texts.n_pages(len(table.pages))
        )
        self._view.show_note(text, [("run_corpus", label)])

    def _lines(self) -> list[LossLine]:
        """Return the rows that contain the text of the filter."""
        if self._book is None:
            return []
        lines = [self._line(row, self._book) for row in self._book.book.rows]
        if not self._book.has_gold:
            lines.sort(key=lambda line: -line.n_different)
        if not self._text:
            return lines
        return [line for line in lines if self._text in _haystack(line)]

    def _line(self, row: LedgerRow, book: _Book) -> LossLine:
        name, text = row_names(row, self._by)
        facts = book.agreement.get(row, NO_FACTS)
        key = self._key(row)
        without = self._variants.without(key) if self._by == By.RULE else None
        return LossLine(key, row, name, text, without, facts.agreement, facts.n_different)

    def _key(self, row: LedgerRow) -> str:
        """Return a name of a row that stays the same while results arrive."""
        if row.group or not row.addresses:
            return row.group
        by = By(self._by) if self._by in set(By) else By.RULE
        return repr(KEYS[by](row.addresses[0]))

    def _show(self) -> None:
        record, book = self._record(), self._book
        if not self._is_shown() or record is None:
            return
        if book is None or book.pane != record.name or self._problem:
            if self._asked:
                self._show_reading(record)
            return
        choice, lines = self._state.choice, self._lines()
        total = book.book.total
        total_name = translate("All errors of {pane}")
        if not book.has_gold:
            total_name = translate("All decisions of {pane}")
        characters = are_in_characters(self._state.table)
        self._view.show_record(
            LossesRecord(
                record,
                self._state.panes,
                self._by,
                tuple(lines),
                LossLine("", total, total_name.format(pane=record.name)),
                choice.average,
                book.book.f1(choice.average),
                book.book.n_pages,
                self._title(book.book.n_pages, characters=characters),
                selected.key if (selected := self._selected_line()) else "",
                choice.measure != MEASURE and book.has_gold,
                book.has_gold,
                self._state_words(record.name, book.book.n_pages),
                self._variants.offer() if self._by == By.RULE and book.has_gold else "",
                self._variants.is_running,
                characters,
            )
        )
        self._view.what_if.show_curve(self._what_if(book))
        self._show_selected()

    def _what_if(self, book: _Book) -> WhatIf:
        """Return the curve of the selected rule, or why there is none."""
        if self._by not in set(By):
            return WhatIf(note=translate("A group of pages has no threshold."))
        if not book.has_gold:
            return WhatIf(note=translate("Without gold there is no F1 to show over a threshold."))
        return self._variants.what_if()

    def _show_reading(self, record: PaneRecord) -> None:
        """Show how far the losses of a pane are read, or why they are not."""
        read, offer = self._progress, (_CANCEL, translate("Cancel"))
        if self._problem:
            text, offer = self._problem, (_READ_AGAIN, translate("Read the losses"))
        elif read is None:
            text = translate("Reading the losses of {pane}").format(pane=record.name)
        else:
            text = translate("Reading the losses of {pane}: {done} of {pages} pages").format(
                pane=record.name, done=number(read.n_done), pages=number(read.n_pages)
            )
        self._view.show_note(text, [offer])
        self._panel.show_rule(None)

    def _title(self, n_pages: int, *, characters: bool) -> str:
        page_filter = self._state.choice.page_filter
        if page_filter.is_empty:
            return ""
        text = translate("Losses of {pages}: {filter}")
        return text.format(
            pages=corpus_texts.n_pages(n_pages),
            filter=filter_words(page_filter, characters=characters),
        )

    def _state_words(self, name: str, n_pages: int) -> str:
        """Return the state of a ledger of `n_pages` pages.

        The pages are those of the ledger: the run bar counts those of the present run.
        """
        run, table = self._state.run, self._state.table
        if run.life in {RunLife.RUNNING, RunLife.PAUSED} and table is not None:
            text = translate("Interim results: losses on {n} of {pages}")
            if name in self._state.outdated():
                text = translate("Results of earlier settings: losses on {n} of {pages}")
            pages = corpus_texts.n_pages(len(table.pages))
            return text.format(n=number(n_pages), pages=pages)
        progress = self._layouts.ask("losses", self._by)
        if progress:
            return progress
        return translate("Outdated") if name in self._state.outdated() else ""

    # -- the selected rule -----------------------------------------------------------------

    def _select(self, key: str) -> None:
        """Select a row, and the page with most wrong words of it, whose strips are shown."""
        self._selected = next((line for line in self._lines() if line.key == key), None)
        self._show_rule()
        rows = [page.row for page in self._pages]
        if rows and self._state.choice.row not in rows and self._book is not None:
            self._corpus.select(rows[0], self._book.pane)
        self._show()

    def _selected_line(self) -> LossLine | None:
        """Return the line that the user chose, else the first one, also while results arrive."""
        lines, wanted = self._lines(), self._selected
        if wanted is not None:
            # With another threshold, the sentence of a rule is another one, and so is its key.
            same = [line for line in lines if _same_rule(line, wanted)]
            same.sort(key=lambda line: line.key != wanted.key)
            lines = same or lines
        return next(iter(lines), None)

    def _show_rule(self) -> None:
        """Find the pages and the curve of the selected rule."""
        line, read, book, table = self._selected_line(), self._read, self._book, self._state.table
        self._pages = ()
        self._show_layer()
        if line is None or read is None or book is None or table is None:
            self._variants.show_rule(None)
            return
        self._variants.show_rule(line if book.has_gold else None)
        rows, is_of = self._rows_of(line, book), self._is_of(line)
        if book.has_gold:
            found = pages_of(read.losses, rows, is_of)
            words = [(row, missed + kept) for row, missed, kept in found]
        else:
            words = [] if read.agreement is None else read.agreement.pages(rows, is_of)
        # Without gold, the agreement of the pane on the page stands where its F1 would.
        values = table.values(MEASURE) if book.has_gold else table.agreement
        column = table.panes.index(book.pane)
        self._pages = tuple(
            RulePage(
                row,
                table.pages[row].page_id,
                n_words,
                float(values[row, column]),
            )
            for row, n_words in words
        )

    def _show_layer(self) -> None:
        """Show the wrong words of the rule in the strips while the tab is on screen."""
        line, book = self._selected_line(), self._book
        if line is None or book is None or not self._is_shown() or line.row.group:
            layer_of = None
        else:
            label = translate("Blocks of {rule}").format(rule=line.name or line.text)
            layer_of = partial(
                rule_layer,
                pane=book.pane,
                label=label,
                is_of=self._is_of(line),
                comments=self._state.choice.comments,
            )
        self.rule_shown.emit(layer_of)

    def _rows_of(self, line: LossLine, book: _Book) -> NDArray[np.int64]:
        """Return the pages of a line: those of its group, if lines are groups."""
        if not line.row.group:
            return book.book.pages
        names = np.array(book.book.groups, dtype=object)
        rows: NDArray[np.int64] = book.book.pages[names == line.row.group]
        return rows

    @staticmethod
    def _is_of(line: LossLine) -> Callable[[Address], bool]:
        if line.row.group:
            return lambda _: True
        addresses = frozenset(line.row.addresses)
        return lambda address: address in addresses

    def _show_selected(self) -> None:
        line, book = self._selected_line(), self._book
        if line is None or book is None:
            self._panel.show_rule(None)
            self._view.pages.show_pages("", (), None, RuleWords.MISSED)
            return
        choice = self._state.choice
        row = line.row
        words = RuleWords.MISSED if row.missed >= row.wrongly_kept else RuleWords.KEPT
        if not book.has_gold:
            words = RuleWords.OTHER
        self._view.pages.show_pages(
            line.name or line.text,
            self._pages,
            choice.row,
            words,
        )
        first = row.addresses[0] if row.addresses and not row.group else None
        step = ""
        if first is not None and first.step:
            step = translate("Step {code}, {title}").format(
                code=first.step, title=declared(first.title)
            )
        keys = [other.key for other in self._lines()]
        place = translate("{position} of {rules}").format(
            position=number(keys.index(line.key) + 1), rules=number(len(keys))
        )
        page = self._page_to_open()
        self._panel.show_rule(
            SelectedRule(
                line,
                book.book.total.lost(choice.average),
                choice.average,
                place,
                step,
                self._fields(first),
                self._where(line, book),
                "" if page is None else page.name,
                book.book.n_pages,
                has_gold=book.has_gold,
                characters=are_in_characters(self._state.table),
            )
        )

    def _fields(self, address: Address | None) -> tuple[tuple[str, str], ...]:
        record = self._record()
        if address is None or record is None:
            return ()
        known = record.settings.__dataclass_fields__
        return tuple(
            (name, find_knob(type(record.settings), name).source.value)
            for name in address.fields
            if name in known
        )

    def _where(self, line: LossLine, book: _Book) -> tuple[tuple[str, float], ...]:
        """Return the page types with most wrong words of a rule."""
        table, read = self._state.table, self._read
        if table is None or read is None or not line.row.wrong or line.row.group:
            return ()
        names = _names(table, book.book.pages, "type")
        groups = ledger_by_group("", read.losses, book.book.pages, names, self._is_of(line)).rows
        ranked = sorted((r for r in groups if r.wrong), key=lambda r: -r.wrong)
        shares = [(r.group, r.wrong / line.row.wrong) for r in ranked]
        first, rest = shares[:_N_WHERE], shares[_N_WHERE:]
        if rest:
            label = translate("1 other") if len(rest) == 1 else translate("{n} others")
            label = label.format(n=number(len(rest)))
            first.append((label, sum(share for _, share in rest)))
        return tuple(first)

    # -- actions of the user ---------------------------------------------------------------

    def _divide(self, by: str) -> None:
        self._by, self._selected, self._counted = by, None, None
        self.refresh()

    def show_steps(self) -> None:
        """Show the tab with groups of pages by the step that decides most of their wrong words."""
        self._divide(WORST_STEP)
        self._corpus.show_tab(Tab.LOSSES)

    def _search(self, text: str) -> None:
        self._text = text.strip().casefold()
        self._show()

    def _page_to_open(self) -> RulePage | None:
        """Return the selected page if the rule is wrong on it, else the page with most words."""
        current = self._state.choice.row
        first = next(iter(self._pages), None)
        return next((page for page in self._pages if page.row == current), first)

    def _open_worst(self) -> None:
        page = self._page_to_open()
        if page is not None:
            self._open(page.row)

    def _open(self, row: int) -> None:
        """Open a page at the first block that the rule got wrong."""
        line, book = self._selected_line(), self._book
        if book is None:
            return
        find, first = None, first_error_of if book.has_gold else first_difference_of
        if line is not None and not line.row.group:
            find = partial(first, pane=book.pane, is_of=self._is_of(line))
        self._walk.open(row, book.pane, find, with_gold=book.has_gold)

    def _mark(self) -> None:
        """Open the selected page, else the first page of the ledger, and begin to mark its gold."""
        row, book = self._state.choice.row, self._book
        if row is None and book is not None and book.book.n_pages:
            row = int(book.book.pages[0])
        if row is not None:
            self._walk.mark(row)

    def _list_pages(self) -> None:
        """List the pages of the rule, the worst first."""
        line, book, choice = self._selected_line(), self._book, self._state.choice
        if line is None or book is None:
            return
        rows = tuple(page.row for page in self._pages)
        words = tuple(page.n_wrong for page in self._pages)
        part = OfRule(book.pane, line.name or line.text, rows, words, book.has_gold)
        self._corpus.filter_by(replace(choice.page_filter, part=part))
        self._corpus.sort_by(Sort(SortKey.RULE, choice.measure, rule=part))
        self._corpus.show_tab(Tab.PAGES)

    def _go_to(self, field: str) -> None:
        """Go to a setting of the rule, the one of the curve if none is named."""
        book, name = self._book, field or self._variants.field
        if book is not None and name:
            self.setting_asked.emit(book.pane, name)

    def _apply(self) -> None:
        """Give the pane the best value of the curve, as one step of undo."""
        better = self._variants.better()
        if better is None:
            return
        name, settings = better
        self._context.session_controller.set_settings({name: settings})
        text = translate("{setting} applied to {pane}. Ctrl+Z undoes this.")
        self._context.notifier.notify(text.format(setting=self._variants.field, pane=name))

    def _open_sweep(self) -> None:
        """Open the sweep with the setting of the curve and its range."""
        book = self._book
        if book is not None and self._variants.field:
            self._sweep.choose(book.pane, self._variants.field)
            self._corpus.show_tab(Tab.SWEEP)


def _counted(
    table: ScoreTable,
    pane: str,
    read: ReadLosses,
    mask: BoolArray,
    by: str,
    average: object,
) -> _Book:
    """Return the ledgers of a pane over the pages that are averaged, among those that are read."""
    losses, has_gold = read.losses, bool(table.is_scored.any())
    pages = compared_pages(table, mask, pane) if has_gold else np.flatnonzero(mask)
    pages = pages[losses.has_page[pages]]
    by_rule = ledger(pane, losses, pages, average=average)  # type: ignore[arg-type]  # of the choice
    if by in set(By):
        book = ledger(pane, losses, pages, by=By(by), average=average)  # type: ignore[arg-type]  # of the choice
    else:
        names = worst_steps(losses, pages) if by == WORST_STEP else _names(table, pages, by)
        book = ledger_by_group(pane, losses, pages, names, average=average)  # type: ignore[arg-type]  # of the choice
    agreement = {} if has_gold or read.agreement is None else read.agreement.of(book)
    return _Book(pane, book, by_rule, by, has_gold, agreement)


def _names(table: ScoreTable, pages: NDArray[np.int64], by: str) -> list[str]:
    """Return the group of each of some pages."""
    kind = by if by in GROUPS else "type"
    return group_names(table.scored_pages(pages.tolist()), kind)


def _same_rule(one: LossLine, other: LossLine) -> bool:
    """Return whether two rows are one rule with the same outcome, or the same group."""
    if not one.name:
        return one.key == other.key
    return (one.name, one.row.outcome) == (other.name, other.row.outcome)


def _haystack(line: LossLine) -> str:
    fields = " ".join(field for address in line.row.addresses for field in address.fields)
    return f"{full_name(line)} {fields}".casefold()
