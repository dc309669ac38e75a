"""Opening of listed pages on the Page face, and walking from page to page there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from boilerscope.app.session import layers
from boilerscope.app.session.block_navigation import next_error
from boilerscope.app.session.changes import SessionPart
from boilerscope.app.session.corpus import CorpusPart
from boilerscope.app.session.sources import request_of
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.widgets.corpus.pages.sentences import sort_words
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.session.changes import Changed
    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.navigation import NavigationController
    from boilerscope.app.window.work.gold_files import GoldFiles, MarkedPage
    from boilerscope.widgets.records import Scene, Selection
    from boilerscope.widgets.selection import SelectionModel
    from boilerscope.widgets.top_bar import TopBar


@dataclass(frozen=True, slots=True)
class _Opened:
    """Page that was opened from the list: its request, its row, the pane it is opened for.

    `compared` is the pane that this pane is compared with, if it is opened for that. `with_gold` is
    whether what is sought needs gold; if not, it needs the results of all panes.
    """

    request: PageRequest
    row: int
    pane: str
    find: Callable[[Scene], Selection | None] | None = None
    is_to_mark: bool = False
    compared: str = ""
    with_gold: bool = True


class PageWalkController(QObject):
    """Opens pages of the corpus where panes are wrong.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    top : TopBar
        Shows the position of the page in the list.
    navigation : NavigationController
        Goes to the next page after the last error of a page.
    selection : SelectionModel
        The window's selection.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        top: TopBar,
        navigation: NavigationController,
        selection: SelectionModel,
    ) -> None:
        super().__init__(context.views)
        self._context, self._corpus, self._top = context, context.corpus, top
        self._state, self._of = context.corpus.state, context.corpus.state.corpus
        self._session_controller, self._selection = context.session_controller, selection
        self._asked: _Opened | None = None
        self._opened: _Opened | None = None
        self._seeks_error = False
        self._marked: set[int] = set()
        actions.add("open_listed", self.open_selected, enabled=self._can_open)
        actions.add("next_page", partial(self.step, 1), enabled=self.is_listed)
        actions.add("previous_page", partial(self.step, -1), enabled=self.is_listed)
        self._actions = actions
        top.stepper.stepped.connect(self.step)
        navigation.go_on_with(self._offer, partial(self.step, 1))
        selection.selected.connect(self._on_selected)
        self._session_controller.page_shown.connect(lambda _page: self._on_page())
        self._session_controller.changed.connect(self._on_session)

    def watch(self, files: GoldFiles) -> None:
        """Score pages again when their marks are saved."""
        files.saved.connect(self._on_saved)

    # -- pages -----------------------------------------------------------------------------

    def open(
        self,
        row: int,
        pane: str = "",
        find: Callable[[Scene], Selection | None] | None = None,
        *,
        to_mark: bool = False,
        compared: str = "",
        with_gold: bool = True,
    ) -> None:
        """Open a page of the corpus on the Page face.

        Parameters
        ----------
        row : int
            Number of the page in the corpus.
        pane : str
            Pane whose errors are shown; the active pane if empty, or if it is not in the session.
        find : callable, optional
            Returns the text to select, None for the first error.
        to_mark : bool
            Whether to begin marking its gold.
        compared : str
            Pane to compare it with, side by side.
        with_gold : bool
            Whether `find` needs gold; if not, it waits for the results of all panes.
        """
        table = self._state.table
        if table is None:
            return
        try:
            request = request_of(table.pages[row])
        except BoilerscopeError as error:
            self._context.notifier.notify(str(error))
            return
        if pane:
            self._corpus.activate(pane)
        self._corpus.select(row, pane)
        self._corpus.show_face(False)
        self._asked = _Opened(request, row, pane, find, to_mark, compared, with_gold)
        self._session_controller.compare_panes(compared, pane)
        self._session_controller.request_page(request)

    def mark(self, row: int) -> None:
        """Open a page of the corpus, and begin to mark its gold."""
        self.open(row, to_mark=True)

    def open_selected(self) -> None:
        """Open the page that is selected in the list."""
        row, pane = self._state.choice.row, self._state.choice.pane
        if row is not None:
            self.open(row, pane)

    def step(self, by: int) -> None:
        """Open the page that is some rows further in the list."""
        row = self._neighbour(by)
        if row is not None and self._opened is not None:
            self.open(row, self._opened.pane, compared=self._opened.compared)
        elif self.is_listed():
            self._context.notifier.notify(
                translate("This is the last page of the list.")
                if by > 0
                else translate("This is the first page of the list.")
            )

    def is_listed(self) -> bool:
        """Return whether the page on screen was opened from the list, and is still in it."""
        return self._position() is not None and not self._state.is_shown

    def _can_open(self) -> bool:
        return self._state.is_shown and self._state.choice.row is not None

    def _position(self) -> int | None:
        order = self._state.order
        if self._opened is None or order is None:
            return None
        return order.position(self._opened.row)

    def _neighbour(self, by: int) -> int | None:
        order = self._state.order
        if order is None or self._opened is None or self._position() is None:
            return None
        return order.after(self._opened.row, by)

    def _offer(self) -> str:
        """Return the message that offers the next page, empty at the end of the list."""
        position = self._position()
        if position is None or self._neighbour(1) is None:
            return ""
        return translate("Press N to open page {page}.").format(page=number(position + 2))

    # -- the page on screen ----------------------------------------------------------------

    def _on_page(self) -> None:
        """Colour a page that was opened from the list against gold, unless panes are compared."""
        request, opened = self._session_controller.request, self._asked
        self._opened = None
        if request is not None and opened is not None and request.listed is not None:
            self._opened = opened if request.listed is opened.request.listed else None
        self._seeks_error = self._opened is not None
        if self._opened is not None and self._opened.with_gold and not self._opened.compared:
            self._session_controller.colour_by(layers.errors_key(self._pane()))
            if self._opened.is_to_mark:
                QTimer.singleShot(0, self, partial(self._actions.trigger, "mark_gold"))
        self._show_place()

    def _pane(self) -> str:
        """Return the pane whose errors are shown."""
        session = self._context.session
        pane = "" if self._opened is None else self._opened.pane
        return pane if pane and session.has(pane) else session.active

    def _on_session(self, change: Changed) -> None:
        """Select the first error, or what was asked for, as soon as it is known."""
        if not self._seeks_error or not change.parts & (
            SessionPart.RESULT | SessionPart.GOLD | SessionPart.PAGE
        ):
            return
        if not self._can_seek():
            return
        self._seeks_error = False
        views = self._context.views
        views.refresh()
        find = None if self._opened is None else self._opened.find
        error = None if find is None else find(views.scene)
        error = error or next_error(views.scene, None, 1)
        if error is not None:
            views.flush()  # the previous page has no use for a selection on this page
            self._selection.select(error, self)

    def _can_seek(self) -> bool:
        """Return whether the results are there, and gold, unless panes are compared."""
        session, opened = self._context.session, self._opened
        if opened is not None and not opened.with_gold:
            return all(pane.extraction is not None for pane in session.panes)
        compared = "" if opened is None else opened.compared
        names = [name for name in (self._pane(), compared) if session.has(name)]
        has_results = all(session.pane(name).shown is not None for name in names)
        return bool(names) and has_results and (session.gold is not None or bool(compared))

    def _on_selected(self, selection: object, _origin: object) -> None:
        if selection is not None:
            self._seeks_error = False  # the user has selected another text

    def _show_place(self) -> None:
        position, order = self._position(), self._state.order
        if position is None or order is None:
            self._top.show_place(None)
        else:
            order_label = sort_words(self._state.choice.sort, self._state.panes)
            self._top.show_place((position, len(order), order_label))
        self._actions.refresh()

    # -- the corpus ------------------------------------------------------------------------

    def views(self) -> list[View]:
        """Return the view of the place in the list."""
        parts = CorpusPart.ORDER | CorpusPart.CORPUS | CorpusPart.FACE | CorpusPart.LIFE
        return [View("place in the list", self.refresh, parts)]

    def refresh(self) -> None:
        """Show the place of the page in the list; score marked pages again on the Corpus face."""
        if self._state.corpus is not self._of:
            self._of = self._state.corpus
            self._opened = self._asked = None
            self._marked.clear()
        self._show_place()
        self._score_marked()

    def _on_saved(self, marked: MarkedPage) -> None:
        page = self._context.session.page
        if self._opened is not None and page is not None and page.is_same_tree(marked.page):
            self._marked.add(self._opened.row)

    def _score_marked(self) -> None:
        """Score the pages again that were marked since their run."""
        state = self._state
        if not self._marked or not state.is_shown or state.run.is_busy or state.table is None:
            return
        rows = [row for row in sorted(self._marked) if state.table.is_done[row]]
        self._marked.clear()
        if rows:
            self._corpus.find_annotators()
            self._corpus.start(indices=rows)
