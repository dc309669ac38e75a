"""Arrangement of the main window: positions of its views, and how they fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QDockWidget,
    QHBoxLayout,
    QStackedWidget,
    QTabWidget,
    QWidget,
)

from boilerscope.app.window.folds import Folds, Space
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.fitted import NO_LIMIT
from boilerscope.widgets.rail import Drawer, Rail

if TYPE_CHECKING:
    from boilerscope.app.window.views import Views

_RIGHT_WIDTH = 320
_STRIPS_HEIGHT = 184
_BOTTOM_HEIGHT = 180
_LEAST_BOTTOM = 120
_LEAST_CENTRE = 350  # a page of 240 above compact strips

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
_BELOW = Qt.DockWidgetArea.BottomDockWidgetArea


def _sizes_of(text: bytes) -> tuple[float, float]:
    """Return the share of the tables and the height of the strips of a text; 0 for none."""
    try:
        share, height = map(float, text.split())
    except ValueError:
        return 0.0, 0.0
    return (share if 0 < share < 1 else 0.0), (height if 0 < height < NO_LIMIT else 0.0)


class Arrangement(QObject):
    """Docks, splitters, rail and drawer of the window, and their folds.

    A view folds for lack of space, or because the user folded it, see `folds.Folds`.

    Parameters
    ----------
    window : Views
        The window with its views, which are not arranged yet.

    Signals
    -------
    opened(QWidget)
        The user opened this view from the rail; it should get the focus.
    page_face_asked()
        A view of the Page face is to be revealed while the Corpus face is on screen.
    """

    opened = Signal(object)
    page_face_asked = Signal()

    def __init__(self, window: Views) -> None:
        super().__init__(window)
        self._window = window
        self._carry_out = {
            "bottom": self._fold_bottom,
            "curves": self._join_curves,
            "tabs": self._tab_docks,
            "rail": self._fold_right,
        }
        self._folds = Folds()
        self._is_default, self._is_shown = True, False
        self._bottom_height: float = _BOTTOM_HEIGHT
        self._is_corpus = self._shows_trial = self._shows_rule = False
        self._hidden: list[QDockWidget] = []
        self.tables, self.plots = QTabWidget(), QTabWidget()
        self._fold_button = IconButton("chevron-down", "")
        self._assemble_tables()
        self._assemble_plots()
        # Tab visits the docks in this order, as F6 does.
        self.tables_dock = self._dock("tables", self.tr("Tables"), self.tables, _BELOW)
        self.curves_dock = self._dock("curves", self.tr("Curves"), self.plots, _BELOW)
        self.settings_dock = self._dock("settings", self.tr("Settings"), window.settings, _RIGHT)
        self.inspector_dock = self._dock("inspector", self.tr("Inspector"), window.side, _RIGHT)
        self.rail = Rail(
            (
                ("settings", "tune-variant", self.tr("Settings")),
                ("inspector", "text-box-search-outline", self.tr("Inspector")),
            )
        )
        window.addToolBar(Qt.ToolBarArea.RightToolBarArea, self.rail)
        self.drawer = Drawer(self.rail, window)
        self.rail.asked.connect(self._on_rail)
        for dock in (self.settings_dock, self.inspector_dock):
            dock.installEventFilter(self)
        for corner in (Qt.Corner.BottomRightCorner, Qt.Corner.TopRightCorner):
            window.setCorner(corner, _RIGHT)
        self._share = 0.0
        """Share of the tables in the width of the bottom, when they were last beside the plots."""
        self._scale = theme.scale()
        self._noted = (self._scale, 0)
        self._strips_height: float = _STRIPS_HEIGHT
        """Height of the strips that the user chose, at 100 % interface size."""
        window.work.splitterMoved.connect(lambda _position, _index: self._on_strips_dragged())
        window.strips.n_rows_changed.connect(lambda: QTimer.singleShot(0, self, self._fit_rows))
        theme.signals().changed.connect(self._fit_strips)
        self.default()

    # -- assembly --------------------------------------------------------------------------

    def _assemble_tables(self) -> None:
        window, tables = self._window, self.tables
        tables.setDocumentMode(True)
        tables.setAccessibleName(self.tr("Tables"))
        tables.addTab(window.blocks, self.tr("Blocks"))
        tables.addTab(window.agreement, self.tr("Agreement"))
        tables.addTab(window.steps, self.tr("Steps"))
        tables.addTab(window.differing, self.tr("Settings that differ"))
        tables.addTab(window.tree, self.tr("Tree"))
        tables.addTab(window.element_tree, self.tr("Elements"))
        tables.addTab(window.elements, self.tr("Structure"))
        tables.addTab(window.site, self.tr("Site"))
        tables.addTab(window.proxy, self.tr("Proxy"))
        self._fold_button.setObjectName("foldTables")
        self._fold_button.clicked.connect(self.toggle_bottom)
        corner = QWidget()
        corner.setProperty("role", "surface")
        self._corner_row = row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, theme.px(8), 0)
        row.setSpacing(0)
        row.addWidget(self._fold_button)
        tables.setCornerWidget(corner)
        tables.installEventFilter(self)
        self._table_bars = (window.blocks.bar, window.differing.bar, window.proxy.bar)
        for bar in self._table_bars:
            bar.installEventFilter(self)
        for tabs in (tables, self.plots):  # their background shows above a low corner widget
            tabs.setProperty("role", "surface")
            tabs.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        tables.currentChanged.connect(lambda _index: self._show_corner())
        tables.tabBarClicked.connect(lambda _index: self.open_bottom())
        self._show_corner()

    def _assemble_plots(self) -> None:
        """Put plots and candidates beside the tables, with the current view's bar in the tabs."""
        window, plots = self._window, self.plots
        plots.setDocumentMode(True)
        plots.setAccessibleName(self.tr("Scores, curves and candidates"))
        self._plot_bars = QWidget()
        self._plot_bars.setProperty("role", "surface")
        row = QHBoxLayout(self._plot_bars)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        plots.setCornerWidget(self._plot_bars)
        plots.installEventFilter(self)
        for bar in (window.scores.bar, window.curves.bar):
            bar.installEventFilter(self)
        self._place_plots(joined=False)
        plots.currentChanged.connect(lambda _index: self._show_plot_bar())
        plots.setCurrentWidget(window.curves)

    def _place_plots(self, *, joined: bool) -> None:
        """Make scores, curves and candidates tabs of the tables, or of their own row of tabs."""
        window = self._window
        tabs = self.tables if joined else self.plots
        for view, title in (
            (window.scores, self.tr("Scores")),
            (window.curves, self.tr("Curves")),
            (window.candidates, self.tr("Candidates")),
        ):
            tabs.addTab(view, title)
        for view in (window.scores, window.curves):
            if joined:
                row = view.layout()
                assert isinstance(row, QBoxLayout)  # noqa: S101 - it is created as one
                row.insertWidget(0, view.bar)
            view.bar.show()
        self._show_plot_bar()

    def _show_plot_bar(self) -> None:
        """Show the bar of the current view beside the tabs, or above it if there is no room."""
        plots = self.plots
        for view in (self._window.scores, self._window.curves):
            if plots.indexOf(view) < 0:
                continue
            needed = plots.tabBar().sizeHint().width() + view.bar.sizeHint().width() + theme.px(16)
            row = self._plot_bars.layout() if needed <= plots.width() else view.layout()
            assert isinstance(row, QBoxLayout)  # noqa: S101 - both are created as one
            if row.indexOf(view.bar) < 0:
                row.insertWidget(0, view.bar)
            view.bar.setVisible(plots.currentWidget() is view)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(widget)
        dock.setTitleBarWidget(QWidget())  # the views have headers of their own
        self._window.addDockWidget(area, dock)
        return dock

    # -- default and saved arrangement -----------------------------------------------------

    def default(self) -> None:
        """Restore the position and size of every dock, and forget the user's folds."""
        window, was_corpus = self._window, self._is_corpus
        self.show_face(corpus=False)
        self._folds.by_hand.clear()
        self._fold(set())
        for dock, area in (
            (self.settings_dock, _RIGHT),
            (self.inspector_dock, _RIGHT),
            (self.tables_dock, _BELOW),
            (self.curves_dock, _BELOW),
        ):
            dock.setFloating(False)
            window.addDockWidget(area, dock)
            dock.show()
        window.splitDockWidget(self.settings_dock, self.inspector_dock, Qt.Orientation.Vertical)
        window.splitDockWidget(self.tables_dock, self.curves_dock, Qt.Orientation.Horizontal)
        self.default_sizes()
        self.make_room()
        self.show_face(corpus=was_corpus)

    def show_default(self) -> None:
        """Set the default sizes once the window has its size; keep restored sizes that fit."""
        if not self._is_shown:
            self._is_shown = True
            if self._is_default:
                self.default_sizes()
            else:
                self._leave_room()
                self._divide_bottom()

    def _leave_room(self) -> None:
        """Leave room for the page above tables that were as high in a higher window."""
        window, tables = self._window, self.tables_dock
        layout = window.layout()
        assert layout is not None  # noqa: S101 - every main window has one
        layout.activate()
        missing = theme.px(_LEAST_CENTRE) - window.centre.height()
        if missing > 0 and "bottom" not in self._folds.folded:
            height = max(tables.height() - missing, theme.px(_LEAST_BOTTOM))
            window.resizeDocks([tables], [height], Qt.Orientation.Vertical)

    def default_sizes(self) -> None:
        """Set the default sizes of docks and splitters."""
        window = self._window
        docks = [self.settings_dock, self.inspector_dock]
        window.resizeDocks(docks, [theme.px(_RIGHT_WIDTH)] * 2, Qt.Orientation.Horizontal)
        window.resizeDocks(docks, [452, 475], Qt.Orientation.Vertical)
        self._bottom_height, self._strips_height = _BOTTOM_HEIGHT, _STRIPS_HEIGHT
        below = [self.tables_dock, self.curves_dock]
        window.resizeDocks(below, [theme.px(_BOTTOM_HEIGHT)] * 2, Qt.Orientation.Vertical)
        window.resizeDocks(below, [776, 504], Qt.Orientation.Horizontal)
        width = max(window.width() - theme.px(_RIGHT_WIDTH), 600)
        window.columns.setSizes([round(width * 0.4), round(width * 0.6)])
        window.work.setSizes([theme.px(560), theme.px(_STRIPS_HEIGHT)])
        self._note_strips()

    def _on_strips_dragged(self) -> None:
        self._strips_height = self._window.work.sizes()[1] / theme.scale()
        self._note_strips()

    def _fit_rows(self) -> None:
        """Give the page what the rows of the strips do not need of the height chosen for them."""
        window = self._window
        page, strips = window.work.sizes()
        if not page or not strips or not window.strips.n_tokens:
            return
        height = min(theme.px(self._strips_height), window.strips.content_height())
        height = max(height, window.strips.minimumSizeHint().height())
        if height != strips:
            window.work.setSizes([page + strips - height, height])
            self._note_strips()

    def _note_strips(self) -> None:
        """Note that the strips have the height that they should have at this interface size."""
        self._noted = (theme.scale(), 0)

    def _fit_strips(self) -> None:
        """Let the strips keep their share when the interface size changes, and changes back."""
        scale, before = theme.scale(), self._scale
        if scale == before:
            return
        self._scale = scale
        page, strips = self._window.work.sizes()
        noted_scale, noted = self._noted
        if before == noted_scale:  # they have still the height that was noted
            noted = strips
            self._noted = (noted_scale, noted)
        height = round(noted * scale / noted_scale)
        sizes = [page + strips - height, height]
        # Once the views have their new minimum heights, which limit the sizes.
        QTimer.singleShot(0, self, lambda: self._window.work.setSizes(sizes))

    def show_face(self, *, corpus: bool) -> None:
        """Hide the tables and curves, which belong to the Page face, or show them again."""
        if corpus == self._is_corpus:
            return
        self._is_corpus = corpus
        self._close_drawer()
        self._name_inspector()
        if corpus:
            docks = (self.tables_dock, self.curves_dock)
            self._hidden = [dock for dock in docks if not dock.isHidden()]
        for dock in self._hidden:
            dock.setVisible(not corpus)
        self.make_room()

    def show_side(self, *, trial: bool, rule: bool) -> None:
        """Title the dock at the right for a trial, a rule, or the page of the Corpus face."""
        self._shows_trial, self._shows_rule = trial, rule
        self._name_inspector()

    def _name_inspector(self) -> None:
        label = self.tr("Inspector")
        if self._is_corpus:
            label = self.tr("Selected rule") if self._shows_rule else self.tr("Selected page")
            label = self.tr("Trial") if self._shows_trial else label
        self.inspector_dock.setWindowTitle(label)
        self.rail.button("inspector").set_label(label)

    def saved(self) -> str:
        """Return the arrangement as text; it belongs to the present size class of the window."""
        self.show_face(corpus=False)
        self._close_drawer()
        window = self._window
        states = (
            window.saveState(),
            window.columns.saveState(),
            window.work.saveState(),
            QByteArray(self._folds.as_text().encode("ascii")),
            QByteArray(f"{self._tables_share():.4f} {self._strips_height:.1f}".encode("ascii")),
        )
        return " ".join(bytes(state.toBase64().data()).decode("ascii") for state in states)

    def current(self) -> str:
        """Return the arrangement as `saved` does, empty if another face or a drawer covers it."""
        return "" if self._is_corpus or self.drawer.view is not None else self.saved()

    def restore(self, text: str) -> bool:
        """Restore a saved arrangement; return whether it could be read.

        Views that were folded for lack of space unfold if there is space now.
        """
        window = self._window
        parts = [QByteArray.fromBase64(part.encode("ascii")) for part in text.split(" ")]
        if len(parts) not in {3, 4, 5}:
            return False
        saved = Folds.from_text(bytes(parts[3].data()) if len(parts) > 3 else b"{}")
        self._share, strips = _sizes_of(bytes(parts[4].data()) if len(parts) > 4 else b"")
        self._is_default = False
        window.centre.show()  # Qt would give the room of a hidden centre to the docks for good
        self._fold(set())
        read = (
            window.restoreState(parts[0])
            and window.columns.restoreState(parts[1])
            and window.work.restoreState(parts[2])
        )
        self._strips_height = strips or window.work.sizes()[1] / theme.scale() or _STRIPS_HEIGHT
        self._note_strips()
        self._folds.by_hand = saved.by_hand
        self._fold(saved.folded)
        self.make_room()
        if self._is_shown:
            self._divide_bottom()
        return read

    def _tables_share(self) -> float:
        """Return the share of the tables in the width of the bottom; 0 if they are alone there."""
        tables, curves = self.tables_dock, self.curves_dock
        if "curves" in self._folds.folded or tables.isFloating() or curves.isFloating():
            return self._share  # as it was when they were side by side
        total = tables.width() + curves.width()
        return tables.width() / total if total else 0.0

    def _divide_bottom(self) -> None:
        """Give tables and plots the shares that they had, in a window of another width as well."""
        tables, curves = self.tables_dock, self.curves_dock
        if not self._share or "curves" in self._folds.folded:
            return
        total = tables.width() + curves.width()
        width = round(self._share * total)
        sizes = [width, total - width]
        self._window.resizeDocks([tables, curves], sizes, Qt.Orientation.Horizontal)

    @property
    def size_class(self) -> str:
        """``wide`` or ``small``: the space in the window at the present interface size."""
        return self._space().size_class

    def _space(self) -> Space:
        size = self._window.size() / theme.scale()
        return Space(size.width(), size.height())

    # -- space -----------------------------------------------------------------------------

    def make_room(self) -> None:
        """Fold the least important views for lack of space, or unfold them again."""
        window, space = self._window, self._space()
        window.screen_fit.bound_size()
        window.strips.set_compact(space.is_low)
        window.top.set_compact(space.is_narrow)
        window.status.keys.setVisible(not space.is_narrow)
        window.corpus.make_room(window.size() / theme.scale())
        self._fold(self._folds.in_space(space, is_corpus=self._is_corpus))

    def _fold(self, folded: set[str]) -> None:
        """Fold exactly these views."""
        for name, is_folded in self._folds.changed(folded):
            self._carry_out[name](is_folded)

    def fold_again(self) -> None:
        """Give what is folded the sizes of the present style."""
        for name in self._folds.folded:
            self._carry_out[name](True)

    # -- bottom ----------------------------------------------------------------------------

    def open_bottom(self) -> None:
        """Open the tables and curves at the bottom, even if space is short."""
        if "bottom" in self._folds.folded:
            self.toggle_bottom()

    def toggle_bottom(self) -> None:
        """Fold the tables at the bottom to their tabs, or unfold them."""
        self._folds.choose("bottom", folded="bottom" not in self._folds.folded)
        self.make_room()

    def _fold_bottom(self, folded: bool) -> None:  # noqa: FBT001 - signature of every fold
        """Show only the tabs; a click on a tab, or its key, gives the tables their height again."""
        if folded and self._is_shown and not self._contents().isHidden():
            self._bottom_height = self.tables_dock.height() / theme.scale()
        height = self.tables.tabBar().sizeHint().height() + 2
        self._show_corner()
        self._contents().setVisible(not folded)  # hidden, so that it cannot take the focus
        self.tables_dock.setMaximumHeight(height if folded else NO_LIMIT)
        self._window.resizeDocks(
            [self.tables_dock],
            [height if folded else theme.px(self._bottom_height)],
            Qt.Orientation.Vertical,
        )

    def _contents(self) -> QStackedWidget:
        contents = self.tables.findChild(QStackedWidget, "qt_tabwidget_stackedwidget")
        assert contents is not None  # noqa: S101 - every tab widget has one
        return contents

    def _show_corner(self) -> None:
        folded, window = "bottom" in self._folds.folded, self._window
        for view in (window.blocks, window.differing, window.proxy):
            self._place_bar(view, view.bar)
            view.bar.setVisible(not folded and self.tables.currentWidget() is view)
        self._fold_button.set_icon("chevron-up" if folded else "chevron-down")
        self._fold_button.set_label(
            self.tr("Open the tables") if folded else self.tr("Fold the tables to their tabs")
        )

    def _place_bar(self, view: QWidget, bar: QWidget) -> None:
        """Put the bar of a table beside the tabs, or above the table if a tab would be hidden."""
        tabs = self.tables.tabBar().sizeHint().width()
        beside = self._fold_button.sizeHint().width() + bar.sizeHint().width() + theme.px(16)
        row = self._corner_row if tabs + beside <= self.tables.width() else view.layout()
        assert isinstance(row, QBoxLayout)  # noqa: S101 - both are created as one
        if row.indexOf(bar) < 0:
            row.insertWidget(0, bar)

    def _join_curves(self, joined: bool) -> None:  # noqa: FBT001 - signature of every fold
        """Move scores and curves into tabs of the tables, or back beside the tables."""
        current = self.tables.currentWidget() if not joined else self.plots.currentWidget()
        self._place_plots(joined=joined)
        if not joined:
            window = self._window
            is_plot = current in (window.scores, window.curves, window.candidates)
            self.plots.setCurrentWidget(current if is_plot else self._window.curves)
        self.curves_dock.setVisible(not joined)

    # -- columns ---------------------------------------------------------------------------

    def toggle_whole_row(self) -> None:
        """Give the page, if it has the focus, else the active pane the whole row, or end that."""
        window = self._window
        if self.end_whole_row():
            return
        focus = QApplication.focusWidget()
        on_page = focus is not None and window.page.isAncestorOf(focus)
        window.panes.setVisible(not on_page)
        window.page.setVisible(on_page)
        window.panes.set_alone(not on_page)

    def end_whole_row(self) -> bool:
        """Show page and panes side by side again; return whether one had the whole row."""
        window = self._window
        had_row = window.page.isHidden() or window.panes.isHidden()
        window.page.show()
        window.panes.show()
        window.panes.set_alone(False)
        return had_row

    # -- settings and inspector ------------------------------------------------------------

    def reveal(self, view: QWidget) -> None:
        """Make a view visible: unfold, raise or open the dock, tab or drawer that contains it."""
        window = self._window
        if view is window.settings:
            self._reveal_side(view)
        elif view is window.inspector or window.corpus_side.isAncestorOf(view):
            self._reveal_side(window.side)
        else:
            if self._is_corpus:
                self.page_face_asked.emit()
            self.open_bottom()
            if self.tables.indexOf(view) >= 0:
                self.tables_dock.show()
                self.tables.setCurrentWidget(view)
            else:
                self.curves_dock.show()
                self.plots.setCurrentWidget(view)

    def show_reason(self) -> None:
        """Bring the inspector to the front if it shares one place with the settings.

        Not while the user works in the settings, which would vanish under the hands.
        """
        focus = QApplication.focusWidget()
        in_settings = focus is not None and self.settings_dock.isAncestorOf(focus)
        shares = self._folds.folded & {"tabs", "rail"} == {"tabs"}
        if shares and not self._is_corpus and not in_settings:
            self.inspector_dock.raise_()

    def toggle_right(self) -> None:
        """Fold settings and inspector into the rail, or unfold them if there is space."""
        folds = "rail" not in self._folds.folded
        if folds or not self._space().is_narrow:
            self._folds.choose("rail", folded=folds)
            self.make_room()
        else:
            self._folds.by_hand.pop("rail", None)
            self._on_rail("settings")

    def close_drawer(self) -> bool:
        """Close the drawer and give its button the focus; return whether it was open."""
        view = self.drawer.view
        if view is None:
            return False
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.drawer.isAncestorOf(focus)
        self._close_drawer()
        if had_focus:
            self.rail.button(self._name_of(view)).setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _reveal_side(self, view: QWidget) -> None:
        dock = self.settings_dock if view is self._window.settings else self.inspector_dock
        if self._folds.by_hand.pop("rail", False):
            self.make_room()
        if "rail" not in self._folds.folded:
            dock.show()
            dock.raise_()
        elif self.drawer.view is not view:
            self._close_drawer()
            self.drawer.open(view)
            self.rail.mark(self._name_of(view))

    def _on_rail(self, name: str) -> None:
        view = self._window.settings if name == "settings" else self._window.side
        if self.drawer.view is view:
            self.close_drawer()
        else:
            self._reveal_side(view)
            self.opened.emit(view)

    def _name_of(self, view: QWidget) -> str:
        return "settings" if view is self._window.settings else "inspector"

    def _close_drawer(self) -> None:
        view = self.drawer.take()
        if view is not None:
            dock = self.settings_dock if view is self._window.settings else self.inspector_dock
            dock.setWidget(view)
        self.rail.mark("")

    def _tab_docks(self, tabbed: bool) -> None:  # noqa: FBT001 - signature of every fold
        window = self._window
        if tabbed:
            window.tabifyDockWidget(self.settings_dock, self.inspector_dock)
            self.settings_dock.raise_()
        else:
            window.removeDockWidget(self.inspector_dock)
            window.addDockWidget(_RIGHT, self.inspector_dock)
            window.splitDockWidget(self.settings_dock, self.inspector_dock, Qt.Orientation.Vertical)
            self.inspector_dock.show()
            self.default_sizes()

    def _fold_right(self, folded: bool) -> None:  # noqa: FBT001 - signature of every fold
        self._close_drawer()
        for dock in (self.settings_dock, self.inspector_dock):
            dock.setVisible(not folded)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the rail while a dock at the right is hidden, and all tabs of the tables."""
        if watched in (self.tables, self.plots):
            if event.type() == QEvent.Type.Resize:
                self._show_corner()
                self._show_plot_bar()
        elif watched in self._table_bars:
            if event.type() == QEvent.Type.LayoutRequest:  # its texts have changed
                self._show_corner()
        elif watched in (self._window.scores.bar, self._window.curves.bar):
            if event.type() == QEvent.Type.LayoutRequest:
                self._show_plot_bar()
        elif event.type() in {QEvent.Type.HideToParent, QEvent.Type.ShowToParent}:
            docks = (self.settings_dock, self.inspector_dock)
            self.rail.setVisible(any(dock.isHidden() for dock in docks))
        return super().eventFilter(watched, event)
