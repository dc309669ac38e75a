"""Runs panes over a corpus in a thread of its own; results arrive in batches."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from boilerscope.app.session.corpus import RunLife
from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.corpus_run import CorpusRun
from boilerscope.extractors.runs.store import ResultStore

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.corpus_run import PageResult, RunOptions, RunProgress
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.sources.pages import CorpusPage

BATCH_MS = 100
"""Time between two batches of results."""


@dataclass(frozen=True, slots=True, eq=False)
class RunRequest:
    """Panes and pages to run.

    Attributes
    ----------
    files : tuple of FilePane
        Panes whose results come from files.
    options : RunOptions
        Options of runs and scores.
    store : Path or None
        Folder of the store of results; None computes all of them.
    indices : sequence of int or None
        Numbers of the pages to run on; None for all pages.
    """

    pages: Sequence[CorpusPage]
    panes: tuple[Pane, ...]
    files: tuple[FilePane, ...]
    options: RunOptions
    store: Path | None
    indices: Sequence[int] | None = None


class _Running:
    """A request and its run, which its thread creates."""

    def __init__(self, request: RunRequest) -> None:
        self.request = request
        self.results: deque[PageResult] = deque()
        self._run: CorpusRun | None = None
        self._is_paused = self._is_cancelled = False

    def begin(self, store: ResultStore | None) -> CorpusRun:
        """Create the run, in its thread; a pause or cancellation may have come earlier."""
        request = self.request
        run = CorpusRun(
            request.pages,
            request.panes,
            request.options,
            store,
            files=request.files,
            indices=request.indices,
        )
        self._run = run
        if self._is_paused:
            run.pause()
        if self._is_cancelled:
            run.cancel()
        return run

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        self._is_paused = paused
        if self._run is not None:
            (self._run.pause if paused else self._run.resume)()

    def cancel(self) -> None:
        self._is_cancelled = True
        if self._run is not None:
            self._run.cancel()

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled

    def progress(self) -> RunProgress | None:
        return None if self._run is None else self._run.progress()


class CorpusRunner(QObject):
    """Does one run at a time; a newer run cancels an older run.

    Signals
    -------
    arrived(list of PageResult)
        Results, at most ten times a second.
    progressed(RunProgress)
        Progress of the run; after the results.
    ended(RunLife, str)
        The run is done, cancelled or failed; the reason of a failure. After all results.
    """

    arrived = Signal(object)
    progressed = Signal(object)
    ended = Signal(object, str)
    _end = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: _Running | None = None
        self._threads: list[WorkerThread] = []
        self._timer = QTimer(self, interval=BATCH_MS)
        self._timer.timeout.connect(self._deliver)
        self._end.connect(self._on_end)

    def run(self, request: RunRequest) -> None:
        """Start a run."""
        self.drop()
        running = _Running(request)
        self._running = running
        thread = WorkerThread(lambda: self._work(running))
        self._threads = [other for other in self._threads if other.isRunning()]
        self._threads.append(thread)
        thread.start()
        self._timer.start()

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause after the pages in progress, or resume."""
        if self._running is not None:
            self._running.set_paused(paused)

    def cancel(self) -> None:
        """End the run; finished pages stay. `ended` follows."""
        if self._running is not None:
            self._running.cancel()

    @property
    def is_busy(self) -> bool:
        """Whether there is a run."""
        return self._running is not None

    def stop(self, *, wait: bool = True) -> bool:
        """End the threads; the object cannot be used afterwards. See `WorkerThread.end`."""
        self.drop()
        ended = [thread.end(wait=wait) for thread in self._threads]
        return all(ended)

    def drop(self) -> None:
        """Cancel the run and drop its results."""
        self._timer.stop()
        if self._running is not None:
            self._running.cancel()
        self._running = None

    # -- worker thread ---------------------------------------------------------------------

    def _work(self, running: _Running) -> None:
        message = ""
        try:
            folder = running.request.store
            if folder is None:
                self._collect(running, None)
            else:
                with ResultStore(folder) as store:
                    self._collect(running, store)
        except BoilerscopeError as error:
            message = str(error)
        except Exception as error:  # noqa: BLE001 - every error is shown to the user
            message = f"{type(error).__name__}: {error}"
        self._end.emit(running, message)

    def _collect(self, running: _Running, store: ResultStore | None) -> None:
        for result in running.begin(store).results():
            running.results.append(result)

    # -- thread of the window --------------------------------------------------------------

    def _deliver(self) -> None:
        running = self._running
        if running is None:
            return
        results = [running.results.popleft() for _ in range(len(running.results))]
        if results:
            self.arrived.emit(results)
        progress = running.progress()
        if progress is not None and running is self._running:
            self.progressed.emit(progress)

    def _on_end(self, running: _Running, message: str) -> None:
        if running is not self._running:
            return
        self._deliver()
        self._timer.stop()
        self._running = None
        life = RunLife.CANCELLED if running.is_cancelled else RunLife.DONE
        self.ended.emit(RunLife.FAILED if message else life, message)
