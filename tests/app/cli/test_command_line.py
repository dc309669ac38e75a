"""Panes as options: the command line reads what was written."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.extractors import registry
from boilerscope.extractors.formats.command_line import extract_command, options_of, toml_value
from boilerscope.extractors.model.settings import Settings, from_table, knobs, to_table
from boilerscope.extractors.own.added import locations, remove
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.system.toml_tables import parse

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = st.recursive(
    st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda values: (
        st.lists(values, max_size=3)
        | st.dictionaries(st.text("ab -", min_size=1), values, max_size=3)
    ),
)


def panes_of(*uses: tuple[str, Settings]) -> tuple[Pane, ...]:
    """Return panes with the names that the command line gives them."""
    panes: list[Pane] = []
    for extractor, settings in uses:
        name = free_name(extractor, [pane.name for pane in panes])
        panes.append(Pane(name, extractor, settings))
    return tuple(panes)


def read_again(words: list[str]) -> tuple[Pane, ...]:
    """Return the panes that these options select."""
    pairs = list(zip(words[::2], words[1::2], strict=True))
    names = [value for option, value in pairs if option == "-e"]
    return chosen_panes(names, None, [value for option, value in pairs if option == "--set"])


OWN = """
def by_length(html: str, min_words: int = 5) -> str:
    return html
"""


@pytest.mark.parametrize("extractor", registry.algorithms())
def test_every_preset_is_read_as_it_was_written(extractor: str):
    loaded = registry.extractor(extractor)
    settings = [
        loaded.default_settings(),
        *(from_table(loaded.settings_class, preset.values) for preset in loaded.presets),
    ]
    panes = panes_of(*((extractor, each) for each in settings))

    assert read_again(options_of(panes, {})) == panes


@pytest.mark.parametrize("extractor", [entry.id for entry in registry.entries()])
def test_every_setting_is_read_as_it_was_written(extractor: str):
    entry = registry.entry(extractor)
    if entry.extractor is None:
        pytest.skip(entry.error)
    settings = entry.extractor.default_settings()
    for knob in knobs(type(settings)):
        if knob.kind == "bool":
            settings = settings.replace(**{knob.name: not getattr(settings, knob.name)})
        elif knob.kind == "choice":
            settings = settings.replace(**{knob.name: knob.choices[-1]})
    panes = panes_of((extractor, settings))

    assert read_again(options_of(panes, {})) == panes


def test_a_second_pane_keeps_its_own_values():
    default = registry.extractor("boilerpipe.article").default_settings()
    panes = panes_of(
        ("boilerpipe.article", default.replace(nw_cur=3, max_link_density=0.6)),
        ("crunch", registry.extractor("crunch").default_settings()),
        ("boilerpipe.article", default.replace(max_link_density=0.2)),
        ("boilerpipe.article", default),
    )

    assert read_again(options_of(panes, {})) == panes


@pytest.mark.usefixtures("home")
def test_an_extractor_of_the_user_is_named_by_its_location(tmp_path: Path):
    file = tmp_path / "my rules.py"
    file.write_text(OWN, encoding="utf-8")
    identifier = registry.add(f"{file}:by_length")
    default = registry.extractor(identifier).default_settings()
    panes = panes_of((identifier, default.replace(min_words=4)), (identifier, default))
    words = options_of(panes, locations())
    remove(identifier)

    again = read_again(words)
    assert words[:4] == ["-e", f"{file}:by_length"] * 2
    assert [pane.extractor for pane in again] == [identifier] * 2
    assert [to_table(pane.settings) for pane in again] == [{"min_words": 4}, {}]


def test_names_with_spaces_and_dashes_are_quoted():
    pane = panes_of(("bte", registry.extractor("bte").default_settings()))
    command = extract_command("-my page's.html", pane, {}, ["--encoding", "utf-8"])

    assert shlex.split(command) == [
        *("boilerscope", "extract", "./-my page's.html", "-e", "bte", "--encoding", "utf-8")
    ]
    assert extract_command("-", pane, {}).split()[2] == "-"


@given(PLAIN)
def test_a_value_on_one_line_is_read_as_it_was(value: object):
    text = toml_value(value)

    assert "\n" not in text
    assert parse(f"value = {text}", name="test")["value"] == value
