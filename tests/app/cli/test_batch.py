"""The command batch: one record per page and pane whichever process dies, equal in every run."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from boilerscope.app.cli.commands import main
from tests.helpers import toy
from tests.helpers.material import ROOT
from tests.helpers.processes import processes_of, wait_until
from tests.helpers.warc_files import record, response, write_warc

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

N_PAGES = 12

PROGRAM = "from boilerscope.app.cli.main import main; main()"

# An extractor that waits on page 7 until a file exists and writes the id of its process.
WAITING = '''
import os
import time
from pathlib import Path

FOLDER = Path(__file__).parent


def waiting(html: str) -> str:
    """Wait on one page."""
    if "number 7." in html:
        started = FOLDER / "started.new"
        started.write_text(str(os.getpid()))
        started.rename(FOLDER / "started")
        while not (FOLDER / "go").exists():
            time.sleep(0.01)
    return "the text of " + html[html.index("number"):].split(".")[0]
'''

FORGETFUL = """
from concurrent.futures import ThreadPoolExecutor


def run_and_leave(work, task):
    mark = work(task)
    file = task.folder / "shards" / "00" / ".0123456789abcdef.new"
    file.write_text("half of a record")
    return mark


class Workers(ThreadPoolExecutor):
    def submit(self, work, task):
        return super().submit(run_and_leave, work, task)


def workers():
    return Workers(1)
"""

LOSING = """
from concurrent.futures import Executor, Future


class Workers(Executor):
    def submit(self, work, task):
        future = Future()
        future.set_exception(OSError("no connection"))
        return future


workers = Workers
"""

PROCESSES = """
from concurrent.futures import ProcessPoolExecutor


def workers():
    return ProcessPoolExecutor(2)
"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a folder of small pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(N_PAGES):
        text = f"<p>This is a page with a few words, and it is the one with number {number}."
        (folder / f"{number:02d}.html").write_text(text)
    return folder


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """Return the file of the extractor that waits."""
    folder = tmp_path / "own"
    folder.mkdir()
    file = folder / "mine.py"
    file.write_text(WAITING)
    return file


def _run(*arguments: object, code: int = 0, stdin: bytes = b"") -> Result:
    result = CliRunner().invoke(main, ["batch", *map(str, arguments)], input=stdin)
    assert result.exit_code == code, (result.output, result.exception)
    return result


def _start(
    *arguments: object, folder: Path | None = None, stderr: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    # An installed command does not find modules in the working folder by itself.
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "batch", *map(str, arguments)],
        stderr=stderr,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1", "TERM": "xterm"},
        start_new_session=True,
    )


def _words(result: Result) -> str:
    return " ".join(result.stderr.split())


