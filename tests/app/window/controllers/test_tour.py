"""The tour of the whole window, on a real engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from tests.helpers.bench import WindowBench


def test_every_stop_points_at_a_control_on_screen(lake: WindowBench):
    lake.do("tour")
    tour = lake.window_controller.tour.tour
    stops = list(tour._stops)  # noqa: SLF001 - what the user walks
    seen: list[bool] = []
    for number in range(len(stops)):
        target = stops[number].target()
        seen.append(target is not None and target.isVisible() and tour.at == number)
        QTest.keyClick(tour, Qt.Key.Key_Right)

    assert len(stops) > 5
    assert all(seen)
    assert tour.at == -1


def test_escape_anywhere_ends_the_tour(lake: WindowBench):
    lake.do("tour")
    lake.window.panes.setFocus()
    lake.do("cancel")

    assert lake.window_controller.tour.tour.at == -1


def test_without_a_page_the_tour_opens_the_sample(bench: WindowBench):
    bench.do("tour")
    bench.qtbot.waitUntil(lambda: bench.window_controller.tour.tour.at == 0, timeout=LOAD_MS)

    assert bench.controller.request is not None
    assert bench.controller.request.address.startswith("sample:")
    bench.settle()
