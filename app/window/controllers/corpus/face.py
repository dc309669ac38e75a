"""Switch between the faces, tabs of the Corpus face, and the choosers of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window.translation import translate
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from boilerscope.app.session.corpus import CorpusChanged
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.window import Window
    from boilerscope.widgets.load_state import LoadState

SHOWN_MEASURES = ("token_f1", "shingle_f1", "rouge_lsum", "edit_similarity", "snippets_passed")
"""Measures that a corpus can be scored by; precision and recall are scored with them."""


class FaceController(QObject):
    """Shows one of the two faces.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: Window) -> None:
        super().__init__(context.views)
        self._corpus, self._window = context.corpus, window
        self._actions = actions
        self._load_started = 0.0
        top = window.top
        for name in SHOWN_MEASURES:
            top.measure.addItem(declared(MEASURES[name].label), name)
        top.average.addItem(translate("Macro"), Average.MACRO.value)
        top.average.addItem(translate("Micro"), Average.MICRO.value)
        top.scored_text.addItem(translate("Page text"), ScoredText.PAGE.value)
        top.scored_text.addItem(translate("Own text"), ScoredText.OWN.value)
        top.faces.chosen.connect(self._corpus.show_face)
        top.measure.activated.connect(
            lambda _index: self._corpus.score_by(top.measure.currentData())
        )
        top.average.activated.connect(
            lambda _index: self._corpus.average_by(Average(top.average.currentData()))
        )
        top.scored_text.activated.connect(
            lambda _index: self._corpus.score_text(ScoredText(top.scored_text.currentData()))
        )
        window.arrangement.page_face_asked.connect(self.show_page_face)
        context.session_controller.loading.connect(self._on_loading)
        window.corpus.tab_chosen.connect(self._on_tab)
        actions.add("switch_face", lambda: self._corpus.show_face(not self._corpus.is_shown))
        actions.add("tab_pages", lambda: self._show_tab(Tab.PAGES))
        actions.add("tab_sweep", lambda: self._show_tab(Tab.SWEEP))
        self._corpus.changed.connect(self._on_change)
        self._show_scores()

    def show_page_face(self) -> None:
        """Show the Page face."""
        self._corpus.show_face(False)

    def _on_loading(self, state: LoadState) -> None:
        """Show the Page face when a load begins; the user may leave it while the page loads."""
        if state.busy and state.started != self._load_started:
            self._load_started = state.started
            self.show_page_face()

    def _on_tab(self, is_sweep: bool) -> None:  # noqa: FBT001 - Qt slot
        self._corpus.show_tab(Tab.SWEEP if is_sweep else Tab.PAGES)

    def _show_tab(self, tab: Tab) -> None:
        self._corpus.show_face(True)
        self._corpus.show_tab(tab)

    def _on_change(self, change: CorpusChanged) -> None:
        if change.parts & CorpusPart.FACE:
            self._window.show_face(corpus=self._corpus.is_shown)
            self._window.focus_work()
        if change.parts & CorpusPart.TAB:
            self._window.corpus.show_sweep(self._corpus.view.tab is Tab.SWEEP)
        if change.parts & CorpusPart.SCORES:
            self._show_scores()
        if change.parts & CorpusPart.TABLE and self._is_focus_idle():
            self._window.focus_work()
        if change.parts & (CorpusPart.ROW | CorpusPart.TABLE):
            table, row = self._corpus.table, self._corpus.view.row
            name = "" if table is None or row is None else table.pages[row].page_id
            self._window.corpus.strip_handle.show_page(name)
        self._actions.refresh()

    def _is_focus_idle(self) -> bool:
        """Return whether the program put the focus where it is, not the user."""
        idle = (None, self._window, self._window.corpus, self._window.top.menu_button())
        return self._corpus.is_shown and QApplication.focusWidget() in idle

    def _show_scores(self) -> None:
        top, view = self._window.top, self._corpus.view
        for chooser, value in (
            (top.measure, view.measure),
            (top.average, view.average.value),
            (top.scored_text, view.text.value),
        ):
            chooser.setCurrentIndex(chooser.findData(value))
        top.measure.tip = declared(MEASURES[view.measure].tip)
