"""The command line, sentence by sentence: in this process and as the installed program."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import INTERRUPTED, READER_GONE, main
from boilerscope.extractors import registry
from boilerscope.extractors.formats import gate
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.slim import FIELDS
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.sources.names import address_id
from boilerscope.extractors.system.installing import extra_command
from tests.helpers import toy
from tests.helpers.material import ROOT
from tests.helpers.page_bench import counting_server
from tests.helpers.processes import processes_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from click.testing import Result

WORDS = "one two three four five six seven eight nine ten eleven twelve"
TEXT = f"{WORDS}, {WORDS}, {WORDS}."
PAGE = f"<title>A title</title><body><h1>Head of it</h1><p>{TEXT}</p><p>{TEXT}</p></body>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three pages, which is not the working folder."""
    pages = tmp_path / "pages"
    (pages / "deep").mkdir(parents=True)
    for name in ("a.html", "b.htm", "deep/c.html"):
        (pages / name).write_text(PAGE.replace("A title", f"Title of {name}"), encoding="utf-8")
    return pages


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Install every toy and a broken plug-in; return their folder."""
    path = tmp_path / "toys"
    toy.install(monkeypatch, path, *toy.ENTRIES, extra={"broken": "no.such:X"})
    return path


def run(*arguments: object, stdin: bytes | str | None = None) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(main, [str(word) for word in arguments], input=stdin)


def program(
    *arguments: object, stdin: bytes = b"", env: dict[str, str] | None = None, **facts: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run the installed program."""
    command = [
        sys.executable,
        "-c",
        "from boilerscope.app.cli.main import main; main()",
        *map(str, arguments),
    ]
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        check=False,
        env=os.environ | (env or {}),
        **facts,
    )


def records(result: Result | subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    """Return the JSON lines on standard output."""
    text = result.stdout if isinstance(result.stdout, str) else result.stdout.decode("utf-8")
    return [json.loads(line) for line in text.splitlines()]


# -- pages and extractors ------------------------------------------------------------------------


def test_without_options_the_text_of_one_extractor_goes_to_standard_output(folder: Path):
    result = run("extract", folder / "a.html", "-e", "boilerpipe.keep_everything")

    assert result.exit_code == 0
    assert (
        result.stdout == f"Title of a.html\nHead of it\n{WORDS}.\n{WORDS}.\n"
        or WORDS in result.stdout
    )
    assert result.stderr == ""


def test_the_default_extractor_is_boilerpipe_article(folder: Path):
    (record,) = records(run("extract", folder / "a.html", "--format", "jsonl"))

    assert record["extractor"] == "boilerpipe.article"


def test_many_pages_folders_and_globs_with_many_extractors(folder: Path):
    result = run(
        *("extract", folder, folder / "a.html", folder / "**" / "c.*", "--format", "jsonl"),
        *("-e", "boilerpipe.article", "-e", "cx_extractor"),
    )

    assert result.exit_code == 0
    assert [(record["page_id"], record["pane"]) for record in records(result)] == [
        (page, pane)
        for page in ("a", "b", "deep/c")  # each once
        for pane in ("boilerpipe.article", "cx_extractor")
    ]


def test_all_is_every_extractor_that_loads_and_the_others_are_named(folder: Path, toys: Path):
    assert toys.is_dir()
    result = run("extract", folder / "a.html", "-e", "all", "--format", "jsonl", "--timeout", "1")

    usable = [e.id for e in registry.entries() if e.extractor and not e.extractor.missing()]
    assert [record["extractor"] for record in records(result)] == usable
    assert "hanging" in usable
    assert "left out: broken (from toys): ModuleNotFoundError" in result.stderr


def test_the_same_extractor_twice_is_two_panes(folder: Path, toys: Path):
    assert toys.is_dir()
    result = run(
        *("extract", folder / "a.html", "-e", "toy", "-e", "toy", "--format", "jsonl", "--blocks"),
        *("--set", "toy#2.min_words=12"),
    )

    first, second = records(result)
    assert (first["pane"], second["pane"]) == ("toy", "toy#2")
    assert (first["settings"]["min_words"], second["settings"]["min_words"]) == (3, 12)


# -- standard input, encoding, address -----------------------------------------------------------


def test_a_dash_reads_standard_input():
    result = run("extract", "-", "-e", "cx_extractor", "--format", "jsonl", stdin=PAGE)

    (record,) = records(result)
    assert (record["source"], record["page_id"], record["title"]) == ("-", "stdin", "A title")


def test_a_packed_page_on_standard_input_is_read():
    result = CliRunner().invoke(
        main, ["extract", "-", "--format", "jsonl"], input=gzip.compress(PAGE.encode())
    )

    assert records(result)[0]["title"] == "A title"


def test_encoding_and_url_complete_the_bytes():
    result = run(
        *("extract", "-", "--encoding", "koi8-r", "--url", "https://a.org/x", "--format", "jsonl"),
        stdin=PAGE.replace("A title", "Привет").encode("koi8-r"),
    )

    (record,) = records(result)
    assert record["title"] == "Привет"
    assert (record["url"], record["page_id"]) == ("https://a.org/x", address_id("https://a.org/x"))


def test_an_address_is_fetched():
    with counting_server() as server:
        server.pages["/news/page.html"] = ("text/html", PAGE.encode())
        address = f"{server.url}/news/page.html"
        (record,) = records(run("extract", address, "--format", "jsonl"))

    assert record["source"] == address
    assert record["title"] == "A title"
    assert re.fullmatch(r"127\.0\.0\.1_news_page\.html-[0-9a-f]{8}", record["page_id"])


# -- output --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [file_format.name for file_format in FORMATS.values() if not file_format.blocks_of]
)
def test_a_folder_gets_one_file_per_page_and_pane(folder: Path, tmp_path: Path, name: str):
    out = tmp_path / "out"

    result = run(
        *("extract", folder, "-e", "boilerpipe.article", "-e", "cx_extractor"),
        *("--format", name, "-o", out),
    )

    assert result.exit_code == 0
    assert result.stdout == ""
    suffix = FORMATS[name].suffix
    panes = [""] if FORMATS[name].join else [".boilerpipe.article", ".cx_extractor"]
    written = {str(file.relative_to(out)) for file in out.rglob("*.*")} - {"manifest.json"}
    assert sorted(written) == sorted(
        f"{page}{pane}.{suffix}" for page in ("a", "b", "deep/c") for pane in panes
    )
    text = (out / f"deep/c{panes[0]}.{suffix}").read_text(encoding="utf-8")
    assert WORDS in text


