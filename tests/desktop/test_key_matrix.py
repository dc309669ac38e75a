"""Every key of the actions table, pressed in every place that can have the focus.

What a key does is read from the state and the clipboard; the data below say which keys and which
places there are. A step presses several keys whose effects can be told apart, and waits for all.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from app.window.actions import PANE_KEYS, keys_in_force
from tests.desktop.conftest import PAGES
from tests.desktop.driver import middle, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State


class Place(NamedTuple):
    """What can have the focus: keys that lead there from anywhere, and what the focus is then."""

    keys: tuple[str, ...]
    mark: str
    """Class, name or object name of the focus, or of something around it."""


F6, BACK = "F6", "shift+F6"
VIEWS = {
    "page": Place(("ctrl+l", "Escape"), "QQuickWidget"),
    "pane": Place(("ctrl+l", F6, F6), "Body"),
    "strips": Place(("ctrl+l", F6, F6, F6), "Strips"),
    "blocks table": Place(("ctrl+1",), "_Rows"),
    "agreement table": Place(("ctrl+2",), "_Matrix"),
    "steps": Place(("ctrl+3",), "StepColumns"),
    "plot": Place(("ctrl+4",), "CurvePlot"),
    "slider": Place(("ctrl+l", BACK, BACK, "Tab"), "ValueSlider"),
    "inspector": Place(("ctrl+l", BACK), "inspector"),
}
FIELDS = {
    "address": Place(("ctrl+l",), "AddressField"),
    "palette": Place(("ctrl+l", "Escape", "ctrl+k"), "palette"),
    "find bar": Place(("ctrl+l", F6, F6, "ctrl+f"), "Find in the text"),
    "settings search": Place(("ctrl+l", BACK, BACK, "ctrl+f"), "Find a setting"),
    "block filter": Place(("ctrl+1", "ctrl+f"), "Filter blocks"),
    "number box": Place(("ctrl+l", BACK, BACK), "NumberBox"),
}
PLACES = VIEWS | FIELDS


def _of(name: str) -> Callable[[State], Any]:
    return lambda now: now[name]


def _preference(name: str) -> Callable[[State], Any]:
    return lambda now: now["preferences"][name]


def _is_free(now: State) -> bool:
    return bool(now.widgets("Scrolls separately"))


def _order(now: State) -> list[str]:
    return [pane["name"] for pane in now["panes"]]


def _n_panes(now: State) -> int:
    return len(now["panes"])


def _is_folded(now: State) -> bool:
    return bool(now.active["folded"])


def _has_layout(now: State) -> bool:
    return bool(now["page"] and now["page"]["has_layout"])


LETTERS: tuple[dict[str, Callable[[State], Any]], ...] = (
    {
        "v": _preference("values"),
        "l": _is_free,
        "alt+Up": _preference("intensity"),
        "alt+2": _of("colour"),
        "j": _of("selection"),
    },
    {
        "v": _preference("values"),
        "l": _is_free,
        "alt+Down": _preference("intensity"),
        "alt+1": _of("colour"),
        "n": _of("selection"),
    },
    {"h": _preference("heatmap"), "shift+n": _of("selection"), "comma": _of("step")},
    {"h": _preference("heatmap"), "n": _of("selection"), "period": _of("step")},
    {"k": _of("selection"), "2": _of("active")},
    {"1": _of("active"), "ctrl+shift+Right": _order},
    {"ctrl+shift+Left": _order},
    {"Escape": _of("selection")},
)
"""Steps of keys that are the window's in every view, and what each of a step changes."""

WITH_CONTROL: tuple[dict[str, Callable[[State], Any]], ...] = (
    {"ctrl+d": _n_panes, "alt+2": _of("colour")},
    {"ctrl+w": _n_panes, "alt+0": _of("colour")},
    {"alt+1": _of("colour"), "ctrl+shift+l": _has_layout},
    {"ctrl+r": _has_layout},
)
"""Steps of keys that are the window's in every place; a page read again has no layout."""

