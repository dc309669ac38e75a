"""Keys that open something or lead somewhere, pressed in every place that can have the focus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.desktop.keyboard import (
    GONE_TO,
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
"""The regions in the order of F6, by the place at which each is entered."""

FOUND_BY = {"blocks table": "Filter blocks", "block filter": "Filter blocks"} | dict.fromkeys(
    ("slider", "settings search", "number box"), "Find a setting"
)
"""Which field Ctrl+F leads to; that of the active pane from elsewhere."""


@pytest.fixture
def desk(lake: Program) -> Program:
    """Return a program with nothing open, selected, stepped to, folded or moved."""
    return calm(lake)


@pytest.mark.parametrize("name", PLACES)
def test_what_a_key_opens_escape_closes(desk: Program, name: str):
    state = enter(desk, name)
    place = state.focus["path"]
    for key, is_shown in SHOWN.items():
        if name == "palette" and key in {"ctrl+k", "ctrl+t"}:
            continue  # it is open
        enter(desk, name, state)
        desk.key(key)
        desk.wait(is_shown, f"{key} opens something")
        desk.key("Escape")
        state = desk.wait(partial(is_back_from, is_shown), f"Escape closes what {key} opened")
        if name not in {"palette", "find bar"}:  # these close when the focus leaves
            assert state.focus["path"] == place, key


@pytest.mark.parametrize("name", PLACES)
def test_where_a_key_goes(desk: Program, name: str):
    state = None
    for key, mark in GONE_TO.items():
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
        here = NEXT.index(name)
        for key, by in (("F6", 1), ("shift+F6", -1)):
            there = NEXT[(here + by) % len(NEXT)]
            desk.key(key)
            desk.wait(partial(is_at, PLACES[there]), f"{key} goes to {there}")
            enter(desk, name)


def test_the_program_wrote_no_complaint(lake: Program):
    said = lake.errors.read_text("utf-8")

    assert "Traceback" not in said
    assert "mbiguous shortcut" not in said
