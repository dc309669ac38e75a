"""The session, its loads and its runs, and the only object that changes them.

Views call its methods and listen to its signals; they read the session through `SessionView`.
"""

from __future__ import annotations

import time
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from boilerscope.app.session.changes import NOTHING, Changed, SessionPart
from boilerscope.app.session.field_changes import with_value
from boilerscope.app.session.history import setups_of
from boilerscope.app.session.layout_needs import needs_layout
from boilerscope.app.session.session import DEFAULT_PANES, Session
from boilerscope.app.session.sources import PageRequest, understand
from boilerscope.app.session.step_view import same_step
from boilerscope.app.window.page_load import PageLoad
from boilerscope.app.window.work.run_queue import Job, RunQueue
from boilerscope.app.window.work.work import Work
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.model.steps import step_names
from boilerscope.extractors.page import reading_spaces, slots_apart
from boilerscope.extractors.runs.keys import reads_site
from boilerscope.widgets.records import RunState, ShowAs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from boilerscope.app.session.history import PaneSetup
    from boilerscope.app.session.preferences import Preferences
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import FloatArray, Layout, Page
    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runner import Pane
    from boilerscope.widgets.records import Lock, Selection

_VEIL_MS = 100
"""A pane is marked as outdated only if its new run takes longer."""


