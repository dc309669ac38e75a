"""Ctrl+C at any moment: at most one message, exit code 130 and no process left."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.system.interrupts import INTERRUPTED
from tests.helpers import toy
from tests.helpers.material import ROOT
from tests.helpers.processes import processes_of, wait_until

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = "from boilerscope.app.cli.main import main; main()"
LONGEST_RUN_S = 60.0
N_MOMENTS = 8


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Install every toy; return their folder."""
    path = tmp_path / "toys"
    toy.install(monkeypatch, path, *toy.ENTRIES)
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a folder with three pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.html").write_text("<p>one two three four five six", encoding="utf-8")
    return folder


def start(
    script: str, *arguments: object, env: dict[str, str], report_fd: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a Python program in its own session, as a terminal interrupts one."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | env,
        pass_fds=() if report_fd is None else (report_fd,),
        start_new_session=True,
    )


def interrupt_after(seconds: float, pages: Path, toys: Path) -> tuple[int, str, float]:
    """Interrupt a run so many seconds after its first instruction.

    Returns exit code, standard error, and the run time of the program.
    """
    reading, writing = os.pipe()
    # The start of the interpreter does not count: the clock starts with the first module of the
    # program.
    script = (
        "import boilerscope.extractors.system.interrupts as i, os; i.install();"
        f" os.write({writing}, b'.'); {PROGRAM}"
    )
    arguments = ("extract", pages, "-e", "toy", "-e", "boilerpipe.article", "-q")
    with start(
        script, *arguments, report_fd=writing, env={"PYTHONPATH": f"{toys}:{ROOT}"}
    ) as running:
        os.close(writing)
        assert os.read(reading, 1) == b"."
        os.close(reading)
        began = time.monotonic()
        with suppress(subprocess.TimeoutExpired):
            running.wait(seconds)
        lasted = time.monotonic() - began
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGINT)
        _, messages = running.communicate(timeout=LONGEST_RUN_S)
    wait_until(lambda: not processes_of(running.pid))
    return running.returncode, messages.decode(), lasted


def test_whenever_ctrl_c_comes_the_program_ends_quietly_and_leaves_no_process(
    pages: Path, toys: Path
):
    code, messages, whole_run = interrupt_after(LONGEST_RUN_S, pages, toys)
    assert (code, messages) == (0, "")

    moments = random.Random(9)
    ended = [interrupt_after(moments.uniform(0, whole_run), pages, toys) for _ in range(N_MOMENTS)]

    stopped = [run for run in ended if run[:2] != (0, "")]
    # The last instructions are Python's own again: there the signal ends it without a message.
    assert {run[:2] for run in stopped} <= {(INTERRUPTED, "Interrupted.\n"), (-signal.SIGINT, "")}
    # On a busy machine, the first run can take several times as long as the others.
    assert [run for run in stopped if run[0] == INTERRUPTED]


def test_a_killed_batch_leaves_no_warning(pages: Path, toys: Path, tmp_path: Path):
    begun = tmp_path / "begun"
    env = {"PYTHONPATH": f"{toys}:{ROOT}", toy.BEGUN: str(begun)}
    arguments = ("batch", pages, "-e", "hanging", "-o", tmp_path / "out")
    with start(PROGRAM, *arguments, env=env) as running:
        wait_until(begun.exists)
        running.kill()
        _, messages = running.communicate(timeout=LONGEST_RUN_S)

    wait_until(lambda: not processes_of(running.pid))
    assert b"resource_tracker" not in messages
    assert b"Traceback" not in messages


def test_workers_end_with_the_program_that_started_them(pages: Path, toys: Path, tmp_path: Path):
    begun = tmp_path / "begun"
    env = {"PYTHONPATH": f"{toys}:{ROOT}", toy.BEGUN: str(begun)}
    with start(PROGRAM, "extract", pages, "-e", "hanging", env=env) as running:
        wait_until(begun.exists)
        running.kill()

    wait_until(lambda: not processes_of(running.pid))


INSTALL = """
import sys
from boilerscope.extractors.system import environments
code = "import os, signal, sys; open(sys.argv[1], 'w').write(str(os.getpid()))"
code += "; signal.alarm(60); signal.pause()"
environments.installer_of = lambda _: [sys.executable, "-c", code, {begun!r}]
from boilerscope.app.cli.main import main
main()
"""


def test_an_interrupted_installation_ends_its_installer_and_leaves_nothing(tmp_path: Path):
    begun, versions = tmp_path / "begun", tmp_path / "versions"
    env = {"PYTHONPATH": str(ROOT), "BOILERSCOPE_VERSIONS": str(versions)}
    script = INSTALL.format(begun=str(begun))
    with start(script, "own", "add", "trafilatura==2.0.0", env=env) as running:
        wait_until(lambda: begun.exists() and begun.read_text() != "")
        os.killpg(running.pid, signal.SIGINT)
        _, messages = running.communicate(timeout=LONGEST_RUN_S)

    assert running.returncode == INTERRUPTED
    assert messages.decode().splitlines()[-1] == "Interrupted."
    assert list(versions.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)


SCRIPT = """
import signal
from boilerscope.extractors.system.interrupts import handled, held, interruptible

def press():
    signal.raise_signal(signal.SIGINT)

with handled():
    {body}
print("went on")
"""


@pytest.mark.parametrize(
    ("body", "output", "code"),
    [
        ("press()", "", INTERRUPTED),
        ("with held(): press(); print('kept')", "kept\n", -signal.SIGINT),
        (
            """with held():
        press(); press(); print('kept')
        try:
            with interruptible(): print('never')
        except KeyboardInterrupt: press(); print('raised once')""",
            "kept\nraised once\nwent on\n",
            0,
        ),
        (
            """try:
        with interruptible(): press(); print('never')
    except KeyboardInterrupt: print('raised')""",
            "raised\nwent on\n",
            0,
        ),
        ("with held(): pass", "went on\n", 0),
    ],
)
def test_ctrl_c_is_raised_in_interruptible_code_and_deferred_elsewhere(
    body: str, output: str, code: int
):
    result = subprocess.run(
        [sys.executable, "-u", "-c", SCRIPT.format(body=body)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    # An interrupt that nothing catches ends Python by the signal, as usual.
    assert result.stdout == output
    assert result.returncode == code


def test_ctrl_c_ends_a_scored_run_and_its_workers(pages: Path, toys: Path, tmp_path: Path):
    rows = [
        {"id": name, "html": f"{name}.html", "text": "one two three four five six"}
        for name in ("a", "b", "c")
    ]
    (pages / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    begun, scores = tmp_path / "begun", tmp_path / "scores.txt"
    env = {"PYTHONPATH": f"{toys}:{ROOT}", toy.BEGUN: str(begun)}

    with start(PROGRAM, "score", pages, "-e", "hanging", "-o", scores, env=env) as running:
        wait_until(begun.exists)
        os.killpg(running.pid, signal.SIGINT)
        printed, messages = running.communicate(timeout=LONGEST_RUN_S)

    wait_until(lambda: not processes_of(running.pid))
    assert (running.returncode, printed, messages) == (INTERRUPTED, b"", b"Interrupted.\n")
    assert not scores.exists()
