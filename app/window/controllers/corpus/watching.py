"""Watch of the files of the open corpus: changed files are read again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from boilerscope.app.session.corpus import CorpusPart, ReadLife
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.runs.file_panes import FilePane, read_file_panes
from boilerscope.extractors.sources.stamps import FileStamps
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.sources.corpus import Corpus
    from boilerscope.extractors.sources.stamps import Stamp

_WATCH, _RESULTS = Kind("files of the corpus"), Kind("changed results file")
_EVERY_MS = 2_000
"""Time between two looks at the files. A file counts as written when two looks find it equal."""


class CorpusWatchController(QObject):
    """Reads files of the open corpus again when they have changed.

    A file with many pages is listed again as a whole, since lines and records move in it; of a page
    in a file of its own, only the results are computed again.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context.views)
        self._corpus, self._state = context.corpus, context.corpus.state
        self._work, self._notifier = context.work, context.notifier
        self._stamps: FileStamps | None = None
        self._of: tuple[Corpus | None, frozenset[Path]] = (None, frozenset())
        self._seen: dict[Path, Stamp] = {}
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.look)

    def views(self) -> list[View]:
        """Return the view that begins with the files of another corpus."""
        parts = CorpusPart.CORPUS | CorpusPart.PANES | CorpusPart.FACE
        return [View("files of the corpus", self.refresh, parts)]

    def refresh(self) -> None:
        """Watch the files of the corpus on screen."""
        state, results = self._state, self._results()
        if not state.is_shown or state.record.life is not ReadLife.READ:
            self._timer.stop()
            return
        if (state.corpus, results) != self._of and state.corpus is not None:
            self._of, self._stamps, self._seen = (state.corpus, results), None, {}
            make = partial(FileStamps, state.corpus.pages, [*state.corpus.paths, *results])
            self._work.ask(_WATCH, once(make), self._take_stamps)
        self._timer.start()

    def look(self) -> None:
        """Look for changed files, unless other scores are computed."""
        if self._stamps is not None and self._state.rescoring is None:
            self._work.ask(_WATCH, once(self._stamps.changed), self._take_changed)

    def _results(self) -> frozenset[Path]:
        """Return the results files of panes."""
        files = (file.file for file in self._state.files)
        return frozenset(file for file in files if file is not None)

    def _take_stamps(self, stamps: FileStamps) -> None:
        self._stamps = stamps

    def _take_changed(self, changed: dict[Path, Stamp]) -> None:
        """Read changed files again as soon as they no longer change."""
        settled = {path: stamp for path, stamp in changed.items() if self._seen.get(path) == stamp}
        self._seen = changed
        if self._stamps is None or not settled or any(s is None for s in settled.values()):
            return
        results = self._of[1] & settled.keys()
        rows = self._stamps.rows(settled.keys() - results)
        if self._state.run.is_busy and rows is not None:
            return  # after the run; only moved lines are errors in it
        self._stamps.settle(settled)
        for file in results:
            self._read_results(file)
        if rows is None:
            names = sorted(path.name for path in settled.keys() - results)
            text = translate("{files} has changed and is read again")
            self._notifier.notify(text.format(files=translate(", ").join(names)))
            self._of = (None, frozenset())
            self._corpus.read_again()
        elif rows:
            text = translate("1 page has changed and runs again")
            if len(rows) > 1:
                text = translate("{count} pages have changed and run again")
            self._notifier.notify(text.format(count=number(len(rows))))
            if self._state.has_results:
                self._corpus.start(indices=rows)

    def _read_results(self, file: Path) -> None:
        panes = [pane for pane in self._state.files if pane.file == file]
        own = {pane.pane.name for pane in panes}
        names = [pane.name for pane in self._state.panes if pane.name not in own]
        read = once(partial(read_file_panes, file, names))
        self._work.ask(_RESULTS, read, partial(self._take_results, file), failed=self._on_failure)

    def _take_results(self, file: Path, panes: list[FilePane]) -> None:
        text = translate("{files} has changed and is read again").format(files=file.name)
        self._notifier.notify(text)
        self._corpus.replace_files(panes)

    def _on_failure(self, failure: Failure) -> None:
        self._notifier.notify(failure.text)
