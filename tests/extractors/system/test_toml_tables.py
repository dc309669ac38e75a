"""TOML that a user writes: errors that name the file, tables apart, values changed in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.system.toml_tables import (
    check_keys,
    parse,
    read_text,
    split_tables,
    with_table,
    with_values,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_a_text_that_is_not_toml_is_an_error_with_the_name_of_the_file():
    assert parse("a = 1\n[b]\nc = 'd'", name="f.toml") == {"a": 1, "b": {"c": "d"}}
    for text in ("a = ", "x = " + "1" * 5000, "x = " + "[" * 100_000):
        with pytest.raises(SettingsError, match=r"^f\.toml: "):
            parse(text, name="f.toml")


def test_a_file_that_cannot_be_read_is_an_error_with_its_path(tmp_path: Path):
    (tmp_path / "latin").write_bytes(b"caf\xe9")

    with pytest.raises(SettingsError, match="none cannot be read: No such file"):
        read_text(tmp_path / "none")
    with pytest.raises(SettingsError, match="latin is not UTF-8 text"):
        read_text(tmp_path / "latin")


@pytest.mark.parametrize(
    ("of", "place", "message"),
    [
        ("pane 2 in f.toml", "", "unknown key of pane 2 in f.toml 'nme'; did you mean 'name'?"),
        ("[tune]", "f.toml", r"f.toml: unknown key of \[tune\] 'nme'; did you mean 'name'?"),
        ("", "f.toml: rule 1", "f.toml: rule 1: unknown key 'nme'; did you mean 'name'?"),
    ],
)
def test_an_unknown_key_is_an_error_with_the_nearest_key(of: str, place: str, message: str):
    check_keys({"name": 1}, ["name", "help"], of, place)

    with pytest.raises(UnknownNameError, match=f"^{message.replace('?', '[?]')}$"):
        check_keys({"name": 1, "nme": 2}, ["name", "help"], of, place)


def test_tables_are_split_with_the_comments_above_them():
    parts = [
        "# About the file\n\n",
        '# First\n[[pane]]\nname = "[[pane]]"\n#min = 1\n',
        '[[ "pane" ]]  # second\n\n[[pane.step]]\n',
        "# Third\n#\n# of three\n  [[pane]]\n# The end\n",
    ]

    head, tables = split_tables("".join(parts), "pane")

    assert [head, *tables] == parts
    assert split_tables("a = 1\n", "pane") == ("a = 1\n", [])
    assert split_tables("[pane.settings]\n[[panes]]\n", "pane")[1] == []


def test_a_table_gets_values_and_keeps_what_stays():
    kept = '# Mine\n[own]\n"b.x" = "/b.py:x"  # the best\n# old\n'
    text = f'{kept}"a.y" = "/a.py:y"\n\n[other]\nz = 1\n'

    changed = with_table(text, "own", {"b.x": "/b.py:x", "c.z": "/c.py:z"})

    assert changed.startswith(kept)
    assert parse(changed, name="f") == {
        "own": {"b.x": "/b.py:x", "c.z": "/c.py:z"},
        "other": {"z": 1},
    }
    assert with_table("", "own", {"a": 1}) == "[own]\na = 1\n"
    assert with_table("# Mine\n", "own", {"a": 1}) == "# Mine\n\n[own]\na = 1\n"


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("a = 1 # one\n", {"a": 2}, "a = 2 # one\n"),
        ("a = 1 # one\nb = 2\n", {"a": 0}, "#a = 1 # one\nb = 2\n"),
        ("a = 1\nb = 2\n", {"a": 0}, "b = 2\n"),
        ("#a = 1 # one\nb = 2\n", {"a": 3}, "a = 3 # one\nb = 2\n"),
        ("#a = what\n", {"a": 3}, "a = 3\n"),
        ("b = 2", {"a": 3}, "b = 2\na = 3\n"),
        ("", {"a": 3}, "a = 3\n"),
        ("b = 2\n\n\n", {"a": 3}, "b = 2\na = 3\n\n\n"),
        ("'a' = 1\n", {"a": 2}, "'a' = 2\n"),
    ],
)
def test_values_are_changed_in_place(text: str, changes: dict[str, int], expected: str):
    changed = with_values(text, changes, {"a": 0, "b": 0})

    assert changed == expected
