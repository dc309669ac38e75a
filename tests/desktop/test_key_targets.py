"""Keys that open a widget or move the focus, pressed in every place that can have the focus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.desktop.keyboard import (
    FOCUSED_BY,
    PLACES,
    SHOWN,
    Place,
    calm,
    enter,
    is_at,
    is_back_from,
)

if TYPE_CHECKING:
    from tests.desktop.driver import Program


NEXT = ("address", "page", "pane", "strips", "blocks table", "plot", "number box", "inspector")
"""The regions in the order of F6, by the place at which each region is entered."""

FOUND_BY = {"blocks table": "Filter blocks", "block filter": "Filter blocks"} | dict.fromkeys(
    ("slider", "settings search", "number box"), "Find a setting"
)
"""The field that Ctrl+F leads to; from all other places that of the active pane."""


@pytest.fixture
def desk(lake: Program) -> Program:
    """Return a program with nothing open, selected, stepped to, folded or moved."""
    return calm(lake)


@pytest.mark.parametrize("name", PLACES)
def test_escape_closes_every_widget_that_a_key_opens(desk: Program, name: str):
    state = enter(desk, name)
    path = state.focus["path"]
    for key, is_shown in SHOWN.items():
        if name == "palette" and key in {"ctrl+k", "ctrl+t"}:
            continue  # the widget is open
        enter(desk, name, state)
        desk.key(key)
        desk.wait(is_shown, f"{key} opens something")
        desk.key("Escape")
        state = desk.wait(partial(is_back_from, is_shown), f"Escape closes what {key} opened")
        if name not in {"palette", "find bar"}:  # these close when the focus leaves
            assert state.focus["path"] == path, key


@pytest.mark.parametrize("name", PLACES)
def test_every_key_moves_the_focus_to_its_place(desk: Program, name: str):
    state = None
    for key, mark in FOCUSED_BY.items():
        enter(desk, name, state)
        desk.key(key)
        state = desk.wait(partial(is_at, Place((), mark)), f"{key} goes to {mark}")
    enter(desk, name, state)
    desk.key("ctrl+f")
    mark = FOUND_BY.get(name, "Find in the text")
    desk.wait(partial(is_at, Place((), mark)), f"Ctrl+F goes to {mark}")
    desk.key("Escape")
    if name in NEXT:
        desk.key("ctrl+1")
        enter(desk, name)
        index = NEXT.index(name)
        for key, by in (("F6", 1), ("shift+F6", -1)):
            target = NEXT[(index + by) % len(NEXT)]
            desk.key(key)
            desk.wait(partial(is_at, PLACES[target]), f"{key} goes to {target}")
            enter(desk, name)


def test_the_program_printed_no_errors(lake: Program):
    errors = lake.errors.read_text("utf-8")

    assert "Traceback" not in errors
    assert "mbiguous shortcut" not in errors
