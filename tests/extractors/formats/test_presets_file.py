"""Your presets: saved to a file, edited there, and loaded again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.crunch.extractor import CRUNCH
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.formats.presets_file import (
    delete_preset,
    load_presets,
    presets_file,
    read_presets,
    rename_preset,
    save_preset,
)
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.model.shared_settings import is_shared

if TYPE_CHECKING:
    from pathlib import Path


def test_a_saved_preset_is_loaded_with_its_settings(tmp_path: Path) -> None:
    crunch_settings = CrunchSettings(
        limit=0.5, ad_hosts=("a.example.net",), cell_tags=("td", "div")
    )

    save_preset(tmp_path, CRUNCH, crunch_settings, " mine ", help="Mine.")

    (loaded,) = load_presets(tmp_path, CRUNCH)
    assert (loaded.name, loaded.help) == ("mine", "Mine.")
    assert CRUNCH.preset_settings(loaded) == crunch_settings


def test_every_preset_of_every_extractor_can_be_saved(tmp_path: Path) -> None:
    for entry in registry.entries():
        if entry.extractor is None or entry.distribution != registry.BUILT_IN:
            continue
        for number, preset in enumerate(entry.extractor.presets):
            preset_settings = entry.extractor.preset_settings(preset)
            save_preset(tmp_path, entry.extractor, preset_settings, f"my {number}")
            loaded = load_presets(tmp_path, entry.extractor)[number]
            assert entry.extractor.preset_settings(loaded) == preset_settings


def test_all_settings_of_crunch_can_be_edited_in_the_file(tmp_path: Path) -> None:
    save_preset(tmp_path, CRUNCH, CrunchSettings(limit=0.5), "mine")
    file = presets_file(tmp_path, CRUNCH)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("#forms = true", "forms = false"), encoding="utf-8")

    (loaded,) = load_presets(tmp_path, CRUNCH)

    fields = [knob.name for knob in knobs(CrunchSettings)]
    assert [name for name in fields if not re.search(rf"^#?{name} = ", text, re.MULTILINE)] == []
    assert len([knob for knob in knobs(CrunchSettings) if not is_shared(knob)]) == 50
    assert CRUNCH.preset_settings(loaded) == CrunchSettings(limit=0.5, forms=False)


def test_presets_are_always_written_as_tables(tmp_path: Path) -> None:
    for name in ("one", "two"):
        save_preset(tmp_path, CRUNCH, CrunchSettings(), name)

    text = presets_file(tmp_path, CRUNCH).read_text(encoding="utf-8")

    assert text.count("[[preset]]\n") == 2
    assert text.count("[preset.settings]\n") == 2
    assert "{" not in text


def test_steps_of_a_preset_are_tables(tmp_path: Path) -> None:
    custom = registry.extractor("boilerpipe.custom")
    usual = custom.default_settings()
    for name, steps in (("two", usual.pipeline[:2]), ("none", ())):
        save_preset(tmp_path, custom, usual.replace(pipeline=steps), name)

    two, none = load_presets(tmp_path, custom)

    text = presets_file(tmp_path, custom).read_text(encoding="utf-8")
    assert text.count("\n[[preset.settings.pipeline]]\n") == 2
    assert custom.preset_settings(two) == usual.replace(pipeline=usual.pipeline[:2])
    assert custom.preset_settings(none) == usual.replace(pipeline=())


def test_a_file_edited_by_hand_is_read(tmp_path: Path) -> None:
    file = presets_file(tmp_path, CRUNCH)
    file.parent.mkdir()
    file.write_text('[[preset]]\nname = "x"\n[preset.settings]\nforms = false\n', encoding="utf-8")

    (loaded,) = load_presets(tmp_path, CRUNCH)

    assert CRUNCH.preset_settings(loaded) == CrunchSettings(forms=False)


def test_without_a_file_there_is_no_preset(tmp_path: Path) -> None:
    assert load_presets(tmp_path, CRUNCH) == ()


def test_a_saved_preset_replaces_the_preset_of_the_same_name(tmp_path: Path) -> None:
    for name, limit in (("one", 0.1), ("two", 0.2), ("one", 0.3)):
        save_preset(tmp_path, CRUNCH, CrunchSettings(limit=limit), name)

    loaded = load_presets(tmp_path, CRUNCH)
    assert [(preset.name, preset.values["limit"]) for preset in loaded] == [
        ("one", 0.3),
        ("two", 0.2),
    ]


def test_a_preset_is_renamed_and_deleted_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    file = presets_file(tmp_path, CRUNCH)
    file.parent.mkdir()
    first = '# Mine\n\n[[preset]]\nname = "one"  # the first\nsettings = { limit = 0.1 }\n\n'
    second = '# For the news\n[[preset]]\nname = "two"\nsettings.limit = 0.3  # tuned\n'
    file.write_text(first + second, encoding="utf-8")

    rename_preset(tmp_path, CRUNCH, "one", " strict ")
    renamed = file.read_text(encoding="utf-8")
    with pytest.raises(SettingsError, match="'two'"):
        rename_preset(tmp_path, CRUNCH, "strict", "two")
    with pytest.raises(SettingsError, match="no name"):
        rename_preset(tmp_path, CRUNCH, "strict", " ")
    delete_preset(tmp_path, CRUNCH, "two")
    without = file.read_text(encoding="utf-8")
    with pytest.raises(UnknownNameError, match="'two'"):
        delete_preset(tmp_path, CRUNCH, "two")

    assert renamed == (first + second).replace('"one"', '"strict"')
    assert without == first.replace('"one"', '"strict"')


def test_saving_a_preset_changes_nothing_else_in_the_file(tmp_path: Path) -> None:
    file = presets_file(tmp_path, CRUNCH)
    file.parent.mkdir()
    text = """# Mine, by hand

