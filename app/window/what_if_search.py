"""Search in the background what would flip the selected block; the newest query wins."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from extractors import runner
from extractors.what_if import WhatIf, what_if

if TYPE_CHECKING:
    from concurrent.futures import Future

    from extractors.model.extraction import Extraction
    from extractors.model.settings import Settings
    from extractors.page import Page

ENOUGH = 3
"""Suggestions after which the search ends."""


@dataclass(frozen=True, slots=True, eq=False)
class WhatIfQuery:
    """Block of a result whose state is to be reversed."""

    page: Page
    pane: str
    extraction: Extraction
    block: int


class WhatIfSearch(QObject):
    """Answers one query at a time.

    Signals
    -------
    found(WhatIfQuery, tuple of WhatIf, bool)
        Suggestions so far, nearest of each setting; whether the search has ended.
    failed(str)
        The search itself went wrong; the text says how.
    """

    found = Signal(object, object, bool)
    failed = Signal(str)
    _step = Signal(int, object, object, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="what-if")
        self._last: Future[None] | None = None
        self._step.connect(self._deliver)

    def ask(self, query: WhatIfQuery | None) -> None:
        """Begin a search; an older one ends. None only ends it."""
        self._stop.set()
        self._number += 1
        if query is None:
            return
        self._stop = stop = threading.Event()
        number = self._number
        self._last = self._pool.submit(self._search, number, query, stop)

    def stop(self, *, wait: bool = True) -> bool:
        """End; nothing is reported afterwards.

        Parameters
        ----------
        wait : bool
            Wait until the run of the current search has ended, which may take seconds.

        Returns
        -------
        bool
            Whether the search has ended. If it has not, the process must end by `os._exit`.
        """
        self.ask(None)
        self._pool.shutdown(wait=wait, cancel_futures=True)
        return self._last is None or self._last.done()

    def _search(self, number: int, query: WhatIfQuery, stop: threading.Event) -> None:
        found: list[WhatIf] = []
        extraction = query.extraction

        def run(settings: Settings) -> Extraction:
            return runner.run(query.page, extraction.extractor, settings)

        try:
            for one in what_if(run, extraction, query.block, cancelled=stop.is_set):
                found.append(one)
                self._step.emit(number, query, tuple(found), False)
                if len(found) >= ENOUGH:
                    break
        except Exception as error:  # noqa: BLE001 - told to the reader, whatever it is
            self.failed.emit(f"{type(error).__name__}: {error}")
        if not stop.is_set():
            self._step.emit(number, query, tuple(found), True)

    def _deliver(
        self,
        number: int,
        query: WhatIfQuery,
        found: tuple[WhatIf, ...],
        ended: bool,  # noqa: FBT001 - Qt slot
    ) -> None:
        if number == self._number:
            self.found.emit(query, found, ended)
