"""kill -9 at random moments: the next start has everything but the last two seconds.

``--kills N`` kills N times, by default a handful. Many need ``--timeout 0`` and
``-o faulthandler_timeout=0``.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.app.session.last_session import load
from boilerscope.app.window.controllers.last_session import KEEP_MS
from tests.app.conftest import LAKE
from tests.helpers.killed_window import CHANGE_MS, as_json

if TYPE_CHECKING:
    import pytest

START_S = 120.0
SLACK_S = 4.0
"""Time that a timer may be late on a machine with much other work."""
ROOT = Path(__file__).resolve().parents[3]


def lines_of(journal: Path) -> list[tuple[float, str, str]]:
    """Return the complete lines of a journal: time, kind and state."""
    text = journal.read_text(encoding="utf-8") if journal.exists() else ""
    complete = text[: text.rfind("\n") + 1].splitlines()
    lines = [line.split("\t") for line in complete]
    return [(float(when), kind, state) for when, kind, state in lines]


def killed(home: Path, page: Path, journal: Path, seed: int, after_s: float) -> float:
    """Run a window, kill it some time after it has begun, and return the time of the kill."""
    command = [sys.executable, "-m", "tests.helpers.killed_window"]
    process = subprocess.Popen(
        [*command, str(home), str(page), str(journal), str(seed)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + START_S
        while not lines_of(journal):
            assert process.poll() is None, "the window ended by itself"
            assert time.monotonic() < deadline, "the window did not begin"
            time.sleep(0.02)
        time.sleep(after_s)
        assert process.poll() is None, "the window ended by itself"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        when = time.monotonic()
        process.wait()
    return when


def test_nothing_but_the_last_seconds_is_lost_by_a_kill(
    tmp_path: Path, request: pytest.FixtureRequest
):
    page, home = tmp_path / "lake.html", tmp_path / "home"
    page.write_text(LAKE, encoding="utf-8")
    n_kills, moments = request.config.getoption("kills"), random.Random(26)
    lost: list[float] = []
    kept = ""
    for kill in range(n_kills):
        journal = tmp_path / f"journal{kill}"
        when = killed(home, page, journal, kill, moments.uniform(0.0, 6.0))
        lines = lines_of(journal)
        if kept:
            assert lines[0][2] == kept, f"start {kill} did not continue with what was kept"
        session = load(home)
        if session is None:
            assert when - lines[0][0] < KEEP_MS / 1000 + SLACK_S, "nothing was kept"
            continue
        kept = as_json(session)
        states = [state for _, _, state in lines]
        assert kept in states or kept == lines[0][2], f"kill {kill}: a state that never was"
        last = len(states) - 1 - states[::-1].index(kept)
        next_change = lines[min(last + 1, len(lines) - 1)][0]
        lost.append(0.0 if last == len(lines) - 1 else when - next_change)

    assert len(lost) >= n_kills - 2
    assert max(lost) < KEEP_MS / 1000 + CHANGE_MS / 1000 + SLACK_S
