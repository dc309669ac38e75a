"""The command ``score``: gold in, scores out."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.session.gold_search import find_entry
from boilerscope.app.session.scene import scene_of
from boilerscope.app.session.session import Session
from boilerscope.extractors import registry, runner
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import SavedMarks, save_marks
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring import record
from boilerscope.extractors.scoring.documents import Part, ScoresDocument
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.writing import write
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.widgets.records import RunState
from tests.helpers import toy
from tests.helpers.annotated import write_annotated
from tests.helpers.warc_files import response, write_warc

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from boilerscope.extractors.scoring.run import ScoredRun

PROSE = "The ice on the lake number {n} melts in April, and nobody minds the cold wind any more."
NAMES = ("boilerpipe.article", "bte")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Return a folder with four pages and their gold; the last gold belongs to a different page."""
    folder = tmp_path / "waters"
    (folder / "html").mkdir(parents=True)
    lines = []
    for number in range(4):
        prose = PROSE.format(n=number)
        markup = f"<nav><a href=/>Home {number}</a></nav><p>{prose} {prose}</p><p>Imprint</p>"
        (folder / "html" / f"lake-{number}.html").write_text(markup, encoding="utf-8")
        text = f"{prose} {prose}" if number < 3 else "Quite another text with other words in it."
        row = {
            "id": f"lake-{number}",
            "html": f"html/lake-{number}.html",
            "text": text,
            "lang": "en" if number else "la",
        }
        lines.append(json.dumps(row))
    (folder / "gold.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["score", *map(str, arguments)])


def selected(*names: str) -> list[str]:
    return [word for name in names for word in ("-e", name)]


def test_scores_go_to_standard_output_and_pages_left_out_to_standard_error(corpus: Path):
    result = run(corpus, *selected(*NAMES))

    assert result.exit_code == 0, result.output
    assert "Macro averages over 3 pages" in result.stdout
    assert "1 of 4 pages (waters/lake-3)" in result.stdout
    assert "waters/lake-3: gold not found: " in result.stderr


def run_as_the_window_does(corpus: Path, options: ScoreOptions) -> ScoredRun:
    """Return a run of the two panes over a corpus as the window lists and runs it."""
    panes = [Pane(name, name, registry.extractor(name).default_settings()) for name in NAMES]
    pages = Corpus([corpus]).read_all().pages
    table = ScoreTable(pages, NAMES, options.measures)
    for result in CorpusRun(pages, panes, RunOptions(options)).results():
        table.add(result)
    return scored_run(table, panes, options)


def test_scores_equal_those_of_the_records_to_the_last_digit(corpus: Path, tmp_path: Path):
    options = ScoreOptions(measures=tuple(MEASURES))
    expected = run_as_the_window_does(corpus, options)
    board = leaderboard(expected.table, expected.mask, options.measures)
    file = tmp_path / "scores.csv"

    result = run(corpus, *selected(*NAMES), "--measure", "all", "--format", "csv", "-o", file)

    assert result.exit_code == 0, result.output
    table = {
        (row["pane"], row["measure"], row["average"]): row
        for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))
    }
    means = {
        (row.pane, measure, average.value): mean
        for row in board.rows
        for (measure, average), mean in row.means.items()
    }
    assert table.keys() == means.keys()
    for key, mean in means.items():
        for column, value in (
            ("value", mean.answered.value),
            ("low", mean.answered.low),
            ("high", mean.answered.high),
            ("with_failures_value", mean.with_failures.value),
        ):
            assert table[key][column] == ("" if value != value else repr(value))  # noqa: PLR0124 - NaN


@pytest.mark.parametrize("format_name", ["table", "csv", "latex", "markdown"])
@pytest.mark.parametrize("part", [Part.LEADERBOARD, Part.PAGES])
def test_the_window_exports_the_bytes_of_the_command(corpus: Path, format_name: str, part: Part):
    exported = run_as_the_window_does(corpus, ScoreOptions())
    rows = "means" if part is Part.LEADERBOARD else "pages"

    result = run(corpus, *selected(*NAMES), "--format", format_name, "--rows", rows)

    document = write(ScoresDocument(exported, part), format_name)
    assert without_times(document.decode()) == without_times(result.stdout)