def test_json_lines_are_slim_and_the_manifest_has_the_settings_once(folder: Path, tmp_path: Path):
    panes = ("-e", "boilerpipe.article", "-e", "cx_extractor")
    assert run("extract", folder, *panes, "--format", "jsonl", "-o", tmp_path).exit_code == 0
    sets = ("--set", "boilerpipe.article.max_block_distance=3")
    assert run("extract", folder, *panes, *sets, "--format", "jsonl", "-o", tmp_path).exit_code == 0
    lines = [json.loads(file.read_text()) for file in tmp_path.rglob("*.jsonl")]
    manifest = json.loads((tmp_path / "manifest.json").read_text())

    assert len(lines) == 6
    for line in lines:
        assert tuple(line) == FIELDS
        assert line["digest"] == hashlib.sha256(Path(line["source"]).read_bytes()).hexdigest()
        assert line["settings"] in manifest["settings"]
        assert any(pane.items() <= line.items() for pane in manifest["panes"])
    assert len(manifest["settings"]) == 3, "those of the run before are still there"
    changed = {line["settings"] for line in lines if line["pane"] == "boilerpipe.article"}
    (digest,) = changed
    assert manifest["settings"][digest]["max_block_distance"] == 3


def test_extractors_with_equal_settings_share_their_entry_in_the_manifest(
    folder: Path, tmp_path: Path
):
    extractor_file = tmp_path / "mine.py"
    extractor_file.write_text("def all(html): return html\n\n\ndef none(html): return ''\n")
    own = ("-e", f"{extractor_file}:all", "-e", f"{extractor_file}:none")
    run("extract", folder / "a.html", *own, "--format", "jsonl", "-o", tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())

    first, second = manifest["panes"]
    assert first["settings"] == second["settings"]
    assert first["extractor"] != second["extractor"]
    assert list(manifest["settings"]) == [first["settings"]]
    assert manifest["settings"][first["settings"]]["minus_template"] is False


def test_a_failed_page_has_a_slim_record(folder: Path):
    (record,) = records(run("extract", folder / "a.html", "-e", "vips", "--format", "jsonl"))

    assert (record["status"], record["text"]) == ("unavailable", "")
    assert "laid out" in record["message"]


def test_a_foreign_manifest_is_not_replaced(folder: Path, tmp_path: Path):
    (tmp_path / "manifest.json").write_text('{"name": "an app"}')

    result = run("extract", folder, "--format", "jsonl", "-o", tmp_path)

    assert result.exit_code == 2
    assert "manifest.json is not a manifest of results" in result.stderr
    assert (tmp_path / "manifest.json").read_text() == '{"name": "an app"}'


def test_blocks_are_for_json_lines_only(folder: Path):
    result = run("extract", folder / "a.html", "--format", "csv", "--blocks")

    assert result.exit_code == 2
    assert "--blocks requires --format jsonl or parquet." in result.stderr


