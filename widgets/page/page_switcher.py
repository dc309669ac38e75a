"""Opening of pages: each page is built or captured in a hidden view, then brought to the front.

The page on screen stays as it is until the next page is complete; the newest request wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtWidgets import QApplication

from boilerscope.widgets.page import tree_json
from boilerscope.widgets.page.heatmap import Heatmap, OverlayState
from boilerscope.widgets.page.isolated_view import IsolatedView
from boilerscope.widgets.page.policy import Access, Policy, recorded_address

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.page import Page

_MAX_CRASHES = 2
_LOAD_LIMIT_MS = 30_000
_QUIET_MS, _STILL_LIMIT_MS = 500, 5_000
_STYLE_LIMIT_MS, _SETTLE_LIMIT_MS = 2_000, 10_000


@dataclass(frozen=True, slots=True)
class Job:
    """Request for a page: a page to build, or an address to load and capture.

    Attributes
    ----------
    page : Page or None
        The page to build; None if the address is loaded with its scripts and captured.
    access : Access
        Allowed requests of the page.
    address : str
        The address to load, or the base of a page's relative addresses (may be empty).
    """

    page: Page | None
    access: Access
    address: str

    @property
    def is_live(self) -> bool:
        """Whether the page's scripts run."""
        return self.page is None


