"""Command ``expect``: the expected F1 of extractors on pages without gold, the worst page first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors.model.expected import FIGURES

if TYPE_CHECKING:
    from pathlib import Path

STORY = "".join(
    f"<p>On day {day} the council met, and after a long talk it agreed on a plan for the lake.</p>"
    for day in range(8)
)
MENU = "".join(f'<li><a href="/{n}">Section {n}</a></li>' for n in range(20))


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "article.html").write_text(f"<body><article><h1>Lake</h1>{STORY}</article>", "utf-8")
    (folder / "menu.html").write_text(f"<body><ul>{MENU}</ul><p>Choose one.</p>", "utf-8")
    return folder


def expect(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["expect", *arguments, "-q"])
    return result.exit_code, result.output


def test_the_page_that_is_expected_to_be_worst_comes_first(pages: Path):
    code, output = expect(str(pages), "-e", "learned", "-e", "bte", "--format", "jsonl")

    head, *lines = [json.loads(line) for line in output.splitlines()]
    assert code == 0
    assert head["panes"] == {"learned": "learned", "bte": "bte"}
    assert [line["pane"] for line in lines] == ["learned", "bte"] * 2
    assert lines[0]["page"].endswith("menu")
    assert lines[0]["expected_f1"] < lines[2]["expected_f1"]
    assert set(lines[2]["terms"]) == set(FIGURES)


def test_people_read_a_table_with_a_column_for_each_extractor(pages: Path):
    code, output = expect(str(pages))

    assert code == 0
    assert "Expected F1 of 2 pages" in output
    assert "boilerpipe.article" in output
    assert "The pages that learned is expected to do worst come first." in output


def test_a_pane_without_a_result_is_marked_and_named(pages: Path):
    code, output = expect(str(pages), "-e", "learned", "-e", "vips")

    assert code == 1
    assert "article, vips:" in output


def test_an_unknown_extractor_is_a_usage_error(pages: Path):
    code, output = expect(str(pages), "-e", "lerned")

    assert code == 2
    assert "learned" in output
