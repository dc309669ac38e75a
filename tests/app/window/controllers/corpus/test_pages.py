"""The list of pages and the corpus: which pages are listed when, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.corpus import RunLife
from boilerscope.app.window.controllers.corpus.pages import CorpusPagesController
from boilerscope.app.window.controllers.corpus.text_search import PageTexts, is_searched
from boilerscope.app.window.work.control import Control
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.extractors.scoring.results import PageResult
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.widgets.corpus.pages.view import PagesView
from tests.helpers import corpus_tables
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO
from tests.helpers.score_tables import MEASURES

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

PANES = (ARTICLE, LINK_RATIO)
N_PAGES = 60


class PageListBench:
    """A list with its controller, over synthetic scores."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench) -> None:
        self._shared = shared
        self.view = PagesView()
        qtbot.addWidget(self.view)
        self.view.resize(800, 300)
        self.opened: list[tuple[int, str]] = []
        self.corpus = shared.context.corpus
        shared.actions.add("run_corpus", lambda: None)
        self.controller = CorpusPagesController(
            shared.context, shared.actions, self.view, self._open
        )
        shared.show(*self.controller.views())
        shared.add_panes(*PANES)
        self.corpus.show_table(corpus_tables.table(N_PAGES, PANES))
        self.corpus.show_face(True)
        self.wait()

    def _open(self, row: int, pane: str) -> None:
        self.opened.append((row, pane))

    def wait(self) -> None:
        """Wait until the newest list is shown."""
        self._shared.wait_for_work()

    def rows(self) -> list[int]:
        """Return the listed pages."""
        rows: list[int] = self.view.matrix.pages.order.rows.tolist()
        return rows


@pytest.fixture
def page_list(qtbot: QtBot, shared: ControllerBench) -> PageListBench:
    return PageListBench(qtbot, shared)


def test_keys_select_pages_and_lead_into_the_list(
    page_list: PageListBench, shared: ControllerBench, qtbot: QtBot
):
    page_list.view.show()
    qtbot.waitExposed(page_list.view)
    page_list.view.filters.search.setFocus()

    selected = []
    for action in ("select_next_page", "select_next_page", "select_previous_page"):
        shared.do(action)
        selected.append(page_list.corpus.state.choice.row)

    first, second, *_ = page_list.rows()
    assert selected == [first, second, first]
    assert page_list.view.focusWidget() is page_list.view.matrix


def test_pages_are_listed_by_filter_and_order(page_list: PageListBench):
    assert len(page_list.rows()) == N_PAGES

    page_list.view.filter_chosen.emit(PageFilter(languages=frozenset({"zh"})))
    page_list.view.sort_chosen.emit(Sort(SortKey.NAME, reverse=True))
    page_list.wait()

    failed = [row for row in page_list.rows() if page_list.corpus.state.table.has_failed[row].any()]  # type: ignore[union-attr]  # set above
    rest = [row for row in page_list.rows() if row not in failed]
    assert rest == sorted(rest, reverse=True)
    assert all(row % 3 == 0 for row in page_list.rows())
    assert page_list.corpus.state.order is page_list.view.matrix.pages.order


def test_a_cell_selects_its_page_and_activates_its_pane(
    page_list: PageListBench, shared: ControllerBench
):
    page_list.view.matrix.cell_chosen.emit(7, LINK_RATIO)

    assert (page_list.corpus.state.choice.row, page_list.corpus.state.choice.pane) == (
        7,
        LINK_RATIO,
    )
    assert shared.controller.session.active == LINK_RATIO
    page_list.view.matrix.opened.emit(7, LINK_RATIO)
    assert page_list.opened == [(7, LINK_RATIO)]


def test_a_page_selected_in_the_corpus_is_selected_in_the_list(page_list: PageListBench):
    page_list.corpus.select(11, ARTICLE)
    page_list.wait()

    assert page_list.view.matrix.current() == (11, ARTICLE)


def test_new_pages_wait_while_the_user_is_at_work_in_the_list(page_list: PageListBench):
    corpus, pages = page_list.corpus, page_list.corpus.state.table.pages  # type: ignore[union-attr]  # set above
    full = corpus.state.table
    corpus.show_table(ScoreTable(pages, PANES, MEASURES))
    corpus.take_results([_result(full, row) for row in range(40)])
    page_list.wait()
    assert len(page_list.rows()) == 40
    page_list.view.matrix.verticalScrollBar().setRange(0, 100)
    page_list.view.matrix.verticalScrollBar().setValue(40)

    corpus.take_results([_result(full, row) for row in range(40, 52)])
    page_list.wait()

    assert len(page_list.rows()) == 40
    assert page_list.view.new_pages.text() == "Show 12 new"
    page_list.view.new_pages.click()
    page_list.wait()
    assert len(page_list.rows()) == 52
    assert page_list.view.new_pages.isHidden()


def test_all_pages_are_listed_when_the_run_is_over(page_list: PageListBench):
    corpus = page_list.corpus
    full = corpus.state.table
    assert full is not None
    corpus.show_table(ScoreTable(full.pages, PANES, MEASURES))
    corpus.take_results([_result(full, row) for row in range(N_PAGES)])

    corpus.take_run_end(RunLife.DONE, "")
    page_list.wait()

    assert len(page_list.rows()) == N_PAGES


# -- texts of pages --------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Return three pages; the first contains eels and the last cannot be read."""
    for name, text in (("a", "Eels in the lake"), ("b", "Nothing"), ("c", "gone")):
        (tmp_path / f"{name}.html").write_text(f"<p>{text}</p>", encoding="utf-8")
    corpus_of_three = Corpus([tmp_path]).read_all()
    (tmp_path / "c.html").unlink()
    return corpus_of_three


def test_texts_of_pages_are_searched_whatever_the_case(corpus: Corpus):
    texts = PageTexts()

    matches = list(texts.search(corpus.pages, [0, 1, 2], "eels in", Control()))

    assert matches == [(0, True), (1, False), (2, False)]
    assert texts.text(corpus.pages[2]) == ""


def test_a_cancelled_search_reads_no_further_page(corpus: Corpus):
    control = Control()
    control.cancel()

    assert list(PageTexts().search(corpus.pages, [0, 1, 2], "eels", control)) == []


@pytest.mark.parametrize(("query", "searched"), [("ee", False), ("eel", True), ("鳗", True)])
def test_short_words_are_searched_in_names_only(query: str, *, searched: bool):
    assert is_searched(query) is searched


def test_pages_with_the_text_are_listed_after_those_with_the_name(
    page_list: PageListBench, corpus: Corpus, qtbot: QtBot
):
    table = ScoreTable(corpus.pages, PANES, MEASURES)
    full = corpus_tables.table(3, PANES)
    for row in range(3):
        table.add(_result(full, row))
    page_list.corpus.show_table(table)

    page_list.view.filter_chosen.emit(PageFilter(text="Eels"))

    qtbot.waitUntil(lambda: page_list.rows() == [0], timeout=10_000)
    page_list.view.filter_chosen.emit(PageFilter(text="nowhere"))
    page_list.wait()
    qtbot.waitUntil(lambda: page_list.rows() == [], timeout=10_000)


def _result(table: ScoreTable | None, row: int) -> PageResult:
    assert table is not None
    page = table.scored_page(row)
    assert page is not None
    return PageResult(row, page, table.scores(row))