[[preset]]
name = "one"  # the first
help = "Few links."
settings = { limit = 0.1 }

# For the news
[[preset]]
name = "two"
settings.limit = 0.3  # tuned
"""
    file.write_text(text, encoding="utf-8")

    save_preset(tmp_path, CRUNCH, CrunchSettings(limit=0.4), "two", help="For news.")
    changed = file.read_text(encoding="utf-8")
    save_preset(tmp_path, CRUNCH, CrunchSettings(limit=0.5), "three")
    longer = file.read_text(encoding="utf-8")

    expected = text.replace("settings.limit = 0.3", "settings.limit = 0.4")
    assert changed.replace('help = "For news."\n', "") == expected
    assert longer.startswith(changed)
    assert [
        (preset.name, preset.help, CRUNCH.preset_settings(preset))
        for preset in load_presets(tmp_path, CRUNCH)
    ] == [
        ("one", "Few links.", CrunchSettings(limit=0.1)),
        ("two", "For news.", CrunchSettings(limit=0.4)),
        ("three", "", CrunchSettings(limit=0.5)),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[preset", "presets: "),
        ("preset = 1", "two brackets"),
        ("preset = [1]", "two brackets"),
        ("[[preset]]\nhelp = 'x'", "preset 1 has no name"),
        ("[[preset]]\nname = 'news'", "'news' is a built-in preset of Crunch"),
        ("[[preset]]\nname = 'x'\nsettings = 1", "written as a table"),
        ("[[preset]]\nname = 'x'\nsettings.limit = 9", r"preset 1 \(x\): limit must be at most 5"),
        ("[[preset]]\nname = 'x'\n[[preset]]\nname = 'x'", "two presets are called 'x'"),
    ],
)
def test_error_of_a_damaged_file_gives_the_reason(text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_presets(text, CRUNCH)


@pytest.mark.parametrize(
    "text", ["[[presets]]", "[[preset]]\nnam = 'x'", "[[preset]]\nname = 'x'\nsettings.limi = 1"]
)
def test_an_unknown_key_is_an_error(text: str) -> None:
    with pytest.raises(UnknownNameError):
        read_presets(text, CRUNCH)


def test_a_damaged_file_is_not_overwritten(tmp_path: Path) -> None:
    file = presets_file(tmp_path, CRUNCH)
    file.parent.mkdir()
    file.write_text("[[preset", encoding="utf-8")

    with pytest.raises(SettingsError, match=r"crunch\.toml"):
        save_preset(tmp_path, CRUNCH, CrunchSettings(), "mine")
    assert file.read_text(encoding="utf-8") == "[[preset"


def test_a_folder_that_cannot_be_created_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "presets").write_text("a file", encoding="utf-8")

    with pytest.raises(SettingsError, match="presets"):
        save_preset(tmp_path, CRUNCH, CrunchSettings(), "mine")
