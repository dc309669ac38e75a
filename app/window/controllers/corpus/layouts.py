"""Layouts of the pages of a corpus, read in the background when a view divides pages by them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.site_jobs import find_layouts
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.scoring.groups import BY_LAYOUT
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.scoring.table import ScoreTable

_JOB = Kind("layouts of the corpus")


class LayoutReader(QObject):
    """Reads the layouts of the corpus once, however many views ask for them.

    Parameters
    ----------
    context : Context
        Objects that controllers share.

    Signals
    -------
    changed()
        More pages are read, or the layouts cannot be read.
    """

    changed = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(context.views)
        self._corpus, self._work = context.corpus, context.work
        self._asked: ScoreTable | None = None
        self._views: set[str] = set()
        self._text = ""

    def ask(self, view: str, by: str) -> str:
        """Read the layouts if groups need them; return the progress or the problem, else nothing.

        Parameters
        ----------
        view : str
            Name of the view that asks. The reading ends when no view needs the layouts any more.
        by : str
            Kind of its groups.
        """
        table = self._corpus.state.table
        (self._views.add if by == BY_LAYOUT else self._views.discard)(view)
        if table is None or table.has_layouts or not self._views:
            self._drop()
        if by != BY_LAYOUT or table is None or table.has_layouts:
            return ""
        if self._asked is None or self._asked.pages is not table.pages:
            self._asked, self._text = table, translate("Reading the layouts of the pages…")
            self._work.ask(
                _JOB,
                partial(find_layouts, table.pages),
                partial(self._take, table),
                progress=self._take_progress,
                failed=self._fail,
            )
        return self._text

    def _drop(self) -> None:
        if self._asked is not None:
            self._work.drop(_JOB)
            self._asked, self._text = None, ""

    def _take(self, asked: ScoreTable, layouts: list[int]) -> None:
        self._asked, self._text = None, ""
        table = self._corpus.state.table
        if layouts and table is not None and table.pages is asked.pages:
            self._corpus.take_layouts(layouts)

    def _take_progress(self, steps: list[tuple[int, int]]) -> None:
        n_read, n_pages = steps[-1]
        if n_pages:
            self._text = translate("Reading the layouts of the pages: {done} of {pages}").format(
                done=number(n_read), pages=number(n_pages)
            )
            self.changed.emit()

    def _fail(self, failure: Failure) -> None:
        self._text = translate("The layouts cannot be read: {error}").format(error=failure.text)
        self.changed.emit()
