"""Locked-down browser profile: no storage, no pop-ups, every request checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QObject, QUrl, Signal
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
    QWebEngineUrlRequestJob,
    QWebEngineUrlSchemeHandler,
)

from boilerscope.widgets.page.gate import gate
from boilerscope.widgets.page.policy import Access, Policy, RequestLog, judge
from boilerscope.widgets.page.policy import original_address as original
from boilerscope.widgets.page.schemes import RECORDED_SCHEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWebEngineCore import (
        QWebEngineCertificateError,
        QWebEngineClientCertificateSelection,
        QWebEnginePermission,
    )

AGENT_WORLD: int = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
"""World of the agent's script, hidden from the page's scripts."""

_Setting = QWebEngineSettings.WebAttribute
_OFF = (
    _Setting.JavascriptCanOpenWindows,
    _Setting.JavascriptCanAccessClipboard,
    _Setting.JavascriptCanPaste,
    _Setting.LocalContentCanAccessRemoteUrls,
    _Setting.PluginsEnabled,
    _Setting.PdfViewerEnabled,
    _Setting.AutoLoadIconsForPage,
    _Setting.TouchIconsEnabled,
    _Setting.HyperlinkAuditingEnabled,
    _Setting.DnsPrefetchEnabled,
    _Setting.NavigateOnDropEnabled,
    _Setting.WebGLEnabled,
    _Setting.ScreenCaptureEnabled,
    _Setting.FullScreenSupportEnabled,
    _Setting.AllowRunningInsecureContent,
    _Setting.AllowGeolocationOnInsecureOrigins,
    _Setting.AllowWindowActivationFromJavaScript,
    _Setting.ErrorPageEnabled,
    _Setting.FocusOnNavigationEnabled,
    _Setting.ScrollAnimatorEnabled,
    _Setting.SpatialNavigationEnabled,
    _Setting.BackForwardCacheEnabled,
)
_ON = (_Setting.PlaybackRequiresUserGesture, _Setting.WebRTCPublicInterfacesOnly)


def start_engine(parent: QObject) -> None:
    """Start the processes of the engine, which get ready while the caller goes on."""
    gate()  # the engine reads its proxy when the first profile is created
    QWebEngineProfile(parent)  # off the record, for no page


class Interceptor(QWebEngineUrlRequestInterceptor):
    """Request filter of one page; logs every request.

    Attributes
    ----------
    log : RequestLog
        The page's requests.

    Signals
    -------
    noted()
        A request was added to the log.
    """

    noted = Signal()

    def __init__(self, access: Access, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._access = access
        self.log = RequestLog()
        network_gate = gate()
        if network_gate is not None and access.policy is Policy.LIVE:
            network_gate.begin(access.home, self._on_refused, private=access.private)
        elif network_gate is not None:
            network_gate.close()

    def _on_refused(self, host: str) -> None:
        self.log.refuse(host)
        self.noted.emit()

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        url = info.requestUrl()
        if url.scheme() in {"data", "blob"}:
            return  # no network; the address contains the content, which may be megabytes
        url_text = bytes(url.toEncoded().data()).decode("ascii", "replace")
        decision = judge(url_text, self._access)
        if not decision.allowed:
            info.block(True)
        elif decision.redirect:
            info.redirect(QUrl(decision.redirect))
            return  # the redirected request comes here again and is counted then
        kind = info.resourceType().name.removeprefix("ResourceType").lower()
        self.log.add(original(url_text), kind, decision)
        self.noted.emit()


class _RecordedHandler(QWebEngineUrlSchemeHandler):
    """Server of the resources recorded with the page."""

    def __init__(self, access: Access, parent: QObject) -> None:
        super().__init__(parent)
        self._access = access

    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:
        url_text = bytes(job.requestUrl().toEncoded().data()).decode("ascii", "replace")
        store = self._access.recorded
        resource = store.get(original(url_text)) if store is not None else None
        if resource is None:
            job.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        body = QBuffer(job)  # lives as long as the request
        body.setData(resource.data)
        body.open(QIODevice.OpenModeFlag.ReadOnly)
        job.reply(resource.media_type.encode("latin-1", "replace"), body)


class Profile(QWebEngineProfile):
    """Engine profile for one page: off the record; every permission request is refused.

    Parameters
    ----------
    access : Access
        Allowed requests of the page.
    scripts : bool
        Whether the page's own scripts run.
    parent : QObject
        Owner of the profile, which outlives its pages; usually the application.

    Signals
    -------
    download_refused(kind)
        The page tried to download a file of this media type.
    """

    download_refused = Signal(str)

    def __init__(self, access: Access, *, scripts: bool, parent: QObject) -> None:
        gate()  # the engine reads its proxy when the first profile is created
        super().__init__(parent)
        self.interceptor = Interceptor(access, self)
        self.setUrlRequestInterceptor(self.interceptor)
        self._handler = _RecordedHandler(access, self)
        for name in RECORDED_SCHEMES:
            self.installUrlSchemeHandler(name.encode(), self._handler)
        self._save: tuple[str, Callable[[], None] | None] = ("", None)
        self.downloadRequested.connect(self._judge_download)
        self.setHttpCacheType(QWebEngineProfile.HttpCacheType.MemoryHttpCache)
        self.setPersistentCookiesPolicy(
            QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies
        )
        self.setSpellCheckEnabled(False)
        self.setPushServiceEnabled(False)
        _lock_down(self.settings(), access, scripts=scripts)

    def expect_save(self, path: str, then: Callable[[], None] | None) -> None:
        """Let the engine save the page to a file; all other downloads are refused.

        Parameters
        ----------
        path : str
            The file; empty for no file.
        then : callable, optional
            Called when the file is written.
        """
        self._save = (path, then)

    def _judge_download(self, download: QWebEngineDownloadRequest) -> None:
        path, then = self._save
        target = f"{download.downloadDirectory()}/{download.downloadFileName()}"
        if download.isSavePageDownload() and path and target == path and then is not None:
            download.isFinishedChanged.connect(then)
            download.accept()
        else:
            download.cancel()
            self.download_refused.emit(download.mimeType())


def _lock_down(settings: QWebEngineSettings, access: Access, *, scripts: bool) -> None:
    for attribute in _OFF:
        settings.setAttribute(attribute, False)
    for attribute in _ON:
        settings.setAttribute(attribute, True)
    settings.setAttribute(_Setting.JavascriptEnabled, scripts)
    # Scripts fail without local storage; it is discarded with the profile.
    settings.setAttribute(_Setting.LocalStorageEnabled, scripts)
    # The interceptor decides on each file; without this, the engine requests no files.
    local = access.policy is Policy.LOCAL
    settings.setAttribute(_Setting.LocalContentCanAccessFileUrls, local)
    settings.setUnknownUrlSchemePolicy(
        QWebEngineSettings.UnknownUrlSchemePolicy.DisallowUnknownUrlSchemes
    )


class GuardedPage(QWebEnginePage):
    """Page that cannot navigate, open windows or show dialogs by itself.

    Signals
    -------
    refused(url_text)
        The page tried to open another address.
    """

    refused = Signal(str)

    def __init__(self, profile: Profile, parent: QObject) -> None:
        super().__init__(profile, parent)
        self._expected = False
        self.permissionRequested.connect(_deny_permission)
        self.certificateError.connect(_reject_certificate)
        self.fullScreenRequested.connect(lambda request: request.reject())
        self.registerProtocolHandlerRequested.connect(lambda request: request.reject())
        self.fileSystemAccessRequested.connect(lambda request: request.reject())
        self.selectClientCertificate.connect(_select_no_certificate)
        self.webAuthUxRequested.connect(lambda request: request.cancel())
        self.desktopMediaRequested.connect(lambda request: request.cancel())

    def expect_navigation(self) -> None:
        """Allow the next navigation, with redirects by servers: the program starts it."""
        self._expected = True

    def arrived(self) -> None:
        """Refuse further navigation."""
        self._expected = False

    def acceptNavigationRequest(
        self,
        url: QUrl | str,
        kind: QWebEnginePage.NavigationType,
        isMainFrame: bool,  # noqa: FBT001, N803 - Qt's signature
    ) -> bool:
        if not isMainFrame:
            return True  # the interceptor checks addresses of frames
        types = QWebEnginePage.NavigationType
        # Scripts and meta elements can redirect only after a document has arrived.
        by_server = kind is types.NavigationTypeRedirect and not self.history().count()
        if self._expected and (by_server or kind is types.NavigationTypeTyped):
            return True
        self.refused.emit(QUrl(url).toString())
        return False

    def createWindow(self, kind: QWebEnginePage.WebWindowType) -> QWebEnginePage | None:  # type: ignore[override]  # None is Qt's way to refuse
        del kind
        return None

    def chooseFiles(
        self,
        mode: QWebEnginePage.FileSelectionMode,
        oldFiles: Sequence[str],  # noqa: N803 - Qt's signature
        acceptedMimeTypes: Sequence[str],  # noqa: N803 - Qt's signature
    ) -> list[str]:
        del mode, oldFiles, acceptedMimeTypes
        return []

    def javaScriptAlert(self, origin: QUrl | str, message: str) -> None:
        del origin, message

    def javaScriptConfirm(self, origin: QUrl | str, message: str) -> bool:
        del origin, message
        return False

    def javaScriptPrompt(self, origin: QUrl | str, message: str, default: str) -> tuple[bool, str]:
        del origin, message, default
        return False, ""

    def javaScriptConsoleMessage(
        self,
        level: QWebEnginePage.JavaScriptConsoleMessageLevel,
        message: str,
        lineNumber: int,  # noqa: N803 - Qt's signature
        sourceID: str,  # noqa: N803 - Qt's signature
    ) -> None:
        """Ignore console messages of the page's scripts."""
        del level, message, lineNumber, sourceID


def _deny_permission(permission: QWebEnginePermission) -> None:
    permission.deny()


def _reject_certificate(error: QWebEngineCertificateError) -> None:
    error.rejectCertificate()


def _select_no_certificate(selection: QWebEngineClientCertificateSelection) -> None:
    selection.selectNone()
