"""Site of the page on screen: found in the background, shown in its tab and in the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.site import site_record
from boilerscope.app.session.sources import PageRequest, request_of
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.site_jobs import fetch_more, find_site
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.page.site.evidence import MIN_OTHERS, site_evidence
from boilerscope.extractors.system.late import late_module
from boilerscope.widgets.site.records import segment_of
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.site_jobs import FoundSite
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.sources import kept_sites
    from boilerscope.extractors.sources.kept_sites import FetchedSite
    from boilerscope.widgets.inspector import Inspector
    from boilerscope.widgets.selection import SelectionModel
    from boilerscope.widgets.site.view import SiteView
else:
    kept_sites = late_module("boilerscope.extractors.sources.kept_sites")

VIEW = "site"
"""Name of the view among those that are refreshed."""

STYLE_TREE = "site_style_tree"
"""Extractor that merges the pages of the site into one tree."""

_JOB, _FETCH = Kind("site"), Kind("pages of the site", at_once=True)


class SiteController(QObject):
    """Finds the other pages of the site, fetches some if the user asks for them, and opens them.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers; offers of the empty tab are actions.
    view : SiteView
        Tab with the pages.
    inspector : Inspector
        Shows on which pages the selected segment is.
    selection : SelectionModel
        The window's selection.
    reveal : callable
        Makes a view visible.
    open_row : callable
        Opens a page of the corpus by its row, so that one can walk on from it.
    """

    def __init__(  # noqa: PLR0913 - views and ways out of them, by name
        self,
        context: Context,
        actions: ActionRegistry,
        view: SiteView,
        inspector: Inspector,
        selection: SelectionModel,
        *,
        reveal: Callable[[QWidget], object],
        open_row: Callable[[int], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._view, self._inspector = context, view, inspector
        self._selection, self._open_row = selection, open_row
        self._pages: Mapping[str, ListedPage] = {}
        self._is_searching, self._problem, self._progress = False, "", (0, 0)
        self._actions = actions
        actions.add("fetch_site", self._fetch, enabled=lambda: bool(self._own_address()))
        view.page_asked.connect(self.open)
        view.offer_chosen.connect(actions.trigger)
        view.tree_asked.connect(self._show_tree)
        inspector.site.page_asked.connect(self.open)
        inspector.site.all_asked.connect(lambda: reveal(view))
        selection.selected.connect(lambda *_: self._show_segment())
        context.session_controller.page_shown.connect(self._on_page)

    def refresh(self) -> None:
        """Show the site of the page."""
        page = self._context.session.page
        record = site_record(page)
        if record is None or not record.others:
            self._view.show_empty(*self._empty_note(page))
        else:
            self._view.show_site(record)
        self._show_segment()

    def open(self, name: str) -> None:
        """Open a page of the site on the Page face."""
        page = self._pages.get(name)
        if page is None:
            return
        table = self._context.corpus.state.table
        rows = [] if table is None else [row for row, it in enumerate(table.pages) if it is page]
        if rows:
            self._open_row(rows[0])
            return
        try:
            is_fetched = bool(self._own_address() and page.url)
            request = PageRequest(str(page.url)) if is_fetched else request_of(page)
        except BoilerscopeError as error:
            self._context.notifier.notify(str(error))
            return
        self._context.session_controller.request_page(request)

    def _show_tree(self) -> None:
        """Show the site style tree of its pane, which is added if there is none."""
        controller = self._context.session_controller
        panes = self._context.session.panes
        name = next((pane.name for pane in panes if pane.extractor == STYLE_TREE), "")
        if name:
            controller.activate(name)
        else:
            controller.add_pane(STYLE_TREE)
        self._actions.trigger("tab_tree")

    def _on_page(self, page: Page) -> None:
        """Look for the site of another page."""
        self._context.work.drop(_FETCH)
        self._search(page)

    def _search(self, page: Page) -> None:
        request = self._context.session_controller.request
        self._pages, self._problem, self._is_searching = {}, "", request is not None
        if request is None:
            return
        state = self._context.corpus.state
        corpus = () if state.table is None else state.table.pages
        self._context.work.ask(
            _JOB,
            lambda control: find_site(request, page, corpus, control),
            lambda found: self._take(found, page),
            progress=self._take_progress,
            failed=self._fail,
        )

    def _take(self, found: FoundSite, page: Page) -> None:
        self._is_searching, self._pages = False, found.pages
        if found.link is not None:
            self._context.session_controller.take_site(found.link, page)
        self._context.views.refresh_only(VIEW)

    # -- fetching --------------------------------------------------------------------------

    def _own_address(self) -> str:
        """Return the address that the page on screen was fetched from, empty for other pages."""
        request, page = self._context.session_controller.request, self._context.session.page
        is_live = request is not None and request.is_live and request.listed is None
        return (page.url or "") if is_live and page is not None else ""

    def _fetch(self) -> None:
        """Fetch other pages of the site; if they are fetched now, stop and use what was read."""
        page, url = self._context.session.page, self._own_address()
        if page is None or not url:
            return
        if self._context.work.is_busy(_FETCH):
            self._context.work.drop(_FETCH)
            self._search(page)
        else:
            self._progress, self._problem = (0, 0), ""
            self._context.work.ask(
                _FETCH,
                lambda control: fetch_more(page, url, control),
                lambda fetched: self._take_fetched(fetched, page),
                progress=self._take_progress,
                failed=self._fail,
            )
        self._context.views.refresh_only(VIEW)

    def _take_fetched(self, fetched: FetchedSite, page: Page) -> None:
        if not fetched.n_asked:
            self._problem = fetched.problem
            self._context.views.refresh_only(VIEW)
            return
        text = translate("{n} of {asked} pages of this site were read.").format(
            n=number(fetched.n_read), asked=number(fetched.n_asked)
        )
        if fetched.problem:
            text = f"{text} {fetched.problem}"
        self._context.notifier.notify(text)
        self._search(page)

    def _take_progress(self, steps: list[tuple[int, int]]) -> None:
        self._progress = steps[-1]
        self._context.views.refresh_only(VIEW)

    def _fail(self, failure: Failure) -> None:
        self._is_searching, self._problem = False, failure.text
        self._context.views.refresh_only(VIEW)

    def _empty_note(self, page: Page | None) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return why the tab has no pages, and commands that would fill it."""
        if page is None:
            return translate("The pages of the site appear here when a page is open."), ()
        if self._context.work.is_busy(_FETCH):
            n_read, n_pages = self._progress
            text = translate("Reading robots.txt of this site…")
            if n_pages:
                text = translate("Fetching other pages of this site, {n} of {pages}…").format(
                    n=number(n_read), pages=number(n_pages)
                )
            return text, (("fetch_site", translate("Stop")),)
        if self._problem:
            return self._problem, ()
        if self._is_searching:
            n_read, n_pages = self._progress
            text = translate("Reading the other pages of this site…")
            return f"{text} {n_read}/{n_pages}" if n_pages else text, ()
        text = translate(
            "No other page of this site is known. Open a folder or corpus with more pages of it."
        )
        offers = [("open_corpus_folder", translate("Open a folder…"))]
        if self._own_address():
            label = translate("Fetch up to {n} pages").format(n=number(kept_sites.MAX_FETCHED))
            offers.insert(0, ("fetch_site", label))
        return text, tuple(offers)

    def _show_segment(self) -> None:
        page, selection = self._context.session.page, self._selection.selection
        segment = -1
        if page is not None and selection is not None:
            segment = segment_of(page, selection)
        self._view.show_segment(segment)
        evidence = None if page is None else site_evidence(page)
        is_known = evidence is not None and evidence.n_others >= MIN_OTHERS
        record = site_record(page) if is_known and segment >= 0 else None
        self._inspector.show_site(record, segment)
