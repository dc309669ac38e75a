"""Return, Escape and the keys of single widgets, by real presses; see also test_key_matrix.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

LAKE = PAGES / "lake.html"
ARTICLE = "boilerpipe.article"

VIEWS = {
    "page": ("F6",),
    "pane": ("F6",) * 2,
    "strips": ("F6",) * 3,
    "table": ("F6",) * 4,
    "plot": ("F6",) * 5,
    "slider": (*("F6",) * 6, "Tab"),
}
"""Keys that lead from the address to a place without a text field."""

FIELDS = {
    "settings search": ("ctrl+l", *("F6",) * 6, "ctrl+f"),
    "number box": ("ctrl+l", *("F6",) * 6),
}
"""Keys that lead to a field for letters."""


@pytest.fixture
def desk(lake: Program) -> Program:
    """Return the shared program: nothing open, selected or stepped to, and the page in focus."""
    lake.key("ctrl+l", "Escape", "ctrl+1")
    lake.close_all()
    lake.key("ctrl+l", "Escape", "1", "ctrl+l", "Escape")
    return lake


def go(program: Program, keys: tuple[str, ...]) -> State:
    """Press keys that move the focus, and wait until all have had their effect."""
    program.key(*keys)
    return program.at_rest(lambda now: dict(now.focus) or None, "the focus rests")


def facts(state: State) -> dict[str, Any]:
    """Return values that letters, digits and punctuation would change."""
    names = ("selection", "step", "active", "colour", "preferences")
    return {name: state[name] for name in names} | {"settings": settings(state)}


def settings(state: State) -> list[Any]:
    """Return the settings of all panes."""
    return [pane["settings"] for pane in state["panes"]]


def changes(program: Program, key: str, of: Callable[[State], Any], what: str) -> State:
    """Press a key and wait until a value has changed."""
    before = of(program.settled())
    program.key(key)
    return program.wait(lambda now: of(now) != before, f"{key} {what}")


@pytest.mark.parametrize("view", VIEWS)
def test_return_on_a_block_opens_its_steps(desk: Program, view: str):
    changes(desk, "j", lambda now: now["selection"], "selects")
    go(desk, ("ctrl+l", *VIEWS[view], "Return"))

    desk.wait(lambda now: now.focus["class"] == "DecisionRow", "the steps have the focus")


@pytest.mark.parametrize("view", VIEWS)
def test_return_without_a_block_does_nothing(desk: Program, view: str):
    before = go(desk, ("ctrl+l", *VIEWS[view]))
    after = go(desk, ("Return",))

    assert facts(after) == facts(before)
    assert after.focus["path"] == before.focus["path"]


# -- Return and Escape, field by field -------------------------------------------------------


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
def test_return_in_the_palette_runs_the_chosen_entry(desk: Program, *, selected: bool):
    if selected:
        changes(desk, "j", lambda now: now["selection"], "selects")
    before = desk.settled()["preferences"]["values"]
    desk.key("ctrl+k").type("values on the page").key("Return")

    desk.wait(lambda now: now["preferences"]["values"] != before, "the command was done")
    assert not desk.settled().widgets("palette")
    desk.key("v")


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
def test_return_in_the_address_opens_the_page(desk: Program, *, selected: bool):
    if selected:
        changes(desk, "j", lambda now: now["selection"], "selects")
    desk.open(PAGES / "pond.html")
    desk.wait(lambda now: now.focus.get("class") == "QQuickWidget", "the page has the focus")
    desk.open(LAKE)

    assert desk.settled()["selection"] is None


def offers_lake(now: State) -> bool:
    """Return whether the list below the address has the sample, with its title and address."""
    return any(item["text"].endswith(str(LAKE)) for item in now.items())


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
def test_return_in_the_list_below_the_address_opens_the_page(desk: Program, *, selected: bool):
    desk.open(PAGES / "pond.html")
    if selected:
        changes(desk, "j", lambda now: now["selection"], "selects")
    desk.key("ctrl+l", "ctrl+a").type("lake.ht")
    desk.wait(offers_lake, "the list is open")
    desk.key("Down", "Return")

    desk.wait(lambda now: now["settled"] and now["address"] == str(LAKE), "the page is open")


def test_escape_in_the_address_restores_the_old_text(desk: Program):
    desk.key("ctrl+l", "ctrl+a").type("nothing of the kind")
    desk.wait(lambda now: now.focus.get("text") == "nothing of the kind", "it is typed")
    desk.key("Escape")

    state = desk.wait(lambda now: now.widget("address")["text"] == str(LAKE), "the old text")
    assert state.focus["class"] == "QQuickWidget"


def test_escape_closes_the_list_below_the_address_first(desk: Program):
    desk.key("ctrl+l", "ctrl+a").type("lake.ht")
    desk.wait(offers_lake, "the list is open")
    desk.key("Escape")
    state = desk.wait(lambda now: not offers_lake(now), "the list is closed")
    assert state.focus["id"] == "address"
    desk.key("Escape")
    desk.wait(lambda now: now.widget("address")["text"] == str(LAKE), "the old text is back")


def test_return_and_escape_in_the_find_bar(desk: Program):
    changes(desk, "j", lambda now: now["selection"], "selects")
    desk.key("ctrl+l", "F6", "F6", "ctrl+f").type("boat")
    desk.wait(lambda now: "1/" in now.texts(), "the first place is found")
    desk.key("Return")
    desk.wait(lambda now: "2/" in now.texts(), "Return goes to the second place")
    desk.key("shift+Return")
    desk.wait(lambda now: "1/" in now.texts(), "Shift+Return goes back")
    desk.key("Escape")
    state = desk.wait(lambda now: not now.widgets("Find in the text"), "the bar is closed")
    assert state.focus["class"] == "Body"
    assert state["selection"] is not None


def test_escape_closes_a_find_bar_from_anywhere(desk: Program):
    desk.key("ctrl+l", "F6", "F6", "ctrl+f", "F6")
    desk.wait(lambda now: now.focus.get("id") == "strips", "the strips have the focus")
    desk.key("Escape")

    state = desk.wait(lambda now: not now.widgets("Find in the text"), "the bar is closed")
    assert state.focus["id"] == "strips"


def test_return_and_escape_in_the_search_for_settings(desk: Program):
    changes(desk, "j", lambda now: now["selection"], "selects")
    go(desk, FIELDS["settings search"])
    desk.type("link density").key("Return")
    state = desk.wait(lambda now: now.focus["class"] == "NumberBox", "the first hit has the focus")
    assert "setting:max_link_density" in state.focus["path"] or "main:" in state.focus["path"]
    go(desk, FIELDS["settings search"])
    desk.key("Escape")
    state = desk.wait(lambda now: now.focus.get("text") == "", "the search is empty")
    assert state["selection"] is not None
    desk.key("Escape")
    desk.wait(lambda now: now["selection"] is None, "an empty field leaves Escape to the window")


def test_return_in_a_number_box_sets_and_undo_restores(desk: Program):
    changes(desk, "j", lambda now: now["selection"], "selects")
    before = go(desk, FIELDS["number box"])
    knob = "max_link_density"
    old = before.pane(ARTICLE)["settings"][knob]
    desk.key("ctrl+a").type("0.5").key("Return")
    state = desk.wait(lambda now: now.pane(ARTICLE)["settings"][knob] == 0.5, "0.5 is set")
    assert state.focus["class"] == "NumberBox"
    desk.key("ctrl+z")
    state = desk.wait(lambda now: now.pane(ARTICLE)["settings"][knob] == old, "it is taken back")
    assert state.focus["class"] == "NumberBox"
    assert state["selection"] is not None
    desk.key("ctrl+shift+z")
    desk.wait(lambda now: now.pane(ARTICLE)["settings"][knob] == 0.5, "it is set again")
    desk.key("ctrl+z")
    desk.wait(lambda now: now.pane(ARTICLE)["settings"][knob] == old, "it is taken back")


def test_escape_discards_a_rejected_number(desk: Program):
    changes(desk, "j", lambda now: now["selection"], "selects")
    before = go(desk, FIELDS["number box"])
    old_text = before.focus["text"]
    desk.key("ctrl+a").type("7").key("Return")
    desk.wait(lambda now: now.focus["text"] == "7" and "got 7" in now.texts(), "7 is refused")
    desk.key("Escape")
    state = desk.wait(lambda now: now.focus.get("text") == old_text, "the value is back")
    assert "got 7" not in state.texts()
    assert state["selection"] is not None
    after = go(desk, ("F6",))
    assert after.pane(ARTICLE)["settings"] == before.pane(ARTICLE)["settings"]


def test_a_number_discarded_by_escape_is_not_set_when_the_focus_leaves(desk: Program):
    before = go(desk, FIELDS["number box"])
    desk.key("ctrl+a").type("0.9").key("Escape", "F6")
    after = desk.wait(lambda now: now.focus["class"] != "NumberBox", "the focus has left")

    assert after.pane(ARTICLE)["settings"] == before.pane(ARTICLE)["settings"]
    assert not after["can_undo"] or before["can_undo"]


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
def test_return_in_the_agreement_table_compares_two_panes(desk: Program, *, selected: bool):
    if selected:
        changes(desk, "j", lambda now: now["selection"], "selects")
    go(desk, ("ctrl+2", "Down", "Right", "Return"))

    desk.wait(lambda now: "Comparing " in now.texts(), "the panes are compared")
    desk.key("d")
    desk.wait(lambda now: "Comparing " not in now.texts(), "all panes are back")


def test_each_escape_closes_one_part_from_the_inside_out(desk: Program):
    changes(desk, "j", lambda now: now["selection"], "selects")
    changes(desk, "comma", lambda now: now["step"], "goes to the step before")
    desk.key("ctrl+k").type("about")
    desk.wait(lambda now: now.focus.get("text") == "about", "the palette is open")
    desk.key("Escape")
    state = desk.wait(lambda now: not now.widgets("palette"), "first the palette")
    assert state["step"]
    desk.key("Escape")
    state = desk.wait(lambda now: not now["step"], "then the step")
    assert state["selection"] is not None
    desk.key("Escape")
    desk.wait(lambda now: now["selection"] is None, "then the selection")


def test_escape_clears_marked_text_before_the_selection(desk: Program):
    changes(desk, "j", lambda now: now["selection"], "selects")
    go(desk, ("ctrl+l", *VIEWS["pane"]))
    desk.key("ctrl+a", "ctrl+c")
    desk.wait(lambda _now: "sixty years" in desk.clipboard(), "all of the text is marked")
    state = go(desk, ("Escape",))
    assert state["selection"] is not None
    desk.key("Escape")
    desk.wait(lambda now: now["selection"] is None, "then the block is unselected")


def test_space_and_return_open_a_fold_line(desk: Program):
    go(desk, ("ctrl+l", *VIEWS["pane"], *("Down",) * 20))
    for key in ("space", "Return"):
        fold = desk.wait(
            lambda now: now.focus["description"].endswith(("closed", "open")), "a fold"
        )
        before = fold.focus["description"]
        changes(desk, key, lambda now: now.focus["description"][-4:], f"changes {before!r}")


def test_return_presses_a_button(desk: Program):
    before = go(desk, ("ctrl+l", "Tab", "Tab", "Tab"))
    assert before.focus["name"].startswith("Add an extractor")
    desk.key("Return")
    desk.wait(lambda now: now.widgets("palette"), "the button was pressed")
    desk.key("Escape")


# -- other windows ---------------------------------------------------------------------------


def test_every_key_works_in_a_detached_pane(desk: Program):
    go(desk, ("ctrl+k",))
    detach(desk)
    state = desk.wait(lambda now: now.widgets("paneWindow"), "the pane has a window")
    left, top, width, height = state.widget("paneWindow")["rect"]
    area = state["window"]["work_area"]
    assert left >= area[0]
    assert top >= area[1]
    assert left + width <= area[0] + area[2]
    assert top + height <= area[1] + area[3]
    desk.wait(lambda now: now.focus.get("path", "").startswith("paneWindow"), "it has the focus")

    changes(desk, "j", lambda now: now["selection"], "selects")
    changes(desk, "h", lambda now: now["preferences"]["heatmap"], "switches the heatmap off")
    changes(desk, "h", lambda now: now["preferences"]["heatmap"], "switches the heatmap on")
    changes(desk, "comma", lambda now: now["step"], "goes to the step before")
    changes(desk, "Escape", lambda now: now["step"], "goes back to the result")
    desk.key("ctrl+f").type("boat")
    desk.wait(lambda now: "paneWindow" in now.focus["path"] and "1/" in now.texts(), "it finds")
    desk.key("Escape")
    changes(desk, "Escape", lambda now: now["selection"], "unselects")
    desk.key("question")
    desk.wait(lambda now: "ReferenceDialog" in now.focus["path"], "all keys are shown")
    desk.key("Escape")
    desk.wait(lambda now: now.focus["path"].startswith("paneWindow"), "the focus is back")
    desk.key("F6")
    desk.wait(lambda now: now.focus.get("id") == "strips", "F6 goes on in the main window")
    desk.key(str(desk.settled().active["number"]))
    desk.wait(
        lambda now: now.focus.get("path", "").startswith("paneWindow"), "its number raises it"
    )
    desk.key("alt+F4")
    desk.wait(lambda now: not now.widgets("paneWindow"), "the pane is back in its row")


def detach(program: Program) -> None:
    """Detach the active pane through its menu."""
    program.key("Escape")
    menu = program.settled().widgets("Pane menu")[0]
    left, top, width, height = menu["rect"]
    program.click((left + width // 2, top + height // 2))
    program.click_item("Move to its own window")


# -- the editor of pipelines -----------------------------------------------------------------

PIPELINE = """[[pane]]
name = "custom"
extractor = "boilerpipe.custom"
"""


@pytest.fixture(scope="module")
def pipeline(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return a program with a custom pipeline in its only pane."""
    config = tmp_path_factory.mktemp("pipeline") / "pipeline.toml"
    config.write_text(PIPELINE, encoding="utf-8")
    return start(str(LAKE), "--config", str(config))