def test_parquet_tables_have_what_json_lines_have(folder: Path, tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    panes, out = ("-e", "boilerpipe.article", "-e", "vips"), tmp_path / "out"

    exported = run("extract", folder, *panes, "--format", "parquet", "--blocks", "-o", out)
    lines = records(run("extract", folder, *panes, "--format", "jsonl", "--blocks"))

    assert exported.exit_code == 0, exported.stderr
    assert {file.name for file in out.iterdir()} == {
        "results.parquet",
        "blocks.parquet",
        "tokens.parquet",
        "manifest.json",
    }
    results = parquet.read_table(out / "results.parquet").to_pylist()
    blocks = parquet.read_table(out / "blocks.parquet").to_pylist()
    tokens = parquet.read_table(out / "tokens.parquet").to_pylist()
    assert tuple(results[0]) == FIELDS
    for result, line in zip(results, lines, strict=True):
        for name in set(FIELDS) - {"seconds", "settings"}:
            assert result[name] == line[name], name
        assert result["settings"] == line["settings_digest"]
    assert [block["text"] for block in blocks] == [
        block["text"] for line in lines for block in line["blocks"]
    ]
    assert dict(blocks[0]["figures"]) == lines[0]["blocks"][0]["figures"]
    assert [sum(run["last"] - run["first"] for run in row["kept"]) for row in tokens] == [
        line["kept_tokens"] for line in lines
    ]


def test_parquet_needs_a_folder_and_leaves_nothing_half_done(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    out = tmp_path / "out"
    result = run("extract", folder, "--format", "parquet")
    assert result.exit_code == 2
    assert "--format parquet writes files. Add -o DIR." in result.stderr
    monkeypatch.setattr("boilerscope.app.cli.extracting.TableSink.put", lambda *_: 1 / 0)

    result = run("extract", folder, "--format", "parquet", "-o", out)

    assert result.exit_code != 0
    assert [file.name for file in out.iterdir()] == ["manifest.json"]


def test_without_pyarrow_parquet_names_the_package_to_install(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)

    result = run("extract", folder, "--format", "parquet", "-o", tmp_path)

    assert result.exit_code == 2
    assert extra_command("tables") in result.stderr


def test_json_lines_with_blocks_have_one_record_per_page_and_pane(folder: Path):
    (record,) = records(run("extract", folder / "deep" / "c.html", "--format", "jsonl", "--blocks"))

    assert set(FIELDS) <= set(record)
    assert {"source", "page_id", "pane", "extractor", "settings"} <= set(record)
    assert {"status", "message", "text", "title", "seconds"} <= set(record)
    assert record["source"] == str(folder / "deep" / "c.html")
    assert record["page_id"] == "c"
    assert WORDS in record["text"]
    assert record["title"] == "Title of deep/c.html"
    expected = {
        field.name for field in knobs(registry.extractor("boilerpipe.article").settings_class)
    }
    assert set(record["settings"]) == expected
    assert record["blocks"]


def test_csv_on_standard_output_is_one_table(folder: Path):
    table = list(
        csv.DictReader(io.StringIO(run("extract", folder / "a.html", "--format", "csv").stdout))
    )
    many = run(
        "extract", folder, "-e", "boilerpipe.article", "-e", "cx_extractor", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(many.stdout)))

    assert {row["page_id"] for row in rows} == {"a", "b", "deep/c"}
    assert {row["pane"] for row in rows} == {"boilerpipe.article", "cx_extractor"}
    assert all(row["figures"] and None not in row for row in rows)
    assert "link_density_words" in table[0]
    assert "figures" not in table[0]


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_several_texts_on_standard_output_have_headings(folder: Path, name: str):
    result = run("extract", folder, "-e", "boilerpipe.article", "--format", name)

    heads = [line for line in result.stdout.splitlines() if line.startswith("==>")]
    assert heads == [
        "==> a · boilerpipe.article <==",
        "==> b · boilerpipe.article <==",
        "==> deep/c · boilerpipe.article <==",
    ]


def test_page_text_has_the_spacing_of_the_page(folder: Path):
    result = run("extract", folder / "a.html", "--page-text")

    assert result.stdout == f"Head of it\n{TEXT}\n{TEXT}\n"


def test_output_is_utf_8_whatever_the_terminal_uses(folder: Path):
    (folder / "a.html").write_text(PAGE.replace("one", "héé 中文"), encoding="utf-8")

    result = program("extract", folder / "a.html", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})

    assert result.returncode == 0
    assert "héé 中文 two" in result.stdout.decode("utf-8")


# -- settings ------------------------------------------------------------------------------------


