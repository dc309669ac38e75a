"""The watcher of the start, with a screen and a clock of our own."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np

from tests.benchmarks import feel

if TYPE_CHECKING:
    import pytest
    from numpy.typing import NDArray

    from tests.desktop.driver import Screen

ROOT = np.zeros((60, 80, 3), np.uint8)
WINDOW = np.full_like(ROOT, 200)
PAGE = WINDOW.copy()
PAGE[20:, :] = 90
CURSOR = PAGE.copy()
CURSOR[30:40, 30] = 0


class Scene:
    """A screen that shows pictures from given seconds on, and the clock that counts them."""

    def __init__(self, *shown: tuple[float, NDArray[np.uint8]]) -> None:
        self.shown, self.now = shown, 0.0

    def picture(self) -> NDArray[np.uint8]:
        return [picture for since, picture in self.shown if since <= self.now][-1]

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_window_is_mapped_with_its_first_picture_and_complete_with_its_last(
    monkeypatch: pytest.MonkeyPatch,
):
    scene = Scene((0.0, ROOT), (0.3, WINDOW), (0.6, PAGE), (0.8, CURSOR))
    clock = SimpleNamespace(monotonic=scene.monotonic, sleep=scene.sleep)
    monkeypatch.setattr(feel, "time", clock)

    start = feel._watched(cast("Screen", scene), ROOT, 0.0, lambda: 1.0)  # noqa: SLF001 - the watcher

    assert 0.3 <= start.mapped < 0.33
    assert 0.6 <= start.complete < 0.63


def test_a_window_is_not_complete_while_its_program_works(monkeypatch: pytest.MonkeyPatch):
    scene = Scene((0.0, ROOT), (0.3, WINDOW), (5.0, PAGE))
    clock = SimpleNamespace(monotonic=scene.monotonic, sleep=scene.sleep)
    monkeypatch.setattr(feel, "time", clock)

    start = feel._watched(  # noqa: SLF001 - the watcher
        cast("Screen", scene), ROOT, 0.0, lambda: min(scene.now, 5.0)
    )

    assert 0.3 <= start.mapped < 0.33
    assert 5.0 <= start.complete < 5.03
    assert start.processor == 5.0


def test_the_processor_time_of_a_session_is_that_of_its_processes():
    before = feel._processor_s(os.getsid(0))  # noqa: SLF001 - the watcher
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass

    assert feel._processor_s(os.getsid(0)) > before  # noqa: SLF001 - the watcher
