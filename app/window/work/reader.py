"""Lists the pages of a corpus in a thread, so that the first pages can be shown at once."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.sources.corpus import Corpus

if TYPE_CHECKING:
    from pathlib import Path

_MANY = 10_000
"""Number of pages from which a walk of the garbage collector would be noticed."""


class _Reading:
    """Corpus that is being listed, and whether its reader should end."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.is_cancelled = False


class CorpusReader(QObject):
    """Lists one corpus at a time; a newer request ends an older request.

    Signals
    -------
    progressed(Corpus, int)
        Number of pages that are listed so far.
    finished(Corpus)
        All pages are listed.
    failed(Corpus, str)
        The corpus cannot be read; the message names file and line.
    """

    progressed = Signal(object, int)
    finished = Signal(object)
    failed = Signal(object, str)
    _progress = Signal(object, int)
    _end = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reading: _Reading | None = None
        self._threads: list[WorkerThread] = []
        self._progress.connect(self._on_progress)
        self._end.connect(self._on_end)

    def read(self, path: Path, *, skip_errors: bool = False) -> Corpus:
        """Start to list a corpus and return it; its pages follow."""
        self.cancel()
        reading = _Reading(Corpus([path], skip_errors=skip_errors))
        self._reading = reading
        thread = WorkerThread(lambda: self._work(reading))
        self._threads = [running for running in self._threads if running.isRunning()]
        self._threads.append(thread)
        thread.start()
        return reading.corpus

    def cancel(self) -> None:
        """End the reading in progress."""
        if self._reading is not None:
            self._reading.is_cancelled = True
        self._reading = None

    @property
    def is_busy(self) -> bool:
        """Whether a corpus is being listed."""
        return self._reading is not None

    def stop(self, *, wait: bool = True) -> bool:
        """End the threads; the object cannot be used afterwards. See `WorkerThread.end`."""
        self.cancel()
        ended = [thread.end(wait=wait) for thread in self._threads]
        return all(ended)

    # -- worker thread ---------------------------------------------------------------------

    def _work(self, reading: _Reading) -> None:
        message = ""
        try:
            for n_pages in reading.corpus.read():
                if reading.is_cancelled:
                    return
                self._progress.emit(reading, n_pages)
        except BoilerscopeError as error:
            message = str(error)
        except Exception as error:  # noqa: BLE001 - every error is shown to the user
            message = f"{type(error).__name__}: {error}"
        if len(reading.corpus.pages) >= _MANY:
            gc.freeze()  # pages do not form cycles, so they are freed without the collector
        self._end.emit(reading, message)

    # -- thread of the window --------------------------------------------------------------

    def _on_progress(self, reading: _Reading, n_pages: int) -> None:
        if reading is self._reading:
            self.progressed.emit(reading.corpus, n_pages)

    def _on_end(self, reading: _Reading, message: str) -> None:
        if reading is not self._reading:
            return
        self._reading = None
        if message:
            self.failed.emit(reading.corpus, message)
        else:
            self.finished.emit(reading.corpus)
