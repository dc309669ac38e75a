"""The main knobs: the effect of a drag on the page of the README's tour, and the texts of a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.driver import middle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Point, Program, State

LINKS, DENSITY, LENGTH = "main:link_ratio", "main:distribution", "main:min_length"
_INSET = 10.5
"""Distance from the edge of a slider to the end of its track, in pixels."""


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """Return a program with the page of the README's tour."""
    return start("--sample", "news-en")


@pytest.fixture
def tour(program: Program) -> Program:
    """Return the program with the active pane at its defaults."""
    if program.settled().widget("Reset all settings")["enabled"]:
        program.click("Reset all settings")
    program.wait(
        lambda now: now["settled"] and not now.widget("Reset all settings")["enabled"],
        "all settings are at their defaults",
    )
    return program


def part(state: State, row: str, kind: str) -> Mapping[str, Any]:
    """Return the slider, number box or message of a main knob."""
    return state.widget(path=row, **{"class": kind})


def on_track(state: State, row: str, share: float) -> Point:
    """Return the point at a share of a slider's track; 0 is its low end and 1 its high end."""
    left, top, width, height = part(state, row, "ValueSlider")["rect"]
    return round(left + _INSET + share * (width - 2 * _INSET)), top + height - 12


def curve(state: State) -> str:
    """Return the plot's description: the curve, its axes and its threshold."""
    name: str = state.widget(**{"class": "CurvePlot"})["name"]
    return name


def red(pixels: NDArray[np.uint8]) -> int:
    """Return the number of pixels with the colour of errors."""
    return int((np.abs(pixels.astype(int) - (0xB3, 0x26, 0x1E)).max(axis=2) < 12).sum())


def test_the_first_drag_of_the_tour_flips_paragraphs_and_the_curve_follows(tour: Program):
    start = tour.settled()
    tour.drawn("Page", **{"class": "PageView"})
    before = tour.crop(start.widget("pagePanel"))
    tour.drag(on_track(start, LINKS, 1 / 3), on_track(start, LINKS, 0.68))
    more = tour.wait(
        lambda now: now["settled"] and curve(now).endswith("threshold 0.68"), "the curve follows"
    )
    tour.wait(
        lambda now: (tour.crop(now.widget("pagePanel")) != before).any(axis=2).sum() > 2000,
        "the page is coloured anew: whole lines, not what is under a pointer",
    )
    tour.drag(on_track(start, LINKS, 0.68), on_track(start, LINKS, 0.09))
    less = tour.wait(
        lambda now: now["settled"] and curve(now).endswith("threshold 0.09"), "the curve follows"
    )

    assert more.active["kept"] > start.active["kept"] > less.active["kept"]
    assert more.active["settings"]["max_link_density"] == pytest.approx(0.68)
    assert curve(more).startswith("Link density: ")
    assert less.active["settings"]["max_link_density"] == pytest.approx(0.09)


@pytest.mark.parametrize(
    ("row", "name"), [(DENSITY, "Text density: "), (LENGTH, "Words: "), (LINKS, "Link density: ")]
)
def test_the_curve_shows_the_quantity_of_the_dragged_knob(tour: Program, row: str, name: str):
    state = tour.settled()
    tour.drag(on_track(state, row, 0.2), on_track(state, row, 0.3))
    moved = tour.wait(
        lambda now: now["settled"] and curve(now).startswith(name), f"the curve is {name}"
    )
    value = float(part(moved, row, "NumberBox")["text"])

    assert curve(moved).endswith(f"threshold {value:g}")
    assert part(moved, row, "NumberBox")["text"] != part(state, row, "NumberBox")["text"]


def test_a_threshold_dropped_at_fourteen_is_fourteen(tour: Program):
    high = line_at(tour, "14")
    x = tour.settled().widget(**{"class": "CurvePlot"})["rect"][0] + 200
    dropped = {}
    for row in (high - 1, high, high + 1):  # the user looks at the value and corrects by a pixel
        low = line_at(tour, "9")
        tour.drag((x, low), (x, row))
        state = tour.settled()
        text = part(state, DENSITY, "NumberBox")["text"]
        dropped[text] = state.active["settings"]["fulltext_density"]

    assert dropped["14.0"] == 14.0
    assert {text: float(text) for text in dropped} == dropped, "no more digits than a pixel gives"


