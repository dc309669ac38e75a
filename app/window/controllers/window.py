"""Controllers of a window: their connections, and the order in which views are refreshed."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session import layers
from boilerscope.app.session.changes import SessionPart
from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.session.kept_panes import KeptPanes
from boilerscope.app.session.presets import Presets
from boilerscope.app.window.action_registry import ActionRegistry
from boilerscope.app.window.controllers.appearance import AppearanceController
from boilerscope.app.window.controllers.comparison import VIEW as COMPARISON_VIEW
from boilerscope.app.window.controllers.comparison import ComparisonController
from boilerscope.app.window.controllers.context import Context
from boilerscope.app.window.controllers.element_tree import VIEW as ELEMENT_TREE_VIEW
from boilerscope.app.window.controllers.element_tree import ElementTreeController
from boilerscope.app.window.controllers.elements import VIEW as ELEMENTS_VIEW
from boilerscope.app.window.controllers.elements import ElementsController
from boilerscope.app.window.controllers.escape import (
    EscapeController,
    close_failure,
    leave_step,
    unselect,
)
from boilerscope.app.window.controllers.expected import VIEW as EXPECTED_VIEW
from boilerscope.app.window.controllers.expected import ExpectedController
from boilerscope.app.window.controllers.export import ExportController
from boilerscope.app.window.controllers.gold import GoldController
from boilerscope.app.window.controllers.help import HelpController
from boilerscope.app.window.controllers.host_list import HostListController
from boilerscope.app.window.controllers.inspector import InspectorController
from boilerscope.app.window.controllers.last_session import LastSessionController
from boilerscope.app.window.controllers.marking import MarkingController
from boilerscope.app.window.controllers.navigation import NavigationController
from boilerscope.app.window.controllers.output import OutputController
from boilerscope.app.window.controllers.own_extractors import OwnExtractorController
from boilerscope.app.window.controllers.page.boxes import BoxOverlay
from boilerscope.app.window.controllers.page.column import PageColumnController
from boilerscope.app.window.controllers.page.opening import PageController
from boilerscope.app.window.controllers.page.saver import PageSaver
from boilerscope.app.window.controllers.palette import PaletteController
from boilerscope.app.window.controllers.pane_files import PaneFileController
from boilerscope.app.window.controllers.panes import PaneController
from boilerscope.app.window.controllers.pictures import PictureController
from boilerscope.app.window.controllers.proxy import ProxyController
from boilerscope.app.window.controllers.regions import FindController, RegionController
from boilerscope.app.window.controllers.reports import ReportController
from boilerscope.app.window.controllers.scores import VIEW as SCORES_VIEW
from boilerscope.app.window.controllers.scores import ScoresController
from boilerscope.app.window.controllers.session_files import SessionFileController
from boilerscope.app.window.controllers.settings import (
    CURVES_VIEW,
    SETTINGS_VIEW,
    SettingsController,
)
from boilerscope.app.window.controllers.site import VIEW as SITE_VIEW
from boilerscope.app.window.controllers.site import SiteController
from boilerscope.app.window.controllers.status import StatusController
from boilerscope.app.window.controllers.steps import StepsController
from boilerscope.app.window.controllers.tables import (
    AgreementController,
    CandidatesController,
    StripController,
    TableController,
    report_copied_rows,
)
from boilerscope.app.window.controllers.tour import TourController
from boilerscope.app.window.controllers.undo import UndoController
from boilerscope.app.window.controllers.what_if import WhatIfController
from boilerscope.app.window.corpus.controller import CorpusController
from boilerscope.app.window.corpus.view_making import CorpusViews
from boilerscope.app.window.making_ahead import MakingAhead
from boilerscope.app.window.refresher import View
from boilerscope.app.window.save_dialog import SaveDialog
from boilerscope.app.window.scene_views import SceneViews
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.gold_files import GoldFiles
from boilerscope.extractors.page.snapshot import is_snapshot
from boilerscope.extractors.sources.words import existing_path
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.session.corpus import CorpusChanged
    from boilerscope.app.window.controllers.corpus.controllers import CorpusControllers
    from boilerscope.app.window.dialogs import ask_text
    from boilerscope.app.window.notifier import Notifier
    from boilerscope.app.window.preference_store import PreferenceStore
    from boilerscope.app.window.session_controller import SessionController
    from boilerscope.app.window.window import Window
    from boilerscope.extractors.sources.listing import is_corpus_name
else:
    CorpusControllers = late_call(
        "boilerscope.app.window.controllers.corpus.controllers", "CorpusControllers"
    )
    ask_text = late_call("boilerscope.app.window.dialogs", "ask_text")
    is_corpus_name = late_call("boilerscope.extractors.sources.listing", "is_corpus_name")

_SETTLED_MS = 200
"""Time between two looks at the window, both of which find its first page complete."""
_MAKE_FACE = CorpusPart.FACE | CorpusPart.CORPUS | CorpusPart.TABLE
"""Parts whose first change makes the Corpus face; others also change while there is no corpus."""


class WindowController(QObject):
    """Creates the controllers of a window, and saves its state when it closes.

    Parameters
    ----------
    session_controller : SessionController
        Changes the session.
    preferences : PreferenceStore
        Preferences of the user.
    folder : Path
        Configuration folder: presets and unsaved panes.
    notifier : Notifier
        Status bar messages.

    Attributes
    ----------
    waits_for_runs : bool
        Whether closing the window waits for runs in progress. The program does not wait; it ends
        its process.
    is_busy : bool
        Whether a run was still in progress after the window was closed.
    """

    def __init__(
        self,
        session_controller: SessionController,
        window: Window,
        preferences: PreferenceStore,
        folder: Path,
        notifier: Notifier,
    ) -> None:
        super().__init__(window)
        self.session_controller, self.window = session_controller, window
        self.preferences, self.notifier = preferences, notifier
        self.waits_for_runs, self.is_busy = True, False
        self.views = SceneViews(session_controller.session, self)
        # The first connection, because other controllers read the scene.
        session_controller.changed.connect(self.views.follow)
        session_controller.work.failed.connect(notifier.notify)
        self._folder, self._kept_panes = folder, KeptPanes(folder)
        self.corpus = CorpusController(session_controller, parent=self)
        self.context = Context(
            session_controller, preferences, Presets(folder), notifier, self.views, self.corpus
        )
        self._corpus_views = CorpusViews(window)
        self._of_corpus: CorpusControllers | None = None
        self.corpus.changed.connect(self._need_corpus_face)
        self.corpus.changed.connect(self.views.follow)
        self.actions = self._make_actions()
        self._make_page_controllers()
        self._make_pane_controllers()
        self._make_view_controllers()
        self._make_file_controllers()
        self._make_window_controllers()
        self._finish()

    def open(self, typed: str, *, with_panes: bool = True) -> None:
        """Open an address, a file or markup as a page, a file or folder as a corpus, or a session.

        Parameters
        ----------
        with_panes : bool
            Whether the panes of a session replace those on screen.
        """
        path = existing_path(typed)
        if path is not None and is_corpus_name(path):
            self.of_corpus.opening.open_recent(path)
        elif path is not None and is_snapshot(path) and path.is_file():
            self._show_page_face()
            self.session_files.open(path, with_panes=with_panes)
        else:
            self._show_page_face()
            self.session_controller.open(typed)

    def _on_dropped(self, typed: str, n_dropped: int) -> None:
        """Open what was dropped; of several files the first."""
        self.open(typed)
        if n_dropped > 1:
            text = translate("Opened the first of {n} dropped files. Drop a folder to open all.")
            self.context.notifier.notify(text.format(n=f"{n_dropped:,}"))

    def _make_actions(self) -> ActionRegistry:
        session, selection, views = (
            self.session_controller.session,
            self.window.selection,
            self.views,
        )

        def shows_page() -> bool:
            return not self.corpus.state.is_shown and not self.window.shows_start

        actions = ActionRegistry(
            self.window,
            {
                "page": lambda: shows_page() and session.page is not None,
                "opened": lambda: session.page is not None,
                "pane": lambda: shows_page() and bool(session.active) and session.page is not None,
                "settings": lambda: bool(session.active),
                "selection": lambda: shows_page() and selection.selection is not None,
                "boxes": lambda: shows_page() and views.scene.boxes is not None,
                "gold": lambda: shows_page() and session.gold is not None,
                "list": lambda: (
                    self.corpus.state.lists_pages or self.corpus.state.shows(Tab.LOSSES)
                ),
            },
        )
        actions.add("quit", self.window.close)
        actions.refused.connect(lambda reason: self.notifier.notify(reason, kind="refused"))
        self.session_controller.gesture = lambda: actions.gestures.current
        return actions

    def _make_page_controllers(self) -> None:
        context, actions, window = self.context, self.actions, self.window
        self.page = PageController(context, actions, window, window.top, window.start, self.open)
        self.navigation = NavigationController(
            context, actions, window.selection, window.page.view, window.panes
        )
        self.page_column = PageColumnController(
            context, actions, window.page, lambda: window.show_start(False)
        )
        self.box_overlay = BoxOverlay(context, actions, window.page)
        self.gold_files = GoldFiles(context.work, self)
        self.gold = GoldController(context, actions, self.gold_files)
        self.marking = MarkingController(
            context,
            actions,
            window.page.marking_bar,
            window.selection,
            self.gold_files,
            strips=window.strips,
            ask_file=lambda name: SaveDialog(window, self.preferences).ask(
                translate("Save the marks"), name, "JSON lines (*.jsonl)"
            ),
            ask_name=lambda: ask_text(
                window, translate("New annotator"), translate("Name of the annotator")
            ),
        )
        window.dropped.connect(self._on_dropped)

    def _make_pane_controllers(self) -> None:
        context, actions, window = self.context, self.actions, self.window
        reveal = window.arrangement.reveal
        self.what_if = WhatIfController(context, actions, window.inspector, window.selection)
        self.panes = PaneController(
            context,
            actions,
            window.panes,
            lay_out=self.page_column.lay_out,
            apply_what_if=self.what_if.apply,
        )
        self.output = OutputController(context, actions, window.panes)
        self.settings = SettingsController(context, actions, window.settings, window.curves, reveal)
        self.undo = UndoController(actions, self.session_controller, self.marking, window.settings)
        window.panes.setting_clicked.connect(self.settings.go_to_setting)
        window.came_back.connect(lambda: self.views.refresh_only("settings"))

    def _make_view_controllers(self) -> None:
        context, actions, window = self.context, self.actions, self.window
        self.tables = TableController(
            context, window.tables, window.blocks, window.tree, self.panes.take_offer
        )
        self.agreement = AgreementController(context, window.agreement)
        self.comparison = ComparisonController(
            context,
            actions,
            window.panes.compare_bar,
            window.differing,
            window.arrangement.reveal,
            self.settings.go_to_setting,
        )
        self.element_tree = ElementTreeController(context, window.element_tree)
        self.strips = StripController(context, window.strips)
        self.candidates = CandidatesController(context, window.candidates, self.panes.take_offer)
        self.scores = ScoresController(context, window.scores, self.marking.toggle)
        self.expected = ExpectedController(context, window.panes)
        self.elements = ElementsController(
            context, window.elements, window.selection, self.marking.toggle
        )
        window.arrangement.plots.currentChanged.connect(
            lambda _index: self.views.refresh_only(SCORES_VIEW, "candidates")
        )
        window.tables.currentChanged.connect(
            lambda _index: self.views.refresh_only(
                SCORES_VIEW, ELEMENTS_VIEW, COMPARISON_VIEW, ELEMENT_TREE_VIEW, "candidates"
            )
        )
        self.steps = StepsController(context, actions, window.steps, window.page)
        report_copied_rows(context, window.blocks, window.agreement, window.steps, window.tree)
        report_copied_rows(context, window.scores)
        report_copied_rows(context, window.elements, window.candidates, window.differing)
        report_copied_rows(context, window.element_tree)
        self.inspector = InspectorController(
            context,
            actions,
            window.inspector,
            window.arrangement.reveal,
            self.navigation.step_block,
        )
        self.status = StatusController(context, window.status, window.page.view)

    def _make_file_controllers(self) -> None:
        context, actions, window = self.context, self.actions, self.window
        self._save_dialog = save_dialog = SaveDialog(window, self.preferences)
        self.pictures = PictureController(context, actions, window)
        self.reports = ReportController(context, window)
        self.export = ExportController(context, actions, window, (self.pictures, self.reports))
        window.curves.export_asked.connect(partial(self.pictures.ask_for_plot, window.curves.plot))
        self.page_saver = PageSaver(
            context, actions, window.page.view, save_dialog, window.top.failure
        )
        self.pane_files = PaneFileController(
            context, actions, window, save_dialog, self._kept_panes
        )
        self.hosts = HostListController(context, actions, window)
        self.own_extractors = OwnExtractorController(context, actions, window)
        self.site = SiteController(
            context,
            actions,
            window.site,
            window.inspector,
            window.selection,
            reveal=window.arrangement.reveal,
            open_row=self._open_row,
        )
        report_copied_rows(context, window.site.table)
        self.proxy = ProxyController(context, actions, window.proxy, self._show_page_face)
        report_copied_rows(context, window.proxy)
        self.last_session = LastSessionController(
            context,
            actions,
            window,
            self._folder,
            kept_panes=self._kept_panes,
            marking=self.marking,
            open_row=self._open_row,
        )
        self.session_files = SessionFileController(
            context,
            actions,
            window,
            self._folder,
            save_dialog=save_dialog,
            last_session=self.last_session,
            page_saver=self.page_saver,
            kept_panes=self._kept_panes,
        )

    @property
    def of_corpus(self) -> CorpusControllers:
        """Controllers of the Corpus face, which is made when it is first needed."""
        return self._make_corpus_face() if self._of_corpus is None else self._of_corpus

    def _make_corpus_face(self) -> CorpusControllers:
        """Make the views of the Corpus face with their controllers, and refresh them."""
        self._corpus_views.make_rest()
        self._of_corpus = of_corpus = CorpusControllers(
            self.context,
            self.actions,
            self.window,
            self.navigation,
            self.gold_files,
            save_dialog=self._save_dialog,
            tabs=(self.pictures, self.reports),
        )
        of_corpus.losses.setting_asked.connect(self.settings.go_to_setting)
        self.views.add(of_corpus.views())
        return of_corpus

    def make_ahead(self) -> None:
        """Make in pauses what the first page on screen does not need.

        First all settings below the main knobs, then the views of the Corpus face, so that it
        opens without a wait.
        """
        settings = self.window.settings
        settings.leave_groups()
        MakingAhead([settings.make_groups], self._is_idle, self, quiet_ms=_SETTLED_MS)
        MakingAhead(self._parts_of_corpus_face(), self._is_idle, self)

    def _parts_of_corpus_face(self) -> Iterator[Callable[[], object]]:
        """Yield what makes one more part of the face, until all are made."""
        while self._corpus_views.are_missing:
            yield self._corpus_views.make_next
        yield partial(import_module, "boilerscope.app.window.controllers.corpus.controllers")

    def _is_idle(self) -> bool:
        controller = self.session_controller
        return self.views.idle and controller.work.is_idle and not controller.load.state.busy

    def _need_corpus_face(self, change: CorpusChanged) -> None:
        """Make the Corpus face for the first change that it alone shows."""
        if self._of_corpus is None and change.parts & _MAKE_FACE:
            self._make_corpus_face()

    def _show_page_face(self) -> None:
        self.corpus.show_face(False)

    def _open_row(self, row: int) -> None:
        """Open a page of the corpus."""
        self.of_corpus.walk.open(row)

    def _make_window_controllers(self) -> None:
        context, actions, window = self.context, self.actions, self.window
        self.appearance = AppearanceController(context, actions, window.page, self._on_theme)
        self.help = HelpController(context, actions, window)
        self.tour = TourController(context, actions, window)
        window.inspector.glossary_asked.connect(self.help.show_glossary)
        window.selection.selected.connect(
            lambda selected, _origin: window.arrangement.show_reason() if selected else None
        )
        self.palette = PaletteController(
            context, actions, window.palette_dialog, self.settings, self.help.show_glossary
        )
        window.status.past_asked.connect(self.help.show_past_messages)
        window.status.file_asked.connect(lambda: actions.trigger("show_written"))
        self.regions = RegionController(
            context,
            actions,
            window.arrangement,
            {
                "tab_blocks": window.blocks,
                "tab_agreement": window.agreement,
                "tab_steps": window.steps,
                "tab_differing": window.differing,
                "tab_tree": window.tree,
                "tab_site": window.site,
                "tab_element_tree": window.element_tree,
                "tab_proxy": window.proxy,
                "tab_curves": window.curves,
                "tab_scores": window.scores,
                "tab_elements": window.elements,
                "tab_candidates": window.candidates,
                "show_settings": window.settings,
                "show_inspector": window.inspector,
            },
            window.regions,
        )
        self.find = FindController(
            actions,
            {
                window.blocks: window.blocks.filter,
                window.element_tree: window.element_tree.finder,
                window.settings: window.settings.finder,
                window.proxy: window.proxy.filter,
            },
            window.panes.open_find,
            self._main_search,
        )
        self.escape = EscapeController(
            actions,
            (
                window.palette_dialog.close_palette,
                self.tour.end,
                window.panes.close_find,
                window.arrangement.close_drawer,
                lambda: leave_step(self.session_controller),
                window.arrangement.end_whole_row,
                self.what_if.end_preview,
                self.session_controller.end_comparison,
                self.marking.leave,
                lambda: close_failure(window.top.failure),
                self.page.leave_start,
                lambda: unselect(window.selection),
                self.session_controller.cancel_loading,
            ),
        )

    def _main_search(self) -> QWidget | None:
        """Return the search of the pages or, without a page, of the settings; None for a pane."""
        window, session = self.window, self.session_controller.session
        if window.shows_corpus:
            self.corpus.show_tab(Tab.PAGES)
            self.views.flush()
            return window.pages.filters.search
        if session.page is not None and session.active:
            return None
        window.arrangement.reveal(window.settings)
        return window.settings.finder

    def _finish(self) -> None:
        """Start to refresh the views, and show the start screen."""
        window, controller = self.window, self.session_controller
        self.actions.add("menu", self._open_menu)
        self.actions.leave_rest(self._make_corpus_face)
        self._menu = self.actions.menu()
        self.actions.serve(window)
        self.views.show_by(self._views())
        controller.page_shown.connect(lambda _page: self.page.take_focus())
        window.closing.connect(self._on_closing)
        self.appearance.apply()
        self.page.show_start()

    def _views(self) -> list[View]:
        """Return the views in the order in which they are refreshed, with the parts they show."""
        text = SessionPart.RESULT | SessionPart.STEP | SessionPart.ACTIVE | SessionPart.GOLD
        painted, run = text | SessionPart.COLOUR, text | SessionPart.RUN_STATE
        # The next key may be that of an action.
        enabled = painted | SessionPart.SETTINGS | SessionPart.SELECTION
        set_to = SessionPart.RESULT | SessionPart.ACTIVE | SessionPart.SETTINGS
        active, curved = self._active_panes, self._curved_panes
        window = self.window
        return [
            View("overlay", self._refresh_overlay, painted, self._coloured_panes, at_once=True),
            View("strips", self.strips.refresh, painted | SessionPart.STRIPS, at_once=True),
            View("actions", self.actions.refresh, enabled, at_once=True),
            View("actions of a corpus", self.actions.refresh, ~CorpusPart(0)),
            View("page head", self._refresh_page_head, painted),
            View(
                "panes",
                self.panes.refresh,
                run | SessionPart.SETTINGS | SessionPart.SHOW_AS | SessionPart.COLOUR,
            ),
            View(EXPECTED_VIEW, self.expected.refresh, run, is_shown=window.panes.isVisible),
            View(SETTINGS_VIEW, self.settings.refresh, set_to),
            View(CURVES_VIEW, self.settings.refresh_curves, text | SessionPart.SETTINGS, curved),
            View("blocks", self.tables.refresh_blocks, text, active),
            View("steps", self.steps.refresh, text, active),
            View("tree", self.tables.refresh_tree, text),
            View("agreement", self.agreement.refresh, text),
            View("candidates", self.candidates.refresh, text, active),
            View(ELEMENT_TREE_VIEW, self.element_tree.refresh, text, active),
            View(COMPARISON_VIEW, self.comparison.refresh, text | SessionPart.SETTINGS),
            View(SCORES_VIEW, self.scores.refresh, text),
            View(ELEMENTS_VIEW, self.elements.refresh, text, active),
            View("inspector", self.inspector.refresh, run),
            View(SITE_VIEW, self.site.refresh, SessionPart.PAGE),
            View("status", self.status.refresh, run | SessionPart.COLOUR),
            View("status of a corpus", self.status.refresh, ~CorpusPart(0)),
            View("what if", self.what_if.refresh, run | SessionPart.SELECTION, active),
        ]

    def _active_panes(self) -> set[str]:
        return {self.session_controller.session.active}

    def _curved_panes(self) -> set[str]:
        pane = self.window.curves.pane
        return self._active_panes() if pane is None else {pane.name}

    def _coloured_panes(self) -> set[str]:
        session = self.session_controller.session
        if session.colour_key == layers.AGREEMENT:
            return {pane.name for pane in session.panes}
        return {layers.pane_of(session.colour_key) or session.active}

    def _refresh_overlay(self) -> None:
        self.page_column.refresh_overlay()
        self.box_overlay.refresh()

    def _refresh_page_head(self) -> None:
        self.page_column.refresh_head()
        self.strips.refresh_choices()

    def _on_theme(self) -> None:
        """Redraw the parts that have no style sheet in a new theme or size."""
        self.window.top.recolour()
        self.actions.recolour()
        self.window.arrangement.make_room()

    def _open_menu(self) -> None:
        button = self.window.top.menu_button()
        self._menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _on_closing(self) -> None:
        arrangement = self.window.arrangement
        self.preferences.memory.arrangement[arrangement.size_class] = arrangement.saved()
        for problem in self.last_session.keep():
            print(problem, file=sys.stderr)  # the status bar is closing
        self.last_session.stop()
        self.window.hide()
        if self._of_corpus is not None:
            self._of_corpus.stop()
        self.corpus.stop()
        # Unsaved marks, snapshots and exports are written in any case.
        self.is_busy = not self.session_controller.stop(wait=self.waits_for_runs)
