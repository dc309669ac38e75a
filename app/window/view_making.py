"""Creation of the views of the main window, and of its centre.

Only the window imports this module, when it is on screen: its imports take longer than all else.
The views of a corpus are made later, see `corpus.view_making`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget

from boilerscope.app.window.status.bar import StatusBar
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.agreement_table import AgreementTable
from boilerscope.widgets.blocks.table import BlockTable
from boilerscope.widgets.candidates import CandidatesView
from boilerscope.widgets.comparison.settings_table import SettingsThatDiffer
from boilerscope.widgets.corpus.face import CorpusFace
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

if TYPE_CHECKING:
    from boilerscope.app.window.views import Views


def make_views(window: Views) -> None:
    """Create the views of a window; the places of the Corpus face stay empty."""
    window.selection = SelectionModel(window)
    window.top = TopBar()
    window.start = StartScreen()
    window.page = PagePanel(window.selection, resource_path("agent"))
    window.panes = PaneRow(window.selection)
    window.strips = Strips(window.selection)
    window.blocks = BlockTable(window.selection)
    window.agreement = AgreementTable()
    window.steps = StepsView()
    window.differing = SettingsThatDiffer()
    window.tree = TreeView(window.selection)
    window.site = SiteView()
    window.element_tree = ElementTree(window.selection)
    window.curves = CurvesView(window.selection)
    window.candidates = CandidatesView(window.selection)
    window.scores = ScoresView()
    window.elements = ElementsView()
    window.proxy = ProxyView()
    window.settings = SettingsPanel()
    window.inspector = Inspector(window.selection)
    window.corpus = CorpusFace()
    window.side, window.corpus_side = QStackedWidget(), QStackedWidget()
    window.side.addWidget(window.inspector)
    window.side.addWidget(window.corpus_side)
    window.palette_dialog = PaletteDialog(window)
    window.setMenuWidget(window.top)
    _assemble_centre(window)
    window.status = StatusBar()
    window.setStatusBar(window.status)


def _assemble_centre(window: Views) -> None:
    window.columns = QSplitter(Qt.Orientation.Horizontal)
    window.columns.setObjectName("columns")
    window.columns.setChildrenCollapsible(False)
    window.columns.addWidget(window.page)
    window.columns.addWidget(window.panes)
    window.columns.setStretchFactor(0, 3)
    window.columns.setStretchFactor(1, 2)
    window.selection.level.set_ground(window.columns, lambda: _heading_of_columns(window))
    window.work = QSplitter(Qt.Orientation.Vertical)
    window.work.setObjectName("work")
    window.work.setChildrenCollapsible(False)
    window.work.addWidget(window.columns)
    window.work.addWidget(window.strips)
    window.work.setStretchFactor(0, 1)
    window.work.setStretchFactor(1, 0)
    window.page_face = window.start
    window.centre = QStackedWidget()
    window.centre.addWidget(window.start)
    window.centre.addWidget(window.work)
    window.centre.addWidget(window.corpus)
    window.setCentralWidget(window.centre)


def _heading_of_columns(window: Views) -> float:
    """Return the height of the highest header in the columns."""
    page = window.page.view.mapTo(window.columns, QPoint()).y()
    return max(page, window.panes.y() + window.panes.heading())
