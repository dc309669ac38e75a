"""Table of all actions; menus, keys, palette, key help and tests read it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Menu(StrEnum):
    """Headings of the menu, in order."""

    PAGE = "Page"
    PANES = "Panes"
    GO = "Go to"
    GOLD = "Gold"
    CORPUS = "Corpus"
    SETTINGS = "Settings"
    VIEW = "View"
    HELP = "Help"


class Where(StrEnum):
    """Region in which the keys of an action work, named as in the key help (`key_routing`).

    The focused widget has its keys first; actions have the other keys.
    """

    WINDOW = "everywhere"
    OUTSIDE_TEXT = "outside of text fields"
    UNCLAIMED = "unless the focused view uses the key"


@dataclass(frozen=True, slots=True)
class Action:
    """Action of the user.

    Attributes
    ----------
    id : str
        Stable identifier; a controller registers its handler.
    label : str
        Label, verb first, sentence case; with an ellipsis if a dialog follows.
    menu : Menu
        Heading under which it is listed.
    keys : tuple of str
        Key sequences; the first one is shown. `ALT` is that key, pressed and released alone.
    icon : str
        ``mdi6`` name, may be empty.
    checkable : bool
        Whether the action is a switch.
    where : Where
        Where the keys work: keys with Ctrl and function keys usually everywhere, letters and
        punctuation outside of text fields, and keys that lists, fields or plots use only where
        the focused widget does not use them.
    needs : str
        Condition: ``page`` (on screen), ``opened`` (a page, also behind the Corpus face), ``pane``
        (on a page), ``settings`` (of a pane, also without a page), ``selection``, ``boxes``,
        ``gold``, ``list``, or empty.
    why_not : str
        Reason that the user reads while a condition of the handler is not met; see `REASONS` for
        the conditions of `needs`.
    """

    id: str
    label: str
    menu: Menu
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    where: Where = Where.WINDOW
    needs: str = ""
    why_not: str = ""


REASONS = {
    "page": "Open a page on the Page face first.",
    "opened": "Open a page first.",
    "pane": "Open a page and add an extractor first.",
    "settings": "Add an extractor first.",
    "selection": "Select text on the page first.",
    "boxes": "The active pane has no boxes. Extractors that divide the page, such as vips, have.",
    "gold": "This page has no gold standard. Mark it (G).",
    "list": "Open a corpus and show its pages first.",
}
"""Reason for each need that is not met."""


_NO_OWN_PRESET = "The active pane has the settings of none of your presets."
_NO_SUGGESTION = "There is no what-if suggestion for the selected block."
_MARK_FIRST = "Start to mark the page first (G)."


def _letter(
    identifier: str, label: str, menu: Menu, keys: tuple[str, ...], needs: str, icon: str = ""
) -> Action:
    return Action(identifier, label, menu, keys, icon=icon, where=Where.OUTSIDE_TEXT, needs=needs)


def _unclaimed(
    identifier: str, label: str, menu: Menu, keys: tuple[str, ...], needs: str = "", icon: str = ""
) -> Action:
    return Action(identifier, label, menu, keys, icon=icon, where=Where.UNCLAIMED, needs=needs)


def _class_actions(name: str, label: str, key: str) -> tuple[Action, Action]:
    """Return the actions that mark the selection and go to the next block, or stay."""
    go_on = f"Mark the selection as {label}"
    rows = (
        _letter(f"mark_{name}", go_on, Menu.GOLD, (key,), ""),
        _letter(f"mark_{name}_stay", f"{go_on} and stay", Menu.GOLD, (f"Shift+{key}",), ""),
    )
    return (replace(rows[0], why_not=_MARK_FIRST), replace(rows[1], why_not=_MARK_FIRST))


ALT = "Alt"
"""Key of the menu, pressed and released without another key."""

ACTIONS: tuple[Action, ...] = (
    Action("focus_address", "Go to the address field", Menu.PAGE, ("Ctrl+L",)),
    Action("open_file", "Open a file…", Menu.PAGE, ("Ctrl+O",), "folder-open-outline"),
    Action("paste_html", "Open HTML from the clipboard", Menu.PAGE, ("Ctrl+Shift+V",)),
    Action("reload", "Reload the page", Menu.PAGE, ("Ctrl+R", "F5"), "reload", needs="page"),
    Action("stop_loading", "Stop loading", Menu.PAGE, icon="close", why_not="No page is loading."),
    _unclaimed("cancel", "Close, unselect or stop loading", Menu.PAGE, ("Esc",)),
    Action(
        "start_screen",
        "Show samples and recent pages",
        Menu.PAGE,
        icon="history",
        why_not="They are on screen already.",
    ),
    Action(
        "capture_again",
        "Capture the rendered page again",
        Menu.PAGE,
        needs="page",
        why_not="The page is shown as fetched. Choose As rendered to capture it.",
    ),
    Action("lay_out", "Lay the page out again", Menu.PAGE, ("Ctrl+Shift+L",), needs="page"),
    Action(
        "export",
        "Export texts and blocks…",
        Menu.PAGE,
        ("Ctrl+E",),
        "export-variant",
        why_not="Open a page and add an extractor first.",
    ),
    Action(
        "show_written",
        "Show the last written file in its folder",
        Menu.PAGE,
        icon="folder-open-outline",
        why_not="No file has been written yet.",
    ),
    Action("export_window", "Save the window as a picture…", Menu.PAGE, needs="page"),
    Action("export_page", "Save the page with its heatmap as a picture…", Menu.PAGE, needs="page"),
    Action("open_session", "Open a session…", Menu.PAGE),
    Action(
        "save_session",
        "Save the session",
        Menu.PAGE,
        ("Ctrl+S",),
        "content-save-outline",
        why_not="Open a page or a corpus first.",
    ),
    Action(
        "save_session_as",
        "Save the session as…",
        Menu.PAGE,
        ("Ctrl+Shift+S",),
        why_not="Open a page or a corpus first.",
    ),
    Action("save_snapshot", "Save a snapshot of the page…", Menu.PAGE, needs="page"),
    Action("save_settings", "Save panes as TOML…", Menu.PAGE, needs="settings"),
    Action(
        "continue_last",
        "Continue where you left",
        Menu.PAGE,
        icon="history",
        why_not="There is no last session to continue, or a page is open.",
    ),
    Action(
        "start_afresh",
        "Start afresh with the panes of the last session",
        Menu.PAGE,
        why_not="There is no last session, or a page is open.",
    ),
    Action("open_settings", "Open panes and settings from a file…", Menu.PAGE),
    Action("quit", "Quit", Menu.PAGE, ("Ctrl+Q",)),
    Action("add_extractor", "Add an extractor…", Menu.PANES, ("Ctrl+T",), "plus"),
    Action("add_own", "Add an extractor from a file…", Menu.PANES, icon="file-plus-outline"),
    Action("add_version", "Add another version of a library…", Menu.PANES, icon="package-variant"),
    Action("remove_pane", "Remove the pane", Menu.PANES, ("Ctrl+W",), needs="settings"),
    Action("duplicate_pane", "Duplicate the pane", Menu.PANES, ("Ctrl+D",), needs="settings"),
    replace(
        _letter(
            "compare",
            "Compare with the pane before, or stop",
            Menu.PANES,
            ("D",),
            "pane",
            "compare",
        ),
        why_not="There is no other pane to compare with.",
    ),
    Action("copy_command", "Copy as command line", Menu.PANES, needs="settings"),
    Action(
        "fold_pane",
        "Fold or unfold the pane",
        Menu.PANES,
        ("Ctrl+Shift+F",),
        needs="pane",
    ),
    replace(
        _unclaimed("move_left", "Move the pane left", Menu.PANES, ("Ctrl+Shift+Left",), "pane"),
        why_not="The active pane is the first pane.",
    ),
    replace(
        _unclaimed("move_right", "Move the pane right", Menu.PANES, ("Ctrl+Shift+Right",), "pane"),
        why_not="The active pane is the last pane.",
    ),
    Action("run_again", "Run the pane again", Menu.PANES, needs="pane"),
    Action(
        "copy_pane", "Copy the kept text of the pane", Menu.PANES, ("Ctrl+Shift+C",), needs="pane"
    ),
    Action("copy_page_text", "Copy the kept page text", Menu.PANES, needs="pane"),
    Action(
        "show_rendered",
        "Show as rendered text",
        Menu.PANES,
        needs="pane",
        icon="text-long",
        why_not="The active pane shows it already.",
    ),
    Action(
        "show_plain",
        "Show as plain text",
        Menu.PANES,
        needs="pane",
        why_not="The active pane shows it already.",
    ),
    Action(
        "show_source",
        "Show as HTML source",
        Menu.PANES,
        needs="pane",
        icon="code-tags",
        why_not="The active pane shows it already.",
    ),
    Action("detach", "Move the pane to its own window, or back", Menu.PANES, needs="pane"),
    Action("show_web", "Show as a web page", Menu.PANES, needs="pane", icon="web"),
    Action(
        "show_difference",
        "Show the difference to another pane",
        Menu.PANES,
        needs="pane",
        icon="compare",
        why_not="The active pane shows it already, or there is no other pane.",
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
    replace(
        _letter("step_back", "Show the previous step", Menu.GO, (",",), "pane"),
        why_not="The active pane is at its first step, or it has no steps.",
    ),
    replace(
        _letter("step_forward", "Show the next step", Menu.GO, (".",), "pane"),
        why_not="The active pane is at its last step, or it has no steps.",
    ),
    _unclaimed("round_first", "Boxes of the first round", Menu.GO, ("Alt+Home",), "boxes"),
    _unclaimed("round_back", "Boxes up to the previous round", Menu.GO, ("Alt+Left",), "boxes"),
    _unclaimed("round_forward", "Boxes up to the next round", Menu.GO, ("Alt+Right",), "boxes"),
    _unclaimed("round_last", "Boxes of all rounds", Menu.GO, ("Alt+End",), "boxes"),
    Action(
        "back_to_result",
        "Go back from a step to the result",
        Menu.GO,
        why_not="No step is on screen.",
    ),
    Action("next_region", "Go to the next region", Menu.GO, ("F6",)),
    Action("previous_region", "Go to the previous region", Menu.GO, ("Shift+F6",)),
    Action(
        "fetch_site",
        "Fetch other pages of this site, or stop",
        Menu.GO,
        why_not="Open a page from its address first.",
    ),
    Action("find", "Find in the active view", Menu.GO, ("Ctrl+F",), "magnify"),
    _letter("mark_gold", "Mark the gold standard, or stop", Menu.GOLD, ("G",), "page"),
    Action("colour_gold", "Colour the page against gold", Menu.GOLD, ("Alt+G",), needs="gold"),
    *_class_actions("main", "main content", "C"),
    *_class_actions("boilerplate", "boilerplate", "B"),
    *_class_actions("title", "title", "T"),
    *_class_actions("comment", "comment", "R"),
    *_class_actions("undecided", "undecided", "U"),
    replace(
        _unclaimed("mark_clear", "Remove the marks of the selection", Menu.GOLD, ("Del",)),
        why_not=_MARK_FIRST,
    ),
    Action("mark_rest", "Mark the rest as boilerplate", Menu.GOLD, why_not=_MARK_FIRST),
    _unclaimed("wider_element", "Select the wider element", Menu.GO, ("Ctrl+Up",), "selection"),
    replace(
        _unclaimed(
            "narrower_element", "Select the narrower element", Menu.GO, ("Ctrl+Down",), "selection"
        ),
        why_not="Select a wider element first (Ctrl+Up).",
    ),
    Action("switch_face", "Switch between page and corpus", Menu.CORPUS, ("Ctrl+Tab",)),
    Action("open_corpus", "Open a corpus…", Menu.CORPUS, ("Ctrl+Shift+O",), "database-outline"),
    Action("open_corpus_folder", "Open a folder of pages…", Menu.CORPUS),
    Action("add_results", "Add results from a file…", Menu.CORPUS, why_not="Open a corpus first."),
    Action(
        "add_gold",
        "Add gold to the results of the batch…",
        Menu.CORPUS,
        why_not="Open the folder of a batch first.",
    ),
    Action(
        "add_bounds",
        "Add floor and ceiling",
        Menu.CORPUS,
        why_not="Open a corpus first. Floor and ceiling are added once.",
    ),
    Action(
        "add_annotators",
        "Add the annotators",
        Menu.CORPUS,
        why_not="Open a corpus whose gold names annotators. Each is added once.",
    ),
    Action(
        "choose_gold",
        "Choose whose marks are the gold…",
        Menu.CORPUS,
        why_not="Open a corpus whose gold names annotators first.",
    ),
    Action(
        "audit_gold",
        "Audit the gold standard",
        Menu.CORPUS,
        why_not="Open a corpus with gold first.",
    ),
    Action(
        "learn_from_marks",
        "Learn from my marks",
        Menu.CORPUS,
        why_not="Open a corpus and mark a page of it first.",
    ),
    Action("run_or_sweep", "Run the panes, or sweep", Menu.CORPUS, ("Ctrl+Return", "Ctrl+Enter")),
    Action(
        "run_corpus",
        "Run the panes on the corpus",
        Menu.CORPUS,
        why_not="Open a corpus and add an extractor first. A run in progress can be cancelled.",
    ),
    Action(
        "pause_corpus", "Pause or resume the run", Menu.CORPUS, why_not="No run is in progress."
    ),
    Action("cancel_corpus", "Cancel the run", Menu.CORPUS, why_not="No run is in progress."),
    Action(
        "run_failed",
        "Run the failed pages again",
        Menu.CORPUS,
        why_not="No page of the corpus has failed.",
    ),
    Action(
        "cancel_reading",
        "Cancel the reading of the corpus",
        Menu.CORPUS,
        why_not="No corpus is being read.",
    ),
    Action(
        "bring_back",
        "Run the pages that were left out again",
        Menu.CORPUS,
        why_not="No page was left out.",
    ),
    Action(
        "run_without",
        "Run without the page that crashes the workers",
        Menu.CORPUS,
        why_not="No page has crashed the workers.",
    ),
    Action(
        "list_failures",
        "List only pages with a failure, or all",
        Menu.CORPUS,
        why_not="No page of the corpus has failed or is empty.",
    ),
    _letter("select_next_page", "Select the next page or rule", Menu.CORPUS, ("J",), "list"),
    _letter(
        "select_previous_page", "Select the previous page or rule", Menu.CORPUS, ("K",), "list"
    ),
    Action(
        "open_listed",
        "Open the selected page",
        Menu.CORPUS,
        why_not="Select a page in the list of a corpus first.",
    ),
    Action(
        "next_page",
        "Open the next listed page",
        Menu.CORPUS,
        ("Ctrl+PgDown",),
        why_not="The page on screen is not one of a corpus.",
    ),
    Action(
        "previous_page",
        "Open the previous listed page",
        Menu.CORPUS,
        ("Ctrl+PgUp",),
        why_not="The page on screen is not one of a corpus.",
    ),
    Action(
        "export_corpus",
        "Export scores, pages, groups or trials…",
        Menu.CORPUS,
        why_not="Run the panes on a corpus first.",
    ),
    Action("tab_pages", "Show the pages", Menu.VIEW, ("Ctrl+7",)),
    Action("tab_sweep", "Show the sweep", Menu.VIEW, ("Ctrl+8",)),
    Action("tab_losses", "Show the losses", Menu.VIEW, ("Alt+L",)),
    Action("tab_changes", "Show the changes between panes", Menu.VIEW, ("Alt+D",)),
    replace(
        _unclaimed("undo", "Undo", Menu.SETTINGS, ("Ctrl+Z",), icon="undo"),
        why_not="There is nothing to undo.",
    ),
    replace(
        _unclaimed("redo", "Redo", Menu.SETTINGS, ("Ctrl+Shift+Z", "Ctrl+Y"), icon="redo"),
        why_not="There is nothing to redo.",
    ),
    Action(
        "reset_all",
        "Reset all settings of the pane",
        Menu.SETTINGS,
        icon="restore",
        needs="settings",
        why_not="All settings of the active pane have their defaults.",
    ),
    Action("save_preset", "Save the settings as a preset…", Menu.SETTINGS, needs="settings"),
    Action(
        "rename_preset",
        "Rename the preset…",
        Menu.SETTINGS,
        needs="settings",
        why_not=_NO_OWN_PRESET,
    ),
    Action(
        "delete_preset",
        "Delete the preset…",
        Menu.SETTINGS,
        needs="settings",
        why_not=_NO_OWN_PRESET,
    ),
    Action("edit_presets", "Edit your presets", Menu.SETTINGS, needs="settings"),
    Action("ad_hosts", "Choose the list of advertisement hosts…", Menu.SETTINGS),
    replace(
        _letter(
            "preview_what_if",
            "Show the words that the next suggestion would change",
            Menu.SETTINGS,
            ("W",),
            "selection",
        ),
        why_not=_NO_SUGGESTION,
    ),
    Action(
        "apply_what_if",
        "Apply the what-if suggestion",
        Menu.SETTINGS,
        needs="selection",
        why_not=_NO_SUGGESTION,
    ),
    Action(
        "copy_bug_report",
        "Copy a bug report on the selected block",
        Menu.SETTINGS,
        why_not="Select a block that a followed library drops and that no setting keeps.",
    ),
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
    _letter(
        "pick",
        "Let clicks select blocks, or use the page's links",
        Menu.VIEW,
        ("P",),
        "page",
        "crosshairs",
    ),
    replace(
        _unclaimed("intensity_up", "More intense heatmap", Menu.VIEW, ("Alt+Up",)),
        why_not="The heatmap has its greatest intensity.",
    ),
    replace(
        _unclaimed("intensity_down", "Less intense heatmap", Menu.VIEW, ("Alt+Down",)),
        why_not="The heatmap has its smallest intensity.",
    ),
    Action(
        "colour_agreement",
        "Colour the page by agreement",
        Menu.VIEW,
        ("Alt+0",),
        "palette-outline",
        needs="page",
        why_not="The page is coloured by agreement already.",
    ),
    Action("tab_blocks", "Show the blocks", Menu.VIEW, ("Ctrl+1",), needs="opened"),
    Action("tab_agreement", "Show the agreement", Menu.VIEW, ("Ctrl+2",), needs="opened"),
    Action("tab_steps", "Show the steps", Menu.VIEW, ("Ctrl+3",), needs="opened"),
    Action("tab_differing", "Show the settings that differ", Menu.VIEW, needs="opened"),
    Action("tab_curves", "Show the curves", Menu.VIEW, ("Ctrl+4",), needs="opened"),
    Action("tab_tree", "Show the tree", Menu.VIEW, ("Ctrl+5",), needs="opened"),
    Action("tab_site", "Show the site", Menu.VIEW, ("Alt+S",), needs="opened"),
    Action("tab_element_tree", "Show the elements", Menu.VIEW, needs="opened"),
    Action("tab_scores", "Show the scores", Menu.VIEW, ("Ctrl+6",), needs="opened"),
    Action("tab_elements", "Show the errors of structure", Menu.VIEW, needs="opened"),
    Action("tab_candidates", "Show the candidates", Menu.VIEW, ("Alt+C",), needs="opened"),
    Action("tab_proxy", "Show the proxy", Menu.VIEW, ("Ctrl+9",), "earth"),
    Action("toggle_proxy", "Start or stop the proxy", Menu.VIEW),
    Action(
        "fold_tables",
        "Fold or unfold the tables",
        Menu.VIEW,
        why_not="The tables belong to the Page face.",
    ),
    Action("show_settings", "Show settings", Menu.VIEW, icon="tune-variant"),
    Action("show_inspector", "Show inspector", Menu.VIEW, icon="text-box-search-outline"),
    Action("fold_right", "Fold or unfold settings and inspector", Menu.VIEW),
    _letter(
        "whole_row", "Give the page or pane the whole row, or end that", Menu.VIEW, ("Z",), "pane"
    ),
    Action("theme", "Switch between light and dark", Menu.VIEW, icon="theme-light-dark"),
    Action(
        "theme_system",
        "Use the system's theme",
        Menu.VIEW,
        why_not="The window follows the system's theme already.",
    ),
    Action(
        "larger",
        "Larger interface",
        Menu.VIEW,
        ("Ctrl++", "Ctrl+="),
        why_not="The interface has its largest size.",
    ),
    Action(
        "smaller",
        "Smaller interface",
        Menu.VIEW,
        ("Ctrl+-",),
        why_not="The interface has its smallest size.",
    ),
    Action(
        "normal_size",
        "Normal interface size",
        Menu.VIEW,
        ("Ctrl+0",),
        why_not="The interface has its normal size.",
    ),
    Action("language", "English or 简体中文", Menu.VIEW),
    Action("default_arrangement", "Default arrangement", Menu.VIEW),
    Action("menu", "Open the menu", Menu.VIEW, ("F10", ALT), "menu"),
    _letter("keys", "All keys", Menu.HELP, ("?", "Shift+?"), ""),
    Action("help", "Help on the focused view", Menu.HELP, ("F1",)),
    Action("glossary", "Glossary", Menu.HELP, icon="book-open-variant"),
    Action("tour", "Tour of two minutes", Menu.HELP),
    Action("catalogue", "All algorithms", Menu.HELP),
    Action("past_messages", "Show past messages", Menu.HELP, icon="message-text-outline"),
    Action("about", "About Boilerscope", Menu.HELP),
)
"""All actions; panes 1 to 9 also have digit keys, see `PANE_KEYS`.

Two actions have the same key only if one needs the list of a corpus and the other a page.
"""

PANE_KEYS = tuple((f"{number}", f"Alt+{number}") for number in range(1, 10))
"""Keys of pane n: activate it (outside of text fields), colour the page by it (everywhere)."""


def keys_in_force() -> dict[str, Where]:
    """Return where each key of the table works."""
    where = {key: action.where for action in ACTIONS for key in action.keys}
    for activate, colour in PANE_KEYS:
        where |= {activate: Where.OUTSIDE_TEXT, colour: Where.WINDOW}
    return where


def action(identifier: str) -> Action:
    """Return an action by its identifier.

    Raises
    ------
    KeyError
        If it does not exist.
    """
    return _BY_ID[identifier]


_BY_ID = {row.id: row for row in ACTIONS}
