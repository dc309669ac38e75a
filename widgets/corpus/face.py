"""The Corpus face: the places of its views, and their folds for lack of space.

The face handles its views only as widgets. Each view is put at a named place, which is empty
before.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.run_bar import RunBar
from boilerscope.widgets.corpus.strip_handle import StripHandle
from boilerscope.widgets.corpus.veil import Veil
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.splitter import ThinSplitter

if TYPE_CHECKING:
    from collections.abc import Sequence


class Place(StrEnum):
    """Places of the face."""

    LEADERBOARD = "leaderboard"
    LEGEND = "legend"
    PAGES = "pages"
    SCATTER = "scatter"
    GROUPS = "groups"
    SWEEP = "sweep"
    LOSSES = "losses"
    CHANGES = "changes"
    STRIPS = "strips"


MIDDLE = (Place.SWEEP, Place.LOSSES, Place.CHANGES)
"""Places that take the whole middle, in place of the pages with their plots."""


@runtime_checkable
class Compactable(Protocol):
    """View that shows less for lack of height."""

    def set_compact(self, *, low: bool) -> None:
        """Show fewer rows, or all of them again."""


@runtime_checkable
class Flanked(Protocol):
    """View with further views beside it, which are elsewhere for lack of width."""

    def put_beside(self, *, shown: bool) -> None:
        """Show the views beside it, or give them away."""


@runtime_checkable
class Titled(Protocol):
    """View with a title of its own, which a tab above it would repeat."""

    title: QWidget


_LEADERBOARD_HEIGHT = 240
_STRIPS_HEIGHT = 184
_ONE_OF_SCATTER_AND_GROUPS = 940
_STRIPS_FOLD = 900
_LOW_LEADERBOARD = 760
_NO_STRIPS = 480  # below it a sweep needs the height of the handle
_ONE_IN_THE_MIDDLE = 1340
_ICONS_ONLY = 1120


class CorpusFace(QWidget):
    """The views of a corpus.

    Signals
    -------
    tab_chosen(str)
        Show the pages, or a value of `MIDDLE`.
    offer_chosen(str)
        Command of a button of the note shown without a corpus.
    """

    tab_chosen = Signal(str)
    offer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("corpusFace")
        self.setAccessibleName(self.tr("Corpus"))
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._is_narrow = self._has_one_plot = self._is_low = self._is_lowest = False
        self._middle_place = Place.PAGES
        self._has_unfolded = {"sweep": False, "else": False}
        """Whether the user has unfolded the strips, during a sweep and else."""
        self._view = Place.PAGES
        self._plot = Place.SCATTER
        self.note = EmptyNote()
        self.note.chosen.connect(self.offer_chosen)
        self.run_bar = RunBar()
        self.strip_handle = StripHandle()
        self.strip_handle.clicked.connect(self._toggle_strips)
        self._slots = {place: _Slot(place.value) for place in Place}
        self._slots[Place.LEADERBOARD].limit_changed.connect(self._fit_leaderboard)
        self._assemble_middle()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.note)
        self._stack.addWidget(self._assemble())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self._arrange()

    def put(self, place: Place, view: QWidget) -> None:
        """Put a view at its place."""
        self._slots[place].put(view)

    def show_note(self, text: str, offers: Sequence[tuple[str, str]]) -> None:
        """Show a sentence instead of the views, because no corpus is open."""
        self.note.show_note(text, offers)
        self._stack.setCurrentIndex(0)

    def show_corpus(self) -> None:
        """Show the views; the focus goes from the note to the face, not to the first control."""
        focused = QApplication.focusWidget()
        if focused is not None and self.note.isAncestorOf(focused):
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._stack.setCurrentIndex(1)

    def veil(self, text: str) -> None:
        """Cover the views below the run bar and show why; an empty text uncovers them."""
        self._veil.show_text(text)

    def show_middle(self, place: str) -> None:
        """Show the pages, or a place of `MIDDLE`; strips are folded when a sweep is shown."""
        if place == Place.SWEEP != self._middle_place:
            self._has_unfolded["sweep"] = False
        self._middle_place = Place(place)
        if self._middle_place is Place.PAGES:
            self._view = Place.PAGES
        self._arrange()

    def make_room(self, size: QSize) -> None:
        """Fold views without space in a window of this size, at 100 % interface size."""
        low, narrow = size.height(), size.width()
        self._is_narrow = narrow < _ONE_IN_THE_MIDDLE
        self._has_one_plot = low < _ONE_OF_SCATTER_AND_GROUPS
        self._is_low = low < _STRIPS_FOLD
        self._is_lowest = low < _NO_STRIPS
        self.run_bar.set_compact(narrow < _ICONS_ONLY)
        view: object = self._slots[Place.LEADERBOARD].view
        if isinstance(view, Compactable):
            view.set_compact(low=low < _LOW_LEADERBOARD)
        losses: object = self._slots[Place.LOSSES].view
        if isinstance(losses, Flanked):
            losses.put_beside(shown=not self._is_narrow)
        self._arrange()

    def regions(self) -> list[QWidget]:
        """Return the regions in the order in which F6 visits them."""
        middle = [self._slots[place] for place in Place if place is not Place.STRIPS]
        return [self.note, self.run_bar, *middle, self.strip_handle, self._slots[Place.STRIPS]]

    def entry(self) -> QWidget:
        """Return the widget that takes the focus: the list of pages or rules where it has some.

        Without a list to go on with, it is the leaderboard, in which the panes are before they run,
        and without a corpus a button of the note. A button that starts a run never takes it.
        """
        if self._stack.currentIndex() == 0:
            return self.note.entry() or self
        for place in (Place.PAGES, self._middle_place):
            listed = self._slots[place].entry()
            if isinstance(listed, QAbstractItemView) and listed.isVisible():
                return listed
        board = self._slots[Place.LEADERBOARD].entry()
        return board if board is not None and board.isVisible() else self

    # -- assembly --------------------------------------------------------------------------

    def _assemble_middle(self) -> None:
        slots = self._slots
        self.plot_tabs = _tabs(
            ((Place.SCATTER, self.tr("Scatter")), (Place.GROUPS, self.tr("Groups")))
        )
        self.plot_tabs.tabBarClicked.connect(self._on_plot_tab)
        self._plots = ThinSplitter(Qt.Orientation.Vertical)
        for place in (Place.SCATTER, Place.GROUPS):
            self._plots.addWidget(slots[place])
        self._plots.setStretchFactor(0, 1)
        self._plots.setStretchFactor(1, 1)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.plot_tabs)
        column.addWidget(self._plots, 1)
        self._right = right
        self._pages = ThinSplitter(Qt.Orientation.Horizontal)
        self._pages.addWidget(slots[Place.PAGES])
        self._pages.addWidget(right)
        self._pages.setStretchFactor(0, 5)
        self._pages.setStretchFactor(1, 3)
        self._pages.setSizes([690, 415])
        self._middle = QStackedWidget()
        self._middle.addWidget(self._pages)
        for place in MIDDLE:
            self._middle.addWidget(slots[place])

    def _assemble(self) -> QWidget:
        slots = self._slots
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tab_row())
        column.addWidget(self._middle, 1)
        self._work = ThinSplitter(Qt.Orientation.Vertical)
        for widget in (slots[Place.LEADERBOARD], middle, slots[Place.STRIPS]):
            self._work.addWidget(widget)
        for index, stretch in enumerate((0, 1, 0)):
            self._work.setStretchFactor(index, stretch)
        self._set_heights()
        page = QWidget()
        rows = QVBoxLayout(page)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.run_bar)
        rows.addWidget(self._work, 1)
        self._veil = Veil(self._work)
        rows.addWidget(self.strip_handle)
        return page

    def _set_heights(self) -> None:
        """Set the usual heights of leaderboard and strips; the middle gets the rest."""
        heights = [theme.px(_LEADERBOARD_HEIGHT), self.height(), theme.px(_STRIPS_HEIGHT)]
        self._work.setSizes(heights)

    def _fit_leaderboard(self, limit: int) -> None:
        """Give the leaderboard the height of its rows; beyond the usual height they scroll."""
        board, middle, strips = self._work.sizes()
        height = min(limit, theme.px(_LEADERBOARD_HEIGHT))
        strips = strips or theme.px(_STRIPS_HEIGHT)  # 0 while folded
        self._work.setSizes([height, max(middle + board - height, 0), strips])

    def _tab_row(self) -> QWidget:
        self.tabs = _tabs(
            (
                (Place.PAGES, self.tr("Pages")),
                (Place.SCATTER, self.tr("Scatter")),
                (Place.GROUPS, self.tr("Groups")),
                (Place.SWEEP, self.tr("Sweep")),
                (Place.LOSSES, self.tr("Losses")),
                (Place.CHANGES, self.tr("Changes")),
            )
        )
        self.tabs.tabBarClicked.connect(self._on_tab)
        row = QWidget()
        row.setProperty("role", "surface")
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, theme.px(12), 0)
        line.addWidget(self.tabs)
        line.addStretch(1)
        line.addWidget(self._slots[Place.LEGEND])
        return row

    # -- tabs and folds --------------------------------------------------------------------

    def _on_tab(self, index: int) -> None:
        if index < 0:
            return  # beside the tabs
        place = Place(self.tabs.tabData(index))
        is_other = place in MIDDLE
        middle = place if is_other else Place.PAGES
        if not is_other:
            self._view = place
        if self._middle_place is not middle:
            view = self._view
            self.tab_chosen.emit(middle.value)
            self._view = view
        self._arrange()

    def _on_plot_tab(self, index: int) -> None:
        if index >= 0:
            self._plot = Place(self.plot_tabs.tabData(index))
            self._arrange()

    @property
    def _strip_state(self) -> str:
        return "sweep" if self._middle_place is Place.SWEEP else "else"

    def _toggle_strips(self) -> None:
        self._has_unfolded[self._strip_state] = not self._has_unfolded[self._strip_state]
        self._arrange()

    def _arrange(self) -> None:
        """Show the views that fit, and tabs for the other views."""
        slots = self._slots
        view = self._view if self._is_narrow else Place.PAGES
        for index in (_index(self.tabs, place) for place in (Place.SCATTER, Place.GROUPS)):
            # Without a change, Qt would forget that the tabs must be laid out after earlier ones.
            if self.tabs.isTabVisible(index) != self._is_narrow:
                self.tabs.setTabVisible(index, self._is_narrow)
        self.tabs.updateGeometry()
        is_other = self._middle_place in MIDDLE
        self.tabs.setCurrentIndex(_index(self.tabs, self._middle_place if is_other else view))
        self._show_middle()
        self.plot_tabs.setVisible(self._has_one_plot and not self._is_narrow)
        self.plot_tabs.setCurrentIndex(_index(self.plot_tabs, self._plot))
        slots[Place.PAGES].setVisible(not self._is_narrow or view is Place.PAGES)
        self._right.setVisible(not self._is_narrow or view is not Place.PAGES)
        for place in (Place.SCATTER, Place.GROUPS):
            visible = view if self._is_narrow else self._plot
            has_both = not self._is_narrow and not self._has_one_plot
            slots[place].setVisible(has_both or visible is place)
            plot: object = slots[place].view
            if isinstance(plot, Titled):
                plot.title.setVisible(has_both)
        slots[Place.LEGEND].setVisible(not is_other and view is Place.PAGES)
        is_sweep = self._middle_place is Place.SWEEP
        folds = is_sweep or self._is_low
        self.strip_handle.setVisible(folds and not (is_sweep and self._is_lowest))
        unfolded = self._has_unfolded[self._strip_state]
        self.strip_handle.show_state(unfolded=unfolded, during_sweep=is_sweep)
        slots[Place.STRIPS].setVisible(not folds or unfolded)

    def _show_middle(self) -> None:
        """Show one of the middle's widgets; the hidden widgets need no space."""
        others = {place: self._slots[place] for place in MIDDLE}
        shown = others.get(self._middle_place, self._pages)
        for widget in (self._pages, *others.values()):
            policy = QSizePolicy.Policy.Expanding if widget is shown else QSizePolicy.Policy.Ignored
            widget.setSizePolicy(policy, policy)
        self._middle.setCurrentWidget(shown)


