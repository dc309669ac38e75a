"""Scores in Python are those of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import boilerscope
from boilerscope.app.cli.main import main
from boilerscope.extractors.errors import CorpusError, UnknownNameError

if TYPE_CHECKING:
    from pathlib import Path

STORY = "The council met on Monday, and after a long talk it agreed on a plan for the old lake."
PAGE = "<nav><a href=/a>Home</a> <a href=/b>Sport</a></nav><p>{story}</p><p>Copyright</p>"
SCRIPT = """
import boilerscope

print(boilerscope.score("corpus", ["bte", "mine.py:first"], jobs=2))
"""
MINE = "def first(html):\n    return html.partition('<p>')[2].partition('</p>')[0]\n"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of three pages with gold in two languages."""
    folder = tmp_path_factory.mktemp("corpus") / "corpus"
    folder.mkdir()
    rows = []
    for number in range(3):
        story = " ".join([STORY] * (number + 1))
        (folder / f"{number}.html").write_text(PAGE.format(story=story), encoding="utf-8")
        language = "en" if number else "de"
        rows.append({"id": str(number), "html": f"{number}.html", "text": story, "lang": language})
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "gold.jsonl").write_text(lines, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def scores(corpus: Path) -> boilerscope.Scores:
    return boilerscope.score(corpus, ["bte", boilerscope.pane("bte", "heavy", tag_weight=5)])


@pytest.mark.parametrize("rows", ["means", "pages"])
@pytest.mark.parametrize("file_format", ["csv", "markdown"])
def test_the_files_are_those_of_the_command_line(corpus: Path, rows: str, file_format: str):
    options = ["--rows", rows, "--format", file_format, "--by", "language", "-q"]
    panes = ["-e", "bte", "-e", "link_ratio"]

    scores = boilerscope.score(corpus, ["bte", "link_ratio"])
    printed = CliRunner().invoke(main, ["score", str(corpus), *panes, *options])

    written = scores.export(file_format, rows=rows, by=["language"]).decode()
    assert printed.exit_code == 0
    assert _without_times(written) == _without_times(printed.stdout)


def _without_times(text: str) -> list[str]:
    """Return the cells of a table; times, which differ from run to run, are left out."""
    return [
        cell
        for line in text.splitlines()
        for cell in line.replace("|", ",").split(",")
        if not cell.strip().replace(".", "").replace("e-05", "").isdigit() or "." not in cell
    ]


def test_the_table_has_the_mean_of_each_pane(scores: boilerscope.Scores):
    f1 = [row for row in scores.table if (row["measure"], row["average"]) == ("token_f1", "macro")]
    of_pages = scores.pages.column("token_f1")

    assert [row["pane"] for row in f1] == ["bte", "heavy"]
    assert f1[0]["value"] == pytest.approx(sum(of_pages[::2]) / 3)
    assert f1[0]["baseline"] is None
    assert f1[1]["baseline"] == "bte"
    assert f1[1]["difference_value"] == pytest.approx(f1[1]["value"] - f1[0]["value"])
    assert {row["pages"] for row in scores.table} == {3}


def test_means_of_groups_and_another_baseline(scores: boilerscope.Scores):
    groups = scores.means(by="language", baseline="heavy")

    assert list(dict.fromkeys(groups.column("group"))) == ["de", "en"]
    assert {row["baseline"] for row in groups if row["pane"] == "bte"} == {"heavy"}


def test_scores_print_in_one_line(scores: boilerscope.Scores):
    text = repr(scores)

    assert text.startswith("<Scores on 3 pages: token_f1 ")
    assert "\n" not in text
    assert "<table>" in scores._repr_html_()
    assert scores.about["measures"] == ["token_precision", "token_recall", "token_f1"]


def test_all_measures_or_some_are_computed(corpus: Path):
    one = boilerscope.score(corpus, "bte", measures=["rouge_lsum"], text="own", comments=True)
    every = boilerscope.score(corpus, "bte", measures=["all"])

    assert one.run.options.measures == ("rouge_lsum",)
    assert (one.about["text"], one.about["comments"]) == ("own", True)
    assert "rouge_lsum" in every.pages.columns
    assert "edit_similarity" in every.pages.columns


def test_gold_from_elsewhere_is_matched_by_name(corpus: Path, tmp_path: Path):
    for page in corpus.glob("*.html"):
        (tmp_path / page.name).write_bytes(page.read_bytes())

    scores = boilerscope.score(sorted(tmp_path.iterdir()), "bte", gold=corpus / "gold.jsonl")

    assert scores.pages.column("page") == ["0", "1", "2"]
    (tmp_path / "other.html").write_text("<p>Other", encoding="utf-8")
    with pytest.raises(CorpusError, match="no page has gold in"):
        boilerscope.score(tmp_path / "other.html", "bte", gold=corpus / "gold.jsonl")


def test_built_in_pages_are_scored_with_their_gold():
    scores = boilerscope.score(["sample:news-en", "sample:news-zh"], "learned")

    assert scores.pages.column("page") == ["news-en", "news-zh"]
    assert scores.pages.column("language") == ["en", "zh"]
    assert min(scores.pages.column("token_f1")) > 0.8
    with pytest.raises(UnknownNameError, match="did you mean 'news-en'"):
        boilerscope.score("sample:news-em", "learned")


def test_a_failure_is_a_row_and_does_not_end_the_run(corpus: Path, tmp_path: Path):
    file = tmp_path / "broken.py"
    file.write_text("def fails(html):\n    raise ValueError('no luck')\n", encoding="utf-8")

    scores = boilerscope.score(corpus, [f"{file}:fails", "bte"])

    assert scores.pages.column("status") == ["error", "ok"] * 3
    assert "no luck" in scores.pages[0]["message"]


def test_unknown_names_are_errors_with_the_nearest_name(corpus: Path, scores: boilerscope.Scores):
    with pytest.raises(UnknownNameError, match="did you mean 'token_f1'"):
        boilerscope.score(corpus, "bte", measures=["token_f2"])
    with pytest.raises(UnknownNameError, match="did you mean 'own'"):
        boilerscope.score(corpus, "bte", text="owm")
    with pytest.raises(UnknownNameError, match="did you mean 'language'"):
        scores.means(by="lang")
    with pytest.raises(UnknownNameError, match="did you mean 'heavy'"):
        scores.means(baseline="heavi")
    with pytest.raises(UnknownNameError, match="did you mean 'csv'"):
        scores.export("cvs")
    with pytest.raises(CorpusError):
        boilerscope.score(corpus / "no such file", "bte")


def test_a_script_needs_no_guard_for_worker_processes(corpus: Path):
    """Workers do not run the script again, although it starts them at its top level."""
    script = corpus.parent / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    (corpus.parent / "mine.py").write_text(MINE, encoding="utf-8")

    run = subprocess.run(
        [sys.executable, script.name],
        capture_output=True,
        text=True,
        cwd=corpus.parent,
        check=True,
    )

    assert run.stdout.startswith("<Scores on 3 pages: token_f1 bte 1.000, mine.first 1.000>")
    assert len(run.stdout.splitlines()) == 1
