"""Garbage is collected in the window's thread, by Python's thresholds."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window import garbage
from boilerscope.app.window.garbage import GarbageCollector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


class Node:
    """Object in a reference cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[GarbageCollector]:
    gc.collect()
    collector = GarbageCollector(qapp)
    yield collector
    collector.deleteLater()


def allocate() -> list[list[int]]:
    """Return more objects than the youngest generation may have."""
    return [[number] for number in range(2 * gc.get_threshold()[0])]


def test_a_thread_that_allocates_does_not_collect(collector: GarbageCollector):
    kept: list[list[int]] = []
    node = weakref.ref(Node())
    thread = threading.Thread(target=lambda: kept.extend(allocate()))
    thread.start()
    thread.join()

    assert kept
    assert node() is not None
    assert collector.parent() is not None


def test_the_event_loop_collects_what_is_due(collector: GarbageCollector, qtbot: QtBot):
    threads: list[threading.Thread] = []
    node = Node()
    seen = weakref.finalize(node, lambda: threads.append(threading.current_thread()))
    del node
    kept: list[list[int]] = []

    def is_collected() -> bool:
        # What earlier windows leave behind can be freed meanwhile; it counts against new objects.
        kept.extend(allocate())
        return not seen.alive

    qtbot.waitUntil(is_collected, timeout=30_000)

    assert threads == [threading.main_thread()]
    assert kept
    assert not gc.isenabled()
    collector.collect()


def test_all_objects_are_collected_at_most_every_half_minute(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
):
    collected: list[int] = []
    now = [collector._full_at]  # noqa: SLF001 - the start of the interval
    monkeypatch.setattr(garbage, "due_generation", lambda: 2)
    monkeypatch.setattr(garbage.gc, "collect", collected.append)  # type: ignore[attr-defined]  # the module it calls
    monkeypatch.setattr(garbage.time, "monotonic", lambda: now[0])  # type: ignore[attr-defined]  # the clock it reads

    for seconds in (1.0, 28.0, 2.0, 1.0):
        now[0] += seconds
        collector.collect()

    assert collected == [1, 1, 2, 1]
