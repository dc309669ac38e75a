"""The commands that train models: written models and refused input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors.algorithms.bayes.model import load
from boilerscope.extractors.gold.formats.corpus import digest

if TYPE_CHECKING:
    from pathlib import Path

STORY = "The council met on Monday, and after a long talk it agreed on a plan for the old lake."
PAGE = f"<body><div>Home page</div><div>{STORY}</div><div>!</div><div>Copyright</div></body>"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    rows = [
        {"id": "one", "html": "one.html", "text": STORY},
        {"id": "two", "html": "one.html", "text": "Nothing of this text stands on that page."},
        {"id": "none", "html": "one.html", "text": None},
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "gold.jsonl").write_text(text, encoding="utf-8")
    (folder / "one.html").write_text(PAGE, encoding="utf-8")
    return folder


def test_command_writes_a_model_that_the_extractor_reads(corpus: Path, tmp_path: Path):
    file = tmp_path / "out" / "model.json"
    arguments = ["train", "bayes_blocks", "--corpus", str(corpus), "-o", str(file)]

    result = CliRunner().invoke(main, [*arguments, "--set", "alpha=2"])

    assert result.exit_code == 0, result.output
    table = json.loads(file.read_text(encoding="utf-8"))
    assert load(str(file)).n_blocks == (2, 1)
    assert table["provenance"]["command"] == (
        "boilerscope train bayes_blocks --corpus small -o model.json --set alpha=2"
    )
    assert table["provenance"]["corpora_sha256"] == digest([corpus])
    assert table["provenance"]["pages_used"] == 1
    assert table["provenance"]["pages_left_out"] == ["small/two"]
    assert list(table["pages"]) == ["small/one"]
    assert str(tmp_path) not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--set", "alpha"], "must look like FIELD=VALUE"),
        (["--set", "alpah=1"], "did you mean 'alpha'?"),
        (["--set", "alpha=99"], "alpha must be at most 10"),
    ],
)
def test_wrong_setting_is_named(arguments: list[str], fault: str, corpus: Path, tmp_path: Path):
    base = ["train", "bayes_blocks", "--corpus", str(corpus), "-o", str(tmp_path / "m.json")]

    result = CliRunner().invoke(main, [*base, *arguments])

    assert result.exit_code == 2
    assert fault in result.output


def test_folder_without_gold_is_named(tmp_path: Path):
    arguments = ["train", "bayes_blocks", "--corpus", str(tmp_path), "-o", str(tmp_path / "m.json")]

    result = CliRunner().invoke(main, arguments)

    assert result.exit_code == 2
    assert "no pages found" in result.output
