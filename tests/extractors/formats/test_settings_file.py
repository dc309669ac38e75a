"""Settings files: panes, extractors and settings that differ from the defaults."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import ExtractorError, SettingsError, UnknownNameError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.settings import PipelineStep, knobs
from boilerscope.extractors.runner import Pane
from tests.helpers import toy
from tests.helpers.toy import StepSettings, ToySettings, Unit

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install the toy, a plug-in without settings, and a broken plug-in."""
    toy.install(monkeypatch, tmp_path / "toys", "toy", "raising", extra={"broken": "no.such:X"})


def uncommented(text: str) -> str:
    """Return a file in which every default is set."""
    return re.sub(r"^#(?! \S)", "", text, flags=re.MULTILINE)


FILE = """
[[pane]]
name = "strict"
extractor = "toy"
[pane.settings]
min_words = 5
max_words = "auto"
unit = "signs"
skipped = ["a", "b"]
swaps = [["x", "y"]]

[[pane]]
extractor = "toy"
[[pane.step]]
step = "at_least"
least = 4
[[pane.step]]
step = "at_least"

[[pane]]
extractor = "toy"
"""


def test_a_file_gives_panes_with_their_settings_and_steps():
    first, second, third = settings_file.read(FILE)

    assert first == Pane(
        "strict",
        "toy",
        ToySettings(min_words=5, unit=Unit.SIGNS, skipped=("a", "b"), swaps=(("x", "y"),)),
    )
    steps = (
        PipelineStep("at_least", StepSettings(least=4)),
        PipelineStep("at_least", StepSettings()),
    )
    assert second == Pane("toy", "toy", ToySettings(pipeline=steps))
    assert third == Pane("toy#2", "toy", ToySettings())


def test_a_written_file_is_read_again_and_has_defaults_as_comments():
    panes = settings_file.read(FILE)

    text = settings_file.write(panes)

    assert settings_file.read(text) == panes
    table = tomllib.loads(text)["pane"]
    assert table[1]["settings"] == {}
    assert "skipped" not in table[2]["settings"]
    assert [step["step"] for step in table[1]["step"]] == ["at_least", "at_least"]
    assert '\n#max_words = "auto"\n' in text


@pytest.mark.parametrize(
    "entry",
    [entry for entry in registry.entries() if entry.extractor is not None],
    ids=lambda entry: entry.id,
)
def test_every_setting_is_in_the_file_and_has_its_default_if_uncommented(
    entry: registry.Entry,
):
    assert entry.extractor is not None
    pane = Pane("p", entry.id, entry.extractor.default_settings())

    text = settings_file.write([pane])

    everything = uncommented(text)
    assert settings_file.read(everything) == (pane,)
    (table,) = tomllib.loads(everything)["pane"]
    fields = {
        knob.name for knob in knobs(entry.extractor.settings_class) if knob.kind != "pipeline"
    }
    assert set(table.get("settings", {})) == fields


def test_a_comment_has_the_help_and_the_limits_of_a_setting():
    pane = Pane("toy", "toy", ToySettings(min_words=5))

    text = settings_file.write([pane])

    assert "# Min. words: Shorter blocks are dropped. 0 to 100 words.\nmin_words = 5\n" in text
    assert (
        '# Max. words: Longer blocks are dropped. 0 to 10000 words, or "auto".\n'
        '#max_words = "auto"\n'
    ) in text
    assert '# Unit: What is counted. One of "words", "signs".\n#unit = "words"\n' in text
    assert "# Invert: Keeps what would be dropped.\n#invert = false\n" in text
    assert "# Swaps: Words that are swapped. A list of rows of texts.\n#swaps = []\n" in text


def test_a_pipeline_without_steps_is_not_the_default_pipeline():
    custom = registry.extractor("boilerpipe.custom").default_settings()
    pane = Pane("mine", "boilerpipe.custom", custom.replace(pipeline=()))

    assert custom.replace(pipeline=()) != custom
    assert settings_file.read(settings_file.write([pane])) == (pane,)


def test_an_empty_file_has_no_panes():
    assert settings_file.read("") == ()
    assert settings_file.read(settings_file.write([])) == ()


