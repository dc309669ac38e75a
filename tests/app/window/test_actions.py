"""The table of actions is whole: no name or key twice, plain words for each."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import qtawesome
from PySide6.QtGui import QKeySequence

from app.window.actions import ACTIONS, PANE_KEYS, Menu, Where, action

_EDITING = re.compile(
    r"Return|Enter|Esc|Space|Tab|Del|Ctrl\+(Shift\+)?[ACVXZ]|(.*\+)?(Up|Down|Left|Right|Home|End)"
)
_NOT_EDITING = {"Ctrl+Shift+C", "Ctrl+Shift+V"}


def test_names_are_unique_and_found():
    counts = Counter(one.id for one in ACTIONS)

    assert max(counts.values()) == 1
    assert all(action(one.id) is one for one in ACTIONS)
    with pytest.raises(KeyError):
        action("no_such_action")


def test_no_key_does_two_things():
    keys = [key for one in ACTIONS for key in one.keys] + [
        key for pair in PANE_KEYS for key in pair
    ]
    counts = Counter(QKeySequence(key).toString() for key in keys)

    assert [key for key, number in counts.items() if number > 1] == []
    assert "" not in counts


@pytest.mark.parametrize("one", ACTIONS, ids=lambda one: one.id)
def test_every_action_has_plain_words(one: object):
    found = action(one.id)  # type: ignore[attr-defined]  # a parameter of the test

    assert re.fullmatch(r"[a-z][a-z_]*", found.id)
    assert found.label[0].isupper() or not found.label[0].isascii()
    assert not found.label.endswith(".")
    assert found.needs in {"", "page", "pane", "settings", "selection", "boxes", "gold"}


@pytest.mark.parametrize("one", ACTIONS, ids=lambda one: one.id)
def test_keys_that_write_are_left_to_text_fields(one: object):
    found = action(one.id)  # type: ignore[attr-defined]  # a parameter of the test
    bare = [key for key in found.keys if re.fullmatch(r"(Shift\+)?\S", key)]

    assert (found.where is Where.OUTSIDE_TEXT) is bool(bare)


@pytest.mark.parametrize("one", ACTIONS, ids=lambda one: one.id)
def test_keys_that_fields_lists_and_plots_use_are_left_to_them(one: object):
    found = action(one.id)  # type: ignore[attr-defined]  # a parameter of the test
    shared = [key for key in found.keys if _EDITING.fullmatch(key) and key not in _NOT_EDITING]

    assert (found.where is Where.UNCLAIMED) is bool(shared)


@pytest.mark.usefixtures("qapp")
def test_every_icon_exists():
    for one in ACTIONS:
        if one.icon:
            qtawesome.icon(f"mdi6.{one.icon}")


def test_every_menu_has_actions():
    assert {one.menu for one in ACTIONS} == set(Menu)
