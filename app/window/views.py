"""All views of the main window, and its centre; `arrangement` puts the others into docks."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QWidget

from boilerscope.app.window.screen_fit import DEFAULT_SIZE, ScreenFit
from boilerscope.app.window.status.bar import StatusBar
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.agreement_table import AgreementTable
from boilerscope.widgets.blocks.table import BlockTable
from boilerscope.widgets.candidates import CandidatesView
from boilerscope.widgets.comparison.settings_table import SettingsThatDiffer
from boilerscope.widgets.corpus.changes.view import ChangesView
from boilerscope.widgets.corpus.face import CorpusFace, Place
from boilerscope.widgets.corpus.groups.view import GroupsView
from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
from boilerscope.widgets.corpus.losses.selected_rule import SelectedRulePanel
from boilerscope.widgets.corpus.losses.view import LossesView
from boilerscope.widgets.corpus.pages.view import PagesView
from boilerscope.widgets.corpus.scatter.view import ScatterView
from boilerscope.widgets.corpus.selected_page import SelectedPagePanel
from boilerscope.widgets.corpus.sweep.view import SweepView
from boilerscope.widgets.corpus.trial_panel import TrialPanel
from boilerscope.widgets.corpus.veil import Veil
from boilerscope.widgets.curves import CurvesView
from boilerscope.widgets.dom.view import ElementTree
from boilerscope.widgets.elements.view import ElementsView
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.page.panel import PagePanel
from boilerscope.widgets.palette import PaletteDialog
from boilerscope.widgets.panes.row import PaneRow
from boilerscope.widgets.proxy.view import ProxyView
from boilerscope.widgets.scores.view import ScoresView
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.settings.panel import SettingsPanel
from boilerscope.widgets.site.view import SiteView
from boilerscope.widgets.start_screen import StartScreen
from boilerscope.widgets.steps_view import StepsView
from boilerscope.widgets.strips.view import Strips
from boilerscope.widgets.top_bar import TopBar
from boilerscope.widgets.tree.view import TreeView


class Views(QMainWindow):
    """Window with all views, which the controllers fill."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setDockOptions(
            QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        self.selection = SelectionModel(self)
        self.top = TopBar()
        self.start = StartScreen()
        self.page = PagePanel(self.selection, resource_path("agent"))
        self.panes = PaneRow(self.selection)
        self.strips = Strips(self.selection)
        self.blocks = BlockTable(self.selection)
        self.agreement = AgreementTable()
        self.steps = StepsView()
        self.differing = SettingsThatDiffer()
        self.tree = TreeView(self.selection)
        self.site = SiteView()
        self.element_tree = ElementTree(self.selection)
        self.curves = CurvesView(self.selection)
        self.candidates = CandidatesView(self.selection)
        self.scores = ScoresView()
        self.elements = ElementsView()
        self.proxy = ProxyView()
        self.settings = SettingsPanel()
        self.inspector = Inspector(self.selection)
        self.corpus = CorpusFace()
        self._make_corpus_views()
        self.palette_dialog = PaletteDialog(self)
        self.setMenuWidget(self.top)
        self._assemble_centre()
        self.status = StatusBar()
        self.setStatusBar(self.status)
        self.screen_fit = ScreenFit(self)
        self.resize(DEFAULT_SIZE)

    # -- assembly --------------------------------------------------------------------------

    def _make_corpus_views(self) -> None:
        """Put the views of a corpus into the window; those at the right replace the inspector."""
        self.pages = PagesView()
        self.corpus.put(Place.PAGES, self.pages)
        self.corpus.put(Place.LEGEND, self.pages.legend)
        self.side = QStackedWidget()
        self.side.addWidget(self.inspector)
        self.corpus_side = QStackedWidget()
        self.side.addWidget(self.corpus_side)
        self.leaderboard = LeaderboardView()
        self.corpus.put(Place.LEADERBOARD, self.leaderboard)
        self.scatter, self.groups, self.sweep = ScatterView(), GroupsView(), SweepView()
        self.corpus.put(Place.SCATTER, self.scatter)
        self.corpus.put(Place.GROUPS, self.groups)
        self.corpus.put(Place.SWEEP, self.sweep)
        self.losses = LossesView()
        self.corpus.put(Place.LOSSES, self.losses)
        self.changes = ChangesView()
        self.corpus.put(Place.CHANGES, self.changes)
        self.selected_page, self.trial = SelectedPagePanel(), TrialPanel()
        self.selected_rule = SelectedRulePanel()
        for panel in (self.selected_page, self.trial, self.selected_rule):
            self.corpus_side.addWidget(panel)
        self.losses.given_away.connect(
            lambda: self.selected_rule.take_views(self.losses.what_if, self.losses.pages)
        )
        self._side_veil = Veil(self.corpus_side)
        self.corpus_strips = Strips(SelectionModel(self))
        self.corpus_strips.setObjectName("corpusStrips")
        self.corpus_strips.hide_votes()
        self.corpus_strips.set_hint(self.tr("Select a page to see its text from left to right."))
        self.corpus.put(Place.STRIPS, self.corpus_strips)

    def _assemble_centre(self) -> None:
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setObjectName("columns")
        self.columns.setChildrenCollapsible(False)
        self.columns.addWidget(self.page)
        self.columns.addWidget(self.panes)
        self.columns.setStretchFactor(0, 3)
        self.columns.setStretchFactor(1, 2)
        self.selection.level.set_ground(self.columns, self._heading_of_columns)
        self.work = QSplitter(Qt.Orientation.Vertical)
        self.work.setObjectName("work")
        self.work.setChildrenCollapsible(False)
        self.work.addWidget(self.columns)
        self.work.addWidget(self.strips)
        self.work.setStretchFactor(0, 1)
        self.work.setStretchFactor(1, 0)
        self._page_face: QWidget = self.start
        self.centre = QStackedWidget()
        self.centre.addWidget(self.start)
        self.centre.addWidget(self.work)
        self.centre.addWidget(self.corpus)
        self.setCentralWidget(self.centre)

    def _heading_of_columns(self) -> float:
        """Return the height of the highest header in the columns."""
        page = self.page.view.mapTo(self.columns, QPoint()).y()
        return max(page, self.panes.y() + self.panes.heading())
