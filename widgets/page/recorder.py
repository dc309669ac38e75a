"""Recording of the resources that the page on screen loaded, through the engine's archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTemporaryDir, QTimer, Signal
from PySide6.QtWebEngineCore import QWebEngineDownloadRequest

if TYPE_CHECKING:
    from boilerscope.widgets.page.isolated_view import IsolatedView
    from boilerscope.widgets.page.profile import Profile

_LIMIT_MS = 20_000
_MAX_BYTES = 256 * 2**20


class Recorder(QObject):
    """One recording of one web view.

    Signals
    -------
    finished(bytes)
        A MIME archive (MHTML); empty if the engine did not write it in time or it is too large.
    """

    finished = Signal(object)

    def __init__(self, web_view: IsolatedView, profile: Profile) -> None:
        super().__init__(web_view)
        self._web_view, self._profile = web_view, profile
        self._folder = QTemporaryDir()
        self._file = Path(self._folder.filePath("page.mhtml"))
        self._timer = QTimer(self, singleShot=True, interval=_LIMIT_MS)
        self._timer.timeout.connect(lambda: self._finish(b""))

    def start(self) -> None:
        """Let the engine write its archive."""
        self._profile.expect_save(str(self._file), self._saved)
        self._timer.start()
        self._web_view.guarded.save(
            str(self._file), QWebEngineDownloadRequest.SavePageFormat.MimeHtmlSaveFormat
        )

    def _saved(self) -> None:
        is_usable = self._file.exists() and self._file.stat().st_size <= _MAX_BYTES
        self._finish(self._file.read_bytes() if is_usable else b"")

    def _finish(self, archive: bytes) -> None:
        self._timer.stop()
        self._profile.expect_save("", None)
        self._folder.remove()
        self.finished.emit(archive)
        self.deleteLater()
