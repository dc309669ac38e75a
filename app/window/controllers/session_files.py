"""Session files: save what is on screen in one file, and bring it back from there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.controllers.page.saver import saved_message
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.formats.files import file_name
from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX, is_snapshot, write_snapshot
from boilerscope.extractors.sources.names import opened_id
from boilerscope.extractors.system.late import late_call, late_module
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.words import counted

if TYPE_CHECKING:
    from boilerscope.app.session import saved_session
    from boilerscope.app.session.exporting import page_id
    from boilerscope.app.session.history import PaneSetup
    from boilerscope.app.session.kept_panes import KeptPanes
    from boilerscope.app.session.last_session import LastSession
    from boilerscope.app.session.saved_session import SavedResult, SessionFile
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.last_session import LastSessionController
    from boilerscope.app.window.controllers.page.saver import PageSaver
    from boilerscope.app.window.save_dialog import SaveDialog
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
else:
    page_id = late_call("boilerscope.app.session.exporting", "page_id")
    saved_session = late_module("boilerscope.app.session.saved_session")

_OPEN = Kind("open a session")
_FILES = "Boilerscope (*.bscope)"
_LOOK_MS = 200


@dataclass(frozen=True, slots=True, eq=False)
class _Saved:
    """What a session file has of the panes and the gold standard."""

    panes: tuple[PaneSetup, ...]
    gold: Gold | None

    def is_same(self, other: _Saved) -> bool:
        """Return whether panes and marks are equal."""
        if self.gold is None or other.gold is None:
            same_gold = self.gold is other.gold
        else:
            same_gold = self.gold.classes.tobytes() == other.gold.classes.tobytes()
        return same_gold and self.panes == other.panes


@dataclass(frozen=True, slots=True, eq=False)
class _Unfinished:
    """A session that was saved while panes ran, whose results are added to its file.

    Attributes
    ----------
    last : LastSession
        What was on screen when it was saved.
    names : tuple of str
        Panes that ran.
    """

    file: Path
    page: Page
    saved: _Saved
    last: LastSession
    names: tuple[str, ...]


class SessionFileController(QObject):
    """Saves and opens sessions, and shows in the title whether the session has changed since.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    folder : Path
        Configuration folder, for the saved results of extractors that are missing here.
    last_session : LastSessionController
        Knows what is on screen, and brings it back.
    page_saver : PageSaver
        Saves the page.
    """

    def __init__(  # noqa: PLR0913 - what is saved and brought back, by name
        self,
        context: Context,
        actions: ActionRegistry,
        window: Window,
        folder: Path,
        *,
        save_dialog: SaveDialog,
        last_session: LastSessionController,
        page_saver: PageSaver,
        kept_panes: KeptPanes,
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._window, self._folder = window, folder / "saved_results"
        self._save_dialog, self._last_session = save_dialog, last_session
        self._page_saver, self._kept_panes = page_saver, kept_panes
        self._file: Path | None = None
        self._waiting: Path | None = None  # chosen while the first page was loading
        self._saved: _Saved | None = None
        self._unfinished: _Unfinished | None = None
        self._results: tuple[SavedResult, ...] = ()
        actions.add("save_session", self.save, enabled=self._can_save)
        actions.add("save_session_as", self.save_as, enabled=self._can_save)
        actions.add("open_session", self.ask_open)
        self._look = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._look.timeout.connect(self._show_title)
        context.session_controller.changed.connect(lambda _change: self._look.start())
        context.session_controller.page_shown.connect(lambda _page: self._on_page())
        # Its panes are told to run in the same turn of the event loop as the page is shown.
        self._write_later = QTimer(self, singleShot=True, interval=0)
        self._write_later.timeout.connect(self._write_waiting)
        self._write_later.timeout.connect(self._add_results)
        context.session_controller.changed.connect(lambda _change: self._write_later.start())
        context.session_controller.failed.connect(lambda *_: self._give_up_waiting())
        context.session_controller.load.cancelled.connect(self._give_up_waiting)
        last_session.brought_back.connect(self._on_brought_back)

    # -- save ------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the session in its file; ask for one if it has none."""
        if self._file is None:
            self.save_as()
        else:
            self.write(self._file)

    def save_as(self) -> None:
        """Ask for a file and save the session there; the first page may still be loading.

        The dialog opens at once, because what the user types next is the name of the file.
        """
        was_loading = self._is_first_loading()
        file = self._save_dialog.ask(translate("Save the session"), self._proposed_name(), _FILES)
        if file is None:
            return
        file = file if is_snapshot(file) else Path(f"{file}{SNAPSHOT_SUFFIX}")
        if not was_loading:
            self.write(file)
            return
        self._waiting = file
        if self._is_first_loading():
            text = translate("The session is saved as soon as the page is loaded.")
            self._context.notifier.notify(text, kind="session")
        elif self._has_page():
            self._write_waiting()
        else:
            self._give_up_waiting()

    def write(self, file: Path) -> None:
        """Save the session: page, panes, gold, selection and views, or the corpus.

        Nothing waits for panes that run: their results are added to the file when they are there.
        """
        self._context.notifier.notify(translate("Saving…"), kind="session")
        self._write(file, self._last_session.current())

    def _write(self, file: Path, last: LastSession) -> None:
        session, state, page = self._context.session, self._state(), None
        if self._has_page():
            page = session.page
        parts = saved_session.parts_of(last, page, session.gold, session.panes)
        names, self._unfinished = tuple(self._session_controller.running()), None
        unfinished = None
        if page is not None and names:
            unfinished = _Unfinished(file, page, state, last, names)
        written = partial(self._on_written, state, unfinished)
        if page is not None:
            self._page_saver.save_snapshot(file, parts, written, self._on_not_written)
        else:
            self._context.work.ask(
                Kind(f"session {file}", is_kept=True),
                once(partial(write_snapshot, None, file, None, parts)),
                partial(written, str(file)),
                failed=lambda failure: self._on_not_written(failure.text),
            )

    def _can_save(self) -> bool:
        has_corpus = bool(self._context.corpus.state.record.path)
        return self._has_page() or has_corpus or self._is_first_loading()

    def _is_first_loading(self) -> bool:
        """Return whether the Page face has no page yet, but one is loading."""
        state, load = self._context.corpus.state, self._session_controller.load.state
        is_corpus = state.is_shown and bool(state.record.path)
        return load.busy and self._context.session.page is None and not is_corpus

    def _write_waiting(self) -> None:
        """Save to the file that was chosen while the page was loading."""
        file = self._waiting
        if file is not None and self._has_page():
            self._waiting = None
            self.write(file)

    def _add_results(self) -> None:
        """Save again with the results of the panes that ran, unless anything else has changed."""
        unfinished = self._unfinished
        if unfinished is None:
            return
        is_same_page = unfinished.page.is_same_tree(self._context.session.page)
        if not is_same_page or not self._state().is_same(unfinished.saved):
            self._unfinished = None  # the results to come are of other settings
        elif not self._session_controller.running():
            self._write(unfinished.file, unfinished.last)

    def _give_up_waiting(self) -> None:
        """Say that nothing is saved, if the page that was to be saved did not load."""
        if self._waiting is not None and self._context.session.page is None:
            self._waiting = None
            text = translate("The session is not saved, because the page was not loaded.")
            self._context.notifier.notify(text, kind="session")

    def _has_page(self) -> bool:
        """Return whether the session is that of a page; on the Corpus face it is the corpus."""
        state, session = self._context.corpus.state, self._context.session
        return session.page is not None and not (state.is_shown and bool(state.record.path))

    def _proposed_name(self) -> str:
        page = self._context.session.page
        if self._has_page() and page is not None:
            return _snapshot_name(page_id(page, self._context.address))
        if self._is_first_loading():
            address = self._session_controller.load.state.address
            return _snapshot_name(opened_id(address, address))
        return f"{Path(self._context.corpus.state.record.path).stem}{SNAPSHOT_SUFFIX}"

    def _state(self) -> _Saved:
        session = self._context.session
        return _Saved(session.setups(), session.gold)

    def _on_written(
        self, state: _Saved, unfinished: _Unfinished | None, path: str, n_left_out: int
    ) -> None:
        self._file, self._saved = Path(path), state
        self._kept_panes.mark_saved(self._context.session.panes)
        self._remember()
        self._show_title()
        message = saved_message(path, n_left_out)
        if unfinished is not None:
            names = translate(", ").join(unfinished.names)
            text = translate("{saved}. The results of {names} follow when they have run.")
            message = text.format(saved=message, names=names)
        self._context.notifier.notify(message, kind="session", file=self._file)
        self._unfinished = unfinished
        self._add_results()

    def _on_not_written(self, message: str) -> None:
        text = translate("Not saved: {reason} Save it elsewhere with Ctrl+Shift+S.")
        self._window.top.failure.show_failure(text.format(reason=message), can_retry=False)

    # -- open ------------------------------------------------------------------------------

    def ask_open(self) -> None:
        """Ask for a session file and open it."""
        title = translate("Open a session")
        file, _ = QFileDialog.getOpenFileName(self._window, title, "", _FILES)
        if file:
            self.open(Path(file))

    def open(self, file: Path, *, with_panes: bool = True) -> None:
        """Bring back a session; a snapshot of a page alone is opened as a page.

        Parameters
        ----------
        with_panes : bool
            Whether the panes of the session replace those on screen.
        """
        read = partial(saved_session.read_session, file, self._folder)
        then = partial(self._on_read, file, with_panes)
        self._context.work.ask(_OPEN, once(read), then, failed=self._on_unread)

    def _on_unread(self, failure: Failure) -> None:
        self._session_controller.failed.emit(failure.text, False)

    def _on_read(self, file: Path, with_panes: bool, session: SessionFile | None) -> None:  # noqa: FBT001 - bound before the result
        request = PageRequest(str(file.resolve()))
        if session is None or (session.has_page and not with_panes):
            self._session_controller.request_page(request)
            return
        self._results = session.results
        if not session.has_page:
            self._file, self._saved = file, None
            if not with_panes:
                self._session_controller.open_usual_panes()
        last = session.last
        self._last_session.bring_back(last, request if session.has_page else None)
        self._remember_path(file)
        self._report(session)

    def _report(self, session: SessionFile) -> None:
        """State what could not be brought back as it was."""
        if session.replaced:
            text = translate("Not installed here: {names}. Their panes show the saved results.")
            names = translate(", ").join(session.replaced)
            self._context.notifier.notify(text.format(names=names))
        if session.lost:
            text = translate("Panes without an extractor or a result were left out: {names}.")
            names = translate(", ").join(session.lost)
            self._context.notifier.notify(text.format(names=names))

    # -- what is on screen -----------------------------------------------------------------

    def _on_page(self) -> None:
        """Take the file of the page on screen as that of the session, if it is one."""
        address = self._context.address
        is_file = is_snapshot(address) and Path(address).is_file()
        self._file, self._saved = (Path(address), None) if is_file else (None, None)
        self._look.start()

    def _on_brought_back(self) -> None:
        """Compare the results with those that were saved."""
        if self._file is not None:
            self._saved = self._state()
        session = self._context.session
        characters = counts_characters(session.page)
        texts = []
        for difference in saved_session.differences(self._results, session.panes):
            text = translate("{pane}: {words} differ from the saved result ({before}, now {now}).")
            texts.append(
                text.format(
                    pane=difference.pane,
                    words=counted(difference.n_words, characters=characters),
                    before=difference.before or "?",
                    now=difference.now or "?",
                )
            )
        self._results = ()
        if texts:
            self._context.notifier.notify(" ".join(texts))
        self._show_title()

    def _show_title(self) -> None:
        """Show the file, with a dot if panes or marks have changed since it was saved."""
        is_changed = self._saved is not None and not self._saved.is_same(self._state())
        name = "" if self._file is None else self._file.name
        self._window.show_file(name, is_changed=is_changed)

    def _remember(self) -> None:
        if self._file is not None:
            self._remember_path(self._file)

    def _remember_path(self, file: Path) -> None:
        store = self._context.preferences
        store.memory.remember_session(str(file.resolve()))
        self._context.notifier.report_once(store.save_memory())


def _snapshot_name(page_id: str) -> str:
    return file_name(page_id, "", SNAPSHOT_SUFFIX.removeprefix("."))
