"""Presets on the command line and in settings files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.commands import main
from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.presets_file import save_preset
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runner import Pane

ARTICLE = "boilerpipe.article"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use an empty configuration folder."""
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path))


def test_a_built_in_preset_gives_its_settings():
    [pane] = chosen_panes([ARTICLE], None, (), [f"{ARTICLE}=1.1.0"])
    extractor = registry.extractor(ARTICLE)
    expected = next(each for each in extractor.presets if each.name == "1.1.0")

    assert pane.settings == extractor.preset_settings(expected)
    assert chosen_panes([ARTICLE], None, (), [f"{ARTICLE}=default"]) == chosen_panes(
        [ARTICLE], None, ()
    )


def test_a_preset_of_the_user_is_changed_by_set():
    extractor = registry.extractor(ARTICLE)
    own = extractor.default_settings().replace(nw_cur=3, max_link_density=0.6)
    save_preset(config_folder(), extractor, own, "few words")
    [pane] = chosen_panes([ARTICLE], None, [f"{ARTICLE}.nw_cur=4"], [f"{ARTICLE}=few words"])

    assert pane.settings == own.replace(nw_cur=4)


def test_a_preset_belongs_to_one_of_two_panes():
    first, second = chosen_panes([ARTICLE, ARTICLE], None, (), [f"{ARTICLE}#2=1.1.0"])

    assert first.settings == registry.extractor(ARTICLE).default_settings() != second.settings


@pytest.mark.parametrize(
    ("preset", "error", "message"),
    [
        (f"{ARTICLE}=1.1", UnknownNameError, "1.1.0"),
        (ARTICLE, SettingsError, "EXTRACTOR=NAME"),
        ("crunch=strict", SettingsError, "Add -e crunch"),
    ],
)
def test_a_wrong_preset_says_what_is_right(preset: str, error: type[Exception], message: str):
    with pytest.raises(error, match=message):
        chosen_panes([ARTICLE], None, (), [preset])


def test_a_settings_file_starts_from_a_preset():
    text = f'[[pane]]\nextractor = "{ARTICLE}"\npreset = "1.1.0"\n[pane.settings]\nnw_cur = 4\n'
    [pane] = settings_file.read(text)
    [expected] = chosen_panes([ARTICLE], None, [f"{ARTICLE}.nw_cur=4"], [f"{ARTICLE}=1.1.0"])

    assert pane.settings == expected.settings
    assert settings_file.read(settings_file.write([pane], text)) == (pane,)
    changed = type(pane)(pane.name, pane.extractor, pane.settings.replace(nw_cur=5))
    assert settings_file.read(settings_file.write([changed], text)) == (changed,)
    back = type(pane)(pane.name, pane.extractor, type(pane.settings)())
    assert settings_file.read(settings_file.write([back], text)) == (back,)


def test_a_preset_that_does_not_exist_is_named_with_the_file():
    text = f'[[pane]]\nextractor = "{ARTICLE}"\npreset = "1.1"\n'
    with pytest.raises(UnknownNameError, match=r"news\.toml.*1\.1\.0"):
        settings_file.read(text, name="news.toml")


def test_extract_runs_a_preset(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<p>A line of text.</p>")

    def digest(*options: str) -> str:
        words = ["extract", str(page), "-e", ARTICLE, "--format", "jsonl", "-q", *options]
        record = json.loads(CliRunner().invoke(main, words).stdout)
        return str(record["settings"])

    with_preset = digest("--preset", f"{ARTICLE}=head")
    assert with_preset == digest("--set", f"{ARTICLE}.profile=head") != digest()


def test_every_command_that_takes_settings_takes_presets():
    """One declaration: the same words mean the same in every command."""
    with_settings = {
        name: {parameter.name: parameter for parameter in command.params}
        for name, command in main.commands.items()
        if any(parameter.name == "sets" for parameter in command.params)
    }

    assert {"extract", "expect", "sweep", "tune"} <= with_settings.keys()
    for name, parameters in with_settings.items():
        assert "presets" in parameters, name
        assert parameters["presets"].metavar == "EXTRACTOR=NAME", name


def test_expect_reads_its_presets(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<p>A line of text.</p>")
    words = ["expect", str(page), "-e", ARTICLE, "-e", "bte", "-q", "--preset"]
    right, wrong = (
        CliRunner().invoke(main, [*words, f"{ARTICLE}={name}"]) for name in ("1.1.0", "1.1")
    )

    assert right.exit_code == 0, right.output
    assert wrong.exit_code == 2
    assert "1.1.0" in wrong.output


def test_a_sweep_of_a_file_starts_from_a_preset(tmp_path: Path):
    from boilerscope.app.cli.search_options import SearchCommand, with_file
    from boilerscope.extractors.runs.limits import RunLimits

    file = tmp_path / "sweep.toml"
    file.write_text(f'[sweep]\nextractor = "{ARTICLE}"\npreset = "head"\nover = []\n')
    bare = SearchCommand(
        *((), None, (), "token_f1", "page", 0.5, 1, "text", None),
        sets=(),
        presets=(),
        config=file,
        limits=RunLimits(),
        quiet=False,
    )

    assert with_file(bare, (), file, "sweep").presets == (f"{ARTICLE}=head",)
    file.write_text('[sweep]\npreset = "head"\nover = []\n')
    with pytest.raises(SettingsError, match="preset needs an extractor"):
        with_file(bare, (), file, "sweep")


def test_open_needs_a_pane_for_its_settings():
    result = CliRunner().invoke(main, ["open", "--set", "crunch.limit=0.2"])

    assert result.exit_code == 2
    assert "-e or --config" in result.output


def test_open_shows_the_extractors_that_are_named(monkeypatch: pytest.MonkeyPatch):
    from boilerscope.app.window import program

    calls: list[tuple[Pane, ...]] = []

    def run_window(_page: str | None, *, config: tuple[Pane, ...], **_others: object) -> int:
        calls.append(config)
        return 0

    monkeypatch.setattr(program, "run_window", run_window)
    words = ["open", "-e", ARTICLE, "-e", "bte", "--preset", f"{ARTICLE}=1.1.0"]
    result = CliRunner().invoke(main, words)

    assert result.exit_code == 0
    assert calls == [chosen_panes([ARTICLE, "bte"], None, (), [f"{ARTICLE}=1.1.0"])]
