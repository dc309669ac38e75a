"""The title bar names the page; the status bar has correct plurals and reports blocked requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from tests.desktop.driver import Program


def test_the_title_bar_names_the_page(lake: Program):
    title = lake.settled()["window"]["title"]

    assert title == "Quiet lake | Valley Post"
    window_ids = lake.screen.run("xdotool", "search", "--onlyvisible", "--name", "Quiet lake")
    assert window_ids.strip(), "the window manager knows the title"


def test_a_page_without_title_is_named_by_its_file_and_blocked_requests_are_reported(lake: Program):
    lake.open(PAGES / "one_block.html")
    state = lake.wait(lambda now: now.widgets("statusRequests"), "the status bar tells of requests")

    assert state["window"]["title"] == "one_block.html"
    assert state.widget("statusRequests")["text"] == "2 requests blocked"
    assert "outside/a.png" in state.widget("statusRequests")["tip"]
    assert state.widgets("Page: 1 segment, 3 words"), state.texts()
    lake.open(PAGES / "lake.html")
    lake.wait(lambda now: not now.widgets("statusRequests"), "nothing was blocked on this page")
