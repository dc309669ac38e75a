"""Opening of corpora: files, folders, recent ones, and what the corpus field says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from app.session.corpus import CorpusPart, ReadLife
from app.window.translation import translate
from widgets.words import number

if TYPE_CHECKING:
    from app.session.corpus import CorpusChanged
    from app.window.action_registry import ActionRegistry
    from app.window.controllers.context import Context
    from app.window.window import Window

_MAX_LANGUAGES = 2


class CorpusOpeningController(QObject):
    """Opens corpora, and shows which one is open.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    window : Window
        The window.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: Window) -> None:
        super().__init__(context.views)
        self._corpus, self._window = context.corpus, window
        self._field, self._face = window.top.corpus, window.corpus
        actions.add("open_corpus", self.ask_file)
        actions.add("open_corpus_folder", self.ask_folder)
        self._face.offer_chosen.connect(self._on_offer)
        self._corpus.changed.connect(self._on_change)
        self._show()

    def open(self, path: Path) -> None:
        """Show the Corpus face and open a corpus."""
        self._corpus.show_face(True)
        self._corpus.open(path)

    def ask_file(self) -> None:
        """Ask for a file and open it."""
        kinds = "*.jsonl *.json *.warc *.warc.gz"
        file, _ = QFileDialog.getOpenFileName(
            self._window,
            translate("Open a corpus"),
            "",
            f"{translate('Corpora')} ({kinds});;{translate('All files')} (*)",
        )
        if file:
            self.open(Path(file))

    def ask_folder(self) -> None:
        """Ask for a folder and open it."""
        folder = QFileDialog.getExistingDirectory(self._window, translate("Open a folder of pages"))
        if folder:
            self.open(Path(folder))

    def _on_offer(self, command: str) -> None:
        if command == "folder":
            self.ask_folder()
        elif command == "file":
            self.ask_file()
        elif command == "skip":
            self._corpus.open_without_errors()

    def _on_change(self, change: CorpusChanged) -> None:
        if change.parts & CorpusPart.CORPUS:
            self._show()

    def _show(self) -> None:
        record = self._corpus.record
        name = Path(record.path).name
        offers = [("folder", translate("Open a folder…")), ("file", translate("Open a file…"))]
        if record.life is ReadLife.NONE:
            text = translate("Open a folder, JSONL, WARC or benchmark")
            self._field.show_corpus("", text)
            self._face.show_note(text, offers)
        elif record.life is ReadLife.READING:
            text = translate("Reading, {pages} pages so far").format(pages=number(record.n_pages))
            self._field.show_corpus(name, text)
            self._face.show_note(text, [])
        elif record.life is ReadLife.FAILED:
            self._field.show_corpus(name, record.problem)
            self._face.show_note(record.problem, [("skip", translate("Open without it")), *offers])
        else:
            self._field.show_corpus(name, self._counts())
            self._face.show_corpus()

    def _counts(self) -> str:
        """Return what is in the corpus: ``4 sets, 223 pages, 219 with gold; en 166, zh 42``."""
        corpus = self._corpus.corpus
        if corpus is None:
            return ""
        n_sets = len(corpus.counts("set_name"))
        text = translate("{sets} sets, {pages} pages, {gold} with gold").format(
            sets=number(n_sets), pages=number(len(corpus.pages)), gold=number(corpus.n_gold)
        )
        languages = [item for item in corpus.counts("language").most_common() if item[0]]
        if not languages:
            return text
        shown = translate(", ").join(
            f"{language} {number(count)}" for language, count in languages[:_MAX_LANGUAGES]
        )
        rest = len(languages) - _MAX_LANGUAGES
        if rest > 0:
            others = translate("{count} other languages").format(count=number(rest))
            shown = f"{shown}{translate(', ')}{others}"
        return f"{text}; {shown}"
