"""Opening of pages: start screen, address, mode, and recent pages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from boilerscope.app.session.sources import LISTED
from boilerscope.app.window.page_access import is_snapshot
from boilerscope.app.window.start import (
    cards_of_corpora,
    cards_of_recent,
    cards_of_samples,
    cards_of_sessions,
)
from boilerscope.app.window.translation import translate
from boilerscope.extractors.page.files import SUFFIXES
from boilerscope.widgets.dropped import dropped_text
from boilerscope.widgets.top_bar import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData

    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.load_state import LoadState
    from boilerscope.widgets.start_screen import StartScreen
    from boilerscope.widgets.top_bar import TopBar

_REVEAL_MS = 400
"""A first load that takes longer is shown in the page column instead of the start screen."""


class Frame(Protocol):
    """The part of the window that this controller uses."""

    def show_start(self, shown: bool, /) -> None:  # noqa: FBT001 - Qt setter
        """Show the start screen or the page."""

    def show_title(self, text: str, /) -> None:
        """Name the page in the title bar; an empty text names none."""

    def focus_work(self) -> None:
        """Give the focus to the page, or to the start screen without a page."""


class PageController(QObject):
    """Opens pages, and shows their address, mode and title.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    top : TopBar
        Address, mode and failures.
    start : StartScreen
        Samples and recent pages.
    open_any : callable
        Opens a page or a corpus that the user typed or selected.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        frame: Frame,
        top: TopBar,
        start: StartScreen,
        open_any: Callable[[str], object],
    ) -> None:
        super().__init__(context.views)
        self._session_controller = context.session_controller
        self._corpus = context.corpus
        self._notifier, self._store = context.notifier, context.preferences
        self._views = context.views
        self._frame, self._top, self._start = frame, top, start
        self._open_any = open_any
        self._reveal = QTimer(self, singleShot=True, interval=_REVEAL_MS)
        self._reveal.timeout.connect(self._reveal_page)
        actions.add_all(
            {
                "focus_address": self.focus_address,
                "open_file": self.open_file,
                "paste_html": self.paste_html,
                "reload": self._session_controller.reload,
            }
        )
        actions.add("start_screen", self.ask_start, enabled=lambda: not self._start.isVisible())
        load = self._session_controller.load
        actions.add(
            "stop_loading",
            self._session_controller.cancel_loading,
            enabled=lambda: load.state.busy,
        )
        self._connect(actions)

    def _connect(self, actions: ActionRegistry) -> None:
        controller = self._session_controller
        controller.page_shown.connect(self._on_page)
        controller.loading.connect(self._on_loading)
        controller.failed.connect(
            lambda text, retry: self._top.failure.show_failure(text, can_retry=retry)
        )
        for opened in (self._top.opened, self._start.opened):
            opened.connect(self._open_any)
        self._start.file_asked.connect(lambda: actions.trigger("open_file"))
        self._start.session_asked.connect(lambda: actions.trigger("open_session"))
        self._start.corpus_asked.connect(lambda: actions.trigger("open_corpus"))
        self._top.command.connect(actions.trigger)
        self._top.address.left.connect(self._leave_address)
        self._session_controller.load.cancelled.connect(self._on_cancelled)
        self._top.mode_chosen.connect(self._on_mode)
        self._top.encoding_chosen.connect(controller.set_encoding)
        self._top.retry.connect(controller.reload)

    # -- actions ---------------------------------------------------------------------------

    def focus_address(self) -> None:
        """Show the Page face and give its address field the focus."""
        self._corpus.show_face(False)
        self._views.flush()
        self._top.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._top.address.selectAll()

    def _leave_address(self) -> None:
        """Give the focus to the page, or to the start screen, whose letters are not typed text."""
        if self._start.isVisible():
            self._start.entry().setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._frame.focus_work()

    def open_file(self) -> None:
        """Ask for a file and open it."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        file, _ = QFileDialog.getOpenFileName(
            self._top.window(),
            translate("Open a page"),
            "",
            f"{translate('Pages')} ({kinds});;{translate('All files')} (*)",
        )
        if file:
            self._open_any(file)

    def paste_html(self) -> None:
        """Open the page on the clipboard."""
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()  # None if it was cleared
        text = dropped_text(data) if data is not None else ""
        if text:
            self._open_any(text)
        else:
            self._notifier.notify(translate("The clipboard has no HTML, path or address."))

    def ask_start(self) -> None:
        """Show the start screen on the Page face, with the focus in the address field."""
        self._corpus.show_face(False)
        self._views.flush()
        self.show_start()
        self.focus_address()

    def leave_start(self) -> bool:
        """Go back from the start screen to the open page; return whether there is one behind it."""
        page, is_behind = self._session_controller.session.page, self._start.isVisible()
        if page is None or not is_behind:
            return False
        self._frame.show_start(False)
        self._frame.show_title(page.title or page.name)
        self._views.refresh()
        self._frame.focus_work()
        return True

    def show_start(self) -> None:
        """Show the start screen with samples and recent pages."""
        memory = self._store.memory
        self._start.show_pages(
            cards_of_samples(),
            cards_of_recent(memory),
            cards_of_sessions(memory),
            cards_of_corpora(memory),
        )
        self._frame.show_start(True)
        self._frame.show_title("")
        self._top.address.set_completions(memory.recent, memory.titles)
        self._views.refresh()

    # -- the session -----------------------------------------------------------------------

    def _on_page(self, page: Page) -> None:
        request = self._session_controller.request
        if request is None:
            return
        self._top.failure.hide()
        self._frame.show_start(False)
        self._frame.show_title(page.title or page.name)
        self._show_address(page, request)
        self._remember(request, page.title)

    def _on_cancelled(self) -> None:
        """Show the address of the page on screen; without a page, leave the typed address."""
        if self._session_controller.session.page is not None:
            self._top.address.restore()

    def take_focus(self) -> None:
        """Give a new page the focus, unless the user works in another view."""
        if QApplication.focusWidget() in {None, self._top.window(), self._start}:
            self._frame.focus_work()

    def _show_address(self, page: Page, request: PageRequest) -> None:
        encoding = page.decoded.encoding or ""
        self._top.show_page(request.address, mode_of(request), encoding, request.encoding)

    def _remember(self, request: PageRequest, title: str) -> None:
        if request.text or request.address.startswith(LISTED):
            return  # it cannot be opened by its address
        memory = self._store.memory
        memory.remember_page(request.address, datetime.now(UTC).isoformat(), title)
        self._notifier.report_once(self._store.save_memory())
        self._top.address.set_completions(memory.recent, memory.titles)

    def _on_mode(self, mode: Mode) -> None:
        """Open the page in another mode; a snapshot has one mode."""
        request, page = self._session_controller.request, self._session_controller.session.page
        if request is None or page is None:
            return
        if mode is Mode.SNAPSHOT or is_snapshot(request):
            self._show_address(page, request)
            self._notifier.notify(
                translate("A snapshot has no other mode. It is shown as it was saved.")
            )
        else:
            self._session_controller.set_rendered(mode is Mode.RENDERED)

    def _on_loading(self, state: LoadState) -> None:
        self._top.show_load(state)
        if not state.busy:
            self._reveal.stop()
            self._show_mode()
        elif self._session_controller.session.page is None and not self._reveal.isActive():
            self._reveal.start()

    def reveal_load(self) -> None:
        """Show the page column for the page that is loading, now: the program opens with it."""
        if self._session_controller.load.state.busy:
            self._reveal.stop()
            self._reveal_page()

    def _reveal_page(self) -> None:
        """Show the page column while the first page loads; what the user types stays there."""
        is_typing = self._top.address.hasFocus() and self._top.address.isModified()
        self._frame.show_start(False)
        if not is_typing:
            self._frame.focus_work()

    def _show_mode(self) -> None:
        """Show mode and encoding of the page on screen, instead of those requested meanwhile."""
        page, request = self._session_controller.session.page, self._session_controller.request
        if page is None or request is None:
            self.show_start()
        else:
            encoding = page.decoded.encoding or ""
            self._top.show_mode(mode_of(request), encoding, request.encoding)


def mode_of(request: PageRequest) -> Mode:
    """Return the mode of a request."""
    if request.rendered:
        return Mode.RENDERED
    return Mode.SNAPSHOT if is_snapshot(request) else Mode.FETCHED
