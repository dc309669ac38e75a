"""The driver works: keys and clicks arrive; states, pictures and the clipboard can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.desktop.driver import Program


def test_a_page_is_shown_by_four_panes(lake: Program):
    state = lake.settled()

    assert state.page["shown"]
    assert len(state["panes"]) == 4
    assert {pane["state"] for pane in state["panes"]} == {"done"}
    assert len({tuple(pixel) for pixel in lake.picture()[::7, ::7].reshape(-1, 3)}) > 20


def test_keys_and_clicks_arrive(lake: Program):
    lake.key("j")
    state = lake.wait(lambda now: now["selection"], "a key selects a block")

    lake.key("ctrl+l")
    lake.wait(lambda now: now.focus.get("id") == "address", "the address has the focus")
    assert state.page["selection"] is not None
    lake.click_item("Agreement", path="dock-tables")
    lake.wait(lambda now: "agreement" in now.texts().casefold(), "the tab opens")


def test_copied_text_can_be_read(lake: Program):
    lake.click((800, 400)).key("ctrl+shift+c")

    lake.wait(lambda _now: "sixty years" in lake.clipboard(), "text is on the clipboard")


def test_dialogs_and_menus_of_a_failed_scenario_are_closed(lake: Program):
    lake.key("F1")
    lake.wait(lambda now: now["dialogs"], "the help is open")
    lake.close_dialogs()
    closed = lake.state()["dialogs"]
    lake.key("ctrl+o")
    lake.wait(lambda now: "QFileDialog" in now["dialogs"], "a file is asked for")

    lake.close_dialogs()

    assert closed == []
    assert lake.state()["dialogs"] == []
    lake.key("ctrl+l")
    lake.wait(lambda now: now.focus.get("id") == "address", "keys reach the window again")