class SessionController(QObject):
    """Changes the session and emits every change.

    Attributes
    ----------
    work : Work
        Background jobs of the window.

    Signals
    -------
    page_shown(Page)
        Another page is on screen. A change of `SessionPart.PAGE` follows.
    changed(Changed)
        The session changed.
    loading(LoadState)
        Address and progress of the page that is loading.
    failed(str, bool)
        Message of an error that kept a page from being shown, and whether a retry may help.
    step_lost(str, str)
        The new result of this pane no longer has the step of this code, which was on screen.
    """

    page_shown = Signal(object)
    changed = Signal(object)
    loading = Signal(object)
    failed = Signal(str, bool)
    step_lost = Signal(str, str)

    def __init__(
        self,
        preferences: Preferences,
        views: Mapping[str, str] = MappingProxyType({}),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = Session()
        self._session.views.update(views)
        self.request: PageRequest | None = None
        self._wanted: PageRequest | None = None
        self.work = Work(self)
        self.load = PageLoad(preferences.fetch_timeout_s, self.work, self)
        self.run_queue = RunQueue(self)
        self._run_timeout_s = preferences.run_timeout_s
        self.load.loaded.connect(self.show_page)
        self.load.failed.connect(self.failed)
        self.load.changed.connect(self.loading)
        self.run_queue.finished.connect(self._run_finished)
        self.gesture: Callable[[], str] = lambda: ""
        """Returns the gesture of the user, whose changes are one step of undo; see `Gestures`."""
        self._veil = QTimer(self, singleShot=True, interval=_VEIL_MS)
        self._veil.timeout.connect(self._show_outdated)

    @property
    def session(self) -> SessionView:
        """The session, for reading."""
        return self._session

    # -- pages -----------------------------------------------------------------------------

    def open(self, typed: str) -> None:
        """Open an address, file or markup that a user typed, dropped or pasted."""
        try:
            request = understand(typed)
        except BoilerscopeError as error:
            self.failed.emit(str(error), False)
            return
        rendered = self.request is not None and self.request.rendered and request.is_live
        self.request_page(PageRequest(request.address, request.text, "", rendered))

    def request_page(self, request: PageRequest) -> None:
        """Open a page; the page on screen stays until the new page is complete.

        Without panes, the usual ones are there at once: views would ask for an extractor until
        the page arrives.
        """
        if not self.session.panes:
            self.open_usual_panes()
            self._emit(SessionPart.ARRANGEMENT)
        self._wanted = request
        self.load.begin(request)

    def reload(self) -> None:
        """Open the page on screen again, or the page that failed to load."""
        request = self._wanted or self.request
        if request is not None:
            self.request_page(request)

    def set_encoding(self, encoding: str) -> None:
        """Read the page on screen with another encoding; empty detects it."""
        if self.request is not None:
            self.request_page(self.request.with_encoding(encoding))

    def set_rendered(self, rendered: bool) -> None:  # noqa: FBT001 - Qt slot
        """Take the tree from the bytes or from the rendered document."""
        if self.request is not None and self.request.rendered != rendered:
            self.request_page(replace(self.request, rendered=rendered))

    def show_page(self, request: PageRequest, page: Page) -> None:
        """Show a page that is already parsed."""
        self.request = request
        self._wanted = request
        self.run_queue.forget_page()
        self._session.show_page(page)
        self.open_usual_panes()
        self.load.note_page(request)
        self.page_shown.emit(page)
        self._emit(SessionPart.PAGE)
        self.run(pane.name for pane in self.session.panes)

    def take_layout(self, layout: Layout, measured: Page) -> None:
        """Give the page on screen a layout, and run the panes that need it."""
        page = self.session.page
        if page is None or not page.is_same_tree(measured):
            return  # of an earlier page
        self._session.page = page.with_layout(layout)
        self.run(
            pane.name for pane in self.session.panes if needs_layout(pane.extractor, pane.settings)
        )

    def take_texts(self, first: FloatArray, second: FloatArray, measured: Page) -> None:
        """Put spaces between texts that the page on screen shows apart, see `Page.set_apart`."""
        page = self.session.page
        if page is None or not page.is_same_tree(measured):
            return  # of an earlier page
        as_shown = page.with_set_apart(slots_apart(page, first, second))
        if reading_spaces(as_shown).tolist() != reading_spaces(page).tolist():
            self._session.page = as_shown
            self._emit(SessionPart.PAGE)

    def take_site(self, site: SiteLink, measured: Page) -> None:
        """Give the page on screen the way to its site, and run the panes that read other pages.

        Parameters
        ----------
        measured : Page
            Page whose site it is.
        """
        page = self.session.page
        if page is None or not page.is_same_tree(measured):
            return  # of an earlier page
        self._session.page = page.with_site(site)
        self._emit(SessionPart.PAGE)
        self.run(
            pane.name for pane in self.session.panes if reads_site(pane.extractor, pane.settings)
        )

    def take_gold(self, gold: Gold | None, page: Page) -> None:
        """Set the gold standard of the page on screen; None removes it."""
        if self.session.page is None or not self.session.page.is_same_tree(page):
            return  # of an earlier page
        if gold is not self.session.gold:
            self._session.gold = gold
            self._emit(SessionPart.GOLD)

    def count_comments(self, comments: bool) -> None:  # noqa: FBT001 - Qt slot
        """Count comments as main content in the gold standard, or as boilerplate."""
        if comments != self.session.comments:
            self._session.comments = comments
            self._emit(SessionPart.GOLD)

    def cancel_loading(self) -> bool:
        """Stop loading; return whether a page was loading."""
        stopped = self.load.cancel()
        if stopped:
            self._wanted = self.request or self._wanted  # the page that Reload opens
        return stopped

    # -- panes -----------------------------------------------------------------------------

    def add_pane(self, extractor: str, settings: Settings | None = None) -> None:
        """Add a pane and run it."""
        name = self._session.add(extractor, settings, now=time.monotonic())
        self._emit(SessionPart.ARRANGEMENT)
        self.run([name])

    def remove_pane(self, name: str) -> None:
        """Remove a pane; undo brings it back."""
        self._session.remove(name, now=time.monotonic())
        self._drop_removed_panes()

    def duplicate_pane(self, name: str) -> None:
        """Add a pane with the same settings and run it."""
        copy = self._session.duplicate(name, now=time.monotonic())
        self._emit(SessionPart.ARRANGEMENT)
        self.run([copy])

    def move_pane(self, name: str, index: int) -> None:
        """Move a pane to another index in the row."""
        self._session.move(name, index, now=time.monotonic())
        self._emit(SessionPart.ARRANGEMENT)

    def fold_pane(self, name: str, folded: bool) -> None:  # noqa: FBT001 - Qt slot
        """Fold a pane into a spine or unfold it."""
        self._session.change(name, folded=folded)
        self._emit(SessionPart.ARRANGEMENT)

    def show_pane_as(self, name: str, show_as: ShowAs) -> None:
        """Show another view of a pane's result."""
        self._session.show_as(name, show_as)
        self._emit(SessionPart.SHOW_AS, [name])

    def compare_pane(self, name: str, other: str) -> None:
        """Compare a pane with another pane."""
        self._session.change(name, compare_with=other, show_as=ShowAs.DIFFERENCE)
        self._emit(SessionPart.SHOW_AS, [name])

    def compare_panes(self, first: str, second: str) -> None:
        """Compare two panes side by side; the other panes fold until `end_comparison`."""
        if first != second and self.session.has(first) and self.session.has(second):
            self._session.compare(first, second)
            self._emit(SessionPart.ARRANGEMENT)

    def end_comparison(self) -> bool:
        """End the comparison and restore the folds; return whether there was one."""
        has_ended = self._session.end_comparison()
        if has_ended:
            self._emit(SessionPart.ARRANGEMENT)
        return has_ended

    def show_marks(self, shown: bool) -> None:  # noqa: FBT001 - a state, as in a Qt slot
        """Colour the page by its gold standard while it is being marked."""
        if shown != self._session.is_marking:
            self._session.is_marking = shown
            self._emit(SessionPart.COLOUR)

    def preview(self, name: str, mask: BoolArray | None) -> None:
        """Show the words that another mask of a pane would change; None ends the preview."""
        if self._session.preview(name, mask):
            self._emit(SessionPart.COLOUR | SessionPart.STRIPS)

    def activate(self, name: str) -> None:
        """Make a pane the active pane and unfold it; the page may follow it."""
        if not self.session.has(name):
            return
        if self.session.pane(name).folded:
            self._session.change(name, folded=False)
            self._session.activate(name)
            self._emit(SessionPart.ARRANGEMENT)
        elif self.session.active != name:
            has_followed = self._session.activate(name)
            self._emit(SessionPart.ACTIVE | (SessionPart.COLOUR if has_followed else NOTHING))

    def restore_panes(self, panes: Iterable[Pane]) -> None:
        """Start with these panes; undo brings the default panes."""
        self.open_usual_panes()
        self.open_panes(panes)

    def restore_setups(self, setups: Iterable[PaneSetup], active: str, lock: Lock) -> None:
        """Show the panes of the last session as they were; undo brings the default panes."""
        self.open_usual_panes()
        restored = tuple(setups)
        if restored:
            names = self._session.replace_all(restored, now=time.monotonic())
            self._session.lock = lock
            if self.session.has(active):
                self._session.active = active
            self.run(names)
        self._drop_removed_panes()

    def open_panes(self, panes: Iterable[Pane]) -> None:
        """Replace all panes; undo brings the old panes back."""
        self.run(self._session.replace_all(setups_of(panes), now=time.monotonic()))
        self._drop_removed_panes()

    def colour_by(self, key: str) -> None:
        """Colour the page by another quantity."""
        if key != self.session.colour_key:
            self._session.colour_by(key)
            self._emit(SessionPart.COLOUR)

    def show_round(self, number: int | None) -> None:
        """Draw boxes over the page up to a round; None draws all boxes."""
        if number != self.session.round:
            self._session.round = number
            self._emit(SessionPart.COLOUR)

    def show_step(self, pane: str, step: int | None) -> None:
        """Show a pane as it was after a step; None goes back to the result."""
        session = self._session
        previous = (session.step, session.colour_key)
        session.show_step(pane, step)
        if previous != (session.step, session.colour_key):
            self._emit(SessionPart.STEP | SessionPart.COLOUR)

    def select(self, selection: Selection | None) -> None:
        """Record the selected text."""
        self._session.selection = selection
        self._emit(SessionPart.SELECTION)

    def show_strips(self, keys: Iterable[str]) -> None:
        """Show strips of these quantities; an empty list shows densities of the active pane."""
        self._session.strip_keys = list(keys)
        self._emit(SessionPart.STRIPS)

    # -- settings --------------------------------------------------------------------------

    def link_pane(self, name: str, lock: Lock) -> None:
        """Link a pane's main knobs to those of the other panes, or unlink them."""
        self._session.link(name, lock)
        self._emit(SessionPart.SETTINGS, [pane.name for pane in self.session.panes])

    def set_settings(
        self, changes: Mapping[str, Settings], key: str = "", *, initiator: str = ""
    ) -> None:
        """Change settings of panes as one step of undo, and run these panes.

        Parameters
        ----------
        changes : mapping of str to Settings
            New settings by pane.
        key : str
            Name of the setting that is changed; its changes by one gesture are one step of undo.
            Empty if each change is a step.
        initiator : str
            Name of the view that shows the new settings already. Without a page it is refreshed
            all the same, because no result follows that would refresh the rest of it.
        """
        gesture = f"{key} {self.gesture()}".rstrip() if key else ""
        changed = self._session.set_settings(changes, key=gesture, now=time.monotonic())
        if changed:
            shown_by = initiator if self.session.page is not None else ""
            self._emit(SessionPart.SETTINGS, changed, shown_by)
            self.run(changed)

    def set_field(self, name: str, field: str, value: object, *, initiator: str = "") -> str:
        """Change one setting of a pane; return the error of an invalid value, else empty."""
        try:
            settings = with_value(self.session.pane(name).settings, field, value)
        except BoilerscopeError as error:
            return str(error)
        self.set_settings({name: settings}, field, initiator=initiator)
        return ""

    def reset(self, name: str, fields: Iterable[str] | None = None) -> None:
        """Reset fields of a pane to their defaults; None resets all fields."""
        pane = self.session.pane(name)
        selected = set(fields) if fields is not None else None
        defaults = {
            field.name: field.default
            for field in knobs(type(pane.settings))
            if selected is None or field.name in selected
        }
        self.set_settings({name: pane.settings.replace(**defaults)})

    def undo(self) -> None:
        """Undo the last change of panes or settings."""
        self._rerun_restored(self._session.undo())

    def redo(self) -> None:
        """Redo the last undone change."""
        self._rerun_restored(self._session.redo())

    def open_usual_panes(self) -> None:
        if not self.session.panes:
            self._session.open_panes(known_panes(DEFAULT_PANES))

    # -- runs ------------------------------------------------------------------------------

    def run(self, names: Iterable[str]) -> None:
        """Run panes on the page on screen, the active pane first."""
        page = self.session.page
        if page is None:
            return
        ordered = sorted(names, key=lambda name: name != self.session.active)
        self.run_queue.submit(
            [self._begin_run(name, page) for name in ordered], active=self.session.active
        )
        first = {name for name in ordered if self.session.pane(name).state is RunState.RUNNING}
        if first:  # panes with an earlier result are marked as outdated later, if at all
            self._emit(SessionPart.RUN_STATE, first)
        self._veil.start()

    def run_again(self, name: str) -> None:
        """Run one pane again."""
        self.run([name])

    def run_longer(self, name: str, timeout_s: float) -> None:
        """Run one pane again, and give it and all later runs more time."""
        self._run_timeout_s = timeout_s
        self.run([name])

    def _begin_run(self, name: str, page: Page) -> Job:
        number = self._session.begin_run(name)
        pane = self.session.pane(name)
        return Job(name, number, page, pane.extractor, pane.settings, self._run_timeout_s)

    def running(self) -> list[str]:
        """Return the names of the panes that have no result of their present settings yet."""
        busy = {RunState.RUNNING, RunState.OUTDATED}
        return [pane.name for pane in self.session.panes if pane.state in busy]

    def stop(self, *, wait: bool = True) -> bool:
        """End all jobs and runs; the controller cannot be used afterwards. See `Work.stop`."""
        self.load.stop()
        ended = [self.work.stop(wait=wait), self.run_queue.stop(wait=wait)]
        return all(ended)

    def _run_finished(self, name: str, number: int, extraction: Extraction) -> None:
        session = self._session
        step, colour = session.step, session.colour_key
        before = session.pane(name).shown if session.has(name) else None
        if not session.finish_run(name, number, extraction):
            return
        moved = (session.step, session.colour_key) != (step, colour)
        parts = SessionPart.RESULT
        if moved:
            parts |= SessionPart.STEP | SessionPart.COLOUR
        self._emit(parts, [name])
        if step is None or session.step is not None or before is None:
            return
        if same_step(before, step[1], extraction) is None:
            self.step_lost.emit(name, step_names(before.steps)[step[1]])

    def _show_outdated(self) -> None:
        outdated = {p.name for p in self.session.panes if p.state is RunState.OUTDATED}
        if outdated:
            self._emit(SessionPart.RUN_STATE, outdated)

    def _drop_removed_panes(self) -> None:
        """Stop the runs of removed panes, and emit the change."""
        self.run_queue.keep_only(pane.name for pane in self.session.panes)
        self._emit(SessionPart.ARRANGEMENT)

    def _emit(self, parts: SessionPart, panes: Iterable[str] = (), initiator: str = "") -> None:
        self.changed.emit(Changed(parts, frozenset(panes), initiator))

    def _rerun_restored(self, names: list[str]) -> None:
        self._drop_removed_panes()
        self.run(names)


def known_panes(identifiers: Iterable[str]) -> list[str]:
    """Return the extractors that can be loaded."""
    return [identifier for identifier in identifiers if registry.known(identifier) is not None]
