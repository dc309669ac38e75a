"""The tour of docs/tour.md, one step after the other in one window, by mouse and keys.

Each test is one numbered step of the tour and begins at the end of the step before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.driver import middle

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

FIRST = "boilerpipe.article"
FOUR = [FIRST, "cx_extractor", "link_ratio", "text_distribution"]
WITHIN_PX = 4


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of settings of the tour."""
    return tmp_path_factory.mktemp("tour")


@pytest.fixture(scope="module")
def tour(start: Start, home: Path) -> Program:
    """Return the program as `scripts/run` opens it without an argument."""
    return start("--sample", "news-en", folder=home)


def chosen(state: State) -> Mapping[str, Any]:
    """Return the selection; fails if there is none."""
    selection: Mapping[str, Any] | None = state["selection"]
    assert selection is not None, "nothing is selected"
    return selection


def verdicts(state: State) -> list[str]:
    """Return the inspector's sentences about the selected block, one per pane."""
    return [row["name"] for row in state.widgets(**{"class": "DecisionRow"})]


def click_paragraph(program: Program, share: float = 0.5) -> State:
    """Click into the text of the first pane and wait until every view shows the block."""
    left, top, width, height = program.state().widget(f"Text kept by {FIRST}")["seen"]
    program.click((round(left + width / 2), round(top + height * share)))
    program.wait(lambda now: now["selection"], "a click selects a block")
    return program.settled()


def answered_paragraph(program: Program, share: float) -> State:
    """Click a paragraph and wait until the inspector has listed changes that would flip it."""
    click_paragraph(program, share)
    return program.wait(
        lambda now: (
            now.widgets("Apply")
            or now.widgets("No setting, and no pair of settings, flips this block.")
        ),
        "what-if has an answer",
    )


def runs_after(program: Program, key: str) -> Any:
    """Press a key and return the new selection."""
    before = program.state()["selection"]
    program.key(key)
    return chosen(program.wait(lambda now: now["selection"] != before, f"{key} moves"))["runs"]


def test_1_a_news_page_opens_in_four_panes(tour: Program):
    state = tour.settled()

    assert [pane["name"] for pane in state["panes"]] == FOUR
    assert state["address"] == "sample:news-en"
    assert state["preferences"]["heatmap"]
    assert state.widget("Legend")["seen"][3] > 0


def test_2_a_click_explains_a_paragraph_in_every_view(tour: Program):
    state = click_paragraph(tour)

    selection = state.page["selection"]
    assert selection is not None
    heights = [pane["selection_y"] for pane in state["panes"] if not pane["folded"]]
    assert None not in heights
    assert max(heights) - min(heights) <= WITHIN_PX, heights
    assert abs(selection[1] - heights[0]) <= WITHIN_PX, (selection, heights)
    assert len(verdicts(state)) == len(FOUR)
    assert verdicts(state)[0].startswith(f"1 {FIRST}, ")
    tour.click(verdicts(state)[0])
    tour.wait(lambda now: now.widgets(**{"class": "StepRow"}), "a line opens its steps")


def test_2_what_if_flips_the_block_and_escape_unselects(tour: Program):
    states = (answered_paragraph(tour, share) for share in (0.2, 0.4, 0.6, 0.8))
    state = next((candidate for candidate in states if candidate.widgets("Apply")), None)
    assert state is not None, "no paragraph can be flipped by one setting"
    before = verdicts(state)[0]
    tour.scroll_to("Apply", over="inspector").click("Apply")
    after = tour.wait(lambda now: verdicts(now) and verdicts(now)[0] != before, "the block flips")
    assert ", kept" in before + verdicts(after)[0]
    tour.key("ctrl+z")
    tour.wait(lambda now: verdicts(now)[0] == before, "Ctrl+Z takes it back")
    tour.key("Escape")
    tour.wait(lambda now: now["selection"] is None, "Escape unselects")
    tour.wait(lambda now: now.widgets(f"Result of 1 {FIRST}"), "the inspector shows the result")


