"""The focus goes where one would type, without selecting or scrolling on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

LAKE, POND = PAGES / "lake.html", PAGES / "pond.html"

ORDER = ["AddressField", "QQuickWidget", "Body", "Strips", "_Rows", "CurvePlot", "NumberBox"]
"""Classes of the focused widgets, from the address on by F6; the inspector follows."""

DARK = 100
"""Brightness below which a pixel is text, and above which it is background."""


@pytest.fixture
def rest(lake: Program) -> Program:
    """Return the shared program with the page in focus, nothing open and nothing selected."""
    lake.close_all()
    lake.key("ctrl+l", "Escape", "1", "ctrl+1", "ctrl+l", "Escape")
    lake.wait(lambda now: now.focus.get("class") == "QQuickWidget", "the page has the focus")
    return lake


def scroll_and_selection(state: State) -> Any:
    """Return values that scrolling and selecting would change."""
    panes = [
        {name: value for name, value in pane.items() if name != "settings"}
        for pane in state["panes"]
    ]
    return state["selection"], state["page"], panes


def darkest_of_left_edge(program: Program, widget: Any) -> int:
    """Return the minimum brightness at the left edge of a widget, at two thirds of its height."""
    left, top, _, height = widget["rect"]
    return int(program.picture()[top + height * 2 // 3, left : left + 3].max(axis=1).min())


def has_focus(program: Program, kind: str) -> State:
    """Wait until a widget of a class has the focus."""
    return program.wait(lambda now: now.focus.get("class") == kind, f"{kind} has the focus")


def test_f6_visits_the_input_of_each_region_and_returns(rest: Program):
    before = scroll_and_selection(rest.settled())
    rest.key("ctrl+l")
    paths = []
    for kind in ORDER:
        paths.append(has_focus(rest, kind).focus["path"])
        rest.key("F6")
    assert "main:" in paths[-1]
    rest.wait(lambda now: "/inspector/" in now.focus["path"], "the inspector has the focus")
    for kind in reversed(ORDER):
        rest.key("shift+F6")
        has_focus(rest, kind)

    assert scroll_and_selection(rest.settled()) == before


def test_f6_goes_to_the_active_pane(rest: Program):
    rest.key("3", "ctrl+l", "F6", "F6")
    state = has_focus(rest, "Body")

    assert state["active"] in state.focus["name"]


@pytest.mark.parametrize("way", [("F6",), ("F6", "shift+Tab", "Tab")], ids=["F6", "Tab"])
def test_entering_the_blocks_table_neither_selects_nor_scrolls(rest: Program, way: tuple[str, ...]):
    before = scroll_and_selection(rest.settled())
    rest.key("ctrl+l", "F6", "F6", "F6", *way)
    state = has_focus(rest, "_Rows")

    assert scroll_and_selection(rest.settled()) == before
    assert not [cell for cell in state.focus["items"] if cell["selected"] or cell["current"]]
    rest.key("Down")
    rest.wait(lambda now: now["selection"], "the arrow selects the first row")


def test_tab_visits_the_regions_in_the_order_of_f6(rest: Program):
    rest.key("ctrl+l", *("F6",) * 3)
    has_focus(rest, "Strips")
    seen: list[str] = []
    for _ in range(40):
        rest.key("Tab")
        path = rest.state().focus["path"].split("/")
        seen += [name for name in ("dock-tables", "dock-curves", "dock-settings") if name in path]
        if "dock-settings" in seen:
            break

    assert list(dict.fromkeys(seen)) == ["dock-tables", "dock-curves", "dock-settings"]


def test_a_table_without_a_current_row_has_the_focus_ring(rest: Program):
    rest.key("ctrl+1")
    table = has_focus(rest, "_Rows").focus
    rest.wait(lambda _now: darkest_of_left_edge(rest, table) < DARK, "the ring is drawn")
    rest.key("ctrl+l", "F6")
    rest.wait(lambda _now: darkest_of_left_edge(rest, table) > DARK, "the ring is gone")


@pytest.mark.parametrize(("steps", "kind"), [(1, "QQuickWidget"), (2, "Body"), (6, "NumberBox")])
def test_a_reload_does_not_move_the_focus(rest: Program, steps: int, kind: str):
    rest.key("ctrl+l", *("F6",) * steps)
    has_focus(rest, kind)
    rest.key("F5")
    rest.wait(lambda now: not now["settled"], "it loads")
    rest.settled()

    has_focus(rest, kind)


@pytest.mark.parametrize("leave", ["Tab", "Escape"])
@pytest.mark.parametrize(("steps", "kind"), [(1, "QQuickWidget"), (4, "_Rows")])
def test_the_palette_returns_the_focus(rest: Program, steps: int, kind: str, leave: str):
    rest.key("j", "ctrl+l", *("F6",) * steps)
    has_focus(rest, kind)
    before = scroll_and_selection(rest.settled())
    rest.key("ctrl+k").type("about")
    rest.wait(lambda now: now.widgets("palette"), "the palette is open")
    rest.key(leave)
    rest.wait(lambda now: not now.widgets("palette"), "the palette is closed")

    has_focus(rest, kind)
    assert scroll_and_selection(rest.settled()) == before


def test_a_folded_pane_passes_the_focus_to_an_open_pane(rest: Program):
    rest.key("ctrl+l", "F6", "F6")
    has_focus(rest, "Body")
    rest.key("ctrl+shift+f")
    folded = rest.wait(lambda now: now.widgets(**{"class": "Spine"}), "the pane is folded")
    has_focus(rest, "Body")
    rest.key("1")
    rest.wait(lambda now: now["active"] == folded["panes"][0]["name"], "the pane opens again")
    has_focus(rest, "Body")


def test_a_removed_pane_passes_the_focus_to_the_next_pane(rest: Program):
    rest.key("2", "ctrl+l", "F6", "F6")
    has_focus(rest, "Body")
    rest.key("ctrl+w")
    rest.wait(lambda now: len(now["panes"]) == 3, "the pane is removed")
    has_focus(rest, "Body")
    rest.key("ctrl+z")
    rest.wait(lambda now: len(now["panes"]) == 4, "it is back")
    rest.settled()
    has_focus(rest, "Body")


def test_a_folded_group_gets_the_focus_of_its_settings(rest: Program):
    rest.key("ctrl+l", *("F6",) * 6)
    has_focus(rest, "NumberBox")
    rest.click("Main knobs, open")

    state = rest.wait(lambda now: not now.widgets(path="main:link_ratio"), "the group is folded")
    assert state.focus["name"] == "Main knobs, closed"
    rest.key("Return")
    rest.wait(lambda now: now.widgets(path="main:link_ratio"), "the group is open")


def test_after_loading_the_page_has_the_focus(start: Start):
    program = start()
    program.key("ctrl+l").type(str(LAKE)).key("Return")
    program.wait(lambda now: now["settled"] and now["page"], "the page is open")
    has_focus(program, "QQuickWidget")
    program.key("space", "j")
    state = program.wait(lambda now: now["selection"], "the keys work at once")

    assert len(state["panes"]) == 4
    assert not state.widgets("palette")
    program.open(POND)
    has_focus(program, "QQuickWidget")
