"""Scores of the page on screen: computed while the view is on screen, with the user's choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.page_scores import caption, columns, query_of
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import score_panes
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.widgets.scores.records import PaneScores
from boilerscope.widgets.words import declared, share

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.session.page_scores import ScoreQuery
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.widgets.scores.view import ScoresView

_SCORE = Kind("scores of the page")

VIEW = "scores"
"""Name of the view among those that are refreshed."""


class ScoresController(QObject):
    """Fills the scores view.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    mark : callable
        Begins to mark the page.
    """

    def __init__(self, context: Context, view: ScoresView, mark: Callable[[], object]) -> None:
        super().__init__(context.views)
        self._context, self._view, self._mark = context, view, mark
        self._text = ScoredText.PAGE
        self._query: ScoreQuery | None = None
        self._scores: dict[str, PaneScores] = {}
        view.text_chosen.connect(self._on_text)
        view.comments_chosen.connect(context.session_controller.count_comments)
        view.pane_chosen.connect(context.session_controller.activate)
        view.offer_chosen.connect(lambda _command: self._mark())

    def refresh(self) -> None:
        """Score changed results, if the view is on screen."""
        if not self._view.isVisible():
            return
        scene = self._context.views.scene
        self._view.show_choice(self._text.value, comments=scene.comments)
        query = query_of(scene, self._text)
        if query is None:
            self._query = None
            self._context.work.drop(_SCORE)
            self._view.show_empty(*self._empty_note())
        elif not query.equals(self._query):
            self._query, self._scores = query, {}
            self._context.work.ask(
                _SCORE,
                partial(score_panes, query, translate),
                lambda _: None,
                progress=self._on_scored,
            )
            self._show()

    def _empty_note(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        scene = self._context.views.scene
        if scene.page is None:
            return translate("Scores appear here when a page with a gold standard is open."), ()
        if scene.gold is None:
            return translate("This page has no gold."), (("mark", translate("Mark it")),)
        if scene.gold.share < MIN_SHARE:
            return not_found(scene.gold.share), ()
        return translate("Add an extractor to see its scores."), ()

    def _show(self) -> None:
        query = self._query
        if query is not None:
            rows = [
                self._scores.get(name, PaneScores(number, name))
                for number, name, _ in query.results
            ]
            self._view.show_scores(columns(translate, declared), rows, caption(query, translate))

    def _on_scored(self, scores: list[PaneScores]) -> None:
        self._scores |= {of_pane.name: of_pane for of_pane in scores}
        self._show()

    def _on_text(self, text: str) -> None:
        self._text = ScoredText(text)
        self._context.views.refresh_only(VIEW)


def not_found(share_found: float) -> str:
    """Return why a page is not scored if too little of its gold text was found."""
    text = translate(
        "Only {share} of the gold text was found, so the page is not scored."
        " Check that the gold text belongs to this page."
    )
    return text.format(share=share(share_found, 1))
