"""Snapshots: measures the page on screen, records its resources, and writes one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.page.recording import read_besides, resources_of_archive
from boilerscope.extractors.page.snapshot import write_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from PySide6.QtCore import SignalInstance

    from boilerscope.app.window.work.work import Failure, Work
    from boilerscope.extractors.page import Layout, Page, Recorded
    from boilerscope.widgets.page.view import PageView

    Answer = tuple[SignalInstance, Callable[..., None]]

_FONT = "fontresource"


class SnapshotTaker(QObject):
    """Writes the page of a view to a file; emits one signal once.

    Parameters
    ----------
    work : Work
        Writes the file, even if the window closes meanwhile.
    parent : QObject
        Qt parent.

    Signals
    -------
    written(path, n_left_out)
        The file is written; number of resources that were too large.
    failed(message)
        Message of the error; no file was written.
    """

    written = Signal(str, int)
    failed = Signal(str)

    def __init__(self, view: PageView, work: Work, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._work = view, work
        self._page: Page | None = None
        self._file: Path | None = None
        self._recorded: Mapping[str, Recorded] | None = None
        self._parts: Mapping[str, bytes] | None = None
        self._width: int | None = None
        self._connected: tuple[Answer, ...] = ()

    def take(
        self,
        page: Page,
        file: Path,
        *,
        width: int | None = None,
        recorded: Mapping[str, Recorded] | None = None,
        parts: Mapping[str, bytes] | None = None,
    ) -> None:
        """Start to take a snapshot.

        Parameters
        ----------
        page : Page
            The page on screen, or the page that will be on screen.
        file : Path
            File to write.
        width : int, optional
            Width of the layout, if the page has none; by default the width of the view.
        recorded : mapping of str to Recorded, optional
            Resources of the page, if it came from a snapshot.
        parts : mapping of str to bytes, optional
            Entries of a session, see `boilerscope.extractors.page.snapshot.PARTS`.
        """
        self._page, self._file, self._recorded = page, file, recorded
        self._parts = parts
        self._width = width
        if page.is_same_tree(self._view.page):
            self._measure(page)
        else:
            self._answer_only((self._view.failed, self._on_failed))

    def _answer_only(self, *answers: Answer) -> None:
        """Connect these signals of the view, and `ready`; disconnect all other signals."""
        self._disconnect_all()
        self._connected = ((self._view.ready, self._on_ready), *answers)
        for signal, answer in self._connected:
            signal.connect(answer)

    def _disconnect_all(self) -> None:
        for signal, answer in self._connected:
            signal.disconnect(answer)
        self._connected = ()

    def _on_ready(self, shown_page: Page) -> None:
        """Start when the page is on screen; fail if another page is on screen."""
        page = self._page
        if page is None or not page.is_same_tree(shown_page):
            self._on_failed(self.tr("Another page was opened before the snapshot was taken."))
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
        resources = resources_of_archive(archive)
        fonts = [
            request.url_text
            for request in self._view.log.requests
            if request.allowed and request.kind == _FONT and request.url_text not in resources
        ]
        self._write(resources, list(dict.fromkeys(fonts)))

    def _write(self, resources: Mapping[str, Recorded], fonts: list[str]) -> None:
        """Read the fonts and write the file, in the background."""
        self._disconnect_all()
        page, file, parts = self._page, self._file, self._parts
        if page is None or file is None:
            raise RuntimeError("call take() first")

        def work() -> int:
            return write_snapshot(page, file, {**resources, **read_besides(fonts)}, parts)

        self._work.ask(
            Kind(f"snapshot {file}", is_kept=True),
            once(work),
            lambda n_left_out: self.written.emit(str(file), n_left_out),
            failed=self._on_not_written,
        )

    def _on_not_written(self, failure: Failure) -> None:
        self.failed.emit(failure.text)
