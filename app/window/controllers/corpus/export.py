"""Export of the leaderboard, the pages, the groups, a sweep or the trials of a corpus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from boilerscope.app.window.corpus import texts
from boilerscope.app.window.dialogs import show_error
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.scoring.documents import Part, ScoresDocument, filter_as_text
from boilerscope.extractors.scoring.order import chosen
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.widgets.corpus.export_dialog import CorpusExportDialog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.save_dialog import SaveDialog
    from boilerscope.app.window.work.work import Failure
    from boilerscope.widgets.corpus.export_dialog import CorpusExportChoice

_EXPORT = Kind("export", is_kept=True)
_SWEEP, _TRIALS = "sweep", "trials"
"""Parts to export, besides those of the scores."""


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
    save_dialog : SaveDialog
        Dialog that asks for a file to write.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: QWidget,
        save_dialog: SaveDialog,
    ) -> None:
        super().__init__(context.views)
        self._corpus, self._notifier = context.corpus, context.notifier
        self._work = context.work
        self._window, self._save_dialog = window, save_dialog
        actions.add("export_corpus", self.ask, enabled=self._can_export)

    def ask(self) -> None:
        """Ask for the part and the file, and write it."""
        dialog = self._dialog()
        choice = dialog.chosen() if dialog.exec() else None
        dialog.deleteLater()
        if choice is None:
            return
        suffix = FORMATS[choice.format].suffix
        file = self._save_dialog.ask(translate("Export"), f"{choice.part}{suffix}", f"*{suffix}")
        if file is not None:
            self.write(choice, file)

    def write(self, choice: CorpusExportChoice, file: Path) -> None:
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
        view, part, listed = corpus.state.choice, Part(choice.part), corpus.state.order
        options = ScoreOptions(view.text, measures=table.measures)
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
                measure=view.measure,
                facts=facts,
            )
            atomic_write(file, write(document, choice.format))

        self._begin(work, file)

    def _begin(self, work: Callable[[], None], file: Path) -> None:
        self._notifier.notify(translate("Writing {file}").format(file=file.name))
        self._work.ask(
            _EXPORT, once(work), lambda _: self._on_written(file), failed=self._on_failure
        )

    def _on_written(self, file: Path) -> None:
        self._notifier.notify(f"{translate('Written to')} {file}")

    def _on_failure(self, failure: Failure) -> None:
        show_error(self._window, translate("The export could not be written"), failure.text)

    def _can_export(self) -> bool:
        table = self._corpus.state.table
        has_results = table is not None and bool(table.is_done.any())
        has_tried = self._corpus.state.swept is not None or self._corpus.state.searched is not None
        return self._corpus.state.is_shown and (has_results or has_tried)

    def _dialog(self) -> CorpusExportDialog:
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
        if corpus.state.swept is not None:
            labels[_SWEEP] = translate("Sweep")
        if corpus.state.searched is not None:
            labels[_TRIALS] = translate("Trials")
        groups = {
            "type": translate("Page type"),
            "language": translate("Language"),
            "length": translate("Length"),
            "set": translate("Set"),
        }
        formats = {name: format_.label for name, format_ in FORMATS.items() if name != "table"}
        return CorpusExportDialog(
            labels, groups, formats, grouped=Part.GROUPS.value, note=note, parent=self._window
        )
