"""Time from a moved slider in the real window until page, strips and texts show the change."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

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
        moves = _measure_page(data)
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


@dataclass(frozen=True, slots=True)
class _Move:
    """Milliseconds from one move of the slider to the first views and to all views.

    `busy` is the CPU time of the window's thread: other programs on the machine affect it less
    than the other two values.
    """

    first: float
    all: float
    busy: float


def _measure_page(data: bytes) -> list[_Move]:
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
        window_controller.window.close()
        window_controller.window.page.view.clear()
        wait_until_quiet(window_controller, 200)
    return moves


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