def without_times(text: str) -> str:
    """Return a table file without the times of runs, which differ from run to run."""
    rows = list(csv.reader(io.StringIO(text)))
    column = rows[0].index("seconds") if "seconds" in rows[0] else None
    return text if column is None else str([row[:column] + row[column + 1 :] for row in rows])


def test_a_stored_run_is_read_back(corpus: Path, tmp_path: Path):
    file = tmp_path / "run.jsonl"

    result = run(corpus, *selected(*NAMES), "--format", "jsonl", "-o", file, "--jobs", "2")

    assert result.exit_code == 0, result.output
    again = record.read(file)
    assert list(again.panes) == list(NAMES)
    assert [page.page_id for page in again.pages] == [f"lake-{number}" for number in range(4)]


def test_gold_can_be_elsewhere(corpus: Path, tmp_path: Path):
    pages = tmp_path / "pages"
    (corpus / "html").rename(pages)
    (pages / "other.html").write_text("<p>A page without gold</p>", encoding="utf-8")

    result = run(pages, "--gold", corpus, "-e", "bte", "--format", "csv", "--rows", "pages")

    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["page"] for row in rows] == [f"lake-{number}" for number in range(4)]
    assert result.stderr.count("without gold, not scored: other") == 1


def test_gold_of_a_benchmark_is_read_with_its_pages(tmp_path: Path):
    gold, pages = tmp_path / "clean", tmp_path / "fetched"
    gold.mkdir()
    pages.mkdir()
    for number in range(2):
        prose = PROSE.format(n=number)
        (gold / f"{number}.txt").write_text(f"URL: http://x.org/{number}\n<p>{prose}", "utf-8")
        markup = f'<text id="{number}"><p>{prose}</p><ul><li>Home</ul></text>'
        (pages / f"{number}.html").write_text(markup, encoding="utf-8")

    options = ("--gold-format", "cleaneval", "--format", "csv", "--rows", "pages")
    result = run(pages, "--gold", gold, "-e", "boilerpipe.keep_everything", *options)

    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["page"], row["gold_share"], row["token_recall"]) for row in rows] == [
        ("0", "1.0", "1.0"),
        ("1", "1.0", "1.0"),
    ]


def test_gold_and_pages_of_different_names_are_refused(corpus: Path, tmp_path: Path):
    (tmp_path / "other.html").write_text("<p>one", encoding="utf-8")

    result = run(tmp_path / "other.html", "--gold", corpus, "-e", "bte")

    assert result.exit_code == 2
    assert "no page has gold" in result.stderr


def test_only_the_requested_pages_are_scored(corpus: Path):
    page = corpus / "html" / "lake-1.html"

    result = run(page, "--gold", corpus, "-e", "bte", "--format", "csv", "--rows", "pages")

    assert [row["page"] for row in csv.DictReader(io.StringIO(result.stdout))] == ["lake-1"]


def test_groups_and_baseline_are_written(corpus: Path):
    result = run(
        corpus, *selected(*NAMES), "--by", "language", "--by", "length", "--baseline", "bte"
    )

    assert result.exit_code == 0, result.output
    assert "Token F1 by language" in result.stdout
    assert "la* (1)" in result.stdout
    assert "Token F1 by length" in result.stdout
    assert "minus bte" in result.stdout


def test_floor_and_ceiling_are_rows(corpus: Path):
    result = run(corpus, "-e", "bte", "--bounds", "--format", "csv")

    rows = {
        (row["pane"], row["measure"]): row
        for row in csv.DictReader(io.StringIO(result.stdout))
        if row["average"] == "macro"
    }
    assert {pane for pane, _ in rows} == {"bte", "floor", "ceiling"}
    assert float(rows["ceiling", "token_f1"]["value"]) == 1.0
    assert float(rows["floor", "token_recall"]["value"]) == 1.0
    assert 0.8 < float(rows["floor", "token_f1"]["median"]) < 1
    assert float(rows["floor", "token_f1"]["share_below_0.3"]) == 0


