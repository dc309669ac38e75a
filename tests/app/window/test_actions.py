"""The table of actions is complete: unique names and keys, plain labels."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QKeySequence

from boilerscope.app.window.actions import ACTIONS, PANE_KEYS, REASONS, Menu, Where, action
from boilerscope.widgets import theme
from boilerscope.widgets.panes.menus import PaneMenu

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

_EDITING = re.compile(
    r"Return|Enter|Esc|Space|Tab|Del|Ctrl\+(Shift\+)?[ACVXZ]|(.*\+)?(Up|Down|Left|Right|Home|End)"
)
_NOT_EDITING = {"Ctrl+Shift+C", "Ctrl+Shift+V"}


def test_names_are_unique_and_can_be_looked_up():
    counts = Counter(row.id for row in ACTIONS)

    assert max(counts.values()) == 1
    assert all(action(row.id) is row for row in ACTIONS)
    with pytest.raises(KeyError):
        action("no_such_action")


def test_no_key_has_two_actions_at_the_same_time():
    needs: dict[str, list[str]] = defaultdict(list)
    for row in ACTIONS:
        for key in row.keys:
            needs[QKeySequence(key).toString()].append(row.needs)
    for pair in PANE_KEYS:
        for key in pair:
            needs[QKeySequence(key).toString()].append("")

    shared = {key: sorted(of_key) for key, of_key in needs.items() if len(of_key) > 1}
    assert shared == {"J": ["list", "page"], "K": ["list", "page"]}
    assert "" not in needs


@pytest.mark.parametrize("row", ACTIONS, ids=lambda row: row.id)
def test_every_action_has_a_plain_label(row: object):
    entry = action(row.id)  # type: ignore[attr-defined]  # a parameter of the test

    assert re.fullmatch(r"[a-z][a-z_]*", entry.id)
    assert entry.label[0].isupper() or not entry.label[0].isascii()
    assert not entry.label.endswith(".")
    assert entry.needs in {"", *REASONS}


@pytest.mark.parametrize("row", ACTIONS, ids=lambda row: row.id)
def test_keys_for_typing_are_left_to_text_fields(row: object):
    entry = action(row.id)  # type: ignore[attr-defined]  # a parameter of the test
    bare = [key for key in entry.keys if re.fullmatch(r"(Shift\+)?\S", key)]

    assert (entry.where is Where.OUTSIDE_TEXT) is bool(bare)


@pytest.mark.parametrize("row", ACTIONS, ids=lambda row: row.id)
def test_keys_that_fields_lists_and_plots_use_are_left_to_them(row: object):
    entry = action(row.id)  # type: ignore[attr-defined]  # a parameter of the test
    shared = [key for key in entry.keys if _EDITING.fullmatch(key) and key not in _NOT_EDITING]

    assert (entry.where is Where.UNCLAIMED) is bool(shared)


@pytest.mark.usefixtures("qapp")
def test_every_icon_exists():
    for row in ACTIONS:
        if row.icon:
            assert not theme.icon(row.icon).isNull()


def test_every_menu_has_actions():
    assert {row.menu for row in ACTIONS} == set(Menu)


def test_every_command_of_a_pane_menu_is_in_the_palette(qtbot: QtBot):
    menu = PaneMenu(lambda: ("Kept", ""))
    qtbot.addWidget(menu)
    commands: list[str] = []
    menu.command.connect(commands.append)
    for entry in menu.actions():
        entry.trigger()

    assert "detach" in commands
    assert set(commands) <= {row.id for row in ACTIONS}