def test_set_changes_a_setting_by_extractor_split_at_the_last_dot(folder: Path):
    result = run(
        *("extract", folder / "a.html", "-e", "boilerpipe.article", "-e", "cx_extractor"),
        *("--set", "boilerpipe.article.max_block_distance=3", "--set", "cx_extractor.threshold=50"),
        *("--set", 'cx_extractor.drop_words=["a", "b = c"]', "--format", "jsonl", "--blocks"),
    )

    first, second = records(result)
    assert first["settings"]["max_block_distance"] == 3
    assert second["settings"]["threshold"] == 50
    assert second["settings"]["drop_words"] == ["a", "b = c"]


def test_a_settings_file_names_panes_steps_and_settings(folder: Path, tmp_path: Path):
    file = tmp_path / "panes.toml"
    file.write_text(
        '[[pane]]\nname = "strict"\nextractor = "cx_extractor"\n[pane.settings]\nthreshold = 200\n'
        '[[pane]]\nname = "mine"\nextractor = "boilerpipe.custom"\n'
        '[[pane.step]]\nstep = "min_words"\nmin_words = 3\n',
        encoding="utf-8",
    )
    steps = _steps_of_custom()
    file.write_text(file.read_text().replace('"min_words"\nmin_words = 3', f'"{steps[0]}"'))

    result = run(
        *("extract", folder / "a.html", "--config", file, "-e", "link_ratio", "--format", "jsonl"),
        *("--set", "strict.block_lines=5", "--blocks"),
    )

    strict, mine, link_ratio = records(result)
    assert (strict["pane"], strict["extractor"]) == ("strict", "cx_extractor")
    assert (strict["settings"]["threshold"], strict["settings"]["block_lines"]) == (200, 5)
    assert [step["step"] for step in mine["settings"]["pipeline"]] == [steps[0]]
    assert link_ratio["pane"] == "link_ratio"


def _steps_of_custom() -> list[str]:
    extractor = registry.extractor("boilerpipe.custom")
    (pipeline,) = (field for field in knobs(extractor.settings_class) if field.kind == "pipeline")
    assert pipeline.catalogue is not None
    return list(pipeline.catalogue())


def test_gate_documents_hold_all_extractors_of_a_page(folder: Path, tmp_path: Path):
    panes = ("-e", "cx_extractor", "-e", "vips", "-e", "qd", "--format", "gate")

    shown = run("extract", folder / "a.html", *panes)
    run("extract", folder / "a.html", *panes, "-o", tmp_path / "out")
    refused = run("extract", folder / "a.html", folder / "b.htm", *panes)

    (file,) = (tmp_path / "out").iterdir()
    assert file.name == "a.xml"
    assert file.read_text(encoding="utf-8") == shown.stdout
    assert [document.name for document in gate.read(shown.stdout).sets] == ["cx_extractor", "qd"]
    assert "vips: unavailable" in shown.stderr
    assert refused.exit_code == 2
    assert "Give one page, or -o DIR" in " ".join(refused.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-e", "boilerpipe.articel"], "unknown extractor 'boilerpipe.articel'; did you mean 'boi"),
        (["--set", "boilerpipe.article.max_block=3"], "did you mean 'max_block_distance'?"),
        (["--set", "boilerpipe.articel.x=3"], "did you mean 'boilerpipe.article'?"),
        (["--set", "cx_extractor.threshold=3"], "cx_extractor is not selected. Add -e cx_ext"),
        (["--set", "threshold=3"], "must look like EXTRACTOR.FIELD=VALUE"),
        (["--set", "boilerpipe.article.x"], "must look like EXTRACTOR.FIELD=VALUE"),
        (["--set", "boilerpipe.article.max_block_distance=x"], "must be a whole number, got 'x'"),
        (["--set", "boilerpipe.article.max_block_distance=-9"], "must be at least"),
        (["--format", "htm"], "'htm' is not one of"),
        (["--encoding", "utf-9"], "did you mean 'utf-8'?"),
        (["--config", "nowhere.toml"], "does not exist"),
        (["--url", "example.org"], "--url example.org is not an http or https address"),
        (["--timeout", "0"], "Invalid value for '--timeout'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--page-text", "--format", "html"], "--page-text requires --format text"),
        (
            ["--format", "html", "-e", "cx_extractor", "-e", "link_ratio"],
            "Standard output takes one result as html",
        ),
        (["no/such/page.html"], "no/such/page.html: no such file or folder"),
        (["-", "-"], "can be read only once"),
        (["--nonsense"], "No such option"),
    ],
)
def test_wrong_usage_is_exit_code_2_with_a_helpful_message(
    folder: Path, arguments: Sequence[str], message: str
):
    result = run("extract", folder / "a.html", *arguments)

    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract"], "Missing argument 'PAGE...'"),
        (["extrakt", "page.html"], "unknown command 'extrakt'; did you mean 'extract'?"),
        (["lst"], "unknown command 'lst'; did you mean 'list'?"),
        pytest.param(["x" * 300], "unknown command 'xxx", id="too-long"),
        (
            ["extract", "-", "https://a.org", "--url", "https://b.org"],
            "--url is the address of one",
        ),
    ],
)
def test_wrong_arguments_are_exit_code_2(arguments: Sequence[str], message: str):
    result = run(*arguments)

    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_only_usage_errors_show_the_usage_and_that_of_their_command(folder: Path):
    usage = run("extract", folder, "--page-text", "--format", "html", "-o", folder / "out")
    absent = run("extract", folder / "absent.html")
    broken = run("gold", "check", folder)

    assert "Usage: main extract [OPTIONS] PAGE..." in usage.stderr
    for error in (absent, broken):
        assert error.exit_code == 2
        assert error.stderr.startswith("Error: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[[pane]]\nextractor = 'cx_extrator'", "did you mean 'cx_extractor'?"),
        (b"[[pan]]", "did you mean 'pane'?"),
        (b"name = '\xff'", "is not UTF-8 text"),
        (
            b"[[pane]]\nextractor='boilerpipe.custom'\n[[pane.step]]\nstep='nonsense'",
            "unknown step",
        ),
    ],
)
def test_a_wrong_settings_file_is_exit_code_2(
    folder: Path, tmp_path: Path, text: bytes, message: str
):
    file = tmp_path / "panes.toml"
    file.write_bytes(text)

    result = run("extract", folder / "a.html", "--config", file)

    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_a_broken_extractor_cannot_be_selected(folder: Path, toys: Path):
    assert toys.is_dir()
    result = run("extract", folder / "a.html", "-e", "broken")

    assert result.exit_code == 2
    assert "broken (from toys): ModuleNotFoundError: No module named 'no'" in result.stderr


