"""Packages of a user with the names of our rooms work beside `boilerscope`, also in workers.

A program of a user may keep its code in folders such as `extractors` or `app`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.imports import ROOMS

PROGRAM = str(Path(sys.executable).with_name("boilerscope"))
MINE = """
import multiprocessing

import app.names
import extractors.names
import resources.names
import widgets.names


def first(html: str, *, words: int = 5) -> str:
    packages = (app, extractors, resources, widgets)
    used = [package.names.NAME for package in packages]
    assert used == ["my app", "my extractors", "my resources", "my widgets"], used
    assert (multiprocessing.parent_process() is not None) == WORKER
    return " ".join("Water is rising in the lake".split()[:words])
"""
SCRIPT = """
import app.names
import boilerscope
import boilerscope.extractors.registry
import extractors.names
import mine

page = boilerscope.read("page.html")
result = boilerscope.extract(page, "mine.py:first", words=3)
print(result.text, "|", mine.first(""), "|", extractors.names.NAME, "|", app.names.NAME)
print(boilerscope.extractors.__name__, extractors.__name__)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of a user with a page and packages named like our rooms."""
    for room in ROOMS:
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text("", encoding="utf-8")
        (tmp_path / room / "names.py").write_text(f'NAME = "my {room}"\n', encoding="utf-8")
    (tmp_path / "page.html").write_text("<p>Water is rising in the lake.", encoding="utf-8")
    return tmp_path


def run(folder: Path, *command: str) -> str:
    """Return what a program prints that is started in the user's folder."""
    process = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=folder, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.parametrize("location", ["mine:first", "mine.py:first"])
def test_an_extractor_of_the_user_finds_them_in_a_worker_of_the_command_line(
    folder: Path, location: str
):
    (folder / "mine.py").write_text(MINE.replace("WORKER", "True"), encoding="utf-8")

    text = run(folder, PROGRAM, "extract", "page.html", "-e", location)

    assert text == "Water is rising in the\n"


def test_a_script_of_the_user_imports_them_beside_ours(folder: Path):
    (folder / "mine.py").write_text(MINE.replace("WORKER", "False"), encoding="utf-8")
    (folder / "script.py").write_text(SCRIPT, encoding="utf-8")

    lines = run(folder, "script.py").splitlines()

    assert lines == [
        "Water is rising | Water is rising in the | my extractors | my app",
        "boilerscope.extractors extractors",
    ]
