"""Real pages, one after the other in one window: shown, run, visited by keys, unselected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.material import CORPORA, corpus_pages, parameters

if TYPE_CHECKING:
    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program
    from tests.helpers.material import CorpusPage

CHOSEN = (
    *("163gbk-08", "gne-guancha-2", "article-45fcfa7d6741", "article-452b8128babd"),
    *("forum-3a43c342657c", "forum-12de85ce9527", "heise", "lwn-1"),
    *("wikipedia", "medium-2", "wcxb-4402", "wcxb-0023"),
)
"""News, forums, an encyclopaedia, a shop; Chinese (also in GBK), Japanese, German, Portuguese."""


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """Return a program without a page, shared by all pages."""
    return start()


@pytest.mark.parametrize(
    "page", parameters([page for page in corpus_pages() if page.identifier in CHOSEN], CORPORA)
)
def test_a_real_page_is_shown_and_its_blocks_are_visited(program: Program, page: CorpusPage):
    state = program.open(page.path)

    assert state.page["shown"]
    assert state.page["words"] > 0
    assert {pane["status"] for pane in state["panes"]} <= {"ok", "empty"}
    assert state["selection"] is None
    assert not state.widgets("failureRow")
    program.drawn("Page", **{"class": "PageView"})

    program.key("j")
    first = program.wait(lambda now: now["selection"], "J selects a block")
    program.key("j")
    second = program.wait(
        lambda now: now["selection"] not in (None, first["selection"]), "J goes on"
    )
    program.key("k")
    program.wait(lambda now: now["selection"] == first["selection"], "K goes back")
    assert second["selection"]["runs"] > first["selection"]["runs"]
    program.key("Escape")
    program.wait(lambda now: now["selection"] is None, "Escape unselects")
