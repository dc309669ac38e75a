"""The command ``losses``: rows add up to the scores, in every format, with gold and without."""

from __future__ import annotations

import csv
import io
import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from tests.helpers.annotated import write_annotated
from tests.helpers.corpus_files import write_corpus, write_own_pages

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PANES = ("-e", "boilerpipe.article", "-e", "bte")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder for the store."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return pages on which scores differ, with their gold."""
    return write_own_pages(tmp_path_factory.mktemp("own") / "pages")


def run(command: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, [command, "-q", *map(str, arguments)])


def rows_of(*arguments: object) -> list[dict[str, str]]:
    result = run("losses", *arguments, "--format", "csv")
    assert result.exit_code == 0, result.output
    return list(csv.DictReader(io.StringIO(result.stdout)))


def f1_of(corpus: Path, average: str) -> dict[str, float]:
    result = run("score", corpus, *PANES, "--format", "csv")
    rows = csv.DictReader(io.StringIO(result.stdout))
    return {
        row["pane"]: float(row["value"])
        for row in rows
        if (row["measure"], row["average"]) == ("token_f1", average)
    }


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_rows_add_up_to_the_score(corpus: Path, average: str):
    rows = rows_of(corpus, *PANES, "--average", average)

    column = f"lost_f1_{average}"
    for pane, f1 in f1_of(corpus, average).items():
        total, *others = [row for row in rows if row["pane"] == pane]
        assert total["row"] == "all errors"
        assert 1 - float(total[column]) == pytest.approx(f1, abs=1e-12)
        assert sum(float(row[column]) for row in others) == pytest.approx(1 - f1, abs=1e-12)
        for words in ("missed", "wrongly_kept", "correct"):
            assert sum(int(row[words]) for row in others) == int(total[words])


@pytest.mark.parametrize(
    "by", ["step", "setting", "term", "type", "language", "site", "set", "worst-step"]
)
def test_other_rows_have_the_same_sum(corpus: Path, by: str):
    total, *others = rows_of(corpus, "-e", "boilerpipe.article", "--by", by)

    assert sum(int(row["missed"]) for row in others) == int(total["missed"])


def test_a_table_names_rule_sentence_and_share(corpus: Path):
    result = run("losses", corpus, "-e", "boilerpipe.num_words_rules")

    assert result.exit_code == 0
    assert result.stdout.startswith("Losses of boilerpipe.num_words_rules on ")
    assert "B F3 R0: link density (words) > 0.333" in result.stdout
    assert "The rows add up" not in result.stderr


@pytest.mark.parametrize("name", ["table", "csv", "jsonl", "latex", "markdown", "parquet"])
def test_every_format_is_written(corpus: Path, tmp_path: Path, name: str):
    file = tmp_path / "losses"
    result = run("losses", corpus, "-e", "bte", "--format", name, "-o", file)

    assert result.exit_code == 0, result.output
    assert file.stat().st_size > 100


def test_lines_begin_with_what_repeats_the_run(corpus: Path):
    result = run("losses", corpus, "-e", "bte", "--format", "jsonl")

    described, *rows = map(json.loads, result.stdout.splitlines())
    assert described["kind"] == "losses"
    assert described["panes"]["bte"]["extractor"] == "bte"
    assert {row["kind"] for row in rows} == {"row"}


def test_results_are_stored_and_used_again(
    corpus: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
):
    first = rows_of(corpus, *PANES)
    assert any(cache.rglob("results-*.sqlite"))
    monkeypatch.setattr(
        "boilerscope.extractors.runs.pool.PagePool.submit", lambda *_: pytest.fail("a pane ran")
    )

    assert rows_of(corpus, *PANES) == first


def test_nothing_is_stored_without_the_store(corpus: Path, cache: Path):
    assert rows_of(corpus, "-e", "bte", "--no-store")

    assert not any(cache.rglob("results-*.sqlite"))


