"""Selected page of the corpus: its panel with a picture, and its strips."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer

from boilerscope.app.session.corpus import CorpusPart
from boilerscope.app.session.sources import request_of
from boilerscope.app.session.stored_scene import PANES_WITH_ERRORS, scene_of_stored
from boilerscope.app.window.page_access import show_in
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.stored import read_stored
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.widgets.corpus.leaderboard.records import beside
from boilerscope.widgets.corpus.names import short_measure
from boilerscope.widgets.corpus.pages.sentences import in_characters
from boilerscope.widgets.corpus.selected_page import PaneLine, SelectedPage
from boilerscope.widgets.records import Scene
from boilerscope.widgets.words import counted, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs.stored import StoredPage
    from boilerscope.extractors.scoring.results import ScoredPage
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.selected_page import SelectedPagePanel
    from boilerscope.widgets.page.view import PageView
    from boilerscope.widgets.records import Layer
    from boilerscope.widgets.strips.view import Strips

_READ = Kind("selected page")
_PICTURE_MS = 300
"""Time for which a page must stay selected before it is laid out for its picture."""

_READS = (
    CorpusPart.ROW
    | CorpusPart.TABLE
    | CorpusPart.CORPUS
    | CorpusPart.RESULTS
    | CorpusPart.LIFE
    | CorpusPart.PANES
)


class SelectedPageController(QObject):
    """Shows the page that is selected in the list, from stored results; no extractor runs.

    Texts and scores come at once, the strips when the page has been read in the background, and the
    picture when the page has stayed selected for a moment and is laid out.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    panel : SelectedPagePanel
        Texts, scores and picture.
    strips : Strips
        Gold, panes, and panes with errors along the page.
    open_selected : callable
        Opens the page on the Page face.
    make_view : callable
        Creates the view that draws the picture; called for the first picture.
    """

    def __init__(
        self,
        context: Context,
        panel: SelectedPagePanel,
        strips: Strips,
        open_selected: Callable[[], object],
        make_view: Callable[[], PageView],
    ) -> None:
        super().__init__(context.views)
        self._corpus, self._panel, self._strips = context.corpus, panel, strips
        self._state = context.corpus.state
        self._make_view = make_view
        self._picture: PageView | None = None
        self._asked: object = None
        self._stored: StoredPage | None = None
        self._drawn: Page | None = None
        self._problem = ""
        self._layer_of: Callable[[StoredPage], Layer | None] | None = None
        self._work = context.work
        self._pause = QTimer(self, singleShot=True, interval=_PICTURE_MS)
        self._pause.timeout.connect(self._draw)
        panel.open_asked.connect(open_selected)
        panel.stepped.connect(self._step)
        panel.appeared.connect(self._draw_soon)
        strips.pane_activated.connect(self._corpus.activate)
        self._show_words()

    def show_layer(self, layer_of: Callable[[StoredPage], Layer | None] | None) -> None:
        """Show the layer that a function returns of the page in a row of the strips, or none."""
        self._layer_of = layer_of
        if self._is_shown():
            self._recolour()

    def stop(self) -> None:
        """Begin no more pictures; the window closes."""
        self._pause.stop()
        if self._picture is not None:
            self._picture.clear()

    # -- changes ---------------------------------------------------------------------------

    def views(self) -> list[View]:
        """Return the views of the selected page."""
        words = _READS | CorpusPart.ORDER | CorpusPart.SCORES
        return [
            View("selected page", self._read, _READS, is_shown=self._is_shown),
            View("strips of a page", self._recolour, CorpusPart.PANES, is_shown=self._is_shown),
            View("facts of a page", self._show_words, words, is_shown=self._is_shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.is_shown

    def _recolour(self) -> None:
        if self._stored is not None:
            self._show_strips(self._stored)

    def _selected(self) -> tuple[ScoreTable, int] | None:
        table, row = self._state.table, self._state.choice.row
        return None if table is None or row is None else (table, row)

    def _read(self) -> None:
        """Read the page if another page is selected, or if its results changed."""
        selected = self._selected()
        if selected is None:
            self._forget()
            return
        table, row = selected
        listed, files = table.pages[row], self._state.files
        of_files = {file.pane.name for file in files}
        panes = [pane for pane in self._state.ran_panes() if pane.name not in of_files]
        request = (listed, panes, files, table.scores(row))
        if request == self._asked:
            return
        if self._asked is None or self._asked[0] != listed:  # type: ignore[index]  # as made here
            self._forget()
        self._asked = request
        folder = self._corpus.store_folder
        read = partial(read_stored, listed, panes, files, folder, table.pages)
        self._work.ask(_READ, once(read), self._on_read, failed=self._on_unread)

    def _forget(self) -> None:
        """Clear the texts, strips and picture of the previous page."""
        self._work.drop(_READ)
        self._pause.stop()
        self._asked, self._stored, self._drawn, self._problem = None, None, None, ""
        self._strips.show_scene(Scene(None))
        self._panel.picture.clear()

    def _on_read(self, stored: StoredPage) -> None:
        is_other = self._stored is None
        self._stored, self._problem = stored, ""
        self._show_strips(stored)
        self._show_words()
        if is_other:
            self._draw_soon()

    def _on_unread(self, failure: Failure) -> None:
        self._stored = None
        self._problem = translate("Page not read: {error}").format(error=failure.text)
        self._show_words()

    def _step(self, by: int) -> None:
        """Select a neighbour in the list."""
        order, row = self._state.order, self._state.choice.row
        neighbour = None if order is None else order.after(row, by)
        if neighbour is not None:
            self._corpus.select(neighbour, self._state.choice.pane)

    # -- display ---------------------------------------------------------------------------

    def _show_strips(self, stored: StoredPage) -> None:
        comments = self._state.choice.comments
        panes, active = self._state.panes, self._state.active
        scene, rows = scene_of_stored(stored, panes, active, comments=comments), []
        layer = None if self._layer_of is None else self._layer_of(stored)
        if layer is not None:
            scene = replace(scene, layers={**scene.layers, layer.key: layer})
            rows.append(layer.key)
        self._strips.show_scene(scene, [*rows, PANES_WITH_ERRORS])

    def _show_words(self) -> None:
        selected = self._selected()
        self._panel.show_page(None if selected is None else self._page(*selected))

    def _page(self, table: ScoreTable, row: int) -> SelectedPage:
        state, listed = self._state, table.pages[row]
        order = state.order
        position = None if order is None else order.position(row)
        place, n_listed = "", 0 if order is None else len(order)
        if position is not None:
            place = translate("{position} of {pages}").format(
                position=number(position + 1), pages=number(n_listed)
            )
        own = "" if self._stored is None else " ".join(self._stored.page.title.split())
        measures = self._measures(table)
        pane = next((p for p in state.panes if p.name == (state.choice.pane or state.active)), None)
        opens_at = translate("Opens at the first error of pane {number}")
        if not table.is_scored[row]:
            opens_at = translate("Opens with pane {number}")
        return SelectedPage(
            title=listed.title or own or listed.page_id,
            name=listed.name,
            address=listed.url or "",
            facts=tuple(_facts(listed, table.scored_page(row), self._stored)),
            place=place,
            headings=(*(_heading(measure) for measure in measures), *_expected_heading(table, row)),
            lines=tuple(self._lines(table, row, measures)),
            active=state.active,
            opens_at="" if pane is None else opens_at.format(number=pane.number),
            problem=self._problem,
            has_previous=position is not None and position > 0,
            has_next=position is not None and position + 1 < n_listed,
        )

    def _measures(self, table: ScoreTable) -> list[str]:
        measure = self._state.choice.measure
        names = dict.fromkeys((measure, *beside(measure)))
        return [name for name in names if name in {*table.measures, *WITHOUT_GOLD}]

    def _lines(self, table: ScoreTable, row: int, measures: list[str]) -> list[PaneLine]:
        """Return the scores of each pane."""
        values = [table.values(measure)[row] for measure in measures]
        if _expected_heading(table, row):
            values.append(table.expected[row])
        return [
            PaneLine(
                pane.number,
                pane.name,
                table.status_of(row, column),
                tuple(float(of[column]) for of in values),
                is_outdated=bool(table.is_outdated[column]),
            )
            for pane in self._state.panes
            if pane.name in table.panes
            for column in [table.panes.index(pane.name)]
        ]

    # -- the picture -----------------------------------------------------------------------

    def _draw_soon(self) -> None:
        """Draw the picture if the page stays selected, unless it is drawn already."""
        if self._stored is not None and self._drawn is None:
            self._pause.start()

    def _draw(self) -> None:
        """Lay the page out in the frame of the picture, without scripts and network."""
        selected, stored = self._selected(), self._stored
        if selected is None or stored is None or not self._panel.isVisible():
            return  # a hidden panel asks for its picture when it appears
        self._drawn = stored.page
        try:
            show_in(self._view(), stored.page, request_of(selected[0].pages[selected[1]]))
        except BoilerscopeError as error:
            self._on_not_drawn(str(error))

    def _view(self) -> PageView:
        if self._picture is None:
            view = self._picture = self._make_view()
            view.ready.connect(self._on_drawn)
            view.failed.connect(self._on_not_drawn)
            self._panel.picture.put(view)
        return self._picture

    def _on_drawn(self, page: object) -> None:
        if page is self._drawn:
            self._panel.picture.show_view()

    def _on_not_drawn(self, message: str) -> None:
        if self._drawn is not None:
            problem = translate("No picture: {error}").format(error=message)
            self._panel.picture.clear(problem)


def _heading(measure: str) -> str:
    """Return the heading of a measure: a letter if the leaderboard shows its name."""
    kind = measure.rsplit("_", 1)[-1]
    letters = {"precision": translate("P"), "recall": translate("R")}
    return letters.get(kind) or short_measure(measure)


def _expected_heading(table: ScoreTable, row: int) -> list[str]:
    """Return the heading of expected F1; none before it is computed, or beside its own score."""
    is_known = table.needs_gold and bool(np.isfinite(table.expected[row]).any())
    return [translate("Exp. F1")] if is_known else []


def _facts(listed: ListedPage, scored: ScoredPage | None, stored: StoredPage | None) -> list[str]:
    """Return language, type and length, and facts about the gold."""
    language = listed.language or (scored.language if scored else "")
    page_type = listed.page_type or (scored.page_type if scored else "")
    n_tokens = stored.page.n_tokens if stored else scored.n_tokens if scored else 0
    texts = [
        language or translate("no language"),
        page_type or translate("no type"),
        *([counted(n_tokens, characters=in_characters(language))] if n_tokens else []),
    ]
    facts = [", ".join(texts)]
    if stored is not None and stored.store_problem:
        facts.append(stored.store_problem)
    if not listed.has_gold and (scored is None or scored.status is PageStatus.NO_GOLD):
        return [*facts, translate("This page has no gold.")]
    if stored is not None and stored.gold_problem:
        return [*facts, stored.gold_problem]
    if stored is not None and stored.gold is not None:
        share = number(round(100 * stored.gold.share))
        facts.append(translate("{share} % of the gold text found").format(share=share))
        if scored is not None and scored.status is PageStatus.NOT_FOUND:
            facts.append(translate("Check that the gold belongs to this page."))
    elif scored is not None and scored.message:
        facts.append(scored.message)
    return facts