def test_3_dragging_the_first_knob_changes_words_and_ctrl_z_undoes_it(tour: Program):
    state = tour.settled()
    before = state.active["kept"]
    slider = state.widget(
        "Link/text ratio, ratio", path="main:link_ratio", **{"class": "ValueSlider"}
    )
    left, top, width, height = slider["seen"]
    y = round(top + height - 10)
    value = state.active["settings"]["max_link_density"]
    knob = round(left + 6 + (width - 12) * value)
    tour.drag((knob, y), (round(left + width * 0.08), y))
    state = tour.wait(
        lambda now: now["settled"] and now.active["kept"] != before, "the drag changes the words"
    )

    assert state.active["settings"]["max_link_density"] < value
    tour.key("ctrl+z")
    tour.wait(lambda now: now["settled"] and now.active["kept"] == before, "Ctrl+Z takes it back")


def test_4_n_j_and_k_move_the_selection_and_the_page_is_painted_by_a_new_quantity(tour: Program):
    seen = [runs_after(tour, key) for key in ("n", "n", "j", "j", "k")]

    assert seen[0] < seen[1]
    assert seen[2] < seen[3]
    assert seen[4] == seen[2]
    tour.click("Colour the page by").click_item("Link density (words)")
    tour.wait(lambda now: "link_density" in now["colour"], "the page shows link density")
    tour.click("Pane that colours the page").click_item("all 4 panes")
    tour.wait(lambda now: now["colour"] == "agreement", "the page shows agreement")


def test_5_tree_steps_and_curves(tour: Program):
    tour.click_item("Steps", path="dock-tables")
    tour.key("comma")
    state = tour.wait(lambda now: now["step"], "a step is on screen")
    assert state["step"][0] == state["active"]
    tour.click("Back to result")
    tour.wait(lambda now: now["step"] is None, "the result is back")
    tour.key("ctrl+5")
    tour.wait(
        lambda now: [item for item in now.items("Tree", path="dock-tables") if item["current"]],
        "the tree opens",
    )
    tour.key("ctrl+4")
    tour.wait(lambda now: now.focus.get("class") == "CurvePlot", "the curve has the focus")


def test_5_boxes_of_vips_are_drawn_over_the_page(tour: Program):
    tour.key("ctrl+t").type("vips").key("Return")
    state = tour.wait(
        lambda now: now["active"] == "vips" and now["settled"] and now.active["status"] == "ok",
        "vips is laid out and runs by itself",
    )
    assert state.active["kept"] > 0
    tour.click("Pane that colours the page").click_item("5  vips")
    tour.wait(lambda now: now["colour"] == "label:vips", "vips colours the page")
    tour.click("Colour the page by").click_item("Boxes")
    tour.wait(lambda now: now["colour"].startswith("boxes:"), "the boxes are drawn")


def test_6_the_palette_sets_a_number_and_adds_extractors(tour: Program):
    tour.key("1").wait(lambda now: now["active"] == FIRST, "the first pane is active")
    tour.key("ctrl+k").type("minimum length 30").key("Return")
    state = tour.wait(
        lambda now: now["settled"] and now.pane(FIRST)["settings"]["nw_cur"] == 30,
        "the palette sets the number",
    )
    n_panes = len(state["panes"])
    tour.key("ctrl+t").type("bte").key("Return")
    tour.wait(lambda now: len(now["panes"]) == n_panes + 1, "another extractor is added")


def test_6_the_export_writes_files(tour: Program, home: Path):
    folder = home / "exported"
    tour.key("ctrl+e")
    dialog = tour.wait(lambda now: now.widgets(**{"class": "ExportDialog"}), "the dialog opens")
    field = dialog.widget("Folder", **{"class": "QLineEdit"})
    tour.click(middle(field["seen"])).key("ctrl+a").type(str(folder)).key("Return")
    tour.wait(lambda _now: list(folder.glob("*")), "a file is written")
