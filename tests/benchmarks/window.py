"""A slider is moved in the real window: how long until page, strips and texts show it."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.material import about, large_page
from tests.benchmarks.rows import MILLISECONDS, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.window.window_controller import WindowController
    from tests.benchmarks.material import Input

LIMITS = (50.0, 150.0)
"""Of the first views and of all views, for a page of usual size."""
LARGE_LIMITS = (150.0, 500.0)
MOVES = 40
PANE, FIELD = "boilerpipe.article", "nw_cur"
VALUES = (5, 60)
"""Two ends between which the slider jumps: every move changes many blocks."""

_PATIENCE_S = 30.0


def measure(given: list[Input], *, size: int, told: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows of the window.

    Parameters
    ----------
    given : list of Input
        Pages, of which the one nearest to 100 kB is opened.
    size : int
        Bytes of the largest page; another one has a fifth of them.
    told : callable
        Hears what is being measured.
    """
    pages = [
        ("100 kB", about(100_000, given, 1)[0].data, LIMITS),
        *((f"{n / 1e6:g} MB", large_page(n), LARGE_LIMITS) for n in (size // 5, size)),
    ]
    for name, data, limits in pages:
        told(f"slider in the window, {name} page")
        parts = ("page overlay and strips repainted", "tables and texts rebuilt")
        for part, times, limit in zip(parts, _measure_page(data), limits, strict=True):
            yield Row(
                f"slider moved -> {part}, {name} page",
                float(np.percentile(times, 95)),
                limit,
                MILLISECONDS,
                f"median {np.median(times):.3g} ms",
            )


def _measure_page(data: bytes) -> tuple[list[float], list[float]]:
    """Return milliseconds until the first views show a move, and until all of them do."""
    from app.session.preferences import Preferences
    from app.window.picture import wait_until_quiet, wait_until_shown
    from app.window.program import make_application, make_window

    app = make_application()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(data)
        window_controller = make_window(app, folder=Path(folder), preferences=Preferences())
        window_controller.window.resize(1600, 1000)
        window_controller.window.show()
        window_controller.session_controller.open(str(file))
        wait_until_shown(window_controller)
        wait_until_quiet(window_controller)
        moves = [_move(window_controller, VALUES[number % 2]) for number in range(MOVES + 2)][2:]
        window_controller.window.close()
        window_controller.window.page.view.clear()
        wait_until_quiet(window_controller, 200)
    return [fast for fast, _ in moves], [slow for _, slow in moves]


def _move(window_controller: WindowController, value: int) -> tuple[float, float]:
    painted: list[float] = []
    began = time.perf_counter()
    connection = window_controller.window.page.view.painted.connect(
        lambda _sent, _marks: painted.append(time.perf_counter())
    )
    window_controller.session_controller.set_field(PANE, FIELD, value)
    _spin(lambda: bool(painted))
    window_controller.window.strips.viewport().repaint()
    fast = time.perf_counter()
    _spin(
        lambda: window_controller.views.idle and not window_controller.session_controller.running()
    )
    slow = time.perf_counter()
    window_controller.window.page.view.painted.disconnect(connection)
    return (fast - began) * 1000, (slow - began) * 1000


def _spin(done: Callable[[], bool]) -> None:
    """Turn the event loop until something holds, half a minute at most."""
    from PySide6.QtWidgets import QApplication

    limit = time.perf_counter() + _PATIENCE_S
    while not done() and time.perf_counter() < limit:
        QApplication.processEvents()
