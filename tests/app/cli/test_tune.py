"""The command tune: trials, the preset with its origin, and faults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.commands import main
from boilerscope.extractors import registry
from boilerscope.extractors.formats.presets_file import load_presets
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("optuna", reason="Optuna is not installed (extra tune)")

CONFIG = """
[tune]
pages = ["gold.jsonl"]
extractor = "boilerpipe.article"
trials = 4
seed = 3
save_preset = "tuned"

[[tune.over]]
setting = "max_link_density"
low = 0.1
high = 0.9
steps = 5

[[tune.over]]
setting = "nw_cur"
values = [2, 10, 16]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a corpus of four sites and a file; presets go to a different folder."""
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path / "config"))
    text = "The council met on Monday and decided on the new bridge over the river at last. " * 4
    lines = [
        {
            "id": f"p{number}",
            "html": f"<p>{text}</p><p><a href=x>Home</a> <a href=y>About {number}</a></p>",
            "url": f"https://s{number}.org/",
            "text": text,
        }
        for number in range(4)
    ]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "tune.toml").write_text(CONFIG)
    return tmp_path


def test_a_file_sets_the_search_and_the_best_trial_becomes_a_preset(folder: Path):
    arguments = ["tune", "--config", str(folder / "tune.toml"), "--format", "jsonl"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    first, *trials = map(json.loads, result.stdout.splitlines())

    assert result.exit_code == 0
    assert (first["seed"], first["trials"], len(trials)) == (3, 4, 4)
    assert trials[0]["settings"] == {}
    best = next(trial for trial in trials if trial["is_best"])
    assert best["training"] == max(trial["training"] for trial in trials)
    (preset,) = load_presets(config_folder(), registry.extractor("boilerpipe.article"))
    assert (preset.name, dict(preset.values)) == ("tuned", best["settings"])
    assert "Found by tune: Token F1" in preset.help
    assert "seed 3" in preset.help
    assert "Preset 'tuned' saved in" in result.stderr


def test_text_output_lists_what_to_report(folder: Path):
    arguments = ["tune", "--config", str(folder / "tune.toml"), "--trials", "3"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)

    assert "Report " in result.stdout
    assert "on validation pages, which did not decide." in result.stdout
    assert len([line for line in result.stdout.splitlines() if "+" in line or "-0" in line]) >= 3


def test_too_few_settings_are_a_named_error(folder: Path):
    over = ["-e", "boilerpipe.article", "--over", "nw_cur=1:20"]
    result = CliRunner().invoke(main, ["tune", str(folder / "gold.jsonl"), *over])

    assert result.exit_code == 2
    assert "A search takes 2 to 8 different settings" in result.stderr
