"""The list of pages of a large corpus: sorted and scrolled, offscreen.

CPU time of this thread is measured: all of the work runs here, and other programs on the machine
affect it less than elapsed time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.order import PageFilter, Sort, chosen, ordered
from tests.benchmarks.rows import MILLISECONDS, Row
from tests.helpers import corpus_tables
from tests.helpers.score_tables import pane_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.pages.view import PagesView

N_PANES = 8
SORT_MS, FRAME_MS = 200.0, 1000 / 60
ROUNDS, FRAMES = 3, 200
SIZE = (1100, 800)
"""Size of the list on a large screen: 35 rows."""


def measure(*, n_pages: int, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows of the list.

    Parameters
    ----------
    n_pages : int
        Pages of the corpus.
    progress : callable
        Called with the work being measured.
    """
    from PySide6.QtTest import QTest

    from boilerscope.app.window.program import make_application
    from boilerscope.widgets.corpus.pages.view import PagesView

    application = make_application()
    progress(f"list of {n_pages:,} pages")
    view = PagesView()
    view.resize(*SIZE)
    view.show()
    if not QTest.qWaitForWindowExposed(view):  # otherwise nothing would be painted
        raise RuntimeError("the list was not shown")
    table = corpus_tables.table(n_pages, [pane.name for pane in pane_records(N_PANES)])
    size = f"{n_pages:,} pages x {N_PANES} panes"
    sorting = [_sort(view, table, sort) for _ in range(ROUNDS) for sort in _sorts()]
    searching = [_sort(view, table, Sort(), text) for text in ("9", "99", "title 1", "title 123")]
    for work, times in (("sorted", sorting), ("searched", searching)):
        percentile = float(np.percentile(times, 95))
        remark = f"median {np.median(times):.3g} ms"
        yield Row(f"list {work} and shown, {size}", percentile, SORT_MS, MILLISECONDS, remark)
    _sort(view, table, Sort())
    frames = _scroll(view)
    remark = f"median {np.median(frames):.3g} ms"
    percentile = float(np.percentile(frames, 95))
    yield Row(f"list scrolled, a frame, {size}", percentile, FRAME_MS, MILLISECONDS, remark)
    view.close()
    view.deleteLater()
    application.processEvents()


def _sorts() -> list[Sort]:
    from boilerscope.widgets.corpus.pages.filters import sorts

    return sorts(Sort(), pane_records(N_PANES), "pane-1")


def _sort(view: PagesView, table: ScoreTable, sort: Sort, text: str = "") -> float:
    """Return the milliseconds until a list is in a new order and painted."""
    page_filter = PageFilter(text=text)
    began = time.thread_time()
    order = ordered(table, chosen(table, page_filter), sort)
    view.show_table(table, order, pane_records(N_PANES), "token_f1", sort, page_filter)
    view.matrix.viewport().repaint()
    view.overview.repaint()
    return 1000 * (time.thread_time() - began)


def _scroll(view: PagesView) -> list[float]:
    """Return the milliseconds of each frame while the whole list is scrolled."""
    bar = view.matrix.verticalScrollBar()
    if not bar.maximum():
        raise ValueError("the list is too short to be scrolled")
    times = []
    for value in np.linspace(0, bar.maximum(), FRAMES).astype(int).tolist():
        began = time.thread_time()
        bar.setValue(value)
        view.matrix.viewport().repaint()
        view.overview.repaint()
        times.append(1000 * (time.thread_time() - began))
    return times