def steps_of(state: State) -> list[str]:
    """Return the kinds of the pipeline's steps."""
    return [str(step) for step in state.pane("custom")["settings"]["pipeline"]]


def to_card(program: Program, number: int) -> State:
    """Give the focus to a step of the pipeline with the mouse."""
    card = next(
        widget
        for widget in program.settled().widgets(**{"class": "StepCard"})
        if widget["name"].startswith(f"Step {number}:")
    )
    left, top, _, _ = card["seen"]
    program.click((left + 60, top + 12))
    return program.wait(
        lambda now: now.focus["name"] == card["name"], f"step {number} has the ring"
    )


def test_alt_and_arrows_move_a_step_and_leave_the_heatmap(pipeline: Program):
    before = to_card(pipeline, 2)
    steps, intensity = steps_of(before), before["preferences"]["intensity"]
    pipeline.key("alt+Down")
    moved = [steps[0], steps[2], steps[1], *steps[3:]]
    pipeline.wait(lambda now: steps_of(now) == moved, "the step moves down")
    pipeline.key("alt+Up")
    state = pipeline.wait(lambda now: steps_of(now) == steps, "the step moves up")

    assert state["preferences"]["intensity"] == intensity


def test_delete_removes_the_focused_step_even_after_an_undo(pipeline: Program):
    steps = steps_of(to_card(pipeline, 2))
    pipeline.key("Delete")
    pipeline.wait(lambda now: steps_of(now) == [steps[0], *steps[2:]], "the second step goes")
    pipeline.key("ctrl+z")
    pipeline.wait(lambda now: steps_of(now) == steps, "it is back")
    state = pipeline.settled()
    ring = int(state.focus["name"].split()[1].rstrip(":"))
    pipeline.key("Down")
    pipeline.wait(lambda now: now.focus["name"].startswith(f"Step {ring + 1}:"), "the ring moves")
    pipeline.key("Delete")
    left = [*steps[:ring], *steps[ring + 1 :]]
    pipeline.wait(lambda now: steps_of(now) == left, "the step with the ring goes")
    pipeline.key("ctrl+z")
    pipeline.wait(lambda now: steps_of(now) == steps, "it is back")


def test_the_program_printed_no_errors(lake: Program):
    errors = lake.errors.read_text("utf-8")

    assert "Traceback" not in errors
    assert "mbiguous shortcut" not in errors