# -- exit codes and messages ---------------------------------------------------------------------


def test_a_page_that_fails_is_exit_code_1_and_the_others_are_there(folder: Path):
    (folder / "b.htm").write_bytes(b"%PDF-1.4 ...")

    result = run("extract", folder, "--format", "jsonl")

    assert result.exit_code == 1
    assert [record["status"] for record in records(result)] == ["ok", "error", "ok"]
    assert "b.htm · boilerpipe.article: error: 'b.htm' is a PDF document" in result.stderr


def test_an_extractor_that_fails_or_hangs_is_exit_code_1(folder: Path, toys: Path):
    assert toys.is_dir()
    arguments = ("extract", folder / "a.html", "--timeout", "5", "--format", "jsonl", "-e", "toy")

    failed = run(*arguments, "-e", "raising")
    hung = run(*arguments, "-e", "hanging")

    assert (failed.exit_code, hung.exit_code) == (1, 1)
    assert [record["status"] for record in records(failed)] == ["ok", "error"]
    assert [record["status"] for record in records(hung)] == ["ok", "timeout"]
    assert "hanging: timeout: No result within 5 s." in hung.stderr


def test_an_empty_result_is_not_a_failure_and_gives_its_reason(folder: Path, toys: Path):
    assert toys.is_dir()
    arguments = ("extract", folder / "a.html", "-e", "toy", "--set", "toy.min_words=99")

    result, quiet = run(*arguments), run(*arguments, "-q")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "toy: empty: No block has enough words." in result.stderr
    assert (quiet.exit_code, quiet.stderr) == (0, "")


def test_quiet_leaves_errors(folder: Path, toys: Path):
    assert toys.is_dir()
    result = run("extract", folder / "a.html", "-e", "raising", "--quiet")

    assert result.exit_code == 1
    assert "raising: error: ValueError: this page has no end" in result.stderr


def test_a_failure_leaves_no_text_file_not_even_an_old_one(
    folder: Path, tmp_path: Path, toys: Path
):
    assert toys.is_dir()
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.raising.txt").write_text("of an earlier run")

    result = run("extract", folder / "a.html", "-e", "raising", "-e", "toy", "-o", out)

    assert result.exit_code == 1
    assert [file.name for file in out.iterdir()] == ["a.toy.txt"]


def test_warnings_of_a_page_appear_once(folder: Path):
    (folder / "a.html").write_bytes(b"<meta charset=utf-8><p>caf\xe9 " + WORDS.encode())

    result = run("extract", folder / "a.html", "-e", "cx_extractor", "-e", "boilerpipe.article")

    assert result.exit_code == 0
    assert len([line for line in result.stderr.splitlines() if "replaced" in line]) == 1


