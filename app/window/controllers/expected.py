"""Expected F1 in the headers of the panes, for a page without gold: computed in the background."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from boilerscope.app.session.page_expected import expected_query, is_running
from boilerscope.app.window.work.page_jobs import expect_panes
from boilerscope.app.window.work.work import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.app.session.page_expected import ExpectedQuery
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.page_jobs import ExpectedOnPage
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.panes.row import PaneRow

_EXPECT = Kind("expected F1 of the page")
VIEW = "expected F1"
"""Name of the view among those that are refreshed."""

_VEIL_MS = 150
"""A shorter computation is not shown, because each move of a slider would flicker."""


class ExpectedController(QObject):
    """Shows the expected F1 of all panes, once all of them have their newest result.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    row : PaneRow
        The panes.
    """

    def __init__(self, context: Context, row: PaneRow) -> None:
        super().__init__(context.views)
        self._context, self._row = context, row
        self._page: Page | None = None
        self._judged: Extraction | None = None
        self._query: ExpectedQuery | None = None
        self._veil = QTimer(self, singleShot=True, interval=_VEIL_MS)
        self._veil.timeout.connect(row.veil_expected)

    def refresh(self) -> None:
        """Compute expected F1 if results or page changed; forget it if there is gold."""
        scene = self._context.views.scene
        query = expected_query(scene)
        if query is None or query.page is not self._page:
            self._forget()
        if query is None:
            return
        self._page = query.page
        if is_running(scene):
            self._context.work.drop(_EXPECT)
            self._query = None
            self._veil.start()
        elif not query.equals(self._query):
            self._query = query
            self._veil.start()
            self._context.work.ask(
                _EXPECT,
                partial(expect_panes, replace(query, judged=self._judged)),
                self._on_answer,
                failed=self._on_failed,
            )

    def _forget(self) -> None:
        self._context.work.drop(_EXPECT)
        self._page = self._judged = self._query = None
        self._show({})

    def _on_answer(self, answer: ExpectedOnPage) -> None:
        self._judged = answer.judged
        self._show(answer.of_pane)

    def _on_failed(self, failure: Failure) -> None:
        self._show({})
        self._context.notifier.report_once(failure.text)

    def _show(self, expected: Mapping[str, ExpectedF1]) -> None:
        self._veil.stop()
        self._row.show_expected(expected)
