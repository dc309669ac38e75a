"""The user's own presets: saved, offered, applied, and a damaged file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.presets import Presets
from boilerscope.app.window import own_presets
from boilerscope.extractors.formats.presets_file import presets_file
from boilerscope.extractors.registry import extractor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench


@pytest.fixture
def crunch(bench: WindowBench) -> WindowBench:
    """Return the window without a page, with a Crunch pane."""
    bench.controller.add_pane("crunch")
    bench.window_controller.views.flush()
    return bench


def write(folder: Path, identifier: str, values: str) -> Path:
    """Write a preset "mine" with these values to the user's preset file of an extractor."""
    file = presets_file(folder, extractor(identifier))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'[[preset]]\nname = "mine"\n[preset.settings]\n{values}\n', encoding="utf-8")
    return file


def test_saved_preset_is_offered_and_applied(lake: WindowBench):
    lake.controller.set_field("boilerpipe.article", "nw_cur", 33)
    lake.settle()
    pane = lake.pane()
    is_saved = own_presets.save(
        lake.window,
        lake.window_controller.context.presets,
        pane.extractor,
        pane.settings,
        "short news",
    )
    lake.controller.reset("boilerpipe.article")
    lake.settle()

    lake.window_controller.settings.apply_preset("boilerpipe.article", "short news")
    lake.settle()

    assert is_saved
    assert getattr(lake.extraction().settings, "nw_cur", None) == 33
    assert "short news" in [
        lake.window.settings.presets.itemData(index)
        for index in range(lake.window.settings.presets.count())
    ]


def test_presets_edited_elsewhere_are_offered_when_the_window_comes_back(lake: WindowBench):
    file = presets_file(lake.home, extractor("boilerpipe.article"))
    file.parent.mkdir(parents=True)
    file.write_text('[[preset]]\nname = "x"\n[preset.settings]\nnw_cur = 9\n', encoding="utf-8")
    before = lake.window.settings.presets.findData("x")
    lake.window.came_back.emit()
    lake.settle()

    assert before < 0
    assert lake.window.settings.presets.findData("x") >= 0


def test_edited_file_is_read_again(tmp_path: Path):
    presets = Presets(tmp_path)
    before = presets.of("link_ratio")
    file = presets_file(tmp_path, extractor("link_ratio"))
    file.parent.mkdir(parents=True)
    file.write_text('[[preset]]\nname = "mine"\n[preset.settings]\nrate = 2.0\n', encoding="utf-8")

    after = presets.of("link_ratio")

    assert [preset.name for preset in after] == [*(preset.name for preset in before), "mine"]


def test_damaged_file_gives_no_presets_and_reports_its_problem_once(tmp_path: Path):
    presets = Presets(tmp_path)
    write(tmp_path, "link_ratio", "rat = 2.0")

    offered = presets.of("link_ratio")

    assert "mine" not in [preset.name for preset in offered]
    assert "rate" in presets.take_problem("link_ratio")
    presets.of("link_ratio")
    assert presets.take_problem("link_ratio") == ""


def test_problem_of_one_extractor_outlives_the_reading_of_another(tmp_path: Path):
    presets = Presets(tmp_path)
    write(tmp_path, "link_ratio", "rat = 2.0")
    write(tmp_path, "crunch", "limit = 0.5")
    for identifier in ("link_ratio", "crunch"):
        presets.of(identifier)

    assert presets.take_problem("crunch") == ""
    assert "rate" in presets.take_problem("link_ratio")


def test_problem_is_reported_again_when_it_changes_or_comes_back(tmp_path: Path):
    presets = Presets(tmp_path)
    problems = []
    for index, values in enumerate(("rat = 2.0", "rat = 2.0", "rte = 1", "rate = 2.0", "rte = 1")):
        file = write(tmp_path, "link_ratio", values)
        os.utime(file, ns=(index, index + 1))
        presets.of("link_ratio")
        problems.append(presets.take_problem("link_ratio"))

    assert ["'rat'" in problems[0], "'rte'" in problems[2], "'rte'" in problems[4]] == [True] * 3
    assert problems[1] == problems[3] == ""


def test_damaged_file_is_reported_once_and_not_at_every_change(crunch: WindowBench):
    bar = crunch.window.statusBar()
    write(crunch.home, "crunch", "limit = 77")
    crunch.window.came_back.emit()
    crunch.window_controller.views.flush()
    message = bar.currentMessage()
    crunch.controller.set_field("crunch", "limit", 0.7)
    crunch.window_controller.views.flush()

    assert "crunch.toml" in message
    assert "limit" in message
    assert len(crunch.window_controller.notifier.past) == 1


@pytest.mark.parametrize("way", ["panel", "palette"])
def test_removed_preset_is_reported_and_leaves_the_settings(crunch: WindowBench, way: str):
    file = write(crunch.home, "crunch", "limit = 0.31")
    crunch.window.came_back.emit()
    crunch.window_controller.views.flush()
    preset_index = crunch.window.settings.presets.findData("mine")
    before = crunch.pane("crunch").settings
    file.unlink()
    if way == "panel":
        crunch.window.settings.preset_chosen.emit("mine")
    else:
        crunch.window.palette_dialog.chosen.emit("preset:crunch:mine", "")
    crunch.window_controller.views.flush()

    assert preset_index >= 0
    assert "mine" in crunch.window.statusBar().currentMessage()
    assert crunch.pane("crunch").settings == before
    assert crunch.window.settings.presets.findData("mine") < 0


def test_preset_with_a_colon_in_its_name_is_found_by_the_palette(crunch: WindowBench):
    file = write(crunch.home, "crunch", "limit = 0.31")
    file.write_text(file.read_text(encoding="utf-8").replace("mine", "mine: old"), encoding="utf-8")
    crunch.window.came_back.emit()
    crunch.window_controller.views.flush()

    crunch.window.palette_dialog.chosen.emit("preset:crunch:mine: old", "")
    crunch.window.palette_dialog.chosen.emit("preset:gone:mine: old", "")

    assert getattr(crunch.pane("crunch").settings, "limit") == 0.31  # noqa: B009 - of a plain record
