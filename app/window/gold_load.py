"""Finding the gold standard of a page in the background; the newest page wins."""

from __future__ import annotations

import queue
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.session.gold_search import find_entry
from app.window.worker_thread import WorkerThread
from extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from pathlib import Path

    from extractors.model.gold import Gold
    from extractors.page import Page


@dataclass(frozen=True, slots=True, eq=False)
class _Wish:
    """Page whose gold standard is wanted, and its file."""

    page: Page
    file: Path


class GoldLoad(QObject):
    """Finds and aligns the gold standard of one page at a time.

    Signals
    -------
    found(Gold, Page)
        The page has this gold standard.
    failed(str)
        There is a gold standard, but it cannot be read.
    """

    found = Signal(object, object)
    failed = Signal(str)
    _read = Signal(object, object)
    _refused = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest: _Wish | None = None
        self._wishes: queue.SimpleQueue[_Wish | None] = queue.SimpleQueue()
        self._thread = WorkerThread(self._work)
        self._read.connect(self._on_read)
        self._refused.connect(self._on_refused)

    def look(self, page: Page, file: Path | None) -> None:
        """Look for the gold standard of a page; a page without a file has none."""
        self._newest = None if file is None else _Wish(page, file)
        if self._newest is not None:
            self._wishes.put(self._newest)
            if not self._thread.isRunning():
                self._thread.start()

    def stop(self, *, wait: bool = True) -> bool:
        """End the worker; the object cannot be used afterwards. See `WorkerThread.end`."""
        self._newest = None
        self._wishes.put(None)
        return self._thread.end(wait=wait)

    # -- worker thread ---------------------------------------------------------------------

    def _work(self) -> None:
        while (wish := self._wishes.get()) is not None:
            if wish is self._newest:
                self._find(wish)

    def _find(self, wish: _Wish) -> None:
        try:
            entry = find_entry(wish.file)
            gold = None if entry is None else entry.gold(wish.page)
        except BoilerscopeError as error:
            self._refused.emit(wish, str(error))
        else:
            self._read.emit(wish, gold)

    # -- thread of the window --------------------------------------------------------------

    def _on_read(self, wish: _Wish, gold: Gold | None) -> None:
        if wish is self._newest and gold is not None:
            self.found.emit(gold, wish.page)

    def _on_refused(self, wish: _Wish, message: str) -> None:
        if wish is self._newest:
            self.failed.emit(message)
