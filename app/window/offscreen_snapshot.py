"""Snapshot of a page without a display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, Qt, QTimer

from boilerscope.app.window.page_access import show_in
from boilerscope.app.window.program import make_application
from boilerscope.app.window.work.snapshot_taker import SnapshotTaker
from boilerscope.app.window.work.work import Work
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.page import Page
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.app.session.sources import PageRequest

_TIMEOUT_MS = 120_000
_HEIGHT = 900


def take_snapshot(request: PageRequest, page: Page | None, file: Path, *, width: int) -> str:
    """Write a snapshot of a page without a display; return the error, empty without an error.

    Parameters
    ----------
    page : Page or None
        The page as fetched; None to load it in the browser, with its scripts.
    width : int
        Width of the view, CSS pixels.
    """
    make_application()
    view = PageView(SelectionModel(), resource_path("agent"))
    view.set_capture_width(width)
    view.resize(width, _HEIGHT)
    view.show()
    messages = [f"{request.address} did not finish loading within {_TIMEOUT_MS // 1000} s."]
    loop = QEventLoop()

    def end(message: str) -> None:
        messages[0] = message
        loop.quit()

    work = Work(view)
    taker = SnapshotTaker(view, work, view)
    taker.written.connect(lambda _path, _n: end(""))
    taker.failed.connect(end)
    view.failed.connect(end)
    view.captured.connect(lambda tree, url: _adopt(view, tree, url, end))

    def begin() -> None:
        if view.page is not None:
            taker.take(view.page, file, width=width)

    view.settled.connect(begin, Qt.ConnectionType.SingleShotConnection)
    QTimer.singleShot(_TIMEOUT_MS, loop.quit)
    try:
        if page is None:
            view.load_live(request.address)
        else:
            show_in(view, page, request)
        loop.exec()
    except BoilerscopeError as error:
        messages[0] = str(error)
    work.stop()  # it may still write, if the time is over
    _close(view)
    return messages[0]


def _adopt(view: PageView, tree: str, url: str, fail: Callable[[str], None]) -> None:
    try:
        view.adopt(Page.from_dom(tree, url=url))
    except BoilerscopeError as error:
        fail(str(error))


def _close(view: PageView) -> None:
    """Close a view and run the event loop until its engine is deleted."""
    loop = QEventLoop()
    view.clear()
    view.close()
    view.destroyed.connect(loop.quit)
    QTimer.singleShot(2_000, loop.quit)
    view.deleteLater()
    loop.exec()
