"""Pages of the list open at the errors of a pane, and each page leads to the next one."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session import layers
from boilerscope.app.session.marking import refusal
from boilerscope.app.session.sources import LISTED, local_path, read, request_of
from boilerscope.app.window.controllers.corpus.walk import PageWalkController
from boilerscope.app.window.controllers.gold import GoldController
from boilerscope.app.window.controllers.navigation import NavigationController
from boilerscope.app.window.corpus.rule_errors import first_difference_of
from boilerscope.app.window.work.gold_files import GoldFiles
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.scoring.order import PageOrder
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.extractors.sources.listing import list_pages
from boilerscope.widgets.top_bar import TopBar
from tests.helpers import corpus_tables
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, MARKUP
from tests.helpers.score_tables import MEASURES
from tests.helpers.warc_files import response, write_warc

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.widgets.page.view import PageView
    from boilerscope.widgets.panes.row import PaneRow
    from tests.helpers.controller_bench import ControllerBench

PANES = (ARTICLE, LINK_RATIO)
NAMES = ("lake", "pond", "sea")


@pytest.fixture
def pages(tmp_path: Path) -> list[ListedPage]:
    """Return pages in one file, with gold that differs from the result of every pane."""
    lines = ({"id": name, "html": MARKUP, "text": "A short line.", "lang": "en"} for name in NAMES)
    file = tmp_path / "pages.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return Corpus([file]).read_all().pages


class Walk:
    """The controllers that open pages, over synthetic scores."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, view: PageView, row: PaneRow) -> None:
        self._qtbot, self._shared = qtbot, shared
        self.top = TopBar()
        qtbot.addWidget(self.top)
        shared.add_panes(*PANES)
        self.navigation = NavigationController(
            shared.context, shared.actions, shared.selection, view, row
        )
        self.files = GoldFiles(shared.context.work, shared.window)
        self.gold = GoldController(shared.context, shared.actions, self.files)
        self.controller = PageWalkController(
            shared.context, shared.actions, self.top, self.navigation, shared.selection
        )
        self.controller.watch(self.files)
        shared.show(*self.controller.views())
        self.corpus = shared.context.corpus

    def take(self, pages: list[ListedPage], order: list[int]) -> None:
        """Show a corpus on the Corpus face."""
        table = ScoreTable(pages, PANES, MEASURES)
        for number in range(len(pages)):
            table.add(corpus_tables.result(number, [(50, 60), (70, 90)], PANES))
        self.corpus.show_table(table)
        self.corpus.show_face(True)
        self.corpus.list_pages(PageOrder(np.array(order)))

    def open(self, row: int, pane: str) -> None:
        """Open a page, and wait until its first error is selected."""
        self._shared.selection.select(None)
        self.controller.open(row, pane)
        self.wait_for_error()

    def wait_for_error(self) -> None:
        """Wait until an error is selected."""
        selection = self._shared.selection
        self._qtbot.waitUntil(lambda: selection.selection is not None, timeout=10_000)


@pytest.fixture
def walk(
    qtbot: QtBot, shared: ControllerBench, view: PageView, row: PaneRow, pages: list[ListedPage]
) -> Walk:
    bench = Walk(qtbot, shared, view, row)
    bench.take(pages, [2, 0, 1])
    return bench


def test_a_page_opens_at_the_first_error_of_the_pane(walk: Walk, shared: ControllerBench):
    walk.open(0, LINK_RATIO)

    session = shared.controller.session
    assert not walk.corpus.state.is_shown
    assert (walk.corpus.state.choice.row, session.active) == (0, LINK_RATIO)
    assert session.colour_key == layers.errors_key(LINK_RATIO)
    assert session.gold is not None
    scene, selected = shared.context.views.scene, shared.selection.selection
    extraction = scene.panes[1].shown
    assert selected is not None
    assert extraction is not None
    wrong = np.flatnonzero(scene.gold.main() != extraction.mask)  # type: ignore[union-attr]  # tested above
    assert selected.start <= wrong[0] < selected.end


def test_a_page_without_gold_opens_at_the_first_text_that_another_pane_decides_otherwise(
    walk: Walk, shared: ControllerBench, tmp_path: Path
):
    (tmp_path / "lake.html").write_text(MARKUP, encoding="utf-8")
    walk.take([*list_pages([str(tmp_path / "lake.html")])], [0])
    find = partial(first_difference_of, pane=ARTICLE, is_of=lambda _: True)

    walk.controller.open(0, ARTICLE, find, with_gold=False)
    walk.wait_for_error()

    assert shared.context.session.gold is None
    article, link_ratio = (pane.shown for pane in shared.context.views.scene.panes)
    assert article is not None
    assert link_ratio is not None
    first = int(np.flatnonzero(article.mask != link_ratio.mask)[0])
    selected = shared.selection.selection
    assert selected is not None
    assert selected.start <= first < selected.end


