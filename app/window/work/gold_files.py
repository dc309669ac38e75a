"""Files of gold standards, read and written in the background."""

from __future__ import annotations

import queue
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.gold.saving import GoldConflictError, SavedMarks, load_marks, save_marks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.extractors.gold.entry import GoldEntry
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page


@dataclass(frozen=True, slots=True, eq=False)
class MarkedPage:
    """A page that is being marked.

    Attributes
    ----------
    marks : Path
        The file of its marks.
    """

    page: Page
    file: Path
    marks: Path


class GoldFiles(QObject):
    """Finds the gold standard of a page, and reads and writes its marks, one job at a time.

    Signals
    -------
    gold_found(Gold, Page)
        The page has this gold standard.
    unreadable(str)
        There is a gold standard, but it cannot be read.
    marks_read(MarkedPage, Gold or None)
        The marks in the file of a page; None without a file.
    saved(MarkedPage)
        The newest marks are in the file.
    conflict(MarkedPage, Merge, str)
        Another program has changed the file, which was not written. `take_theirs` and saving merged
        marks resolve the conflict.
    not_saved(MarkedPage, str)
        The file cannot be read or written.
    """

    gold_found = Signal(object, object)
    unreadable = Signal(str)
    marks_read = Signal(object, object)
    saved = Signal(object)
    conflict = Signal(object, object, str)
    not_saved = Signal(object, str)
    _read = Signal(object, object)
    _refused = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest: Page | None = None
        self._unsaved: Gold | None = None
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = WorkerThread(self._work)
        self._in_file: SavedMarks | None = None
        """Content of the file; only the worker reads and writes this."""
        self._theirs: SavedMarks | None = None
        """Marks that another program wrote; only the worker reads and writes this."""
        self._read.connect(self._on_read)
        self._refused.connect(self._on_refused)

    def look(self, page: Page, find: Callable[[], GoldEntry | None] | None) -> None:
        """Look for the gold standard of a page.

        Parameters
        ----------
        page : Page
            The page on screen.
        find : callable or None
            Returns the entry of the page; None if the page has no place where gold could be.
        """
        self._newest = page
        if find is not None:
            self._do(partial(self._find, page, find))

    def read_marks(self, marked: MarkedPage) -> None:
        """Read the marks of a page; `marks_read` or `not_saved` follows."""
        self._do(partial(self._read_marks, marked))

    def save(self, marked: MarkedPage, gold: Gold) -> None:
        """Write the marks of a page; `saved`, `conflict` or `not_saved` follows."""
        self._unsaved = gold
        self._do(partial(self._save, marked, gold))

    def take_theirs(self) -> None:
        """Let the next `save` replace the marks that another program wrote."""
        self._do(self._accept)

    def stop(self) -> None:
        """Write unsaved marks and end the worker; the object cannot be used afterwards."""
        self._newest = None
        self._jobs.put(None)
        self._thread.end()

    def _do(self, job: Callable[[], None]) -> None:
        self._jobs.put(job)
        if not self._thread.isRunning():
            self._thread.start()

    # -- worker thread ---------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _find(self, page: Page, find: Callable[[], GoldEntry | None]) -> None:
        if page is not self._newest:
            return
        try:
            entry = find()
            has_gold = entry is not None and entry.source is not None
            gold = entry.gold(page) if entry is not None and has_gold else None
        except BoilerscopeError as error:
            self._refused.emit(page, str(error))
        else:
            self._read.emit(page, gold)

    def _read_marks(self, marked: MarkedPage) -> None:
        try:
            self._in_file = load_marks(marked.marks, marked.page)
        except BoilerscopeError as error:
            self.not_saved.emit(marked, str(error))
        else:
            self.marks_read.emit(marked, self._in_file.gold)

    def _save(self, marked: MarkedPage, gold: Gold) -> None:
        if gold is not self._unsaved:
            return  # newer marks follow
        if self._in_file is None or self._in_file.file != marked.marks:
            self._in_file = SavedMarks(marked.marks)
        try:
            self._in_file = save_marks(self._in_file, marked.page, gold, marked.file)
        except GoldConflictError as error:
            self._theirs = error.theirs
            self.conflict.emit(marked, error.merged, str(error))
        except BoilerscopeError as error:
            self.not_saved.emit(marked, str(error))
        else:
            self.saved.emit(marked)

    def _accept(self) -> None:
        self._in_file = self._theirs or self._in_file

    # -- thread of the window --------------------------------------------------------------

    def _on_read(self, page: Page, gold: Gold | None) -> None:
        if page is self._newest and gold is not None:
            self.gold_found.emit(gold, page)

    def _on_refused(self, page: Page, message: str) -> None:
        if page is self._newest:
            self.unreadable.emit(message)
