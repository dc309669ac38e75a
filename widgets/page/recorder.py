"""Records what the page on screen has loaded: the engine writes it to an archive of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTemporaryDir, QTimer, Signal
from PySide6.QtWebEngineCore import QWebEngineDownloadRequest

if TYPE_CHECKING:
    from widgets.page.profile import Profile
    from widgets.page.stage import Stage

_PATIENCE_MS = 20_000
_MAX_BYTES = 256 * 2**20


class Recorder(QObject):
    """Does one recording of one stage and is finished.

    Signals
    -------
    finished(bytes)
        A MIME archive (MHTML); empty where the engine could not write it.
    """

    finished = Signal(object)

    def __init__(self, stage: Stage, profile: Profile) -> None:
        super().__init__(stage)
        self._stage, self._profile = stage, profile
        self._folder = QTemporaryDir()
        self._file = Path(self._folder.filePath("page.mhtml"))
        self._late = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._late.timeout.connect(lambda: self._finish(b""))

    def start(self) -> None:
        """Have the engine write its archive."""
        self._profile.expect_save(str(self._file), self._saved)
        self._late.start()
        self._stage.guarded.save(
            str(self._file), QWebEngineDownloadRequest.SavePageFormat.MimeHtmlSaveFormat
        )

    def _saved(self) -> None:
        too_large = not self._file.exists() or self._file.stat().st_size > _MAX_BYTES
        self._finish(b"" if too_large else self._file.read_bytes())

    def _finish(self, archive: bytes) -> None:
        self._late.stop()
        self._profile.expect_save("", None)
        self._folder.remove()
        self.finished.emit(archive)
        self.deleteLater()
