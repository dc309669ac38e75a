"""Opening of corpora: files, folders, recent corpora, results files, and the corpus field."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFileDialog, QMenu

from boilerscope.app.session.corpus import CorpusPart, ReadLife
from boilerscope.app.window.corpus import texts
from boilerscope.app.window.corpus.dialog import CorpusDialog
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.runs.file_panes import (
    read_batch_panes,
    read_file_panes,
    read_scored_batch,
)
from boilerscope.extractors.runs.gold_panes import annotator_panes, bound_panes
from boilerscope.extractors.scoring.bounds import BOUNDS
from boilerscope.extractors.scoring.gold_results import annotators_of
from boilerscope.extractors.sources.batch_folder import is_batch_folder
from boilerscope.extractors.sources.listing import CORPUS_SUFFIXES
from boilerscope.extractors.sources.words import existing_path
from boilerscope.widgets.plain import entry
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.sources.corpus import Corpus

_MAX_COUNTS = 8
_IN_MENU = (
    *("open_corpus_folder", "open_corpus", "add_results", "add_gold", "add_annotators"),
    *("choose_gold", "audit_gold"),
)
"""Actions in the menu of the corpus field."""
_RESULTS, _BATCH = Kind("results file"), Kind("results of a batch")


class CorpusOpeningController(QObject):
    """Opens corpora, and shows which corpus is open.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: Window) -> None:
        super().__init__(context.views)
        self._corpus, self._window, self._actions = context.corpus, window, actions
        self._state = context.corpus.state
        self._store, self._notifier = context.preferences, context.notifier
        self._work = context.work
        self._field, self._face = window.top.corpus, window.corpus
        self._read: Corpus | None = None
        self._problem = ""
        actions.add("open_corpus", self.ask_file)
        actions.add("open_corpus_folder", self.ask_folder)
        actions.add("add_results", self.ask_results, enabled=self._has_corpus)
        actions.add("add_gold", self.ask_gold, enabled=self._is_batch)
        actions.add("add_bounds", self.add_bounds, enabled=self._lacks_bounds)
        actions.add("add_annotators", self.add_annotators, enabled=self._lacks_annotators)
        actions.add("choose_gold", self.choose_gold, enabled=self._has_annotators)
        actions.add("cancel_reading", self._corpus.cancel_reading, enabled=self._is_reading)
        self._corpus.unread.connect(self._on_unread)
        self._field.clicked.connect(self._show_menu)
        self._face.offer_chosen.connect(self._on_offer)
        self._show()

    def views(self) -> list[View]:
        """Return the views of the open corpus."""
        return [
            View("corpus field", self.refresh, CorpusPart.CORPUS, at_once=True),
            View("last corpus", self._open_last, CorpusPart.FACE, is_shown=self._is_shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.is_shown

    def refresh(self) -> None:
        """Show which corpus is open; remember it, and show the results in it, once it is read."""
        self._show()
        if self._state.record.life is ReadLife.READ and self._read is not self._state.corpus:
            self._read = self._state.corpus
            self._clear_failure()
            self._report_problems()
            self._remember()
            self._show_batch()
            self._score_batch()

    def _report_problems(self) -> None:
        """State why parts of the corpus were left out; the field lists them."""
        corpus = self._state.corpus
        if corpus is None or not corpus.problems:
            return
        first, n_others = corpus.problems[0].message, len(corpus.problems) - 1
        text = translate("Left out: {problem}")
        if n_others:
            text = translate("Left out: {problem} And {count} more, see the corpus field.")
        self._notifier.notify(text.format(problem=first, count=number(n_others)))

    def open(self, path: Path) -> None:
        """Show the Corpus face and open a corpus."""
        self._corpus.show_face(True)
        self._corpus.open(path.absolute())

    def ask_file(self) -> None:
        """Ask for a file or folder and open it."""
        chosen = self._ask_corpus(translate("Open a corpus"))
        if chosen is not None:
            self.open(chosen)

    def ask_gold(self) -> None:
        """Ask for the gold standard of the pages of a batch, and score its results by it."""
        chosen = self._ask_corpus(translate("Add gold to the results of the batch"))
        if chosen is not None:
            self.add_gold(chosen)

    def add_gold(self, gold: Path) -> None:
        """Open a gold standard, and score the results of the open batch by it.

        Its pages are those of the gold, as for ``score --gold``: results of other pages do not
        count.
        """
        self._score(Path(self._state.record.path), gold)

    def _score(self, batch: Path, gold: Path) -> None:
        self._corpus.show_face(True)
        self._corpus.open(gold.absolute(), batch=str(batch))

    def _ask_corpus(self, title: str) -> Path | None:
        patterns = " ".join(f"*{suffix}" for suffix in CORPUS_SUFFIXES)
        everything = f"{translate('All files')} (*)"
        kinds = f"{translate('Corpora')} ({patterns});;{everything}"
        dialog = CorpusDialog(self._window, kinds, title)
        chosen = dialog.ask()
        dialog.deleteLater()
        return chosen

    def ask_folder(self) -> None:
        """Ask for a folder and open it."""
        folder = QFileDialog.getExistingDirectory(self._window, translate("Open a folder of pages"))
        if folder:
            self.open(Path(folder))

    def ask_results(self) -> None:
        """Ask for a results file and add its panes."""
        kinds = f"{translate('Results')} (*.jsonl *.json)"
        file = self._ask(translate("Add results from a file"), kinds)
        if file is not None:
            self.add_results(file)

    def add_results(self, file: Path) -> None:
        """Add the panes of a results file."""
        names = [pane.name for pane in self._state.panes]
        read = once(partial(read_file_panes, file, names))
        take = partial(self._add_file_panes, self._state.record.path)
        self._work.ask(_RESULTS, read, take, failed=self._on_failure)

    def add_bounds(self) -> None:
        """Add the floor, which keeps everything, and the ceiling, the best set of blocks."""
        names = [pane.name for pane in self._state.panes]
        self._add_file_panes(self._state.record.path, bound_panes(names))

    def _lacks_bounds(self) -> bool:
        has_bounds = any(pane.extractor in BOUNDS for pane in self._state.panes)
        return self._has_corpus() and not has_bounds

    def add_annotators(self) -> None:
        """Add a pane for each annotator that the gold names, with the words marked as content."""
        names = [pane.name for pane in self._state.panes]
        panes = annotator_panes(self._missing_annotators(), names)
        self._add_file_panes(self._state.record.path, panes)

    def _missing_annotators(self) -> list[str]:
        present = annotators_of(pane.settings for pane in self._state.panes)
        return [name for name in self._state.annotators if name not in present]

    def _lacks_annotators(self) -> bool:
        return bool(self._missing_annotators())

    def _has_annotators(self) -> bool:
        return bool(self._state.annotators)

    def choose_gold(self) -> None:
        """List the gold itself and the annotators below the corpus field, to score by one."""
        corpus = self._state.corpus
        if corpus is None:
            return
        menu, group = QMenu(self._window), QActionGroup(self)
        for name in ("", *self._state.annotators):
            take = partial(self._corpus.take_gold_of, name)
            label = translate("Marks of {annotator}").format(annotator=name)
            action = menu.addAction(entry(label) if name else translate("Gold of the corpus"), take)
            action.setCheckable(True)
            group.addAction(action)
            action.setChecked(name == corpus.gold_by)
            if action.isChecked():
                menu.setActiveAction(action)
        menu.aboutToHide.connect(menu.deleteLater)
        group.setParent(menu)
        menu.popup(self._field.mapToGlobal(self._field.rect().bottomLeft()))

    def _show_batch(self) -> None:
        """Show the panes and results of a batch."""
        batch = Path(self._state.record.path)
        if is_batch_folder(batch):
            names = [pane.name for pane in self._state.panes]
            read = once(partial(read_batch_panes, batch, names))
            take = partial(self._take_batch, batch)
            self._work.ask(_BATCH, read, take, failed=self._on_failure)

    def _score_batch(self) -> None:
        """Read the results of a batch for the pages of the gold standard that is open now."""
        corpus, record = self._state.corpus, self._state.record
        if corpus is None or not record.batch or self._state.files:
            return  # files stay when a corpus is read again
        gold, batch = Path(record.path), Path(record.batch)
        pages = [page for page in corpus.pages if page.has_gold]
        read = once(partial(read_scored_batch, batch, pages))
        self._work.ask(_BATCH, read, partial(self._take_batch, gold), failed=self._on_failure)

    def _is_batch(self) -> bool:
        return self._has_corpus() and is_batch_folder(Path(self._state.record.path))

    def _take_batch(self, folder: Path, read: tuple[Sequence[FilePane], str]) -> None:
        """Show the panes of a batch, unless another corpus was opened meanwhile."""
        panes, reason = read
        if Path(self._state.record.path) != folder:
            return
        if reason:
            self._corpus.add_files(panes)
            self._corpus.start()
            message = translate("The results of the batch are shown beside your panes: {reason}")
            self._notifier.notify(message.format(reason=reason))
        else:
            self._corpus.show_files(panes)

    def _add_file_panes(self, corpus: str, panes: Sequence[FilePane]) -> None:
        """Add panes to the corpus for which they were read, unless another one was opened since."""
        if self._state.record.path != corpus:
            return
        self._clear_failure()
        self._corpus.add_files(panes)
        names = translate(", ").join(panel.pane.name for panel in panes)
        self._notifier.notify(translate("Results added: {names}").format(names=names))
        self._tell_lost(panes)

    def _tell_lost(self, panes: Sequence[FilePane]) -> None:
        """Report the results that belong to no page of the corpus."""
        pages = [] if self._state.corpus is None else self._state.corpus.pages
        lost = [page_id for panel in panes for page_id in panel.without_page(pages)]
        if lost:
            one = translate("One result belongs to no page of this corpus: {page}")
            several = translate("{n} results belong to no page of this corpus, such as {page}")
            text = one if len(lost) == 1 else several
            self._notifier.notify(text.format(n=number(len(lost)), page=lost[0]))

    def _ask(self, title: str, kinds: str) -> Path | None:
        everything = f"{translate('All files')} (*)"
        file, _ = QFileDialog.getOpenFileName(self._window, title, "", f"{kinds};;{everything}")
        return Path(file) if file else None

    def _has_corpus(self) -> bool:
        return self._state.table is not None

    def _is_reading(self) -> bool:
        return self._state.record.life is ReadLife.READING

    def _on_unread(self, problem: str) -> None:
        """Show why another corpus was not opened; the corpus on screen stays."""
        self._problem = problem
        self._window.top.failure.show_failure(problem, can_retry=False)

    def _on_failure(self, failure: Failure) -> None:
        self._problem = failure.text
        self._window.top.failure.show_failure(failure.text, can_retry=False)

    def _clear_failure(self) -> None:
        """Hide the failure of an earlier file, unless another one is shown by now."""
        failure, problem = self._window.top.failure, self._problem
        if problem and failure.message_label.text() == problem:
            failure.hide()
        self._problem = ""

    def _on_offer(self, command: str) -> None:
        path = existing_path(command)
        if path is not None and path.is_absolute():
            self.open_recent(path)
        else:
            self._actions.trigger(command)

    # -- the last corpus -------------------------------------------------------------------

    def _recent(self) -> list[Path]:
        """Return the recent corpora that still exist, newest first."""
        return [Path(path) for path in self._store.memory.corpora if Path(path).exists()]

    def _remember(self) -> None:
        record = self._state.record
        if record.batch:
            self._store.memory.remember_corpus(record.batch, record.path)
        else:
            self._store.memory.remember_corpus(record.path)
        self._notifier.report_once(self._store.save_memory())

    def _open_last(self) -> None:
        """Open the corpus of the last session, if none was opened since the start."""
        recent = self._recent()
        if self._state.record.life is ReadLife.NONE and recent:
            self.open_recent(recent[0])

    def open_recent(self, path: Path) -> None:
        """Open a recent corpus; a batch with the gold standard by which it was scored last."""
        gold = self._store.memory.golds.get(str(path), "")
        if gold and Path(gold).exists():
            self._score(path, Path(gold))
        else:
            self.open(path)

    def _recent_name(self, path: Path) -> str:
        gold = self._store.memory.golds.get(str(path), "")
        if not gold:
            return str(path)
        return translate("{batch}, scored by {gold}").format(batch=path, gold=Path(gold).name)

    # -- the field -------------------------------------------------------------------------

    def _show(self) -> None:
        record = self._state.record
        name = Path(record.path).name
        self._window.show_corpus_title(name)
        offers = [
            ("open_corpus_folder", translate("Open a folder…")),
            ("open_corpus", translate("Open a file…")),
        ]
        if record.life is ReadLife.NONE:
            text = translate("Open a folder, JSONL, WARC or benchmark")
            self._field.show_corpus("", text)
            recent = [(str(path), path.name) for path in self._recent()[:3]]
            self._face.show_note(text, [*offers, *recent])
        elif record.life is ReadLife.READING:
            count = number(record.n_pages)
            text = translate("Reading, pages so far: {pages}").format(pages=count)
            self._field.show_corpus(name, text)
            self._face.show_note(text, [("cancel_reading", translate("Cancel"))])
        elif record.life is ReadLife.FAILED:
            self._field.show_corpus(name, record.problem, is_error=True)
            self._face.show_note(record.problem, offers)
        elif self._state.corpus is not None:
            counts = texts.contents_text(self._state.corpus)
            left_out = texts.left_out_text(record.n_left_out)
            by = self._state.corpus.gold_by
            gold = translate("gold: {annotator}").format(annotator=by) if by else ""
            parts = (part for part in (counts, gold, left_out) if part)
            self._field.show_corpus(name, "; ".join(parts))
            self._face.show_corpus()

    def _show_menu(self) -> None:
        """Show the contents of the corpus, and offer to open another corpus."""
        menu = QMenu(self._window)
        for line in self._facts():
            menu.addAction(entry(line)).setEnabled(False)
        menu.addSeparator()
        menu.addActions([self._actions[name] for name in _IN_MENU if name in self._actions])
        menu.addSeparator()
        for path in self._recent():
            menu.addAction(entry(self._recent_name(path)), partial(self.open_recent, path))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._field.mapToGlobal(self._field.rect().bottomLeft()))

    def _facts(self) -> list[str]:
        """Return the path of the corpus, its languages and types, problems, and the digest."""
        corpus, table = self._state.corpus, self._state.table
        if corpus is None:
            return []
        lines = [self._state.record.path]
        for label, of in (
            (translate("Sets: {counts}"), "set_name"),
            (translate("Languages: {counts}"), "language"),
            (translate("Types: {counts}"), "page_type"),
        ):
            counted = [item for item in corpus.counts(of).most_common(_MAX_COUNTS) if item[0]]
            if counted:
                counts = translate(", ").join(f"{name} {number(count)}" for name, count in counted)
                lines.append(label.format(counts=counts))
        lines += [problem.message for problem in corpus.problems[:_MAX_COUNTS]]
        if table is not None and table.is_done.any():
            digest = translate("Digest of the pages that are done: {digest}")
            lines.append(digest.format(digest=table.digest[:16]))
        return lines
