"""Opening a long list of pages in the real window, offscreen: total time and longest stop.

A timer due at every event-loop turn shows how long the window's thread was blocked. The best of
some rounds counts, because other programs on the machine block it as well.
"""

from __future__ import annotations

import itertools
import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPENING_S = 2.0
STOP_MS = 100.0
"""Shorter stops are not noticeable."""

ROUNDS = 3

_PATIENCE_S = 60.0
_TEXT = "Main content of a page, some words of it in a row and more. " * 14


def measure(*, n_pages: int, progress: Callable[[str], None]) -> Iterator[Row]:
    """Yield the rows of opening.

    Parameters
    ----------
    n_pages : int
        Lines of the list.
    progress : callable
        Called with the work being measured.
    """
    progress(f"opening {n_pages:,} pages in the window")
    with TemporaryDirectory() as folder:
        file = write_list(Path(folder), n_pages)
        times = [_open(file, Path(folder)) for _ in range(ROUNDS)]
    first_face_s = times[0][0]  # with the imports
    _, open_s, stop = (min(values) for values in zip(*times, strict=True))
    head = f"window: {n_pages:,} lines of 1 kB"
    yield Row(f"{head} -> open, counted, filters and choosers filled", open_s, OPENING_S, "s")
    remark = "the window stops meanwhile, once"
    yield Row("window: first Corpus face made", 1000 * first_face_s, None, "ms", remark)
    yield Row(f"{head}, longest stop of the window meanwhile", 1000 * stop, STOP_MS, "ms")


def write_list(folder: Path, n_pages: int) -> Path:
    """Write a list of pages with gold text; the pages need not exist. Return the file."""
    file = folder / "gold.jsonl"
    with file.open("w", encoding="utf-8") as stream:
        for number in range(n_pages):
            line = {"id": f"p{number}", "html": f"html/{number}.html", "lang": "en", "text": _TEXT}
            stream.write(json.dumps(line) + "\n")
    return file


def _open(file: Path, folder: Path) -> tuple[float, float, float]:
    """Return the seconds of making the face, until a list is open, and of the longest stop."""
    from PySide6.QtCore import QTimer

    from boilerscope.app.session.corpus import ReadLife
    from boilerscope.app.session.preferences import Preferences
    from boilerscope.app.window.picture import wait_until_quiet
    from boilerscope.app.window.program import make_application, make_window

    app = make_application()
    controller = make_window(app, folder=folder, preferences=Preferences())
    controller.window.resize(1600, 1000)
    controller.window.show()
    wait_until_quiet(controller)
    began = time.perf_counter()
    opening = controller.of_corpus.opening
    face_s = time.perf_counter() - began
    wait_until_quiet(controller)
    beats: list[float] = []
    heart = QTimer(interval=1)
    heart.timeout.connect(lambda: beats.append(time.perf_counter()))
    heart.start()
    began = time.perf_counter()
    opening.open(file)

    def is_open() -> bool:
        corpus = controller.corpus
        return corpus.state.record.life is ReadLife.READ and corpus.state.order is not None

    while not is_open():
        if time.perf_counter() - began > _PATIENCE_S:
            raise TimeoutError(f"the list was not open within {_PATIENCE_S:g} s")
        app.processEvents()
    open_s = time.perf_counter() - began
    wait_until_quiet(controller)
    heart.stop()
    stops = [later - earlier for earlier, later in itertools.pairwise(beats)]
    controller.window.close()
    wait_until_quiet(controller, 200)
    return face_s, open_s, max(stops)
