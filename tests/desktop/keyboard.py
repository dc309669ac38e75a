"""Places that can have the focus, the keys that act in each place, and the effect of each key.

A step presses several keys with distinguishable effects, and waits for all effects.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.desktop.driver import Program, State


class Place(NamedTuple):
    """A place for the focus: keys that lead there from anywhere, and a mark of the focus."""

    keys: tuple[str, ...]
    mark: str
    """Class, name or object name of the focused widget or of a widget around it."""


F6 = "F6"
VIEWS = {
    "page": Place(("ctrl+l", "Escape"), "QQuickWidget"),
    "pane": Place(("ctrl+l", F6, F6), "Body"),
    "strips": Place(("ctrl+l", F6, F6, F6), "Strips"),
    "blocks table": Place(("ctrl+1",), "_Rows"),
    "agreement table": Place(("ctrl+2",), "_Matrix"),
    "steps": Place(("ctrl+3",), "StepColumns"),
    "plot": Place(("ctrl+4",), "CurvePlot"),
    "slider": Place(("ctrl+4", F6, "Tab"), "ValueSlider"),
    "inspector": Place(("ctrl+4", F6, F6), "inspector"),
}
FIELDS = {
    "address": Place(("ctrl+l",), "AddressField"),
    "palette": Place(("ctrl+l", "Escape", "ctrl+k"), "palette"),
    "find bar": Place(("ctrl+l", F6, F6, "ctrl+f"), "Find in the text"),
    "settings search": Place(("ctrl+4", F6, "ctrl+f"), "Find a setting"),
    "block filter": Place(("ctrl+1", "ctrl+f"), "Filter blocks"),
    "number box": Place(("ctrl+4", F6), "NumberBox"),
}
PLACES = VIEWS | FIELDS


def value_of(name: str) -> Callable[[State], Any]:
    """Return a function that reads a value of the state."""
    return lambda now: now[name]


def preference(name: str) -> Callable[[State], Any]:
    """Return a function that reads a preference."""
    return lambda now: now["preferences"][name]


def is_free(now: State) -> bool:
    """Return whether a pane scrolls separately."""
    return bool(now.widgets("Scrolls separately"))


def order(now: State) -> list[str]:
    """Return the names of the panes in their order."""
    return [pane["name"] for pane in now["panes"]]


def n_panes(now: State) -> int:
    """Return the number of panes."""
    return len(now["panes"])


def is_folded(now: State) -> bool:
    """Return whether the active pane is folded."""
    return bool(now.active["folded"])


def has_layout(now: State) -> bool:
    """Return whether the page has a layout."""
    return bool(now["page"] and now["page"]["has_layout"])


LETTERS: tuple[dict[str, Callable[[State], Any]], ...] = (
    {
        "v": preference("values"),
        "l": is_free,
        "alt+Up": preference("intensity"),
        "alt+2": value_of("colour"),
        "j": value_of("selection"),
    },
    {
        "v": preference("values"),
        "l": is_free,
        "alt+Down": preference("intensity"),
        "alt+1": value_of("colour"),
        "n": value_of("selection"),
    },
    {"h": preference("heatmap"), "shift+n": value_of("selection"), "comma": value_of("step")},
    {"h": preference("heatmap"), "n": value_of("selection"), "period": value_of("step")},
    {"k": value_of("selection"), "2": value_of("active")},
    {"1": value_of("active"), "ctrl+shift+Right": order},
    {"ctrl+shift+Left": order},
    {"Escape": value_of("selection")},
)
"""Steps of keys that belong to the window in every view, and the value that each key changes."""

WITH_CONTROL: tuple[dict[str, Callable[[State], Any]], ...] = (
    {"ctrl+d": n_panes, "alt+2": value_of("colour")},
    {"ctrl+w": n_panes, "alt+0": value_of("colour")},
    {"alt+1": value_of("colour"), "ctrl+shift+l": has_layout},
    {"ctrl+r": has_layout},
)
"""Steps of keys that belong to the window in every place; a reloaded page has no layout."""

RARE: tuple[dict[str, Callable[[State], Any]], ...] = (
    {"ctrl+shift+l": has_layout, "ctrl+plus": preference("interface_size")},
    {"F5": has_layout, "ctrl+equal": preference("interface_size")},
    {"ctrl+minus": preference("interface_size")},
    {"ctrl+0": preference("interface_size"), "ctrl+shift+f": is_folded},
    {"ctrl+shift+f": is_folded},
)
"""More such keys, which differ from the keys above only by their action."""

SHOWN: dict[str, Callable[[State], bool]] = {
    "ctrl+t": lambda now: bool(now.widgets("palette")),
    "ctrl+k": lambda now: bool(now.widgets("palette")),
    "ctrl+e": lambda now: bool(now["front"] == "ExportDialog"),
    "ctrl+o": lambda now: bool(now["front"] == "QFileDialog"),
    "ctrl+s": lambda now: bool(now["front"] == "QFileDialog"),
    "F1": lambda now: is_second_window(now),  # noqa: PLW0108 - it is defined below
    "F10": lambda now: bool(now.items("Panes")),
    "Alt_L": lambda now: bool(now.items("Panes")),
}
"""Keys that open a widget from every place, and how to recognise it. Escape closes it."""

FOCUSED_BY = {
    "ctrl+l": "AddressField",
    "ctrl+1": "_Rows",
    "ctrl+2": "_Matrix",
    "ctrl+3": "StepColumns",
    "ctrl+4": "CurvePlot",
    "ctrl+5": "treeView",
}
"""Keys that move the focus from every place, with its mark."""

ELSEWHERE = {
    "Esc": "test_keys.py, field by field",
    "Return": "test_keys.py, field by field",
    "Enter": "the same action as Return, on the keypad",
    "Ctrl+Shift+S": "app/window/controllers/test_session_files.py; it asks for a file, as Ctrl+S",
    "Ctrl+Q": "test_quit_and_return.py; it ends the program",
    "Ctrl+Y": "the same action as Ctrl+Shift+Z",
    "Alt+S": "app/window/controllers/test_site.py; it needs other pages of the site",
    "Alt+C": "app/window/controllers/test_tables.py; it opens a tab beside the curves",
    "Alt+D": "app/window/controllers/corpus/test_changes.py; it leaves the page",
    "Alt+L": "app/window/controllers/corpus/test_losses.py; it leaves the page",
    "Alt+Home": "test_page_stays.py; only pages with boxes of rounds have them",
    "Alt+Left": "the same",
    "Alt+Right": "the same",
    "Alt+End": "the same",
    "Alt+G": "test_gold.py; only pages with a gold standard can be compared with it",
    "Z": "app/window/test_arrangement.py; it hides the page or the panes",
    "W": "app/window/controllers/test_what_if.py; it needs a suggestion",
    "D": "app/window/controllers/test_comparison.py; it folds the other panes",
    "G": "test_gold.py; it begins to mark, and the keys of classes act only then",
    **dict.fromkeys("CBTRU", "test_gold.py"),
    **dict.fromkeys([f"Shift+{key}" for key in "CBTRU"], "the same action, without going on"),
    "Del": "test_gold.py",
    "Ctrl+Up": "test_gold.py",
    "Ctrl+Down": "test_gold.py",
    "Ctrl+6": "test_gold.py",
    "Ctrl+9": "test_proxy.py",
    **dict.fromkeys(
        ["Ctrl+Tab", "Ctrl+Shift+O", "Ctrl+Return", "Ctrl+Enter", "Ctrl+7", "Ctrl+8"],
        "test_corpus.py; the Corpus face",
    ),
    **dict.fromkeys(["Ctrl+PgDown", "Ctrl+PgUp"], "test_corpus_pages.py; pages of a corpus"),
}
SINGLE = (
    "a", "i", "p", "question", "shift+question", "F6", "shift+F6", "ctrl+f",
    "ctrl+z", "ctrl+shift+z", "ctrl+shift+c", "ctrl+shift+v",
)  # fmt: skip
"""Keys that scenarios press one at a time."""


def facts(state: State) -> dict[str, Any]:
    """Return the facts that the window's keys would change."""
    names = ("selection", "step", "active", "colour", "preferences", "address")
    panes = [
        {key: pane[key] for key in ("name", "settings", "show_as", "folded")}
        for pane in state["panes"]
    ]
    bars = [bar for bar in state.widgets(path="dock-tables") if "TabBar" in bar["class"]]
    tabs = [tab["text"] for bar in bars for tab in bar["items"] if tab.get("current")]
    return {name: state[name] for name in names} | {"panes": panes, "tabs": tabs}