def test_a_folder_that_cannot_be_written_to_is_an_error_without_traceback(
    folder: Path, tmp_path: Path
):
    (tmp_path / "out").write_text("a file is no folder")
    blocked = tmp_path / "blocked"
    (blocked / "a.boilerpipe.article.txt").mkdir(parents=True)

    result = run("extract", folder / "a.html", "-o", blocked)
    no_folder = run("extract", folder / "a.html", "-o", tmp_path / "out")

    assert result.exit_code == 1
    assert "cannot be written: Is a directory" in result.stderr
    assert no_folder.exit_code == 2
    assert "is a file" in no_folder.stderr


def test_prints_of_a_plug_in_go_to_standard_error(folder: Path, toys: Path):
    # A plug-in that prints during its import as well.
    (toys / "talking.py").write_text(
        "import os\nprint('printed by import')\nos.system('echo said by import')\n"
        "from tests.helpers.toy import TOY as LOUD\n"
    )
    entries = next(toys.glob("*.dist-info")) / "entry_points.txt"
    entries.write_text(entries.read_text().replace("tests.helpers.toy:TOY", "talking:LOUD"))
    command = [sys.executable, "-c", "from boilerscope.app.cli.main import main; main()", "extract"]
    result = subprocess.run(
        [*command, str(folder / "a.html"), "-e", "toy", "-e", "printing", "--format", "jsonl"],
        capture_output=True,
        check=True,
        text=True,
        env=os.environ | {"PYTHONPATH": f"{toys}:{ROOT}"},
    )

    assert [json.loads(line)["pane"] for line in result.stdout.splitlines()] == ["toy", "printing"]
    assert set(result.stderr.splitlines()) == {
        "printed by import",
        "said by import",
        "printed by inputs",
        "printed by extract",
        "written by extract",
        "said by extract",
    }