def test_a_page_can_be_opened_to_be_marked(walk: Walk, shared: ControllerBench, qtbot: QtBot):
    marked: list[str] = []

    def mark() -> None:
        page = shared.context.session.page
        marked.append("" if page is None else page.name)

    shared.actions.add("mark_gold", mark)
    walk.controller.mark(1)
    qtbot.waitUntil(lambda: bool(marked), timeout=10_000)

    assert not walk.corpus.state.is_shown
    assert [name.endswith(NAMES[1]) for name in marked] == [True]
    walk.open(0, ARTICLE)
    assert len(marked) == 1


def test_the_top_bar_shows_the_position_in_the_list(walk: Walk, shared: ControllerBench):
    walk.open(0, ARTICLE)

    assert walk.top.stepper.place.text() == "2 of 3"
    assert walk.top.stepper.order.text() == "sorted by spread"
    shared.open()
    assert walk.top.stepper.isHidden()


def test_keys_and_buttons_open_the_neighbours(walk: Walk, shared: ControllerBench, qtbot: QtBot):
    walk.open(0, ARTICLE)

    for step, expected in ((walk.top.stepper.next.click, "3 of 3"), (_previous(shared), "2 of 3")):
        shared.selection.select(None)
        step()
        walk.wait_for_error()
        assert walk.top.stepper.place.text() == expected
    walk.open(1, ARTICLE)
    shared.do("next_page")

    assert shared.messages[-1] == "This is the last page of the list."
    del qtbot


def _previous(shared: ControllerBench) -> Callable[[], None]:
    return lambda: shared.do("previous_page")


def test_n_after_the_last_error_offers_the_next_page_until_something_else_is_selected(
    walk: Walk, shared: ControllerBench
):
    walk.open(2, ARTICLE)
    shared.do("previous_difference")  # wraps around the page: the last error

    shared.do("next_difference")
    offered = shared.messages[-1]
    shared.selection.select(None)
    shared.do("next_difference")

    assert offered == "Last error on this page. Press N to open page 2."
    assert walk.corpus.state.choice.row == 2


def test_the_second_n_opens_the_next_page(walk: Walk, shared: ControllerBench, qtbot: QtBot):
    walk.open(2, ARTICLE)
    shared.do("previous_difference")

    shared.do("next_difference")
    shared.do("next_difference")

    qtbot.waitUntil(lambda: walk.top.stepper.place.text() == "2 of 3", timeout=10_000)
    assert walk.corpus.state.choice.row == 0
    shared.finish()  # its error is selected when its panes have run


def test_marked_pages_are_scored_again_on_the_corpus_face(
    walk: Walk, shared: ControllerBench, monkeypatch: pytest.MonkeyPatch
):
    started: list[list[int]] = []
    sought: list[bool] = []
    monkeypatch.setattr(walk.corpus, "start", lambda *, indices: started.append(indices))
    monkeypatch.setattr(walk.corpus, "find_annotators", lambda: sought.append(True))
    walk.open(0, ARTICLE)
    page = shared.controller.session.page
    assert page is not None

    walk.files.saved.emit(_Marked(page))
    for is_shown in (True, False, True):
        walk.corpus.show_face(is_shown)
        shared.context.views.flush()

    assert started == [[0]]
    assert sought == [True], "the marks may be those of a new annotator"


class _Marked:
    """The part of a saved page that the controller reads."""

    def __init__(self, page: object) -> None:
        self.page = page


# -- requests --------------------------------------------------------------------------------------


def test_a_page_inside_a_file_is_read_with_its_location(pages: list[ListedPage]):
    request = request_of(pages[1])

    assert request.address == f"{LISTED}{pages[1].name}"
    assert local_path(request) is None
    assert not request.is_live
    assert read(request).n_tokens == read(request_of(pages[0])).n_tokens > 60
    assert "a part of a larger file" in refusal(request, str)


def test_a_page_of_a_folder_is_its_file(tmp_path: Path):
    (tmp_path / "a.html").write_text(MARKUP, encoding="utf-8")
    page = Corpus([tmp_path]).read_all().pages[0]

    request = request_of(page)

    assert local_path(request) == tmp_path / "a.html"
    assert refusal(request, str) == ""


def test_a_page_of_a_warc_file_opens(tmp_path: Path):
    file = tmp_path / "crawl.warc.gz"
    write_warc(file, [response("https://example.org/lake", MARKUP.encode())])
    page = Corpus([file]).read_all().pages[0]

    opened_page = read(request_of(page))

    assert opened_page.title == "Quiet lake"
    assert opened_page.url == "https://example.org/lake"


def test_a_deleted_line_is_reported(pages: list[ListedPage], tmp_path: Path):
    (tmp_path / "pages.jsonl").write_text("", encoding="utf-8")

    with pytest.raises(BoilerscopeError, match=r"pages\.jsonl, line 1"):
        request_of(pages[0])
