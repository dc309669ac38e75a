"""The Corpus face: where the parts of a corpus are, and what folds for lack of space.

The face knows its parts as widgets only. Each part is put at a named place, which is empty before.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from widgets import theme
from widgets.corpus.run_bar import RunBar
from widgets.empty_note import EmptyNote
from widgets.splitter import ThinSplitter


class Place(StrEnum):
    """Places of the face."""

    LEADERBOARD = "leaderboard"
    LEGEND = "legend"
    PAGES = "pages"
    SCATTER = "scatter"
    GROUPS = "groups"
    SWEEP = "sweep"
    STRIPS = "strips"


_PAGES, _SWEEP = 0, 1
_LEADERBOARD_HEIGHT = 240
_STRIPS_HEIGHT = 160


class CorpusFace(QWidget):
    """The views of a corpus.

    Signals
    -------
    tab_chosen(bool)
        Show the sweep instead of the pages.
    offer_chosen(str)
        Command of a button of the note that is shown without a corpus.
    """

    tab_chosen = Signal(bool)
    offer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("corpusFace")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.note = EmptyNote()
        self.note.chosen.connect(self.offer_chosen)
        self.run_bar = RunBar()
        self._slots = {place: _Slot(place.value) for place in Place}
        self._stack = QStackedWidget()
        self._stack.addWidget(self.note)
        self._stack.addWidget(self._assemble())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def put(self, place: Place, view: QWidget) -> None:
        """Put a view at its place."""
        self._slots[place].put(view)

    def show_note(self, text: str, offers: list[tuple[str, str]]) -> None:
        """Show a sentence instead of the views: there is no corpus."""
        self.note.show_note(text, offers)
        self._stack.setCurrentIndex(0)

    def show_corpus(self) -> None:
        """Show the views."""
        self._stack.setCurrentIndex(1)

    def show_sweep(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the sweep or the pages in the middle."""
        index = _SWEEP if shown else _PAGES
        self.tabs.setCurrentIndex(index)
        self._middle.setCurrentIndex(index)
        self._slots[Place.LEGEND].setVisible(not shown)
        self._slots[Place.STRIPS].setVisible(not shown)

    def regions(self) -> list[QWidget]:
        """Return the regions in the order in which F6 visits them."""
        return [self.note, self.run_bar, *self._slots.values()]

    def entry(self) -> QWidget:
        """Return the widget that takes the focus: a button of note or run bar, else the face."""
        part = self.note if self._stack.currentIndex() == 0 else self.run_bar
        return part.entry() or self

    # -- assembly --------------------------------------------------------------------------

    def _assemble(self) -> QWidget:
        slots = self._slots
        self._right = ThinSplitter(Qt.Orientation.Vertical)
        for place in (Place.SCATTER, Place.GROUPS):
            self._right.addWidget(slots[place])
        self._pages = ThinSplitter(Qt.Orientation.Horizontal)
        self._pages.addWidget(slots[Place.PAGES])
        self._pages.addWidget(self._right)
        self._pages.setStretchFactor(0, 5)
        self._pages.setStretchFactor(1, 3)
        self._middle = QStackedWidget()
        self._middle.addWidget(self._pages)
        self._middle.addWidget(slots[Place.SWEEP])
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tab_row())
        column.addWidget(self._middle, 1)
        self._work = ThinSplitter(Qt.Orientation.Vertical)
        for widget in (slots[Place.LEADERBOARD], middle, slots[Place.STRIPS]):
            self._work.addWidget(widget)
        self._work.setStretchFactor(0, 0)
        self._work.setStretchFactor(1, 1)
        self._work.setStretchFactor(2, 0)
        self._work.setSizes([theme.px(_LEADERBOARD_HEIGHT), 500, theme.px(_STRIPS_HEIGHT)])
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.run_bar)
        rows.addWidget(self._work, 1)
        return whole

    def _tab_row(self) -> QWidget:
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(self.tr("Pages"))
        self.tabs.addTab(self.tr("Sweep"))
        self.tabs.tabBarClicked.connect(lambda index: self.tab_chosen.emit(index == _SWEEP))
        row = QWidget()
        row.setProperty("role", "surface")
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, theme.px(12), 0)
        line.addWidget(self.tabs)
        line.addStretch(1)
        line.addWidget(self._slots[Place.LEGEND])
        return row


class _Slot(QWidget):
    """A place, empty until a view is put there."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"corpus-{name}")
        self.setProperty("role", "surface")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def put(self, view: QWidget) -> None:
        """Put a view here."""
        self._column.addWidget(view)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus, None while the place is empty."""
        item = self._column.itemAt(0)
        view = None if item is None else item.widget()
        if view is None:
            return None
        entry = getattr(view, "entry", None)
        return view if entry is None else entry()
