"""Every key of the actions table, pressed in every view that can have the focus.

The effect of a key is read from the state and the clipboard; `tests.desktop.keyboard` lists the
keys and the places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.actions import PANE_KEYS, keys_in_force
from tests.desktop.driver import middle
from tests.desktop.keyboard import (
    ELSEWHERE,
    FOCUSED_BY,
    LETTERS,
    RARE,
    SHOWN,
    SINGLE,
    VIEWS,
    WITH_CONTROL,
    calm,
    enter,
    is_at,
    is_free,
    is_level,
    is_open,
    n_windows,
    press,
)

if TYPE_CHECKING:
    from tests.desktop.driver import Program


SELECTS = "Clicks select blocks. Turn off to use the page's links (P)"


@pytest.fixture
def desk(lake: Program) -> Program:
    """Return a program with nothing open, selected, stepped to, folded or moved."""
    return calm(lake)


def test_the_matrix_contains_every_key_of_the_actions_table():
    names = {
        ",": "comma", ".": "period", "?": "question", "+": "plus", "=": "equal", "-": "minus",
        "Alt": "Alt_L",
    }  # fmt: skip
    pressed = set().union(*LETTERS, *WITH_CONTROL, *RARE, SHOWN, FOCUSED_BY, SINGLE)
    missing = set()
    of_missing_panes = {key for keys in PANE_KEYS[2:] for key in keys}
    for key in set(keys_in_force()) - set(ELSEWHERE) - of_missing_panes:
        *held, last = key.replace("++", "+plus").split("+")
        last = names.get(last, last.lower() if len(last) == 1 else last)
        name = "+".join([*(part.lower() for part in held), last])
        if name not in pressed:
            missing.add(name)

    assert missing == set()


@pytest.mark.parametrize("name", VIEWS)
def test_keys_of_the_window_act_in_every_view(desk: Program, name: str):
    state = enter(desk, name)
    path = state.focus["path"]
    desk.key("alt+1")
    state = desk.wait(lambda now: str(now["colour"]).endswith(now["active"]), "pane 1 colours")
    for step in LETTERS:
        state = press(desk, step, state)

    assert state["selection"] is None
    if name != "inspector":  # it shows different contents with and without a block
        assert state.focus["path"] == path


@pytest.mark.parametrize("name", VIEWS)
def test_a_aligns_a_free_pane_with_the_active_pane(desk: Program, name: str):
    enter(desk, "page")
    desk.key("3", "l", "1", "j", "j", "j")
    desk.wait(lambda now: now["selection"] and now["selection"]["block"] == 2, "a block is chosen")
    state = desk.wait(lambda now: now["settled"] and is_free(now), "the third pane is free")
    y, free = state.active["selection_y"], state["panes"][2]["name"]
    enter(desk, name, state)
    desk.wheel(middle(state.widget(f"Text kept by {free}")["seen"]), 1)
    desk.wait(lambda now: not is_level(now, free, y), "the free pane scrolls alone")
    desk.key("a")
    desk.wait(lambda now: is_level(now, free, y) and is_level(now, now["active"], y), "A aligns")

    desk.key("ctrl+l", "Escape", "3", "l", "1", "Escape")
    desk.wait(lambda now: not (is_free(now) or now["selection"]), "it is locked again")


@pytest.mark.parametrize("name", VIEWS)
def test_p_i_and_the_question_mark_act_in_every_view(desk: Program, name: str):
    desk.click(SELECTS)
    enter(desk, name)
    desk.key("p")
    desk.wait(
        lambda now: now.widgets(SELECTS) and is_at(VIEWS["page"], now),
        "P picks blocks, in the page",
    )
    for key in ("question", "shift+question"):
        enter(desk, name)
        desk.key(key)
        desk.wait(
            lambda now: n_windows(now) == 2 and now.focus.get("name") == "Search",
            f"{key} opens the keys",
        )
        desk.key("Escape")
        desk.wait(lambda now: now["window"]["active"] and not is_open(now), "they are closed")
    enter(desk, name)
    desk.key("i")
    desk.wait(lambda now: now.focus["name"].startswith("Result of"), "I opens the result")


def test_the_program_printed_no_errors(lake: Program):
    errors = lake.errors.read_text("utf-8")

    assert "Traceback" not in errors
    assert "mbiguous shortcut" not in errors
