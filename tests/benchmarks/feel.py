"""Start of the program as its user sees it, beside a bare window of the same engine.

A watcher reads the frame buffer of an X server of its own: it knows nothing of the program. The
window is mapped when the screen no longer shows the empty root, and complete when its picture no
longer changes and its processes rest: a window may be on screen long before there is anything in
it. Program and bare window take turns, and the best of some rounds counts.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.rows import Row
from tests.desktop.driver import Screen, missing_programs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

MAPPED, COMPLETE = 1.4, 1.8
"""Limits, times the bare window."""

ROUNDS = 3
BARE = """
from PySide6.QtCore import QUrl
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication
app = QApplication(["bare"])
view = QWebEngineView()
view.setHtml("<p>A line of HTML", QUrl("about:blank"))
view.resize(1600, 1000)
view.show()
app.exec()
"""
SAMPLE = "sample:news-en"

_LOOK_S, _STILL_S, _PATIENCE_S = 0.02, 1.5, 90.0
_AT_REST = 0.1
"""Largest share of a processor that the processes of a complete window use."""
_BLINK = 200
"""Pixels that may change without counting: those of a text cursor."""


class Start(NamedTuple):
    """Seconds from the start of a process until its window is mapped, and complete.

    `processor` is the time of all processors that its processes used until they rested: other work
    of the machine changes it less. Views that the program makes ahead, in later pauses, are not
    part of it.
    """

    mapped: float
    complete: float
    processor: float


def measure(*, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows of the start; without the programs of an X server yield none."""
    if missing_programs():
        return
    program: list[Start] = []
    bare: list[Start] = []
    with TemporaryDirectory() as folder:
        screen = Screen(1600, 1000, Path(folder) / "screen")
        try:
            command = [str(Path(sys.executable).parent / "boilerscope"), "open", SAMPLE]
            watch(screen, Path(folder) / "first", command)  # compiles the modules
            for number in range(ROUNDS):
                progress(f"start of the window, round {number + 1}")
                home = Path(folder) / str(number)
                bare.append(watch(screen, home, [sys.executable, "-c", BARE]))
                program.append(watch(screen, home, command))
        finally:
            screen.stop()
    best, base = _best(program), _best(bare)
    for name, ours, theirs, limit in (
        ("window mapped", best.mapped, base.mapped, MAPPED),
        ("sample page complete", best.complete, base.complete, COMPLETE),
        ("processor time until complete", best.processor, base.processor, None),
    ):
        remark = f"{ours:.2f} s and {theirs:.2f} s"
        yield Row(f"start: {name}", ours / theirs, limit, "x bare window of the engine", remark)


def watch(screen: Screen, home: Path, command: Sequence[str]) -> Start:
    """Start a program on a screen, watch its picture, end it, and return the times."""
    root = screen.picture()
    home.mkdir(exist_ok=True)
    left_out = {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "PYTHONDONTWRITEBYTECODE"}
    own = {name: value for name, value in os.environ.items() if name not in left_out}
    own |= {"DISPLAY": screen.display, "HOME": str(home), "LANG": "C.UTF-8"}
    own |= {"BOILERSCOPE_CONFIG": str(home / "config")}
    own |= {"PYTHONPYCACHEPREFIX": str(home.parent / "bytecode")}
    if os.geteuid() == 0:
        own |= {"QTWEBENGINE_DISABLE_SANDBOX": "1"}
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        env=own,
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return _watched(screen, root, began, lambda: _processor_s(process.pid))
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(_PATIENCE_S)
        _wait_until_empty(screen, root)


def _watched(
    screen: Screen, root: NDArray[np.uint8], began: float, processor_s: Callable[[], float]
) -> Start:
    mapped = changed = looked = used = 0.0
    before = root
    while time.monotonic() - began < _PATIENCE_S:
        time.sleep(_LOOK_S)
        now, picture = time.monotonic() - began, screen.picture()
        if _n_different(picture, before) > _BLINK:
            changed, before = now, picture
            if not mapped and _n_different(picture, root) > picture.size // 6:
                mapped = now
        if mapped and now - max(changed, looked) > _STILL_S:
            used_before, used = used, processor_s()
            if looked > changed and used - used_before < _AT_REST * (now - looked):
                return Start(mapped, changed, used)
            looked = now
    raise TimeoutError(f"the window was not complete within {_PATIENCE_S:g} s")


def _processor_s(session: int) -> float:
    """Return the processor time of all processes of a session, seconds."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = file.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _n_different(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> int:
    """Return the number of colour values that differ."""
    return int((first != second).sum())


def _wait_until_empty(screen: Screen, root: NDArray[np.uint8]) -> None:
    end = time.monotonic() + _PATIENCE_S
    while _n_different(screen.picture(), root) > _BLINK and time.monotonic() < end:
        time.sleep(_LOOK_S)


def _best(starts: Sequence[Start]) -> Start:
    return Start(*(min(values) for values in zip(*starts, strict=True)))
