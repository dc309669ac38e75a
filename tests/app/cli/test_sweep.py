"""The command sweep: options and a file do the same, and faults are named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.commands import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a corpus of four pages."""
    text = "The council met on Monday and decided on the new bridge over the river at last."
    lines = [
        {
            "id": f"p{number}",
            "html": f"<p>{text}<p><a href=x>Home</a> <a href=y>About {number}</a>",
            "url": f"https://s{number}.org/",
            "text": text,
        }
        for number in range(4)
    ]
    (tmp_path / "corpus").mkdir()
    file = tmp_path / "corpus" / "gold.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


CONFIG = """
[sweep]
pages = ["corpus/gold.jsonl"]
extractor = "link_ratio"
share = 0.5
seed = 7

[sweep.settings]
rate = 2.0

[[sweep.over]]
setting = "rate"
low = 1.0
high = 2.0
steps = 3
"""


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["sweep", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_file_does_what_the_options_do(pages: Path, tmp_path: Path):
    file = tmp_path / "sweep.toml"
    file.write_text(CONFIG)
    options = ["-e", "link_ratio", "--over", "rate=1:2:3", "--set", "link_ratio.rate=2.0"]
    from_options = _run(str(pages), *options, "--seed", "7", "--format", "jsonl")
    from_file = _run("--config", str(file), "--format", "jsonl")

    assert from_file == from_options
    first, *points = map(json.loads, from_file.splitlines())
    assert (first["seed"], first["over"]) == (7, {"rate": [1.0, 1.5, 2.0]})
    assert [point["is_present"] for point in points] == [False, False, True]
    assert all(point["training_token_f1"] is not None for point in points)


@pytest.mark.parametrize("seed", [8, 0])
def test_options_go_before_the_file(pages: Path, tmp_path: Path, seed: int):
    file = tmp_path / "sweep.toml"
    file.write_text(CONFIG)
    options = ["--over", "rate=1.0,3.0", "--seed", str(seed), "--format", "jsonl"]
    first = json.loads(_run("--config", str(file), *options).splitlines()[0])

    assert pages.exists()
    assert (first["seed"], first["over"]) == (seed, {"rate": [1.0, 3.0]})


def test_points_go_to_a_file(pages: Path, tmp_path: Path):
    out = tmp_path / "out.csv"
    printed = _run(
        *(str(pages), "-e", "link_ratio", "--over", "rate=1:2:3", "--format", "csv"),
        *("-o", str(out)),
    )

    assert printed == ""
    assert out.read_text().startswith("rate,training_token_f1,training_token_f1_low")
    assert len(out.read_text().splitlines()) == 4


def test_a_value_list_in_a_file_is_used_unchanged(pages: Path, tmp_path: Path):
    file = tmp_path / "sweep.toml"
    over = "low = 1.0\nhigh = 2.0\nsteps = 3\n"
    file.write_text(CONFIG.replace(over, "values = [1.25, 2.5]\n"))
    first = json.loads(_run("--config", str(file), "--format", "jsonl").splitlines()[0])

    assert pages.exists()
    assert first["over"] == {"rate": [1.25, 2.5]}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 7", "sead = 7", "unknown key of [sweep] 'sead'; did you mean 'seed'"),
        ("seed = 7", "seed = 'x'", "seed has a wrong value"),
        ("steps = 3", "step = 3", "unknown key of [[sweep.over]] 'step'"),
        ('setting = "rate"', 'setting = "rat"', "unknown setting 'rat'; did you mean 'rate'"),
        (CONFIG, "[swep]", "has no table [sweep]"),
        ("seed = 7", "seed =", "sweep.toml"),
        ("seed = 7", 'measure = "f1"', "unknown measure 'f1'"),
        ("seed = 7", 'text = "all"', "text must be page or own"),
        ("low = 1.0", 'low = "a"', "write FIELD=LOW:HIGH"),
    ],
)
def test_a_fault_in_a_file_is_named(pages: Path, tmp_path: Path, old: str, new: str, message: str):
    assert pages.exists()
    file = tmp_path / "sweep.toml"
    file.write_text(CONFIG.replace(old, new, 1))

    result = CliRunner().invoke(main, ["sweep", "--config", str(file)])

    assert result.exit_code == 2
    assert message in result.stderr


def test_a_missing_option_is_named():
    result = CliRunner().invoke(main, ["sweep", "-e", "bte"])

    assert result.exit_code == 2
    assert "Name PAGES, --extractor and --over" in result.output


def test_pages_without_gold_cannot_be_swept(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>one two three")
    arguments = [str(tmp_path), "-e", "link_ratio", "--over", "rate=1:2"]

    result = CliRunner().invoke(main, ["sweep", *arguments])

    assert result.exit_code == 2
    assert "no page has gold. Name a gold standard" in result.stderr


def test_pages_that_cannot_be_read_are_an_error_with_the_reason(tmp_path: Path):
    line = {"id": "a", "html": "none.html", "text": "words"}
    (tmp_path / "gold.jsonl").write_text(json.dumps(line))

    result = CliRunner().invoke(
        main, ["sweep", str(tmp_path), "-e", "bte", "--over", "tag_weight=1:2:2"]
    )

    assert result.exit_code == 2
    assert "No training page was scored" in result.stderr
    assert "none.html' cannot be read" in result.stderr


def test_validation_pages_that_are_copies_of_training_pages_are_named(tmp_path: Path):
    text = "The ice on the lake melts in April, and nobody minds the cold wind any more."
    lines = [
        {
            "id": f"p{number}",
            "url": f"https://site{number}.example/",
            "html": f"<nav><a href=/>Home</a></nav><p>{text}</p>",
            "text": text,
        }
        for number in range(4)
    ]
    file = tmp_path / "gold.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))

    report = _run(str(file), "-e", "link_ratio", "--over", "rate=1:2:2")

    assert "2 validation pages are copies of training pages with the same gold" in report


def test_pages_that_differ_are_no_copies(pages: Path):
    report = _run(str(pages), "-e", "link_ratio", "--over", "rate=1:2:2")

    assert "copies of training pages" not in report
