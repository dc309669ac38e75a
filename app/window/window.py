"""The main window: its faces, its regions, and what it does as a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QTabBar

from boilerscope.app.window.focus import stay_in_region
from boilerscope.app.window.screen_fit import DEFAULT_SIZE, ScreenFit
from boilerscope.app.window.views import Views
from boilerscope.widgets.dropped import FieldDrops, dropped_text
from boilerscope.widgets.tab_order import move_focus

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
    from PySide6.QtWidgets import QMenu, QWidget


_MAX_TITLE = 120


class Window(Views):
    """The window with its views in their positions: faces, regions and focus.

    It is empty until `fill` is called, so that it can be on screen before its views are made.

    Signals
    -------
    dropped(str, int)
        A path, address or markup was dropped on the window, the first of so many.
    closing()
        The window is about to close.
    came_back()
        The window is active again after another program was active.
    """

    dropped = Signal(str, int)
    closing = Signal()
    came_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Boilerscope")
        self.setDockOptions(
            QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        self.screen_fit = ScreenFit(self)
        self.resize(DEFAULT_SIZE)
        self._is_filled = self._is_close_asked = False
        self.is_starting = False
        """Whether the window is on screen before its views are; it then closes with them."""
        self._shows_trial = self._shows_rule = False
        self._title = self._file_title = self._corpus_title = ""

    def fill(self) -> None:
        """Create the views and put them in their positions."""
        # The window is on screen before the views are imported, see `program`.
        from boilerscope.app.window.arrangement import Arrangement
        from boilerscope.app.window.view_making import make_views

        make_views(self)
        self.arrangement = Arrangement(self)
        self.tables = self.arrangement.tables
        self.setAcceptDrops(True)
        FieldDrops(self).dropped.connect(self._on_dropped)
        self._is_filled = True

    def show_views(self) -> None:
        """Show the views of a window that was on screen before, in the default sizes, with focus.

        Qt would show them in the next event-loop turn: too late to take the focus.
        """
        for view in (self.top, self.centre, self.status):  # the arrangement shows the others
            view.show()
        self.arrangement.show_default()
        self.focus_work()
        self.is_starting = False
        if self._is_close_asked:
            QTimer.singleShot(0, self.close)  # the event loop, which ends with it, begins first

    # -- views and focus -------------------------------------------------------------------

    def show_start(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the start screen or the page; settings and proxy are enabled in both cases."""
        self.page_face = self.start if shown else self.work
        if not self.shows_corpus:
            self.centre.setCurrentWidget(self.page_face)
        tables = (self.blocks, self.blocks.bar, self.agreement, self.steps, self.tree)
        differing = (self.differing, self.differing.bar, self.element_tree)
        plots = (self.elements, self.scores, self.curves, self.candidates)
        for view in (self.inspector, *tables, *differing, *plots):
            view.setEnabled(not shown)

    @property
    def shows_start(self) -> bool:
        """Whether the Page face is the start screen."""
        return self.page_face is self.start

    @property
    def shows_corpus(self) -> bool:
        """Whether the Corpus face is on screen."""
        return self.centre.currentWidget() is self.corpus

    def show_face(self, *, corpus: bool) -> None:
        """Show the Corpus face, or the Page face as it was."""
        self.top.show_face(corpus=corpus)
        self.centre.setCurrentWidget(self.corpus if corpus else self.page_face)
        self.side.setCurrentWidget(self.corpus_side if corpus else self.inspector)
        self.arrangement.show_face(corpus=corpus)
        self._compose_title()

    def veil_corpus(self, text: str) -> None:
        """Cover the views of the Corpus face and show why; an empty text uncovers them."""
        self.corpus.veil(text)
        self.side_veil.show_text(text)

    def show_trial(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the selected trial at the right, or the selected page."""
        self._shows_trial = shown
        self._show_side()

    def show_rule(self, shown: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the selected rule at the right, or the selected page."""
        self._shows_rule = shown
        self._show_side()

    def _show_side(self) -> None:
        panel = self.selected_rule if self._shows_rule else self.selected_page
        self.corpus_side.setCurrentWidget(self.trial if self._shows_trial else panel)
        self.arrangement.show_side(trial=self._shows_trial, rule=self._shows_rule)

    def show_title(self, text: str) -> None:
        """Name the page in the title bar of the Page face; an empty text names none."""
        self._title = " ".join(text.split())[:_MAX_TITLE]
        self._compose_title()

    def show_corpus_title(self, text: str) -> None:
        """Name the corpus in the title bar of the Corpus face; an empty text names none."""
        self._corpus_title = text[:_MAX_TITLE]
        self._compose_title()

    def show_file(self, name: str, *, is_changed: bool) -> None:
        """Name the session file in the title bar, with a dot if it is older than the session."""
        self._file_title = f"{name} •" if name and is_changed else name
        self._compose_title()

    def _compose_title(self) -> None:
        named = self._corpus_title if self.shows_corpus else self._title
        is_named = named not in {"", self._file_title.removesuffix(" •")}
        parts = [named if is_named else "", self._file_title]
        title = " · ".join(part for part in parts if part) or "Boilerscope"
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
            self.candidates,
            self.settings,
            self.inspector,
            self.corpus_side.currentWidget(),
            self.arrangement.rail,
        ]
        if self.status.entry() is not None:
            regions.insert(-1, self.status)
        regions = list(dict.fromkeys(regions))  # scores and curves can be tables
        return [region for region in regions if region is not None and region.isVisible()]

    def focus_work(self) -> None:
        """Give the focus to the page, or to the start screen without a page."""
        self._work_entry().setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's own name
        """Move the focus as Tab does; Qt also calls this if the focused widget hides."""
        if not self._is_filled:
            return super().focusNextPrevChild(next)
        if stay_in_region(self.regions(), self._work_entry()):
            return True
        return move_focus(self.tab_containers(), forward=next)

    def tab_containers(self) -> list[QWidget]:
        """Return the parts of the window in the order in which Tab visits them, as F6 does."""
        arrangement = self.arrangement
        only_ours = Qt.FindChildOption.FindDirectChildrenOnly
        right = (
            *self.findChildren(QTabBar, options=only_ours),  # of docks that share one place
            arrangement.settings_dock,
            arrangement.inspector_dock,
            arrangement.drawer,
        )
        below = (arrangement.tables_dock, arrangement.curves_dock)
        return [self.top, self.centre, *below, *right, self.status, arrangement.rail]

    def _work_entry(self) -> QWidget:
        if self.shows_corpus:
            return self.corpus.entry()
        return self.page.view if self.page.isVisible() else self.top.address

    # -- Qt --------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_filled:
            self.arrangement.show_default()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_filled:
            self.arrangement.make_room()

    def createPopupMenu(self) -> QMenu | None:
        """Return no menu: Qt's menu would hide docks without a way back."""
        return None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_text(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if dropped_text(event.mimeData()):
            event.acceptProposedAction()
            self._on_dropped(event.mimeData())

    def _on_dropped(self, data: QMimeData) -> None:
        text = dropped_text(data)
        if text:
            self.dropped.emit(text, max(len(data.urls()), 1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.came_back.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.is_starting:
            self._is_close_asked = True
            event.ignore()  # what is to be saved is not read yet
            return
        self.closing.emit()
        super().closeEvent(event)
