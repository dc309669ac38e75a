"""Search in the texts of pages: which pages the list shows, without the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.corpus import CorpusPart, Searching
from boilerscope.app.window.controllers.corpus.pages import CorpusPagesController
from boilerscope.extractors.scoring.order import PageFilter
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.widgets.corpus.pages.view import PagesView
from tests.helpers import corpus_tables
from tests.helpers.score_tables import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

PANE = "bte"
TEXTS = ("Eels in the lake", "A pike in the lake", "Nothing", "More eels")


class Search:
    """The list of the pages of a small corpus of files, with its controller."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self.shared, self.folder = shared, folder
        self.view = PagesView()
        qtbot.addWidget(self.view)
        shared.actions.add("run_corpus", lambda: None)
        controller = CorpusPagesController(
            shared.context, shared.actions, self.view, lambda _row, _pane: None
        )
        shared.show(*controller.views())
        shared.add_panes(PANE)
        self.corpus = shared.context.corpus
        self.corpus.show_face(True)
        self.open("pages", TEXTS)

    def open(self, name: str, texts: Iterable[str]) -> None:
        """Write a corpus, open it, and add a result for every page."""
        pages = self.folder / name
        pages.mkdir()
        for number, text in enumerate(texts):
            html = f"<title>Page {number}</title><p>{text}.</p>"
            (pages / f"{number}.html").write_text(html, encoding="utf-8")
        self.corpus.open(pages)
        self.shared.wait_for_work()
        self.finish(range(self.corpus.state.record.n_pages))

    def finish(self, rows: Iterable[int]) -> None:
        """Add the results of pages."""
        kept = [(corpus_tables.GOLD, 0)]
        self.corpus.take_results([corpus_tables.result(row, kept, [PANE]) for row in rows])
        self.shared.wait_for_work()

    def type(self, text: str) -> None:
        """Enter a text in the filter, and do not wait."""
        self.view.filter_chosen.emit(PageFilter(text=text))
        self.shared.context.views.flush()

    def rows(self) -> list[int]:
        """Return the listed pages, once every search has ended."""
        self.shared.wait_for_work()
        return sorted(self.view.matrix.pages.order.rows.tolist())


@pytest.fixture
def search(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Search:
    return Search(qtbot, shared, tmp_path)


def test_the_progress_of_a_search_is_known_until_its_end(search: Search):
    seen: list[Searching | None] = []
    search.corpus.changed.connect(lambda _change: seen.append(search.corpus.state.searching))

    search.type("in the lake")
    search.rows()

    known = [searching for searching in seen if searching is not None]
    assert known[0] == Searching(0, len(TEXTS))
    assert known[-1] == Searching(len(TEXTS), len(TEXTS))
    assert seen[-1] is None
    assert search.corpus.state.searching is None


@pytest.mark.parametrize(
    ("text", "rows"), [("EELS", [0, 3]), ("in the lake", [0, 1]), ("walrus", [])]
)
def test_only_pages_with_the_text_are_listed_whatever_its_case(
    search: Search, text: str, rows: list[int]
):
    search.type(text)

    assert search.rows() == rows


def test_a_newer_text_replaces_a_search_that_is_over_and_one_in_progress(search: Search):
    search.type("eels")
    of_eels = search.rows()
    search.type("lake")
    search.type("pike")

    assert of_eels == [0, 3]
    assert search.rows() == [1]


def test_an_empty_text_ends_a_search_in_progress_and_lists_all_pages(search: Search):
    search.type("eels")
    search.type("")
    found: list[bool] = []
    search.corpus.changed.connect(lambda change: found.append(CorpusPart.CHOICE in change.parts))

    assert search.rows() == [0, 1, 2, 3]
    assert not any(found)


def test_another_corpus_lists_all_its_pages_while_the_former_is_searched(search: Search):
    search.type("eels")
    search.open("other", ["Nothing", *TEXTS])

    assert search.rows() == [0, 1, 2, 3, 4]


def test_a_page_that_is_done_after_the_search_is_found_too(search: Search):
    table = search.corpus.state.table
    assert table is not None
    search.corpus.show_table(ScoreTable(table.pages, [PANE], MEASURES))
    search.finish([0, 1])
    search.type("eels")
    before = search.rows()
    search.finish([2, 3])

    assert before == [0]
    assert search.rows() == [0, 3]
