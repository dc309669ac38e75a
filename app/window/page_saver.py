"""Saves the page on screen: as a picture with its heatmap, as a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.session.scene import page_width
from app.window.page_access import is_snapshot
from app.window.snapshot_taker import SnapshotTaker
from app.window.translation import say
from extractors.page.snapshot import SNAPSHOT_SUFFIX, read_resources

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QImage

    from app.window.window_controller import WindowController


class PageSaver(QObject):
    """Writes files when the browser has what goes into them, and says how it went.

    Parameters
    ----------
    window_controller : WindowController
        Session controller and window.
    """

    def __init__(self, window_controller: WindowController) -> None:
        super().__init__(window_controller)
        self._window_controller, self._session_controller, self._window = (
            window_controller,
            window_controller.session_controller,
            window_controller.window,
        )
        self._picture: Path | None = None
        self._window.page.view.picture_ready.connect(self._on_picture)

    def save_picture(self, file: Path) -> None:
        """Save the whole page with its heatmap as soon as it is drawn."""
        self._picture = file
        self._window.page.view.grab_page()

    def _on_picture(self, picture: QImage) -> None:
        if self._picture is not None:
            saved = picture.save(str(self._picture))
            said = say("Saved") if saved else say("The picture could not be written:")
            self._window_controller.notify(f"{said} {self._picture}")
            self._picture = None

    def save_snapshot(self, file: Path) -> None:
        """Save the page on screen with its layout and resources."""
        page, request = self._session_controller.session.page, self._session_controller.request
        view = self._window.page.view
        if page is None or request is None:
            return
        file = file if file.suffix else file.with_suffix(SNAPSHOT_SUFFIX)
        taker = SnapshotTaker(view, self)
        taker.written.connect(self._on_snapshot)
        taker.failed.connect(self._on_snapshot_failed)
        for ended in (taker.written, taker.failed):
            ended.connect(taker.deleteLater)
        known = read_resources(request.address) if is_snapshot(request) else None
        width = page_width(
            self._session_controller.session, self._window_controller.preferences.capture_width
        )
        taker.take(page, file, width=width, recorded=known)

    def _on_snapshot(self, path: str, n_left_out: int) -> None:
        left = say("{count} resources were too large")
        if n_left_out == 1:
            left = say("1 resource was too large")
        left = left.format(count=n_left_out)
        self._window_controller.notify(
            f"{say('Saved')} {path}" + (f" ({left})" if n_left_out else "")
        )

    def _on_snapshot_failed(self, message: str) -> None:
        self._window.top.failure.show_failure(message, can_retry=False)
