"""Connects session, window and selection: who is told what, and in which order views follow."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.session import layers
from app.session.block_navigation import next_block, next_difference
from app.session.kept_panes import KeptPanes
from app.session.panel_view import settings_view
from app.session.preferences import Preferences, save_memory, save_preferences
from app.session.presets import Presets
from app.session.scene import (
    lacks_layout,
    page_width,
    scene_of,
    strip_choices,
    strip_keys,
    tree_offers,
)
from app.session.session import changed_between
from app.window.appearance import put_theme, wanted_theme
from app.window.box_overlay import BoxOverlay
from app.window.commands import Commands
from app.window.exports import Exports
from app.window.external_links import ask_to_open
from app.window.focus import enter
from app.window.host_list import HostListController
from app.window.page_access import access_of, is_snapshot, render_in, show_in, when_shown
from app.window.page_saver import PageSaver
from app.window.palette import Palette
from app.window.refresher import Refresher, View
from app.window.start import cards_of_recent, cards_of_samples
from app.window.status import (
    blocked_text,
    blocked_tip,
    page_text,
    rows_copied,
    runs_text,
    warnings_text,
)
from app.window.suggestions import Suggestions
from app.window.translation import say
from extractors.errors import BoilerscopeError
from extractors.formats.html_page import cleaned
from resources.loader import resource_path
from widgets import theme
from widgets.page.policy import Access
from widgets.page.text_view import WebDialog
from widgets.panes.content import Place
from widgets.panes.segment_styles import counts_characters
from widgets.plain import entry, plain
from widgets.records import Scene, Selection, ShowAs
from widgets.top_bar import Mode
from widgets.words import counted, declared, number, share

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.session.preferences import Memory
    from app.session.sources import PageRequest
    from app.window.session_controller import SessionController
    from app.window.window import Window
    from extractors.model.settings import Settings
    from extractors.page import Page
    from widgets.load_state import LoadState
    from widgets.records import PaneRecord
    from widgets.settings.main_knobs import MainMove

_NOTICE_MS = 6000
_LONGER_S = 30.0
_REVEAL_MS = 400
"""A first load that takes longer is shown where its page will be, not on the start screen."""


class WindowController(QObject):
    """Holds the parts of one window together.

    Parameters
    ----------
    session_controller : SessionController
        Changes the session.
    window : Window
        The views.
    preferences : Preferences
        Of the user.
    memory : Memory
        What is remembered between starts.
    folder : Path
        Where both are kept.
    """

    def __init__(
        self,
        session_controller: SessionController,
        window: Window,
        preferences: Preferences,
        memory: Memory,
        folder: Path,
    ) -> None:
        super().__init__(window)
        self.session_controller, self.window = session_controller, window
        self.preferences, self.memory = preferences, memory
        self._folder = folder
        self.presets = Presets(folder)
        self.kept_panes = KeptPanes(folder)
        self._scene = Scene(None)
        self._scene_stale = True
        self._web: WebDialog | None = None
        self._told: set[str] = set()
        self._reveal = QTimer(self, singleShot=True, interval=_REVEAL_MS)
        self._reveal.timeout.connect(self._reveal_page)
        self._asked_to_lay_out = False  # the page on screen, without a pane's asking for it
        self.suggestions = Suggestions(self)
        self.palette = Palette(self)
        self.page_saver = PageSaver(self)
        self.exports = Exports(self)
        self.box_overlay = BoxOverlay(self)
        self.refresher = Refresher(self._views(), self)
        self.hosts = HostListController(self)
        self.commands = Commands(self)
        self._connect_desk()
        self._connect_top()
        self._connect_page()
        self._connect_panes()
        self._connect_docks()
        self.apply_preferences()
        self.show_start()

    @property
    def address(self) -> str:
        """Where the page on screen is from."""
        return (
            self.session_controller.request.address
            if self.session_controller.request is not None
            else ""
        )

    @property
    def scene(self) -> Scene:
        """What views show now."""
        if self._scene_stale:
            self._scene = scene_of(self.session_controller.session, say)
            self._scene_stale = False
        return self._scene

    # -- connections -----------------------------------------------------------------------

    def _views(self) -> list[View]:
        return [
            View("overlay", self._refresh_overlay, at_once=True),
            View("strips", self._refresh_strips, at_once=True),
            View("actions", self._refresh_actions, at_once=True),  # the next key may be one
            View("page head", self._refresh_page_head),
            View("panes", lambda: self.window.panes.show_scene(self.scene)),
            View("settings", self._refresh_settings),
            View("curves", lambda: self.window.curves.show_scene(self.scene)),
            View("blocks", self._refresh_blocks),
            View("steps", self._refresh_steps),
            View("tree", self._refresh_tree),
            View("agreement", lambda: self.window.agreement.show_panes(self.scene.panes)),
            View("inspector", lambda: self.window.inspector.show_scene(self.scene)),
            View("status", self._refresh_status),
            View("what if", self.suggestions.refresh),
        ]

    def _connect_desk(self) -> None:
        controller = self.session_controller
        controller.page_shown.connect(self._on_page)
        controller.panes_arranged.connect(self.ask)
        controller.results_changed.connect(lambda _names: self.ask())
        controller.results_changed.connect(self._lay_out_once)
        controller.settings_changed.connect(
            lambda _name: self.ask("settings", "panes", "curves", "actions")
        )
        controller.shown_changed.connect(self.ask)
        controller.loading.connect(self._on_loading)
        controller.load.rendering_wanted.connect(self._render)
        controller.load.given_up.connect(self._on_given_up)
        controller.failed.connect(
            lambda text, retry: self.window.top.failure.show_failure(text, can_retry=retry)
        )
        controller.step_lost.connect(self._on_step_lost)

    def _connect_top(self) -> None:
        window, controller = self.window, self.session_controller
        for signal in (window.top.opened, window.start.opened, window.dropped):
            signal.connect(controller.open)
        window.start.file_asked.connect(lambda: self.commands.trigger("open_file"))
        window.top.command.connect(self.commands.trigger)
        window.top.address.left.connect(window.focus_work)
        window.top.mode_chosen.connect(self._on_mode)
        window.top.encoding_chosen.connect(controller.set_encoding)
        window.top.retry.connect(controller.reload)
        window.status_warnings.clicked.connect(self._show_warnings)
        window.closing.connect(self._on_closing)
        window.selection.selected.connect(self._on_selected)

    def _connect_page(self) -> None:
        page, view = self.window.page, self.window.page.view
        page.colour_by_changed.connect(self.session_controller.colour_by)
        self.box_overlay.connect_page(page)
        page.intensity_changed.connect(lambda share: self.prefer(intensity=round(share * 100)))
        page.heatmap_toggled.connect(lambda shown: self.prefer(heatmap=shown))
        page.back_to_result_asked.connect(lambda: self.session_controller.show_step("", None))
        page.capture_asked.connect(self.capture_again)
        page.private_asked.connect(self._allow_private)
        page.veil.stop_asked.connect(self.session_controller.cancel_loading)
        page.veil.again_asked.connect(self.session_controller.reload)
        page.veil.show_asked.connect(self._draw_again)
        view.ready.connect(self._on_page_ready)
        view.ready.connect(lambda _page: self._show_blocked())
        view.requests_changed.connect(lambda _allowed, _blocked: self._show_blocked())
        view.progress.connect(self.session_controller.load.advance)
        view.silent.connect(self.session_controller.load.note_silent)
        view.text_hidden.connect(self._on_text_hidden)
        page.rendering_asked.connect(lambda: self.session_controller.set_rendered(True))
        view.failed.connect(self._on_view_failed)
        view.captured.connect(self.session_controller.load.take_capture)
        view.scrolled.connect(self._on_page_scrolled)
        view.link_refused.connect(self._on_link)
        view.layout_ready.connect(self.session_controller.take_layout)
        view.texts_measured.connect(self.session_controller.take_texts)

    def _connect_panes(self) -> None:
        panes, controller = self.window.panes, self.session_controller
        panes.pane_activated.connect(controller.activate)
        panes.pane_closed.connect(controller.remove_pane)
        panes.pane_moved.connect(controller.move_pane)
        panes.pane_folded.connect(controller.fold_pane)
        panes.show_as_changed.connect(self._on_show_as)
        panes.compare_with_changed.connect(controller.compare_pane)
        panes.setting_clicked.connect(self.go_to_setting)
        panes.command.connect(self._on_pane_command)
        panes.pane_detached.connect(lambda name: self.commands.serve(panes.window_of(name)))
        panes.source_wanted.connect(self._give_source)
        panes.scrolled.connect(self._on_panes_scrolled)
        self.window.strips.pane_activated.connect(controller.activate)
        self.window.strips.said.connect(self.notify)
        self.window.strips.rows_chosen.connect(self._on_strip_rows)

    def _connect_docks(self) -> None:
        window, controller = self.window, self.session_controller
        window.settings.changed.connect(self._on_settings)
        window.came_back.connect(lambda: self.refresher.ask(["settings"]))  # presets may be edited
        window.settings.main_moved.connect(self._on_main_moved)
        window.settings.pane_chosen.connect(controller.activate)
        window.settings.link_asked.connect(controller.link_pane)
        window.settings.preset_chosen.connect(self._on_preset)
        window.settings.undo_asked.connect(controller.undo)
        window.settings.redo_asked.connect(controller.redo)
        window.curves.threshold_dragged.connect(self._on_threshold)
        window.curves.pane_chosen.connect(controller.activate)
        window.steps.step_chosen.connect(controller.show_step)
        for view in (window.blocks, window.tree):
            view.offer_chosen.connect(self._on_offer)
        for table in (window.blocks, window.agreement, window.steps, window.tree):
            table.rows_copied.connect(lambda count: self.notify(rows_copied(count)))
        window.agreement.compare_asked.connect(self._on_compare)
        window.inspector.pane_chosen.connect(controller.activate)
        window.inspector.step_asked.connect(self.step_block)
        window.inspector.source_asked.connect(self._on_source_asked)
        window.inspector.link_asked.connect(lambda to: ask_to_open(window, to, self.notify))
        window.tables.currentChanged.connect(
            lambda _place: self.ask("blocks", "steps", "tree", "agreement")
        )

    # -- refreshing ------------------------------------------------------------------------

    def ask(self, *names: str) -> None:
        """Bring views up to date; without names all of them."""
        self._scene_stale = True
        self.refresher.ask(names or None)

    def _refresh_overlay(self) -> None:
        session = self.session_controller.session
        view = self.window.page.view
        colour = layers.key_in_force(session.colour_key, session.panes)
        view.set_reference(self.scene.pane(layers.pane_of(colour) or session.active))
        view.show_layer(self.scene.layers.get(colour))
        self.box_overlay.refresh()

    def _refresh_strips(self) -> None:
        self.window.strips.show_scene(self.scene, strip_keys(self.session_controller.session))

    def _refresh_page_head(self) -> None:
        session = self.session_controller.session
        colour = layers.key_in_force(session.colour_key, session.panes)
        self.window.page.show_scene(self.scene, colour, self._colour_choices())
        stepped = next((pane for pane in self.scene.panes if pane.step is not None), None)
        shown = "" if stepped is None else say("Showing {pane}").format(pane=_name_of(stepped))
        self.window.page.show_step(shown)
        self.window.strips.set_choices(strip_choices(session, declared))

    def _on_step_lost(self, name: str, code: str) -> None:
        text = say("{pane} has no step {code} any more; its result is shown.")
        self.notify(text.format(pane=name, code=code))

    def _colour_choices(self) -> dict[str, list[tuple[str, str]]]:
        return {
            pane.name: [(key, declared(label)) for key, label in layers.available(pane)]
            for pane in self.session_controller.session.panes
        }

    def _refresh_settings(self) -> None:
        session = self.session_controller.session
        self.window.settings.show_view(settings_view(session, self.presets))
        if session.active:
            problem = self.presets.news(session.pane(session.active).extractor)
            if problem:
                self.notify(problem)

    def _refresh_blocks(self) -> None:
        if self.window.tables.currentWidget() is self.window.blocks:
            self.window.blocks.show_pane(self.scene.page, self.scene.pane(self.scene.active))

    def _refresh_tree(self) -> None:
        if self.window.tables.currentWidget() is self.window.tree:
            pane = self.scene.pane(self.scene.active)
            self.window.tree.show_pane(pane, self.scene.page, tree_offers(self.scene, say))

    def _refresh_steps(self) -> None:
        session = self.session_controller.session
        pane = session.pane(session.active) if session.active else None
        step = session.step[1] if session.step and session.step[0] == session.active else None
        characters = counts_characters(session.page)
        self.window.steps.show_pane(pane, step, characters=characters)

    def _refresh_status(self) -> None:
        window, session, page = (
            self.window,
            self.session_controller.session,
            self.session_controller.session.page,
        )
        if page is None:
            for label in (window.status_page, window.status_difference):
                label.clear()
            waiting = say("Extractors that run when a page is open: {count}")
            count = number(len(session.panes))
            window.status_runs.setText(waiting.format(count=count) if session.panes else "")
            window.status_warnings.hide()
            window.status_requests.hide()
            return
        window.status_runs.setText(runs_text(session.panes))
        window.status_page.setText(page_text(page))
        differing, part = layers.difference(session.panes)
        words = counted(differing, characters=counts_characters(page))
        window.status_difference.setText(
            say("Panes disagree on {words} ({share})").format(words=words, share=share(part, 1))
        )
        window.status_warnings.setVisible(bool(page.warnings))
        window.status_warnings.setText(warnings_text(len(page.warnings)))

    def _show_blocked(self) -> None:
        """Say how many requests of the page on screen were blocked."""
        log, label = self.window.page.view.log, self.window.status_requests
        label.setText(blocked_text(log.n_blocked))
        label.setToolTip(plain(blocked_tip(log)))
        label.setVisible(log.n_blocked > 0)

    def _refresh_actions(self) -> None:
        self.commands.refresh()

    # -- pages -----------------------------------------------------------------------------

    def show_start(self) -> None:
        """Show samples and recent pages."""
        self.window.start.show_pages(cards_of_samples(), cards_of_recent(self.memory))
        self.window.show_start(True)
        self.window.show_title("")
        self.window.top.address.set_known(self.memory.recent)
        self.ask()

    def _on_page(self, page: Page) -> None:
        request = self.session_controller.request
        if request is None:
            return
        self.window.top.failure.hide()
        self._asked_to_lay_out = False
        self.window.show_start(False)
        self.window.show_title(page.title or page.name)
        self.window.selection.select(None)
        self._show_address(page, request)
        self._show_in_browser(page, request)
        if QApplication.focusWidget() in {None, self.window, self.window.start}:
            self.window.focus_work()  # whoever works elsewhere stays there
        self._remember(request)
        self.ask()

    def _show_in_browser(self, page: Page, request: PageRequest) -> None:
        view = self.window.page.view
        if request.rendered:
            view.adopt(page)
            return
        self._draw(page, request)

    def _draw(self, page: Page, request: PageRequest) -> None:
        """Build a page in the page column; its scripts do not run."""
        try:
            show_in(self.window.page.view, page, request)
        except BoilerscopeError as error:
            self.session_controller.load.fail(str(error))

    def _draw_again(self) -> None:
        """Draw the page that was stopped before the page column held it."""
        page, request = self.session_controller.session.page, self.session_controller.request
        if page is not None and request is not None:
            self.session_controller.load.note_page(request)
            self._draw(page, request)

    def _show_address(self, page: Page, request: PageRequest) -> None:
        encoding = page.decoded.encoding or ""
        self.window.top.show_page(request.address, _mode_of(request), encoding, request.encoding)

    def _on_mode(self, mode: Mode) -> None:
        """Take the tree from another place; a snapshot has the one it was taken of."""
        request, page = self.session_controller.request, self.session_controller.session.page
        if request is None or page is None:
            return
        if mode is Mode.SNAPSHOT or is_snapshot(request):
            self._show_address(page, request)
            self.notify(say("A snapshot has the tree that it was taken of; it has no other mode."))
        else:
            self.session_controller.set_rendered(mode is Mode.RENDERED)

    def _remember(self, request: PageRequest) -> None:
        if request.text:
            return
        self.memory.remember_page(request.address, datetime.now(UTC).isoformat())
        self._report(save_memory(self._folder, self.memory))
        self.window.top.address.set_known(self.memory.recent)

    def _render(self, request: PageRequest) -> None:
        """Have the browser load a page with its scripts; it needs a place on screen for that."""
        self.window.show_start(False)
        try:
            render_in(self.window.page.view, request)
        except BoilerscopeError as error:
            self.session_controller.load.fail(str(error))

    def capture_again(self) -> None:
        """Capture the rendered page once more."""
        request = self.session_controller.request
        if request is not None and self.window.page.view.capture_again():
            self.session_controller.load.begin_capture(request)

    def _allow_private(self) -> None:
        """Open the page once more; it may reach this machine and its private networks."""
        self.window.page.view.allow_private()
        self.commands.reload()

    def _on_page_ready(self, shown: Page) -> None:
        if shown.is_same_tree(self.session_controller.session.page):
            self.session_controller.load.note_shown()
        self.ask("overlay", "page head")

    def _on_text_hidden(self, hidden: bool) -> None:  # noqa: FBT001 - Qt slot
        request = self.session_controller.request
        fetched = request is not None and _mode_of(request) is Mode.FETCHED
        self.window.page.show_hidden(hidden=hidden, can_render=fetched)

    def _on_loading(self, state: LoadState) -> None:
        self.window.top.show_load(state)
        self.window.page.veil.show_load(state)
        if not state.busy:
            self._reveal.stop()
            self._show_mode()
        elif self.session_controller.session.page is None and not self._reveal.isActive():
            self._reveal.start()

    def _reveal_page(self) -> None:
        """Show where the page will be, for the load that is on its way."""
        self.window.show_start(False)
        self.window.focus_work()

    def _show_mode(self) -> None:
        """Have mode and encoding name the page on screen again, whatever was chosen meanwhile."""
        page, request = self.session_controller.session.page, self.session_controller.request
        if page is None or request is None:
            self.show_start()
        else:
            encoding = page.decoded.encoding or ""
            self.window.top.show_mode(_mode_of(request), encoding, request.encoding)

    def _on_given_up(self) -> None:
        view, page = self.window.page.view, self.session_controller.session.page
        view.cancel()
        if page is not None and not page.is_same_tree(view.page):
            view.clear()
            self.session_controller.load.note_lost()

    def _on_view_failed(self, message: str) -> None:
        self.session_controller.load.fail_in_browser(message)
        self._on_given_up()

    def _on_link(self, address: str) -> None:
        self.notify(say("Links are not followed. Address:") + f" {address}")

    # -- selection -------------------------------------------------------------------------

    def _on_selected(self, selection: object, _origin: object) -> None:
        self.session_controller.select(selection if isinstance(selection, Selection) else None)
        self.refresher.ask(["what if", "actions"])

    def step_block(self, by: int) -> None:
        """Select the block before (-1) or after (1) the selection, in the active pane."""
        found = next_block(self.scene, self.window.selection.selection, by)
        if found is not None:
            self.window.selection.select(found, self)

    def step_difference(self, by: int) -> None:
        """Select the next (1) or previous (-1) place on which panes disagree."""
        found = next_difference(self.scene, self.window.selection.selection, by)
        if found is None:
            self.notify(say("The panes agree on the whole page."))
        else:
            self.window.selection.select(found, self)

    def align_all(self) -> None:
        """Bring the selection to the same height in page and panes, also in those that are free."""
        self.window.panes.align_on_selection()

    def _on_page_scrolled(self, segment: int, y: float) -> None:
        if segment >= 0:
            self.window.panes.align([Place(segment, y)])

    def _on_panes_scrolled(self, places: list[Place]) -> None:
        if places:
            self.window.page.view.align(*places[0])

    # -- panes -----------------------------------------------------------------------------

    def _on_show_as(self, name: str, show_as: ShowAs) -> None:
        self.session_controller.show_pane_as(name, show_as)
        self.memory.show_as = dict(self.session_controller.session.views)

    def _on_pane_command(self, name: str, command: str) -> None:
        controller = self.session_controller
        handlers: dict[str, Callable[[], object]] = {
            "reset_setting": lambda: self._reset_since_last_good(name),
            "cancel_run": lambda: controller.run_queue.cancel(name),
            "run_longer": lambda: self._run_longer(name),
            "offer": lambda: self._take_offer(name),
        }
        if command in handlers:
            handlers[command]()
        else:
            if name:
                controller.activate(name)
            self.commands.refresh()
            self.commands.trigger(command)

    def _reset_since_last_good(self, name: str) -> None:
        """Take back the settings that differ from those of the last good result."""
        pane = self.session_controller.session.pane(name)
        if pane.last_good is not None:
            self.session_controller.set_settings({name: pane.last_good.settings})
        else:
            self.session_controller.reset(name)

    def _run_longer(self, name: str) -> None:
        self.session_controller.run_longer(name, _LONGER_S)

    def _take_offer(self, name: str) -> None:
        """Do what a pane without text offers: lay the page out, or keep its largest block."""
        self.session_controller.activate(name)
        if lacks_layout(self.session_controller.session.pane(name)):
            self.lay_out()
        else:
            self.suggestions.apply()

    def _on_offer(self, command: str) -> None:
        """Do what an empty view of the active pane offers."""
        kind, _, name = command.partition(":")
        if command == "offer":
            self._take_offer(self.session_controller.session.active)
        elif kind == "pane":
            self.session_controller.activate(name)
        elif kind == "add":
            self.session_controller.add_pane(name)
        else:
            self.commands.trigger(command)

    def lay_out(self) -> None:
        """Have the page laid out as wide as the panes want it."""
        session, view = self.session_controller.session, self.window.page.view
        width = page_width(session, self.preferences.capture_width)
        if session.page is not None:
            when_shown(view, session.page, lambda: view.collect_layout(width))

    def _lay_out_once(self, names: set[str]) -> None:
        """Have the page laid out as soon as it is on screen, if one of these panes lacks that."""
        session = self.session_controller.session
        page = session.page
        if self._asked_to_lay_out or not self.preferences.lay_out:
            return
        if page is not None and page.layout is None:
            panes = [pane for pane in session.panes if pane.name in names]
            self._asked_to_lay_out = any(lacks_layout(pane) for pane in panes)
            if self._asked_to_lay_out:
                self.lay_out()

    def _give_source(self, name: str) -> None:
        pane = self.scene.pane(name)
        if pane is not None and pane.shown is not None and self.scene.page is not None:
            html = cleaned(self.scene.page, pane.shown)
            self.window.panes.set_source(name, pane.version, html)

    def show_web(self, name: str) -> None:
        """Show a pane's cleaned HTML as a web page, in the one window there is for it."""
        page, pane = self.scene.page, self.scene.pane(name)
        if page is None or pane is None or pane.shown is None:
            return
        if self._web is None:
            self._web = WebDialog(self.window, resource_path("agent"))
        request = self.session_controller.request
        try:
            access = access_of(request) if request is not None else Access()
        except BoilerscopeError as error:
            self.notify(str(error))
            access = Access()
        self._web.show_html(cleaned(page, pane.shown), _name_of(pane), page.url or "", access)

    # -- settings --------------------------------------------------------------------------

    def _on_settings(self, settings: Settings) -> None:
        name = self.session_controller.session.active
        if not name:
            return
        before = self.session_controller.session.pane(name).settings
        fields = list(changed_between(before, settings))
        if len(fields) == 1:
            self.window.curves.follow(name, fields[0])
        self.session_controller.set_settings({name: settings}, ",".join(fields))

    def _on_main_moved(self, move: MainMove) -> None:
        self.window.curves.follow(self.session_controller.session.active, move.changes[0].field)
        self.session_controller.set_settings(dict(move.settings), move.main.value)

    def _on_preset(self, preset: str) -> None:
        name = self.session_controller.session.active
        if name:
            self.apply_preset(name, preset)

    def apply_preset(self, name: str, preset: str) -> None:
        """Give a pane the settings of a preset, empty for the defaults."""
        extractor = self.session_controller.session.pane(name).extractor
        try:
            settings = self.presets.settings(extractor, preset)
        except BoilerscopeError as error:  # its file was edited meanwhile
            self.notify(str(error))
            self.ask("settings")
        else:
            self.session_controller.set_settings({name: settings})

    def _on_threshold(self, name: str, field: str, value: float) -> None:
        refused = self.session_controller.set_field(name, field, value)
        if refused:
            self.notify(refused)

    def go_to_setting(self, name: str, field: str) -> None:
        """Show a pane's setting in the panel and give it the focus."""
        self.session_controller.activate(name)
        self.refresher.flush()
        self.window.arrangement.reveal(self.window.settings)
        self.window.settings.focus_field(field)

    # -- other views -----------------------------------------------------------------------

    def move_step(self, by: int) -> None:
        """Show the step before or after the one on screen."""
        session = self.session_controller.session
        pane = session.pane(session.active) if session.active else None
        if pane is None or pane.shown is None or not pane.shown.steps:
            return
        last = len(pane.shown.steps) - 1
        at = session.step[1] if session.step and session.step[0] == pane.name else last
        wanted = min(max(at + by, 0), last)
        self.session_controller.show_step(pane.name, None if wanted == last else wanted)

    def show_table(self, table: QWidget) -> None:
        """Bring one of the tables at the bottom to the front."""
        self.window.arrangement.reveal(table)
        self.refresher.flush()  # what takes the focus depends on what is shown
        enter(table)

    def _on_compare(self, one: str, other: str) -> None:
        self.session_controller.activate(one)
        self.session_controller.compare_pane(one, other)

    def _on_strip_rows(self, keys: tuple[str, ...]) -> None:
        self.session_controller.show_strips(keys)
        self.ask("strips")

    def _on_source_asked(self, line: int) -> None:
        page = self.session_controller.session.page
        if page is not None:
            self.commands.show_source_of_page(page, line)

    def _show_warnings(self) -> None:
        page = self.session_controller.session.page
        if page is None:
            return
        menu = QMenu(self.window)
        for one in page.warnings:
            menu.addAction(entry(one.message))
        menu.popup(
            self.window.status_warnings.mapToGlobal(self.window.status_warnings.rect().topLeft())
        )

    # -- preferences -----------------------------------------------------------------------

    def prefer(self, **changes: Any) -> None:
        """Change preferences, put them in force and remember them."""
        fresh = self.preferences.replace(**changes)
        if fresh == self.preferences:
            return
        self.preferences = fresh
        problem = save_preferences(self._folder, fresh)
        self.apply_preferences()
        self._report(problem)

    def apply_preferences(self) -> None:
        """Put theme, size and the looks of the heatmap in force."""
        chosen = wanted_theme(self.preferences.theme)
        size = self.preferences.interface_size
        if theme.current() is not chosen or theme.scale() != size:
            put_theme(chosen, size)
            self.window.top.recolour()
            self.commands.recolour()
            self.window.arrangement.make_room()
        page = self.window.page
        page.show_preferences(
            intensity=self.preferences.intensity / 100,
            heatmap=self.preferences.heatmap,
            values=self.preferences.values,
        )
        page.view.set_capture_width(self.preferences.capture_width)
        self.ask("actions")

    def notify(self, text: str, *, stays_ms: int = _NOTICE_MS) -> None:
        """Say something in the status bar for a while."""
        self.window.statusBar().showMessage(text, stays_ms)

    def _report(self, problem: str) -> None:
        """Say once what could not be written; it would come up again at every change."""
        if problem and problem not in self._told:
            self._told.add(problem)
            self.notify(problem)

    def _on_closing(self) -> None:
        arrangement = self.window.arrangement
        self.memory.arrangement[arrangement.size_class] = arrangement.saved()
        for problem in (
            save_memory(self._folder, self.memory),
            self.kept_panes.keep(self.session_controller.session.panes),
        ):
            if problem:
                print(problem, file=sys.stderr)  # the status bar is going
        self.suggestions.stop()
        self.window.hide()  # a run that has to end first keeps nobody waiting
        self.session_controller.stop()


def _mode_of(request: PageRequest) -> Mode:
    """Return where the tree of a page comes from."""
    if request.rendered:
        return Mode.RENDERED
    return Mode.SNAPSHOT if is_snapshot(request) else Mode.FETCHED


def _name_of(pane: PaneRecord) -> str:
    """Return number and name of a pane, with the step that it is shown after."""
    name = f"{pane.number} {pane.name}"
    if pane.step is None:
        return name
    return say("{pane} after {code}").format(pane=name, code=pane.step_code)
