"""Dialogs and windows that commands open: each gets the keys, and Escape closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.desktop.driver import middle

if TYPE_CHECKING:
    from tests.desktop.driver import Program, State

COMMANDS = (
    "All keys",
    "All algorithms",
    "About Boilerscope",
    "Choose the list of advertisement hosts",
    "Export texts and blocks",
    "Open a file",
    "Open panes and settings from a file",
    "Save panes as TOML",
    "Save the session as",
    "Open a session",
    "Save a snapshot of the page",
    "Save the settings as a preset",
    "Show as a web page",
)

SELECTS = "Clicks select blocks. Turn off to use the page's links (P)"
LEAVES = "Clicks use the page's links. Turn on to select blocks (P)"


def has_opened(state: State, before: list[str]) -> bool:
    """Return whether one more window is open and has the keys: it is on screen before it has."""
    return len(windows(state)) == len(before) + 1 and state["front"] not in {"", *before}


def windows(state: State) -> list[str]:
    """Return the classes of the windows on screen."""
    return [widget["class"] for widget in state["widgets"] if "/" not in widget["path"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_escape_closes_every_dialog_of_a_command(lake: Program, command: str):
    before = sorted(windows(lake.settled()))
    lake.key("ctrl+k").type(command).key("Return")
    lake.wait(
        lambda now: has_opened(now, before) and "PaletteDialog" not in windows(now),
        f"{command} opens one window",
    )
    lake.key("Escape")

    lake.wait(
        lambda now: sorted(windows(now)) == before and now["window"]["active"],
        f"Escape closes {command}, and the window has the keys again",
    )


def test_one_key_opens_help_and_the_result_of_a_pane(lake: Program):
    lake.key("i")
    lake.wait(lambda now: now.widgets("Result of 1 boilerpipe.article, open"), "I opens the result")
    before = windows(lake.state())
    lake.key("F1")
    lake.wait(lambda now: has_opened(now, before), "F1 opens the help")
    lake.key("Escape")
    lake.wait(lambda now: windows(now) == before, "Escape closes the help")


def test_p_makes_clicks_select_blocks_of_the_page(lake: Program):
    lake.click(SELECTS)
    lake.wait(lambda now: now.widgets(LEAVES), "clicks belong to the page")
    lake.key("p")

    state = lake.wait(lambda now: now.widgets(SELECTS), "clicks select blocks")
    assert "pagePanel" in state.focus["path"]


def test_escape_closes_the_web_page_of_an_output_after_a_click(lake: Program):
    before = sorted(windows(lake.settled()))
    lake.key("ctrl+k").type("Show as a web page").key("Return")
    state = lake.wait(lambda now: "WebDialog" in windows(now), "the web page opens")
    lake.click(middle(state.widget(**{"class": "WebDialog"})["seen"])).key("Escape")

    lake.wait(lambda now: sorted(windows(now)) == before, "Escape closes it")