class _Slot(QWidget):
    """A place, empty until a view is put there; at most as high as its view can be.

    Signals
    -------
    limit_changed(int)
        Maximum height, pixels.
    """

    limit_changed = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"corpus-{name}")
        self.setProperty("role", "surface")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    @property
    def view(self) -> QWidget | None:
        """The view, None while the place is empty."""
        item = self._column.itemAt(0)
        return None if item is None else item.widget()

    def put(self, view: QWidget) -> None:
        """Put a view here."""
        self._column.addWidget(view)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.view is not None:
            limit = self.view.maximumHeight()
            if limit != self.maximumHeight():
                self.setMaximumHeight(limit)
                self.limit_changed.emit(limit)
        return super().event(event)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus, None while the place is empty."""
        view = self.view
        if view is None:
            return None
        entry = getattr(view, "entry", None)
        return view if entry is None else entry()


def _tabs(labels: Sequence[tuple[Place, str]]) -> QTabBar:
    tabs = QTabBar()
    tabs.setDrawBase(False)
    tabs.setExpanding(False)
    tabs.setUsesScrollButtons(False)
    for place, label in labels:
        tabs.setTabData(tabs.addTab(label), place.value)
    return tabs


def _index(tabs: QTabBar, place: Place) -> int:
    """Return the index of the tab of a place."""
    return next(index for index in range(tabs.count()) if tabs.tabData(index) == place.value)