@pytest.mark.parametrize(
    "entry",
    [entry for entry in registry.entries() if entry.extractor is not None],
    ids=lambda entry: entry.id,
)
def test_every_preset_of_every_extractor_survives_a_file(entry: registry.Entry):
    assert entry.extractor is not None
    settings = [
        entry.extractor.default_settings(),
        *(entry.extractor.preset_settings(preset) for preset in entry.extractor.presets),
    ]
    panes = tuple(
        Pane(f"p{n}", entry.id, pane_settings) for n, pane_settings in enumerate(settings)
    )

    assert settings_file.read(settings_file.write(panes)) == panes


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("[[pane]", SettingsError, "f.toml: "),
        ("x = " + "1" * 5000, SettingsError, "f.toml: "),
        ("x = " + "[" * 100_000, SettingsError, "f.toml: "),
        ("panes = 1", UnknownNameError, "unknown key of f.toml 'panes'; did you mean 'pane'?"),
        ("pane = 1", SettingsError, "f.toml: panes are written as [[pane]]"),
        ("pane = [1]", SettingsError, "f.toml: pane 1 is not a table"),
        ("[pane]\nextractor = 'toy'", SettingsError, "f.toml: panes are written as [[pane]]"),
        (
            "[[pane]]\nname = 'x'",
            SettingsError,
            "f.toml: pane 1 does not name an extractor; add extractor",
        ),
        ("[[pane]]\nextractor = 5", SettingsError, "f.toml: pane 1 does not name an extractor"),
        (
            "[[pane]]\nextractr = 'toy'",
            UnknownNameError,
            "unknown key of pane 1 in f.toml 'extractr'; did you mean 'extractor'?",
        ),
        (
            "[[pane]]\nextractor = 'toi'",
            UnknownNameError,
            "f.toml: pane 1: unknown extractor 'toi'; did you mean 'toy'?",
        ),
        (
            "[[pane]]\nextractor = 'broken'",
            ExtractorError,
            "broken (from toys): ModuleNotFoundError: No module named 'no'",
        ),
        (
            "[[pane]]\nextractor = 'toy'\n[pane.settings]\nmin_word = 5",
            UnknownNameError,
            "f.toml: pane toy: unknown setting 'min_word'; did you mean 'min_words'?",
        ),
        (
            "[[pane]]\nextractor = 'toy'\n[pane.settings]\nmin_words = -5",
            SettingsError,
            "f.toml: pane toy: min_words must be at least 0, got -5",
        ),
        (
            "[[pane]]\nextractor = 'toy'\nsettings = 5",
            SettingsError,
            "f.toml: pane toy: settings is not a table; write [pane.settings]",
        ),
        (
            "[[pane]]\nextractor = 'toy'\n[[pane.step]]\nstep = 'at_lest'",
            UnknownNameError,
            "f.toml: pane toy: unknown step 'at_lest'; did you mean 'at_least'?",
        ),
        (
            "[[pane]]\nextractor = 'toy'\nstep = 5",
            SettingsError,
            "f.toml: pane toy: pipeline must be a list of steps",
        ),
        (
            "[[pane]]\nextractor = 'raising'\n[[pane.step]]\nstep = 'at_least'",
            SettingsError,
            "f.toml: pane raising: raising has no steps; remove [[pane.step]]",
        ),
        (
            "[[pane]]\nextractor='toy'\n[pane.settings]\npipeline=[]\n[[pane.step]]\nstep='at_least'",
            SettingsError,
            "f.toml: pane toy has its steps twice, as pipeline and as step",
        ),
        (
            "[[pane]]\nname='a'\nextractor='toy'\n[[pane]]\nname='a'\nextractor='toy'",
            SettingsError,
            "f.toml: two panes are called 'a'. Rename one of them",
        ),
        *(
            (
                f"[[pane]]\nextractor = 'toy'\nname = {name}",
                SettingsError,
                "f.toml: pane 1 cannot be called ",
            )
            for name in ('""', '"../x"', '"a/b"', '".x"', '"a=b"', '"a\\nb"', '" a"', "5", "true")
        ),
    ],
)
def test_error_of_a_wrong_file_names_the_location_and_a_remedy(
    text: str, kind: type[Exception], message: str
):
    with pytest.raises(kind) as caught:
        settings_file.read(text, name="f.toml")

    assert str(caught.value).startswith(message)


def test_error_of_an_unreadable_file_gives_the_reason(tmp_path: Path):
    missing, folder, latin = tmp_path / "no.toml", tmp_path, tmp_path / "latin.toml"
    latin.write_bytes(b"name = '\xe9'")

    for file, message in (
        (missing, "no.toml cannot be read: No such file"),
        (folder, "cannot be read: Is a directory"),
        (latin, "latin.toml is not UTF-8 text: invalid continuation byte"),
    ):
        with pytest.raises(SettingsError, match=message):
            settings_file.load(file)


def test_a_file_on_disk_is_read(tmp_path: Path):
    file = tmp_path / "panes.toml"
    file.write_text(FILE, encoding="utf-8")

    assert settings_file.load(file) == settings_file.read(FILE)


def test_boilerpipe_pipelines_are_written_as_steps():
    custom = registry.extractor("boilerpipe.custom")
    pane = Pane("mine", "boilerpipe.custom", custom.default_settings())

    text = settings_file.write([pane])

    assert settings_file.read(text) == (pane,)