def test_panes_are_run_without_each_rule_that_can_be_off_alone(corpus: Path):
    rows = rows_of(corpus, "-e", "boilerpipe.article", "--without")

    by_row = {(row["step"], row["rule"], row["outcome"]): row for row in rows}
    link_rule = by_row["F3", "R0", "B"]
    assert link_rule["without"] == "max_link_density 1"
    low, value, high = (float(link_rule[f"difference_{name}"]) for name in ("low", "value", "high"))
    assert low <= value <= high
    assert by_row["F3", "R4", "B"]["without"] == ""


def test_a_failing_pane_is_the_row_no_result_if_failures_count(tmp_path: Path):
    folder = write_corpus(tmp_path / "pages", 3)
    own = tmp_path / "own.py"
    own.write_text("def fails(html):\n    raise ValueError('no')\n")

    result = run(
        "losses", folder, "-e", "bte", "-e", f"{own}:fails", "--failures", "--format", "jsonl"
    )

    rows = [json.loads(line) for line in result.stdout.splitlines()[1:]]
    names = {row["row"]: row for row in rows if "fails" in row["pane"]}
    assert set(names) == {"all errors", "No result"}
    assert names["No result"]["lost_f1_macro"] == 1.0
    assert result.exit_code == 1


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """Return pages without gold."""
    folder = write_corpus(tmp_path / "with gold", 4)
    pages = tmp_path / "plain"
    pages.mkdir()
    for file in folder.glob("*.html"):
        shutil.copy(file, pages)
    return pages


def test_without_gold_rows_are_decisions_with_agreement(plain: Path):
    rows = rows_of(plain, *PANES)

    def of(pane: str) -> list[dict[str, Any]]:
        return [row for row in rows if row["pane"] == pane and row["row"] != "all errors"]

    for pane in ("boilerpipe.article", "bte"):
        assert all(int(row["missed"]) == int(row["wrongly_kept"]) == 0 for row in of(pane))
        assert all(0 <= float(row["agreement"]) <= 1 for row in of(pane))
    different = [sum(int(row["other_decisions"]) for row in of(pane)) for pane in ("bte", "bte")]
    assert different[0] == different[1] > 0
    table = run("losses", plain, *PANES).stdout
    assert "agrees with 1 other pane" in table
    assert "No gold: decisions, not errors." in table


def test_losses_by_the_marks_of_an_annotator_are_those_of_their_score(tmp_path: Path):
    marked = write_annotated(tmp_path / "marked")
    by_bob = ("-e", "bte", "--gold-by", "Bob")

    rows = rows_of(marked, *by_bob)

    scored = run("score", marked, *by_bob, "--format", "csv").stdout
    f1 = next(
        float(row["value"])
        for row in csv.DictReader(io.StringIO(scored))
        if (row["measure"], row["average"], row["group"]) == ("token_f1", "macro", "")
    )
    assert float(rows[0]["lost_f1_macro"]) == pytest.approx(1 - f1, abs=1e-9)
    assert rows[0]["pages_of_all_panes"] == "2"
    assert json.loads(rows[0]["about"])["gold_by"] == "Bob"
    assert rows_of(marked, "-e", "bte")[0]["lost_f1_macro"] != rows[0]["lost_f1_macro"]


@pytest.mark.parametrize("command", ["losses", "compare", "score"])
def test_an_annotator_whom_the_gold_does_not_name_is_a_usage_error(tmp_path: Path, command: str):
    marked = write_annotated(tmp_path / "marked")

    result = run(command, marked, *PANES, "--gold-by", "Bop")

    assert result.exit_code == 2
    assert "--gold-by: unknown annotator 'Bop'; did you mean 'Bob'?" in result.stderr


def test_a_mistyped_extractor_is_refused_before_anything_runs(corpus: Path):
    result = run("losses", corpus, "-e", "boilerpipe.artcle")

    assert result.exit_code == 2
    assert "boilerpipe.article" in result.stderr