RARE: tuple[dict[str, Callable[[State], Any]], ...] = (
    {"ctrl+shift+l": _has_layout, "ctrl+plus": _preference("interface_size")},
    {"F5": _has_layout, "ctrl+equal": _preference("interface_size")},
    {"ctrl+minus": _preference("interface_size")},
    {"ctrl+0": _preference("interface_size"), "ctrl+shift+f": _is_folded},
    {"ctrl+shift+f": _is_folded},
)
"""The same for keys that differ from others by their action alone."""

SHOWN: dict[str, Callable[[State], bool]] = {
    "ctrl+t": lambda now: bool(now.widgets("palette")),
    "ctrl+k": lambda now: bool(now.widgets("palette")),
    "ctrl+e": lambda now: bool(now.widgets(**{"class": "ExportDialog"})),
    "ctrl+o": lambda now: bool(now.widgets(**{"class": "QFileDialog"})),
    "ctrl+s": lambda now: bool(now.widgets(**{"class": "QFileDialog"})),
    "F1": lambda now: _n_windows(now) == 2,
    "F10": lambda now: bool(now.items("Panes")),
    "Alt_L": lambda now: bool(now.items("Panes")),
}
"""Keys that open something from every place, and how one sees it. Escape takes it away."""

GONE_TO = {
    "ctrl+l": "AddressField",
    "ctrl+1": "_Rows",
    "ctrl+2": "_Matrix",
    "ctrl+3": "StepColumns",
    "ctrl+4": "CurvePlot",
    "ctrl+5": "treeView",
}
"""Keys that take the focus somewhere from every place."""

NEXT = ("address", "page", "pane", "strips", "blocks table", "plot", "number box", "inspector")
"""The regions in the order of F6, by the place at which each is entered."""

FOUND_BY = {"blocks table": "Filter blocks", "block filter": "Filter blocks"} | dict.fromkeys(
    ("slider", "settings search", "number box"), "Find a setting"
)
"""Which field Ctrl+F leads to; that of the active pane from elsewhere."""

TYPED = "jknNhvalpi,.123?"
IN_FIELD = ("Home", "Delete", "ctrl+shift+Left", "ctrl+shift+Right")
ARROWS = ("alt+Up", "alt+Down")
"""Keys that belong to a field while one types; the arrows change the number in a number box."""

ELSEWHERE = {
    "Esc": "test_keys.py, field by field",
    "Return": "test_keys.py, field by field",
    "Enter": "the same action as Return, on the keypad",
    "Ctrl+Q": "test_quit_and_return.py; it ends the program",
    "Alt+Home": "test_page_stays.py; only pages with boxes of rounds have them",
    "Alt+Left": "the same",
    "Alt+Right": "the same",
    "Alt+End": "the same",
    "Alt+G": "test_gold.py; only pages with a gold standard can be compared with it",
    "G": "test_gold.py; it begins to mark, and the keys of classes act only then",
    **dict.fromkeys("CBTRU", "test_gold.py"),
    **dict.fromkeys([f"Shift+{key}" for key in "CBTRU"], "the same action, without going on"),
    "Del": "test_gold.py",
    "Ctrl+Up": "test_gold.py",
    "Ctrl+Down": "test_gold.py",
}
SINGLE = (
    "a", "i", "p", "question", "shift+question", "F6", "shift+F6", "ctrl+f",
    "ctrl+z", "ctrl+shift+z", "ctrl+shift+c", "ctrl+shift+v",
)  # fmt: skip
"""Keys that the scenarios below press one by one."""


class Overlay(NamedTuple):
    """What stands over the window and has the keys: how it is opened, and how one sees it."""

    opening: str
    """A key, or the accessible name of what is clicked; a rule may be called as a key is."""
    is_shown: Callable[[State], bool]
    keys: tuple[str, ...]


