"""The main window: all views; `boilerscope.app.window.arrangement` gives them their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from boilerscope.app.window.arrangement import Arrangement
from boilerscope.app.window.focus import stay_in_region
from boilerscope.app.window.screen_fit import DEFAULT_SIZE, ScreenFit
from boilerscope.app.window.status.bar import StatusBar
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.agreement_table import AgreementTable
from boilerscope.widgets.blocks.table import BlockTable
from boilerscope.widgets.corpus.face import CorpusFace, Place
from boilerscope.widgets.corpus.groups.view import GroupsView
from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
from boilerscope.widgets.corpus.pages.view import PagesView
from boilerscope.widgets.corpus.scatter.view import ScatterView
from boilerscope.widgets.corpus.selected_page import SelectedPagePanel
from boilerscope.widgets.corpus.sweep.view import SweepView
from boilerscope.widgets.corpus.trial_panel import TrialPanel
from boilerscope.widgets.corpus.veil import Veil
from boilerscope.widgets.curves import CurvesView
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.page.panel import PagePanel
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.palette import PaletteDialog
from boilerscope.widgets.panes.row import PaneRow
from boilerscope.widgets.proxy.view import ProxyView
from boilerscope.widgets.scores.view import ScoresView
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.settings.panel import SettingsPanel
from boilerscope.widgets.start_screen import StartScreen, dropped_text
from boilerscope.widgets.steps_view import StepsView
from boilerscope.widgets.strips.view import Strips
from boilerscope.widgets.top_bar import TopBar
from boilerscope.widgets.tree.view import TreeView

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDropEvent,
        QResizeEvent,
        QShowEvent,
    )
    from PySide6.QtWidgets import QMenu


_MAX_TITLE = 120


class Window(QMainWindow):
    """All views; the controllers fill them.

    Signals
    -------
    dropped(str)
        A path, address or markup was dropped on the window.
    closing()
        The window is about to close.
    came_back()
        The window is active again after another program was active.
    """

    dropped = Signal(str)
    closing = Signal()
    came_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Boilerscope")
        self.setAcceptDrops(True)
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
        self.tree = TreeView(self.selection)
        self.curves = CurvesView(self.selection)
        self.scores = ScoresView()
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
        self.arrangement = Arrangement(self)
        self.tables = self.arrangement.tables

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
        self.selected_page, self.trial = SelectedPagePanel(), TrialPanel()
        self.corpus_side.addWidget(self.selected_page)
        self.corpus_side.addWidget(self.trial)
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

    # -- views and focus -------------------------------------------------------------------

    def show_start(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the start screen or the page; settings and proxy are enabled in both cases."""
        self._page_face = self.start if shown else self.work
        if not self.shows_corpus:
            self.centre.setCurrentWidget(self._page_face)
        tables = (self.blocks, self.blocks.bar, self.agreement, self.steps, self.tree)
        for view in (self.inspector, *tables, self.scores, self.curves):
            view.setEnabled(not shown)

    def make_picture(self) -> PageView:
        """Return a view that draws the picture of a page, and takes neither keys nor clicks."""
        view = PageView(SelectionModel(self), resource_path("agent"))
        view.setAccessibleName(self.tr("Picture of the page"))
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return view

    @property
    def shows_corpus(self) -> bool:
        """Whether the Corpus face is on screen."""
        return self.centre.currentWidget() is self.corpus

    def show_face(self, *, corpus: bool) -> None:
        """Show the Corpus face, or the Page face as it was."""
        self.top.show_face(corpus=corpus)
        self.centre.setCurrentWidget(self.corpus if corpus else self._page_face)
        self.side.setCurrentWidget(self.corpus_side if corpus else self.inspector)
        self.arrangement.show_face(corpus=corpus)

    def veil_corpus(self, text: str) -> None:
        """Cover the views of the Corpus face and show why; an empty text uncovers them."""
        self.corpus.veil(text)
        self._side_veil.show_text(text)

    def show_trial(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the selected trial at the right, or the selected page."""
        self.corpus_side.setCurrentWidget(self.trial if shown else self.selected_page)
        self.arrangement.show_trial(shown)

    def show_title(self, text: str) -> None:
        """Name the page in the title bar; an empty text names none."""
        title = " ".join(text.split())[:_MAX_TITLE] or "Boilerscope"
        self.setWindowTitle(title.replace("[*]", "[*][*]"))  # Qt marks unsaved documents by [*]

    def regions(self) -> list[QWidget]:
        """Return the regions on screen in the order in which F6 visits them."""
        regions = [
            self.top.address,
            self.top.corpus,
            *self.corpus.regions(),
            self.start,
            self.page,
            self.panes,
            self.strips,
            self.tables.currentWidget(),
            self.scores,
            self.curves,
            self.settings,
            self.inspector,
            self.corpus_side.currentWidget(),
            self.status.warnings,
            self.arrangement.rail,
        ]
        regions = list(dict.fromkeys(regions))  # scores and curves can be tables
        return [region for region in regions if region is not None and region.isVisible()]

    def focus_work(self) -> None:
        """Give the focus to the page, or to the start screen without a page."""
        self._work_entry().setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's own name
        """Move the focus as Tab does; Qt also calls this if the focused widget hides."""
        if stay_in_region(self.regions(), self._work_entry()):
            return True
        return super().focusNextPrevChild(next)

    def _work_entry(self) -> QWidget:
        if self.shows_corpus:
            return self.corpus.entry()
        return self.page.view if self.page.isVisible() else self.start

    # -- Qt --------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arrangement.show_default()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrangement.make_room()

    def createPopupMenu(self) -> QMenu | None:
        """Return no menu: Qt's menu would hide docks without a way back."""
        return None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_text(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        text = dropped_text(event.mimeData())
        if text:
            event.acceptProposedAction()
            self.dropped.emit(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.came_back.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        super().closeEvent(event)
