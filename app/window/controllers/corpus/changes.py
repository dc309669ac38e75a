"""Tab Changes: what changes from one pane to another, by rule and by page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import OF_RESULTS, CorpusPart, Tab
from boilerscope.app.window.corpus import texts as corpus_texts
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.corpus.rule_errors import first_change_of
from boilerscope.app.window.refresher import View
from boilerscope.app.window.status.texts import rows_copied
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.change_jobs import read_changes
from boilerscope.app.window.work.corpus_jobs import RunRequest
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.file_panes import FilePane
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.changes.document import ChangesDocument
from boilerscope.extractors.scoring.changes.records import Changes, Direction, F1Changes
from boilerscope.extractors.scoring.order import PageFilter, chosen
from boilerscope.widgets.corpus.changes.records import ChangedPage, ChangesRecord
from boilerscope.widgets.corpus.pages.sentences import are_in_characters
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.corpus.walk import PageWalkController
    from boilerscope.app.window.work.change_jobs import ReadChanges
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.scoring.changes.records import PageChange, RuleChange
    from boilerscope.extractors.scoring.run import ScoredRun
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.changes.view import ChangesView

_CLEAR = "clear_filters"
_COMPARE = Kind("changes between panes", at_once=True)


class ChangesController(QObject):
    """Compares two panes on the pages that have results of both.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Starts the commands that the tab offers.
    view : ChangesView
        The tab.
    walk : PageWalkController
        Opens a page with both panes side by side.
    """

    part, command = "changes", "compare"

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        view: ChangesView,
        walk: PageWalkController,
    ) -> None:
        super().__init__(context.views)
        self._actions = actions
        self._context, self._corpus = context, context.corpus
        self._state, self._of = context.corpus.state, context.corpus.state.corpus
        self._view, self._work, self._walk = view, context.work, walk
        self._before = self._after = ""
        self._asked: object = None
        self._is_cancelled = False
        self._changes: Changes | None = None
        self._rule: RuleChange | None = None
        view.panes_chosen.connect(self._choose)
        view.rule_chosen.connect(self._select_rule)
        view.page_chosen.connect(self._corpus.select)
        view.page_opened.connect(self._open)
        view.cancelled.connect(self._cancel)
        view.offer_chosen.connect(self._on_offer)
        for table in (view.rules, view.pages):
            table.rows_copied.connect(self._report_copy)

    def views(self) -> list[View]:
        """Return the views of the tab."""
        return [
            View("corpus of the changes", self._forget_other, CorpusPart.CORPUS),
            View("changes", self.refresh, OF_RESULTS, is_shown=self._is_shown, pace_s=1.0),
            View("page of the changes", self._show_row, CorpusPart.ROW, is_shown=self._is_shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.shows(Tab.CHANGES)

    def _forget_other(self) -> None:
        """Drop the changes of an earlier corpus."""
        if self._state.corpus is not self._of:
            self._of = self._state.corpus
            self._forget()

    def _forget(self) -> None:
        self._work.drop(_COMPARE)
        self._asked = self._changes = self._rule = None
        self._is_cancelled = False

    # -- export ----------------------------------------------------------------------------

    def label(self) -> str:
        """Return the name of the changes in the dialog of exports."""
        return translate("Changes from {before} to {after}").format(
            before=self._before, after=self._after
        )

    def compared(self) -> tuple[str, ...]:
        """Return both panes."""
        return (self._before, self._after)

    def can_export(self) -> bool:
        """Return whether the changes are known."""
        return self._changes is not None

    def document(self, run: ScoredRun) -> ChangesDocument:
        """Return the changes on the pages of a run as a document.

        Raises
        ------
        ValueError
            If they are not known yet, see `can_export`.
        """
        if self._changes is None:
            raise ValueError("the panes are not compared yet")
        return ChangesDocument(run, self._changes.only({*run.rows}))

    # -- comparing -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Compare the chosen panes on the pages that both have results for."""
        table = self._state.table
        self._follow_panes()
        is_busy = self._state.run.is_busy
        if table is None or not self._has_both() or (is_busy and self._changes is None):
            self._note(table)
            return
        if not is_busy:  # traced runs would compete with it for the processors
            self._ask(table)
        self._show()

    def _follow_panes(self) -> None:
        """Keep the chosen panes; in place of those that are gone, take the baseline and others."""
        names = [pane.name for pane in self._state.panes]
        if self._before in names and self._after in names:
            return
        baseline, active = self._state.choice.baseline, self._state.active
        wanted = [self._before, baseline, *names]
        before = next((name for name in wanted if name in names), "")
        others = [self._after, active, *names]
        after = next((name for name in others if name in names and name != before), "")
        self._before, self._after = before, after

    def _has_both(self) -> bool:
        has_panes = bool(self._before and self._after)
        return has_panes and self._rows().size > 0 and all(self._sources())

    def _sources(self) -> tuple[Pane | FilePane | None, ...]:
        return tuple(map(self._state.source_of, (self._before, self._after)))

    def _rows(self) -> NDArray[np.int64]:
        """Return the finished pages of both panes."""
        table = self._state.table
        if table is None:
            return np.zeros(0, dtype=np.int64)
        return table.finished_by((self._before, self._after))

    def _ask(self, table: ScoreTable) -> None:
        """Compare stored results; results without traces are computed first."""
        rows, sources = self._rows(), self._sources()
        use = (self._before, self._after, *sources, self._state.choice.scored)
        asked = (use, len(rows), self._state.run.number)
        is_same_use = self._asked is not None and self._asked[0] == use  # type: ignore[index]  # as made here
        if asked == self._asked or (is_same_use and self._work.is_busy(_COMPARE)):
            return  # compared, or it is asked for again with the new results when it ends
        if not is_same_use:
            self._changes = self._rule = None
        self._asked, self._is_cancelled = asked, False
        options = self._state.choice.scoring(table.measures, losses=True)
        panes = {pane.name: pane for pane in sources if isinstance(pane, Pane)}
        request = RunRequest(
            table.pages,
            tuple(panes.values()),
            tuple(file for file in sources if isinstance(file, FilePane)),
            RunOptions(options, RunLimits(n_jobs())),
            self._corpus.store_folder,
            rows.tolist(),
        )
        self._note_progress(0, len(rows))
        self._work.ask(
            _COMPARE,
            partial(read_changes, request, (self._before, self._after)),
            self._on_compared,
            progress=self._on_progress,
            failed=self._on_failed,
        )

    def _on_progress(self, found: list[ReadChanges]) -> None:
        if self._changes is None and self._is_shown():
            self._note_progress(*found[-1])

    def _note_progress(self, n_done: int, n_pages: int) -> None:
        if self._changes is not None:
            return  # the last good result stays
        text = translate("{before} and {after} are compared with their rules: {done} of {pages}")
        self._view.show_panes(self._record())
        self._view.show_note(
            text.format(
                before=self._before,
                after=self._after,
                done=number(n_done),
                pages=corpus_texts.n_pages(n_pages),
            ),
            is_busy=True,
        )

    def _on_compared(self, changes: Changes) -> None:
        self._changes = changes
        if self._is_shown():
            self.refresh()

    def _on_failed(self, failure: Failure) -> None:
        message = translate("The panes cannot be compared: {error}")
        self._view.show_note(message.format(error=failure.text))

    def _cancel(self) -> None:
        self._work.drop(_COMPARE)
        self._is_cancelled = True
        self._note_cancelled()

    def _note_cancelled(self) -> None:
        self._view.show_note(
            translate("The comparison was cancelled."), [("compare", translate("Compare"))]
        )

    # -- display ---------------------------------------------------------------------------

    def _note(self, table: ScoreTable | None) -> None:
        state = self._state
        self._view.show_panes(self._record())
        if table is None or len(state.panes) < 2:
            self._view.show_note(
                translate("Add a second extractor, or another version of a library, to compare it.")
            )
        elif state.run.is_busy:
            self._view.show_note(translate("The panes run."))
        else:
            label = translate("Run {panes} panes on {pages}").format(
                panes=number(len(state.panes)), pages=corpus_texts.n_pages(len(table.pages))
            )
            self._view.show_note(
                translate("Run the panes to see what changes from one to the other."),
                [("run_corpus", label)],
            )

    def _record(self) -> ChangesRecord:
        """Return a record of the panes alone."""
        return ChangesRecord(self._state.panes, self._before, self._after)

    def _show(self) -> None:
        table = self._state.table
        if not self._is_shown() or table is None:
            return
        if self._changes is None:
            if self._is_cancelled:
                self._note_cancelled()
            return
        mask = chosen(table, self._state.choice.page_filter)
        changes = self._changes.only({*np.flatnonzero(mask).tolist()})
        if not changes.pages:
            self._note_unchanged(changes)
            return
        rules = [rule for direction in Direction for rule in changes.rules(direction)]
        rules.sort(key=lambda rule: -rule.words)
        self._rule = next((rule for rule in rules if _is_same(rule, self._rule)), None)
        f1 = F1Changes(table, (self._before, self._after))
        self._view.show_record(
            ChangesRecord(
                self._state.panes,
                self._before,
                self._after,
                tuple(rules),
                tuple(self._pages(table, changes, f1)),
                self._rule,
                self._state.choice.row,
                len(changes.compared),
                len(changes.pages),
                changes.n_texts,
                changes.n_words(Direction.LOST),
                changes.n_words(Direction.WON),
                f1.mean([page.index for page in changes.compared]),
                self._state_words(),
                are_in_characters(table),
            )
        )

    def _note_unchanged(self, changes: Changes) -> None:
        """Show why there is nothing to list, and what would list something."""
        self._view.show_panes(self._record())
        panes = {"before": self._before, "after": self._after}
        if not changes.compared:
            text = translate("No page that the filter lists has results of {before} and {after}.")
            offers = [(_CLEAR, translate("Clear filters"))]
            self._view.show_note(text.format(**panes), offers)
            return
        pages = corpus_texts.n_pages(len(changes.compared))
        text = translate("{before} and {after} keep the same words on {pages}.")
        texts = [text.format(**panes, pages=pages)]
        if changes.n_texts:
            other = translate("Their texts differ in white space or marks on {pages}.")
            texts.append(other.format(pages=corpus_texts.n_pages(changes.n_texts)))
        texts.append(translate("Choose other panes, or change a setting of one and run it."))
        self._view.show_note(" ".join(texts))

    def _show_row(self) -> None:
        self._view.show_current(self._state.choice.row)

    def _pages(self, table: ScoreTable, changes: Changes, f1: F1Changes) -> list[ChangedPage]:
        """Return the pages that changed, those of the selected rule if there is one."""
        changed = sorted(changes.pages, key=lambda page: -page.words)
        return [
            ChangedPage(
                table.pages[page.index].page_id,
                page,
                self._words(page, Direction.LOST),
                self._words(page, Direction.WON),
                f1.of_page(page.index),
            )
            for page in changed
            if self._rule is None or self._rule.name in page.words_of[self._rule.direction]
        ]

    def _words(self, page: PageChange, direction: Direction) -> int:
        words = page.words_of[direction]
        if self._rule is None:
            return sum(words.values())
        return words.get(self._rule.name, 0) if self._rule.direction is direction else 0

    def _state_words(self) -> str:
        if self._state.run.is_busy:
            return translate("The panes run.")
        outdated = {*self._state.outdated()} & {self._before, self._after}
        return translate("Outdated") if outdated else ""

    # -- actions of the user ---------------------------------------------------------------

    def _choose(self, before: str, after: str) -> None:
        self._before, self._after = before, after
        self.refresh()

    def _select_rule(self, rule: RuleChange | None) -> None:
        self._rule = rule
        self._show()

    def _open(self, row: int) -> None:
        """Open a page with both panes side by side, at the first change."""
        find = partial(first_change_of, before=self._before, after=self._after, rule=self._rule)
        self._walk.open(row, self._after, find, compared=self._before)

    def _on_offer(self, command: str) -> None:
        if command == "compare":
            self._forget()
            self.refresh()
        elif command == _CLEAR:
            self._corpus.filter_by(PageFilter())
        else:
            self._actions.trigger(command)

    def _report_copy(self, n_rows: int) -> None:
        self._context.notifier.notify(rows_copied(n_rows), kind="copied")


def _is_same(rule: RuleChange, other: RuleChange | None) -> bool:
    """Return whether two rows are of the same rule, whose words may have changed."""
    return other is not None and (rule.direction, rule.name) == (other.direction, other.name)
