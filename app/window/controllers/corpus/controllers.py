"""All controllers of the Corpus face, and how they depend on each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from boilerscope.app.session.corpus import Tab
from boilerscope.app.window.controllers.corpus.audit import AuditController
from boilerscope.app.window.controllers.corpus.board import BoardController
from boilerscope.app.window.controllers.corpus.changes import ChangesController
from boilerscope.app.window.controllers.corpus.export import CorpusExportController
from boilerscope.app.window.controllers.corpus.face import FaceController
from boilerscope.app.window.controllers.corpus.layouts import LayoutReader
from boilerscope.app.window.controllers.corpus.losses import LossesController
from boilerscope.app.window.controllers.corpus.marks import MarksController
from boilerscope.app.window.controllers.corpus.opening import CorpusOpeningController
from boilerscope.app.window.controllers.corpus.pages import CorpusPagesController
from boilerscope.app.window.controllers.corpus.plots import PlotsController
from boilerscope.app.window.controllers.corpus.running import RunningController
from boilerscope.app.window.controllers.corpus.search import SearchController
from boilerscope.app.window.controllers.corpus.selected import SelectedPageController
from boilerscope.app.window.controllers.corpus.sweep import SweepController
from boilerscope.app.window.controllers.corpus.walk import PageWalkController
from boilerscope.app.window.controllers.corpus.watching import CorpusWatchController
from boilerscope.app.window.controllers.tables import report_copied_rows
from boilerscope.app.window.corpus.view_making import make_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.dialog_tabs import TabMaker
    from boilerscope.app.window.controllers.navigation import NavigationController
    from boilerscope.app.window.refresher import View
    from boilerscope.app.window.save_dialog import SaveDialog
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.gold_files import GoldFiles


class CorpusControllers:
    """Creates the controllers of the Corpus face; its views are made before.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    navigation : NavigationController
        Moves the selection in a page that the user opens.
    gold_files : GoldFiles
        Writes marks, which the list of pages shows.
    save_dialog : SaveDialog
        Asks for files.
    tabs : sequence of TabMaker
        Controllers of tabs of the export dialog.
    """

    def __init__(  # noqa: PLR0913 - what the controllers share
        self,
        context: Context,
        actions: ActionRegistry,
        window: Window,
        navigation: NavigationController,
        gold_files: GoldFiles,
        *,
        save_dialog: SaveDialog,
        tabs: Sequence[TabMaker],
    ) -> None:
        window.arrangement.make_room()
        self.opening = CorpusOpeningController(context, actions, window)
        self.watching = CorpusWatchController(context)
        self.walk = PageWalkController(context, actions, window.top, navigation, window.selection)
        self.walk.watch(gold_files)
        self.pages = CorpusPagesController(context, actions, window.pages, self.walk.open)
        self.running = RunningController(context, actions, window.corpus.run_bar)
        self.board = BoardController(context, actions, window.leaderboard)
        self.layouts = LayoutReader(context)
        self.plots = PlotsController(context, window.scatter, window.groups, self.layouts)
        self.sweep = SweepController(context, window.sweep)
        self.search = SearchController(
            context, self.sweep, window.sweep, window.trial, window.show_trial
        )
        self.selected_page = SelectedPageController(
            context,
            window.selected_page,
            window.corpus_strips,
            self.walk.open_selected,
            partial(make_picture, window),
        )
        self.losses = LossesController(
            context, actions, window, self.walk, self.sweep, self.layouts
        )
        self.changes = ChangesController(context, actions, window.changes, self.walk)
        tables = (self.losses, self.changes)
        self.export = CorpusExportController(context, actions, window, tabs, tables)
        window.groups.steps_asked.connect(self.losses.show_steps)
        self.losses.rule_shown.connect(self.selected_page.show_layer)
        self.pages.step_in(Tab.LOSSES, self.losses.step)
        self.audit = AuditController(context, actions, window, save_dialog)
        self.marks = MarksController(
            context, actions, window, lambda row: self.walk.open(row, to_mark=True)
        )
        self.face = FaceController(context, actions, window)
        actions.add("run_or_sweep", self._run_or_sweep)
        tables_of_rows = (window.pages.matrix, window.groups.table, window.sweep.search.table)
        report_copied_rows(context, *tables_of_rows)
        self._actions, self._state = actions, context.corpus.state

    def views(self) -> list[View]:
        """Return the views of the Corpus face in the order in which they are refreshed."""
        in_order = (
            self.opening,
            self.watching,
            self.pages,
            self.running,
            self.board,
            self.plots,
            self.sweep,
            self.search,
            self.losses,
            self.changes,
            self.selected_page,
            self.walk,
            self.audit,
            self.marks,
            self.face,  # last: it moves the focus
        )
        return [view for controller in in_order for view in controller.views()]

    def _run_or_sweep(self) -> None:
        """Run what is on screen: the panes, or the sweep."""
        if self._state.shows(Tab.SWEEP):
            self.sweep.start()
        else:
            self._actions.trigger("run_corpus")

    def stop(self) -> None:
        """Begin no more pictures; the window closes."""
        self.selected_page.stop()
