"""The status bar: runs, size of the page, disagreement, warnings and blocked requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from boilerscope.app.session import layers
from boilerscope.app.window.corpus import texts as corpus_texts
from boilerscope.app.window.status.texts import (
    blocked_text,
    blocked_tip,
    page_text,
    page_tip,
    runs_text,
    warnings_text,
)
from boilerscope.app.window.translation import translate
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.plain import entry, plain
from boilerscope.widgets.words import counted, number, share

if TYPE_CHECKING:
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.status.bar import StatusBar
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.page.view import PageView


class StatusController(QObject):
    """Fills the status bar.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    view : PageView
        View of the page, with its blocked requests.
    """

    def __init__(self, context: Context, bar: StatusBar, view: PageView) -> None:
        super().__init__(context.views)
        self._session, self._views = context.session, context.views
        self._bar, self._view, self._state = bar, view, context.corpus.state
        bar.warnings.clicked.connect(self._show_warnings)
        view.ready.connect(lambda _page: self._show_blocked())
        view.requests_changed.connect(lambda _allowed, _blocked: self._show_blocked())

    def refresh(self) -> None:
        """Show the counts of the page and the panes."""
        if self._state.is_shown:
            self._show_corpus()
        elif self._session.page is None:
            self._clear()
        else:
            self._show(self._session, self._session.page)
            self._show_blocked()

    def _show_corpus(self) -> None:
        table, run = self._state.table, self._state.run
        runs, progress = "", run.progress
        if run.is_busy and progress is not None:
            runs = translate("Running: {done} of {pages}").format(
                done=number(progress.n_done), pages=corpus_texts.n_pages(progress.n_pages)
            )
        scored = "" if table is None else corpus_texts.scored_text(table)
        self._bar.show_corpus(runs, scored, tab=self._state.choice.tab.value)

    def _show(self, session: SessionView, page: Page) -> None:
        bar = self._bar
        bar.show_runs(runs_text(session.panes))
        bar.page.setText(page_text(page))
        bar.page.setToolTip(plain(page_tip()))
        judged = self._views.scene.judged
        n_differing, part_of_page = layers.difference(judged)
        label = counted(n_differing, characters=counts_characters(page))
        text = translate("Panes disagree on {words} ({share})")
        if self._views.scene.compared:
            text = translate("{first} and {second} differ on {words} ({share})")
        first, second = (judged[0].number, judged[-1].number) if judged else (0, 0)
        bar.difference.setText(
            text.format(first=first, second=second, words=label, share=share(part_of_page, 1))
        )
        bar.show_keys(by_errors=self._views.scene.by_errors)
        bar.warnings.setVisible(bool(page.warnings))
        bar.warnings.setText(warnings_text(len(page.warnings)))

    def _clear(self) -> None:
        bar, n_panes = self._bar, len(self._session.panes)
        bar.page.clear()
        bar.difference.clear()
        text = translate("Extractors that run when a page is open: {count}")
        bar.show_runs(text.format(count=number(n_panes)) if n_panes else "")
        bar.show_keys(by_errors=False)
        bar.warnings.hide()
        bar.requests.hide()

    def _show_blocked(self) -> None:
        """Show the number of blocked requests of the page on screen."""
        log, label = self._view.log, self._bar.requests
        label.setText(blocked_text(log.n_blocked))
        label.setToolTip(plain(blocked_tip(log)))
        label.setVisible(log.n_blocked > 0 and not self._state.is_shown)

    def _show_warnings(self) -> None:
        """Open a menu of the page's warnings."""
        page, button = self._session.page, self._bar.warnings
        if page is None:
            return
        menu = QMenu(button.window())
        for warning in page.warnings:
            menu.addAction(entry(warning.message))
        menu.popup(button.mapToGlobal(button.rect().topLeft()))
