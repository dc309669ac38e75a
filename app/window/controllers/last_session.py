"""The last session: kept while the window is open, and continued at the next start."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from boilerscope.app.session import last_session
from boilerscope.app.session.corpus import ReadLife, Tab, without_panes
from boilerscope.app.session.last_session import LastCorpus, LastPage, LastSession
from boilerscope.app.session.sources import LISTED, PageRequest
from boilerscope.app.window.start import card_of_last
from boilerscope.app.window.translation import translate
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.bounds import BOUNDS
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.gold_results import annotators_of
from boilerscope.extractors.scoring.measures import MEASURES, WITHOUT_GOLD
from boilerscope.extractors.scoring.order import Sort, SortKey
from boilerscope.extractors.system.late import late_call, late_calls

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.session.kept_panes import KeptPanes
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.marking import MarkingController
    from boilerscope.app.window.window import Window
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs.gold_panes import gold_panes
    from boilerscope.extractors.scoring.documents import filter_as_text, filter_of_text
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.sources.batch_folder import is_batch_folder
else:
    gold_panes = late_call("boilerscope.extractors.runs.gold_panes", "gold_panes")
    filter_as_text, filter_of_text = late_calls(
        "boilerscope.extractors.scoring.documents", "filter_as_text", "filter_of_text"
    )
    is_batch_folder = late_call("boilerscope.extractors.sources.batch_folder", "is_batch_folder")

KEEP_MS = 2000


class LastSessionController(QObject):
    """Keeps the state of the window on disk, and brings it back.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    folder : Path
        Configuration folder.
    kept_panes : KeptPanes
        Unsaved panes, which are kept as well.
    open_row : callable
        Opens a page of the corpus, by its number.

    Signals
    -------
    brought_back()
        The page and everything else is on screen again.
    """

    brought_back = Signal()

    def __init__(  # noqa: PLR0913 - what is kept and brought back, by name
        self,
        context: Context,
        actions: ActionRegistry,
        window: Window,
        folder: Path,
        *,
        kept_panes: KeptPanes,
        marking: MarkingController,
        open_row: Callable[[int], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._window, self._folder, self._kept_panes = window, folder, kept_panes
        self._marking, self._open_row = marking, open_row
        self._offer = last_session.load(folder)
        if self._offer is not None and not self._offer.is_open:
            self._offer = None
        self._continued: LastSession | None = None
        """The session that is being continued; it is offered again if that fails."""
        self._problem = ""
        self._kept: LastSession | None = None
        self._scroll: tuple[int, float] | None = None
        self._pending: list[Callable[[ScoreTable], object]] = []
        """What to do once the corpus is read."""
        self._of_results: LastCorpus | None = None
        """Choices that may name panes of a batch, whose results are read after its pages."""
        context.corpus.changed.connect(self._try_pending)
        self._last: LastSession | None = None
        self._is_bringing_back = False
        can_continue = self._has_offer
        actions.add("continue_last", self.go_on, enabled=can_continue)
        actions.add("start_afresh", self.start_afresh, enabled=can_continue)
        for asked in (window.start.continued, window.top.address.continued):
            asked.connect(lambda: actions.trigger("continue_last"))
        window.start.afresh.connect(lambda: actions.trigger("start_afresh"))
        window.page.view.scrolled.connect(self._on_scrolled)
        window.selection.selected.connect(lambda _selection, _origin: self._on_scrolled(-1, 0.0))
        controller = context.session_controller
        controller.page_shown.connect(self._on_page)
        controller.changed.connect(self._on_changed)
        controller.loading.connect(self._on_changed)
        controller.failed.connect(lambda message, _retry: self._give_up(message))
        controller.load.cancelled.connect(
            lambda: self._give_up(translate("The load was cancelled."))
        )
        self._timer = QTimer(self, interval=KEEP_MS)
        self._timer.timeout.connect(self.keep)
        self._timer.start()
        self._show_offer()

    # -- keep ------------------------------------------------------------------------------

    def keep(self) -> list[str]:
        """Write what changed since the last time; return the errors.

        The last session stays on disk until the user continues it, starts afresh or opens
        something else; if it cannot be continued, until another page is open.
        """
        arrangement, memory = self._window.arrangement, self._context.preferences.memory
        current = arrangement.current()
        if current:
            memory.arrangement[arrangement.size_class] = current
        problems = [
            self._context.preferences.keep_memory(),
            self._kept_panes.keep(self._context.session.panes),
        ]
        session = self.current()
        is_other = session.page is not None if self._problem else session.is_open
        if self._offer is not None and is_other and not self._is_bringing_back:
            self._offer, self._problem = None, ""
        if self._offer is None and session != self._kept and not self._is_bringing_back:
            problem = last_session.save(self._folder, session)
            problems.append(problem)
            self._kept = self._kept if problem else session
        found = [problem for problem in problems if problem]
        for problem in found:
            self._context.notifier.report_once(problem)
        return found

    def stop(self) -> None:
        """Keep nothing more; the window closes."""
        self._timer.stop()

    def current(self) -> LastSession:
        """Return the state of the window as it is kept."""
        session, window = self._context.session, self._window
        return LastSession(
            panes=session.setups(),
            active=session.active,
            lock=session.lock,
            page=self._page(),
            corpus=self._corpus(),
            selection=window.selection.selection,
            colour=session.colour_key,
            strips=tuple(session.strip_keys),
            step=session.step,
            round=session.round,
            compared=session.compared,
            tabs=(window.tables.currentIndex(), window.arrangement.plots.currentIndex()),
            is_marking=self._marking.is_on(),
            when=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _page(self) -> LastPage | None:
        request, page = self._session_controller.request, self._context.session.page
        if request is None or page is None:
            return None
        row = None if request.listed is None else self._context.corpus.state.choice.row
        return LastPage(
            request.address,
            request.text,
            request.encoding,
            request.rendered,
            page.title or page.name,
            row,
            self._scroll,
        )

    def _corpus(self) -> LastCorpus | None:
        state = self._context.corpus.state
        if not state.record.path and not state.is_shown:
            return None
        choice = state.choice
        return LastCorpus(
            state.record.path,
            state.is_shown,
            choice.tab.value,
            choice.row,
            choice.measure,
            choice.average.value,
            choice.text.value,
            choice.baseline,
            (choice.sort.key.value, choice.sort.pane, choice.sort.reverse),
            filter_as_text(choice.page_filter),
            state.record.batch,
            any(pane.extractor in BOUNDS for pane in state.panes),
            annotators_of(pane.settings for pane in state.panes),
            "" if state.corpus is None else state.corpus.gold_by,
            choice.comments,
        )

    def _on_scrolled(self, segment: int, y: float) -> None:
        self._scroll = None if segment < 0 else (segment, y)

    # -- continue --------------------------------------------------------------------------

    def go_on(self) -> None:
        """Bring back panes, page, selection and views of the last session."""
        last = self._offer
        if last is None:
            return
        self._window.start.entry().setFocus()  # the field shows the address when it is left
        page = last.page
        request = None
        if page is not None and not page.address.startswith(LISTED):
            request = PageRequest(page.address, page.text, page.encoding, page.rendered)
        self._continued = last
        self.bring_back(last, request)

    def bring_back(self, last: LastSession, request: PageRequest | None) -> None:
        """Bring back panes, page, selection and views.

        Parameters
        ----------
        request : PageRequest or None
            The page; None if there is none, or if it is one of the corpus.
        """
        self._offer, self._problem = None, ""
        self._is_bringing_back = last.page is not None
        self._show_offer()
        controller = self._session_controller
        controller.restore_setups(last.panes, last.active, last.lock)
        self._window.tables.setCurrentIndex(last.tabs[0])
        self._window.arrangement.plots.setCurrentIndex(last.tabs[1])
        if last.corpus is not None:
            self._open_corpus(last.corpus)
        if last.page is None:
            return
        if request is None:
            self._when_read(last, last.page.row)
        else:
            self._follow(last)
            controller.request_page(request)

    def start_afresh(self) -> None:
        """Begin without a page, with the panes of the last session."""
        last, self._offer, self._problem = self._offer, None, ""
        if last is not None:
            self._session_controller.restore_setups(last.panes, last.active, last.lock)
        self._show_offer()
        self._window.focus_work()

    def _open_corpus(self, corpus: LastCorpus) -> None:
        controller = self._context.corpus
        if corpus.path:
            controller.open(Path(corpus.path), batch=corpus.batch)
            add_rows = partial(self._add_rows, corpus)
            self._pending = [add_rows, partial(self._compare_as, corpus)]
            is_batch = bool(corpus.batch) or is_batch_folder(Path(corpus.path))
            self._of_results = corpus if is_batch else None
        if corpus.tab:
            controller.show_tab(Tab(corpus.tab))
        self._score_as(corpus)
        controller.show_face(corpus.shown)

    def _score_as(self, corpus: LastCorpus) -> None:
        """Choose score, average and text, as far as this version has them."""
        controller = self._context.corpus
        if corpus.measure in {*MEASURES, *WITHOUT_GOLD}:
            controller.score_by(corpus.measure)
        if corpus.average in set(Average):
            controller.average_by(Average(corpus.average))
        if corpus.text in set(ScoredText):
            controller.score_text(ScoredText(corpus.text), comments=corpus.comments)

    def _add_rows(self, corpus: LastCorpus, _table: ScoreTable) -> None:
        """Add the panes whose results follow from the gold, and choose whose gold counts."""
        controller = self._context.corpus
        if controller.state.record.path != corpus.path:
            return  # another corpus was opened meanwhile
        names = [pane.name for pane in controller.state.panes]
        panes = gold_panes(names, bounds=corpus.has_bounds, annotators=corpus.annotators)
        if panes:
            controller.add_files(panes)
        controller.take_gold_of(corpus.gold_by)

    def _when_read(self, last: LastSession, row: int | None) -> None:
        """Open a page of the corpus as soon as the corpus is read."""

        def open_page(table: ScoreTable) -> None:
            if row is not None and row < len(table.pages):
                self._follow(last)
                self._open_row(row)

        self._pending.append(open_page)

    def _compare_as(self, corpus: LastCorpus, table: ScoreTable) -> None:
        """Choose baseline, order, filter and selected page, as far as they are there."""
        controller = self._context.corpus
        if controller.state.record.path != corpus.path:
            return  # another corpus was opened meanwhile
        if corpus.baseline in table.panes:
            controller.compare_with(corpus.baseline)
        if corpus.sort is not None:
            key, pane, reverse = corpus.sort
            if key in {*SortKey} - {SortKey.RULE} and pane in {"", *table.panes}:
                choice = controller.state.choice
                sort = Sort(SortKey(key), choice.measure, pane, choice.baseline, reverse=reverse)
                controller.sort_by(sort)
        with suppress(ValueError):  # a filter of another version
            choice = replace(controller.state.choice, page_filter=filter_of_text(corpus.filter))
            controller.filter_by(without_panes(choice, table.panes).page_filter)
        if corpus.row is not None and corpus.row < len(table.pages):
            controller.select(corpus.row)

    def _try_pending(self, _change: object) -> None:
        state = self._context.corpus.state
        if self._pending and state.record.life is ReadLife.FAILED:
            self._pending = []
            self._give_up(state.record.problem)
        if self._pending and state.table is not None and state.record.life is ReadLife.READ:
            pending, self._pending = self._pending, []
            for bring_back in pending:
                bring_back(state.table)
            if not self._is_bringing_back:  # a corpus without a page
                self._continued = None
        of_results = self._of_results
        if of_results is not None and state.table is not None and state.files:
            self._of_results = None
            self._compare_as(of_results, state.table)

    def _follow(self, last: LastSession) -> None:
        """Bring the views back once the page is shown and its panes have run."""
        self._last = last

    def _give_up(self, problem: str) -> None:
        """Offer the last session again, with the reason why it could not be continued."""
        self._last, self._is_bringing_back = None, False
        continued, self._continued = self._continued, None
        if continued is not None and self._context.session.page is None:
            self._offer, self._problem = continued, problem
            self._show_offer()
            start = self._window.start
            if start.entry().hasFocus():  # which it got when the session was continued
                start.last.go_on.setFocus()

    def _on_page(self, _page: Page) -> None:
        self._scroll = None
        if self._last is not None:
            self._session_controller.colour_by(self._last.colour)
            self._session_controller.show_strips(self._last.strips)

    def _on_changed(self, _change: object) -> None:
        """Bring the rest back when all panes have run: blocks and steps are those of results."""
        last, controller = self._last, self._session_controller
        page = self._context.session.page
        if last is None or page is None or controller.running() or controller.load.state.busy:
            return
        self._last, self._is_bringing_back, self._continued = None, False, None
        session = self._context.session
        if last.compared is not None and all(map(session.has, last.compared)):
            controller.compare_panes(*last.compared)
        if last.step is not None:
            controller.show_step(*last.step)
        controller.show_round(last.round)
        selection = last.selection
        if selection is not None and selection.end <= page.n_tokens:
            self._window.selection.select(selection, self)
        if last.page is not None and last.page.scroll is not None:
            self._scroll = last.page.scroll
            self._window.page.view.align(*last.page.scroll)
        if last.is_marking and not self._marking.is_on():
            self._marking.toggle()
        if last.corpus is not None and last.corpus.shown:
            self._context.corpus.show_face(True)  # a page that is loaded shows its own face
        self.brought_back.emit()

    # -- the start screen ------------------------------------------------------------------

    def _has_offer(self) -> bool:
        return self._offer is not None and self._context.session.page is None

    def _show_offer(self) -> None:
        offer = None if self._offer is None else card_of_last(self._offer, self._problem)
        self._window.start.show_last(offer)