def test_a_closed_pipe_ends_the_program_quietly(folder: Path):
    (folder / "a.html").write_text("<p>" + f"{WORDS} " * 50_000, encoding="utf-8")
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", "from boilerscope.app.cli.main import main; main()"]
    result = subprocess.run(
        [*command, "extract", str(folder), "--format", "jsonl"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)

    assert result.returncode == READER_GONE
    assert result.stderr == b""


def test_an_interrupted_program_ends_quietly_and_leaves_no_process(
    folder: Path, tmp_path: Path, toys: Path
):
    begun = tmp_path / "begun"
    command = [sys.executable, "-c", "from boilerscope.app.cli.main import main; main()"]
    with subprocess.Popen(
        [*command, "extract", str(folder), "-e", "toy", "-e", "hanging", "--format", "jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": f"{toys}:{ROOT}", toy.BEGUN: str(begun)},
        start_new_session=True,
    ) as running:
        wait_until(begun.exists)
        os.killpg(running.pid, signal.SIGINT)
        _, messages = running.communicate(timeout=60)

    assert running.returncode == INTERRUPTED
    assert messages.decode() == "Interrupted.\n"
    wait_until(lambda: not processes_of(running.pid))


# -- list and version ----------------------------------------------------------------------------


def test_list_as_json_is_every_extractor_with_every_setting(toys: Path):
    assert toys.is_dir()
    result = run("list", "--format", "json")

    by_id = {declared["id"]: declared for declared in json.loads(result.stdout)}
    assert list(by_id) == [entry.id for entry in registry.entries()]
    assert all({"id", "name", "source", "settings"} <= set(values) for values in by_id.values())
    for identifier, declared in by_id.items():
        entry = registry.entry(identifier)
        if entry.extractor is not None:
            names = [knob.name for knob in knobs(entry.extractor.settings_class)]
            assert [setting["name"] for setting in declared["settings"]] == names
    assert by_id["toy"]["source"] == "Nobody, Journal of Toys, 2020"
    assert by_id["toy"]["package"] == "toys"
    assert by_id["toy"]["settings"][1] == {
        "name": "max_words",
        "label": "Max. words",
        "kind": "int",
        "default": "auto",
        "unit": "words",
        "low": 0,
        "high": 10000,
        "step": None,
        "choices": [],
        "auto": "auto",
        "default_from": "ours",
        "bounds": "",
        "group": "General",
        "help": "Longer blocks are dropped.",
    }
    assert by_id["toy"]["settings"][-1]["steps"][0]["name"] == "at_least"
    assert by_id["toy"]["presets"] == [
        {"name": "long", "help": "Long blocks only.", "settings": {"min_words": 10}}
    ]
    assert by_id["broken"]["error"] == "ModuleNotFoundError: No module named 'no'"


def test_list_for_people_names_every_extractor_and_setting(toys: Path):
    assert toys.is_dir()
    result = run("list")

    assert result.exit_code == 0
    assert "toy  Toy  [toys]\n    Keeps segments of enough words.\n" in result.stdout
    assert "    min_words = 3 words  Shorter blocks are dropped.\n" in result.stdout
    assert '    unit = "words"  What is counted. (words, signs)\n' in result.stdout
    assert "    broken: ModuleNotFoundError: No module named 'no'\n" in result.stdout
    for entry in registry.entries():
        assert f"\n{entry.id}  " in f"\n{result.stdout}"


def test_extract_accepts_the_defaults_of_list(folder: Path):
    entries = json.loads(run("list", "--format", "json").stdout)
    sets = []
    for entry in entries:
        if registry.extractor(entry["id"]).missing():
            continue
        for setting in entry["settings"]:
            value = setting["default"]
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            if setting["kind"] != "pipeline":
                sets += ["--set", f"{entry['id']}.{setting['name']}={text}"]

    result = run("extract", folder / "a.html", "-e", "all", "--format", "jsonl", *sets)

    assert result.exit_code == 0, result.stderr
    plain = records(run("extract", folder / "a.html", "-e", "all", "--format", "jsonl"))
    assert [record["text"] for record in records(result)] == [record["text"] for record in plain]


def test_version_and_help():
    assert re.fullmatch(r"boilerscope, version \d+\.\d+\.\d+\n", run("--version").stdout)
    assert "Exit codes: 0 success" in run("extract", "--help").stdout
    for command in main.commands:
        assert command in run("-h").stdout


def _names_of_commands(group: Any, *before: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*before, name)
        if hasattr(command, "commands"):
            yield from _names_of_commands(command, *before, name)


@pytest.mark.parametrize("names", list(_names_of_commands(main)), ids=" ".join)
def test_the_help_of_a_command_has_no_escape_sequence(names: Sequence[str]):
    result = run(*names, "--help")

    assert result.exit_code == 0
    assert "\\" not in result.stdout
    assert "\b" not in result.stdout


# -- the base install ----------------------------------------------------------------------------

_WITHOUT_QT = (
    "import sys; sys.modules['PySide6'] = None; from boilerscope.app.cli.main import main; main()"
)


@pytest.mark.parametrize("arguments", [["--version"], ["list"], ["extract", "-", "-e", "all"]])
def test_the_base_install_works_without_qt(arguments: Sequence[str]):
    result = subprocess.run(
        [sys.executable, "-c", _WITHOUT_QT, *arguments],
        input=PAGE.encode(),
        capture_output=True,
        check=False,
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout


@pytest.mark.parametrize("arguments", [[], ["open"], ["page.html"], ["workbench"]])
def test_without_qt_the_window_names_what_is_missing(arguments: Sequence[str]):
    result = subprocess.run(
        [sys.executable, "-c", _WITHOUT_QT, *arguments], capture_output=True, check=False
    )

    assert result.returncode == 1
    assert extra_command("gui").encode() in result.stderr
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ([], None),
        (["open"], None),
        (["open", "page.html"], "page.html"),
        (["https://example.org/"], "https://example.org/"),
        (["./lst"], "./lst"),
    ],
)
def test_no_command_opens_the_window(
    monkeypatch: pytest.MonkeyPatch, words: Sequence[str], page: str | None
):
    opened: list[tuple[Any, ...]] = []

    def window(*arguments: Any, **more: Any) -> int:
        opened.append((*arguments, more))
        return 0

    monkeypatch.setattr("boilerscope.app.window.program.run_window", window)
    result = run(*words)

    assert result.exit_code == 0
    assert opened == [(page, {"sample": None, "config": None, "corpus": None, "state": None})]


