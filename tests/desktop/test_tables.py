"""The tables at the bottom: visible cells, filter matches, copied rows and offers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import middle, wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

TABLE, FILTER = "Blocks", "Filter blocks"
MARKED = (255, 244, 204)
"""Background colour of words that match a filter."""


@pytest.fixture(scope="module")
def tags(start: Start) -> Program:
    """Return a program with the page `tags.html`."""
    return start(str(PAGES / "tags.html"))


def cells(state: State, name: str = TABLE) -> list[Mapping[str, Any]]:
    """Return the visible cells of a table."""
    return [cell for view in state.widgets(name) for cell in view.get("items", ()) if "row" in cell]


def column_of(state: State, title: str) -> int:
    """Return the column with a title in the blocks table; fails if it is not visible."""
    heads = state.items(title, path="blockTable")
    assert heads, f"no column {title!r} in sight"
    column: int = heads[0]["column"]
    return column


def texts_of(state: State, title: str) -> list[str]:
    """Return the visible texts of a column of the blocks table."""
    column = column_of(state, title)
    return [cell["text"] for cell in cells(state) if cell["column"] == column]


def heading_of_strips(program: Program) -> NDArray[np.uint8]:
    """Return the pixels of the heading above the values at the right of the strips.

    The strips show the token below the pointer until they notice that it has left.
    """
    left, top, wide, _ = program.move((500, 8)).settled().widget("strips")["rect"]
    heading = {"rect": (left + wide - 92, top + 5, 84, 13)}
    pictures = [program.crop(heading)]

    def is_unchanged() -> bool:
        pictures.append(program.crop(heading))
        return bool(np.array_equal(pictures[-2], pictures[-1]))

    time.sleep(0.3)
    wait_until(is_unchanged, "the heading of the strips stays the same")
    return pictures[-1]


def show(program: Program, key: str, name: str) -> State:
    """Bring a tab to the front by its key."""
    return program.key("Escape", key).wait(lambda now: now.widgets(name), f"{name} is in front")


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800)])
def test_number_words_rule_and_text_are_visible(start: Start, size: tuple[int, int]):
    program = start(str(PAGES / "tags.html"), size=size)

    state = show(program, "ctrl+1", TABLE)

    sections = {
        heading["text"]: heading["rect"]
        for heading in state.items(path="blockTable")
        if "row" not in heading
    }
    view = state.widget(TABLE)["seen"]
    for title, minimum in (("Block", 30), ("Words", 30), ("Last rule", 120), ("Text", 150)):
        left, _, width, _ = sections[title]
        assert width >= minimum, title
        assert left + width <= view[0] + view[2] + 1, title
    assert "The Harbour Post" in " ".join(texts_of(state, "Text"))


def test_opened_tables_show_the_complete_row_of_the_selection(start: Start):
    program = start(str(PAGES / "heights.html"), size=(1280, 800))
    program.key(*["j"] * 11)
    program.wait(lambda now: (now["selection"] or {}).get("block") == 10, "a block is selected")

    program.key("ctrl+1")
    state = program.wait(
        lambda now: any(cell["selected"] for cell in cells(now)), "the selected row is in sight"
    )

    row = next(cell["rect"] for cell in cells(state) if cell["selected"])
    assert row[3] == max(cell["rect"][3] for cell in cells(state))


def test_a_filter_shows_where_it_matched(tags: Program):
    show(tags, "ctrl+1", TABLE)

    tags.click(FILTER).type("greenhouse")
    state = tags.wait(lambda now: "1 of" in now.texts(), "one block is left")

    (text,) = texts_of(state, "Text")
    column = column_of(state, "Text")
    (cell,) = [candidate for candidate in cells(state) if candidate["column"] == column]
    assert "greenhouse" in text
    assert not text.startswith("The electrician")
    assert (tags.crop(cell) == MARKED).all(axis=2).sum() > 200
    tags.key("ctrl+a", "BackSpace")


def test_a_filter_without_a_match_offers_to_clear_it(tags: Program):
    show(tags, "ctrl+1", TABLE)
    tags.click(FILTER).type("xyzzy")
    tags.wait(lambda now: now.widgets("No block contains these words."), "the table says so")

    tags.click("Clear the filter")

    tags.wait(lambda now: len(cells(now)) > 10, "the blocks are back")


def test_control_c_in_the_blocks_reports_the_number_of_copied_rows(tags: Program):
    state = show(tags, "ctrl+1", TABLE)
    rows = [middle(cell["rect"]) for cell in cells(state) if cell["column"] == 1][:3]

    tags.click(rows[0]).click(rows[2], holding="shift").key("ctrl+c")

    tags.wait(lambda now: now["message"] == "3 rows copied.", "the status bar says it")
    lines = tags.clipboard().splitlines()
    assert [line.split("\t")[1] for line in lines] == ["Block", "0", "1", "2"]
    assert all(len(line.split("\t")) == len(lines[0].split("\t")) for line in lines)


def test_control_c_copies_agreement_and_steps_too(tags: Program):
    show(tags, "ctrl+2", "Agreement of panes")
    tags.click("Agreement of panes").key("ctrl+c")
    tags.wait(lambda now: "copied" in now["message"], "the rows of the agreement are copied")
    assert tags.clipboard().splitlines()[0].split("\t")[1].startswith("1 ")

    show(tags, "ctrl+3", "Steps of")
    tags.click(middle(tags.state().widget(path="stepsView", **{"class": "StepColumns"})["seen"]))
    tags.key("ctrl+c")

    tags.wait(lambda now: now["message"] == "9 rows copied.", "the steps are copied")
    codes = [line.split("\t")[0] for line in tags.clipboard().splitlines()[1:]]
    assert codes.count("F6") == codes.count("F6 (2)") == 1
    tags.key("Escape")


def test_words_of_neighbouring_links_are_separate(tags: Program):
    show(tags, "ctrl+1", TABLE)

    tags.click(FILTER).type("tidal")
    state = tags.wait(
        lambda now: texts_of(now, "Text") == ["Old Bridge Tidal power Street lamps"],
        "a block is left",
    )

    tags.click(middle(cells(state)[0]["rect"]))
    tags.wait(
        lambda now: now.widgets("“Old Bridge Tidal power Street lamps”", path="inspector"),
        "the inspector quotes it",
    )
    tags.click(FILTER).key("ctrl+a", "BackSpace", "Escape")


def test_words_separated_by_the_style_of_the_page_are_separate(tags: Program):
    show(tags, "ctrl+1", TABLE)
    tags.key("3").wait(lambda now: now["active"] == "link_ratio", "another pane is active")

    tags.click(FILTER).type("noon")
    tags.wait(
        lambda now: cells(now) and "Post Once a day, before noon" in texts_of(now, "Text")[0],
        "the name and the line below it are two texts",
    )

    tags.key("ctrl+a", "BackSpace", "Escape", "1")


def test_strips_table_and_inspector_number_a_block_alike(tags: Program):
    tags.open(PAGES / "heights.html")
    tags.key("1").wait(lambda now: now["active"] == "boilerpipe.article", "pane 1 is active")
    show(tags, "ctrl+1", TABLE)
    tags.click(FILTER).key("ctrl+a", "BackSpace", "Escape")
    tags.wait(lambda now: len(cells(now)) > 8, "the table shows all blocks")
    left, top, wide, _ = tags.state().widget("strips")["rect"]
    row_of_cx = (left + wide * 3 // 4, top + 18 * 3 + 9)

    tags.click(row_of_cx).key("Right")
    state = tags.wait(lambda now: " by " in now["message"], "the strips say where they are")

    (marked,) = [cell for cell in cells(state) if cell["selected"] and cell["column"] == 1]
    (title,) = [
        widget["text"]
        for widget in state.widgets(path="inspector")
        if widget.get("text", "").startswith("Block ")
    ]
    assert state["active"] == "boilerpipe.article"
    assert "by cx_extractor" in state["message"]
    assert f"Block {marked['text']}," not in state["message"]  # the two panes number it differently
    assert title == f"Block {marked['text']}"
    heading = heading_of_strips(tags)
    tags.key("Escape").wait(lambda now: now["selection"] is None, "nothing is selected")
    tags.click(middle(marked["rect"]))
    tags.wait(lambda now: now["selection"], "the block of the row is selected")
    wait_until(
        lambda: bool(np.array_equal(heading_of_strips(tags), heading)),
        "the strips name the same number",
    )
    tags.key("Escape")
    tags.open(PAGES / "tags.html")


def test_a_pane_without_a_tree_offers_extractors_with_trees(tags: Program):
    show(tags, "ctrl+5", "This extractor has no tree.")
    tags.wait(lambda now: now.focus.get("text") == "Add accordion", "an offer has the focus")

    tags.key(*["Tab"] * 4, "space")  # deck_of_cards, joyhtml, site_style_tree, structural
    state = tags.wait(lambda now: cells(now, "Units of the page"), "the tree is there", 60)

    column = state.items("Text", path="treeView")[0]["column"]
    texts = [cell["text"] for cell in cells(state, "Units of the page") if cell["column"] == column]
    assert any(text.startswith("The Harbour Post") for text in texts)
    tags.key("1")
    tags.wait(lambda now: now.widgets("Show 5 structural"), "the pane with the tree is offered")
    tags.click("Show 5 structural")
    tags.wait(lambda now: now["active"] == "structural", "it is the active pane")
    tags.key("ctrl+w")
    tags.settled()


def test_a_pane_has_no_label_and_labels_in_one_list(tags: Program):
    tags.key("1")
    state = tags.wait(lambda now: now["active"] == "boilerpipe.article", "the first pane is active")
    (choices,) = [
        widget for widget in state.widgets(path="pagePanel") if widget.get("text") == "Decision"
    ]

    tags.click(middle(choices["seen"]))
    state = tags.wait(lambda now: now.items("Labels"), "the list is open")

    assert state.items("Decision")
    assert not state.items("Label")
    tags.key("Escape")


def test_a_chinese_page_is_counted_in_characters_everywhere(tags: Program):
    tags.open("sample:news-zh")

    state = tags.wait(lambda now: "Panes disagree on" in now.texts(), "the status bar shows counts")
    lines = state.texts().splitlines()

    assert any("segments" in line and line.endswith(" characters") for line in lines)
    assert any("disagree" in line and " characters (" in line for line in lines)
    assert not [line for line in lines if line.endswith(" words")]
