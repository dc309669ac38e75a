"""Separate user folder for every test, without extractors of earlier tests."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.own import added, loading

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of the user's files."""
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(added, "_added", {})
    monkeypatch.setattr(added, "_extractors", {})
    monkeypatch.setattr(loading, "_LOADED", {})
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith(("boilerscope_own_", "mine")):
            del sys.modules[name]
