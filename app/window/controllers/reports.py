"""Reports from the window: the page or the corpus on screen as one HTML file."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from boilerscope.app.session.sources import local_path
from boilerscope.app.window.controllers.proposed_file import proposed_file
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import report_of_page
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats.command_line import options_of
from boilerscope.extractors.own.added import locations
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.scoring.groups import GROUPS, group_names
from boilerscope.extractors.scoring.order import chosen
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.extractors.system.late import late_call, late_calls
from boilerscope.widgets.export.tab import CommandLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QImage

    from boilerscope.api.pane_results import PaneResult
    from boilerscope.api.report.corpus_report import CorpusReport, corpus_report
    from boilerscope.api.report.page_report import PageReport
    from boilerscope.api.report.repeating import corpus_commands
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.dialogs import ask_overwrite, show_error
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.work import Failure, Job
    from boilerscope.extractors.runs.gold_panes import gold_options
    from boilerscope.extractors.scoring.documents import ScoresDocument, filter_as_text
    from boilerscope.extractors.scoring.results import ScoredPage
    from boilerscope.extractors.scoring.run import scored_run
    from boilerscope.widgets.export.dialog import ExportDialog
    from boilerscope.widgets.export.report_tab import ReportChoice, ReportTab
    from boilerscope.widgets.pictures.figure import png_of
else:
    CorpusReport, corpus_report = late_calls(
        "boilerscope.api.report.corpus_report", "CorpusReport", "corpus_report"
    )
    PageReport = late_call("boilerscope.api.report.page_report", "PageReport")
    PaneResult = late_call("boilerscope.api.pane_results", "PaneResult")
    corpus_commands = late_call("boilerscope.api.report.repeating", "corpus_commands")
    ask_overwrite, show_error = late_calls(
        "boilerscope.app.window.dialogs", "ask_overwrite", "show_error"
    )
    ScoresDocument, filter_as_text = late_calls(
        "boilerscope.extractors.scoring.documents", "ScoresDocument", "filter_as_text"
    )
    gold_options = late_call("boilerscope.extractors.runs.gold_panes", "gold_options")
    scored_run = late_call("boilerscope.extractors.scoring.run", "scored_run")
    ReportTab = late_call("boilerscope.widgets.export.report_tab", "ReportTab")
    png_of = late_call("boilerscope.widgets.pictures.figure", "png_of")

_MOST_GROUPS = 30
"""Most columns of a table of groups: a corpus of many sites has one page of each."""


class ReportController(QObject):
    """Writes reports of what is on screen, as the command ``report`` does.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    """

    def __init__(self, context: Context, window: Window) -> None:
        super().__init__(context.views)
        self._context, self._window = context, window
        self._view = window.page.view
        self._waiting: ReportChoice | None = None
        self._tab: ReportTab | None = None
        self._view.picture_ready.connect(self._on_picture)

    def add_to(self, dialog: ExportDialog) -> ReportTab | None:
        """Add a tab for a report of the page, or of the corpus, whichever is on screen."""
        state = self._context.corpus.state
        if state.is_shown and (state.table is None or not state.table.is_done.any()):
            return None
        is_page = not self._context.corpus.state.is_shown
        parts: tuple[str, ...]
        if is_page:
            parts = (
                translate("Page with the decisions of the panes, and their masks in page order"),
                translate("Panes: versions, settings, scores against the gold, traced words"),
                translate("Agreement, and the words that each changed setting changes alone"),
                translate("Every disagreement, with the rules of the minority"),
                translate("Commands that repeat it"),
            )
        else:
            parts = (
                translate("Leaderboard with intervals, and groups"),
                translate("Pages on which the panes differ most"),
                translate("Failures with their reasons"),
                translate("Panes with all settings, and commands that repeat it"),
            )
        tab = ReportTab(parts, proposed_file(self._context, "-report.html"), has_picture=is_page)
        tab.set_command(self.command)
        dialog.add_tab(translate("Report"), tab)
        self._tab = tab
        return tab

    def write_chosen(self) -> bool:
        """Write the choice of the tab; return False if a file must not be replaced."""
        if self._tab is None:
            return True
        choice = self._tab.chosen()
        file = choice.file
        if file.exists() and not ask_overwrite(self._window, [file.name], str(file.parent)):
            return False
        self.write(choice)
        return True

    def write(self, choice: ReportChoice) -> None:
        """Write a report in the background."""
        self._context.notifier.notify(translate("Writing the report…"), kind="report")
        if self._context.corpus.state.is_shown:
            self._write_corpus(choice)
        elif choice.picture:
            self._waiting = choice
            self._view.grab_page()
        else:
            self._write_page(choice, b"")

    # -- a page ----------------------------------------------------------------------------

    def _on_picture(self, image: QImage) -> None:
        choice, self._waiting = self._waiting, None
        if choice is not None:
            self._write_page(choice, png_of(image))

    def _write_page(self, choice: ReportChoice, picture: bytes) -> None:
        session = self._context.session
        page = session.page
        if page is None:
            return
        results = [
            PaneResult(page, Pane(pane.name, pane.extractor, pane.settings), pane.extraction)
            for pane in session.panes
            if pane.extraction is not None and pane.extraction.settings == pane.settings
        ]
        report = PageReport(
            page,
            self._source(),
            results,
            session.gold,
            session.comments,
            picture=picture,
            has_text=choice.page_text,
            session=self._session_file(),
        )
        self._ask(choice.file, partial(report_of_page, report, choice.file))

    def _source(self) -> str:
        """Return the page as commands name it."""
        request = self._context.session_controller.request
        path = None if request is None else local_path(request)
        return self._context.address if path is None else str(path)

    def _session_file(self) -> str:
        """Return the session file that the page was opened from, empty without one."""
        address = self._context.address
        return address if address.endswith(".bscope") else ""

    # -- a corpus --------------------------------------------------------------------------

    def _write_corpus(self, choice: ReportChoice) -> None:
        state = self._context.corpus.state
        settled = state.settled()
        if settled is None:
            return
        table, panes = settled
        view = state.choice
        facts = {}
        if not view.page_filter.is_empty:
            facts = {"filter": filter_as_text(view.page_filter)}
        path, lines = state.record.path, self._corpus_lines()

        def work() -> None:
            rows = np.flatnonzero(chosen(table, view.page_filter)).tolist()
            rows = [row for row in rows if table.pages[row].has_gold]
            options = view.scoring(table.measures)
            run = scored_run(table, panes, options, rows)
            document = ScoresDocument(
                run,
                by=_groups_of(run.pages),
                baseline=view.baseline,
                measure=view.gold_measure,
                facts=facts,
            )
            report = CorpusReport(
                Path(path).name, document, panes, lines, has_text=choice.page_text
            )
            atomic_write(choice.file, corpus_report(report).encode("utf-8", "replace"))

        self._ask(choice.file, once(work))

    def _corpus_lines(self) -> list[str]:
        return corpus_commands([self._context.corpus.state.record.path], *self._corpus_words())

    def _corpus_words(self) -> tuple[list[Pane], list[str]]:
        """Return the panes that a command runs, and its other options: what is on screen."""
        state = self._context.corpus.state
        own = {pane.name for pane in self._context.session.panes}
        panes = [pane for pane in state.ran_panes() if pane.name in own]
        table, view = state.table, state.choice
        if table is None:
            return panes, []
        words = view.scoring(table.measures).as_words()
        rows = np.flatnonzero(chosen(table, view.page_filter)).tolist()
        scored = table.scored_pages(row for row in rows if table.pages[row].has_gold)
        words += [word for name in _groups_of(scored) for word in ("--by", name)]
        words += ["--baseline", view.baseline] if view.baseline else []
        return panes, [*words, *gold_options(state.ran_panes(), table.pages)]

    # -- both ------------------------------------------------------------------------------

    def command(self, choice: ReportChoice) -> CommandLine:
        """Return the command that writes the same report."""
        state, session = self._context.corpus.state, self._context.session
        word = state.record.path if state.is_shown else self._session_file() or self._source()
        request = self._context.session_controller.request
        if not state.is_shown and (request is None or request.rendered or ":" in word[:8]):
            is_address = word.startswith(("http://", "https://"))
            if request is None or request.rendered or not is_address:
                problem = translate("Save the session (Ctrl+S): a command reads it.")
                return CommandLine(problem=problem)
        panes = [Pane(pane.name, pane.extractor, pane.settings) for pane in session.panes]
        further: list[str] = []
        if state.is_shown:
            if not state.choice.page_filter.is_empty:
                return CommandLine(problem=translate("Commands have no filter. Clear the filters."))
            panes, further = self._corpus_words()
        elif session.comments:
            further = ["--comments"]
        try:
            words = ["boilerscope", "report", word, *options_of(panes, locations()), *further]
        except BoilerscopeError as error:
            return CommandLine(problem=str(error))
        words += ["-o", str(choice.file)]
        if not choice.page_text:
            words.append("--no-page-text")
        return CommandLine(shlex.join(words))

    def _ask(self, file: Path, job: Job[None, None]) -> None:
        self._context.work.ask(
            Kind(f"report {file}", is_kept=True),
            job,
            lambda _: self._on_written(file),
            failed=self._on_failure,
        )

    def _on_written(self, file: Path) -> None:
        self._context.preferences.change(last_export_folder=str(file.parent))
        self._context.notifier.notify(f"{translate('Written to')} {file}", kind="report", file=file)

    def _on_failure(self, failure: Failure) -> None:
        show_error(self._window, translate("The report could not be written"), failure.text)


def _groups_of(pages: Sequence[ScoredPage]) -> tuple[str, ...]:
    """Return by what pages form several groups, but not so many that nobody reads a table."""
    return tuple(name for name in GROUPS if 1 < len(set(group_names(pages, name))) <= _MOST_GROUPS)
