"""The main window: which view stands where, and how the arrangement yields where room is short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QWidget,
)

from resources.loader import resource_path
from widgets import theme
from widgets.agreement_table import AgreementTable
from widgets.block_table import BlockTable
from widgets.curves import CurvesView
from widgets.inspector import Inspector
from widgets.page.panel import PagePanel
from widgets.palette import PaletteDialog
from widgets.panes.row import PaneRow
from widgets.selection import SelectionModel
from widgets.settings.panel import SettingsPanel
from widgets.start_screen import StartScreen, dropped_text
from widgets.steps_view import StepsView
from widgets.strips import Strips
from widgets.top_bar import TopBar
from widgets.tree_view import TreeView

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent

WIDE, SMALL = "wide", "small"
"""Size classes; each remembers its own arrangement."""

_LOW_HEIGHT = 900
_ONE_COLUMN_OF_DOCKS = 1440
_RAIL_WIDTH = 1120
_DEFAULT_SIZE = QSize(1600, 1000)
_NO_LIMIT = 16_777_215  # Qt's own largest size


class Window(QMainWindow):
    """All views in their default arrangement; `app.wiring` gives them something to show.

    Signals
    -------
    dropped(str)
        A path, address or markup was dropped on the window.
    closing()
        The window is about to close.
    came_back()
        The window is the active one again, after another program was.
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
        self.settings = SettingsPanel()
        self.inspector = Inspector(self.selection)
        self.palette_dialog = PaletteDialog(self)
        self._folded_by_room: set[str] = set()
        self._arranged = False
        self._assemble_centre()
        self._assemble_docks()
        self._assemble_status()
        self.setMenuWidget(self.top)
        self.resize(_DEFAULT_SIZE)

    # -- assembly --------------------------------------------------------------------------

    def _assemble_centre(self) -> None:
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setObjectName("columns")
        self.columns.setChildrenCollapsible(False)
        self.columns.addWidget(self.page)
        self.columns.addWidget(self.panes)
        self.columns.setStretchFactor(0, 3)
        self.columns.setStretchFactor(1, 2)
        self.work = QSplitter(Qt.Orientation.Vertical)
        self.work.setObjectName("work")
        self.work.setChildrenCollapsible(False)
        self.work.addWidget(self.columns)
        self.work.addWidget(self.strips)
        self.work.setStretchFactor(0, 1)
        self.work.setStretchFactor(1, 0)
        self.centre = QStackedWidget()
        self.centre.addWidget(self.start)
        self.centre.addWidget(self.work)
        self.setCentralWidget(self.centre)

    def _assemble_docks(self) -> None:
        for corner in (Qt.Corner.BottomRightCorner, Qt.Corner.TopRightCorner):
            self.setCorner(corner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.tables = QTabWidget()
        self.tables.setDocumentMode(True)
        self.tables.addTab(self.blocks, self.tr("Blocks"))
        self.tables.addTab(self.agreement, self.tr("Agreement"))
        self.tables.addTab(self.steps, self.tr("Steps"))
        self.tables.addTab(self.tree, self.tr("Tree"))
        self.tables.setCornerWidget(self.blocks.bar)
        self.tables.currentChanged.connect(lambda _place: self._show_filter())
        self.tables.tabBarClicked.connect(lambda _place: self.open_bottom())
        right, bottom = (
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        self.settings_dock = self._dock("settings", self.tr("Settings"), self.settings, right)
        self.inspector_dock = self._dock("inspector", self.tr("Inspector"), self.inspector, right)
        self.tables_dock = self._dock("tables", self.tr("Tables"), self.tables, bottom)
        self.curves_dock = self._dock("curves", self.tr("Curves"), self.curves, bottom)
        self.default_arrangement()

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(widget)
        dock.setTitleBarWidget(QWidget())  # the views have headers of their own
        self.addDockWidget(area, dock)
        return dock

    def _assemble_status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        self.status_runs, self.status_page, self.status_difference = QLabel(), QLabel(), QLabel()
        self.status_warnings = QToolButton(autoRaise=True)
        self.status_warnings.setObjectName("warningsChip")
        self.status_warnings.hide()
        for label in (
            self.status_runs,
            self.status_page,
            self.status_difference,
            self.status_warnings,
        ):
            bar.addWidget(label)
        self.status_keys = QLabel(
            self.tr("N  next difference     J  K  next, previous block     ?  all keys")
        )
        bar.addPermanentWidget(self.status_keys)
        bar.setContentsMargins(8, 0, 12, 0)

    # -- arrangement -----------------------------------------------------------------------

    def default_arrangement(self) -> None:
        """Put every dock back to its place and size."""
        right, bottom = (
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        for dock, area in (
            (self.settings_dock, right),
            (self.inspector_dock, right),
            (self.tables_dock, bottom),
            (self.curves_dock, bottom),
        ):
            dock.setFloating(False)
            self.addDockWidget(area, dock)
            dock.show()
        self.splitDockWidget(self.settings_dock, self.inspector_dock, Qt.Orientation.Vertical)
        self.splitDockWidget(self.tables_dock, self.curves_dock, Qt.Orientation.Horizontal)
        self._default_sizes()

    def _default_sizes(self) -> None:
        docks = [self.settings_dock, self.inspector_dock]
        self.resizeDocks(docks, [theme.px(320)] * 2, Qt.Orientation.Horizontal)
        self.resizeDocks(docks, [452, 475], Qt.Orientation.Vertical)
        below = [self.tables_dock, self.curves_dock]
        self.resizeDocks(below, [theme.px(180)] * 2, Qt.Orientation.Vertical)
        self.resizeDocks(below, [776, 504], Qt.Orientation.Horizontal)
        width = max(self.width() - theme.px(320), 600)
        self.columns.setSizes([round(width * 0.4), round(width * 0.6)])
        self.work.setSizes([theme.px(560), theme.px(184)])

    def saved_arrangement(self) -> str:
        """Return the arrangement as text, for the size class the window has."""
        states = (self.saveState(), self.columns.saveState(), self.work.saveState())
        return " ".join(bytes(state.toBase64().data()).decode("ascii") for state in states)

    def restore_arrangement(self, text: str) -> bool:
        """Bring a saved arrangement back; return whether it could be read."""
        parts = [QByteArray.fromBase64(part.encode("ascii")) for part in text.split(" ")]
        if len(parts) != 3:
            return False
        self._arranged = True
        return (
            self.restoreState(parts[0])
            and self.columns.restoreState(parts[1])
            and self.work.restoreState(parts[2])
        )

    @property
    def size_class(self) -> str:
        """``wide`` or ``small``, by the room there is at the present interface size."""
        roomy = self.width() / theme.scale() >= _ONE_COLUMN_OF_DOCKS
        return WIDE if roomy and self.height() / theme.scale() >= _LOW_HEIGHT else SMALL

    def make_room(self) -> None:
        """Fold views in the order in which they can be missed, unfold them in reverse."""
        size = self.size() / theme.scale()
        self.strips.set_compact(size.height() < _LOW_HEIGHT)
        self._yield("bottom", size.height() < _LOW_HEIGHT, self._fold_bottom)
        self._yield("tabs", size.width() < _ONE_COLUMN_OF_DOCKS, self._tab_docks)
        self._yield("rail", size.width() < _RAIL_WIDTH, self._fold_right)
        self.top.set_compact(size.width() < _RAIL_WIDTH)
        self.status_keys.setVisible(size.width() >= _RAIL_WIDTH)

    def _yield(self, name: str, needed: bool, fold: Callable[[bool], None]) -> None:  # noqa: FBT001 - a fact about the room
        if needed != (name in self._folded_by_room):
            (self._folded_by_room.add if needed else self._folded_by_room.discard)(name)
            fold(needed)

    def _fold_bottom(self, folded: bool) -> None:  # noqa: FBT001 - a fact about the room
        """Leave the tabs only; a click on one of them, or its key, opens all again."""
        height = self.tables.tabBar().sizeHint().height() + 2
        self.curves_dock.setVisible(not folded)
        self._show_filter()
        self.tables_dock.setMaximumHeight(height if folded else _NO_LIMIT)
        self.resizeDocks(
            [self.tables_dock], [height if folded else theme.px(180)], Qt.Orientation.Vertical
        )

    def _show_filter(self) -> None:
        folded = "bottom" in self._folded_by_room
        self.blocks.bar.setVisible(not folded and self.tables.currentWidget() is self.blocks)

    def open_bottom(self) -> None:
        """Open the tables and curves at the bottom, also where room is short."""
        if "bottom" in self._folded_by_room:
            self._folded_by_room.discard("bottom")
            self._fold_bottom(False)

    def _tab_docks(self, tabbed: bool) -> None:  # noqa: FBT001 - a fact about the room
        for dock in (self.settings_dock, self.inspector_dock):
            dock.setTitleBarWidget(QWidget())
        if tabbed:
            self.tabifyDockWidget(self.settings_dock, self.inspector_dock)
            self.settings_dock.raise_()
        else:
            self.removeDockWidget(self.inspector_dock)
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.inspector_dock)
            self.splitDockWidget(self.settings_dock, self.inspector_dock, Qt.Orientation.Vertical)
            self.inspector_dock.show()
            self._default_sizes()

    def _fold_right(self, folded: bool) -> None:  # noqa: FBT001 - a fact about the room
        for dock in (self.settings_dock, self.inspector_dock):
            dock.setVisible(not folded)

    # -- what is on screen -----------------------------------------------------------------

    def show_start(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the start screen instead of the page, or the page; settings need no page."""
        self.centre.setCurrentWidget(self.start if shown else self.work)
        for dock in (self.inspector_dock, self.tables_dock, self.curves_dock):
            dock.setEnabled(not shown)

    def regions(self) -> list[QWidget]:
        """Return the regions in the order in which F6 visits them."""
        return [
            self.top.address,
            self.page,
            self.panes,
            self.strips,
            self.tables.currentWidget(),
            self.curves,
            self.settings,
            self.inspector,
        ]

    # -- Qt --------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._arranged:
            self._arranged = True
            self._default_sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

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
