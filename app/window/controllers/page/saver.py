"""Saving of the page on screen as a snapshot, alone or in a session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.scene import page_width
from boilerscope.app.window.page_access import is_snapshot
from boilerscope.app.window.translation import translate
from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX, read_resources
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.save_dialog import SaveDialog
    from boilerscope.app.window.work.snapshot_taker import SnapshotTaker
    from boilerscope.widgets.failure_row import FailureRow
    from boilerscope.widgets.page.view import PageView
else:
    SnapshotTaker = late_call("boilerscope.app.window.work.snapshot_taker", "SnapshotTaker")


class PageSaver(QObject):
    """Writes snapshots of the page, and reports the outcome.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    view : PageView
        View of the page on screen.
    save_dialog : SaveDialog
        Dialog that asks for a file to write.
    failure : FailureRow
        Row that reports a snapshot that could not be taken.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        view: PageView,
        save_dialog: SaveDialog,
        failure: FailureRow,
    ) -> None:
        super().__init__(context.views)
        self._session_controller, self._store = context.session_controller, context.preferences
        self._notifier = context.notifier
        self._view, self._save_dialog, self._failure = view, save_dialog, failure
        actions.add("save_snapshot", self.ask_snapshot)

    def ask_snapshot(self) -> None:
        """Ask for a file and save the page with its layout, style sheets, images and fonts."""
        title = translate("Save a snapshot of the page")
        file = self._save_dialog.ask(title, "page.bscope", "Boilerscope (*.bscope)")
        if file is not None:
            self.save_snapshot(file)

    def save_snapshot(
        self,
        file: Path,
        parts: Mapping[str, bytes] | None = None,
        written: Callable[[str, int], None] | None = None,
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Save the page on screen with its layout and resources.

        Parameters
        ----------
        parts : mapping of str to bytes, optional
            Entries of a session, which are saved with the page.
        written, failed : callable, optional
            Report the outcome; by default, the status bar and the failure row.
        """
        page, request = self._session_controller.session.page, self._session_controller.request
        if page is None or request is None:
            return
        file = file if file.suffix else file.with_suffix(SNAPSHOT_SUFFIX)
        taker = SnapshotTaker(self._view, self._session_controller.work, self)
        taker.written.connect(written or self._on_snapshot)
        taker.failed.connect(failed or self._on_snapshot_failed)
        for ended in (taker.written, taker.failed):
            ended.connect(taker.deleteLater)
        recorded = read_resources(request.address) if is_snapshot(request) else None
        width = page_width(self._session_controller.session, self._store.current.capture_width)
        taker.take(page, file, width=width, recorded=recorded, parts=parts)

    def _on_snapshot(self, path: str, n_left_out: int) -> None:
        self._notifier.notify(saved_message(path, n_left_out), file=Path(path))

    def _on_snapshot_failed(self, message: str) -> None:
        self._failure.show_failure(message, can_retry=False)


def saved_message(path: str, n_left_out: int) -> str:
    """Return the message that a snapshot or session is saved.

    Parameters
    ----------
    n_left_out : int
        Number of resources that were too large.
    """
    message = f"{translate('Saved')} {path}"
    if n_left_out:
        omission = translate("{count} resources were too large")
        if n_left_out == 1:
            omission = translate("1 resource was too large")
        message += f" ({omission.format(count=n_left_out)})"
    return message
