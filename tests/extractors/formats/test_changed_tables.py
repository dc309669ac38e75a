"""Settings files that are written again: what their user made of them stays."""

from __future__ import annotations

import dataclasses
import difflib
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.settings import PipelineStep
from boilerscope.extractors.runner import Pane
from tests.helpers import toy
from tests.helpers.toy import StepSettings, ToySettings, Unit

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    toy.install(monkeypatch, tmp_path / "toys", "toy")


FILE = """# My panes, for the paper.

# The strict one
[[pane]]
extractor = "toy"  # order of keys as I like it
name = "strict"
  [pane.settings]
  swaps = [["x", "y"]]   # needed

  min_words = 0x05  # tuned on 40 pages
  #max_words = "auto"  # try 300
  skipped = [
      "a",  # a common one
      # "b",
      "c",
  ]


# All in one line
[[pane]]
extractor = "toy"
settings = { min_words = 7, unit = 'signs' }

[[pane]]
extractor = "toy"
name = "dotted"
settings.min_words = 3  # few
settings.unit = "signs"

[[pane]]
name = "steps"
extractor = "toy"
# How I build it
[[pane.step]]
step = "at_least"
least = 4  # four
# And again
[[pane.step]]
step = "at_least"
# The end.
"""
PANES = ("strict", "toy", "dotted", "steps")


def changed(text: str = FILE, /, **settings: dict[str, object]) -> tuple[str, tuple[Pane, ...]]:
    """Return the text after changes of settings by pane, and the panes."""
    panes = tuple(
        dataclasses.replace(pane, settings=pane.settings.replace(**settings.get(pane.name, {})))
        for pane in settings_file.read(text)
    )
    return settings_file.write(panes, text), panes