def _records(results: Path) -> list[dict[str, Any]]:
    files = sorted(results.glob("shards/*/*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def contents(results: Path) -> dict[str, bytes]:
    """Return all contents of the results that must not depend on how the batch ran."""
    files = [*results.glob("shards/*/*"), results / "summary.json", results / "settings.toml"]
    return {str(file.relative_to(results)): file.read_bytes() for file in files}


def test_each_page_and_pane_has_a_record_with_its_reason(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    toy.install(monkeypatch, tmp_path / "toys", *toy.ENTRIES)
    for file in sorted(pages.iterdir())[2:]:
        file.unlink()
    (pages / "broken.html").write_bytes(b"%PDF-1.7 ...")
    names = ("toy", "raising", "hanging", "dying", "greedy")
    panes = [word for name in names for word in ("-e", name)]

    _run(pages, *panes, "--timeout", 1.5, "-o", tmp_path / "out", code=1)

    records = _records(tmp_path / "out")
    assert [(record["page_id"], record["pane"]) for record in records] == [
        (f"pages/{page}", name) for page in ("00", "01", "broken") for name in names
    ]
    statuses = ["ok", "error", "timeout", "crash", "memory"]
    assert [record["status"] for record in records] == [*statuses, *statuses, *["error"] * 5]
    assert all(record["message"] for record in records if record["status"] != "ok")
    assert "a PDF document" in records[-1]["message"]
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["pages"] == 3
    assert summary["statuses"]["toy"] == {"error": 1, "ok": 2}


def test_records_of_a_warc_file_that_are_left_out_are_counted_in_the_summary(tmp_path: Path):
    page = b"<html><body><p>A page with a few words.</p></body></html>"
    records = [
        response("http://a/1", page),
        response("http://a/2", b"\x89PNG", "image/png"),
        record("revisit", "http://a/1", b"HTTP/1.1 200 OK\r\n\r\n", "application/http"),
    ]
    file = write_warc(tmp_path / "a.warc.gz", records)

    result = _run(file, "-e", "bte", "-o", tmp_path / "out")

    assert "2 records left out" in _words(result)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["pages"] == 1
    assert summary["left_out"] == {
        "of another type": 1,
        "of repeated visits, whose pages are in other records": 1,
    }


def test_results_are_the_same_bytes_whatever_the_number_of_workers(pages: Path, tmp_path: Path):
    arguments = (pages, "-e", "bte", "-e", "boilerpipe.article", "--shard-pages", 5)
    _run(*arguments, "-o", tmp_path / "one")
    _run(*arguments, "-o", tmp_path / "three", "--jobs", 3)

    assert contents(tmp_path / "one") == contents(tmp_path / "three")
    assert len(_records(tmp_path / "one")) == 2 * N_PAGES
    assert "seconds" not in _records(tmp_path / "one")[0]
    timings = (tmp_path / "one" / "timings" / "00" / "00000002.jsonl").read_text().splitlines()
    assert [json.loads(line)["page_id"] for line in timings] == ["pages/10"] * 2 + ["pages/11"] * 2


def test_a_killed_worker_loses_nothing(pages: Path, waiting: Path, tmp_path: Path):
    arguments = (pages, "-e", f"{waiting}:waiting", "--shard-pages", 4)
    with _start(*arguments, "-o", tmp_path / "out", "-q") as program:
        wait_until((waiting.parent / "started").exists)
        os.kill(int((waiting.parent / "started").read_text()), signal.SIGKILL)
        (waiting.parent / "go").touch()
        assert program.wait(60) == 0

    _run(*arguments, "-o", tmp_path / "calm")
    assert contents(tmp_path / "out") == contents(tmp_path / "calm")
    assert Counter(record["status"] for record in _records(tmp_path / "out")) == {"ok": N_PAGES}


def test_a_killed_program_leaves_no_process_and_resumes(pages: Path, waiting: Path, tmp_path: Path):
    arguments = (pages, "-e", f"{waiting}:waiting", "--shard-pages", 4)
    with _start(*arguments, "--jobs", 2, "-o", tmp_path / "out", "-q") as program:
        wait_until((waiting.parent / "started").exists)
        wait_until((tmp_path / "out" / "shards" / "00" / "00000000.done").exists)
        os.kill(program.pid, signal.SIGKILL)
        assert program.wait() == -signal.SIGKILL
        wait_until(lambda: not processes_of(program.pid))
    (tmp_path / "out" / "shards" / "00" / ".left.new").write_text("half of a sha")
    first = tmp_path / "out" / "shards" / "00" / "00000000.jsonl"
    before = first.stat().st_mtime_ns
    assert not (tmp_path / "out" / "shards" / "00" / "00000001.done").exists()
    (waiting.parent / "go").touch()

    _run("--resume", "-o", tmp_path / "out")
    _run(*arguments, "-o", tmp_path / "calm")

    assert first.stat().st_mtime_ns == before
    assert contents(tmp_path / "out") == contents(tmp_path / "calm")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_print_how_to_continue(
    sent: signal.Signals, pages: Path, waiting: Path, tmp_path: Path
):
    executor = ("--executor", "local", "--jobs", 2)
    with _start(pages, "-e", f"{waiting}:waiting", *executor, "-o", tmp_path / "out") as program:
        wait_until((waiting.parent / "started").exists)
        os.kill(program.pid, sent)
        _, printed = program.communicate(timeout=60)

    assert program.returncode == 130
    command = f"boilerscope batch --resume -o {tmp_path / 'out'} --executor local --jobs 2"
    assert printed.decode() == f"To continue: {command}\nInterrupted.\n"
    assert not list(tmp_path.rglob("*.new"))
    wait_until(lambda: not processes_of(program.pid))


def test_the_command_that_continues_a_batch_has_all_it_needs(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "losing.py").write_text(LOSING)
    monkeypatch.syspath_prepend(tmp_path)
    out = tmp_path / "the results"

    stopped = _run(
        *("-", "-e", "bte", "--executor", "losing:workers", "--jobs", 2, "-o", out),
        stdin=f"{pages}\n".encode(),
        code=2,
    )

    assert "A shard ended 5 times without a result: OSError: no connection" in stopped.stderr
    command = f"boilerscope batch --resume -o '{out}' --executor losing:workers --jobs 2"
    assert f"To continue: {command}, with the same standard input" in _words(stopped)


def test_again_runs_the_same_and_compares(pages: Path, tmp_path: Path):
    _run(pages, "-e", "link_ratio", "--set", "link_ratio.rate=1.6", "-o", tmp_path / "out")
    same = _run("--again", tmp_path / "out")
    (pages / "00.html").write_text("<p>Other words.")
    rejected = _run("--again", tmp_path / "out")

    assert "out-2: the same records" in same.stderr
    assert "from other pages" in rejected.stderr
    assert contents(tmp_path / "out") == contents(tmp_path / "out-2")
    assert "rate = 1.6" in (tmp_path / "out-2" / "settings.toml").read_text()


def test_a_users_executor_may_lose_workers_that_leave_files(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "forgetful.py").write_text(FORGETFUL)
    monkeypatch.syspath_prepend(tmp_path)
    common = (pages, "-e", "bte", "--shard-pages", 2)

    _run(*common, "--executor", "forgetful:workers", "-o", tmp_path / "out")

    _run(*common, "-o", tmp_path / "local")
    assert contents(tmp_path / "out") == contents(tmp_path / "local")


def test_a_users_process_pool_in_the_working_folder_ends_with_the_batch(
    pages: Path, tmp_path: Path
):
    (tmp_path / "processes.py").write_text(PROCESSES)
    common = (pages, "-e", "bte", "--shard-pages", 2)
    executor = ("--executor", "processes:workers")

    with _start(*common, *executor, "-o", tmp_path / "out", folder=tmp_path) as program:
        try:
            _, printed = program.communicate(timeout=20)
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)

    assert program.returncode == 0, printed.decode()
    _run(*common, "-o", tmp_path / "local")
    assert contents(tmp_path / "out") == contents(tmp_path / "local")


def _remove_last(pages: Path) -> None:
    (pages / f"{N_PAGES - 1:02d}.html").unlink()


def _lengthen_first(pages: Path) -> None:
    (pages / "00.html").write_text("<p>Another page, which has more words than the one before it.")


def _insert_first(pages: Path) -> None:
    (pages / "0.html").write_text("<p>A page before all others.")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_remove_last, "shard 3 has 3 other pages than those from pages/09.html to pages/10.html"),
        (_lengthen_first, "shard 0 has 3 other pages than those from pages/00.html to"),
        (_insert_first, "shard 0 has 3 other pages than those from pages/0.html to pages/01.html"),
    ],
)
def test_a_batch_whose_inputs_have_changed_is_not_resumed(
    change: Callable[[Path], None],
    message: str,
    pages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(tmp_path)
    _run("pages", "-e", "bte", "--shard-pages", 3, "-o", "out")
    before = contents(tmp_path / "out")
    change(pages)

    refused = _run("--resume", "-o", "out", code=2)

    assert message in _words(refused)
    assert "--again" in refused.stderr
    assert "To continue" not in refused.stderr
    assert contents(tmp_path / "out") == before


def test_standard_input_must_be_the_same_when_its_batch_is_resumed(pages: Path, tmp_path: Path):
    names = [f"{pages / f'{number:02d}.html'}\n".encode() for number in range(N_PAGES)]
    _run("-", "-e", "bte", "--shard-pages", 3, "-o", tmp_path / "out", stdin=b"".join(names))
    before = contents(tmp_path / "out")

    fewer = _run("--resume", "-o", tmp_path / "out", stdin=b"".join(names[:6]), code=2)
    empty = _run("--resume", "-o", tmp_path / "out", code=2)

    assert "there were more than 6 pages" in _words(fewer)
    assert "The inputs have no page. Nothing was written." in _words(empty)
    assert contents(tmp_path / "out") == before
    _run("--resume", "-o", tmp_path / "out", stdin=b"".join(names))
    assert contents(tmp_path / "out") == before


def test_one_batch_at_a_time_writes_to_a_folder(pages: Path, waiting: Path, tmp_path: Path):
    arguments = (pages, "-e", f"{waiting}:waiting", "--shard-pages", 4)
    with _start(*arguments, "-o", tmp_path / "out", "-q") as program:
        wait_until((waiting.parent / "started").exists)
        refused = [
            _run("--resume", "-o", tmp_path / "out", code=2),
            _run(*arguments, "-o", tmp_path / "out", code=2),
        ]
        (waiting.parent / "go").touch()
        assert program.wait(60) == 0

    for result in refused:
        assert f"{tmp_path / 'out'}: another batch is writing there" in _words(result)
    _run("--resume", "-o", tmp_path / "out")


def test_options_that_differ_from_those_of_the_batch_are_refused_by_name(
    pages: Path, tmp_path: Path
):
    out, settings = tmp_path / "out", tmp_path / "out" / "settings.toml"
    _run(pages, "-e", "link_ratio", "--shard-pages", 5, "-o", out)
    before = contents(out)
    same = ("-e", "link_ratio", "--shard-pages", 5, "--timeout", 30, "--format", "jsonl")
    for words, names in (
        (("-e", "bte"), "-e"),
        (("--config", settings, "--set", "link_ratio.rate=1.6"), "--set, --config"),
        (("--timeout", 5, "--memory", 512), "--timeout, --memory"),
        (("--shard-size", 3, "--shard-pages", 4), "--shard-size, --shard-pages"),
        (("--blocks", "--timeout", 5, "-e", "bte"), "-e, --blocks, --timeout"),
    ):
        for command in (("--resume", "-o", out), ("--again", out)):
            refused = _run(*command, *words, code=2)
            assert f"{out} has a batch with other values of {names}. Leave" in _words(refused)
    _run("--resume", "-o", out, *same)
    again = _run("--again", out, *same)

    assert "the same records" in again.stderr
    assert contents(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out-2", "pages"]


def test_shards_without_their_manifest_are_not_taken_over(pages: Path, tmp_path: Path):
    _run(pages, "-e", "bte", "-o", tmp_path / "out")
    (tmp_path / "out" / "manifest.json").unlink()

    refused = _run(pages, "-e", "qd", "-o", tmp_path / "out", code=2)

    assert "shards of a batch without its manifest.json" in _words(refused)


def test_a_users_process_pool_ends_with_a_killed_program_which_then_resumes(
    pages: Path, waiting: Path, tmp_path: Path
):
    (tmp_path / "processes.py").write_text(PROCESSES)
    arguments = (pages, "-e", f"{waiting}:waiting", "--shard-pages", 4)
    executor = ("--executor", "processes:workers")
    with _start(*arguments, *executor, "-o", tmp_path / "out", folder=tmp_path) as program:
        wait_until((waiting.parent / "started").exists)
        os.kill(program.pid, signal.SIGKILL)
        assert program.wait() == -signal.SIGKILL
        wait_until(lambda: not processes_of(program.pid))
    (waiting.parent / "go").touch()

    _run("--resume", "-o", tmp_path / "out")

    _run(*arguments, "-o", tmp_path / "calm")
    assert contents(tmp_path / "out") == contents(tmp_path / "calm")


def test_an_occupied_folder_is_not_overwritten(pages: Path, tmp_path: Path):
    _run(pages, "-e", "bte", "-o", tmp_path / "out")
    before = contents(tmp_path / "out")

    refused = _run(pages, "-e", "qd", "-o", tmp_path / "out", code=2)
    differs = _run(pages, "-e", "qd", "--resume", "-o", tmp_path / "out", code=2)

    assert "Add --resume" in refused.output
    assert "other values of -e. Leave them out" in _words(differs)
    assert contents(tmp_path / "out") == before


def test_a_folder_that_cannot_be_written_is_named(pages: Path, tmp_path: Path):
    (tmp_path / "file").write_text("")

    result = _run(pages, "-e", "bte", "-o", tmp_path / "file" / "out", code=2)

    assert "cannot be written: Not a directory" in result.output


def test_a_full_disk_ends_the_batch_with_a_message_and_no_mark(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    out = tmp_path / "out"
    _run(pages, "-e", "bte", "-o", out)
    expected = contents(out)
    for file in out.glob("shards/*/*"):
        file.unlink()
    # Every write to this device fails as on a full disk.
    with monkeypatch.context() as patch:
        patch.setattr("boilerscope.extractors.system.atomic_write.os.fsync", _full)
        result = _run("--resume", "-o", out, code=2)

    assert "No space left on device" in result.output
    assert "To continue: boilerscope batch --resume" in result.output
    assert not list(out.glob("shards/*/*"))
    _run("--resume", "-o", out)
    assert contents(out) == expected


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_standard_input_is_a_list_of_files_and_pages(pages: Path, tmp_path: Path):
    line = json.dumps({"id": "inline", "html": "<p>Inline words of a page, ten of them or more."})
    stdin = f"{pages / '03.html'}\n{line}\n{tmp_path / 'absent.html'}\n".encode()

    _run("-", "-e", "bte", "-o", tmp_path / "out", stdin=stdin, code=1)

    records = _records(tmp_path / "out")
    assert [record["page_id"].rpartition("/")[2] for record in records] == [
        "03",
        "inline",
        "absent.html",
    ]
    assert [record["status"] for record in records] == ["ok", "ok", "error"]
    assert "line 3" in records[2]["message"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("absent.html", "-o", "out"), "no such file or folder"),
        (("-o", "out"), "at least one INPUT"),
        (("https://example.org/", "-o", "out"), "only extract and the window fetch web pages"),
        (("--again", ".", "a.html"), "--again takes neither"),
        (("--again", "."), "no manifest.json"),
        (("--resume", "-o", "absent"), "absent has no results of a batch"),
        (("-", "-o", "out"), "The inputs have no page"),
        (("--resume", "-", "-o", "out"), "The inputs have no page"),
        (("-", "-o", "out", "--executor", "dask:tcp://127.0.0.1"), "Expected: dask:tcp://host:"),
        (("-", "-o", "out", "--executor", "absent:workers"), "No module named 'absent'"),
        (("-", "-o", "out", "--executor", "math:sqrt"), "The executor cannot be opened: TypeError"),
    ],
)
def test_wrong_options_are_refused_before_anything_runs(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)

    assert message in _run(*arguments, code=2).output
    assert list(tmp_path.iterdir()) == []


def test_a_batch_has_the_scores_of_its_extractors(tmp_path: Path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    words = "The council met on Monday and decided on the new bridge over the river at last"
    lines = [
        {"id": f"p{number}", "html": f"<p>{words} {number}.<p><a href=x>Home</a>", "text": words}
        for number in range(4)
    ]
    gold = folder / "gold.jsonl"
    gold.write_text("".join(json.dumps(line) + "\n" for line in lines))
    panes = tmp_path / "panes.toml"
    panes.write_text(
        '[[pane]]\nname = "a"\nextractor = "bte"\n[[pane]]\nname = "b"\nextractor = "link_ratio"\n'
    )
    _run(gold, "--config", panes, "-o", tmp_path / "out")

    def means(*words: object) -> list[str]:
        result = CliRunner().invoke(main, ["score", *map(str, words), "--format", "csv", "-q"])
        assert result.exit_code == 0, result.output
        rows = [line.split(",") for line in result.stdout.splitlines()]
        columns = [rows[0].index(name) for name in ("pane", "measure", "average", "value")]
        return [",".join(row[column] for column in columns) for row in rows]

    stored = means(tmp_path / "out", "--gold", gold)
    assert stored == means(gold, "--config", panes)
    assert {line.partition(",")[0] for line in stored[1:]} == {"a", "b"}


def test_failures_of_a_batch_are_scored_as_failures(tmp_path: Path):
    folder, extractor_file, results = (
        tmp_path / "corpus",
        tmp_path / "mine.py",
        tmp_path / "results",
    )
    folder.mkdir()
    gold = folder / "gold.jsonl"
    lines = [{"id": name, "html": f"<p>one {name}", "text": f"one {name}"} for name in "abcd"]
    gold.write_text("".join(json.dumps(line) + "\n" for line in lines))
    extractor_file.write_text(
        "import os, time\n"
        "def some(html: str) -> str:\n"
        "    if 'one b' in html: raise KeyError('no such part')\n"
        "    if 'one c' in html: time.sleep(600)\n"
        "    if 'one d' in html: os._exit(3)\n"
        "    return html[3:]\n"
    )
    _run(gold, "-e", f"{extractor_file}:some", "--timeout", 1, "-o", results, code=1)
    statuses = [record["status"] for record in _records(results)]
    assert statuses == ["ok", "error", "timeout", "crash"]

    arguments = ["score", str(results), "--gold", str(gold), "--format", "jsonl", "-q"]
    scored = CliRunner().invoke(main, arguments)

    assert scored.exit_code == 1, "as if its extractors had run"
    assert "error: KeyError: 'no such part'" in scored.stderr
    assert "timeout: " in scored.stderr
    assert "unavailable" not in scored.output


def test_a_page_that_cannot_be_read_has_the_address_of_its_input(tmp_path: Path):
    records = [response(f"http://w.example/{n}", b"<p>text") for n in range(2)]
    file = write_warc(tmp_path / "cut.warc", [records[0], records[1][:-8]])

    _run(file, "-e", "bte", "-o", tmp_path / "out", code=1)

    lines = [(record["status"], record["url"]) for record in _records(tmp_path / "out")]
    assert lines == [("ok", "http://w.example/0"), ("error", "http://w.example/1")]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_the_first_failures_are_listed_at_the_end(tmp_path: Path, form: str):
    if form == "parquet":
        pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    (tmp_path / "all.list").write_text("".join(f"absent{n}.html\n" for n in range(7)))
    words = (tmp_path / "all.list", "-e", "bte", "--format", form, "--shard-pages", 2)

    result = _run(*words, "-o", tmp_path / "out", code=1)
    quiet = _run(*words, "-o", tmp_path / "quiet", "-q", code=1)

    total, *failures, further = result.stderr.splitlines()
    assert total.endswith("7 errors")
    reason = f"{tmp_path}/all.list, line 1: absent0.html: no such file or folder"
    assert failures[0].startswith(f"absent0.html · bte: error: {reason}")
    assert [line.partition(".")[0] for line in failures] == [f"absent{n}" for n in range(5)]
    assert further.startswith(f"... and 2 more. All are in {tmp_path}/out/shards")
    assert quiet.stderr == ""


def test_one_page_is_one_page(tmp_path: Path):
    (tmp_path / "a.html").write_text("<p>text")

    assert _run(tmp_path / "a.html", "-o", tmp_path / "out").stderr.startswith("1 page, ")


def test_plain_lines_come_at_an_interval_and_the_last_one_once(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("boilerscope.app.cli.progress.LINE_S", 0.0)
    result = _run(pages, "-e", "bte", "--shard-pages", 4, "-o", tmp_path / "out")

    lines = result.stderr.splitlines()
    assert [line.partition(" pages, ")[0] for line in lines] == ["4", "8", "12"]
    assert all(" pages/s, " in line for line in lines)


def test_a_complete_batch_that_is_resumed_shows_no_rate(pages: Path, tmp_path: Path):
    _run(pages, "-e", "bte", "-o", tmp_path / "out")

    result = _run("--resume", "-o", tmp_path / "out")

    assert result.stderr == f"{N_PAGES} pages, 0.0 MB\n"


def test_a_terminal_shows_progress_and_then_the_result(pages: Path, waiting: Path, tmp_path: Path):
    ours, theirs = pty.openpty()
    # Two workers: the shards without the page that waits are complete, in any order.
    arguments = (pages, "-e", f"{waiting}:waiting", "--shard-pages", 4, "--jobs", 2)
    shown = b""
    with _start(*arguments, "-o", tmp_path / "out", stderr=theirs) as program:
        os.close(theirs)
        while b" 8/12\x1b" not in shown:
            shown += os.read(ours, 4096)
        (waiting.parent / "go").touch()
        with suppress(OSError):  # the program has closed its end
            while data := os.read(ours, 4096):
                shown += data
        assert program.wait(60) == 0
    os.close(ours)

    assert b"pages/s" in shown.partition(b" 8/12\x1b")[2]
    last = shown.decode().splitlines()[-1]
    assert re.search(r"12 pages, [\d.]+ pages/s, 0.0 MB$", last)


def test_plain_lines_and_quiet(pages: Path, tmp_path: Path):
    result = _run(pages, "-e", "bte", "-o", tmp_path / "shown")
    quiet = _run(pages, "-e", "bte", "-o", tmp_path / "quiet", "-q")

    assert result.stderr.startswith(f"{N_PAGES} pages, ")
    assert result.stderr.count("\n") == 1
    assert quiet.stderr == ""


def test_relative_inputs_are_found_from_any_folder(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    _run(pages.name, "-e", "bte", "-o", "out")
    expected = contents(tmp_path / "out")
    (tmp_path / "out" / "shards" / "00" / "00000000.done").unlink()
    monkeypatch.chdir(elsewhere)

    _run("--resume", "-o", "../out")
    again = _run("--again", "../out", "-o", "again")

    assert contents(tmp_path / "out") == expected
    assert "the same records" in again.stderr
    assert contents(elsewhere / "again") == expected
    assert os.getcwd() == str(elsewhere)  # noqa: PTH109 - the working folder of the process itself
