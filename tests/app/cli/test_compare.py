"""The command ``compare``: what changes from one pane to another, by page and by rule."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors import runner
from boilerscope.extractors.page.files import read_page
from tests.helpers.annotated import write_annotated
from tests.helpers.corpus_files import write_own_pages
from tests.helpers.made_site import write_site

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

BEFORE, AFTER = "boilerpipe.article", "boilerpipe.default"
PANES = ("-e", BEFORE, "-e", AFTER)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use an empty store."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of pages."""
    return write_own_pages(tmp_path_factory.mktemp("own") / "pages")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["compare", "-q", *map(str, arguments)])


def lines_of(*arguments: object) -> list[dict[str, Any]]:
    result = run(*arguments, "--format", "jsonl")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_words_of_rules_and_of_pages_are_those_of_the_masks(pages: Path):
    about, *rows = lines_of(pages, *PANES)
    lost = won = changed = 0
    for file in sorted(pages.rglob("*.html")):
        page = read_page(file)
        before, after = (runner.run(page, name).mask for name in (BEFORE, AFTER))
        lost += int((before & ~after).sum())
        won += int((after & ~before).sum())
        changed += bool((before != after).any())

    assert lost + won > 0
    assert (about["lost"], about["won"], about["changed_pages"]) == (lost, won, changed)
    for kind, words in (("lost", lost), ("won", won)):
        assert sum(row["words"] for row in rows if row["kind"] == kind) == words
    of_pages = [row for row in rows if row["kind"] == "page"]
    assert len(of_pages) == changed
    assert sum(row["lost"] for row in of_pages) == lost
    assert sum(row["won"] for row in of_pages) == won


def test_won_words_name_the_rule_of_the_pane_before(pages: Path):
    _, *rows = lines_of(pages, *PANES)
    [won] = [row for row in rows if row["kind"] == "won"][:1]
    steps = {step.code for step in runner.run(read_page(next(pages.rglob("*.html"))), BEFORE).steps}

    assert won["step"] in steps
    assert won["row"].startswith(won["step"])


def test_the_other_direction_is_the_same_change(pages: Path):
    there, back = lines_of(pages, *PANES)[0], lines_of(pages, "-e", AFTER, "-e", BEFORE)[0]

    assert (there["lost"], there["won"]) == (back["won"], back["lost"])


def test_a_pane_and_itself_have_no_changes(pages: Path):
    result = run(pages, "-e", BEFORE, "-e", BEFORE, "--no-store")

    assert result.exit_code == 0, result.output
    assert "Pages that changed" not in result.stdout
    assert "pages with other words or status" in result.stdout


def test_settings_are_compared_too(pages: Path):
    changed = ("--set", f"{BEFORE}#2.max_link_density=0.9")
    about, *_ = lines_of(pages, "-e", BEFORE, "-e", BEFORE, *changed)

    assert about["after"] == f"{BEFORE}#2"
    assert about["lost"] + about["won"] > 0


def test_tables_have_the_same_words_as_rows(pages: Path):
    table = run(pages, *PANES).stdout
    rows = list(csv.DictReader(io.StringIO(run(pages, *PANES, "--format", "csv").stdout)))
    lost = sum(int(row["words"]) for row in rows if row["kind"] == "lost")

    assert any(line.split() == ["words", "lost", f"{lost:,}"] for line in table.splitlines())
    assert f"Words that {AFTER} wins, by the rule of {BEFORE}" in table
    assert {json.loads(row["about"])["before"] for row in rows} == {BEFORE}


@pytest.mark.parametrize("panes", [(), ("-e", "bte"), ("-e", "bte", "-e", BEFORE, "-e", AFTER)])
def test_one_or_three_panes_are_refused(pages: Path, panes: tuple[str, ...]):
    result = run(pages, *panes)

    assert result.exit_code == 2
    assert "Two extractors are compared" in result.output
    assert "-e trafilatura==2.0.0 -e trafilatura" in result.output


def test_a_page_that_cannot_be_read_is_named_with_exit_code_1(tmp_path: Path):
    (tmp_path / "good.html").write_text("<p>Some text of a page.</p>", encoding="utf-8")
    (tmp_path / "bad.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    result = run(tmp_path, *PANES)

    assert result.exit_code == 1
    assert "bad" in result.stderr
    assert "on 1 page" in result.stdout


def test_pages_with_gold_have_the_f1_of_both_panes(pages: Path):
    about, *rows = lines_of(pages, *PANES)
    scored = CliRunner().invoke(
        main, ["score", "-q", str(pages), *PANES, "--rows", "pages", "--format", "jsonl"]
    )
    assert scored.exit_code == 0, scored.output
    lines = [json.loads(line) for line in scored.stdout.splitlines()]
    of_score = {(r["set"], r["page"], r["pane"]): r["token_f1"] for r in lines if "token_f1" in r}

    changed = [row for row in rows if row["kind"] == "page"]
    assert changed
    for row in changed:
        name = tuple(row["row"].split("/"))
        assert row["f1_before"] == pytest.approx(of_score[*name, BEFORE])
        assert row["f1_after"] == pytest.approx(of_score[*name, AFTER])
        assert row["f1_difference"] == pytest.approx(row["f1_after"] - row["f1_before"])
    n_pages = len(list(pages.rglob("*.html")))
    assert about["scored_pages"] == n_pages
    assert about["f1_after"] == pytest.approx(
        sum(f1 for (*_, pane), f1 in of_score.items() if pane == AFTER) / n_pages
    )
    table = run(pages, *PANES).stdout
    assert "difference of F1" in table
    assert "F1 before" in table


def test_f1_is_by_the_marks_of_an_annotator(tmp_path: Path):
    marked = write_annotated(tmp_path / "marked")
    by_bob = ("-e", "bte", "-e", BEFORE, "--gold-by", "Bob")

    about, *_ = lines_of(marked, *by_bob)

    scored = CliRunner().invoke(
        main, ["score", "-q", str(marked), *by_bob, "--rows", "pages", "--format", "jsonl"]
    )
    lines = [json.loads(line) for line in scored.stdout.splitlines()]
    of_bte = [row["token_f1"] for row in lines if row.get("pane") == "bte" and row.get("token_f1")]
    assert about["scored_pages"] == len(of_bte) == 2
    assert about["f1_before"] == pytest.approx(sum(of_bte) / 2)
    assert about["f1_before"] != lines_of(marked, *by_bob[:-2])[0]["f1_before"]


def test_pages_without_gold_have_no_f1(tmp_path: Path):
    (tmp_path / "one.html").write_text("<p>Some text of a page.</p><ul><li>x", encoding="utf-8")
    about, *_ = lines_of(tmp_path, *PANES)

    assert about["scored_pages"] == 0
    assert about["f1_before"] is None
    assert "F1" not in run(tmp_path, *PANES).stdout


def test_panes_that_read_other_pages_of_the_site_are_compared(tmp_path: Path):
    panes = ("-e", "learned", "-e", "learned", "--set", "learned#2.minus_template=true")
    about, *rows = lines_of(write_site(tmp_path, 6), *panes)

    assert about["pages"] == 6
    assert about["lost"] > 0
    assert {row["step"] for row in rows if row["kind"] == "lost"} == {"MT"}
