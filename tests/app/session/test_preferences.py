"""Preferences and memory survive a restart, a damaged file and a read-only folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.preferences import (
    MAX_RECENT,
    Language,
    Memory,
    Preferences,
    ThemeChoice,
    language_code,
    load_memory,
    load_preferences,
    save_memory,
    save_preferences,
)
from boilerscope.extractors.model.settings import knobs

if TYPE_CHECKING:
    from pathlib import Path

CHOSEN = Preferences(theme=ThemeChoice.DARK, interface_size=1.2, last_export_folder="/srv/ü")


def test_preferences_come_back_and_only_differences_are_written(tmp_path: Path):
    assert save_preferences(tmp_path / "new" / "folder", CHOSEN) == ""

    text = (tmp_path / "new" / "folder" / "preferences.toml").read_text(encoding="utf-8")
    assert load_preferences(tmp_path / "new" / "folder") == (CHOSEN, "")
    assert "theme" in text
    assert "heatmap" not in text
    assert [file.name for file in (tmp_path / "new" / "folder").iterdir()] == ["preferences.toml"]


def test_a_first_start_has_the_defaults(tmp_path: Path):
    assert load_preferences(tmp_path) == (Preferences(), "")
    assert load_memory(tmp_path) == Memory()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"theme = ", "Invalid value"),
        (b"theme = 'blue'", "theme must be one of system, light, dark, got 'blue'"),
        (b"them = 'dark'", "unknown setting 'them'; did you mean 'theme'?"),
        (b"interface_size = 9", "interface_size must be at most 2, got 9"),
        (b"theme = '\xff'", "'utf-8' codec can't decode"),
        (b"x = " + b"[" * 50_000, "recursion"),
    ],
)
def test_a_damaged_file_is_named_kept_and_not_written_over(
    tmp_path: Path, content: bytes, problem: str
):
    file = tmp_path / "preferences.toml"
    file.write_bytes(content)

    loaded, message = load_preferences(tmp_path)
    assert loaded == Preferences()
    assert message.startswith(str(file))
    assert problem in message
    assert file.read_bytes() == content

    assert save_preferences(tmp_path, CHOSEN) == ""
    assert load_preferences(tmp_path) == (CHOSEN, "")
    assert (tmp_path / "preferences.toml.damaged").read_bytes() == content


def test_comments_and_order_of_the_file_stay(tmp_path: Path):
    file = tmp_path / "preferences.toml"
    file.write_text(
        "# At home\n\ninterface_size = 1.5  # big screen\ntheme = 'dark'\n"
        "# intensity = 70 was too much\nintensity = 60\nvalues = true  # sometimes\n",
        encoding="utf-8",
    )
    preferences, _ = load_preferences(tmp_path)

    assert save_preferences(tmp_path, preferences) == ""
    unchanged = file.read_text(encoding="utf-8")
    changed = preferences.replace(interface_size=1.2, intensity=50, values=False, capture_width=800)
    assert save_preferences(tmp_path, changed) == ""

    assert "interface_size = 1.5  # big screen\ntheme = 'dark'\n" in unchanged
    assert file.read_text(encoding="utf-8") == (
        "# At home\n\ninterface_size = 1.2  # big screen\ntheme = 'dark'\n"
        "# intensity = 70 was too much\n#values = true  # sometimes\ncapture_width = 800\n"
    )
    assert load_preferences(tmp_path) == (changed, "")


def test_a_failed_write_is_reported_and_raises_nothing(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")

    assert "cannot be written" in save_preferences(tmp_path / "file", CHOSEN)
    assert "cannot be written" in save_memory(tmp_path / "file", Memory())
    assert "cannot be written" in save_preferences(
        tmp_path, Preferences(last_export_folder="a\udcff")
    )


def test_every_preference_has_label_and_help():
    for field in knobs(Preferences):
        assert field.label
        assert field.help.endswith(".")


def test_memory_comes_back(tmp_path: Path):
    memory = Memory(show_as={"cx_extractor": "plain"}, arrangement={"wide": "AAEC"})
    memory.remember_page("/srv/\udcff.html", "2024-01-01T00:00:00+00:00")
    memory.remember_command("palette")

    assert save_memory(tmp_path, memory) == ""
    assert load_memory(tmp_path) == memory


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "5", "null", "[" * 50_000, '{"recent": 5, "palette": [1], "opened": {"a": 2}}'],
)
def test_damaged_memory_is_empty(tmp_path: Path, text: str):
    (tmp_path / "memory.json").write_text(text)

    assert load_memory(tmp_path) == Memory()


def test_valid_parts_of_damaged_memory_stay(tmp_path: Path):
    sound = {"recent": ["a"], "palette": "x", "unknown": 1, "opened": {"a": "then"}}
    (tmp_path / "memory.json").write_text(json.dumps(sound))

    assert load_memory(tmp_path) == Memory(recent=["a"], opened={"a": "then"})


def test_recent_pages_are_the_newest_without_repeats():
    memory = Memory()
    for number in range(MAX_RECENT + 5):
        memory.remember_page(f"page {number}", f"time {number}")
    memory.remember_page("page 30", "now")

    assert memory.recent[:2] == ["page 30", f"page {MAX_RECENT + 4}"]
    assert len(memory.recent) == len(memory.opened) == MAX_RECENT
    assert len(set(memory.recent)) == MAX_RECENT
    assert memory.opened["page 30"] == "now"


def test_used_commands_are_the_newest_without_repeats():
    memory = Memory()
    for identifier in ("a", "b", "a"):
        memory.remember_command(identifier)

    assert memory.palette == ["a", "b"]


def test_the_code_of_the_systems_language_is_empty():
    assert [language_code(language) for language in Language] == ["", "en", "zh_CN"]