class PageSwitcher(QObject):
    """The web view on screen (`front`) and the web view that will replace it (`back`).

    Parameters
    ----------
    overlay : OverlayState
        Overlay of every page.
    agent_folder : Path
        Folder of the page agent's scripts.
    Signals
    -------
    opened(IsolatedView)
        A web view was created; place it behind the web view on screen.
    arrived(Page)
        A page is complete with its heatmap and is on screen now.
    failed(message)
        The newest request cannot be shown; the page on screen stays.
    captured(tree, url_text)
        See `PageView`.
    progress(share)
        See `PageView`.
    message_received(message)
        A message of the agent on screen that this class does not handle.
    silent(bool)
        Whether the page on screen, or the page that will replace it, does not answer.
    """

    opened = Signal(object)
    arrived = Signal(object)
    failed = Signal(str)
    captured = Signal(str, str)
    progress = Signal(float)
    message_received = Signal(object)
    silent = Signal(bool)

    def __init__(self, overlay: OverlayState, agent_folder: Path, view: QWidget) -> None:
        super().__init__(view)
        self._overlay = overlay
        self._agent_folder = agent_folder
        self._view = view
        self.front: IsolatedView | None = None
        self.back: IsolatedView | None = None
        self.heatmap: Heatmap | None = None
        self._next_heatmap: Heatmap | None = None
        self._job: Job | None = None  # job of the back view, or else of the front view
        self._crashes = 0
        self._load_timer = QTimer(self, singleShot=True, interval=_LOAD_LIMIT_MS)
        self._load_timer.timeout.connect(self._wait_until_still)
        self._message_handlers = {
            "ready": self._on_agent_ready,
            "styled": self._on_styled,
            "measured": self._on_measured,
            "still": self._capture,
        }

    # -- requests --------------------------------------------------------------------------

    @property
    def is_live(self) -> bool:
        """Whether scripts run in the page of the newest request."""
        return self._job is not None and self._job.is_live

    def open(self, job: Job) -> None:
        """Start a request; an unfinished older request is cancelled."""
        self._crashes = 0
        self._begin(job)

    def adopt(self, page: Page) -> None:
        """Use `page` as the captured page of the live document."""
        web_view = self.back or self.front
        if web_view is not None and self.is_live:
            self._withdraw()
            web_view.agent.ask("counts", then=lambda counts: self._attach(web_view, page, counts))

    def capture_again(self) -> bool:
        """Capture the live document on screen again; return whether there is a live document."""
        if self.back is not None or self.front is None or not self.is_live:
            return False
        self._capture(self.front)
        return True

    def cancel(self) -> bool:
        """Cancel the unfinished request, and drop a page on screen that does not answer.

        Return whether there was a request.
        """
        was_loading = self._drop_back()
        if self.front is not None and self.front.agent.is_silent:
            self._drop_front()
        elif self.heatmap is not None:
            self.heatmap.come_back()
        self._emit_silence()
        return was_loading

    def _drop_back(self) -> bool:
        self._load_timer.stop()
        if self.back is None:
            return False
        self.back.dispose()
        self.back = self._next_heatmap = None
        return True

    def _withdraw(self) -> None:
        """Remove the overlay from the page on screen: it will be replaced."""
        if self.heatmap is not None:
            self.heatmap.withdraw()

    def _emit_silence(self, _silent: bool = False) -> None:  # noqa: FBT001, FBT002 - of a signal
        web_views = [web_view for web_view in (self.back, self.front) if web_view is not None]
        self.silent.emit(any(web_view.agent.is_silent for web_view in web_views))

    def clear(self) -> None:
        """Show nothing."""
        self._drop_back()
        self._job = None
        self._drop_front()

    def _drop_front(self) -> None:
        if self.front is not None:
            if self._view.focusProxy() is self.front:
                self._view.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes none
                if self.front.focusProxy() is QApplication.focusWidget():
                    self._view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.front.dispose()
            self.front = self.heatmap = None

    def _begin(self, job: Job) -> None:
        """Open a web view behind the web view on screen."""
        self._drop_back()
        self._job = job
        if job.page is not None:
            self._withdraw()
        web_view = IsolatedView(
            job.access, scripts=job.is_live, agent_folder=self._agent_folder, parent=self._view
        )
        self.back = web_view
        web_view.agent.message_received.connect(lambda message: self._on_message(web_view, message))
        web_view.agent.broken.connect(lambda text: self._on_broken(web_view, text))
        web_view.agent.silent.connect(self._emit_silence)
        web_view.failed.connect(lambda text: self._fail(web_view, text))
        web_view.crashed.connect(lambda: self._on_crashed(web_view))
        self.opened.emit(web_view)
        self.progress.emit(0.0)
        if job.page is not None:
            web_view.open_shell(tree_json.doctype(job.page), _base(job))
            return
        web_view.guarded.loadProgress.connect(lambda share: self.progress.emit(share / 125))
        web_view.loaded.connect(self._wait_until_still)
        self._load_timer.start()
        web_view.open_url(QUrl(job.address))

    def _fail(self, web_view: IsolatedView, message: str) -> None:
        if web_view is self.back:
            self._drop_back()
        elif web_view is not self.front:
            return
        self.failed.emit(message)

    def _on_broken(self, web_view: IsolatedView, details: str) -> None:
        message = self.tr("The heatmap cannot be drawn on this page: {reason}")
        self._fail(web_view, message.format(reason=details.partition("\n")[0]))

    def _on_crashed(self, web_view: IsolatedView) -> None:
        """Show the page again, unless the engine crashed on it too often."""
        if web_view is not self.back and web_view is not self.front:
            return
        self._crashes += 1
        job = self._job
        if job is not None and job.is_live and web_view is self.front and self.heatmap is not None:
            page = self.heatmap.page  # the captured page; its scripts will not run again
            job = Job(page, job.access, page.url or job.address)
        if job is None or self._crashes > _MAX_CRASHES:
            self._fail(web_view, self.tr("The browser engine stopped while it showed this page."))
        else:
            self._begin(job)

    def _on_message(self, web_view: IsolatedView, message: dict[str, Any]) -> None:
        handle = self._message_handlers.get(message["kind"])
        if web_view is not self.back and web_view is not self.front:
            return
        if handle is not None:
            handle(web_view)
        elif web_view is self.front and self.heatmap is not None and not self.heatmap.is_withdrawn:
            self.message_received.emit(message)

    # -- building --------------------------------------------------------------------------

    def _on_agent_ready(self, web_view: IsolatedView) -> None:
        if web_view is self.back and self._job is not None and self._job.page is not None:
            web_view.agent.ask("build_begin")
            self._send_piece(web_view, self._job.page, tree_json.chunks(self._job.page))

    def _send_piece(self, web_view: IsolatedView, page: Page, pieces: Iterator[str]) -> None:
        """Send the next piece after the agent has built the previous piece."""
        if web_view is not self.back:
            return
        piece = next(pieces, None)
        if piece is None:
            web_view.agent.ask(
                "build_end", then=lambda counts: self._attach(web_view, page, counts)
            )
            return

        def built(count: float) -> None:
            self.progress.emit(0.8 * count / len(page.elements))
            self._send_piece(web_view, page, pieces)

        web_view.agent.ask_raw("build_steps", [piece], then=built)

    def _attach(self, web_view: IsolatedView, page: Page, counts: dict[str, float]) -> None:
        """Draw the overlay on a page that is built, if it has the expected elements and slots."""
        if web_view is not self.back and web_view is not self.front:
            return
        if counts != {"elements": len(page.elements), "slots": len(page.slots)}:
            self._fail(
                web_view,
                self.tr("The browser built a different page from the one that was parsed."),
            )
            return
        self._next_heatmap = Heatmap(
            web_view.agent, page, self._overlay, zoom=web_view.zoomFactor(), parent=web_view
        )
        web_view.agent.ask("when_styled", _STYLE_LIMIT_MS)

    def _on_styled(self, web_view: IsolatedView) -> None:
        if self._next_heatmap is not None and self._next_heatmap.parent() is web_view:
            self._next_heatmap.begin()

    def _on_measured(self, web_view: IsolatedView) -> None:
        """Bring a page that is complete with its heatmap to the front."""
        heatmap = self._next_heatmap
        if heatmap is None or heatmap.parent() is not web_view:
            return
        if web_view is self.back:
            self.back = None
            self._drop_front()
            self.front = web_view
        self.heatmap, self._next_heatmap = heatmap, None
        self._emit_silence()
        web_view.raise_()
        heatmap.show_all()
        web_view.agent.ask("when_settled", _SETTLE_LIMIT_MS)
        self.progress.emit(1.0)
        self.arrived.emit(heatmap.page)

    # -- capturing -------------------------------------------------------------------------

    def _wait_until_still(self) -> None:
        self._load_timer.stop()
        web_view = self.back
        if web_view is not None and self.is_live:
            web_view.guarded.arrived()
            agent = web_view.agent
            agent.when_ready(lambda: agent.ask("when_still", _QUIET_MS, _STILL_LIMIT_MS))

    def _capture(self, web_view: IsolatedView) -> None:
        web_view.agent.ask("capture", then=lambda url: self._take_piece(web_view, str(url), []))

    def _take_piece(self, web_view: IsolatedView, url_text: str, pieces: list[str]) -> None:
        def take(piece: str) -> None:
            if web_view is not self.back and web_view is not self.front:
                return
            if piece:
                pieces.append(piece)
                self._take_piece(web_view, url_text, pieces)
            else:
                self.captured.emit(tree_json.joined(pieces), url_text)

        web_view.agent.ask("captured_piece", then=take)


def _base(job: Job) -> QUrl:
    """Return the base of a built page's relative addresses."""
    if not job.address:
        return QUrl("about:blank")
    if job.access.policy is Policy.SNAPSHOT:
        return QUrl(recorded_address(job.address))
    return QUrl(job.address)
