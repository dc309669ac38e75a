"""Switch between the faces, tabs of the Corpus face, and the choosers of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window import focus
from boilerscope.app.window.corpus.texts import n_pages
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD, measure_of
from boilerscope.extractors.scoring.table import EXPECTED
from boilerscope.extractors.scoring.word_counts import is_available
from boilerscope.widgets.corpus.names import measure_name
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.window import Window
    from boilerscope.widgets.load_state import LoadState

SHOWN_MEASURES = (
    *("token_f1", "shingle_f1", "word_f1", "exact_match", "edit_similarity", "snippets_passed"),
    *("rouge_1", "rouge_2", "rouge_5", "rouge_l", "rouge_lsum", "rouge_lsum_tokens"),
    *("structure", "markdown_similarity", "code_similarity", "formula_similarity"),
    *("table_similarity", "table_teds", "table_teds_published", "block_accuracy"),
)
"""Measures that a corpus can be scored by; precision and recall are scored with them."""

_FOCUS = CorpusPart.CORPUS | CorpusPart.TABLE | CorpusPart.LIFE
"""Parts whose change may bring the button that takes the focus."""

_COMMENTS = "+comments"


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
        self._corpus, self._window, self._views = context.corpus, window, context.views
        self._notifier = context.notifier
        self._state = context.corpus.state
        self._session_controller = context.session_controller
        self._load_started = context.session_controller.load.state.started
        top = window.top
        for name in filter(is_available, SHOWN_MEASURES):
            top.measure.addItem(measure_name(name), name)
        top.measure.insertSeparator(top.measure.count())
        for name in WITHOUT_GOLD:
            label = translate("{measure} (without gold)")
            top.measure.addItem(label.format(measure=measure_name(name)), name)
        top.average.addItem(translate("Macro"), Average.MACRO.value)
        top.average.addItem(translate("Micro"), Average.MICRO.value)
        for comments, labels in (
            (False, (translate("Page text"), translate("Own text"))),
            (True, (translate("Page text + comments"), translate("Own text + comments"))),
        ):
            for text, label in zip((ScoredText.PAGE, ScoredText.OWN), labels, strict=True):
                top.scored_text.addItem(label, _key(text, comments=comments))
        top.scored_text.tip = translate("With + comments, comments count as main content.")
        top.faces.chosen.connect(self._corpus.show_face)
        top.measure.activated.connect(
            lambda _index: self._corpus.score_by(top.measure.currentData())
        )
        top.average.activated.connect(
            lambda _index: self._corpus.average_by(Average(top.average.currentData()))
        )
        top.scored_text.activated.connect(
            lambda _index: self._score_text(top.scored_text.currentData())
        )
        window.arrangement.page_face_asked.connect(self.show_page_face)
        context.session_controller.loading.connect(self._on_loading)
        window.corpus.tab_chosen.connect(self._on_tab)
        actions.add("switch_face", lambda: self._corpus.show_face(not self._state.is_shown))
        actions.add("tab_pages", lambda: self._show_tab(Tab.PAGES))
        actions.add("tab_sweep", lambda: self._show_tab(Tab.SWEEP))
        actions.add("tab_losses", lambda: self._show_tab(Tab.LOSSES))
        actions.add("tab_changes", lambda: self._show_tab(Tab.CHANGES))
        self._show_scores()

    def views(self) -> list[View]:
        """Return the views of the whole face; the last one moves the focus."""
        return [
            View("face", self._show_face, CorpusPart.FACE, at_once=True),
            View("tab", self._show_tabs, CorpusPart.TAB, at_once=True),
            View("choosers of scores", self._show_scores, CorpusPart.SCORES | CorpusPart.RESCORING),
            View("veil", self._show_veil, CorpusPart.RESCORING, at_once=True),
            View("name of the page", self._show_name, CorpusPart.ROW | CorpusPart.TABLE),
            View("focus", self._take_focus, _FOCUS, is_shown=self._is_focus_idle),
        ]

    def show_page_face(self) -> None:
        """Show the Page face."""
        self._corpus.show_face(False)

    def _on_loading(self, state: LoadState) -> None:
        """Show the Page face when a load begins; the user may leave it while the page loads."""
        if state.busy and state.started != self._load_started:
            self._load_started = state.started
            self.show_page_face()

    def _on_tab(self, tab: str) -> None:
        self._corpus.show_tab(Tab(tab))

    def _show_tab(self, tab: Tab) -> None:
        self._corpus.show_face(True)
        self._corpus.show_tab(tab)
        self._views.flush()
        window = self._window
        view, message = {
            Tab.PAGES: (window.pages, translate("There are no pages to go to yet.")),
            Tab.SWEEP: (window.sweep, translate("There is no sweep to go to yet.")),
            Tab.LOSSES: (window.losses, translate("There are no losses to go to yet.")),
            Tab.CHANGES: (window.changes, translate("There are no changes to go to yet.")),
        }[tab]
        if not focus.enter(view):
            self._notifier.notify(message, kind="refused")

    def _show_face(self) -> None:
        self._window.show_face(corpus=self._state.is_shown)
        self._window.focus_work()

    def _show_tabs(self) -> None:
        tab = self._state.choice.tab
        self._window.corpus.show_middle(tab.value)
        self._window.show_rule(tab is Tab.LOSSES)

    def _show_veil(self) -> None:
        """Veil the views while other scores are computed."""
        rescoring, text = self._state.rescoring, ""
        if rescoring is not None:
            text = translate("Scoring by {measure}: {done} of {pages}")
            if rescoring.figures:
                is_slow = rescoring.figures == EXPECTED
                name = translate("Expected F1") if is_slow else translate("Agreement")
                text = f"{name}: {translate('{done} of {pages}')}"
            text = text.format(
                measure=measure_name(rescoring.choice.measure),
                done=number(rescoring.n_done),
                pages=n_pages(rescoring.n_pages),
            )
        self._window.veil_corpus(text)

    def _show_name(self) -> None:
        table, row = self._state.table, self._state.choice.row
        name = "" if table is None or row is None else table.pages[row].page_id
        self._window.corpus.strip_handle.show_page(name)

    def _take_focus(self) -> None:
        self._window.focus_work()

    def _score_text(self, key: str) -> None:
        text, plus, _ = key.partition(_COMMENTS)
        self._corpus.score_text(ScoredText(text), comments=bool(plus))
        self._session_controller.count_comments(bool(plus))  # a page has the score of its cell

    def _is_focus_idle(self) -> bool:
        """Return whether the program put the focus where it is, not the user."""
        idle = (None, self._window, self._window.corpus, self._window.top.menu_button())
        return self._state.is_shown and QApplication.focusWidget() in idle

    def _show_scores(self) -> None:
        top, rescoring = self._window.top, self._state.rescoring
        view = self._state.choice if rescoring is None else rescoring.choice
        for chooser, value in (
            (top.measure, view.measure),
            (top.average, view.average.value),
            (top.scored_text, _key(view.text, comments=view.comments)),
        ):
            chooser.setCurrentIndex(chooser.findData(value))
        top.measure.tip = declared(measure_of(view.measure).tip)


def _key(text: ScoredText, *, comments: bool) -> str:
    """Return the data of an entry of the chooser of what is scored."""
    return f"{text.value}{_COMMENTS if comments else ''}"
