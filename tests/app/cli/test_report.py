"""Command ``report``: a page, a session, a corpus."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.snapshot import PANES, write_snapshot
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

HTML = "<title>Lake</title><p>" + "The lake is quiet today. " * 12


def invoke(*words: object) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, words)])


def text_of(file: Path) -> str:
    html = file.read_text(encoding="utf-8")
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def test_a_page_is_reported_with_its_panes(tmp_path: Path):
    (tmp_path / "lake.html").write_text(HTML, encoding="utf-8")
    output = tmp_path / "report.html"

    result = invoke(tmp_path / "lake.html", "-e", "bte", "-e", "link_ratio", "-o", output)

    assert result.exit_code == 0, result.stderr
    assert f"Written to {output}" in result.stderr
    assert "Lake: 2 extractors compared" in text_of(output)


def test_the_figures_of_a_corpus_are_those_of_score(tmp_path: Path):
    corpus = write_corpus(tmp_path / "pages")
    output = tmp_path / "report.html"
    words = (corpus, "-e", "bte", "-e", "link_ratio")

    result = invoke(*words, "--by", "language", "-o", output)
    scored = CliRunner().invoke(main, ["score", *map(str, words), "--measure", "token_f1"])

    assert result.exit_code == 0, result.stderr
    text = text_of(output)
    line = next(line for line in scored.stdout.splitlines() if line.startswith("bte"))
    assert " ".join(line.split()) in text
    assert (
        f"$ boilerscope score {corpus} -e bte -e link_ratio --measure token_f1 --by language"
        in text
    )
    assert "Pages on which the panes differ most" in text


def test_a_session_is_reported_with_its_own_panes(tmp_path: Path):
    page = Page.from_text(HTML, name="lake.html")
    panes = b'[[pane]]\nname = "wide"\nextractor = "link_ratio"\n[pane.settings]\nrate = 3.0\n'
    write_snapshot(page, tmp_path / "lake.bscope", None, {PANES: panes})
    output = tmp_path / "report.html"

    result = invoke(tmp_path / "lake.bscope", "-o", output)

    assert result.exit_code == 0, result.stderr
    text = text_of(output)
    assert "1 wide" in text
    assert "rate=3.0" in text
    assert f"$ boilerscope report {tmp_path / 'lake.bscope'} -o report.html" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing.html", "-o", "r.html"), "no such file or folder"),
        (("-e", "bte"), "Missing"),
        (("pages", "-e", "btee", "-o", "r.html"), "did you mean"),
    ],
)
def test_wrong_words_are_refused(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write_corpus(tmp_path / "pages")
    monkeypatch.chdir(tmp_path)

    result = invoke(*words)

    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "r.html").exists()


def test_a_folder_that_does_not_exist_is_an_error_at_the_end(tmp_path: Path):
    (tmp_path / "lake.html").write_text(HTML, encoding="utf-8")

    result = invoke(tmp_path / "lake.html", "-e", "bte", "-o", tmp_path / "lake.html" / "r.html")

    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
