"""Keys with Ctrl, and keys of widgets that own the keyboard: fields, dialogs, lists, menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.desktop.driver import wait_until
from tests.desktop.keyboard import (
    FIELDS,
    PLACES,
    RARE,
    VIEWS,
    WITH_CONTROL,
    calm,
    enter,
    facts,
    is_back_from,
    is_folded,
    is_second_window,
    n_panes,
    press,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.desktop.driver import Program, State


TYPED = "jknNhvalpi,.123?"
IN_FIELD = ("Home", "Delete", "ctrl+shift+Left", "ctrl+shift+Right")
ARROWS = ("alt+Up", "alt+Down")
"""Keys that belong to a field during typing; the arrows change the number in a number box."""


class Overlay(NamedTuple):
    """A widget over the window that gets the keys: how to open it, and how to recognise it."""

    opening: str
    """A key, or the accessible name of a widget to click; a rule may have the name of a key."""
    is_shown: Callable[[State], bool]
    keys: tuple[str, ...]
    has_search: bool = False
    """Whether Escape clears a search before it closes the widget."""


_LIST = {"class": "QComboBoxPrivateContainer"}
_EDITING = ("ctrl+z", "ctrl+c", "ctrl+v")
OVERLAYS = {
    "export dialog": Overlay(
        "ctrl+e",
        lambda now: bool(now["front"] == "ExportDialog"),
        ("j", "n", "h", "v", "2", "comma", "alt+Up", "Tab", "Tab", *_EDITING),
    ),
    "all keys": Overlay(
        "question",
        is_second_window,
        ("j", "n", "h", "v", "2", "comma", "alt+Up", "space", "Tab", *_EDITING),
        has_search=True,
    ),
    "chooser's list": Overlay(
        "Colour the page by",
        lambda now: bool(now.widgets(**_LIST)),
        ("Down", "Up", "j", "h", "v", "alt+Up", *_EDITING),
    ),
    "menu": Overlay(
        "F10",
        lambda now: bool(now.items("Panes")),
        ("j", "h", "v", "2", "Down", "Up", "Tab", *_EDITING),
    ),
}


@pytest.fixture
def desk(lake: Program) -> Program:
    """Return a program with nothing open, selected, stepped to, folded or moved."""
    return calm(lake)


@pytest.mark.parametrize("name", list(PLACES))
def test_keys_with_control_act_in_every_place(desk: Program, name: str):
    state = enter(desk, name)
    for step in WITH_CONTROL:
        press(desk, step, enter(desk, name, state))
        state = desk.settled()
    if name in VIEWS:
        for key in ("ctrl+d", "ctrl+z", "ctrl+shift+z", "ctrl+w"):
            press(desk, {key: n_panes}, enter(desk, name, state))
            state = desk.settled()


@pytest.mark.parametrize("name", ["page", "blocks table", "address", "number box"])
def test_rarer_keys_with_control_act_in_fields_and_views(desk: Program, name: str):
    desk.click("Text kept by link_ratio").key("Escape")  # other scenarios change pane 1
    desk.wait(lambda now: now["active"] == "link_ratio", "a pane with text is active")
    enter(desk, name)
    desk.key("ctrl+shift+c")
    wait_until(lambda: "sixty years" in desk.clipboard(), "Ctrl+Shift+C copies the pane")
    desk.put_on_clipboard(" ")
    enter(desk, name, desk.state())
    desk.key("ctrl+shift+v")
    state = desk.wait(
        lambda now: "The clipboard has no HTML" in now["message"], "Ctrl+Shift+V looks"
    )
    for step in RARE:
        state = press(desk, step, enter(desk, name, state))

    assert state["preferences"]["interface_size"] == 1
    assert not is_folded(state)


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
@pytest.mark.parametrize("name", FIELDS)
def test_keys_belong_to_the_field_during_typing(desk: Program, name: str, *, selected: bool):
    if selected:
        press(desk, {"j": value_of("selection")}, enter(desk, "page"))
    before = enter(desk, name)
    desk.key("ctrl+a").type(TYPED)
    desk.wait(lambda now: now.focus.get("text") == TYPED, f"{TYPED} stands in the field")
    desk.key("ctrl+a", "ctrl+c")
    wait_until(lambda: desk.clipboard() == TYPED, "Ctrl+C copies what is marked")
    desk.key("ctrl+x").wait(lambda now: now.focus.get("text") == "", "Ctrl+X cuts it out")
    desk.key("ctrl+v").wait(lambda now: now.focus.get("text") == TYPED, "Ctrl+V puts it in")
    desk.key("ctrl+z").wait(lambda now: now.focus.get("text") != TYPED, "Ctrl+Z takes it back")
    desk.key("ctrl+shift+z").wait(lambda now: now.focus.get("text") == TYPED, "and again")
    desk.key(*IN_FIELD, *(() if name == "number box" else ARROWS))
    after = desk.wait(lambda now: now.focus.get("text") == TYPED[1:], "Home and Delete act there")

    assert facts(after) == facts(before)
    desk.key("Escape")
    if name not in {"palette", "find bar"}:  # these are closed
        desk.key("ctrl+l", "Escape")
    assert facts(desk.settled()) == facts(before)


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
@pytest.mark.parametrize("name", OVERLAYS)
def test_an_open_widget_gets_all_keys(desk: Program, name: str, *, selected: bool):
    overlay = OVERLAYS[name]
    press(desk, {"ctrl+d": n_panes}, enter(desk, "page"))  # a change to undo
    press(desk, {"ctrl+w": n_panes}, desk.settled())
    if selected:
        press(desk, {"j": value_of("selection")}, enter(desk, "page"))
    before = desk.settled()
    assert before["can_undo"]
    if " " in overlay.opening:
        desk.click(overlay.opening)
    else:
        desk.key(overlay.opening)
    desk.wait(overlay.is_shown, f"{overlay.opening} opens the {name}")
    desk.key(*overlay.keys)
    assert overlay.is_shown(desk.settled())
    desk.key("Escape")
    if overlay.has_search and overlay.is_shown(desk.settled()):
        desk.key("Escape")
    desk.wait(partial(is_back_from, overlay.is_shown), f"Escape closes the {name}")

    assert facts(desk.settled()) == facts(before)


def test_the_program_printed_no_errors(lake: Program):
    errors = lake.errors.read_text("utf-8")

    assert "Traceback" not in errors
    assert "mbiguous shortcut" not in errors
