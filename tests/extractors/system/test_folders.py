"""The configuration folder: the system's, unless another folder is set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    import pytest


def test_the_folder_is_the_systems_unless_another_folder_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("BOILERSCOPE_CONFIG", raising=False)
    assert config_folder().name == "boilerscope"
    monkeypatch.setenv("BOILERSCOPE_CONFIG", "/srv/elsewhere")
    assert config_folder() == Path("/srv/elsewhere")


def test_the_folder_of_the_system_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOILERSCOPE_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/srv/one")
    first = config_folder()
    monkeypatch.setenv("XDG_CONFIG_HOME", "/srv/other")

    assert (first, config_folder()) == (
        Path("/srv/one/boilerscope"),
        Path("/srv/other/boilerscope"),
    )
