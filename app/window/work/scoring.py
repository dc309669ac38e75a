"""Background computation of the scores of the page on screen; the newest query wins."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.session.page_scores import score_pane
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.widgets.scores.records import PaneScores

if TYPE_CHECKING:
    from boilerscope.app.session.page_scores import ScoreQuery


class PageScoring(QObject):
    """Scores one query at a time, pane by pane.

    Signals
    -------
    scored(ScoreQuery, PaneScores)
        The scores of one pane.
    """

    scored = Signal(object, object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Condition()
        self._newest: ScoreQuery | None = None
        self._is_pending, self._stopping = False, False
        self._thread = WorkerThread(self._work)
        self._done.connect(self._deliver)

    def ask(self, query: ScoreQuery | None) -> None:
        """Begin to score a query and end an older query; None only ends it."""
        with self._lock:
            self._newest, self._is_pending = query, query is not None
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
        while (query := self._next()) is not None:
            reference = query.reference()
            for index, (number, name, _) in enumerate(query.results):
                if query is not self._newest:
                    break
                try:
                    scores = score_pane(query, reference, index, translate)
                except Exception as error:  # noqa: BLE001 - shown in the row of the pane
                    message = f"{type(error).__name__}: {error}"
                    scores = PaneScores(number, name, message=message)
                self._done.emit(query, scores)

    def _next(self) -> ScoreQuery | None:
        """Wait for a query; return None when the worker must end."""
        with self._lock:
            self._lock.wait_for(lambda: self._stopping or self._is_pending)
            self._is_pending = False
            return None if self._stopping else self._newest

    # -- thread of the window --------------------------------------------------------------

    def _deliver(self, query: ScoreQuery, scores: PaneScores) -> None:
        if query is self._newest:
            self.scored.emit(query, scores)
