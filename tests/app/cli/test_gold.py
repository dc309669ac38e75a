"""The commands ``gold convert``, ``gold check`` and ``gold agreement``."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.extractors.gold.annotators import with_annotation
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.gold.saving import load_marks, save_marks
from boilerscope.extractors.model.gold import Annotation, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.sources.detection import find_format
from tests.helpers.gold_files import GOLD, LAKE, TEXT, folder_of
from tests.helpers.gold_sets import open_gold

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["gold", *map(str, arguments)])


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_converted_to_our_own_and_keeps_its_gold(name: str, tmp_path: Path):
    out = tmp_path / "new" / "all.jsonl"

    result = run("convert", folder_of(name), out)

    assert result.exit_code == 0, result.output
    assert f"from {name} to boilerscope" in result.stderr
    originals = list(open_gold(folder_of(name)))
    written = list(open_gold(out))
    assert [entry.page_id for entry in written] == [entry.page_id for entry in originals]
    for entry, copy in zip(originals, written, strict=True):
        original, converted = GoldPage.read(entry), GoldPage.read(copy)
        assert converted.gold.classes.tolist() == original.gold.classes.tolist()
        assert (converted.gold.text, converted.gold.missing) == (
            original.gold.text,
            original.gold.missing,
        )
        assert (converted.gold.share, converted.gold.snippets) == (
            original.gold.share,
            original.gold.snippets,
        )
        assert converted.gold.provenance.format == original.gold.provenance.format


@pytest.mark.parametrize(
    ("name", "target"),
    [("ground-truth.json", "article-benchmark"), ("evaldata.json", "snippets")],
)
def test_the_name_of_the_new_file_decides_the_format(name: str, target: str, tmp_path: Path):
    result = run(
        "convert",
        folder_of("snippets" if target == "snippets" else "corpus"),
        tmp_path / "new" / name,
    )

    assert result.exit_code == 0, result.output
    assert find_format(tmp_path / "new") == target
    assert (tmp_path / "new" / name).is_file()


def test_a_requested_format_is_written(tmp_path: Path):
    result = run("convert", folder_of("article-benchmark"), tmp_path / "out", "--to", "cleaneval")

    assert result.exit_code == 0, result.output
    (entry,) = open_gold(tmp_path / "out")
    assert GoldPage.read(entry).text() == TEXT


def test_data_that_the_new_format_cannot_store_is_reported(tmp_path: Path):
    result = run("convert", folder_of("l3s-gn1"), tmp_path / "out", "--to", "sigir2023")
    quiet = run("convert", folder_of("l3s-gn1"), tmp_path / "o", "--to", "sigir2023", "-q")
    snippets = run("convert", folder_of("corpus"), tmp_path / "s", "--to", "readability")
    markdown = run("convert", folder_of("webmainbench"), tmp_path / "m", "--to", "daniel")

    assert "sigir2023 has no class title: words that lose it: 3" in result.stderr
    assert "sigir2023 has no class comment: words that lose it: 10" in result.stderr
    assert (quiet.exit_code, quiet.stderr) == (0, "")
    assert "readability has no snippets: those of 1 page are lost" in snippets.stderr
    assert "daniel has no Markdown: that of 1 page is lost" in markdown.stderr


def test_a_page_that_cannot_be_read_is_left_out_and_named(tmp_path: Path):
    shutil.copytree(GOLD / "corpus", tmp_path / "corpus")
    (tmp_path / "corpus" / "html" / "lake.html.gz").unlink()

    result = run("convert", tmp_path / "corpus", tmp_path / "out.jsonl")

    assert result.exit_code == 1
    assert "left out: corpus/lake: " in result.stderr
    assert [entry.page_id for entry in open_gold(tmp_path / "out.jsonl")] == ["inline"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{gold}/corpus", "{out}"], "does not indicate a format. Name one of boilerscope"),
        (["{gold}/corpus", "{gold}/lake.html", "--to", "boilerscope"], "already exists"),
        (["{gold}/corpus", "{out}", "--to", "snippets"], "corpus/inline has no snippets"),
        (["{gold}/corpus", "{out}.jsonl", "--from", "sigir2023"], "plaintext must be a text"),
        (["{out}/none", "{out}"], "no such file or folder"),
        (["{gold}/corpus", "{out}", "--to", "word"], "'word' is not one of 'boilerscope'"),
    ],
)
def test_an_impossible_conversion_is_refused_and_writes_nothing(
    arguments: list[str], message: str, tmp_path: Path
):
    out = tmp_path / "out"

    result = run("convert", *(word.format(gold=GOLD, out=out) for word in arguments))

    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert list(tmp_path.iterdir()) == []


def test_two_pages_of_the_same_name_are_refused(tmp_path: Path):
    for name in ("a", "b"):
        shutil.copytree(GOLD / "corpus", tmp_path / "in" / name)

    result = run("convert", tmp_path / "in", tmp_path / "out.jsonl")

    assert result.exit_code == 2
    assert "b/lake and a/lake have the same identifier" in result.output


def test_a_set_whose_pages_are_absent_names_the_first_one(tmp_path: Path):
    file = tmp_path / "ground-truth.json"
    shutil.copy(GOLD / "article-benchmark" / "ground-truth.json", file)

    result = run("convert", file, tmp_path / "out.jsonl")
    with_pages = run(
        "convert", file, tmp_path / "out.jsonl", "--pages", GOLD / "article-benchmark" / "html"
    )

    assert result.exit_code == 2
    assert "no page could be read; the first page" in result.output
    assert with_pages.exit_code == 0


def test_check_lists_share_words_and_missing_text(tmp_path: Path):
    (tmp_path / "lake.html").write_bytes(LAKE.read_bytes())
    lines = [
        {"id": "good", "html": "lake.html", "text": TEXT},
        {"id": "poor", "html": "lake.html", "text": f"{TEXT}\nThis sentence is not there."},
        {"id": "bad", "html": "lake.html", "text": "Quite another text with other words."},
        {"id": "gone", "html": "none.html", "text": "x"},
    ]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    result = run("check", tmp_path, "-q")

    assert result.exit_code == 1
    text = result.output
    assert text.startswith("gold.jsonl (magic-html, WCXB), format corpus\n")
    assert " 100.0\xa0%      78      49  " in text
    assert "missing: This sentence is not there." in text
    assert "missing: Quite another text with other words." in text
    assert "none.html' cannot be read" in text
    assert (
        "4 pages: 1 not read, 1 with less than 50\xa0% of their gold text, 1 more with less" in text
    )
    name = tmp_path.name
    assert f"the same page: {name}/good, {name}/poor, {name}/bad" in text


def test_check_of_a_good_set_ends_well():
    result = run("check", GOLD / "l3s-gn1", "-q")

    assert result.exit_code == 0
    assert " 100.0\xa0%      78      50  l3s-gn1/lake" in result.output


def test_check_finds_repeated_identifiers_and_texts(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>One and the same text.")
    (tmp_path / "b.html").write_text("<p>One and the same text. And more.")
    lines = [{"id": "a", "html": f"{name}.html", "text": "One and the same text."} for name in "ab"]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    result = run("check", tmp_path, "-q")

    name = f"{tmp_path.name}/a"
    assert result.exit_code == 1
    assert f"the same identifier: {name}, {name}" in result.output
    assert f"the same gold text: {name}, {name}" in result.output


def test_check_as_json_lines_has_all_missing_text(tmp_path: Path):
    (tmp_path / "lake.html").write_bytes(LAKE.read_bytes())
    extra = "".join(f"\nUnknown sentence number {number}" * 2 for number in range(9))
    line = {"id": "a", "html": "lake.html", "text": TEXT.replace("\n", f"{extra}\n")}
    (tmp_path / "gold.jsonl").write_text(json.dumps(line))

    result = run("check", tmp_path, "--format", "jsonl", "-q")

    (row,) = map(json.loads, result.output.splitlines())
    assert row["page"] == f"{tmp_path.name}/a"
    assert row["words"]["main"] == 49
    assert sum(text.count("Unknown") for text in row["missing"]) == 4 * 18
    assert 0 < row["share"] < 0.5
    assert result.exit_code == 1


def test_the_command_lists_pairs_over_all_pages(tmp_path: Path):
    html = tmp_path / "page.html"
    html.write_text("<p>one two three four five six seven eight nine ten</p>")
    page, marks = Page.from_bytes(html.read_bytes(), name=html.name), own.marks_file(html)
    words = ["gold", "agreement", str(html.parent), "-q"]

    def save(annotator: str, classes: str) -> None:
        """Save marks of one digit for each word."""
        saved = load_marks(marks, page)
        mine = Annotation(annotator, np.array([int(sign) for sign in classes], dtype=np.uint8))
        gold = with_annotation(saved.gold, mine, Provenance(own.NAME, "test"))
        save_marks(saved, page, gold, html, annotator)

    save("Ada", "1111122200")
    alone = CliRunner().invoke(main, words)
    save("Bob", "1113222220")
    table = CliRunner().invoke(main, words)
    lines = CliRunner().invoke(main, [*words, "--format", "jsonl"])

    assert alone.exit_code == 2
    assert "two annotators" in str(alone.exception or alone.output) + alone.output
    assert table.exit_code == 0, table.output
    assert "0.875" in table.output
    rows = [json.loads(line) for line in lines.stdout.splitlines()]
    assert [row["type"] for row in rows] == ["run", "agreement", "agreement"]
    assert rows[1]["page"] == ""
    assert rows[2]["words"] == 8
