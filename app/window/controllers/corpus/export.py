"""Export of a corpus: leaderboard, pages, groups, tabs, sweeps, trials, pictures, reports."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from boilerscope.app.session.corpus import Tab
from boilerscope.app.window.controllers.dialog_tabs import DialogTabs
from boilerscope.app.window.corpus import texts
from boilerscope.app.window.dialogs import ask_overwrite, show_error
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats.command_line import options_of
from boilerscope.extractors.own.added import locations
from boilerscope.extractors.runs.gold_panes import gold_options
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.documents import Part, ScoresDocument, filter_as_text
from boilerscope.extractors.scoring.order import chosen
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.widgets.corpus.scores_tab import ScoresTab
from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.tab import NO_COMMAND, CommandLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.dialog_tabs import TabMaker
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.run import ScoredRun
    from boilerscope.extractors.scoring.writing import Document
    from boilerscope.widgets.corpus.scores_tab import ScoresChoice

_EXPORT = Kind("export", is_kept=True)
_SWEEP, _TRIALS = "sweep", "trials"
"""Parts to export, besides those of the scores and of other tabs."""

_PART_OF_TAB = {Tab.SWEEP: _SWEEP, Tab.LOSSES: "losses", Tab.CHANGES: "changes"}
"""Part that the dialog proposes while a tab is on screen."""


class TabTables(Protocol):
    """Tab in the middle of the face whose tables can be exported.

    Attributes
    ----------
    part : str
        Key of the part in the dialog.
    command : str
        Command that writes the same.
    """

    part: str
    command: str

    def label(self) -> str:
        """Return the name of the part on screen."""
        ...

    def can_export(self) -> bool:
        """Return whether there is something to export."""
        ...

    def compared(self) -> tuple[str, ...]:
        """Return the panes of the tables, in their order; empty for all panes."""
        ...

    def document(self, run: ScoredRun) -> Document:
        """Return what is on screen as a document."""
        ...


class CorpusExportController(QObject):
    """Asks for the part to export, and writes it in the background.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    window : QWidget
        Parent of the dialogs.
    others : sequence of TabMaker
        Controllers of the other tabs of the dialog.
    tables : sequence of TabTables
        Tabs in the middle with tables of their own, such as losses.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: QWidget,
        others: Sequence[TabMaker] = (),
        tables: Sequence[TabTables] = (),
    ) -> None:
        super().__init__(context.views)
        self._corpus, self._notifier = context.corpus, context.notifier
        self._work = context.work
        self._window, self._preferences = window, context.preferences
        self._others = others
        self._tables = {tables.part: tables for tables in tables}
        actions.add("export_corpus", self.ask, enabled=self._can_export)

    def ask(self) -> None:
        """Ask for what to export, and write it; ask again if a file must not be replaced."""
        dialog = ExportDialog(self._window)
        scores = self._scores_tab()
        if scores is not None:
            dialog.add_tab(translate("Scores"), scores)
        tabs = DialogTabs(dialog, self._others)
        dialog.command_copied.connect(self._copy)
        while dialog.exec():
            other = tabs.current()
            if other is not None:
                is_done = other.write_chosen()
            else:
                is_done = scores is not None and self._write_scores(scores.chosen())
            if is_done:
                break
        dialog.deleteLater()

    def _write_scores(self, choice: ScoresChoice) -> bool:
        """Write figures, unless a file would be replaced and must not be; return whether."""
        file = choice.file
        if file.exists() and not ask_overwrite(self._window, [file.name], str(file.parent)):
            return False
        self._preferences.change(last_export_folder=str(file.parent))
        self.write(choice, file)
        return True

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._notifier.notify(translate("The command is copied to the clipboard."))

    def write(self, choice: ScoresChoice, file: Path) -> None:
        """Write a part of the face to a file."""
        corpus, settled = self._corpus, self._corpus.state.settled()
        if choice.part in {_SWEEP, _TRIALS}:
            tried = corpus.state.swept if choice.part == _SWEEP else corpus.state.searched
            if tried is not None:
                make = partial(write, tried, choice.format)
                self._begin(lambda: atomic_write(file, make()), file)
            return
        if settled is None:
            return
        table, panes = settled
        if choice.part in self._tables:
            self._write_tables(self._tables[choice.part], choice.format, file)
            return
        view, part, listed = corpus.state.choice, Part(choice.part), corpus.state.order
        options = view.scoring(table.measures)
        facts = {}
        if not view.page_filter.is_empty:
            facts = {
                "filter": filter_as_text(view.page_filter),
                "run": corpus.state.run.number,
                "pages_from": corpus.state.record.path,
            }

        def work() -> None:
            # Intervals depend on the order of pages: this is the order of the command line.
            rows = np.flatnonzero(chosen(table, view.page_filter)).tolist()
            if part is not Part.PAGES:  # `score` leaves out pages without gold
                rows = [row for row in rows if table.pages[row].has_gold]
            elif listed is not None:
                rows = listed.rows.tolist()
            document = ScoresDocument(
                scored_run(table, panes, options, rows),
                part,
                by=(choice.group,) if part is Part.GROUPS else (),
                baseline=view.baseline,
                measure=view.gold_measure,
                facts=facts,
            )
            atomic_write(file, write(document, choice.format))

        self._begin(work, file)

    def _write_tables(self, tables: TabTables, format_name: str, file: Path) -> None:
        """Write the tables of a tab."""
        settled, state = self._corpus.state.settled(), self._corpus.state
        if settled is None or not tables.can_export():
            return
        table, panes = settled
        panes = _in_order(panes, tables.compared())
        options = state.choice.scoring(table.measures)
        rows = np.flatnonzero(chosen(table, state.choice.page_filter)).tolist()
        document = tables.document(scored_run(table, panes, options, rows))
        self._begin(lambda: atomic_write(file, write(document, format_name)), file)

    def _begin(self, work: Callable[[], None], file: Path) -> None:
        self._notifier.notify(translate("Writing {file}").format(file=file.name))
        self._work.ask(
            _EXPORT, once(work), lambda _: self._on_written(file), failed=self._on_failure
        )

    def _on_written(self, file: Path) -> None:
        self._notifier.notify(f"{translate('Written to')} {file}", file=file)

    def _on_failure(self, failure: Failure) -> None:
        show_error(self._window, translate("The export could not be written"), failure.text)

    def _has_results(self) -> bool:
        table = self._corpus.state.table
        return table is not None and bool(table.is_done.any())

    def _can_export(self) -> bool:
        has_tried = self._corpus.state.swept is not None or self._corpus.state.searched is not None
        return self._corpus.state.is_shown and (self._has_results() or has_tried)

    def _scores_tab(self) -> ScoresTab | None:
        """Return the tab for figures; None if there are none."""
        corpus, table = self._corpus, self._corpus.state.table
        labels = {}
        note = ""
        if table is not None and table.is_done.any():
            labels = {
                Part.LEADERBOARD.value: translate("Leaderboard"),
                Part.PAGES.value: translate("Pages and panes"),
                Part.GROUPS.value: translate("Groups"),
            }
            n_chosen = int(chosen(table, corpus.state.choice.page_filter).sum())
            note = translate(
                "{pages}, as listed. Filter, seed, digest and versions are written as well."
            ).format(pages=texts.n_pages(n_chosen))
        for part, tables in self._tables.items():
            if tables.can_export():
                labels[part] = tables.label()
        if corpus.state.swept is not None:
            labels[_SWEEP] = translate("Sweep")
        if corpus.state.searched is not None:
            labels[_TRIALS] = translate("Trials")
        if not labels:
            return None
        groups = {
            "type": translate("Page type"),
            "language": translate("Language"),
            "length": translate("Length"),
            "set": translate("Set"),
            "site": translate("Site"),
            "layout": translate("Site and layout"),
        }
        formats = {name: format_ for name, format_ in FORMATS.items() if name != "table"}
        tab = ScoresTab(
            labels,
            groups,
            {name: format_.label for name, format_ in formats.items()},
            suffixes={name: format_.suffix for name, format_ in formats.items()},
            folder=Path(self._preferences.current.last_export_folder or Path.home()),
            grouped=Part.GROUPS.value,
            note=note,
        )
        tab.set_command(self.command)
        tab.choose(_PART_OF_TAB.get(corpus.state.choice.tab, ""))
        return tab

    def command(self, choice: ScoresChoice) -> CommandLine:
        """Return the command that writes the same figures, or why there is none."""
        state, view = self._corpus.state, self._corpus.state.choice
        if choice.part in {_SWEEP, _TRIALS}:
            return NO_COMMAND
        if not view.page_filter.is_empty:
            return CommandLine(problem=translate("Commands have no filter. Clear the filters."))
        own = {pane.name for pane in state.panes} - {file.pane.name for file in state.files}
        tables = self._tables.get(choice.part)
        compared = () if tables is None else tables.compared()
        panes = [pane for pane in state.ran_panes() if pane.name in own]
        if compared:
            if not own.issuperset(compared):
                return CommandLine(
                    problem=translate("A pane of results from a file has no command.")
                )
            panes = [*_in_order(panes, compared)]
        name = "score" if tables is None else tables.command
        words = ["boilerscope", name, state.record.path]
        try:
            words += options_of(panes, locations())
            gold = gold_options(state.ran_panes(), () if state.table is None else state.table.pages)
        except BoilerscopeError as error:
            return CommandLine(problem=str(error))
        try:
            words += self._scoring_words(name, choice, gold)
        except ValueError as error:
            return CommandLine(problem=str(error))
        words += ["--format", choice.format, "-o", str(choice.file)]
        return CommandLine(shlex.join(words))

    def _scoring_words(self, name: str, choice: ScoresChoice, gold: list[str]) -> list[str]:
        """Return the options for what is scored and how; `gold` are those for its gold.

        Raises
        ------
        ValueError
            If the command has no such options; the message is for the user.
        """
        state, view = self._corpus.state, self._corpus.state.choice
        if name == "score":
            measures = (view.gold_measure,) if state.table is None else state.table.measures
            words = [*gold, *view.scoring(measures).as_words()]
            words += ["--rows", "pages"] if choice.part == Part.PAGES else []
            words += ["--by", choice.group] if choice.part == Part.GROUPS else []
            return [*words, *(["--baseline", view.baseline] if view.baseline else [])]
        if "--gold-by" in gold:
            raise ValueError(
                translate("This command has no choice of the gold. Choose the gold itself.")
            )
        if name == "losses":
            return view.scoring(()).as_words()
        if view.scored != (ScoredText.PAGE, False):
            raise ValueError(translate("This command scores page text only, without comments."))
        return []


def _in_order(panes: Sequence[Pane], names: Sequence[str]) -> tuple[Pane, ...]:
    """Return the panes with these names, in their order; all panes without names."""
    by_name = {pane.name: pane for pane in panes}
    return tuple(by_name[name] for name in names or by_name)
