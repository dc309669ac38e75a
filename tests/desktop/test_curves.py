"""Curves follow the page, and their texts are not cut."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import middle

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

_LINES = 3700


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """Return a program with a short page, shared by the scenarios below."""
    return start(str(PAGES / "lake.html"))


@pytest.fixture(scope="module")
def long_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page of 3,700 lines."""
    lines = (f"<p>Line {n} of the logbook says that the boat came in.</p>" for n in range(_LINES))
    file = tmp_path_factory.mktemp("pages") / "logbook.html"
    file.write_text("<title>Logbook</title>\n" + "\n".join(lines), encoding="utf-8")
    return file


def plot(state: State) -> Mapping[str, Any]:
    """Return the plot of the curves."""
    return state.widget(**{"class": "CurvePlot"})


def x_range(state: State) -> tuple[int, int]:
    """Return both ends of the plotted range of the curve."""
    ends = re.findall(r"-?[\d,]+", plot(state)["description"])
    return int(ends[0].replace(",", "")), int(ends[1].replace(",", ""))


def drawn(program: Program, state: State) -> int:
    """Return the number of pixel columns of the plot that contain a part of the curve."""
    inner = program.crop(plot(state))[20:-44, 60:-20].astype(int)
    return int((inner.max(axis=2) < 215).any(axis=0).sum())


def choose(program: Program, chooser: str, entry: str) -> State:
    """Choose an entry of a chooser's popup with the mouse."""
    program.click(chooser)
    program.click_item(entry)
    return program.wait(
        lambda now: now["settled"] and now.widget(chooser)["text"] == entry,
        f"{entry} is chosen",
    )


def test_the_curve_of_a_new_page_is_shown_from_end_to_end(program: Program, long_page: Path):
    short = choose(program, "Pane whose curves are shown", "2  cx_extractor")
    program.wheel(middle(plot(short)["rect"]), -3)
    zoomed = program.wait(
        lambda now: now["settled"] and x_range(now) != x_range(short), "the wheel zooms in"
    )
    shown = program.open(long_page)
    low, high = x_range(shown)

    assert x_range(zoomed)[1] < 60
    assert low <= 0
    assert high >= _LINES - 3  # a value of cx_extractor is the sum of three lines
    assert drawn(program, shown) > 0.8 * (plot(shown)["rect"][2] - 80)
    program.open(PAGES / "lake.html")


def test_the_curve_of_vips_is_visible_at_once(program: Program):
    program.key("ctrl+t")
    program.wait(lambda now: now.focus.get("class") == "QLineEdit", "the palette asks for a name")
    program.type("vips").key("Return")
    added = program.wait(lambda now: now["settled"] and now["active"] == "vips", "vips is added")
    if added.active["status"] == "unavailable":
        program.click("Lay out now")
    ready = program.wait(
        lambda now: now["settled"] and now.active["status"] == "ok", "vips has a result"
    )
    program.wait(lambda now: now.widgets(**{"class": "CurvePlot"}), "its curve is shown")

    low, high = x_range(ready)
    assert high > low
    assert drawn(program, ready) > 20


def test_read_outs_are_not_cut(program: Program):
    state = program.settled()
    if state["active"] != "boilerpipe.article":
        state = choose(program, "Pane whose curves are shown", "1  boilerpipe.article")
    left, top, _, _ = plot(state)["rect"]
    program.move((left + 260, top + 70))
    before = program.crop(plot(state))[:18, 50:400]
    program.move((left + 320, top + 70))
    after = program.wait(
        lambda _now: (program.crop(plot(state))[:18, 50:400] != before).any(),
        "the read-out follows the pointer",
    )

    wide = np.flatnonzero((program.crop(plot(after))[4:18, 50:400].max(axis=2) < 140).any(axis=0))
    assert wide.max() - wide.min() > 100  # "block 12: 14.5 words per line" completely


@pytest.mark.parametrize(
    ("chooser", "last"),
    [
        ("Pane that colours the page", r"all \d panes"),
        ("Colour the page by", "Full-text words|Source line"),
        ("Pane whose curves are shown", r"\d  (text_distribution|vips)"),
    ],
)
def test_a_choosers_popup_shows_every_entry(program: Program, chooser: str, last: str):
    program.click(chooser)
    opened = program.wait(popup, "the popup opens")
    view = popup(opened)
    heights = [item["rect"][3] for item in view["items"]]
    program.key("Escape")
    program.wait(lambda now: not popup(now), "the popup closes")

    assert heights[-1] == heights[0]
    assert not opened.widgets(**{"class": "QComboBoxPrivateScroller"})
    assert re.fullmatch(last, view["items"][-1]["text"])


def popup(state: State) -> Mapping[str, Any]:
    """Return the list of the open chooser; empty if none is open."""
    widgets = [
        widget for widget in state.widgets() if "QComboBoxPrivateContainer" in widget["path"]
    ]
    return next((widget for widget in widgets if widget.get("items")), {})


def test_the_threshold_of_the_learned_extractor_moves_along_its_curve_and_its_terms_are_listed(
    program: Program,
):
    program.key("ctrl+t")
    program.wait(lambda now: now.focus.get("class") == "QLineEdit", "the palette asks for a name")
    program.type("learned").key("Return")
    added = program.wait(
        lambda now: now["settled"] and now["active"] == "learned", "learned is added"
    )
    if not plot(added)["name"].startswith("Expected F"):
        choose(program, "Pane whose curves are shown", entry_of(added, "learned"))
    shown = program.wait(
        lambda now: (
            now["settled"]
            and any(
                view["name"].startswith("Expected F")
                for view in now.widgets(**{"class": "CurvePlot"})
            )
        ),
        "the curve of learned is shown",
    )
    program.click(middle(plot(shown)["rect"]))
    program.key("Up")
    moved = program.wait(
        lambda now: now["settled"] and now.active["settings"].get("cut") is not None,
        "a key sets the cut, which was automatic",
    )
    cut = moved.active["settings"]["cut"]

    assert plot(moved)["name"].endswith(f"threshold {cut:g}")
    program.key("j")
    with_terms = program.wait(
        lambda now: bool(now.widgets(**{"class": "ContributionBar"})), "the terms are listed"
    )
    names = [bar["name"] for bar in with_terms.widgets(**{"class": "ContributionBar"})]
    assert names[0].startswith("Base: ")
    assert names[-1].startswith("Log-odds: ")


def entry_of(state: State, pane: str) -> str:
    """Return the entry of a pane in choosers."""
    number = next(n for n, record in enumerate(state["panes"], 1) if record["name"] == pane)
    return f"{number}  {pane}"