def is_level(now: State, name: str, y: float) -> bool:
    """Return whether a pane shows the selection at a given height."""
    shown_y = now.pane(name)["selection_y"]
    return shown_y is not None and abs(shown_y - y) <= 4


def n_windows(now: State) -> int:
    """Return the number of open windows."""
    return sum("/" not in widget["path"] for widget in now["widgets"])


def is_second_window(now: State) -> bool:
    """Return whether a second window is open and has the keyboard: it is on screen before that."""
    return n_windows(now) == 2 and bool(now["front"]) and not now["window"]["active"]


def is_back_from(is_shown: Callable[[State], bool], now: State) -> bool:
    """Return whether a widget has closed and the window has the keyboard again."""
    return not is_shown(now) and bool(now["window"]["active"])


def is_open(now: State) -> bool:
    """Return whether a window, the palette or the find bar is open over the window."""
    return n_windows(now) > 1 or bool(now.widgets("palette") or now.widgets("Find in the text"))


def is_at(place: Place, now: State) -> bool:
    """Return whether a place has the focus."""
    focus = now.focus
    around = str(focus.get("path", "")).split("/")
    return place.mark in {focus.get("class"), focus.get("name"), focus.get("id"), *around}


def enter(program: Program, name: str, since: State | None = None) -> State:
    """Move the focus to a place by keys, unless the place has it already."""
    place = PLACES[name]
    if since is not None and is_at(place, since):
        return since
    program.key(*place.keys)
    return program.wait(partial(is_at, place), f"the focus is in {name}")


def press(program: Program, step: Mapping[str, Callable[[State], Any]], since: State) -> State:
    """Press the keys of a step and wait until each key has had its effect."""
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


def calm(program: Program) -> Program:
    """Close, unselect and reset everything that keys have changed; return the program."""
    now = program.settled()
    if is_open(now) or now["selection"] or now["step"] or now["active"] != order(now)[0]:
        program.key("Escape", "ctrl+l", "Escape")
        program.close_all()
        program.key("ctrl+l", "Escape", "1")
        program.wait(lambda now: now["active"] == order(now)[0], "the first pane is active")
    return program
