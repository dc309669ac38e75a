"""Quitting loses nothing: unsaved panes are back at the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

LAKE = str(PAGES / "lake.html")
USUAL = ["boilerpipe.article", "cx_extractor", "link_ratio", "text_distribution"]


@pytest.fixture(scope="module")
def home(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the home of a program that was quit with one more pane and a changed setting."""
    folder = tmp_path_factory.mktemp("quit")
    program = start(LAKE, folder=folder)
    _set_density(program, "0.2")
    program.key("ctrl+d")
    program.wait(lambda now: len(now["panes"]) == 5 and now["settled"], "a pane is added")
    _quit(program)
    return folder


def _set_density(program: Program, value: str) -> None:
    program.key("ctrl+k")
    program.wait(lambda now: now.widgets("palette"), "the palette opens")
    program.type(f"max_link_density {value}").key("Return")
    program.wait(lambda now: _density(now) == float(value), "the setting is changed")


def _density(state: State) -> float:
    value: float = state.pane(USUAL[0])["settings"]["max_link_density"]
    return value


def _quit(program: Program) -> None:
    program.key("ctrl+q")
    assert program.exit_code() == 0


def test_a_named_settings_file_has_priority_and_the_kept_panes_wait(start: Start, home: Path):
    config = home / "named.toml"
    config.write_text('[[pane]]\nextractor = "bte"\n', encoding="utf-8")

    program = start(LAKE, "--config", str(config), folder=home)

    assert [pane["name"] for pane in program.settled()["panes"]] == ["bte"]
    _quit(program)


def test_unsaved_panes_are_back_and_undo_shows_the_default_panes(start: Start, home: Path):
    program = start(LAKE, folder=home)
    state = program.settled()

    assert len(state["panes"]) == 5
    assert _density(state) == 0.2
    assert "Ctrl+Z" in state["message"]
    program.key("ctrl+z")
    state = program.wait(lambda now: len(now["panes"]) == 4 and now["settled"], "undo takes back")
    assert [pane["name"] for pane in state["panes"]] == USUAL
    _quit(program)

    program = start(LAKE, folder=home)
    state = program.settled()
    assert [pane["name"] for pane in state["panes"]] == USUAL
    assert "Ctrl+Z" not in state["message"]
