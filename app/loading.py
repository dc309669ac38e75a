"""Load pages away from the window's thread: the newest request wins, each can be cancelled."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.sources import PageRequest, read
from extractors.errors import BoilerscopeError, FetchCancelledError
from extractors.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable


class Loader(QObject):
    """Reads one page at a time.

    Signals
    -------
    loaded(PageRequest, Page)
        The newest request is there.
    failed(PageRequest, str)
        It cannot be had; the text says why.
    cancelled(PageRequest)
        The user stopped it.
    progress(float)
        Share read, below 0 where the size is unknown.
    """

    loaded = Signal(object, object)
    failed = Signal(object, str)
    cancelled = Signal(object)
    progress = Signal(float)
    _done = Signal(int, object, object)
    _read = Signal(int, float)

    def __init__(self, timeout_s: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.timeout_s = timeout_s
        self._number = 0
        self._stop = threading.Event()
        self._busy = False
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="load")
        self._done.connect(self._finished)
        self._read.connect(self._advanced)

    @property
    def busy(self) -> bool:
        """Whether a page is on its way."""
        return self._busy

    def load(self, request: PageRequest) -> None:
        """Read a page; an older request is given up."""
        self._start(
            request,
            lambda progress, stopped: read(
                request, timeout_s=self.timeout_s, on_progress=progress, cancelled=stopped
            ),
        )

    def build(self, request: PageRequest, tree: str | list[Any], url: str) -> None:
        """Make a page of a rendered document, given as the nested list of the page agent."""
        self._start(request, lambda _progress, _stopped: Page.from_dom(tree, url=url))

    def cancel(self) -> None:
        """Give the request up."""
        self._stop.set()

    def stop(self) -> None:
        """End; nothing is reported afterwards."""
        self._number += 1
        self._stop.set()
        self._pool.shutdown()

    def _start(
        self,
        request: PageRequest,
        work: Callable[[Callable[[int, int | None], None], Callable[[], bool]], Page],
    ) -> None:
        self._stop.set()
        self._stop = stop = threading.Event()
        self._number += 1
        self._busy = True
        number = self._number

        def progress(received: int, total: int | None) -> None:
            self._read.emit(number, received / total if total else -1.0)

        def job() -> None:
            try:
                outcome: object = work(progress, stop.is_set)
            except Exception as error:  # noqa: BLE001 - whatever it is, the reader is told
                outcome = error
            self._done.emit(number, request, outcome)

        self.progress.emit(-1.0)
        self._pool.submit(job)

    def _advanced(self, number: int, share: float) -> None:
        if number == self._number:
            self.progress.emit(share)

    def _finished(self, number: int, request: PageRequest, outcome: object) -> None:
        if number != self._number:
            return
        self._busy = False
        if isinstance(outcome, Page):
            self.loaded.emit(request, outcome)
        elif isinstance(outcome, FetchCancelledError):
            self.cancelled.emit(request)
        elif isinstance(outcome, BoilerscopeError):
            self.failed.emit(request, str(outcome))
        else:
            self.failed.emit(request, f"{type(outcome).__name__}: {outcome}")