def differences(text: str, before: str = FILE) -> list[str]:
    """Return the lines that differ, with ``-`` or ``+`` before them."""
    lines = difflib.unified_diff(before.splitlines(), text.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_a_file_without_changes_is_written_as_it_is():
    text, panes = changed()

    assert tuple(pane.name for pane in panes) == PANES
    assert text == FILE


@pytest.mark.parametrize(
    ("pane", "settings", "expected"),
    [
        (
            "strict",
            {"min_words": 6},
            ["-  min_words = 0x05  # tuned on 40 pages", "+  min_words = 6  # tuned on 40 pages"],
        ),
        (
            "strict",
            {"max_words": 300},
            ['-  #max_words = "auto"  # try 300', "+  max_words = 300  # try 300"],
        ),
        ("strict", {"skipped": ("a", "d", "c")}, ['+      "d",']),
        ("strict", {"skipped": ("a",)}, ['-      "c",']),
        ("strict", {"unit": Unit.SIGNS}, ['+unit = "signs"']),
        (
            "strict",
            {"swaps": (("x", "z"),)},
            ['-  swaps = [["x", "y"]]   # needed', '+  swaps = [["x", "z"]]   # needed'],
        ),
        (
            "toy",
            {"min_words": 8},
            [
                "-settings = { min_words = 7, unit = 'signs' }",
                "+settings = { min_words = 8, unit = 'signs' }",
            ],
        ),
        (
            "toy",
            {"invert": True, "unit": Unit.WORDS},
            [
                "-settings = { min_words = 7, unit = 'signs' }",
                "+settings = { min_words = 7, invert = true }",
            ],
        ),
        (
            "dotted",
            {"min_words": 4},
            ["-settings.min_words = 3  # few", "+settings.min_words = 4  # few"],
        ),
        ("dotted", {"unit": Unit.WORDS}, ['-settings.unit = "signs"']),
        ("dotted", {"invert": True}, ["+settings.invert = true"]),
        ("steps", {"min_words": 4}, ["+[pane.settings]", "+min_words = 4"]),
    ],
)
def test_only_a_changed_value_changes(pane: str, settings: dict[str, object], expected: list[str]):
    text, panes = changed(**{pane: settings})

    assert differences(text) == expected
    assert settings_file.read(text) == panes


def test_a_setting_at_its_default_is_commented_out_with_its_comment():
    default = ToySettings().min_words

    text, panes = changed(strict={"min_words": default, "skipped": ()})

    assert f"  #min_words = {default}  # tuned on 40 pages\n" in text
    assert "  #skipped = []\n" in text
    assert settings_file.read(text) == panes


def test_a_default_with_several_lines_is_set_where_it_is():
    head = '[[pane]]\nextractor = "toy"\n[pane.settings]\n'
    text = f'{head}#skipped = [\n#    "a",\n#]\n#invert = false\n'

    written, panes = changed(text, toy={"skipped": ("b",), "invert": True})

    assert written.splitlines()[3:] == ["skipped = [", '    "b",', "]", "invert = true"]
    assert settings_file.read(written) == panes


def steps_of(text: str, *least: int) -> tuple[str, tuple[Pane, ...]]:
    *others, pane = settings_file.read(text)
    steps = tuple(PipelineStep("at_least", StepSettings(least=number)) for number in least)
    panes = (*others, dataclasses.replace(pane, settings=pane.settings.replace(pipeline=steps)))
    return settings_file.write(panes, text), panes


def test_steps_are_changed_where_they_are():
    text, panes = steps_of(FILE, 5, StepSettings().least)

    assert differences(text) == ["-least = 4  # four", "+least = 5  # four"]
    assert settings_file.read(text) == panes


def test_steps_are_added_and_removed_and_the_others_keep_their_comments():
    longer, panes = steps_of(FILE, 4, StepSettings().least, 9)
    assert differences(longer)[-1] == "+least = 9"
    assert "least = 4  # four" in longer
    assert settings_file.read(longer) == panes

    none, panes = steps_of(FILE)
    assert "# How I build it" in none
    assert "[[pane.step]]" not in none
    assert settings_file.read(none) == panes


def test_panes_are_added_removed_renamed_and_moved_with_their_comments():
    strict, inline, dotted, steps = settings_file.read(FILE)
    renamed = dataclasses.replace(dotted, name="renamed")
    more = Pane("more", "toy", ToySettings(min_words=50))

    text = settings_file.write([steps, inline, more, renamed], FILE)

    assert settings_file.read(text) == (steps, inline, more, renamed)
    assert text.startswith("# My panes, for the paper.\n")
    assert strict.name not in text
    assert "# The strict one" not in text
    order = ["# How I build it", "# All in one line", 'name = "more"', 'name = "renamed"', "# few"]
    assert sorted(order, key=text.index) == order


def test_a_name_that_depends_on_the_order_is_written():
    text = '[[pane]]\nextractor = "toy"  # first\n[[pane]]\nextractor = "toy"  # second\n'
    first, second = settings_file.read(text)

    written = settings_file.write([second, first], text)

    assert settings_file.read(written) == (second, first)
    assert written.index("# second") < written.index("# first")


def test_line_ends_of_another_system_stay():
    text = FILE.replace("\n", "\r\n")
    panes = settings_file.read(FILE)

    assert settings_file.write(panes, text) == text
    assert settings_file.write(panes[:1], text).count("\n") == settings_file.write(
        panes[:1], text
    ).count("\r\n")


@pytest.mark.parametrize(
    "text",
    [
        "[[pane]",
        "x = 1",
        'pane = [{ extractor = "toy" }]',
        '[[pane]]\nextractor = "toy"\n[pane.settings]\nskipped = ["""\n[[pane]]\n"""]\n',
    ],
)
def test_a_text_that_cannot_be_changed_is_replaced(text: str):
    panes = (Pane("a", "toy", ToySettings(min_words=9)),)

    assert settings_file.write(panes, text) == settings_file.write(panes)


@pytest.mark.parametrize(
    "entry",
    [entry for entry in registry.entries() if entry.extractor is not None],
    ids=lambda entry: entry.id,
)
def test_a_file_of_ours_becomes_the_file_of_the_other_settings(entry: registry.Entry):
    extractor = entry.extractor
    assert extractor is not None
    default = Pane("p", entry.id, extractor.default_settings())
    usual = settings_file.write([default])
    for preset in extractor.presets:
        pane = Pane("p", entry.id, extractor.preset_settings(preset))
        fresh = settings_file.write([pane])

        assert settings_file.write([pane], usual) == fresh
        assert settings_file.write([default], fresh) == usual
