"""Load of a page: its state, its deadline, and its cancellation.

A job reads pages as fetched, the browser loads pages as rendered. Both end when the new page
is in the page column. The session controller owns the only `PageLoad`.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import build_page, load_page
from boilerscope.app.window.work.work import Kind
from boilerscope.widgets.load_state import LoadPhase, LoadState

if TYPE_CHECKING:
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.work.page_jobs import Progress
    from boilerscope.app.window.work.work import Failure, Job, Work
    from boilerscope.extractors.page import Page

IN_BROWSER = (LoadPhase.RENDERING, LoadPhase.SHOWING)

_LOAD = Kind("load", at_once=True)

_GRACE_S = 5.0
"""Time by which the limit of a fetch exceeds the limit of its load."""


class PageLoad(QObject):
    """Loads one page at a time, and emits its progress.

    Parameters
    ----------
    limit_s : float
        Time limit of a load, seconds.
    work : Work
        Reads the pages. A cancelled load continues there without an effect until it ends.

    Signals
    -------
    changed(LoadState)
        The state of the load changed.
    loaded(PageRequest, Page)
        The page is read; show it in the page column.
    failed(str, bool)
        Message of the error, and whether a retry may help.
    rendering_wanted(PageRequest)
        Load this page in the browser and capture it.
    given_up()
        Stop the browser.
    cancelled()
        The user stopped the load.
    """

    changed = Signal(object)
    loaded = Signal(object, object)
    failed = Signal(str, bool)
    rendering_wanted = Signal(object)
    given_up = Signal()
    cancelled = Signal()

    def __init__(self, limit_s: float, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limit_s = limit_s
        self.state = LoadState()
        self._request: PageRequest | None = None
        self._drawing: LoadState | None = None  # while a newer page loads
        self._work = work
        self._deadline = QTimer(self, singleShot=True)
        self._deadline.timeout.connect(self._on_deadline)

    def begin(self, request: PageRequest) -> None:
        """Load a page; an older request is cancelled."""
        self._work.drop(_LOAD)
        if self.state.phase is LoadPhase.SHOWING:
            self._drawing = self.state
        self._start(request)
        if request.rendered:
            self._drawing = None  # the browser drops it for the new page
            self._enter(LoadPhase.RENDERING)
            self.rendering_wanted.emit(request)
        else:
            self._read(request, partial(load_page, request, self.limit_s + _GRACE_S))

    def begin_capture(self, request: PageRequest) -> None:
        """Note that the browser captures the page on screen again."""
        self._start(request)
        self._enter(LoadPhase.RENDERING)

    def take_capture(self, tree: str | list[Any], url: str) -> None:
        """Build a page from a rendered document, unless the load was cancelled."""
        if self._request is not None and self.state.phase is LoadPhase.RENDERING:
            self._read(self._request, partial(build_page, self._request, tree, url))

    def note_page(self, request: PageRequest) -> None:
        """Note that the page column starts to show another page."""
        if not self.state.busy:
            self._start(request)
        self._deadline.stop()
        self._set(replace(self.state, phase=LoadPhase.SHOWING, share=-1.0, behind=True))

    def note_shown(self) -> None:
        """Note that the page is in the page column."""
        self._drawing = None
        idle = self.state.phase is LoadPhase.SHOWING
        self._set(replace(LoadState() if idle else self.state, behind=False))

    def note_lost(self) -> None:
        """Note that the page column is empty."""
        self._set(replace(self.state, behind=True))

    def note_silent(self, silent: bool) -> None:  # noqa: FBT001 - Qt slot
        """Note whether the page in the browser has stopped answering the agent's calls."""
        self._set(replace(self.state, silent=silent))

    def advance(self, share: float) -> None:
        """Note the progress of the browser."""
        if self.state.phase in IN_BROWSER:
            self._set(replace(self.state, share=share))

    def fail(self, message: str) -> None:
        """End the load with an error."""
        self._end()
        self.failed.emit(message, True)

    def fail_in_browser(self, message: str) -> None:
        """Report an error of the browser; a load that does not use the browser continues."""
        if self.state.busy and self.state.phase not in IN_BROWSER:
            self.failed.emit(message, False)
        else:
            self.fail(message)

    def cancel(self) -> bool:
        """Cancel the load, or stop a page that does not answer; return whether there was either."""
        if not self.state.busy and not self.state.silent:
            return False
        draws_on = self._drawing is not None
        self._end()
        if not draws_on:
            self.given_up.emit()
        self.cancelled.emit()
        return True

    def stop(self) -> None:
        """End the load; no signal follows."""
        self._deadline.stop()
        self._work.drop(_LOAD)

    # -- reading ---------------------------------------------------------------------------

    def _read(self, request: PageRequest, job: Job[Progress, Page]) -> None:
        self._enter(LoadPhase.CONNECTING if request.is_live else LoadPhase.BUILDING)
        self._work.ask(
            _LOAD,
            job,
            lambda page: self.loaded.emit(request, page),
            progress=lambda states: self._enter(*states[-1]),
            failed=partial(self._on_failure, request),
        )

    def _on_failure(self, request: PageRequest, failure: Failure) -> None:
        text = failure.text
        if failure.is_fault:
            text = translate(
                "{address} could not be read because of an error in Boilerscope: {fault}"
            ).format(address=request.address, fault=failure.text)
        self.fail(text)

    # -- phases ----------------------------------------------------------------------------

    def _start(self, request: PageRequest) -> None:
        self._request = request
        self._deadline.start(round(self.limit_s * 1000))
        self.state = LoadState(
            address=request.address,
            rendered=request.rendered,
            started=time.monotonic(),
            behind=self.state.behind,
            silent=self.state.silent,
        )

    def _on_deadline(self) -> None:
        text = self._timeout_message().format(address=self.state.address, limit=f"{self.limit_s:g}")
        self.cancel()
        self.failed.emit(text, True)

    def _timeout_message(self) -> str:
        advice = translate(
            " Try again, or increase the limit: fetch_timeout_s in preferences.toml."
        )
        match self.state.phase:
            case LoadPhase.CONNECTING:
                message = translate("{address} did not answer within {limit} s.")
            case LoadPhase.RENDERING:
                message = translate(
                    "{address} did not finish loading in the browser within {limit} s."
                )
            case _:
                message = translate("{address} could not be read within {limit} s.")
        return message + advice

    def _enter(self, phase: LoadPhase, share: float = -1.0) -> None:
        self._set(replace(self.state, phase=phase, share=share))

    def _end(self) -> None:
        self._deadline.stop()
        self._work.drop(_LOAD)
        self._request = None
        state = self._drawing or LoadState()
        self._drawing = None
        self._set(replace(state, behind=self.state.behind, silent=self.state.silent))

    def _set(self, state: LoadState) -> None:
        self.state = state
        self.changed.emit(state)
