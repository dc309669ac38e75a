"""Every action of the program, once: menus, keys, palette, key help and tests read this table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Menu(StrEnum):
    """Headings of the menu, in order."""

    PAGE = "Page"
    PANES = "Panes"
    GO = "Go to"
    SETTINGS = "Settings"
    VIEW = "View"
    HELP = "Help"


class Where(StrEnum):
    """Where the keys of an action hold, as the key help says it; `app.window.key_routing` obeys.

    A key belongs to what has the focus; an action has only what that leaves.
    """

    WINDOW = "everywhere"
    OUTSIDE_TEXT = "outside of text fields"
    UNCLAIMED = "where nothing in focus uses the key"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do.

    Attributes
    ----------
    id : str
        Stable name; the window has a handler of this name.
    label : str
        Verb first, sentence case; an ellipsis where a question follows.
    menu : Menu
        Where it is listed.
    keys : tuple of str
        Key sequences, the first one is shown; `ALT` is that key pressed and let go alone.
    icon : str
        ``mdi6`` name, may be empty.
    checkable : bool
        Whether it is on or off.
    where : Where
        Where the keys hold: those with Ctrl and function keys mostly everywhere, bare letters and
        signs outside of text fields, keys that lists, fields or plots use only where none does.
    needs : str
        What must be there: ``page``, ``pane`` (on a page), ``settings`` (of a pane, also before
        there is a page), ``selection``, ``boxes`` or nothing.
    """

    id: str
    label: str
    menu: Menu
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    where: Where = Where.WINDOW
    needs: str = ""


def _letter(
    identifier: str, label: str, menu: Menu, keys: tuple[str, ...], needs: str, icon: str = ""
) -> Action:
    return Action(identifier, label, menu, keys, icon=icon, where=Where.OUTSIDE_TEXT, needs=needs)


def _unclaimed(
    identifier: str, label: str, menu: Menu, keys: tuple[str, ...], needs: str = "", icon: str = ""
) -> Action:
    return Action(identifier, label, menu, keys, icon=icon, where=Where.UNCLAIMED, needs=needs)


ALT = "Alt"
"""Key of the menu, pressed and let go without another one."""

