"""One page in one web view of its own: made for it, thrown away with it."""

from __future__ import annotations

import atexit
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QChildEvent,
    QCoreApplication,
    QEvent,
    QObject,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWebEngineCore import QWebEngineLoadingInfo, QWebEnginePage
from PySide6.QtWebEngineWidgets import QWebEngineView

from widgets.page.agent import Agent
from widgets.page.load_fault import fault_of, not_a_page
from widgets.page.profile import GuardedPage, Profile

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from widgets.page.policy import Access, RequestLog
    from widgets.page.profile import Interceptor


_WALKING = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


_DOWNLOAD_MS = 1_500
"""A load that ends without a document is a download if one is announced within this time."""


@atexit.register
def _finish_deletions() -> None:
    """Delete what still waits to be deleted: at the exit pages must go before their profiles."""
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class Stage(QWebEngineView):
    """A web view with its own profile, so that no page sees anything of another one.

    Parameters
    ----------
    access : Access
        What the page may load.
    scripts : bool
        Whether the page's own scripts run.
    agent_folder : Path
        Where the agent's scripts are.
    parent : QWidget
        Where it is shown.

    Signals
    -------
    loaded()
        The address was loaded; once.
    failed(message)
        The address could not be loaded.
    crashed()
        The engine's process for this page ended.
    zoom_wanted(steps)
        Ctrl and the wheel, in notches.

    Attributes
    ----------
    is_evidence : bool
        Whether the page is only looked at: then Tab goes on to the next view instead of choosing
        links.
    """

    loaded = Signal()
    failed = Signal(str)
    crashed = Signal()
    zoom_wanted = Signal(float)

    def __init__(
        self, access: Access, *, scripts: bool, agent_folder: Path, parent: QWidget
    ) -> None:
        super().__init__(parent)
        application = QCoreApplication.instance()
        assert application is not None  # noqa: S101 - a widget cannot exist without it
        self._profile = Profile(access, scripts=scripts, parent=application)
        self._guarded = GuardedPage(self._profile, self)
        self.setPage(self._guarded)
        self.agent = Agent(self._guarded, agent_folder)
        self.is_evidence = True
        self._has_loaded = False
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAcceptDrops(False)
        self._guarded.loadingChanged.connect(self._on_loading)
        self._guarded.renderProcessTerminated.connect(self._on_terminated)
        self._guarded.destroyed.connect(self._profile.deleteLater)
        self._profile.download_refused.connect(self._on_download)
        self._unanswered = ""  # address of a load that ended without a document
        self._download_comes = QTimer(self, singleShot=True, interval=_DOWNLOAD_MS)
        self._download_comes.timeout.connect(
            lambda: self.failed.emit(not_a_page(self._unanswered, ""))
        )
        self._watch_wheel()

    @property
    def guarded(self) -> GuardedPage:
        """The page in the view."""
        return self._guarded

    @property
    def profile(self) -> Profile:
        """The engine profile of this page alone."""
        return self._profile

    @property
    def log(self) -> RequestLog:
        """What the page asked for."""
        return self._profile.interceptor.log

    @property
    def interceptor(self) -> Interceptor:
        """What judges the page's requests."""
        return self._profile.interceptor

    def open_shell(self, doctype: str, base_url: QUrl) -> None:
        """Show an empty document in which the agent builds a page."""
        self._guarded.expect_navigation()
        self._guarded.setHtml(f"{doctype}<html></html>", base_url)

    def open_url(self, url: QUrl) -> None:
        """Load an address."""
        self._guarded.expect_navigation()
        self._guarded.load(url)

    def dispose(self) -> None:
        """Go away; nothing is heard of this page any more."""
        self.blockSignals(True)
        self.agent.blockSignals(True)
        self._guarded.renderProcessTerminated.disconnect(self._on_terminated)
        self.stop()
        self.hide()
        self.deleteLater()

    def childEvent(self, event: QChildEvent) -> None:
        super().childEvent(event)
        self._watch_wheel()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent):
            return self._zoom(event) or super().eventFilter(watched, event)
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusIn:
            return self._enter(watched, event) or super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._walk_on(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _zoom(self, event: QWheelEvent) -> bool:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self.zoom_wanted.emit(event.angleDelta().y() / 120)
        return True

    def _enter(self, watched: QObject, event: QFocusEvent) -> bool:
        """Take the focus without choosing a link, to which the engine would scroll."""
        if event.reason() not in _WALKING:
            return False
        plain = QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.OtherFocusReason)
        QCoreApplication.sendEvent(watched, plain)
        return True

    def _walk_on(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_Tab: True, Qt.Key.Key_Backtab: False}
        forward = steps.get(Qt.Key(event.key()))
        if forward is None or not self.is_evidence:
            return False
        self.focusNextPrevChild(forward)
        return True

    def _watch_wheel(self) -> None:
        proxy = self.focusProxy()
        if proxy is not None:
            proxy.setAcceptDrops(False)
            proxy.removeEventFilter(self)
            proxy.installEventFilter(self)

    def _on_loading(self, info: QWebEngineLoadingInfo) -> None:
        status = info.status()
        if status is QWebEngineLoadingInfo.LoadStatus.LoadStartedStatus:
            return
        self._guarded.arrived()
        if status is QWebEngineLoadingInfo.LoadStatus.LoadFailedStatus:
            self.failed.emit(fault_of(info))
        elif not self._has_document(status):
            self._unanswered = info.url().toString()
            self._download_comes.start()
        elif not self._has_loaded:
            self._has_loaded = True
            self.loaded.emit()

    def _on_download(self, kind: str) -> None:
        """Say that what was to be shown is a file to be saved, of a kind the server names."""
        if self._download_comes.isActive():
            self._download_comes.stop()
            self.failed.emit(not_a_page(self._unanswered, kind))

    def _has_document(self, status: QWebEngineLoadingInfo.LoadStatus) -> bool:
        """Return whether a load that ended has brought a document.

        Where the document wants to go elsewhere before all of it is there, the engine says nothing
        of its own load any more, only that the other one was stopped.
        """
        succeeded = status is QWebEngineLoadingInfo.LoadStatus.LoadSucceededStatus
        return succeeded or self._guarded.history().count() > 0

    def _on_terminated(
        self, status: QWebEnginePage.RenderProcessTerminationStatus, code: int
    ) -> None:
        del code
        if status is not QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            self.crashed.emit()
