"""Other versions of Python: found on the path and where pyenv and uv keep them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.system.pythons import is_this_version, python_from

if TYPE_CHECKING:
    from collections.abc import Iterator

FUTURE = (3, 97)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Look for programs below one folder only."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setenv("UV_PYTHON_INSTALL_DIR", str(tmp_path / "uv"))
    python_from.cache_clear()
    yield tmp_path
    python_from.cache_clear()


def program(file: Path, script: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


def test_this_python_is_used_if_it_will_do():
    assert python_from((3, 11)) == Path(sys.executable)
    assert is_this_version(Path(sys.executable))


def test_there_may_be_none():
    assert python_from(FUTURE) is None


def test_a_program_that_does_not_start_is_passed_over(folders: Path):
    program(folders / "path" / "python3.97", "echo 'not activated' >&2; exit 127")
    program(folders / "path" / "python3.98", "echo /a/python3.98")

    assert python_from(FUTURE) == Path("/a/python3.98")


@pytest.mark.parametrize("folder", ["pyenv/versions/3.99.1", "uv/cpython-3.99-linux"])
def test_what_pyenv_and_uv_have_installed_is_found(folders: Path, folder: str):
    program(folders / folder / "bin" / "python3.99", "echo /b/python3.99")

    assert python_from(FUTURE) == Path("/b/python3.99")


def test_the_oldest_version_that_will_do_is_taken(folders: Path):
    for name in ("python3.96", "python3.98", "python3.99"):
        program(folders / "path" / name, f"echo /c/{name}")

    assert python_from(FUTURE) == Path("/c/python3.98")


def test_another_version_is_not_taken_for_this_one(folders: Path):
    other, broken = folders / "other", folders / "broken"
    program(other, "echo 3.97")
    program(broken, "exit 1")

    assert not is_this_version(other)
    assert not is_this_version(broken)
