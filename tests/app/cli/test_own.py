"""The commands `check` and `own`, and an extractor of the user in `extract`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from boilerscope.app.cli.commands import main
from boilerscope.extractors.own import added
from boilerscope.resources.loader import samples

if TYPE_CHECKING:
    from pathlib import Path

MINE = '''
import re

count = 0

def good(html: str, least: int = 5) -> str:
    """Keep paragraphs."""
    texts = re.findall(r"<p[^>]*>(.*?)</p>", html, re.S)
    return "\\n".join(text for text in texts if len(text.split()) >= least)

def wrong(html, words):
    return ""

def bytes_(html):
    return html.encode()

def moody(html):
    global count
    count += 1
    return "word " * count

def picky(html, least: int = 5):
    return "word" if 0 < least < 50 else 1 / 0

def silent(html):
    return ""

class Fixed:
    def predict(self, matrix):
        return matrix[:, 0] > 20

MODEL = Fixed()
'''

PLUG_IN = """
from tests.helpers.toy import Toy

GOOD = Toy()

class Nameless(Toy):
    name = None

NAMELESS = Nameless()
"""


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file with functions in the user's own folder."""
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(added, "_added", {})
    monkeypatch.setattr(added, "_extractors", {})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plug_in.py").write_text(PLUG_IN, encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    return file


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("location", ["mine.py:good", "mine.py:MODEL", "plug_in.py:GOOD", "bte"])
def test_a_sound_extractor_passes(location: str):
    result = run("check", location)

    assert result.exit_code == 0, result.output
    assert "problem" not in result.output
    for sample in samples():
        assert f"ok      {sample.path.name}: " in result.output


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        ("mine.py:wrong", "line 11: the argument words of wrong has no default"),
        ("mine.py:bytes_", "returned a value of type bytes, not a str"),
        ("mine.py:moody", "two runs differ. Make the result depend only on the page."),
        ("mine.py:picky", "least = 0: error: ZeroDivisionError: division by zero in picky"),
        ("mine.py:count", "is a value of type int. An estimator has predict_proba"),
        ("mine.py:gone", "has no gone. Functions in it: bytes_, good, "),
        ("plug_in.py:NAMELESS", "plug_in.py:NAMELESS has no text as its 'name'"),
        ("gone.py:x", "gone.py is not a file"),
        ("gone", "unknown extractor 'gone'"),
    ],
)
def test_faults_are_listed_with_exit_code_1(location: str, problem: str):
    result = run("check", location)

    assert result.exit_code == 1, result.output
    assert any(
        line.startswith("problem ") and problem in line for line in result.output.splitlines()
    ), result.output


def test_an_extractor_that_keeps_nothing_gets_a_warning():
    result = run("check", "mine.py:silent")

    assert result.exit_code == 0
    assert "warning No text is kept on any sample page." in result.output


def test_extract_accepts_a_location_with_settings(mine: Path):
    page = mine.with_name("page.html")
    page.write_text("<p>one two three</p><p>four five six seven</p>", encoding="utf-8")

    result = run(
        *("extract", page, "-e", "mine.py:good", "--set", "mine.good.least=4"),
        *("--format", "jsonl", "--blocks"),
    )

    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert record["extractor"] == "mine.good"
    assert record["settings"]["least"] == 4
    assert record["text"] == "four five six seven"
    assert list(record["used"]) == ["mine.py"]


def test_stored_extractors_are_listed_and_removed(mine: Path, monkeypatch: pytest.MonkeyPatch):
    assert run("own", "add", "mine.py:good").output == "mine.good\n"
    monkeypatch.setattr(added, "_added", {})

    assert run("own", "list").output == f"mine.good  {mine}:good\n"
    assert "\nmine.good  good  [yours]\n" in run("list").output
    assert run("own", "remove", "mine.good").exit_code == 0
    assert run("own", "list").output == ""


def test_a_broken_extractor_is_not_stored():
    result = run("own", "add", "mine.py:wrong")

    assert result.exit_code == 2
    assert "the argument words of wrong has no default" in result.output
    assert not added.list_file().exists()