_LIST = {"class": "QComboBoxPrivateContainer"}
_EDITING = ("ctrl+z", "ctrl+c", "ctrl+v")
OVERLAYS = {
    "export dialog": Overlay(
        "ctrl+e",
        lambda now: bool(now.widgets(**{"class": "ExportDialog"})),
        ("j", "n", "h", "v", "2", "comma", "alt+Up", "Tab", "Tab", *_EDITING),
    ),
    "all keys": Overlay(
        "question",
        lambda now: _n_windows(now) == 2,
        ("j", "n", "h", "v", "2", "comma", "alt+Up", "space", "Tab", *_EDITING),
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

SELECTS = "Clicks select blocks. Turn off to use the page's links (P)"


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """Return the program that all places share."""
    return start(str(PAGES / "lake.html"))


@pytest.fixture
def desk(program: Program) -> Program:
    """Return the program with nothing open, selected, stepped to, folded or moved."""
    now = program.settled()
    if _is_open(now) or now["selection"] or now["step"] or now["active"] != _order(now)[0]:
        program.key("Escape", "ctrl+l", "Escape")
        program.close_all()
        program.key("ctrl+l", "Escape", "1")
        program.wait(lambda now: now["active"] == _order(now)[0], "the first pane is active")
    return program


def facts(state: State) -> dict[str, Any]:
    """Return what keys of the window would change."""
    names = ("selection", "step", "active", "colour", "preferences", "address")
    panes = [
        {key: pane[key] for key in ("name", "settings", "show_as", "folded")}
        for pane in state["panes"]
    ]
    bars = [bar for bar in state.widgets(path="dock-tables") if "TabBar" in bar["class"]]
    tabs = [one["text"] for bar in bars for one in bar["items"] if one.get("current")]
    return {name: state[name] for name in names} | {"panes": panes, "tabs": tabs}


def _is_level(now: State, name: str, y: float) -> bool:
    """Return whether a pane shows the selection at a height."""
    there = now.pane(name)["selection_y"]
    return there is not None and abs(there - y) <= 4


def _n_windows(now: State) -> int:
    return sum("/" not in one["path"] for one in now["widgets"])


def _is_back_from(is_shown: Callable[[State], bool], now: State) -> bool:
    return not is_shown(now) and bool(now["window"]["active"])


def _is_open(now: State) -> bool:
    return _n_windows(now) > 1 or bool(now.widgets("palette") or now.widgets("Find in the text"))


def is_at(place: Place, now: State) -> bool:
    """Return whether a place has the focus."""
    focus = now.focus
    around = str(focus.get("path", "")).split("/")
    return place.mark in {focus.get("class"), focus.get("name"), focus.get("id"), *around}


def enter(program: Program, name: str, since: State | None = None) -> State:
    """Give the focus to a place by keys, unless it had it already."""
    place = PLACES[name]
    if since is not None and is_at(place, since):
        return since
    program.key(*place.keys)
    return program.wait(partial(is_at, place), f"the focus is in {name}")


def press(program: Program, step: Mapping[str, Callable[[State], Any]], since: State) -> State:
    """Press the keys of a step and wait until each has changed what it changes."""
    before = {key: fact(since) for key, fact in step.items()}
    latest: list[State] = []

    def idle_keys(now: State) -> list[str]:
        latest[:] = [now]
        return [key for key, fact in step.items() if fact(now) == before[key]]

    program.key(*step)
    try:
        return program.wait(lambda now: not idle_keys(now), "every key acts")
    except AssertionError as error:
        raise AssertionError(f"{error}; nothing happened by {idle_keys(latest[0])}") from None


def test_the_matrix_holds_every_key_of_the_actions_table():
    names = {
        ",": "comma", ".": "period", "?": "question", "+": "plus", "=": "equal", "-": "minus",
        "Alt": "Alt_L",
    }  # fmt: skip
    pressed = set().union(*LETTERS, *WITH_CONTROL, *RARE, SHOWN, GONE_TO, SINGLE)
    missing = set()
    of_missing_panes = {key for keys in PANE_KEYS[2:] for key in keys}
    for key in set(keys_in_force()) - set(ELSEWHERE) - of_missing_panes:
        *held, last = key.replace("++", "+plus").split("+")
        last = names.get(last, last.lower() if len(last) == 1 else last)
        name = "+".join([*(one.lower() for one in held), last])
        if name not in pressed:
            missing.add(name)

    assert missing == set()


@pytest.mark.parametrize("name", VIEWS)
def test_keys_of_the_window_act_in_every_view(desk: Program, name: str):
    state = enter(desk, name)
    place = state.focus["path"]
    desk.key("alt+1")
    state = desk.wait(lambda now: str(now["colour"]).endswith(now["active"]), "pane 1 colours")
    for step in LETTERS:
        state = press(desk, step, state)

    assert state["selection"] is None
    if name != "inspector":  # what it shows is another thing with and without a block
        assert state.focus["path"] == place


@pytest.mark.parametrize("name", VIEWS)
def test_a_brings_a_free_pane_to_the_height_of_the_active_one(desk: Program, name: str):
    enter(desk, "page")
    desk.key("3", "l", "1", "j", "j", "j")
    desk.wait(lambda now: now["selection"] and now["selection"]["block"] == 2, "a block is chosen")
    state = desk.wait(lambda now: now["settled"] and _is_free(now), "the third pane is free")
    y, free = state.active["selection_y"], state["panes"][2]["name"]
    enter(desk, name, state)
    desk.wheel(middle(state.widget(f"Text kept by {free}")["seen"]), 1)
    desk.wait(lambda now: not _is_level(now, free, y), "the free pane scrolls alone")
    desk.key("a")
    desk.wait(lambda now: _is_level(now, free, y) and _is_level(now, now["active"], y), "A aligns")

    desk.key("ctrl+l", "Escape", "3", "l", "1", "Escape")
    desk.wait(lambda now: not (_is_free(now) or now["selection"]), "it is locked again")


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
        desk.wait(lambda now: _n_windows(now) == 2, f"{key} opens the keys")
        desk.key("Escape")
        desk.wait(lambda now: now["window"]["active"] and not _is_open(now), "they are closed")
    enter(desk, name)
    desk.key("i")
    desk.wait(lambda now: now.focus["name"].startswith("Result of"), "I opens the result")


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
        state = desk.wait(partial(_is_back_from, is_shown), f"Escape closes what {key} opened")
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


@pytest.mark.parametrize("name", list(PLACES))
def test_keys_with_control_act_in_every_place(desk: Program, name: str):
    state = enter(desk, name)
    for step in WITH_CONTROL:
        press(desk, step, enter(desk, name, state))
        state = desk.settled()
    if name in VIEWS:
        for key in ("ctrl+d", "ctrl+z", "ctrl+shift+z", "ctrl+w"):
            press(desk, {key: _n_panes}, enter(desk, name, state))
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
    state = desk.wait(lambda now: "on the clipboard" in now["message"], "Ctrl+Shift+V looks")
    for step in RARE:
        state = press(desk, step, enter(desk, name, state))

    assert state["preferences"]["interface_size"] == 1
    assert not _is_folded(state)


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
@pytest.mark.parametrize("name", FIELDS)
def test_keys_belong_to_the_field_in_which_one_types(desk: Program, name: str, *, selected: bool):
    if selected:
        press(desk, {"j": _of("selection")}, enter(desk, "page"))
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
    if name not in {"palette", "find bar"}:  # these are gone
        desk.key("ctrl+l", "Escape")
    assert facts(desk.settled()) == facts(before)


@pytest.mark.parametrize("selected", [False, True], ids=["nothing selected", "block selected"])
@pytest.mark.parametrize("name", OVERLAYS)
def test_what_is_open_has_the_keys_to_itself(desk: Program, name: str, *, selected: bool):
    overlay = OVERLAYS[name]
    press(desk, {"ctrl+d": _n_panes}, enter(desk, "page"))  # something to undo
    press(desk, {"ctrl+w": _n_panes}, desk.settled())
    if selected:
        press(desk, {"j": _of("selection")}, enter(desk, "page"))
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
    desk.wait(partial(_is_back_from, overlay.is_shown), f"Escape closes the {name}")

    assert facts(desk.settled()) == facts(before)


def test_the_program_wrote_no_complaint(program: Program):
    said = program.errors.read_text("utf-8")

    assert "Traceback" not in said
    assert "mbiguous shortcut" not in said
