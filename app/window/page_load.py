"""The load on its way: its state, its deadline, and how it is given up.

The page as fetched comes from the loader, the page as rendered from the browser; both end when
the page column holds the new page. The session controller owns the one `PageLoad` there is.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.window.loading import Loader
from app.window.translation import translate
from widgets.load_state import LoadPhase, LoadState

if TYPE_CHECKING:
    from app.session.sources import PageRequest

IN_BROWSER = (LoadPhase.RENDERING, LoadPhase.SHOWING)


class PageLoad(QObject):
    """Brings pages in, one at a time, and says how far the newest one is.

    Signals
    -------
    changed(LoadState)
        The load is somewhere else.
    loaded(PageRequest, Page)
        The page is read; the page column has to show it.
    failed(str, bool)
        It cannot be had, and why; whether trying again makes sense.
    rendering_wanted(PageRequest)
        The browser should load this and capture it.
    given_up()
        The browser should forget what it loads or builds.
    """

    changed = Signal(object)
    loaded = Signal(object, object)
    failed = Signal(str, bool)
    rendering_wanted = Signal(object)
    given_up = Signal()

    def __init__(self, limit_s: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limit_s = limit_s
        self.state = LoadState()
        self._request: PageRequest | None = None
        self._drawing: LoadState | None = None  # under a newer load
        self._loader = Loader(limit_s, self)
        self._loader.loaded.connect(self.loaded)
        self._loader.failed.connect(lambda _request, text: self.fail(text))
        self._loader.progress.connect(self._enter)
        self._deadline = QTimer(self, singleShot=True)
        self._deadline.timeout.connect(self._on_deadline)

    def begin(self, request: PageRequest) -> None:
        """Bring a page in; an older request is given up."""
        self._loader.cancel()
        if self.state.phase is LoadPhase.SHOWING:
            self._drawing = self.state
        self._start(request)
        if request.rendered:
            self._drawing = None  # the browser drops it for this page
            self._enter(LoadPhase.RENDERING)
            self.rendering_wanted.emit(request)
        else:
            self._loader.load(request)

    def begin_capture(self, request: PageRequest) -> None:
        """Note that the browser captures the page on screen once more."""
        self._start(request)
        self._enter(LoadPhase.RENDERING)

    def take_capture(self, tree: str | list[Any], url: str) -> None:
        """Make a page of what the browser rendered, if that is still wanted."""
        if self._request is not None and self.state.phase is LoadPhase.RENDERING:
            self._loader.build(self._request, tree, url)

    def note_page(self, request: PageRequest) -> None:
        """Note that the page column has to show another page from now on."""
        if not self.state.busy:
            self._start(request)
        self._deadline.stop()
        self._set(replace(self.state, phase=LoadPhase.SHOWING, share=-1.0, behind=True))

    def note_shown(self) -> None:
        """Note that the page column holds the page."""
        self._drawing = None
        idle = self.state.phase is LoadPhase.SHOWING
        self._set(replace(LoadState() if idle else self.state, behind=False))

    def note_lost(self) -> None:
        """Note that the page column holds nothing any more."""
        self._set(replace(self.state, behind=True))

    def note_silent(self, silent: bool) -> None:  # noqa: FBT001 - Qt slot
        """Note whether the page in the browser leaves our questions unanswered."""
        self._set(replace(self.state, silent=silent))

    def advance(self, share: float) -> None:
        """Note how far the browser is."""
        if self.state.phase in IN_BROWSER:
            self._set(replace(self.state, share=share))

    def fail(self, message: str) -> None:
        """End the load on its way and say why."""
        self._end()
        self.failed.emit(message, True)

    def fail_in_browser(self, message: str) -> None:
        """Say why the browser could not do its part; a load that is not in its hands goes on."""
        if self.state.busy and self.state.phase not in IN_BROWSER:
            self.failed.emit(message, False)
        else:
            self.fail(message)

    def cancel(self) -> bool:
        """Give up what loads, or a page that does not answer; return whether there was any."""
        if not self.state.busy and not self.state.silent:
            return False
        draws_on = self._drawing is not None
        self._end()
        if not draws_on:
            self.given_up.emit()
        return True

    def stop(self) -> None:
        """End; nothing is heard afterwards."""
        self._deadline.stop()
        self._loader.cancel()

    # -- the way of a load -----------------------------------------------------------------

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
        text = self._late_words().format(address=self.state.address, limit=f"{self.limit_s:g}")
        self.cancel()
        self.failed.emit(text, True)

    def _late_words(self) -> str:
        help_ = translate(" Try again, or allow more time: fetch_timeout_s in preferences.toml.")
        match self.state.phase:
            case LoadPhase.CONNECTING:
                said = translate("{address} did not answer within {limit} s.")
            case LoadPhase.RENDERING:
                said = translate("{address} did not come to rest in the browser within {limit} s.")
            case _:
                said = translate("{address} was not read within {limit} s.")
        return said + help_

    def _enter(self, phase: LoadPhase, share: float = -1.0) -> None:
        self._set(replace(self.state, phase=phase, share=share))

    def _end(self) -> None:
        self._deadline.stop()
        self._loader.cancel()
        self._request = None
        before = self._drawing or LoadState()
        self._drawing = None
        self._set(replace(before, behind=self.state.behind, silent=self.state.silent))

    def _set(self, state: LoadState) -> None:
        self.state = state
        self.changed.emit(state)