def test_why_writes_the_sentence_of_the_block_for_each_pane(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(
        "<html><body><nav>Home and archive of the paper</nav><article>"
        + "<p>The tram runs along the river, and people like it very much, they say.</p>" * 12
        + "</article></body></html>",
        encoding="utf-8",
    )
    names = ["-e", "readability_lxml", "-e", "boilerpipe.article"]
    result = run("extract", str(page), *names, "--why", "home and archive", "-q")

    assert result.exit_code == 0, result.output
    first, second = result.output.splitlines()
    assert first.startswith("readability_lxml: dropped by R6 Choose the article: ")
    assert "(readability/readability.py:" in first
    assert second.startswith("boilerpipe.article: kept by F6 ")


def test_why_lists_the_candidates_of_a_library_with_the_reason_of_each(tmp_path: Path):
    page = tmp_path / "page.html"
    sentence = "The tram runs along the river, and people like it very much, they say."
    page.write_text(
        f"<html><body><nav>Home and archive of the paper</nav><article>{f'<p>{sentence}</p>' * 60}"
        "</article></body></html>",
        encoding="utf-8",
    )
    result = run("extract", str(page), "-e", "trafilatura", "--why", "tram runs along", "-q")

    assert result.exit_code == 0, result.output
    first, own, *others = result.output.splitlines()
    assert first.startswith("trafilatura: “tram runs along” at article > p[1]: kept by ")
    assert own.startswith("  own extraction, ")
    assert " characters, has the text: used: " in own
    assert "  baseline: not run: characters so far " in "\n".join(others)
    options = ("--format", "jsonl", "--blocks", "-q")
    written = json.loads(run("extract", str(page), "-e", "trafilatura", *options).output)
    names = [candidate["name"] for candidate in written["candidates"]]
    assert names[:3] == ["own extraction", "readability", "justext"]
    assert written["candidates"][0]["state"] == "used"
    table = run("extract", str(page), "-e", "trafilatura", "--format", "csv", "-q").output
    rows = list(csv.DictReader(io.StringIO(table)))
    assert {row["stage"] for row in rows} >= {"T4 Clean the tree", "TW Write the text"}
    kept = next(row for row in rows if row["class"] == "C")
    assert kept["candidates"].startswith("own extraction (used); ")


TWICE = (
    "<html><body><article>"
    + "<p>The tram runs along the river, and people like it very much, they say.</p>" * 6
    + "<p>Read the news of the tram.</p></article>"
    "<footer><p>Read the news of the tram.</p></footer></body></html>"
)


def test_why_has_a_line_for_each_decision_about_a_text(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    names = ["-e", "readability_lxml", "-e", "boilerpipe.keep_everything"]
    result = run("extract", str(page), *names, "--why", "read the news", "-q")

    first, second, third = result.output.splitlines()
    assert first.startswith("readability_lxml: “Read the news” at article > p[7]: kept by RW ")
    assert second.startswith("readability_lxml: “Read the news” at footer > p: dropped by R6 ")
    assert third.startswith("boilerpipe.keep_everything: kept by ")


def test_why_divides_a_text_of_two_blocks(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    text = "the news of the tram. Read the news"
    result = run("extract", str(page), "-e", "readability_lxml", "--why", text, "-q")

    first, second = result.output.splitlines()
    assert "“the news of the tram” at article > p[7]: kept by" in first
    assert "“Read the news” at footer > p: dropped by" in second


def test_changes_are_settings_that_reverse_the_decision(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    names = ["-e", "trafilatura", "-e", "bte"]
    result = run("extract", str(page), *names, "--why", "read the news", "--changes", "-q")

    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert "  no setting of trafilatura keeps it" in lines
    assert any(line.startswith("  to drop it: tag_weight = ") for line in lines)


def test_a_bug_report_has_the_smallest_page(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    names = ["-e", "trafilatura", "-e", "boilerpipe.keep_everything", "-e", "bte"]
    words = ("--set", "bte.tag_weight=5", "--why", "read the news", "--bug-report", "-q")
    result = run("extract", str(page), *names, *words)

    assert result.exit_code == 0, result.output
    assert result.output.count("**Rule:** tree_cleaning: footer is in cleaning_list") == 1
    markup = result.output.partition("```html\n")[2].partition("```")[0]
    assert " ".join(markup.split()) == (
        "<html><body><footer><p>Read the news of the tram.</p></footer></body></html>"
    )
    assert "  no bug report: this is not a library" in result.output.splitlines()


@pytest.mark.parametrize("option", ["--changes", "--bug-report"])
def test_answers_about_a_text_keep_the_time_limit(tmp_path: Path, toys: Path, option: str):
    assert toys.is_dir()
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    names = ["-e", "hanging", "-e", "bte", "--timeout", "1"]
    result = run("extract", page, *names, "--why", "read the news", option, "-q")

    assert result.exit_code == 1
    assert "hanging: timeout: No result within 1 s." in result.stdout
    assert "bte: kept by " in result.stdout


@pytest.mark.parametrize("option", ["--changes", "--bug-report"])
def test_answers_about_a_text_refuse_several_workers(tmp_path: Path, option: str):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    result = run("extract", page, "--why", "read the news", option, "--jobs", "2")

    assert result.exit_code == 2
    assert "Leave out --jobs." in result.output


@pytest.mark.parametrize("option", ["--changes", "--bug-report"])
def test_answers_about_a_text_require_one(tmp_path: Path, option: str):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    result = run("extract", str(page), "-e", "trafilatura", option)

    assert result.exit_code == 2
    assert f"{option} answers --why TEXT" in result.output


def test_answers_name_a_page_that_cannot_be_read_and_a_text_that_is_absent(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(TWICE, encoding="utf-8")
    result = run("extract", str(page), "-e", "bte", "--why", "other words", "--changes", "-q")

    assert result.exit_code == 1
    assert "page.html · bte: 'page.html' does not contain the words 'other words'." in result.output


def test_why_names_a_text_that_is_not_on_the_page(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<p>Some words</p>", encoding="utf-8")
    result = run("extract", str(page), "--why", "other words", "-q")

    assert result.exit_code == 1
    assert "does not contain the words 'other words'" in result.output