ACTIONS: tuple[Action, ...] = (
    Action("focus_address", "Go to the address field", Menu.PAGE, ("Ctrl+L",)),
    Action("open_file", "Open a file…", Menu.PAGE, ("Ctrl+O",), "folder-open-outline"),
    Action("paste_html", "Open HTML from the clipboard", Menu.PAGE, ("Ctrl+Shift+V",)),
    Action("reload", "Reload the page", Menu.PAGE, ("Ctrl+R", "F5"), "reload", needs="page"),
    Action("stop_loading", "Stop loading", Menu.PAGE, icon="close"),
    _unclaimed("cancel", "Close, unselect or stop loading", Menu.PAGE, ("Esc",)),
    Action("start_screen", "Show samples and recent pages", Menu.PAGE, icon="history"),
    Action("capture_again", "Capture the rendered page again", Menu.PAGE, needs="page"),
    Action("lay_out", "Lay the page out again", Menu.PAGE, ("Ctrl+Shift+L",), needs="page"),
    Action(
        "export", "Export texts and blocks…", Menu.PAGE, ("Ctrl+E",), "export-variant", needs="pane"
    ),
    Action("export_window", "Save the window as a picture…", Menu.PAGE, needs="page"),
    Action("export_page", "Save the page with its heatmap as a picture…", Menu.PAGE, needs="page"),
    Action("save_snapshot", "Save a snapshot of the page…", Menu.PAGE, needs="page"),
    Action("save_settings", "Save the panes' settings…", Menu.PAGE, ("Ctrl+S",), needs="settings"),
    Action("open_settings", "Open panes and settings from a file…", Menu.PAGE),
    Action("quit", "Quit", Menu.PAGE, ("Ctrl+Q",)),
    Action("add_extractor", "Add an extractor…", Menu.PANES, ("Ctrl+T",), "plus"),
    Action("remove_pane", "Remove the pane", Menu.PANES, ("Ctrl+W",), needs="settings"),
    Action("duplicate_pane", "Duplicate the pane", Menu.PANES, ("Ctrl+D",), needs="settings"),
    Action("fold_pane", "Fold or unfold the pane", Menu.PANES, ("Ctrl+Shift+F",), needs="pane"),
    _unclaimed("move_left", "Move the pane left", Menu.PANES, ("Ctrl+Shift+Left",), "pane"),
    _unclaimed("move_right", "Move the pane right", Menu.PANES, ("Ctrl+Shift+Right",), "pane"),
    Action("run_again", "Run the pane again", Menu.PANES, needs="pane"),
    Action(
        "copy_pane", "Copy the kept text of the pane", Menu.PANES, ("Ctrl+Shift+C",), needs="pane"
    ),
    Action("copy_page_text", "Copy the kept page text", Menu.PANES, needs="pane"),
    Action("show_rendered", "Show as rendered text", Menu.PANES, needs="pane", icon="text-long"),
    Action("show_plain", "Show as plain text", Menu.PANES, needs="pane"),
    Action("show_source", "Show as HTML source", Menu.PANES, needs="pane", icon="code-tags"),
    Action("show_web", "Show as a web page", Menu.PANES, needs="pane", icon="web"),
    Action(
        "show_difference",
        "Show the difference to another pane",
        Menu.PANES,
        needs="pane",
        icon="compare",
    ),
    _letter("next_block", "Next block", Menu.GO, ("J",), "page"),
    _letter("previous_block", "Previous block", Menu.GO, ("K",), "page"),
    _letter("next_difference", "Next difference", Menu.GO, ("N",), "page", "skip-next-outline"),
    _letter(
        "previous_difference",
        "Previous difference",
        Menu.GO,
        ("Shift+N",),
        "page",
        "skip-previous-outline",
    ),
    _letter("align", "Align all columns on the selection", Menu.GO, ("A",), "selection"),
    _letter("lock", "Lock or free the pane's scrolling", Menu.GO, ("L",), "pane", "lock-outline"),
    _unclaimed(
        "explain",
        "Show the steps of the selected block",
        Menu.GO,
        ("Return", "Enter"),
        "selection",
    ),
    _letter(
        "show_result",
        "Title, scores and warnings of the pane",
        Menu.GO,
        ("I",),
        "pane",
        "information-outline",
    ),
    _letter("step_back", "Show the step before", Menu.GO, (",",), "pane"),
    _letter("step_forward", "Show the step after", Menu.GO, (".",), "pane"),
    _unclaimed("round_first", "Boxes of the first round", Menu.GO, ("Alt+Home",), "boxes"),
    _unclaimed("round_back", "Boxes up to the round before", Menu.GO, ("Alt+Left",), "boxes"),
    _unclaimed("round_forward", "Boxes up to the round after", Menu.GO, ("Alt+Right",), "boxes"),
    _unclaimed("round_last", "Boxes of all rounds", Menu.GO, ("Alt+End",), "boxes"),
    Action("back_to_result", "Go back from a step to the result", Menu.GO),
    Action("next_region", "Go to the next region", Menu.GO, ("F6",)),
    Action("previous_region", "Go to the region before", Menu.GO, ("Shift+F6",)),
    Action("find", "Find in the active view", Menu.GO, ("Ctrl+F",), "magnify"),
    _unclaimed("undo", "Undo", Menu.SETTINGS, ("Ctrl+Z",), icon="undo"),
    _unclaimed("redo", "Redo", Menu.SETTINGS, ("Ctrl+Shift+Z",), icon="redo"),
    Action(
        "reset_all",
        "Reset all settings of the pane",
        Menu.SETTINGS,
        icon="restore",
        needs="settings",
    ),
    Action("save_preset", "Save the settings as a preset…", Menu.SETTINGS, needs="settings"),
    Action("edit_presets", "Edit your presets", Menu.SETTINGS, needs="settings"),
    Action("ad_hosts", "Choose the list of advertisement hosts…", Menu.SETTINGS),
    Action("apply_what_if", "Apply the what-if suggestion", Menu.SETTINGS, needs="selection"),
    Action(
        "palette", "Search commands, settings and extractors", Menu.VIEW, ("Ctrl+K",), "magnify"
    ),
    Action(
        "heatmap",
        "Heatmap",
        Menu.VIEW,
        ("H",),
        "eye-outline",
        checkable=True,
        where=Where.OUTSIDE_TEXT,
    ),
    Action(
        "values",
        "Values on the page",
        Menu.VIEW,
        ("V",),
        checkable=True,
        where=Where.OUTSIDE_TEXT,
    ),
    _letter("pick", "Pick a block on the page", Menu.VIEW, ("P",), "page", "crosshairs"),
    _unclaimed("intensity_up", "More intense heatmap", Menu.VIEW, ("Alt+Up",)),
    _unclaimed("intensity_down", "Less intense heatmap", Menu.VIEW, ("Alt+Down",)),
    Action(
        "colour_agreement",
        "Colour the page by agreement",
        Menu.VIEW,
        ("Alt+0",),
        "palette-outline",
        needs="page",
    ),
    Action("tab_blocks", "Show the blocks", Menu.VIEW, ("Ctrl+1",)),
    Action("tab_agreement", "Show the agreement", Menu.VIEW, ("Ctrl+2",)),
    Action("tab_steps", "Show the steps", Menu.VIEW, ("Ctrl+3",)),
    Action("tab_curves", "Show the curves", Menu.VIEW, ("Ctrl+4",)),
    Action("tab_tree", "Show the tree", Menu.VIEW, ("Ctrl+5",)),
    Action("fold_tables", "Fold or unfold the tables", Menu.VIEW),
    Action("show_settings", "Show settings", Menu.VIEW, icon="tune-variant"),
    Action("show_inspector", "Show inspector", Menu.VIEW, icon="text-box-search-outline"),
    Action("fold_right", "Fold or unfold settings and inspector", Menu.VIEW),
    Action("theme", "Switch between light and dark", Menu.VIEW, icon="theme-light-dark"),
    Action("theme_system", "Use the system's theme", Menu.VIEW),
    Action("larger", "Larger interface", Menu.VIEW, ("Ctrl++", "Ctrl+=")),
    Action("smaller", "Smaller interface", Menu.VIEW, ("Ctrl+-",)),
    Action("normal_size", "Normal interface size", Menu.VIEW, ("Ctrl+0",)),
    Action("language", "English or 简体中文", Menu.VIEW),
    Action("default_arrangement", "Default arrangement", Menu.VIEW),
    Action("menu", "Open the menu", Menu.VIEW, ("F10", ALT), "menu"),
    _letter("keys", "All keys", Menu.HELP, ("?", "Shift+?"), ""),
    Action("help", "Help on what has the focus", Menu.HELP, ("F1",)),
    Action("catalogue", "All algorithms", Menu.HELP),
    Action("about", "About Boilerscope", Menu.HELP),
)
"""All actions; panes 1 to 9 have their digit keys besides, see `PANE_KEYS`."""

PANE_KEYS = tuple((f"{number}", f"Alt+{number}") for number in range(1, 10))
"""Keys of pane n: make it active (outside of text fields), colour the page by it (everywhere)."""


def keys_in_force() -> dict[str, Where]:
    """Return where every key of the table holds."""
    found = {key: one.where for one in ACTIONS for key in one.keys}
    for activate, colour in PANE_KEYS:
        found |= {activate: Where.OUTSIDE_TEXT, colour: Where.WINDOW}
    return found


def action(identifier: str) -> Action:
    """Return an action by its name.

    Raises
    ------
    KeyError
        If there is none.
    """
    return _BY_ID[identifier]


_BY_ID = {each.id: each for each in ACTIONS}
