"""Takes snapshots: lays the page on screen out, records what it loaded, and writes one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThreadPool, Signal

from extractors.page.recording import read_besides, resources_of_archive
from extractors.page.snapshot import write_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from PySide6.QtCore import SignalInstance

    from extractors.page import Layout, Page, Recorded
    from widgets.page.view import PageView

    Answer = tuple[SignalInstance, Callable[..., None]]

_FONT = "fontresource"


class SnapshotTaker(QObject):
    """Writes the page of a view to a file; every signal comes once.

    Parameters
    ----------
    view : PageView
        Has the page on screen.
    parent : QObject
        Qt parent.

    Signals
    -------
    written(path, n_left_out)
        The file is there; how many resources there was no room for.
    failed(message)
        It is not.
    """

    written = Signal(str, int)
    failed = Signal(str)
    _done = Signal(object)

    def __init__(self, view: PageView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._page: Page | None = None
        self._file: Path | None = None
        self._recorded: Mapping[str, Recorded] | None = None
        self._width: int | None = None
        self._heard: tuple[Answer, ...] = ()
        self._done.connect(self._tell)

    def take(
        self,
        page: Page,
        file: Path,
        *,
        width: int | None = None,
        recorded: Mapping[str, Recorded] | None = None,
    ) -> None:
        """Begin.

        Parameters
        ----------
        page : Page
            The page on screen, or the one that is about to be.
        file : Path
            Where it goes.
        width : int, optional
            Width to lay it out at, if it has no layout; by default that of the view.
        recorded : mapping of str to Recorded, optional
            Its resources where they are known: it came from a snapshot.
        """
        self._page, self._file, self._recorded = page, file, recorded
        self._width = width
        if page.is_same_tree(self._view.page):
            self._measure(page)
        else:
            self._answer_only((self._view.failed, self._on_failed))

    def _answer_only(self, *answers: Answer) -> None:
        """Answer only these signals of the view, and that of a page that comes on screen."""
        self._disconnect_all()
        self._heard = ((self._view.ready, self._on_ready), *answers)
        for signal, answer in self._heard:
            signal.connect(answer)

    def _disconnect_all(self) -> None:
        for signal, answer in self._heard:
            signal.disconnect(answer)
        self._heard = ()

    def _on_ready(self, shown: Page) -> None:
        """Begin where the page has come on screen, or came again; give up where another one did."""
        page = self._page
        if page is None or not page.is_same_tree(shown):
            self._on_failed(self.tr("Another page came on screen before the snapshot was taken."))
        else:
            self._measure(page)

    def _measure(self, page: Page) -> None:
        if page.layout is None:
            self._answer_only(
                (self._view.layout_ready, self._on_layout), (self._view.failed, self._on_failed)
            )
            self._view.collect_layout(self._width)
        else:
            self._record()

    def _on_layout(self, layout: Layout, measured: Page) -> None:
        self._page = measured.with_layout(layout)
        self._record()

    def _on_failed(self, message: str) -> None:
        self._disconnect_all()
        self.failed.emit(message)

    def _record(self) -> None:
        if self._recorded is not None:
            self._write(self._recorded, [])
            return
        self._answer_only((self._view.archive_ready, self._on_archive))
        self._view.collect_archive()

    def _on_archive(self, archive: bytes) -> None:
        found = resources_of_archive(archive)
        fonts = [
            one.url_text
            for one in self._view.log.requests
            if one.allowed and one.kind == _FONT and one.url_text not in found
        ]
        self._write(found, list(dict.fromkeys(fonts)))

    def _write(self, found: Mapping[str, Recorded], fonts: list[str]) -> None:
        """Read fonts besides and write the file, away from this thread."""
        self._disconnect_all()
        page, file = self._page, self._file
        if page is None or file is None:
            raise RuntimeError("take() comes first")

        def work() -> None:
            try:
                outcome: object = write_snapshot(page, file, {**found, **read_besides(fonts)})
            except Exception as error:  # noqa: BLE001 - whatever it is, the reader is told
                outcome = error
            self._done.emit(outcome)

        QThreadPool.globalInstance().start(work)

    def _tell(self, outcome: object) -> None:
        if isinstance(outcome, int):
            self.written.emit(str(self._file), outcome)
        else:
            self.failed.emit(str(outcome))
