"""Background search for settings that flip the selected block; the newest query wins."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors import registry, runner
from boilerscope.extractors.runs import workers
from boilerscope.extractors.what_if import WhatIf, what_if

if TYPE_CHECKING:
    from pebble import ProcessPool

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page

ENOUGH = 3
"""Number of suggestions after which a search ends."""


@dataclass(frozen=True, slots=True, eq=False)
class WhatIfQuery:
    """Block of a result whose state is to be reversed."""

    page: Page
    pane: str
    extraction: Extraction
    block: int


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """Query, and the event that cancels its search."""

    query: WhatIfQuery
    cancelled: threading.Event = field(default_factory=threading.Event)


class WhatIfSearch(QObject):
    """Answers one query at a time.

    Signals
    -------
    suggested(WhatIfQuery, tuple of WhatIf, bool)
        Suggestions so far, the nearest value of each setting; whether the search has ended.
    failed(str)
        Error that ended the search.
    """

    suggested = Signal(object, object, bool)
    failed = Signal(str)
    _progress = Signal(object, object, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Condition()
        self._newest: _Search | None = None
        self._pending: _Search | None = None
        self._stopping = False
        self._thread = WorkerThread(self._work)
        self._progress.connect(self._deliver)

    def ask(self, query: WhatIfQuery | None) -> None:
        """Start a search and end an older search; None only ends it."""
        if self._newest is not None:
            self._newest.cancelled.set()
        self._newest = None if query is None else _Search(query)
        with self._lock:
            self._pending = self._newest
            self._lock.notify()
        if query is not None and not self._thread.isRunning():
            self._thread.start()

    def stop(self, *, wait: bool = True) -> bool:
        """End the worker; the object cannot be used afterwards. See `WorkerThread.end`."""
        with self._lock:
            self._stopping = True
        self.ask(None)
        return self._thread.end(wait=wait)

    # -- worker thread ---------------------------------------------------------------------

    def _work(self) -> None:
        while (search := self._next()) is not None:
            self._run(search)

    def _next(self) -> _Search | None:
        """Wait for a search; return None when the worker must end."""
        with self._lock:
            self._lock.wait_for(lambda: self._stopping or self._pending is not None)
            search, self._pending = self._pending, None
            return None if self._stopping else search

    def _run(self, search: _Search) -> None:
        query, suggestions = search.query, list[WhatIf]()

        cancelled = search.cancelled.is_set
        pool: ProcessPool | None = None

        def run(settings: Settings) -> Extraction:
            nonlocal pool
            use = (query.extraction.extractor, settings)
            if not registry.is_foreign(*use):
                return runner.run(query.page, *use)
            pool = pool or workers.make_pool()
            return workers.run_until(pool, query.page, use, cancelled)

        try:
            for suggestion in what_if(run, query.extraction, query.block, cancelled=cancelled):
                suggestions.append(suggestion)
                self._progress.emit(search, tuple(suggestions), False)
                if len(suggestions) >= ENOUGH:
                    break
        except Exception as error:  # noqa: BLE001 - every error is shown to the user
            self.failed.emit(f"{type(error).__name__}: {error}")
        finally:
            if pool is not None:
                workers.end(pool)
        self._progress.emit(search, tuple(suggestions), True)

    # -- thread of the window --------------------------------------------------------------

    def _deliver(
        self,
        search: _Search,
        suggestions: tuple[WhatIf, ...],
        ended: bool,  # noqa: FBT001 - Qt slot
    ) -> None:
        if search is self._newest:
            self.suggested.emit(search.query, suggestions, ended)