def test_the_scored_text_is_visible(corpus: Path):
    own = run(corpus, "-e", "cx_extractor", "--text", "own")
    rows = run(
        corpus, "-e", "cx_extractor", "--text", "own", "--format", "csv", "--rows", "pages", "-q"
    )

    assert "Scored text: own (as the algorithm writes it" in own.stdout
    [first, *_] = csv.DictReader(io.StringIO(rows.stdout))
    assert (first["scored_text"], first["aligned"]) == ("own", "1.0")


def test_failures_are_reported_and_change_the_exit_code(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    toy.install(monkeypatch, tmp_path / "toys", *toy.ENTRIES)

    result = run(corpus, "-e", "bte", "-e", "raising", "-e", "vips")

    assert result.exit_code == 1
    assert "waters/lake-0 and 2 more pages · raising: error: ValueError" in result.stderr
    assert "vips: unavailable" in result.stderr


def test_results_without_a_match_are_one_line(corpus: Path, tmp_path: Path):
    file = tmp_path / "mine.jsonl"
    file.write_text('{"page_id": "gone", "plaintext": "text", "model": "mine"}\n')

    result = run(corpus, "-e", str(file))

    assert result.stderr.count("mine.jsonl has no result") == 1
    assert "and 3 more pages" in result.stderr or "and 2 more pages" in result.stderr
    assert result.stdout.startswith("No pane answered any of ")


def test_a_page_that_is_missing_is_reported(corpus: Path):
    (corpus / "html" / "lake-0.html").unlink()

    result = run(corpus, "-e", "bte")

    assert result.exit_code == 1
    assert "waters/lake-0: not read: " in result.stderr
    assert "Not read: 1 of 4 pages (waters/lake-0)" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--baseline", "bta"], "--baseline: unknown pane 'bta'; did you mean 'bte'?"),
        (["--measure", "f1"], "'f1' is not one of"),
        (["--gold-format", "xyz"], "'xyz' is not one of"),
    ],
)
def test_wrong_options_are_refused_before_anything_runs(
    corpus: Path, arguments: list[str], message: str
):
    result = run(corpus, "-e", "bte", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr


def test_pages_that_do_not_exist_are_named(tmp_path: Path):
    result = run(tmp_path / "none")

    assert result.exit_code == 2
    assert "none: no such file or folder" in result.stderr


def test_a_corpus_without_gold_is_refused(tmp_path: Path):
    (tmp_path / "gold.jsonl").write_text('{"id": "a", "html": "a.html", "text": null}')

    result = run(tmp_path, "-e", "bte")

    assert result.exit_code == 2
    assert "no page has gold" in result.stderr


def window_scores(page_file: Path) -> dict[str, tuple[float, float, float]]:
    """Return the window's scores of a page: precision, recall and F1 of each pane."""
    entry = find_entry(page_file)
    assert entry is not None
    session = Session()
    session.page = read_page(page_file)
    session.gold = entry.gold(session.page)
    session.open_panes(NAMES)
    session.panes = [
        replace(pane, last_good=runner.run(session.page, pane.extractor), state=RunState.DONE)
        for pane in session.panes
    ]
    scores = {pane.name: pane.gold_score for pane in scene_of(session).panes}
    return {
        name: (score.precision, score.recall, score.f1)
        for name, score in scores.items()
        if score is not None
    }


@pytest.mark.parametrize("number", range(3))
def test_scores_equal_those_of_the_window_to_the_last_digit(corpus: Path, number: int):
    page_file = corpus / "html" / f"lake-{number}.html"

    result = run(
        page_file, "--gold", corpus, *selected(*NAMES), "--format", "csv", "--rows", "pages"
    )

    by_command = {
        row["pane"]: tuple(float(row[name]) for name in DEFAULT_MEASURES)
        for row in csv.DictReader(io.StringIO(result.stdout))
    }
    assert by_command == window_scores(page_file)
    assert len(by_command) == len(NAMES)


def test_records_of_a_warc_file_that_are_left_out_are_reported(tmp_path: Path):
    page = f"<html><body><p>{PROSE.format(n=1)}</p></body></html>".encode()
    records = [response("http://a/1", page), response("http://a/2", b"\x89PNG", "image/png")]
    file = write_warc(tmp_path / "a.warc", records)
    gold = tmp_path / "gold.jsonl"
    row = {"id": "1", "url": "http://a/1", "html": page.decode(), "text": PROSE.format(n=1)}
    gold.write_text(json.dumps(row) + "\n")
    arguments = ["score", str(file), "--gold", str(gold), "-e", "bte"]

    told, quiet = (CliRunner().invoke(main, [*arguments, *more]) for more in ([], ["-q"]))

    assert (told.exit_code, quiet.exit_code) == (0, 0), told.output
    assert "1 record left out, because only HTML is read" in " ".join(told.stderr.split())
    assert "left out" not in quiet.stderr


@pytest.mark.parametrize("name", ["a.html.gold.jsonl", "other.gold.jsonl"])
def test_a_damaged_file_of_marks_in_a_folder_is_one_line_and_the_others_are_scored(
    tmp_path: Path, name: str
):
    for stem in ("a", "b", "c"):
        file = tmp_path / f"{stem}.html"
        file.write_text(f"<p>{PROSE.format(n=stem)}</p><p>Imprint</p>", encoding="utf-8")
        page = read_page(file)
        classes = np.zeros(page.n_tokens, dtype=np.uint8)
        classes[:-1] = GoldClass.MAIN
        gold = Gold(classes, Provenance(own.NAME, "here", "Ada", "2026-11-22T12:00:00+00:00"))
        save_marks(SavedMarks(own.marks_file(file)), page, gold, file)
    (tmp_path / name).write_text('{"format": "boilerscope gold", "html')
    n_scored = 2 if name.startswith("a.") else 3

    result = CliRunner().invoke(main, ["score", str(tmp_path), "-e", "bte", "--format", "jsonl"])

    assert result.exit_code == 1, result.output
    lines = [line for line in result.stderr.splitlines() if name in line]
    assert len(lines) == 1, result.stderr
    assert "not JSON" in lines[0]
    assert f'"pages_scored": {n_scored}' in result.stdout


def test_annotators_are_rows_and_one_of_them_can_be_the_gold(tmp_path: Path):
    corpus, file = write_annotated(tmp_path / "marked"), tmp_path / "run.jsonl"
    rows = ["--annotator", "Ada", "--annotator", "Bob", "--gold-by", "Bob"]

    result = run(corpus, *selected("bte"), *rows, "--format", "jsonl", "-o", file)

    assert result.exit_code == 0, result.output
    assert "marked/page-2: no gold: Bob has not marked the page marked/page-2." in result.stderr
    read = record.read(file)
    assert (read.table.panes, read.gold_by) == (("bte", "Ada", "Bob"), "Bob")
    assert read.panes["Ada"]["settings"] == {"annotator": "Ada"}
    board = leaderboard(read.table, read.mask, ("token_f1",))
    means = [board.mean(pane, "token_f1").answered.value for pane in ("Ada", "Bob")]
    assert means[0] < means[1] == 1.0
    table = run(corpus, *selected("bte"), *rows)
    assert "Gold: the marks of Bob." in table.stdout


def test_an_annotator_whom_the_gold_does_not_name_is_a_usage_error(tmp_path: Path):
    corpus = write_annotated(tmp_path / "marked")

    result = run(corpus, *selected("bte"), "--annotator", "Bop")

    assert result.exit_code == 2
    assert "--annotator: unknown annotator 'Bop'; did you mean 'Bob'?" in result.stderr
