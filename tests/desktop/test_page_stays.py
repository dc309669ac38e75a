"""The page moves only when the reader moves it, and looks as it is without a focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """Return a program that draws by OpenGL, as with a graphics card; shared by the scenarios."""
    return start(str(PAGES / "heights.html"), environment={"QT_QUICK_BACKEND": ""})


def pixels(program: Program) -> NDArray[np.uint8]:
    """Return the pixels of the page without the scroll bar on its right."""
    view = program.state().widget("Page", **{"class": "PageView"})
    return program.crop(view)[:, :-16]


def scrolled(program: Program, notches: int) -> NDArray[np.uint8]:
    """Scroll the page by the wheel; return its pixels when they no longer change."""
    before = still(program)
    view = middle(program.state().widget("Page", **{"class": "PageView"})["rect"])
    program.wheel(view, notches)
    program.move((view[0], 8))  # the element under the pointer is outlined
    program.wait(lambda _now: not is_same(pixels(program), before), "the page is scrolled")
    return still(program)


def still(program: Program) -> NDArray[np.uint8]:
    """Return the pixels of the page when two consecutive pictures are equal."""
    program.drawn("Page", **{"class": "PageView"})
    looks = [pixels(program)]

    def is_still(now: State) -> bool:
        looks.append(pixels(program))
        return bool(now["settled"]) and is_same(*looks[-2:])

    program.wait(is_still, "the page is still")
    return looks[-1]


def pane_texts(program: Program) -> list[NDArray[np.uint8]]:
    """Return the pixels of the text of each pane that is not folded."""
    now = program.settled()
    names = [pane["name"] for pane in now["panes"] if not pane["folded"]]
    texts = [now.widget(f"Text kept by {name}") for name in names]
    return [program.crop(text) for text in texts]


def is_same(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> bool:
    """Return whether two pictures are equal except for the frame of the focus."""
    if first.shape != second.shape:
        return False
    inner = (slice(4, -4), slice(4, -4))
    return bool(np.mean(np.any(first[inner] != second[inner], axis=2)) < 0.002)


def is_on_page(state: State) -> bool:
    """Return whether the page has the focus."""
    return "PageView" in state.focus.get("path", "")


def tenth_block(state: State) -> tuple[object, list[float | None]] | None:
    """Return where page and panes show the tenth block, None if it is not selected or shown."""
    place, selection = state.page["selection"], state["selection"]
    if place is None or selection is None or selection["block"] != 10:
        return None
    return place, [pane["selection_y"] for pane in state["panes"]]


def test_the_focus_visits_all_regions_and_the_page_does_not_move(program: Program):
    program.key("Escape")
    before = scrolled(program, 6)

    for keys in (["F6"] * 9, ["Tab"] * 6, ["shift+Tab"] * 3, ["ctrl+k", "Tab", "Escape"]):
        program.key(*keys)
        assert is_same(still(program), before), f"{keys} moves the page"


def test_a_layout_does_not_move_page_and_panes(program: Program):
    program.open(PAGES / "heights.html")
    before = scrolled(program, 6)
    texts = pane_texts(program)
    program.key("ctrl+shift+l")
    program.wait(lambda now: now.page["has_layout"], "the page is laid out")

    assert is_same(still(program), before)
    assert all(map(is_same, pane_texts(program), texts))


def test_what_if_apply_and_undo_do_not_move_page_and_panes(program: Program):
    program.key("1", *["j"] * 11)
    program.wait(lambda now: now.widgets(**{"class": "WhatIfRow"}), "there is something to apply")
    ready = program.at_rest(tenth_block, "the tenth block is selected")
    before = [pane["selection_y"] for pane in ready["panes"]]
    settings = ready.active["settings"]

    program.key("ctrl+k").type("Apply the what").key("Return")
    program.wait(lambda now: now.active["settings"] != settings, "it is applied")
    applied = program.at_rest(tenth_block, "the page is at rest with the change")
    program.key("ctrl+z")
    program.wait(lambda now: now.active["settings"] == settings, "it is undone")
    undone = program.at_rest(tenth_block, "the page is at rest without the change")

    for state in (applied, undone):
        assert state.page["selection"] == pytest.approx(ready.page["selection"], abs=1)
        assert [pane["selection_y"] for pane in state["panes"]] == pytest.approx(before, abs=1)
    program.key("Escape")


def test_focusing_the_page_does_not_show_its_skip_link(program: Program):
    program.open(PAGES / "skip-link.html")
    view = middle(program.state().widget("Page", **{"class": "PageView"})["rect"])
    program.move((view[0], 8))
    before = still(program)

    reached = any(is_on_page(program.key("F6").settled()) for _region in range(12))
    assert reached, "F6 does not reach the page"
    assert is_same(still(program), before), "the page shows its skip link"
    program.key("Tab")
    program.wait(lambda now: not is_on_page(now), "Tab goes on")
    program.key("shift+Tab")
    program.wait(is_on_page, "the page has the focus")
    assert is_same(still(program), before), "going back chooses the last link"
    program.key("ctrl+shift+l")
    program.wait(lambda now: now.page["has_layout"], "the page is laid out")
    assert is_same(still(program), before), "the layout moves the page"


def test_a_hover_tip_ends_with_keys_and_scrolling(program: Program):
    program.open(PAGES / "heights.html")
    program.key("1", *["j"] * 11)

    def tip_is_shown(right: int) -> tuple[int, int]:
        state = program.at_rest(tenth_block, "the block is selected")
        left, top, _wide, high = state.page["selection"]
        point = (round(left + right), round(top + high / 2))
        program.move((point[0], 8))
        program.wait(lambda now: not now.widgets(**{"class": "QTipLabel"}), "no tip is shown")
        program.move(point)
        program.wait(lambda now: now.widgets(**{"class": "QTipLabel"}), "a tip is shown")
        return point

    tip_is_shown(30)
    program.key("j")
    program.wait(lambda now: not now.widgets(**{"class": "QTipLabel"}), "a key ends the tip")
    program.key("k")
    program.wheel(tip_is_shown(150), 1)
    program.wait(lambda now: not now.widgets(**{"class": "QTipLabel"}), "the wheel ends the tip")


def test_a_page_with_monstrous_boxes_is_shown_and_its_template_is_inert(program: Program):
    state = program.open(PAGES / "hostile-boxes.html")
    program.key("j")
    chosen = program.wait(lambda now: now["selection"], "J selects", 10)

    assert state.page["shown"]
    assert state.page["requests"] == [0, 0]
    program.drawn("Page", **{"class": "PageView"})
    assert chosen.page["selection"] is not None or chosen["selection"]["runs"]
