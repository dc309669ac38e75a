"""Other pages of a site on the command line: extract, score and batch with minus template."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import boilerscope
from tests.app.cli.test_commands import run
from tests.helpers.made_site import BODY, markup, write_site

if TYPE_CHECKING:
    from pathlib import Path

SWITCH = ("-e", "learned", "--set", "learned.minus_template=true")


def test_pages_of_one_site_are_extracted_without_their_template(tmp_path: Path):
    result = run("extract", write_site(tmp_path, 6), *SWITCH, "--format", "jsonl")

    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 6
    assert all("rotors" in record["text"] for record in records)
    assert not any("nine people" in record["text"] for record in records)


def test_further_pages_are_named_for_a_single_page(tmp_path: Path):
    page = tmp_path / "page.html"
    link = '<link rel="canonical" href="https://tidings.example/energy/x"></head>'
    page.write_text(markup(50).replace("</head>", link))

    alone = run("extract", page, *SWITCH)
    known = run("extract", page, "--site", write_site(tmp_path / "site", 6), *SWITCH)

    assert "nine people" in alone.stdout
    assert "0 other pages of this site; minus template needs 4." in alone.stderr
    assert "nine people" not in known.stdout
    assert "rotors" in known.stdout


def test_a_report_of_a_page_takes_further_pages_and_repeats_them(tmp_path: Path):
    page, file = tmp_path / "page.html", tmp_path / "report.html"
    link = '<link rel="canonical" href="https://tidings.example/energy/x"></head>'
    page.write_text(markup(50).replace("</head>", link))
    site = write_site(tmp_path / "site", 6)

    assert run("report", page, *SWITCH, "--site", site, "-o", file).exit_code == 0
    written = file.read_text()
    assert "word for word on 6 of 6 other pages of this site" in written
    assert f"--site {site}" in written
    refused = run("report", site, *SWITCH, "--site", site, "-o", file)
    assert refused.exit_code == 2
    assert "Of a corpus, its own pages are known" in refused.stderr


def test_further_pages_that_nothing_reads_are_a_usage_error(tmp_path: Path):
    file = write_site(tmp_path, 2)

    result = run("extract", file, "-e", "learned", "--site", file)

    assert result.exit_code == 2
    assert "--set learned.minus_template=true" in result.stderr


def test_a_batch_and_a_score_know_the_sites_of_their_pages(tmp_path: Path):
    file, results = write_site(tmp_path, 6), tmp_path / "results"
    gold = tmp_path / "gold.jsonl"
    lines = [
        json.dumps(json.loads(line) | {"text": "\n".join(text.format(n=n) for text in BODY)})
        for n, line in enumerate(file.read_text().splitlines())
    ]
    gold.write_text("\n".join(lines) + "\n")

    batch = run("batch", file, *SWITCH, "-o", results, "-q")
    minus = boilerscope.pane("learned", "minus", minus_template=True)
    scores = boilerscope.score(str(gold), ["learned", minus]).pages

    assert batch.exit_code == 0
    [shard] = (results / "shards").rglob("*.jsonl")
    assert "nine people" not in shard.read_text()
    by_pane = dict(zip(scores.column("pane"), scores.column("token_f1"), strict=True))
    assert by_pane["minus"] > by_pane["learned"]


def _two_sites(folder: Path) -> Path:
    """Write gold of six articles of one site, and of one article of another site."""
    lines = [json.loads(line) for line in write_site(folder, 7).read_text().splitlines()]
    lines[-1]["url"] = "https://harbour.example/news/1"
    gold = folder / "gold.jsonl"
    gold.write_text(
        "".join(
            json.dumps(line | {"text": "\n".join(text.format(n=n) for text in BODY)}) + "\n"
            for n, line in enumerate(lines)
        )
    )
    return gold


def test_scores_say_on_how_many_pages_minus_template_could_act(tmp_path: Path):
    command = ("score", _two_sites(tmp_path), "-e", "bte", *SWITCH, "-q")
    note = "learned, minus template 0.30: 6 of 7 pages have enough other pages of the site"

    table = run(*command)
    means = csv.DictReader(io.StringIO(run(*command, "--format", "csv").stdout))
    by_page = run(*command, "--rows", "pages", "--format", "csv").stdout

    assert note in " ".join(table.stdout.split())
    assert "bte, minus template" not in table.stdout
    assert {(row["pane"], row["minus_template"], row["minus_template_pages"]) for row in means} == {
        ("bte", "", ""),
        ("learned", "0.3", "6"),
    }
    uses = [(row["pane"], row["minus_template"]) for row in csv.DictReader(io.StringIO(by_page))]
    assert uses.count(("learned", "judged")) == 6
    assert uses.count(("learned", "too few other pages")) == 1
    assert uses.count(("bte", "")) == 7


def test_a_batch_refuses_standard_input(tmp_path: Path):
    result = run("batch", "-", *SWITCH, "-o", tmp_path / "results", stdin="a.html\n")

    assert result.exit_code == 2
    assert "standard input can be read only once" in result.stderr