def line_at(tour: Program, value: str) -> int:
    """Return the height on screen of the threshold's line at a typed value."""
    tour.click(middle(part(tour.settled(), DENSITY, "NumberBox")["rect"]))
    tour.key("ctrl+a").type(value).key("Return")
    shown = tour.wait(
        lambda now: now["settled"] and curve(now).endswith(f"threshold {value}"),
        f"the line of text density is at {value}",
    )
    plot = shown.widget(**{"class": "CurvePlot"})
    inner = tour.crop(plot)[14:-44, 60:400].astype(int).max(axis=2)
    return int(plot["rect"][1] + 14 + (inner < 90).sum(axis=1).argmax())


def test_a_rejected_value_has_a_red_outline_and_a_message_and_stays(tour: Program):
    tour.click(middle(part(tour.settled(), LINKS, "NumberBox")["rect"]))
    tour.key("ctrl+a").type("1.5").key("Return")
    refused = tour.wait(lambda now: "at most 1" in now.texts(), "the message is there")
    box = part(refused, LINKS, "NumberBox")

    assert box["text"] == "1.5"
    assert red(tour.crop(box)) > 100
    assert refused.active["settings"]["max_link_density"] == pytest.approx(1 / 3, abs=1e-5)
    tour.click(middle(refused.widget("Reset to 0.333 ratio", path=LINKS)["rect"]))
    mended = tour.wait(lambda now: "at most 1" not in now.texts(), "the message goes")
    assert part(mended, LINKS, "NumberBox")["text"] == "0.33"


def test_an_empty_box_names_the_expected_value(tour: Program):
    tour.click(middle(part(tour.settled(), LINKS, "NumberBox")["rect"]))
    tour.key("ctrl+a", "BackSpace", "Return")
    tour.wait(lambda now: "Enter a number from 0 to 1" in now.texts(), "the box says what it takes")
    tour.type("0.33").key("Return")
    tour.wait(lambda now: "Enter a number" not in now.texts(), "a number mends it")


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800)])
def test_three_knobs_are_visible_without_scrolling(start: Start, program: Program, size: Point):
    shown = program if size == (1600, 1000) else start("--sample", "news-en", size=size)
    state = shown.settled()

    for row in (LINKS, DENSITY, LENGTH):
        row_widget = state.widget(row)
        assert row_widget["seen"] == row_widget["rect"], row
        assert part(state, row, "ValueSlider")["rect"][2] > 150


def test_panes_move_alone_until_the_user_links_them(tour: Program):
    alone = tour.settled().widget("linkPanes")["tip"]
    tour.click("pagePanel").key("Escape", "ctrl+d")
    state = tour.wait(
        lambda now: now["settled"] and now["active"] == "boilerpipe.article#2", "it is duplicated"
    )
    tour.drag(on_track(state, LINKS, 1 / 3), on_track(state, LINKS, 0.68))
    moved = tour.settled()

    assert "change only this pane" in alone
    assert moved.active["settings"]["max_link_density"] == pytest.approx(0.68)
    for pane in state["panes"]:
        if pane["name"] != "boilerpipe.article#2":
            assert moved.pane(pane["name"])["settings"] == pane["settings"]
    tour.click("linkPanes").key("Down", "Down", "Return")
    linked = tour.wait(
        lambda now: "also change" in now.widget("linkPanes")["tip"], "the panes are linked"
    )
    tour.drag(on_track(linked, LINKS, 0.68), on_track(linked, LINKS, 0.5))
    together = tour.settled()
    assert "boilerpipe.article.max_link_density: same value" in linked.widget("linkPanes")["tip"]
    assert together.pane("boilerpipe.article")["settings"]["max_link_density"] == 0.5
    assert together.pane("link_ratio")["settings"] == moved.pane("link_ratio")["settings"]
    tour.key("ctrl+z")
    back = tour.wait(
        lambda now: now["settled"] and now.active["settings"]["max_link_density"] > 0.6,
        "one key undoes the drag of both panes",
    )
    assert (
        back.pane("boilerpipe.article")["settings"] == moved.pane("boilerpipe.article")["settings"]
    )
