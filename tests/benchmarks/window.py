"""Time from a moved slider in the real window until page, strips and texts show the change."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tests.benchmarks.material import about, large_page
from tests.benchmarks.rows import MILLISECONDS, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.app.window.controllers.window import WindowController
    from tests.benchmarks.material import Input

LIMITS = (50.0, 150.0)
"""Limits of the first views and of all views, in milliseconds, for a page of usual size."""
LARGE_LIMITS = (150.0, 500.0)
STOP_MS, LARGE_STOP_MS = 100.0, 200.0
"""Limits of the longest stop of the window's thread while a slider is dragged."""
LARGE = 2_000_000
"""Bytes from which a page is large."""
DRAG_MS, DRAGS = 16, 3
"""Milliseconds between two moves of the mouse, and drags of which the best counts."""
MOVES = 40
PANE, FIELD = "boilerpipe.article", "nw_cur"
VALUES = (5, 60)
"""The two values of the slider: every move changes many blocks."""

_PATIENCE_MS = 30_000


def measure(inputs: list[Input], *, size: int, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows of the window.

    Parameters
    ----------
    inputs : list of Input
        Pages, of which the page nearest to 100 kB is opened.
    size : int
        Bytes of the largest page; the second page has a fifth of them.
    progress : callable
        Called with the work being measured.
    """
    pages = [
        ("100 kB", about(100_000, inputs, 1)[0].data, LIMITS),
        *((f"{n / 1e6:g} MB", large_page(n), LARGE_LIMITS) for n in (size // 5, size)),
    ]
    for name, data, limits in pages:
        progress(f"slider in the window, {name} page")
        moves, stop = _measure_page(data)
        busy = float(np.median([move.busy for move in moves]))
        for part, times, limit in (
            ("page overlay and strips repainted", [move.first for move in moves], limits[0]),
            ("tables and texts rebuilt", [move.all for move in moves], limits[1]),
        ):
            yield Row(
                f"slider moved -> {part}, {name} page",
                float(np.percentile(times, 95)),
                limit,
                MILLISECONDS,
                f"median {np.median(times):.3g} ms; the window's thread computed {busy:.3g} ms",
            )
        limit = LARGE_STOP_MS if len(data) >= LARGE else STOP_MS
        yield Row(
            f"slider dragged, longest stop of the window, {name} page",
            stop.wall,
            limit,
            "ms",
            f"the window's thread computed {stop.busy:.3g} ms in the longest computation",
        )


@dataclass(frozen=True, slots=True)
class _Move:
    """Milliseconds from one move of the slider to the first views and to all views.

    `busy` is the CPU time of the window's thread: other programs on the machine affect it less
    than the other two values.
    """

    first: float
    all: float
    busy: float


class _Stop(NamedTuple):
    """Longest time between two turns of the event loop, and longest CPU time in one, ms."""

    wall: float
    busy: float


def _measure_page(data: bytes) -> tuple[list[_Move], _Stop]:
    """Return the moves of a slider on a page, and the longest stop while it is dragged."""
    from boilerscope.app.session.preferences import Preferences
    from boilerscope.app.window.picture import wait_until_quiet, wait_until_shown
    from boilerscope.app.window.program import make_application, make_window

    app = make_application()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(data)
        window_controller = make_window(app, folder=Path(folder), preferences=Preferences())
        window_controller.window.resize(1600, 1000)
        window_controller.window.show()
        window_controller.session_controller.open(str(file))
        wait_until_shown(window_controller)
        if window_controller.session_controller.load.state.busy:
            raise TimeoutError("the page was not on screen within a minute: nothing was measured")
        wait_until_quiet(window_controller)
        moves = [_move(window_controller, VALUES[number % 2]) for number in range(MOVES + 2)][2:]
        stops = [_longest_stop(window_controller) for _ in range(DRAGS)]
        window_controller.window.close()
        window_controller.window.page.view.clear()
        wait_until_quiet(window_controller, 200)
    return moves, _Stop(min(stop.wall for stop in stops), min(stop.busy for stop in stops))


def _longest_stop(window_controller: WindowController) -> _Stop:
    """Drag the slider as a mouse does, without waiting for views; return the longest stop."""
    from PySide6.QtCore import QTimer

    page = window_controller.window.settings.page
    assert page is not None
    controller = window_controller.session_controller
    values = iter(np.linspace(*VALUES, MOVES).astype(int).tolist())
    beats: list[tuple[float, float]] = []
    is_done: list[bool] = []

    def move() -> None:
        value = next(values, None)
        if value is None:
            hand.stop()
            is_done.append(True)
            return
        settings = controller.session.pane(PANE).settings.replace(**{FIELD: value})
        page.form.changed.emit(settings)

    hand, heart = QTimer(interval=DRAG_MS), QTimer(interval=1)
    hand.timeout.connect(move)
    heart.timeout.connect(lambda: beats.append((time.perf_counter(), time.thread_time())))
    heart.start()
    hand.start()
    _wait_until(lambda: bool(is_done) and window_controller.views.idle and not controller.running())
    heart.stop()
    turns = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(beats)]
    return _Stop(*(1000 * max(column) for column in zip(*turns, strict=True)))


def _move(window_controller: WindowController, value: int) -> _Move:
    """Move the slider like the settings panel, which shows its new value at once."""
    window, controller = window_controller.window, window_controller.session_controller
    painted: list[float] = []
    connection = window.page.view.painted.connect(
        lambda _sent, _marks: painted.append(time.perf_counter())
    )
    page = window.settings.page
    assert page is not None
    settings = controller.session.pane(PANE).settings.replace(**{FIELD: value})
    started, computed = time.perf_counter(), time.thread_time()
    page.form.changed.emit(settings)
    _wait_until(lambda: bool(painted))
    window.strips.viewport().repaint()
    first = time.perf_counter()
    _wait_until(lambda: window_controller.views.idle and not controller.running())
    done, computed = time.perf_counter(), time.thread_time() - computed
    window.page.view.painted.disconnect(connection)
    return _Move(*(1000 * seconds for seconds in (first - started, done - started, computed)))


def _wait_until(condition: Callable[[], bool]) -> None:
    """Run the event loop until a condition is true; raise after half a minute.

    A move without an effect is not a measurement.
    """
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    limit = QTimer(singleShot=True, interval=_PATIENCE_MS)
    limit.start()
    flags = QEventLoop.ProcessEventsFlag
    while not condition() and limit.isActive():
        QApplication.processEvents(flags.AllEvents | flags.WaitForMoreEvents)
    if not condition():
        raise TimeoutError(f"nothing was repainted within {_PATIENCE_MS / 1000:g} s")
