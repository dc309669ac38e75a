"""Web view of a single page: created for the page and deleted with it."""

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

from boilerscope.widgets.page.agent import Agent
from boilerscope.widgets.page.load_fault import fault_of, not_a_page
from boilerscope.widgets.page.profile import GuardedPage, Profile

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.page.policy import Access, RequestLog
    from boilerscope.widgets.page.profile import Interceptor


_TAB_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


_DOWNLOAD_MS = 1_500
"""A load that ends without a document is a download if it is announced within this time."""


@atexit.register
def _finish_deletions() -> None:
    """Finish pending deletions at exit: pages must be deleted before their profiles."""
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class IsolatedView(QWebEngineView):
    """Web view with its own profile, so that no page has access to the data of another page.

    Parameters
    ----------
    access : Access
        Allowed requests of the page.
    scripts : bool
        Whether the page's own scripts run.
    agent_folder : Path
        Folder of the agent's scripts.
    parent : QWidget
        Qt parent.

    Signals
    -------
    loaded()
        The address was loaded; emitted once.
    failed(message)
        The address could not be loaded.
    crashed()
        The engine's process for this page ended unexpectedly.
    zoom_wanted(steps)
        The user turned the wheel with Ctrl, in notches.

    Attributes
    ----------
    is_evidence : bool
        Whether the page is only inspected: Tab then moves to the next view instead of the page's
        links.
    has_loaded : bool
        Whether `loaded` was emitted; it is emitted once.
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
        self.has_loaded = False
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAcceptDrops(False)
        self._guarded.loadingChanged.connect(self.note_load)
        self._guarded.renderProcessTerminated.connect(self._on_terminated)
        self._guarded.destroyed.connect(self._profile.deleteLater)
        self._profile.download_refused.connect(self._on_download)
        self._unanswered = ""  # address of a load that ended without a document
        self._download_timer = QTimer(self, singleShot=True, interval=_DOWNLOAD_MS)
        self._download_timer.timeout.connect(
            lambda: self.failed.emit(not_a_page(self._unanswered, ""))
        )
        self._install_event_filter()

    @property
    def guarded(self) -> GuardedPage:
        """The page in the view."""
        return self._guarded

    @property
    def profile(self) -> Profile:
        """The page's own engine profile."""
        return self._profile

    @property
    def log(self) -> RequestLog:
        """The page's requests."""
        return self._profile.interceptor.log

    @property
    def interceptor(self) -> Interceptor:
        """The filter of the page's requests."""
        return self._profile.interceptor

    def open_shell(self, doctype: str, base_url: QUrl) -> None:
        """Show an empty document; the agent builds the page in it."""
        self._guarded.expect_navigation()
        self._guarded.setHtml(f"{doctype}<html></html>", base_url)

    def open_url(self, url: QUrl) -> None:
        """Load an address."""
        self._guarded.expect_navigation()
        self._guarded.load(url)

    def dispose(self) -> None:
        """Delete the view; it emits no more signals.

        The document is unloaded at once: until the view is deleted, a script of its page could
        still ask for something while nothing filters requests any more.
        """
        self.blockSignals(True)
        self.agent.close()
        self._guarded.renderProcessTerminated.disconnect(self._on_terminated)
        self.stop()
        self.hide()
        self._guarded.setVisible(False)
        self._guarded.setLifecycleState(QWebEnginePage.LifecycleState.Discarded)
        self.deleteLater()

    def childEvent(self, event: QChildEvent) -> None:
        super().childEvent(event)
        self._install_event_filter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent):
            return self._zoom(event) or super().eventFilter(watched, event)
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusIn:
            return self._take_focus(watched, event) or super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._pass_tab_on(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _zoom(self, event: QWheelEvent) -> bool:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self.zoom_wanted.emit(event.angleDelta().y() / 120)
        return True

    def _take_focus(self, watched: QObject, event: QFocusEvent) -> bool:
        """Take the focus without focusing a link: the engine would scroll to the link."""
        if event.reason() not in _TAB_REASONS:
            return False
        plain = QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.OtherFocusReason)
        QCoreApplication.sendEvent(watched, plain)
        return True

    def _pass_tab_on(self, event: QKeyEvent) -> bool:
        """Move the focus to the next or previous view if the page is only inspected."""
        directions = {Qt.Key.Key_Tab: True, Qt.Key.Key_Backtab: False}
        forward = directions.get(Qt.Key(event.key()))
        if forward is None or not self.is_evidence:
            return False
        self.focusNextPrevChild(forward)
        return True

    def _install_event_filter(self) -> None:
        proxy = self.focusProxy()
        if proxy is not None:
            proxy.setAcceptDrops(False)
            proxy.removeEventFilter(self)
            proxy.installEventFilter(self)

    def note_load(self, info: QWebEngineLoadingInfo) -> None:
        """Take a report of the engine: emit `loaded` or `failed` once a load has ended."""
        status = info.status()
        if status is QWebEngineLoadingInfo.LoadStatus.LoadStartedStatus:
            return
        self._guarded.arrived()
        if status is QWebEngineLoadingInfo.LoadStatus.LoadFailedStatus:
            self.failed.emit(fault_of(info))
        elif not self._has_document(status):
            self._unanswered = info.url().toString()
            self._download_timer.start()
        elif not self.has_loaded:
            self.has_loaded = True
            self.loaded.emit()

    def _on_download(self, kind: str) -> None:
        """Fail if the address is a file to download; the server names its kind."""
        if self._download_timer.isActive():
            self._download_timer.stop()
            self.failed.emit(not_a_page(self._unanswered, kind))

    def _has_document(self, status: QWebEngineLoadingInfo.LoadStatus) -> bool:
        """Return whether a finished load produced a document.

        If a document navigates elsewhere before it is complete, the engine reports only that the
        other load was stopped, and nothing about the document itself.
        """
        succeeded = status is QWebEngineLoadingInfo.LoadStatus.LoadSucceededStatus
        return succeeded or self._guarded.history().count() > 0

    def _on_terminated(
        self, status: QWebEnginePage.RenderProcessTerminationStatus, code: int
    ) -> None:
        del code
        if status is not QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            self.crashed.emit()
