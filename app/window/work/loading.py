"""Loading of pages in the background: the newest request wins, and it can be cancelled."""

from __future__ import annotations

import threading
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from boilerscope.app.session.sources import PageRequest, page_of_document, read
from boilerscope.app.window.translation import translate
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.page import Page, reading_spaces, segments
from boilerscope.extractors.page.fetching import FetchControl
from boilerscope.widgets.load_state import LoadPhase
from boilerscope.widgets.panes.segment_styles import segment_styles, widths

if TYPE_CHECKING:
    from collections.abc import Callable

_GRACE_S = 5.0
"""Time by which the limit of a fetch exceeds the limit of its load."""


class Loader(QObject):
    """Reads one page at a time; a cancelled request continues in its thread without an effect.

    Signals
    -------
    loaded(PageRequest, Page)
        The page of the newest request.
    failed(PageRequest, str)
        The newest request failed; the message of the error.
    progress(LoadPhase, float)
        Phase of the load and its finished share; below 0 if the size is unknown.
    """

    loaded = Signal(object, object)
    failed = Signal(object, str)
    progress = Signal(object, float)
    _done = Signal(int, object, object)
    _read = Signal(int, float)

    def __init__(self, timeout_s: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.timeout_s = timeout_s
        self._number = 0
        self._stop = threading.Event()
        self._busy = False
        self._lock = threading.Lock()
        self._done.connect(self._finished)
        self._read.connect(self._advanced)

    @property
    def busy(self) -> bool:
        """Whether a page is loading."""
        return self._busy

    def load(self, request: PageRequest) -> None:
        """Read a page; an older request is cancelled."""
        limit_s = self.timeout_s + _GRACE_S
        phase = LoadPhase.CONNECTING if request.is_live else LoadPhase.BUILDING
        self._start(
            request,
            phase,
            lambda progress, stopped: read(
                request, FetchControl(limit_s, on_progress=progress, cancelled=stopped)
            ),
        )

    def build(self, request: PageRequest, tree: str | list[Any], url: str) -> None:
        """Build a page from a rendered document in the nested form of the page agent."""
        self._start(
            request,
            LoadPhase.BUILDING,
            lambda _progress, _stopped: page_of_document(request, tree, url),
        )

    def cancel(self) -> None:
        """Cancel the request; no signal about it follows."""
        with self._lock:
            self._stop.set()
        self._number += 1
        self._busy = False

    stop = cancel

    def _start(
        self,
        request: PageRequest,
        phase: LoadPhase,
        work: Callable[[Callable[[int, int | None], None], Callable[[], bool]], Page],
    ) -> None:
        self.cancel()
        self._stop = stop = threading.Event()
        self._busy = True
        number = self._number

        def emit(signal: Callable[[], None]) -> None:
            with self._lock:  # a cancelled load may outlive this object
                if not stop.is_set():
                    signal()

        def progress(received: int, total: int | None) -> None:
            share = received / total if total else -1.0
            emit(lambda: self._read.emit(number, share))

        def job() -> None:
            try:
                outcome: object = _prepared(work(progress, stop.is_set))
            except Exception as error:  # noqa: BLE001 - every error is shown to the user
                outcome = error
            emit(lambda: self._done.emit(number, request, outcome))

        self.progress.emit(phase, -1.0)
        threading.Thread(target=job, name="load", daemon=True).start()

    def _advanced(self, number: int, share: float) -> None:
        if number == self._number:
            self.progress.emit(LoadPhase.BUILDING if share >= 1 else LoadPhase.READING, share)

    def _finished(self, number: int, request: PageRequest, outcome: object) -> None:
        if number != self._number:
            return
        self._busy = False
        if isinstance(outcome, Page):
            self.loaded.emit(request, outcome)
        elif isinstance(outcome, BoilerscopeError):
            self.failed.emit(request, str(outcome))
        else:
            fault = f"{type(outcome).__name__}: {outcome}"
            text = translate(
                "{address} could not be read because of an error in Boilerscope: {fault}"
            )
            self.failed.emit(request, text.format(address=request.address, fault=fault))


def _prepared(page: Page) -> Page:
    """Return a page with the cached stages that views need at once.

    A thread that reads a stage waits while another stage is built. Without this preparation, the
    first run on a large page would freeze the window.
    """
    for stage in (
        segments,
        reading_spaces,
        segment_styles,
        widths,
        attrgetter("sections", "events"),
    ):
        stage(page)
    return page
