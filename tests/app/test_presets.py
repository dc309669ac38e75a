"""Presets of the user's own: saved, offered, applied, and a damaged file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app import own_presets
from app.presets import Presets
from extractors.formats.presets_file import presets_file
from extractors.registry import extractor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench


def test_saved_preset_is_offered_and_applied(lake: WindowBench):
    lake.desk.set_field("boilerpipe.article", "nw_cur", 33)
    lake.settle()
    pane = lake.pane()
    kept = own_presets.keep(
        lake.window, lake.wiring.presets, pane.extractor, pane.settings, "short news"
    )
    lake.desk.reset("boilerpipe.article")
    lake.settle()

    lake.wiring.apply_preset("boilerpipe.article", "short news")
    lake.settle()

    assert kept
    assert getattr(lake.made().settings, "nw_cur", None) == 33
    assert "short news" in [
        lake.window.settings.presets.itemData(place)
        for place in range(lake.window.settings.presets.count())
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

    assert [one.name for one in after] == [*(one.name for one in before), "mine"]


def test_damaged_file_gives_no_presets_and_says_why(tmp_path: Path):
    presets = Presets(tmp_path)
    file = presets_file(tmp_path, extractor("link_ratio"))
    file.parent.mkdir(parents=True)
    file.write_text('[[preset]]\nname = "mine"\n[preset.settings]\nrat = 2.0\n', encoding="utf-8")

    found = presets.of("link_ratio")

    assert "mine" not in [one.name for one in found]
    assert "rate" in presets.problem
