"""Command ``reproduce``: figures of the reference programs, and published rows beside ours."""

from __future__ import annotations

import csv
import io
import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors.gold.formats.catalogue import FORMATS as GOLD_FORMATS
from boilerscope.extractors.reproduce.published import BENCHMARKS
from boilerscope.extractors.scoring.measures import MEASURES
from tests.helpers.gold_files import GOLD
from tests.helpers.material import DATA

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES: list[dict[str, Any]] = json.loads(
    (DATA / "scores" / "webmainbench.json").read_text("utf-8")
)
OF_AEB = {
    "shingle_f1": 0.775944685,
    "shingle_precision": 0.783133736,
    "shingle_recall": 0.768886422,
    "exact_match": 0.31,
}
"""What ``evaluate.py`` of the article-extraction-benchmark gives for `SAMPLES`."""

FOLDERS = {
    "aeb": GOLD / "article-benchmark",
    "wcxb": GOLD / "wcxb",
    "daniel": GOLD / "daniel",
    "sigir2023": GOLD / "sigir2023",
    "webmainbench": GOLD / "webmainbench",
}


def rows_of(*arguments: object) -> list[dict[str, str]]:
    words = [*map(str, arguments), "--format", "csv", "-q"]
    result = CliRunner().invoke(main, ["reproduce", *words])
    assert result.exit_code == 0, result.output
    return list(csv.DictReader(io.StringIO(result.stdout)))


def test_published_tables_have_a_value_for_each_measure_and_a_source():
    for benchmark in BENCHMARKS.values():
        assert benchmark.gold_format in GOLD_FORMATS
        for table in benchmark.tables:
            assert set(table.measures) <= MEASURES.keys()
            assert table.source
            assert 2019 <= table.year <= 2026
            for row in table.rows:
                assert len(row.values) == len(table.measures)
                assert all(value is None or 0 <= value <= 1 for value in row.values)


def test_outputs_of_the_benchmark_have_the_figures_of_its_own_program(tmp_path: Path):
    (tmp_path / "html").mkdir()
    (tmp_path / "output").mkdir()
    truth, output = {}, {}
    for number, sample in enumerate(SAMPLES):
        truth[f"p{number}"] = {"articleBody": sample["gold"], "url": f"https://a.example/{number}"}
        output[f"p{number}"] = {"articleBody": sample["kept"]}
        (tmp_path / "html" / f"p{number}.html").write_text("<p>Imprint</p>", encoding="utf-8")
    (tmp_path / "ground-truth.json").write_text(json.dumps(truth), encoding="utf-8")
    (tmp_path / "output" / "theirs.json").write_text(json.dumps(output), encoding="utf-8")

    rows = rows_of("aeb", tmp_path, "-e", "boilerpipe.keep_everything")

    figures = {row["measure"]: float(row["value"]) for row in rows if row["extractor"] == "theirs"}
    assert figures == pytest.approx(OF_AEB, abs=1e-6)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_benchmark_is_read_as_it_is_distributed(name: str):
    rows = rows_of(name, FOLDERS[name], "-e", "bte")

    ours = [row for row in rows if row["from"] == "here" and row["extractor"] == "bte"]
    published = {row["table"] for row in rows if row["from"] == "published"}
    expected = {table.title for table in BENCHMARKS[name].tables if table.rows}
    assert {row["measure"] for row in ours} <= set(BENCHMARKS[name].measures)
    assert any(float(row["value"]) > 0.3 for row in ours if row["value"])
    assert published == expected - ({"WCXB, held-out test set"} if name == "wcxb" else set())


def test_outputs_of_the_sigir_benchmark_are_rows():
    rows = rows_of("sigir2023", FOLDERS["sigir2023"], "-e", "bte")

    assert len({row["extractor"] for row in rows}) > 1


@pytest.mark.parametrize("format_name", ["table", "markdown", "latex"])
def test_tables_for_papers_name_source_version_and_year(format_name: str):
    arguments = ["reproduce", "aeb", str(FOLDERS["aeb"]), "-e", "bte", "--format", format_name]
    result = CliRunner().invoke(main, arguments)

    assert result.exit_code == 0
    for text in ("AutoExtract", "November 2019", "published", "here", "scrapinghub"):
        assert text in result.stdout


def test_data_of_another_benchmark_is_refused():
    result = CliRunner().invoke(main, ["reproduce", "wcxb", str(GOLD / "cleaneval")])

    assert result.exit_code == 2
    assert "ground-truth/<id>.json" in result.stderr


@pytest.mark.parametrize("name", BENCHMARKS)
def test_missing_data_say_where_to_get_them(tmp_path: Path, name: str):
    result = CliRunner().invoke(main, ["reproduce", name, str(tmp_path)])

    assert result.exit_code != 0
    assert str(tmp_path) in result.output
    assert BENCHMARKS[name].data
    assert BENCHMARKS[name].data in result.output


def test_pages_of_no_published_set_are_in_every_table(tmp_path: Path):
    folder = shutil.copytree(GOLD / "wcxb" / "dev", tmp_path / "sample")
    assert (folder / "ground-truth").is_dir()

    result = CliRunner().invoke(main, ["reproduce", "wcxb", str(folder), "-e", "bte", "-q"])

    assert result.exit_code == 0, result.output
    assert "No page is in a folder dev and test" in " ".join(result.output.split())
    assert result.output.count("\nbte ") == 2
